//! Scores under best play: alpha-beta over the literal rules, with remembered bounds.
//!
//! A verdict without a score counts as one point for the winner, so that this engine decides any
//! game that ends with a verdict.

use rustc_hash::FxHashMap;

use chromex_rules::{Player, Verdict};

use crate::model::Model;
use crate::model::literal::{Colouring, Literal};
use chromex_budget::{Meter, Stop};

/// Computes scores of one game and remembers bounds.
pub(crate) struct Score {
    model: Literal,
    table: FxHashMap<(Colouring, Player), Bounds>,
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

/// Beyond any score.
const FAR: i32 = i32::MAX / 2;

impl Score {
    /// An engine that knows nothing yet.
    pub(crate) fn new(model: Literal) -> Score {
        Score { model, table: FxHashMap::default() }
    }

    /// What says which moves there are.
    pub(crate) fn model(&self) -> &Literal {
        &self.model
    }

    /// The score when `player` is to move.
    pub(crate) fn score(
        &mut self,
        state: Colouring,
        player: Player,
        meter: &mut Meter,
    ) -> Result<i32, Stop> {
        self.search(state, player, -FAR, FAR, meter)
    }

    /// Whether the score is at least `goal` when `player` is to move.
    pub(crate) fn at_least(
        &mut self,
        goal: i32,
        state: Colouring,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Ok(self.search(state, player, goal - 1, goal, meter)? >= goal)
    }

    /// The score if it lies strictly between `alpha` and `beta`, else a bound on that side.
    fn search(
        &mut self,
        state: Colouring,
        player: Player,
        mut alpha: i32,
        mut beta: i32,
        meter: &mut Meter,
    ) -> Result<i32, Stop> {
        let key = (state, player);
        let known = self.table.get(&key).copied();
        let mut bounds = known.unwrap_or(Bounds { low: -FAR, high: FAR });
        if bounds.low >= beta || bounds.low == bounds.high {
            return Ok(bounds.low);
        }
        if bounds.high <= alpha {
            return Ok(bounds.high);
        }
        (alpha, beta) = (alpha.max(bounds.low), beta.min(bounds.high));
        meter.tick()?;
        let score = self.search_children(&key.0, player, alpha, beta, meter)?;
        if score > alpha {
            bounds.low = bounds.low.max(score);
        }
        if score < beta {
            bounds.high = bounds.high.min(score);
        }
        if known.is_none() {
            meter.grow(self.model.bytes() + 16)?;
        }
        self.table.insert(key, bounds);
        Ok(score)
    }

    fn search_children(
        &mut self,
        state: &Colouring,
        player: Player,
        mut alpha: i32,
        mut beta: i32,
        meter: &mut Meter,
    ) -> Result<i32, Stop> {
        if let Some(verdict) = self.model.ended(state) {
            return Ok(points(verdict));
        }
        let children = self.model.children(state, player);
        if children.is_empty() {
            return Ok(points(self.model.when_stuck(state, player)));
        }
        let mut best = if player == Player::Left { -FAR } else { FAR };
        for child in children {
            let score = self.search(child, player.opponent(), alpha, beta, meter)?;
            match player {
                Player::Left => {
                    best = best.max(score);
                    alpha = alpha.max(best);
                }
                Player::Right => {
                    best = best.min(score);
                    beta = beta.min(best);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

fn points(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Score(score) => score,
        Verdict::Wins(Player::Left) => 1,
        Verdict::Wins(Player::Right) => -1,
    }
}
