//! Simple shapes of graphs that theorems are about: paths, cycles, boards.

use chromex_graphs::{Board, Graph, ops};

/// The number of vertices, if the undirected graph is a path.
///
/// ```
/// use chromex_graph_tools::classes::shape::path;
/// assert_eq!(path(chromex_graphs::parse("edges:2-0,0-1")?.graph()), Some(3));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn path(graph: &Graph) -> Option<usize> {
    let n = graph.order();
    let fits = !graph.is_directed() && n >= 1 && graph.edge_count() == n - 1;
    (fits && graph.max_degree() <= 2 && is_connected(graph)).then_some(n)
}

/// The number of vertices, if the graph is a cycle with at least three vertices; a digraph has to
/// be a directed cycle.
pub fn cycle(graph: &Graph) -> Option<usize> {
    let n = graph.order();
    let fits = n >= 3 && graph.edge_count() == n && (0..n).all(|v| one_in_one_out(graph, v));
    (fits && is_connected(graph)).then_some(n)
}

fn one_in_one_out(graph: &Graph, v: usize) -> bool {
    match graph.is_directed() {
        true => graph.out_neighbours(v).len() == 1 && graph.in_neighbours(v).len() == 1,
        false => graph.degree(v) == 2,
    }
}

/// Whether there is a path between any two vertices, ignoring directions.
pub fn is_connected(graph: &Graph) -> bool {
    ops::components(graph).len() <= 1
}

/// Whether the vertices can be divided in two sides, such that each vertex sees all of the other
/// side; in time linear in the size of the graph.
///
/// ```
/// use chromex_graph_tools::classes::shape::is_join;
/// let join = |name: &str| is_join(chromex_graphs::parse(name).unwrap().graph());
/// assert!(join("bipartite:3,4") && join("wheel:5") && !join("path:4") && !join("path:1"));
/// ```
pub fn is_join(graph: &Graph) -> bool {
    // A side with at most half of the vertices is seen by all others, so degrees rule out most
    // graphs at once.
    if graph.is_directed() || 2 * graph.max_degree() < graph.order() {
        return false;
    }
    // The component of the first vertex in the complement.
    let mut left: Vec<usize> = (1..graph.order()).collect();
    let mut reached = vec![0];
    let mut is_seen = vec![false; graph.order()];
    while let Some(v) = reached.pop() {
        graph.neighbours(v).for_each(|w| is_seen[w] = true);
        let unseen = left.extract_if(.., |w| !is_seen[*w]);
        reached.extend(unseen);
        graph.neighbours(v).for_each(|w| is_seen[w] = false);
    }
    !left.is_empty()
}

/// The shape of a board with rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A grid, P_rows □ P_columns.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A cylinder, P_rows □ C_columns.
    Cylinder {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A rook's graph, K_rows □ K_columns; its colourings are Latin rectangles.
    Rook {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A grid with both diagonals of every square.
    King {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A grid with one diagonal of every square, from a vertex down to the right.
    Triangular {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
}

/// The shape of a board with rows, found by comparing all its edges.
///
/// ```
/// use chromex_graph_tools::classes::shape::{Shape, shape};
/// let board = chromex_graphs::parse("cylinder:4x7")?;
/// assert_eq!(shape(&board), Some(Shape::Cylinder { rows: 4, columns: 7 }));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn shape(board: &Board) -> Option<Shape> {
    let (graph, columns) = (board.graph(), board.row_length()?);
    let rows = board.order().checked_div(columns)?;
    if graph.is_directed() || board.order() == 0 || rows * columns != board.order() {
        return None;
    }
    let shapes = [
        Shape::Grid { rows, columns },
        Shape::Cylinder { rows, columns },
        Shape::Rook { rows, columns },
        Shape::King { rows, columns },
        Shape::Triangular { rows, columns },
    ];
    shapes.into_iter().find(|shape| shape.is_that_of(graph))
}

impl Shape {
    fn is_that_of(self, graph: &Graph) -> bool {
        self.edge_count() == graph.edge_count() && graph.edges().all(|(u, v)| self.joins(u, v))
    }

    fn edge_count(self) -> usize {
        match self {
            Shape::Grid { rows, columns } => rows * (columns - 1) + columns * (rows - 1),
            // A cylinder with two columns has no cycles around it.
            Shape::Cylinder { columns, .. } if columns < 3 => usize::MAX,
            Shape::Cylinder { rows, columns } => rows * columns + columns * (rows - 1),
            Shape::Rook { rows, columns } => rows * columns * (rows + columns - 2) / 2,
            Shape::King { rows, columns } => {
                Shape::Grid { rows, columns }.edge_count() + 2 * (rows - 1) * (columns - 1)
            }
            Shape::Triangular { rows, columns } => {
                Shape::Grid { rows, columns }.edge_count() + (rows - 1) * (columns - 1)
            }
        }
    }

    fn joins(self, u: usize, v: usize) -> bool {
        let (Shape::Grid { columns, .. }
        | Shape::Cylinder { columns, .. }
        | Shape::Rook { columns, .. }
        | Shape::King { columns, .. }
        | Shape::Triangular { columns, .. }) = self;
        let (u, v) = (u.min(v), u.max(v));
        let (same_row, same_column) = (u / columns == v / columns, u % columns == v % columns);
        let (down, across) = (v / columns - u / columns, (u % columns).abs_diff(v % columns));
        match self {
            Shape::Rook { .. } => same_row || same_column,
            Shape::Grid { .. } => same_row && across == 1 || same_column && down == 1,
            Shape::Cylinder { .. } => {
                same_row && (across == 1 || across == columns - 1) || same_column && down == 1
            }
            Shape::King { .. } => down <= 1 && across <= 1,
            Shape::Triangular { .. } => {
                let to_the_right = u % columns < v % columns;
                down + across == 1 || down == 1 && across == 1 && to_the_right
            }
        }
    }
}
