//! Graphs.

use chromex::graphs::formats::{self, Format};
use chromex::graphs::generate::Kind;
use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{self, Board, all, draw, facts, ops};
use chromex::rules::{Colour, Palette, Position, UNCOLOURED};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::run::{bad, run};

/// A graph with its name; never changes.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Graph(pub Board);

#[pymethods]
impl Graph {
    /// The graph that an expression such as `grid:3x5` describes.
    #[new]
    fn new(text: &str) -> PyResult<Graph> {
        graphs::parse(text).map(Graph).map_err(bad)
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

    /// The graph in a file format.
    fn encode(&self, format: &str) -> PyResult<String> {
        formats::write(self.0.graph(), format.parse().map_err(bad)?).map_err(bad)
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

    /// Components, bipartite, diameter, girth.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.0.graph();
        let facts = PyDict::new(py);
        facts.set_item("components", ops::components(graph).len())?;
        facts.set_item("bipartite", facts::is_bipartite(graph))?;
        facts.set_item("diameter", facts::diameter(graph))?;
        facts.set_item("girth", facts::girth(graph))?;
        Ok(facts)
    }

    /// Where each vertex is drawn.
    fn points(&self) -> Vec<(f64, f64)> {
        draw::layout(&self.0)
    }

    fn svg(&self) -> String {
        draw::svg(&self.0, &[])
    }

    fn dot(&self) -> String {
        draw::dot(&self.0, &[])
    }
}

/// A graph under the shortest name that gives it again.
fn named(graph: graphs::Graph) -> PyResult<Graph> {
    let name = name_of(&graph);
    Ok(Graph(Board::new(graph, name)))
}

/// The shortest expression in one of nauty's formats.
pub fn name_of(graph: &graphs::Graph) -> String {
    let prefixed = [(Format::Digraph6, "d6:"), (Format::Graph6, "g6:"), (Format::Sparse6, "s6:")]
        .into_iter()
        .filter_map(|(format, prefix)| {
            Some(format!("{prefix}{}", formats::write(graph, format).ok()?))
        });
    prefixed.min_by_key(String::len).unwrap_or_default()
}

/// The graphs that an expression with ranges stands for.
#[pyfunction]
pub fn expand(text: &str) -> PyResult<Vec<String>> {
    Ok(graphs::expand(text).map_err(bad)?.collect())
}

/// All graphs of a kind with `order` vertices, up to isomorphism, in graph6.
#[pyfunction]
pub fn all_graphs(py: Python<'_>, kind: &str, order: usize) -> PyResult<Vec<String>> {
    let Ok(kind) = kind.parse::<Kind>() else {
        let kinds: Vec<&str> = Kind::every().map(Kind::name).collect();
        return Err(bad(format!("`{kind}` is no kind of graphs: {}", kinds.join(", "))));
    };
    let most = kind.most_listed();
    if order > most {
        return Err(bad(format!("`{kind}` is listed up to {most} vertices")));
    }
    let texts = run(py, &chromex::Monitor::default(), move || {
        all::of_kind(kind, order).iter().map(formats::graph6::write).collect::<Result<Vec<_>, _>>()
    })?;
    texts.map_err(bad)
}

/// The picture of a position; two copies stand side by side.
pub fn draw_position(position: &Position) -> PyResult<String> {
    let (board, palette) = (position.board(), position.game().palette());
    let mark = |&colour: &Colour| match colour {
        UNCOLOURED => draw::Mark::default(),
        colour => draw::Mark::painted(paint(palette, colour)),
    };
    let marks: Vec<draw::Mark> = position.colouring().iter().map(mark).collect();
    match position.game().copies() {
        1 => Ok(draw::svg(board, &marks)),
        _ => Ok(draw::svg(&ops::disjoint_union(board, board).map_err(bad)?, &marks)),
    }
}

fn paint(palette: Palette, colour: Colour) -> draw::Paint {
    match palette.name(colour).as_str() {
        "Black" => draw::Paint::Black,
        "White" => draw::Paint::White,
        "Red" => draw::Paint::Red,
        "Blue" => draw::Paint::Blue,
        _ => draw::Paint::Number(colour),
    }
}
