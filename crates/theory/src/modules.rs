//! The largest connected subgraph game on graphs with a large module, such as pseudo-spiders: what can be saved of case 2c of
//! section 6 of Bensmail et al.
//!
//! Let R be a set of vertices that every other vertex sees whole or not at all. Take the edges inside R away where red components are
//! counted, and put all edges there where blue ones are: then red counts no more and blue no less than in the game
//! itself, whatever is coloured how. So the value of that game is a lower bound, and the other way round it is an upper one. In both
//! games the vertices of R are alike, so a position is the colouring of the other vertices: how many vertices of R are
//! red and blue follows from the number of moves. With g vertices outside R that makes 3^g positions for each number of
//! moves.

use chromex_graph_tools::classes::module::large_module;
use chromex_graph_tools::classes::spider::PseudoSpider;
use chromex_graphs::Graph;
use chromex_graphs::limit::is_stopped;

/// What is looked at, at most: positions times moves.
const MOST_WORK: usize = 30_000_000;

/// More vertices outside the module are not tried.
const MOST_OUTSIDE: usize = 10;

const RED: usize = 1;
const BLUE: usize = 2;

/// Bounds on the value of the game on an uncoloured graph, Alice first, if the graph has a module that is large enough.
pub fn bounds(graph: &Graph) -> Option<(i32, i32)> {
    let found = large_module(graph, MOST_OUTSIDE)?;
    let outside = found.body.len() + found.legs.len();
    let work = 3_usize.pow(outside as u32).checked_mul(graph.order() * (outside + 1))?;
    if work > MOST_WORK {
        return None;
    }
    let front = Front::new(graph, &found);
    Some((front.value([false, true])?, front.value([true, false])?))
}

/// The vertices outside the module, K first, and what is needed to count components.
struct Front {
    body: usize,
    /// For each vertex its neighbours outside the module, as bits.
    near: Vec<u32>,
    rest: usize,
}

impl Front {
    fn new(graph: &Graph, found: &PseudoSpider) -> Front {
        let all: Vec<usize> = found.body.iter().chain(&found.legs).copied().collect();
        let near = |&v: &usize| {
            let seen = all.iter().enumerate().filter(|&(_, &w)| graph.adjacent(v, w));
            seen.fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Front {
            body: found.body.len(),
            near: all.iter().map(near).collect(),
            rest: found.rest.len(),
        }
    }

    /// The value if the module counts as complete for red, and for blue, or as without edges.
    fn value(&self, complete: [bool; 2]) -> Option<i32> {
        let (outside, n) = (self.near.len(), self.near.len() + self.rest);
        let codes = 3_usize.pow(outside as u32);
        let powers: Vec<usize> = (0..outside).map(|i| 3_usize.pow(i as u32)).collect();
        let sets: Vec<[u32; 2]> = (0..codes).map(|code| sets(code, &powers)).collect();
        // The values after so many moves, for each colouring outside the module that is possible then.
        let mut later = vec![0; codes];
        for moves in (0..=n).rev() {
            if is_stopped() {
                return None;
            }
            let red_to_move = moves % 2 == 0;
            let (reds, blues) = (moves.div_ceil(2), moves / 2);
            let mut now = vec![0; codes];
            for (code, value) in now.iter_mut().enumerate() {
                let [red, blue] = sets[code].map(|set| set.count_ones() as usize);
                if red > reds || blue > blues || reds - red + blues - blue > self.rest {
                    continue;
                }
                let in_rest = [reds - red, blues - blue];
                *value = match moves == n {
                    true => self.score(sets[code], in_rest, complete),
                    false => {
                        let colour = if red_to_move { RED } else { BLUE };
                        let open =
                            (0..outside).filter(|&i| (sets[code][0] | sets[code][1]) >> i & 1 == 0);
                        let after = open.map(|i| later[code + colour * powers[i]]);
                        let in_the_rest =
                            (in_rest[0] + in_rest[1] < self.rest).then_some(later[code]);
                        let all = after.chain(in_the_rest);
                        if red_to_move { all.max()? } else { all.min()? }
                    }
                };
            }
            later = now;
        }
        Some(later[0])
    }

    /// The largest red component less the largest blue one.
    fn score(&self, sets: [u32; 2], in_rest: [usize; 2], complete: [bool; 2]) -> i32 {
        let [red, blue] = [0, 1].map(|i| self.largest(sets[i], in_rest[i], complete[i]) as i32);
        red - blue
    }

    /// The largest component of a colour that has these vertices outside the module, and so many in it.
    fn largest(&self, set: u32, in_rest: usize, complete: bool) -> usize {
        let seeing = set & ((1 << self.body) - 1);
        let alone = if complete { in_rest } else { in_rest.min(1) };
        let mut best = if seeing == 0 { alone } else { 0 };
        let mut left = set;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            // Whoever sees the module is joined through it, if there is a vertex of the colour in it.
            let mut through = false;
            loop {
                let next = (0..self.near.len())
                    .filter(|&i| part >> i & 1 == 1)
                    .fold(part, |all, i| all | self.near[i] & set);
                through |= in_rest > 0 && next & seeing != 0;
                let next = if through { next | seeing } else { next };
                if next == part {
                    break;
                }
                part = next;
            }
            let order = part.count_ones() as usize + if through { in_rest } else { 0 };
            best = best.max(order);
            left &= !part;
        }
        best
    }
}

/// The red and the blue vertices of a colouring, which is a number to the base 3.
fn sets(code: usize, powers: &[usize]) -> [u32; 2] {
    [RED, BLUE].map(|colour| {
        let of = powers.iter().enumerate().filter(|&(_, power)| code / power % 3 == colour);
        of.fold(0, |set, (i, _)| set | 1 << i)
    })
}
