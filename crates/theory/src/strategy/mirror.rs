//! Mirror strategies: answer every move with its image under an involution of the graph.
//!
//! Beaulieu et al., Propositions 2 and 3 and Theorem 16; Bensmail et al., Theorem 2.2; Andres et al.,
//! Theorem 1; Uiterwijk, Theorems 1, 2, 4 and 5 (the strategies *centre-same* and *centre-opp*).

use std::sync::Arc;

use chromex_graph_tools::classes::involution::Involution;
use chromex_rules::{Convention, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Promise, Reply, Strategy, StrategyInfo};
use crate::mirroring::{Answer, Method, methods};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "mirror",
    summary: "Answers every move with its mirror image: in the same or the other colour, or on the other copy \
              of the graph. Where a vertex is its own image, it begins there.",
    source: "Beaulieu et al., Propositions 2, 3, Theorem 16; Bensmail et al., Theorem 2.2; Andres et al., \
             Theorem 1; Uiterwijk, Theorems 1, 2, 4, 5",
    example: "icol grid:3x5",
    build,
};

pub(super) const SAME: StrategyInfo = StrategyInfo {
    name: "mirror-same",
    summary: "Answers every move with its mirror image in the same colour, where that is proved: a choice where `mirror` \
              could answer in the opposite colour as well.",
    source: "Beaulieu et al., Proposition 2; Uiterwijk, Theorems 1, 2, 4, 5 (centre-same)",
    example: "icol grid:4x4",
    build: |position, side, _| build_with(position, side, |answer| answer == Answer::Same),
};

pub(super) const OPPOSITE: StrategyInfo = StrategyInfo {
    name: "mirror-opposite",
    summary: "Answers every move with its mirror image in the opposite colour, where that is proved.",
    source: "Beaulieu et al., Proposition 3, Theorem 16; Bensmail et al., Theorem 2.2; Uiterwijk, Theorem 1 \
             (centre-opp)",
    example: "icol grid:4x4",
    build: |position, side, _| build_with(position, side, |answer| answer == Answer::Partner),
};

#[derive(Debug, Clone)]
struct Mirror {
    involution: Arc<Involution>,
    answer: Answer,
    side: Player,
    promise: Promise,
    case: &'static str,
    /// The vertex to begin with, as long as it is open.
    centre: Option<usize>,
    /// The opponent's move that has not been answered yet.
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    build_with(position, side, |_| true)
}

/// The first way to mirror that gives the wanted answers and has an involution.
fn build_with(position: &Position, side: Player, wanted: impl Fn(Answer) -> bool) -> Built {
    let mut methods = methods(position.game());
    if methods.is_empty() {
        return Err(format!("no paper has a mirror strategy for `{}`", position.game()));
    }
    methods.retain(|method| wanted(method.answer));
    if methods.is_empty() {
        return Err(format!("no such answers are proved for `{}`", position.game()));
    }
    let found = methods
        .iter()
        .find_map(|method| method.involution(position).map(|involution| (*method, involution)));
    let Some((method, involution)) = found else {
        return Err("no suitable involution of the graph was found".into());
    };
    let mirror = Mirror::new(position, side, method, involution);
    mirror.refuses(position).map_or(Ok(Box::new(mirror)), Err)
}

impl Mirror {
    fn new(position: &Position, side: Player, method: &Method, involution: Involution) -> Mirror {
        let fixed = involution.fixed_points().next().filter(|_| method.answer == Answer::Same);
        Mirror {
            centre: fixed.filter(|&v| position.colouring()[v] == UNCOLOURED),
            involution: Arc::new(involution),
            answer: method.answer,
            side,
            promise: match position.convention() {
                Convention::Scoring => Promise::Score(0),
                _ => Promise::Win,
            },
            case: method.case,
            last: None,
        }
    }

    /// Why this side cannot play the strategy from here, if it cannot.
    fn refuses(&self, position: &Position) -> Option<String> {
        let first = position.turn() == self.side;
        let name = position.player_name(self.side);
        match (self.centre, first) {
            (Some(_), false) => {
                return Some(format!("{name} would have to move first, at the centre"));
            }
            (None, true) => return Some(format!("{name} would have to move second")),
            _ => {}
        }
        let colouring = position.colouring();
        let mirrored = |cell: usize| {
            let colour = colouring[cell];
            let image = self.image(cell);
            colouring[image]
                == if colour == UNCOLOURED { colour } else { self.answer.colour(colour) }
        };
        let own_image = |cell: usize| self.image(cell) == cell;
        let odd = (0..colouring.len()).find(|&cell| !own_image(cell) && !mirrored(cell));
        odd.map(|cell| {
            format!("the position is not mirrored at vertex {}", position.cell_name(cell))
        })
    }

    /// The cell that answers `cell`.
    fn image(&self, cell: usize) -> usize {
        let order = self.involution.images().len();
        match self.answer {
            Answer::Same | Answer::Partner => self.involution.image(cell),
            Answer::OtherCopy => {
                let (copy, v) = (cell / order, cell % order);
                (1 - copy) * order + self.involution.image(v)
            }
        }
    }
}

impl Strategy for Mirror {
    fn side(&self) -> Player {
        self.side
    }

    fn promise(&self) -> Promise {
        self.promise
    }

    fn played(&mut self, by: Player, m: Move) {
        if self.centre == Some(m.cell) {
            self.centre = None;
        }
        self.last = (by != self.side).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        if let Some(centre) = self.centre {
            return Some(Reply::by(self.case, centre, 1));
        }
        let m = self.last?;
        Some(Reply::by(self.case, self.image(m.cell), self.answer.colour(m.colour)))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        vec![u8::from(self.centre.is_some())]
    }

    fn explain(&self) -> Explanation {
        let twins = |m: Move| Mark {
            kind: "twins",
            label: "".into(),
            cells: vec![m.cell, self.image(m.cell)],
        };
        Explanation {
            case: Some(self.case.into()),
            text: "After each of its moves the position is its own mirror image.".into(),
            marks: self.last.into_iter().map(twins).collect(),
        }
    }
}
