//! Oriented blue-red colouring: the second player on directed cycles (Beaulieu et al., Corollary 11), the
//! first one on directed paths that begin Blue or end Red (Proposition 10, the classes A and B).
//!
//! A coloured vertex leaves stretches of open vertices. A stretch is *tinted* on the left if its first
//! vertex follows a Blue one, so that it can only become Red, and on the right if its last vertex precedes
//! a Red one, so that it can only become Blue. Colouring Blue kills the vertex before, Red the vertex
//! after. The strategy keeps all stretches in pairs of equal value and answers in the partner:
//!
//! * *equal*: same length and tints;
//! * *C and D*: k + 1 vertices tinted on both sides against k vertices without tints (Proposition 8).

use std::collections::BTreeMap;

use chromex_graph_tools::classes::shape;
use chromex_rules::{Colour, Game, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "blue-red-pairs",
    summary: "Splits the open vertices into two stretches of equal value and answers in the partner: wins moving \
              second on directed cycles, and moving first on directed paths that begin Blue or end Red.",
    source: "Beaulieu, Burke, Duchêne: Impartial Coloring Games, Propositions 8, 10 and Corollary 11",
    example: "blue-red dicycle:9",
    build,
};

const BLUE: Colour = 1;
const RED: Colour = 2;

/// Consecutive open vertices. Places are counted from `start` along the arcs, around a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    start: usize,
    length: usize,
    /// Whether it is tinted on the left and on the right.
    tints: [bool; 2],
}

/// How two stretches of equal value correspond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pairing {
    /// Place by place.
    Equal,
    /// This stretch is tinted on both sides; its partner is one vertex shorter and not tinted.
    CWithD,
    /// This stretch is not tinted; its partner is one vertex longer and tinted on both sides.
    DWithC,
}

impl Pairing {
    /// The same correspondence, seen from the partner.
    fn back(self) -> Pairing {
        match self {
            Pairing::CWithD => Pairing::DWithC,
            Pairing::DWithC => Pairing::CWithD,
            same => same,
        }
    }
}

impl Stretch {
    /// The stretches that remain when the vertex at this place is coloured.
    fn split(self, place: usize, colour: Colour) -> [Stretch; 2] {
        let Stretch { start, length, tints: [left, right] } = self;
        let part = |from: usize, to: usize, tints| Stretch {
            start: start + from,
            length: to.saturating_sub(from),
            tints,
        };
        match colour {
            BLUE => [
                part(0, place.saturating_sub(1), [left, false]),
                part(place + 1, length, [true, right]),
            ],
            _ => [part(0, place, [left, true]), part(place + 2, length, [false, right])],
        }
    }

    /// The move that splits a stretch with one tint into two of equal value, and how these correspond
    /// (Proposition 10).
    fn halving(self) -> Option<(usize, Colour, Pairing)> {
        let m = self.length;
        match (self.tints, m % 2) {
            _ if m == 0 => None,
            ([true, false], 0) => Some((m / 2, BLUE, Pairing::Equal)),
            ([true, false], _) => Some(((m - 1) / 2, RED, Pairing::CWithD)),
            ([false, true], 0) => Some(((m - 2) / 2, RED, Pairing::Equal)),
            ([false, true], _) => Some(((m - 1) / 2, BLUE, Pairing::DWithC)),
            _ => None,
        }
    }

    /// The answer, in the partner, to a move in this stretch, and how the parts correspond: the
    /// left part here to the part given first, the right part to the part given second. `true`
    /// stands for the partner's left part.
    fn answer(
        self,
        pairing: Pairing,
        place: usize,
        colour: Colour,
    ) -> (usize, Colour, [(bool, Pairing); 2]) {
        let straight = |p: Pairing| (true, p);
        let crossed = |p: Pairing| (false, p);
        match (pairing, colour) {
            (Pairing::Equal, _) => {
                (place, colour, [straight(Pairing::Equal), (false, Pairing::Equal)])
            }
            // With k the length of D. The tinted part of one move is equal to that of the other, and the
            // rest is a pair of C and D again.
            (Pairing::DWithC, BLUE) => {
                (self.length - place, BLUE, [crossed(Pairing::DWithC), straight(Pairing::Equal)])
            }
            (Pairing::DWithC, _) => {
                (self.length - 1 - place, RED, [crossed(Pairing::Equal), straight(Pairing::DWithC)])
            }
            (Pairing::CWithD, BLUE) => (
                self.length - 1 - place,
                BLUE,
                [crossed(Pairing::Equal), straight(Pairing::CWithD)],
            ),
            (Pairing::CWithD, _) => {
                (self.length - 2 - place, RED, [crossed(Pairing::CWithD), straight(Pairing::Equal)])
            }
        }
    }
}

