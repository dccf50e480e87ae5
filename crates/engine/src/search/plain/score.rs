//! Scores under best play: alpha-beta over the literal rules, with remembered bounds.
//!
//! A verdict without a score counts as one point for the winner, so this engine can decide any game
//! that ends with a verdict.

use rustc_hash::FxHashMap;

use chromex_rules::{Player, Verdict};

use crate::model::Model;
use crate::model::literal::{Colouring, Literal};
use chromex_budget::{Meter, Stop};

/// Computes scores of one game and remembers bounds.
pub(crate) struct Score {
    model: Literal,
    table: Table,
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

/// Larger than any score.
const FAR: i32 = i32::MAX / 2;

impl Score {
    /// A new engine.
    pub(crate) fn new(model: Literal) -> Score {
        Score { model, table: FxHashMap::default() }
    }

    /// The model, which defines the moves.
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
        let whole = Bounds { low: -FAR, high: FAR };
        search(&self.model, &mut self.table, (state, player), whole, meter)
    }

    /// Whether the score is at least `goal` when `player` is to move.
    pub(crate) fn at_least(
        &mut self,
        goal: i32,
        state: Colouring,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let window = Bounds { low: goal - 1, high: goal };
        Ok(search(&self.model, &mut self.table, (state, player), window, meter)? >= goal)
    }
}

type Table = FxHashMap<(Colouring, Player), Bounds>;

/// The score if it lies strictly within the window, otherwise a bound on that side.
fn search(
    model: &Literal,
    table: &mut Table,
    key: (Colouring, Player),
    window: Bounds,
    meter: &mut Meter,
) -> Result<i32, Stop> {
    let known = table.get(&key).copied();
    let mut bounds = known.unwrap_or(Bounds { low: -FAR, high: FAR });
    if bounds.low >= window.high || bounds.low == bounds.high {
        return Ok(bounds.low);
    }
    if bounds.high <= window.low {
        return Ok(bounds.high);
    }
    let window = Bounds { low: window.low.max(bounds.low), high: window.high.min(bounds.high) };
    meter.tick()?;
    let score = search_children(model, table, &key, window, meter)?;
    if score > window.low {
        bounds.low = bounds.low.max(score);
    }
    if score < window.high {
        bounds.high = bounds.high.min(score);
    }
    if known.is_none() {
        meter.grow(model.bytes() + 16)?;
    }
    table.insert(key, bounds);
    Ok(score)
}

fn search_children(
    model: &Literal,
    table: &mut Table,
    (state, player): &(Colouring, Player),
    mut window: Bounds,
    meter: &mut Meter,
) -> Result<i32, Stop> {
    if let Some(verdict) = model.ended(state) {
        return Ok(points(verdict));
    }
    let mut best = None;
    for child in model.children(state, *player) {
        let score = search(model, table, (child, player.opponent()), window, meter)?;
        match player {
            Player::Left => {
                best = best.max(Some(score));
                window.low = window.low.max(score);
            }
            Player::Right => {
                best = Some(best.map_or(score, |best: i32| best.min(score)));
                window.high = window.high.min(score);
            }
        }
        if window.low >= window.high {
            break;
        }
    }
    Ok(best.unwrap_or_else(|| points(model.when_stuck(state, *player))))
}

fn points(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Score(score) => score,
        Verdict::Wins(Player::Left) => 1,
        Verdict::Wins(Player::Right) => -1,
    }
}
