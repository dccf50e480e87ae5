//! Outcomes of partisan games, and of all games in misère play: does the player to move win?

use rustc_hash::FxHashMap;

use chromex_rules::Player;

use crate::model::Model;
use chromex_budget::{Meter, Stop};

/// Decides positions of one model and remembers the answers.
pub(crate) struct Partisan<M: Model> {
    model: M,
    /// Whether who cannot move wins.
    misere: bool,
    table: FxHashMap<(M::State, Player), bool>,
}

impl<M: Model> Partisan<M> {
    /// An engine that knows nothing yet.
    pub(crate) fn new(model: M) -> Partisan<M> {
        Partisan { model, misere: false, table: FxHashMap::default() }
    }

    /// The same for misère play.
    pub(crate) fn misere(model: M) -> Partisan<M> {
        Partisan { misere: true, ..Partisan::new(model) }
    }

    /// What says which moves there are.
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
        let key = (state, player);
        if let Some(&wins) = self.table.get(&key) {
            return Ok(wins);
        }
        meter.tick()?;
        let children = self.model.children(&key.0, player);
        let mut wins = self.misere && children.is_empty();
        for child in children {
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