/// A stretch with the start of its partner, and how the two correspond.
#[derive(Debug, Clone, Copy)]
struct Paired {
    stretch: Stretch,
    partner: usize,
    pairing: Pairing,
}

/// A move of the opponent with its answer.
struct Exchange {
    /// The stretch in which the move was made.
    here: Paired,
    /// The place of the move in that stretch.
    place: usize,
    /// The place of the answer, and its colour.
    there: usize,
    colour: Colour,
    /// How the remaining parts correspond.
    parts: [(bool, Pairing); 2],
}

#[derive(Debug, Clone)]
struct Pairs {
    side: Player,
    /// The vertices in the order of the arcs.
    along: Vec<u32>,
    /// The place of each vertex in that order.
    place_of: Vec<u32>,
    cycle: bool,
    /// The place from which stretches are counted on a cycle: the first vertex that was coloured.
    origin: usize,
    /// The stretch that still has to be halved, before the first answer.
    whole: Option<Stretch>,
    /// The stretches, by their starts.
    stretches: BTreeMap<usize, Paired>,
    /// The opponent's move that has not been answered yet.
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    let (graph, colouring) = (position.board().graph(), position.colouring());
    if *position.game() != Game::blue_red() {
        return Err("it is for the game blue-red".into());
    }
    let cycle = shape::cycle(graph).is_some();
    let along =
        directed_walk(graph, cycle).ok_or("it needs a directed cycle or a directed path")?;
    let mut place_of = vec![0; along.len()];
    along.iter().enumerate().for_each(|(place, &v)| place_of[v as usize] = place as u32);
    let coloured: Vec<usize> =
        (0..along.len()).filter(|&p| colouring[along[p] as usize] != UNCOLOURED).collect();
    let first = position.turn() == side;
    let whole = match (cycle, coloured.as_slice(), first) {
        (true, [], false) => None,
        (true, _, _) => return Err("on a cycle it plays second, from the start".into()),
        (false, [p], true) => Some(one_tint(&along, colouring, *p).ok_or(PATHS)?),
        (false, _, _) => return Err(PATHS.into()),
    };
    if whole.is_some_and(|whole| whole.length == 0) {
        return Err("there is no move".into());
    }
    Ok(Box::new(Pairs {
        side,
        along,
        place_of,
        cycle,
        origin: 0,
        whole,
        stretches: BTreeMap::new(),
        last: None,
    }))
}

const PATHS: &str = "on a path it plays first, with the first vertex Blue or the last one Red and the others uncoloured";

/// The open part of a path whose first vertex is Blue, or whose last vertex is Red.
fn one_tint(along: &[u32], colouring: &[Colour], place: usize) -> Option<Stretch> {
    let length = along.len() - 1;
    match colouring[along[place] as usize] {
        BLUE if place == 0 => Some(Stretch { start: 1, length, tints: [true, false] }),
        RED if place == length => Some(Stretch { start: 0, length, tints: [false, true] }),
        _ => None,
    }
}

/// The vertices of a directed cycle, or of a directed path from its source, along the arcs.
fn directed_walk(graph: &chromex_graphs::Graph, cycle: bool) -> Option<Vec<u32>> {
    let n = graph.order();
    let start = match cycle {
        true => 0,
        false => (0..n).find(|&v| graph.in_neighbours(v).len() == 0)?,
    };
    if !graph.is_directed() {
        return None;
    }
    let next = |&v: &u32| {
        let mut out = graph.out_neighbours(v as usize);
        let only = out.next().filter(|_| out.len() == 0);
        only.map(|w| w as u32)
    };
    let walk: Vec<u32> = std::iter::successors(Some(start as u32), next).take(n).collect();
    let arcs = if cycle { n } else { n - 1 };
    (walk.len() == n && graph.edge_count() == arcs).then_some(walk)
}

impl Pairs {
    /// The place of a vertex, counted from the origin.
    fn place(&self, vertex: usize) -> usize {
        let n = self.along.len();
        (self.place_of[vertex] as usize + n - self.origin) % n
    }

