//! Graphs.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use chromex::Budget;
use chromex::graphs::draw::export::{Content, ExportFormat, FORMATS, Sheet};
use chromex::graphs::formats::{self, Format};
use chromex::graphs::generate::{Graphs, Part, Selection};
use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{self, Board, all, draw, facts, ops};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::run::{bad, run};

/// A graph with its name; never changes.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Graph(pub Board);

#[pymethods]
impl Graph {
    /// The graph that an expression such as `grid:3x5` describes.
    #[new]
    fn new(text: &str) -> PyResult<Graph> {
        // Graphs are limited to the default memory.
        Budget::default().during(|| graphs::parse(text)).map(Graph).map_err(bad)
    }

    /// The graph on `0..order` with these edges or arcs.
    #[staticmethod]
    fn from_edges(order: usize, edges: Vec<(usize, usize)>, directed: bool) -> PyResult<Graph> {
        let graph = match directed {
            true => graphs::Graph::directed(order, edges),
            false => graphs::Graph::undirected(order, edges),
        };
        named(graph.map_err(bad)?)
    }

    /// The graph that a text in a file format describes; `None` is any one-line format.
    #[staticmethod]
    #[pyo3(signature = (text, format=None))]
    fn decode(text: &str, format: Option<&str>) -> PyResult<Graph> {
        let format = format.map(str::parse).transpose().map_err(bad)?;
        let read = match format {
            None => formats::read_line(text),
            Some(Format::Graph6) => formats::graph6::read(text),
            Some(Format::Sparse6) => formats::sparse6::read(text),
            Some(Format::Digraph6) => formats::digraph6::read(text),
            Some(Format::Dimacs) => formats::dimacs::read(text),
            Some(Format::EdgeList) => formats::edge_list::read(text),
        };
        named(read.map_err(bad)?)
    }

    /// The graph in an export format; if `file`, exactly as in a file.
    fn export<'py>(&self, py: Python<'py>, format: &str, file: bool) -> Exported<'py> {
        export(py, &Sheet::of_graph(self.0.clone()), format, file)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn order(&self) -> usize {
        self.0.order()
    }

    #[getter]
    fn size(&self) -> usize {
        self.0.graph().edge_count()
    }

    #[getter]
    fn directed(&self) -> bool {
        self.0.graph().is_directed()
    }

    fn edges(&self) -> Vec<(usize, usize)> {
        self.0.graph().edges().collect()
    }

    fn neighbours(&self, vertex: usize) -> PyResult<Vec<usize>> {
        if vertex >= self.0.order() {
            return Err(bad(format!("{} has no vertex {vertex}", self.0.name())));
        }
        Ok(self.0.graph().neighbours(vertex).collect())
    }

    /// The canonical graph, and the number of automorphisms.
    fn canonical(&self, py: Python<'_>) -> PyResult<(Graph, String)> {
        let board = self.0.clone();
        let found = run(py, &chromex::Monitor::default(), move || {
            let symmetry = Symmetry::of_uncoloured(board.graph())?;
            let group = match symmetry.group_order() {
                Some(order) => order.to_string(),
                None => format!("1e{:.0}", symmetry.group_order_log10()),
            };
            Some((symmetry.canonical(board.graph()), group))
        })?;
        let (graph, group) = found
            .ok_or_else(|| bad(format!("{} is too large for a canonical form", self.0.name())))?;
        Ok((named(graph)?, group))
    }

    /// The number of components, whether it is bipartite, its diameter and its girth.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.0.graph();
        let facts = PyDict::new(py);
        facts.set_item("components", ops::components(graph).len())?;
        facts.set_item("bipartite", facts::is_bipartite(graph))?;
        facts.set_item("diameter", facts::diameter(graph))?;
        facts.set_item("girth", facts::girth(graph))?;
        Ok(facts)
    }

    /// The coordinates of each vertex.
    fn points(&self) -> Vec<(f64, f64)> {
        draw::layout(&self.0)
    }
}

/// A graph whose name is the shortest expression for it.
fn named(graph: graphs::Graph) -> PyResult<Graph> {
    let name = formats::expression(&graph);
    Ok(Graph(Board::new(graph, name)))
}

/// The graphs that an expression with ranges stands for.
#[pyfunction]
pub(crate) fn expand(text: &str) -> PyResult<Vec<String>> {
    Ok(graphs::expand(text).map_err(bad)?.collect())
}

/// All graphs of a kind, such as `connected:7`, up to isomorphism.
#[pyfunction]
pub(crate) fn all_graphs(selection: &str) -> PyResult<AllGraphs> {
    let selection: Selection = selection.parse().map_err(bad)?;
    Ok(AllGraphs {
        stream: Mutex::new(Some(Box::new(selection.graphs(Part::WHOLE)))),
        ready: VecDeque::new(),
        batch: 1,
    })
}

/// A stream of graphs, made in batches. The first batch is a single graph, so that it comes at
/// once; the next ones are larger, so that starting a thread for each costs little.
#[pyclass(module = "chromex._chromex")]
pub struct AllGraphs {
    /// `None` after Ctrl-C. The lock is never contended: Python requires classes that threads can
    /// share.
    stream: Mutex<Option<Graphs>>,
    ready: VecDeque<graphs::Graph>,
    batch: usize,
}

/// The largest batch.
const LARGEST_BATCH: usize = 1024;

#[pymethods]
impl AllGraphs {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Graph>> {
        if self.ready.is_empty() {
            self.fill(py)?;
        }
        self.ready.pop_front().map(|graph| Ok(Graph(all::board(graph)))).transpose()
    }
}

impl AllGraphs {
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        let stream = self.stream.get_mut().ok().and_then(Option::take);
        let Some(mut stream) = stream else { return Ok(()) };
        let batch = self.batch;
        let (stream, ready) = run(py, &chromex::Monitor::default(), move || {
            let ready = stream.by_ref().take(batch).collect();
            (stream, ready)
        })?;
        (self.stream, self.ready) = (Mutex::new(Some(stream)), ready);
        self.batch = LARGEST_BATCH.min(2 * batch);
        Ok(())
    }
}

/// A `str`, or `bytes` for formats that are not text.
pub(crate) type Exported<'py> = PyResult<Bound<'py, PyAny>>;

/// A graph or a position in an export format.
pub(crate) fn export<'py>(
    py: Python<'py>,
    sheet: &Sheet,
    format: &str,
    file: bool,
) -> Exported<'py> {
    let format = ExportFormat::named(format).map_err(bad)?;
    let written = if file { format.write_file(sheet) } else { format.write(sheet) };
    let bytes = written.map_err(bad)?;
    match format.content {
        Content::Text => Ok(PyString::new(py, &String::from_utf8_lossy(&bytes)).into_any()),
        Content::Bytes => Ok(PyBytes::new(py, &bytes).into_any()),
    }
}

/// The export format for the ending of a file name.
#[pyfunction]
pub(crate) fn format_of_file(path: PathBuf) -> PyResult<&'static str> {
    Ok(ExportFormat::of_file(&path).map_err(bad)?.name)
}

/// The export formats: name, endings of files, media type, description.
#[pyfunction]
pub(crate) fn export_formats(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let row = |format: &ExportFormat| {
        let row = PyDict::new(py);
        row.set_item("name", format.name)?;
        row.set_item("endings", format.endings.to_vec())?;
        row.set_item("media_type", format.media_type)?;
        row.set_item("summary", format.summary)?;
        Ok(row)
    };
    FORMATS.iter().map(row).collect()
}
