//! The winner's play in sequential 2-colouring, on any graph and in any order (Beaulieu et al., section 6;
//! Bodlaender).
//!
//! [`theory::sequential`](crate::sequential) explains who wins: the order is read once, and each
//! vertex at which there is a choice to make is tied to an earlier one, with which it has to agree
//! or from which it has to differ. The winner respects these ties, so each move only has to look at
//! one vertex.

use std::sync::Arc;

use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::sequential::{Obligations, Tie, Why, obligations, order};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "sequential",
    summary: "Wins sequential 2-colouring wherever it can be won: chooses colours so that its own later \
              vertices find their neighbours alike, and one of the opponent's does not.",
    source: "Beaulieu, Burke, Duchêne, section 6; Bodlaender: On the complexity of some coloring games",
    example: "sequential:2 path:9",
    build,
};

/// The data that do not change during a game.
#[derive(Debug)]
struct Score {
    order: Vec<usize>,
    obligations: Obligations,
}

#[derive(Debug, Clone)]
struct Sequential {
    score: Arc<Score>,
    side: Player,
    colouring: Vec<Colour>,
    /// The place in the order of the next vertex to be coloured.
    next: usize,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    let (Some(found), Some(order)) = (obligations(position), order(position)) else {
        return Err("it is for the game sequential:2".into());
    };
    let obligations = found.map_err(|bad| bad.to_string())?;
    // The theory calls the player to move Left.
    let first_wins = obligations.ending.winner == Player::Left;
    if first_wins != (position.turn() == side) {
        return Err(format!("{} loses", position.player_name(side)));
    }
    let score = Arc::new(Score { order, obligations });
    let mut strategy =
        Sequential { score, side, colouring: position.colouring().to_vec(), next: 0 };
    strategy.skip_coloured();
    Ok(Box::new(strategy))
}

impl Sequential {
    fn skip_coloured(&mut self) {
        let order = &self.score.order;
        while order.get(self.next).is_some_and(|&v| self.colouring[v] != UNCOLOURED) {
            self.next += 1;
        }
    }
}

impl Strategy for Sequential {
    fn side(&self) -> Player {
        self.side
    }

    fn played(&mut self, _by: Player, m: Move) {
        self.colouring[m.cell] = m.colour;
        self.skip_coloured();
    }

    fn answer(&mut self) -> Option<Reply> {
        let v = *self.score.order.get(self.next)?;
        let Some(tie) = self.score.obligations.ties[v] else {
            return Some(Reply::by("any colour", v, 1));
        };
        let like = self.colouring[tie.to as usize];
        let colour = if tie.differs { 3 - like } else { like };
        let case = match tie.why {
            Why::Neighbour => "the only colour",
            Why::Agree => "agreement for a vertex of its own",
            Why::Spoil => "disagreement for the lost vertex",
        };
        Some(Reply::by(case, v, colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn explain(&self) -> Explanation {
        let next = self.score.order.get(self.next);
        let tie = next.and_then(|&v| Some((v, self.score.obligations.ties[v]?)));
        let mark = |(v, tie): (usize, Tie)| Mark {
            kind: "tie",
            label: if tie.differs { "differ" } else { "agree" }.into(),
            cells: vec![v, tie.to as usize],
        };
        let text = match self.score.obligations.ending.stuck_at {
            Some(v) => format!("The opponent will not be able to colour vertex {v}."),
            None => "All vertices get coloured.".to_owned(),
        };
        Explanation { case: None, text, marks: tie.into_iter().map(mark).collect() }
    }
}
