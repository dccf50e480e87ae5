//! Outcomes of partisan games: does the player to move win?

use rustc_hash::FxHashMap;

use chromex_rules::Player;

use crate::model::Model;
use chromex_budget::{Meter, Stop};

/// Decides positions of one model and remembers the answers.
pub(crate) struct Partisan<M: Model> {
    model: M,
    table: FxHashMap<(M::State, Player), bool>,
}

impl<M: Model> Partisan<M> {
    /// An engine that knows nothing yet.
    pub(crate) fn new(model: M) -> Partisan<M> {
        Partisan { model, table: FxHashMap::default() }
    }

    /// The model.
    pub(crate) fn model(&self) -> &M {
        &self.model
    }

    /// Whether `player`, who is to move, wins under normal play.
    pub(crate) fn wins(
        &mut self,
        state: M::State,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let key = (state, player);
        if let Some(&wins) = self.table.get(&key) {
            return Ok(wins);
        }
        meter.tick()?;
        let mut wins = false;
        for child in self.model.children(&key.0, player) {
            if !self.wins(child, player.opponent(), meter)? {
                wins = true;
                break;
            }
        }
        meter.grow(self.model.bytes())?;
        self.table.insert(key, wins);
        Ok(wins)
    }
}
