//! A board: a graph with a name, a place on paper for each vertex, and rows where it has them.

use std::sync::Arc;

use crate::Graph;

/// A point in the plane; the unit is the usual distance between neighbours, y points down.
pub type Point = (f64, f64);

/// What is played on: a graph together with how people name it, draw it and write it down.
///
/// Cheap to clone.
#[derive(Debug, Clone)]
pub struct Board {
    graph: Arc<Graph>,
    name: Arc<str>,
    points: Option<Arc<[Point]>>,
    row_length: Option<usize>,
}

impl Board {
    /// A board of which only the graph and its name are known.
    pub fn new(graph: Graph, name: impl Into<Arc<str>>) -> Board {
        Board { graph: Arc::new(graph), name: name.into(), points: None, row_length: None }
    }

    /// The board with natural coordinates, one point a vertex; any other number of points is ignored.
    pub fn with_points(mut self, points: Vec<Point>) -> Board {
        if points.len() == self.graph.order() {
            self.points = Some(points.into());
        }
        self
    }

    /// The board cut into rows of this length, numbered row by row; a length that leaves a part of a
    /// row is ignored.
    pub fn with_rows(mut self, row_length: usize) -> Board {
        if row_length > 0 && self.graph.order().is_multiple_of(row_length) {
            self.row_length = Some(row_length);
        }
        self
    }

    /// The board under another name.
    pub fn named(mut self, name: impl Into<Arc<str>>) -> Board {
        self.name = name.into();
        self
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.graph.order()
    }

    /// How the graph was given: `grid:3x5`, `g6:DQc`, …
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the family draws its vertices, if it has an opinion.
    pub fn points(&self) -> Option<&[Point]> {
        self.points.as_deref()
    }

    /// The length of a row, for boards that are written row by row.
    pub fn row_length(&self) -> Option<usize> {
        self.row_length
    }
}
