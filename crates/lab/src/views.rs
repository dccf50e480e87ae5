//! A graph with everything that is needed to draw it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use chromex::graphs::classes::{cograph, shape, spider};
use chromex::graphs::{Board, Graph, draw, facts};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// A graph as it is drawn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct GraphView {
    /// An expression for exactly this graph.
    name: String,
    /// The number of vertices.
    order: usize,
    /// The number of edges.
    size: usize,
    directed: bool,
    edges: Vec<[usize; 2]>,
    /// Coordinates for each vertex: neighbours usually have distance 1, and y points down.
    layout: Vec<[f64; 2]>,
    /// The number of rows, if it is written row by row.
    rows: Option<usize>,
    /// The length of its rows, if it is written row by row.
    row_length: Option<usize>,
    connected: bool,
    max_degree: usize,
    classes: Classes,
}

/// Classes of graphs that occur in the papers.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Classes {
    bipartite: bool,
    path: bool,
    cycle: bool,
    tree: bool,
    complete: bool,
    regular: bool,
    cograph: bool,
    spider: bool,
}

impl Classes {
    fn of(graph: &Graph, connected: bool) -> Classes {
        let (n, m) = (graph.order(), graph.edge_count());
        let plain = !graph.is_directed();
        Classes {
            bipartite: facts::is_bipartite(graph),
            path: plain && shape::path(graph).is_some(),
            cycle: shape::cycle(graph).is_some(),
            tree: plain && connected && n > 0 && m == n - 1,
            complete: plain && n > 0 && m == n * (n - 1) / 2,
            regular: (0..n).all(|v| graph.degree(v) == graph.max_degree()),
            cograph: plain && n > 0 && cograph::cotree(graph).is_ok(),
            spider: plain && n > 0 && spider::spider(graph).is_some(),
        }
    }
}

impl GraphView {
    fn new(board: &Board) -> GraphView {
        let graph = board.graph();
        let connected = shape::is_connected(graph);
        let round = |x: f64| (x * 1000.0).round() / 1000.0;
        GraphView {
            name: board.name().to_owned(),
            order: graph.order(),
            size: graph.edge_count(),
            directed: graph.is_directed(),
            edges: graph.edges().map(|(u, v)| [u, v]).collect(),
            layout: draw::layout(board).into_iter().map(|(x, y)| [round(x), round(y)]).collect(),
            rows: board.row_length().map(|length| graph.order() / length.max(1)),
            row_length: board.row_length(),
            connected,
            max_degree: graph.max_degree(),
            classes: Classes::of(graph, connected),
        }
    }
}

/// A view that several answers share.
#[derive(Debug, Clone)]
pub(crate) struct Shared(Arc<GraphView>);

impl Serialize for Shared {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// The most recent views: a game asks for its graph at every move.
#[derive(Debug, Default)]
pub(crate) struct Views(Mutex<VecDeque<Shared>>);

/// How many views are kept.
const KEPT: usize = 32;
/// The largest total number of vertices and edges of the kept views.
const KEPT_SIZE: usize = 200_000;

impl Views {
    /// The view of a board, which is known by its name.
    pub(crate) fn of(&self, board: &Board) -> Shared {
        if let Some(known) = self.find(board.name()) {
            return known;
        }
        let view = Shared(Arc::new(GraphView::new(board)));
        let mut kept = self.lock();
        kept.push_front(view.clone());
        let mut size = 0;
        let mut fits = |view: &Shared| {
            size += view.0.order + view.0.size;
            size <= KEPT_SIZE
        };
        let count = kept.iter().take(KEPT).take_while(|view| fits(view)).count();
        kept.truncate(count);
        view
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Shared>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, name: &str) -> Option<Shared> {
        let mut kept = self.lock();
        let place = kept.iter().position(|view| view.0.name == name)?;
        let view = kept.remove(place)?;
        kept.push_front(view.clone());
        Some(view)
    }
}
