//! Graphs with few induced paths of four vertices: (q, q−4)-graphs (Babel and Olariu), in which no q vertices induce more than
//! q − 4 of them. Cographs are the (4, 0)-graphs.

use chromex_graphs::{Board, Graph, ops};

use super::primeval::{MAX_ORDER, p_components};
use super::spider::spider;
use crate::bits::VertexSet;

/// The sets of four vertices that induce a path, in a graph with up to 128 vertices.
pub fn induced_paths(graph: &Graph) -> Vec<VertexSet> {
    let edge = |u: usize, v: usize| graph.adjacent(u, v);
    let mut found = Vec::new();
    for (b, c) in graph.edges() {
        let ends = |v: usize, w: usize| {
            graph.neighbours(v).filter(move |&a| a != w && !edge(a, w)).collect::<Vec<_>>()
        };
        for a in ends(b, c) {
            let fit = ends(c, b).into_iter().filter(|&d| d != a && !edge(a, d));
            found.extend(fit.map(|d| [a, b, c, d].into_iter().collect::<VertexSet>()));
        }
    }
    found
}

/// For p-connected components with up to this many vertices, all sets of vertices are examined.
const MAX_SETS: usize = 16;

/// The least q ≥ 4 for which a graph with up to 2000 vertices is a (q, q−4)-graph, if there is one
/// that is at most its order; `None` also if this could not be decided.
///
/// Every induced path of four vertices lies in one p-connected component, so components are
/// examined one by one. A component with at least q vertices that is not a spider has too many
/// paths (Babel and Olariu).
///
/// ```
/// use chromex_graph_tools::classes::few_p4s::least_q;
/// let q = |name: &str| least_q(chromex_graphs::parse(name).unwrap().graph());
/// assert_eq!((q("star:5"), q("path:4"), q("cycle:5")), (Some(4), None, None));
/// assert_eq!((q("40*path:4"), q("cycle:5+300*path:1")), (Some(5), Some(9)));
/// ```
pub fn least_q(graph: &Graph) -> Option<usize> {
    let n = graph.order();
    if graph.is_directed() || n > MAX_ORDER {
        return None;
    }
    let parts = parts_of(graph)?;
    let (least, most) =
        (together(&parts, n, |part| &part.least), together(&parts, n, |part| &part.most));
    for q in 4..=n.max(4) {
        let too_large = parts.iter().any(|part| !part.is_spider && part.order >= q);
        match q.min(n) {
            _ if too_large => {}
            within if most[within] <= q - 4 => return Some(q),
            within if least[within] > q - 4 => {}
            _ => return None,
        }
    }
    None
}

/// A p-connected component with several vertices.
struct Part {
    order: usize,
    is_spider: bool,
    /// For each number of its vertices, bounds on how many paths they can induce at most: a lower
    /// bound and an upper bound.
    least: Vec<usize>,
    most: Vec<usize>,
}

fn parts_of(graph: &Graph) -> Option<Vec<Part>> {
    let labels = p_components(graph)?;
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); graph.order()];
    labels.iter().enumerate().for_each(|(v, &label)| members[label].push(v));
    let board = Board::new(graph.clone(), String::new());
    let several = members.into_iter().filter(|part| part.len() > 1);
    several.map(|part| Some(Part::new(ops::induced(&board, &part).ok()?.graph()))).collect()
}

impl Part {
    fn new(graph: &Graph) -> Part {
        let order = graph.order();
        let is_spider = spider(graph).is_some_and(|found| found.rest.is_empty());
        let exact =
            |counts: Vec<usize>| Part { order, is_spider, most: counts.clone(), least: counts };
        if is_spider {
            // Any two legs form a path.
            return exact((0..=order).map(|x| (x / 2) * (x / 2).saturating_sub(1) / 2).collect());
        }
        if order <= MAX_SETS {
            return exact(counted(graph));
        }
        let all = count_paths(graph);
        let mut least: Vec<usize> = (0..=order).map(|x| usize::from(x >= 4)).collect();
        least[order] = all;
        let choices =
            |x: usize| x.saturating_sub(3) * x.saturating_sub(2) * x.saturating_sub(1) * x / 24;
        Part { order, is_spider, least, most: (0..=order).map(|x| all.min(choices(x))).collect() }
    }
}

/// For each x, the largest number of paths that x vertices induce.
fn counted(graph: &Graph) -> Vec<usize> {
    let paths = induced_paths(graph);
    let mut most = vec![0; graph.order() + 1];
    for set in 0..1_u128 << graph.order() {
        let inside = paths.iter().filter(|path| path.0 & !set == 0).count();
        let x = set.count_ones() as usize;
        most[x] = most[x].max(inside);
    }
    most
}

/// The number of sets of four vertices that induce a path.
fn count_paths(graph: &Graph) -> usize {
    let ends = |v: usize, w: usize| -> Vec<usize> {
        graph.neighbours(v).filter(|&a| a != w && !graph.adjacent(a, w)).collect()
    };
    let through = |(b, c): (usize, usize)| {
        let behind = ends(c, b);
        let pairs = ends(b, c)
            .into_iter()
            .flat_map(|a| behind.iter().filter(move |&&d| !graph.adjacent(a, d)));
        pairs.count()
    };
    graph.edges().map(through).sum()
}

/// For each x up to n, the largest number of paths that x vertices of several parts induce.
fn together(parts: &[Part], n: usize, counts: fn(&Part) -> &Vec<usize>) -> Vec<usize> {
    let mut best = vec![0; n + 1];
    for part in parts {
        let counts = counts(part);
        for x in (0..=n).rev() {
            let taken = (0..=x.min(part.order)).map(|here| best[x - here] + counts[here]);
            best[x] = taken.max().unwrap_or(0);
        }
    }
    best
}
