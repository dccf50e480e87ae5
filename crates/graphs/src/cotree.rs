//! Cographs: single vertices, and the unions and joins of smaller cographs; equally, the graphs
//! without an induced path of four vertices (Bensmail et al., section 5).
//!
//! A [`Cotree`] says how a cograph is put together. It takes memory for the vertices only, not for
//! the edges, so that a cograph of a million vertices fits however dense it is. [`notation`] is how a
//! cotree is typed; `chromex-graph-tools` finds the cotree of a graph.

pub mod notation;

use std::ops::Range;

use crate::graph::{Graph, GraphError};
use crate::limit::EDGES;

/// What an inner node of a cotree does with its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// Puts them side by side.
    Union,
    /// Adds all edges between them.
    Join,
}

impl Label {
    /// The label of the same node in the cotree of the complement.
    pub fn opposite(self) -> Label {
        match self {
            Label::Union => Label::Join,
            Label::Join => Label::Union,
        }
    }
}

/// A node of a cotree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node<'a> {
    /// A leaf: a vertex of the graph.
    Vertex(usize),
    /// At least two parts, given by the numbers of their nodes; none of them has the same label.
    Inner(Label, &'a [u32]),
}

/// How a cograph is put together from single vertices by unions and joins.
///
/// It is reduced: labels alternate on each way down. The vertices are `0..n`.
///
/// ```
/// use chromex_graphs::cotree::Cotree;
/// let star: Cotree = "j(1,u(4))".parse()?;
/// assert_eq!((star.order(), star.edge_count()), (5, 4));
/// assert_eq!(star.complement().to_string(), "u(1,j(4))");
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cotree {
    /// Every node comes after its own parts; the root is last.
    nodes: Vec<Stored>,
    /// The lists of parts of all nodes, one list after the other.
    parts: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stored {
    Vertex(u32),
    Inner(Label, Range<u32>),
}

impl Cotree {
    /// The nodes; every node comes after its own parts, and the root is last.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        self.nodes.iter().map(|node| self.view(node))
    }

    fn view<'a>(&'a self, node: &Stored) -> Node<'a> {
        match node {
            Stored::Vertex(v) => Node::Vertex(*v as usize),
            Stored::Inner(label, range) => {
                Node::Inner(*label, &self.parts[range.start as usize..range.end as usize])
            }
        }
    }

    /// The last node, which stands for the whole graph.
    pub fn root(&self) -> Node<'_> {
        self.view(self.nodes.last().expect("a cotree has a node"))
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.orders().last().map_or(0, |&order| order as usize)
    }

    /// The number of vertices below each node.
    pub fn orders(&self) -> Vec<u32> {
        let mut orders: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            orders.push(match node {
                Node::Vertex(_) => 1,
                Node::Inner(_, parts) => parts.iter().map(|&part| orders[part as usize]).sum(),
            });
        }
        orders
    }

    /// The number of edges of the graph.
    pub fn edge_count(&self) -> u128 {
        let orders = self.orders();
        let between = |parts: &[u32]| {
            let (mut before, mut edges) = (0_u128, 0);
            for &part in parts {
                let order = u128::from(orders[part as usize]);
                edges += before * order;
                before += order;
            }
            edges
        };
        let of_node = |node| match node {
            Node::Inner(Label::Join, parts) => between(parts),
            _ => 0,
        };
        self.nodes().map(of_node).sum()
    }

    /// The cotree of the complement: unions become joins.
    pub fn complement(mut self) -> Cotree {
        for node in &mut self.nodes {
            if let Stored::Inner(label, _) = node {
                *label = label.opposite();
            }
        }
        self
    }

    /// The graph, edge by edge.
    pub fn graph(&self) -> Result<Graph, GraphError> {
        let count = EDGES.check(usize::try_from(self.edge_count()).ok())?;
        let (leaves, below) = self.leaves();
        let mut edges = Vec::with_capacity(count);
        for node in self.nodes() {
            let Node::Inner(Label::Join, parts) = node else { continue };
            let first = below[parts[0] as usize].start;
            for &part in &parts[1..] {
                let Range { start, end } = below[part as usize].clone();
                let earlier = &leaves[first..start];
                let later = &leaves[start..end];
                edges.extend(earlier.iter().flat_map(|&u| later.iter().map(move |&v| (u, v))));
            }
        }
        Graph::undirected_asking(self.order(), edges)
    }

    /// The vertices from left to right, and which of them are below each node.
    pub fn leaves(&self) -> (Vec<usize>, Vec<Range<usize>>) {
        let mut leaves = Vec::new();
        let mut below: Vec<Range<usize>> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            below.push(match node {
                Node::Vertex(v) => {
                    leaves.push(v);
                    leaves.len() - 1..leaves.len()
                }
                // Nodes are in the order in which a walk leaves them, so parts are neighbours.
                Node::Inner(_, parts) => {
                    below[parts[0] as usize].start..below[parts[parts.len() - 1] as usize].end
                }
            });
        }
        (leaves, below)
    }
}

/// A tree of unions and joins in the making: nodes in any order, labels that need not alternate,
/// nodes with a single part.
#[derive(Debug, Default)]
pub struct Draft {
    nodes: Vec<Stored>,
    parts: Vec<u32>,
}

/// What is left to do on a walk through a draft.
enum Step {
    /// Look at a node below one with this label.
    Enter(u32, Option<Label>),
    /// Make one node of all parts that were finished since the number of finished parts was this.
    Leave(Label, usize),
}

impl Draft {
    /// Adds a leaf and returns the number of its node.
    pub fn vertex(&mut self, v: usize) -> u32 {
        self.push(Stored::Vertex(v as u32))
    }

    /// Adds a node with these parts and returns its number.
    pub fn inner(&mut self, label: Label, parts: &[u32]) -> u32 {
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        self.push(Stored::Inner(label, start..self.parts.len() as u32))
    }

    fn push(&mut self, node: Stored) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Reduces the tree below `root`; without recursion, because trees may be a million levels
    /// deep.
    pub fn reduced(&self, root: u32) -> Cotree {
        let mut tree = Draft::default();
        let mut finished: Vec<u32> = Vec::new();
        let mut todo = vec![Step::Enter(root, None)];
        while let Some(step) = todo.pop() {
            match step {
                Step::Enter(node, above) => match &self.nodes[node as usize] {
                    Stored::Vertex(v) => finished.push(tree.vertex(*v as usize)),
                    Stored::Inner(label, range) => {
                        let parts = &self.parts[range.start as usize..range.end as usize];
                        let absorbed = parts.len() == 1 || above == Some(*label);
                        let above = if absorbed { above } else { Some(*label) };
                        if !absorbed {
                            todo.push(Step::Leave(*label, finished.len()));
                        }
                        todo.extend(parts.iter().rev().map(|&part| Step::Enter(part, above)));
                    }
                },
                Step::Leave(label, start) => {
                    let node = tree.inner(label, &finished[start..]);
                    finished.truncate(start);
                    finished.push(node);
                }
            }
        }
        Cotree { nodes: tree.nodes, parts: tree.parts }
    }
}
