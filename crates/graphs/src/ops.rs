//! New boards from old ones: sums, products, complements, powers, line graphs, induced subgraphs.
//!
//! Names are left to the caller; coordinates are kept where those of the old boards make sense for
//! the new one.

use std::collections::VecDeque;

use crate::board::{Board, Point};
use crate::graph::{Graph, GraphError};
use crate::limit::{EDGES, PAIRS, VERTICES, rows};

/// The smallest box around the points: (left, top, width, height).
fn extent(points: &[Point]) -> (f64, f64, f64, f64) {
    let fold = |f: fn(f64, f64) -> f64, start, pick: fn(&Point) -> f64| {
        points.iter().map(pick).fold(start, f)
    };
    if points.is_empty() {
        return (0.0, 0.0, 0.0, 0.0);
    }
    let (left, top) =
        (fold(f64::min, f64::INFINITY, |p| p.0), fold(f64::min, f64::INFINITY, |p| p.1));
    let (right, bottom) =
        (fold(f64::max, f64::NEG_INFINITY, |p| p.0), fold(f64::max, f64::NEG_INFINITY, |p| p.1));
    (left, top, right - left, bottom - top)
}

/// Both boards side by side, without an edge between them.
pub fn disjoint_union(a: &Board, b: &Board) -> Result<Board, GraphError> {
    let kind = common_kind(a.graph(), b.graph())?;
    let shift = a.order();
    let n = VERTICES.check(shift.checked_add(b.order()))?;
    EDGES.check(a.graph().edge_count().checked_add(b.graph().edge_count()))?;
    let right = b.graph().edges().map(|(u, v)| (u + shift, v + shift));
    let board = Board::new(kind.same_kind_asking(n, a.graph().edges().chain(right))?, "");
    let (Some(ours), Some(theirs)) = (a.points(), b.points()) else { return Ok(board) };
    let (from, to) = (extent(ours), extent(theirs));
    let dx = if ours.is_empty() { 0.0 } else { from.0 + from.2 + 1.0 - to.0 };
    let moved = theirs.iter().map(|p| (p.0 + dx, p.1));
    Ok(board.with_points(ours.iter().copied().chain(moved).collect()))
}

/// A graph of the kind (directed or not) that both share; an edgeless graph goes with either kind.
fn common_kind<'a>(a: &'a Graph, b: &'a Graph) -> Result<&'a Graph, GraphError> {
    if a.is_directed() == b.is_directed() || b.edge_count() == 0 {
        Ok(a)
    } else if a.edge_count() == 0 {
        Ok(b)
    } else {
        Err(GraphError::MixedKinds)
    }
}

/// The disjoint union, and every vertex of the one joined to every vertex of the other.
pub fn join(a: &Board, b: &Board) -> Result<Board, GraphError> {
    if a.graph().is_directed() || b.graph().is_directed() {
        return Err(GraphError::Undirected("the join"));
    }
    let sum = disjoint_union(a, b)?;
    let (left, n) = (a.order(), sum.order());
    EDGES.check(left.checked_mul(b.order()))?;
    let between = (0..left).flat_map(|u| (left..n).map(move |v| (u, v)));
    let graph = Graph::undirected_asking(n, sum.graph().edges().chain(between))?;
    Ok(with_points_of(Board::new(graph, ""), &sum))
}

fn with_points_of(board: Board, old: &Board) -> Board {
    match old.points() {
        Some(points) => board.with_points(points.to_vec()),
        None => board,
    }
}

/// The Cartesian product; vertex `(u, v)` is number `u·|b| + v`, so each row is a copy of `b`.
pub fn product(a: &Board, b: &Board) -> Result<Board, GraphError> {
    let kind = common_kind(a.graph(), b.graph())?;
    let (rows, columns) = (a.order(), b.order());
    let n = VERTICES.check(rows.checked_mul(columns))?;
    let edges_a = a.graph().edge_count().checked_mul(columns);
    let edges_b = b.graph().edge_count().checked_mul(rows);
    EDGES.check(edges_a.zip(edges_b).and_then(|(x, y)| x.checked_add(y)))?;
    let down = a
        .graph()
        .edges()
        .flat_map(|(u, w)| (0..columns).map(move |v| (u * columns + v, w * columns + v)));
    let along = (0..rows)
        .flat_map(|u| b.graph().edges().map(move |(v, w)| (u * columns + v, u * columns + w)));
    let board =
        Board::new(kind.same_kind_asking(n, down.chain(along))?, "").with_rows(columns.max(1));
    let (Some(pa), Some(pb)) = (a.points(), b.points()) else { return Ok(board) };
    // Copies of `b` stand where the (transposed) points of `a` are, spread so as not to overlap.
    let (_, _, width, height) = extent(pb);
    let points = pa.iter().flat_map(|p| {
        let (dx, dy) = (p.1 * (width + 1.0), p.0 * (height + 1.0));
        pb.iter().map(move |q| (q.0 + dx, q.1 + dy))
    });
    Ok(board.with_points(points.collect()))
}