    fn vertex(&self, place: usize) -> usize {
        self.along[(place + self.origin) % self.along.len()] as usize
    }

    /// The open part of a cycle after the first move.
    fn open_cycle(&mut self, m: Move) {
        let n = self.along.len();
        self.origin = self.place_of[m.cell] as usize;
        // Blue kills the vertex before it, which is the last place; Red kills the vertex after it.
        self.whole = Some(match m.colour {
            BLUE => Stretch { start: 1, length: n - 2, tints: [true, false] },
            _ => Stretch { start: 2, length: n - 2, tints: [false, true] },
        });
    }

    fn halve(&mut self, m: Move) {
        let Some((whole, (place, colour, pairing))) =
            self.whole.take().and_then(|whole| Some((whole, whole.halving()?)))
        else {
            return;
        };
        debug_assert_eq!((self.place(m.cell), m.colour), (whole.start + place, colour));
        let [left, right] = whole.split(place, colour);
        self.pair(left, right, pairing);
    }

    /// Stores a pair, unless nothing can be played in it.
    fn pair(&mut self, a: Stretch, b: Stretch, pairing: Pairing) {
        if a.length > 0 {
            self.stretches.insert(a.start, Paired { stretch: a, partner: b.start, pairing });
        }
        if b.length > 0 {
            let pairing = pairing.back();
            self.stretches.insert(b.start, Paired { stretch: b, partner: a.start, pairing });
        }
    }

    /// The answer to a move of the opponent.
    fn reply(&self, m: Move) -> Option<Exchange> {
        let at = self.place(m.cell);
        let (_, here) = self.stretches.range(..=at).next_back()?;
        let place = at - here.stretch.start;
        let (there, colour, parts) = here.stretch.answer(here.pairing, place, m.colour);
        Some(Exchange { here: *here, place, there: here.partner + there, colour, parts })
    }

    /// Replaces a pair by the pairs that a move and its answer leave.
    fn exchange(&mut self, m: Move) {
        let Some(Exchange { here, place, there, colour, parts }) = self.reply(m) else { return };
        self.stretches.remove(&here.stretch.start);
        let Some(partner) = self.stretches.remove(&here.partner) else { return };
        let mine = here.stretch.split(place, m.colour);
        let theirs = partner.stretch.split(there - here.partner, colour);
        for (part, (left, pairing)) in mine.into_iter().zip(parts) {
            let other = if left { theirs[0] } else { theirs[1] };
            self.pair(part, other, pairing);
        }
    }
}

impl Strategy for Pairs {
    fn side(&self) -> Player {
        self.side
    }

    fn played(&mut self, by: Player, m: Move) {
        if by == self.side {
            match self.last.take() {
                Some(last) if self.whole.is_none() => self.exchange(last),
                _ => self.halve(m),
            }
            return;
        }
        if self.cycle && self.whole.is_none() && self.stretches.is_empty() && self.last.is_none() {
            self.open_cycle(m);
        }
        self.last = Some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        if let Some(whole) = self.whole {
            let (place, colour, _) = whole.halving()?;
            let case = if self.cycle { "Corollary 11" } else { "Proposition 10" };
            return Some(Reply::by(case, self.vertex(whole.start + place), colour));
        }
        let Exchange { here, there, colour, .. } = self.reply(self.last?)?;
        let case = match here.pairing {
            Pairing::Equal => "equal stretches",
            Pairing::CWithD | Pairing::DWithC => "C against D (Proposition 8)",
        };
        Some(Reply::by(case, self.vertex(there), colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    /// The colouring does not show the pairing.
    fn memory(&self) -> Vec<u8> {
        let pairs =
            self.stretches.values().flat_map(|paired| [paired.stretch.start, paired.partner]);
        pairs.chain([self.origin]).flat_map(|number| (number as u32).to_le_bytes()).collect()
    }

    fn explain(&self) -> Explanation {
        let cells = |stretch: Stretch| (0..stretch.length).map(move |i| stretch.start + i);
        let marks = self.stretches.values().map(|paired| Mark {
            kind: "stretch",
            label: format!("{}", paired.stretch.start.min(paired.partner)).into(),
            cells: cells(paired.stretch).map(|place| self.vertex(place)).collect(),
        });
        Explanation {
            case: None,
            text: "The stretches of open vertices come in pairs of equal value.".into(),
            marks: marks.collect(),
        }
    }
}
