//! Outcomes of partisan games, and of all games in misère play: does the player to move win?

use rustc_hash::FxHashMap;

use chromex_rules::Player;

use crate::model::Model;
use chromex_budget::{Meter, Stop};

/// Decides positions of one model and remembers the answers.
pub(crate) struct Partisan<M: Model> {
    model: M,
    /// Whether a player who cannot move wins.
    misere: bool,
    table: Table<M>,
}

impl<M: Model> Partisan<M> {
    /// A new engine for normal play.
    pub(crate) fn new(model: M) -> Partisan<M> {
        Partisan { model, misere: false, table: FxHashMap::default() }
    }

    /// A new engine for misère play.
    pub(crate) fn misere(model: M) -> Partisan<M> {
        Partisan { misere: true, ..Partisan::new(model) }
    }

    /// The model, which defines the moves.
    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    /// Whether `player`, who is to move, wins.
    pub(crate) fn wins(
        &mut self,
        state: M::State,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        wins(&self.model, self.misere, &mut self.table, (state, player), meter)
    }
}

type Table<M> = FxHashMap<(<M as Model>::State, Player), bool>;

fn wins<M: Model>(
    model: &M,
    misere: bool,
    table: &mut Table<M>,
    key: (M::State, Player),
    meter: &mut Meter,
) -> Result<bool, Stop> {
    if let Some(&wins) = table.get(&key) {
        return Ok(wins);
    }
    meter.tick()?;
    let (mut found, mut is_stuck) = (false, true);
    for child in model.children(&key.0, key.1) {
        is_stuck = false;
        if !wins(model, misere, table, (child, key.1.opponent()), meter)? {
            found = true;
            break;
        }
    }
    found |= misere && is_stuck;
    meter.grow(model.bytes())?;
    table.insert(key, found);
    Ok(found)
}
