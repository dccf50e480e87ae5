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
    labels: Option<Arc<[String]>>,
}

impl Board {
    /// A board of which only the graph and its name are known.
    pub fn new(graph: Graph, name: impl Into<Arc<str>>) -> Board {
        let (graph, name) = (Arc::new(graph), name.into());
        Board { graph, name, points: None, row_length: None, labels: None }
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

    /// The board with names for its vertices, which stand for something else: `2-5` for an edge. Any other
    /// number of names is ignored.
    pub fn with_labels(mut self, labels: Vec<String>) -> Board {
        if labels.len() == self.graph.order() {
            self.labels = Some(labels.into());
        }
        self
    }

    /// The board under another name.
    pub fn named(mut self, name: impl Into<Arc<str>>) -> Board {
        self.name = name.into();
        self
    }

    /// The graph that is played on.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.graph.order()
    }

    /// How the graph was given: `grid:3x5`, `g6:DQc` and so on.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Natural coordinates of the vertices, if the family of the graph has any.
    pub fn points(&self) -> Option<&[Point]> {
        self.points.as_deref()
    }

    /// The names of the vertices, where they stand for something else.
    pub fn labels(&self) -> Option<&[String]> {
        self.labels.as_deref()
    }

    /// How a vertex is written: its name, or its number.
    pub fn vertex_name(&self, v: usize) -> String {
        self.labels.as_ref().map_or_else(|| v.to_string(), |labels| labels[v].clone())
    }

    /// The vertex with this name, or else with this number.
    pub fn vertex_named(&self, text: &str) -> Option<usize> {
        let labels = self.labels.as_deref().unwrap_or_default();
        let by_number = || text.parse().ok().filter(|&v| v < self.order());
        labels.iter().position(|label| label == text).or_else(by_number)
    }

    /// The length of a row, for boards that are written row by row.
    pub fn row_length(&self) -> Option<usize> {
        self.row_length
    }
}
