//! Basic facts about a graph.

use std::collections::VecDeque;

use chromex_graphs::Graph;

/// The distances from `start` along edges, direction ignored; `None` where it cannot be reached.
pub fn distances(graph: &Graph, start: usize) -> Vec<Option<usize>> {
    let mut distance = vec![None; graph.order()];
    distance[start] = Some(0);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((v, d)) = queue.pop_front() {
        for w in graph.neighbours(v) {
            if distance[w].is_none() {
                distance[w] = Some(d + 1);
                queue.push_back((w, d + 1));
            }
        }
    }
    distance
}

/// The largest distance between two vertices; `None` if some cannot be reached from others.
pub fn diameter(graph: &Graph) -> Option<usize> {
    let mut largest = 0;
    for v in 0..graph.order() {
        for distance in distances(graph, v) {
            largest = largest.max(distance?);
        }
    }
    Some(largest)
}

/// The length of a shortest cycle, direction ignored; `None` if there is no cycle.
///
/// Opposite arcs between two vertices count as one edge.
pub fn girth(graph: &Graph) -> Option<usize> {
    (0..graph.order()).filter_map(|v| shortest_cycle_near(graph, v)).min()
}

/// The least length of a closed walk that a breadth-first search from `start` finds. It is the
/// length of a cycle, and for some `start` the length of a shortest cycle.
fn shortest_cycle_near(graph: &Graph, start: usize) -> Option<usize> {
    let mut seen: Vec<Option<(usize, usize)>> = vec![None; graph.order()];
    seen[start] = Some((0, start));
    let mut queue = VecDeque::from([(start, 0, start)]);
    let mut shortest = None;
    while let Some((v, d, parent)) = queue.pop_front() {
        for w in graph.neighbours(v).filter(|&w| w != parent) {
            match seen[w] {
                None => {
                    seen[w] = Some((d + 1, v));
                    queue.push_back((w, d + 1, v));
                }
                Some((other, through)) if through != v => {
                    shortest = shortest.min(Some(d + other + 1)).or(Some(d + other + 1));
                }
                Some(_) => {}
            }
        }
    }
    shortest
}

/// Whether the vertices fall into two sides without an edge inside either.
pub fn is_bipartite(graph: &Graph) -> bool {
    let mut side: Vec<Option<bool>> = vec![None; graph.order()];
    for start in 0..graph.order() {
        if side[start].is_some() {
            continue;
        }
        side[start] = Some(false);
        let mut waiting = vec![(start, false)];
        while let Some((v, mine)) = waiting.pop() {
            for w in graph.neighbours(v) {
                match side[w] {
                    None => {
                        side[w] = Some(!mine);
                        waiting.push((w, !mine));
                    }
                    Some(theirs) if theirs == mine => return false,
                    Some(_) => {}
                }
            }
        }
    }
    true
}
