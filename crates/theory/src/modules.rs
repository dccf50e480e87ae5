//! The largest connected subgraph game on graphs with a large module, such as pseudo-spiders: what
//! remains true of case 2c of section 6 of Bensmail et al.
//!
//! Let R be a set of vertices that every other vertex sees completely or not at all. Remove the
//! edges inside R when red components are counted, and add all edges inside R when blue components
//! are counted: then, for every colouring, red counts no more and blue no less than in the game
//! itself. So the value of this game is a lower bound, and with the colours exchanged it is an
//! upper bound. In both games the vertices of R are interchangeable, so a position is the colouring
//! of the other vertices: how many vertices of R are red and blue follows from the number of moves.
//! With g vertices outside R that makes 3^g positions for each number of moves.

use chromex_engine::Outcome;
use chromex_graph_tools::classes::module::large_module;
use chromex_graph_tools::classes::primeval::{Primeval, primeval};
use chromex_graph_tools::classes::spider::PseudoSpider;
use chromex_graphs::Graph;
use chromex_graphs::limit::is_stopped;
use chromex_rules::Player;

/// An upper limit on the work: positions times moves.
const MOST_WORK: usize = 30_000_000;

/// Graphs with more vertices outside the module are not tried.
const MOST_OUTSIDE: usize = 10;

const RED: usize = 1;
const BLUE: usize = 2;

/// The module is treated as a graph without edges for red and as a complete graph for blue, or the
/// other way round.
const AGAINST_RED: [bool; 2] = [false, true];
const FOR_RED: [bool; 2] = [true, false];

/// Bounds on the value of the game on an uncoloured graph, Alice first, if the graph has a module that is large enough.
pub fn bounds(graph: &Graph) -> Option<(i32, i32)> {
    let front = Front::with_module(graph)?;
    let difference = |red, blue| red - blue;
    Some((front.value(AGAINST_RED, difference)?, front.value(FOR_RED, difference)?))
}

/// Who wins on the graph, if both bounds give the same result.
pub fn outcome(graph: &Graph) -> Option<Outcome> {
    match bounds(graph)? {
        (1.., _) => Some(Outcome::Winner(Player::Left)),
        (_, ..=0) => Some(Outcome::Draw),
        _ => None,
    }
}

/// How useful a graph is to the players when it is one of several components.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strength {
    /// Who wins on it alone, if that is known.
    pub(crate) outcome: Option<Outcome>,
    /// Whether the first player can force a single component, if that is known.
    pub(crate) in_a_star: Option<bool>,
    /// The second player can keep the components of the first player at most this large.
    pub(crate) at_most: usize,
    /// Alice can force a component of at least this order while she wins; or, if the graph is
    /// drawn, Bob can while he draws.
    pub(crate) holds: usize,
}

/// The strength of a graph with a large module.
pub(crate) fn strength_with_module(graph: &Graph) -> Option<Strength> {
    Front::with_module(graph)?.strength()
}

/// The strength of a graph with few vertices, found by exhaustive play.
pub(crate) fn strength_of_small(graph: &Graph) -> Option<Strength> {
    let all =
        PseudoSpider { legs: (0..graph.order()).collect(), body: Vec::new(), rest: Vec::new() };
    Front::new(graph, &all)?.strength()
}

/// The vertices outside the module, K first, and what is needed to count components.
struct Front {
    body: usize,
    /// For each vertex its neighbours outside the module, as bits.
    near: Vec<u32>,
    rest: usize,
}

impl Front {
    /// The vertices outside a large module, where the module may be the rest of the primeval
    /// decomposition.
    fn with_module(graph: &Graph) -> Option<Front> {
        let separated = || match primeval(graph)? {
            Primeval::Front { body, legs, .. } if body.len() + legs.len() <= MOST_OUTSIDE => {
                let outside = |v: &usize| !body.contains(v) && !legs.contains(v);
                let rest = (0..graph.order()).filter(outside).collect();
                Some(PseudoSpider { legs, body, rest })
            }
            _ => None,
        };
        Front::new(graph, &large_module(graph, MOST_OUTSIDE).or_else(separated)?)
    }

    fn new(graph: &Graph, found: &PseudoSpider) -> Option<Front> {
        let outside = found.body.len() + found.legs.len();
        let work =
            3_usize.checked_pow(outside as u32)?.checked_mul(graph.order() * (outside + 1))?;
        if work > MOST_WORK {
            return None;
        }
        let all: Vec<usize> = found.body.iter().chain(&found.legs).copied().collect();
        let near = |&v: &usize| {
            let seen = all.iter().enumerate().filter(|&(_, &w)| graph.adjacent(v, w));
            seen.fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Some(Front {
            body: found.body.len(),
            near: all.iter().map(near).collect(),
            rest: found.rest.len(),
        })
    }

    fn strength(&self) -> Option<Strength> {
        let half = (self.near.len() + self.rest).div_ceil(2) as i32;
        let winning = |red: i32, blue| if red > blue { red } else { 0 };
        let drawing = |red, blue: i32| if red > blue { 1 } else { -blue };
        let (wins, draws) = (self.value(AGAINST_RED, winning)?, self.value(FOR_RED, drawing)?);
        let (least, most) =
            (self.value(AGAINST_RED, |red, _| red)?, self.value(FOR_RED, |red, _| red)?);
        let (outcome, holds) = match (wins, draws) {
            (1.., _) => (Some(Outcome::Winner(Player::Left)), wins),
            (_, ..=0) => (Some(Outcome::Draw), -draws),
            _ => (None, 0),
        };
        let in_a_star = match (least == half, most == half) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        };
        Some(Strength { outcome, in_a_star, at_most: most as usize, holds: holds as usize })
    }

    /// The value of the game for Alice if the orders of the largest components are worth `worth` to
    /// her. `complete` says for red and for blue whether the module is treated as a complete graph
    /// or as one without edges.
    fn value(&self, complete: [bool; 2], worth: fn(i32, i32) -> i32) -> Option<i32> {
        let (outside, n) = (self.near.len(), self.near.len() + self.rest);
        let codes = 3_usize.pow(outside as u32);
        let powers: Vec<usize> = (0..outside).map(|i| 3_usize.pow(i as u32)).collect();
        let sets: Vec<[u32; 2]> = (0..codes).map(|code| sets(code, &powers)).collect();
        // The values after a number of moves, for each possible colouring outside the module.
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
                    true => {
                        let largest =
                            |i: usize| self.largest(sets[code][i], in_rest[i], complete[i]) as i32;
                        worth(largest(0), largest(1))
                    }
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

    /// The order of the largest component of a colour that has these vertices outside the module
    /// and `in_rest` vertices inside.
    fn largest(&self, set: u32, in_rest: usize, complete: bool) -> usize {
        let seeing = set & ((1 << self.body) - 1);
        let alone = if complete { in_rest } else { in_rest.min(1) };
        let mut best = if seeing == 0 { alone } else { 0 };
        let mut left = set;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            // All vertices that see the module are connected through it, if it contains a vertex of
            // the colour.
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