/// The complement: two vertices are joined exactly if they were not.
pub fn complement(board: &Board) -> Result<Board, GraphError> {
    let (graph, n) = (board.graph(), board.order());
    PAIRS.check(n.checked_mul(n))?;
    let pairs = rows(n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let missing =
        pairs.filter(|&(u, v)| u != v && (graph.is_directed() || u < v) && !graph.has_edge(u, v));
    let result = Board::new(graph.same_kind_asking(n, missing)?, "");
    Ok(keep_place(result, board))
}

/// Coordinates and rows of the old board, whose vertices are the same.
fn keep_place(result: Board, old: &Board) -> Board {
    let result = with_points_of(result, old);
    match old.row_length() {
        Some(length) => result.with_rows(length),
        None => result,
    }
}

/// The graph without the directions of its arcs.
pub fn underlying(board: &Board) -> Result<Board, GraphError> {
    let (graph, name) = (board.graph(), board.name().to_owned());
    let result = Board::new(Graph::undirected_asking(graph.order(), graph.edges())?, name);
    Ok(keep_place(result, board))
}

/// The `d`-th power: vertices at distance 1 to `d` are joined (along arcs, in a digraph).
pub fn power(board: &Board, d: usize) -> Result<Board, GraphError> {
    let (graph, n) = (board.graph(), board.order());
    let mut edges = Vec::new();
    for u in 0..n {
        edges.extend(within(graph, u, d).into_iter().map(|v| (u, v)));
        EDGES.check(Some(edges.len()))?;
    }
    Ok(keep_place(Board::new(graph.same_kind_asking(n, edges)?, ""), board))
}

/// The vertices at distance 1 to `d` from `u`, along arcs in a digraph.
pub fn within(graph: &Graph, u: usize, d: usize) -> Vec<usize> {
    reached(graph.order(), u, d, |v| graph.out_neighbours(v))
}

/// The vertices at distance 1 to `d` from `u`, whatever the directions of arcs.
pub fn near(graph: &Graph, u: usize, d: usize) -> Vec<usize> {
    reached(graph.order(), u, d, |v| graph.neighbours(v))
}

/// The vertices, out of `n`, that can be reached from `u` in 1 to `d` steps, nearest first.
fn reached<I: Iterator<Item = usize>>(
    n: usize,
    u: usize,
    d: usize,
    next: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut seen = std::collections::HashSet::from([u]);
    let mut queue = VecDeque::from([(u, 0)]);
    let mut found = Vec::new();
    while let Some((v, distance)) = queue.pop_front() {
        if distance == d || found.len() + 1 == n {
            break;
        }
        for w in next(v) {
            if seen.insert(w) {
                found.push(w);
                queue.push_back((w, distance + 1));
            }
        }
    }
    found
}

/// The line graph: the edges become vertices, joined when they share an end, and called `u-v`.
pub fn line_graph(board: &Board) -> Result<Board, GraphError> {
    let all = total_graph(board)?;
    let order = board.order();
    let edges: Vec<usize> = (order..all.order()).collect();
    let labels = edges.iter().map(|&e| all.vertex_name(e)).collect();
    Ok(induced(&all, &edges)?.with_labels(labels))
}

/// The total graph: vertices and edges, joined when they are adjacent or the one is an end of the other.
/// The vertices come first; edges are called `u-v`.
pub fn total_graph(board: &Board) -> Result<Board, GraphError> {
    let graph = board.graph();
    if graph.is_directed() {
        return Err(GraphError::Undirected("the line graph"));
    }
    let order = graph.order();
    let ends: Vec<_> = graph.edges().collect();
    let mut at = vec![Vec::new(); order];
    for (e, &(u, v)) in ends.iter().enumerate() {
        at[u].push(order + e);
        at[v].push(order + e);
    }
    let mut pairs = at.iter().map(|star| star.len() * star.len());
    EDGES.check(pairs.try_fold(0_usize, usize::checked_add))?;
    let sharing = at.iter().flat_map(|star| {
        star.iter().enumerate().flat_map(|(i, &e)| star[i + 1..].iter().map(move |&f| (e, f)))
    });
    let incident = at.iter().enumerate().flat_map(|(v, star)| star.iter().map(move |&e| (v, e)));
    let joined = graph.edges().chain(incident).chain(sharing);
    let vertices = (0..order).map(|v| board.vertex_name(v));
    let labels = vertices.chain(ends.iter().map(|(u, v)| format!("{u}-{v}"))).collect();
    let result =
        Board::new(Graph::undirected_asking(order + ends.len(), joined)?, "").with_labels(labels);
    let Some(points) = board.points() else { return Ok(result) };
    let middle = |&(u, v): &(usize, usize)| {
        ((points[u].0 + points[v].0) / 2.0, (points[u].1 + points[v].1) / 2.0)
    };
    Ok(result.with_points(points.iter().copied().chain(ends.iter().map(middle)).collect()))
}

/// The subgraph on the given vertices, renumbered in the order they are given.
pub fn induced(board: &Board, vertices: &[usize]) -> Result<Board, GraphError> {
    let graph = board.graph();
    let mut number = vec![None; graph.order()];
    for (new, &old) in vertices.iter().enumerate() {
        let slot = number.get_mut(old).ok_or(GraphError::NotAVertex(old, graph.order()))?;
        if slot.replace(new).is_some() {
            return Err(GraphError::Repeated(old));
        }
    }
    let edges = graph.edges().filter_map(|(u, v)| number[u].zip(number[v]));
    let result = Board::new(graph.same_kind_asking(vertices.len(), edges)?, "");
    let Some(points) = board.points() else { return Ok(result) };
    Ok(result.with_points(vertices.iter().map(|&v| points[v]).collect()))
}

/// The connected components (direction of arcs ignored) as sorted vertex lists, by least vertex.
pub fn components(graph: &Graph) -> Vec<Vec<usize>> {
    let mut seen = vec![false; graph.order()];
    let mut parts = Vec::new();
    for start in 0..graph.order() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            part.extend(graph.neighbours(v).filter(|&w| !std::mem::replace(&mut seen[w], true)));
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}
