//! Impartial games in misère play: a player who cannot move wins.
//!
//! A position has a nimber g and a misère nimber g⁻: both are the least number that no option has, but that the
//! position without moves has g = 0 and g⁻ = 1. The player to move loses exactly if g⁻ = 0. Nimbers add; misère nimbers do
//! not, except in *tame* positions (Conway, *On Numbers and Games*, chapter 12): those of which this position and all that can
//! be reached from it are *fickle*, (g, g⁻) = (0, 1) or (1, 0), or *firm*, g = g⁻.
//!
//! **Sums of tame positions are tame**: g is the nim-sum x of the nimbers, and g⁻ is x if one of them is firm, x ⊕ 1 if
//! none is. Proof, by induction on the length of play. If all are fickle, let v = x ⊕ 1. No move leads to v: it changes g to
//! another number and g⁻ to another number, and what it leads to has x' ⊕ 1, or if it becomes firm x', in place of
//! v; either would be v only if g or g⁻ stayed. If v = 1 and there are moves, one leads to 0: a part with
//! (1, 0) has an option with g = 0, which is not (0, 0) since g⁻ changes, so it is (0, 1); if all parts are (0, 1), one with moves
//! has an option with g⁻ = 0, which is not (0, 0) since g changes, so it is (1, 0). If some are firm, no move leads to x, for the
//! same reason. Let u < x. A move in some part changes x to u, and leads to u if something firm stays. Otherwise that
//! part is the only firm one, (n, n), the others sum up to o, 0 or 1, and an option with g⁻ = u ⊕ o will do, firm or not. There is
//! one if u ⊕ o < n. Otherwise o = 1, u = n and x = n + 1; a part with (1, 0) has an option (0, 1), and moving there leads to n.
//!
//! So tame positions are solved part by part. A sum with a part that is not tame is searched as it is, as a set of parts.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use chromex_budget::{Meter, Stop};
use chromex_rules::{Player, Position};

use super::plain::grundy::mex;
use crate::engine::Engine;
use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use crate::value::{Class, Genus, Outcome, Tameness, Value};

/// Misère play of impartial list games.
pub(crate) struct Misere {
    game: Arc<ListGame>,
    /// The known parts.
    parts: FxHashMap<Lists, Tameness>,
    /// Whether the player to move wins a sum in which some part is not tame.
    sums: FxHashMap<Vec<Lists>, bool>,
}

impl Misere {
    /// A new engine.
    pub(crate) fn new(game: ListGame) -> Misere {
        Misere { game: Arc::new(game), parts: FxHashMap::default(), sums: FxHashMap::default() }
    }

    /// Whether a position is tame, judged by its parts.
    fn tameness(&mut self, parts: &[Lists], meter: &mut Meter) -> Result<Tameness, Stop> {
        let mut sum = Genus::END;
        for part in parts {
            match self.tameness_of_part(part, meter)? {
                Tameness::Tame(genus) => sum = sum.plus(genus),
                Tameness::Wild => return Ok(Tameness::Wild),
            }
        }
        Ok(Tameness::Tame(sum))
    }

    fn tameness_of_part(&mut self, part: &Lists, meter: &mut Meter) -> Result<Tameness, Stop> {
        if let Some(&known) = self.parts.get(part) {
            return Ok(known);
        }
        meter.tick()?;
        let mut options = Vec::new();
        let mut tame = true;
        let game = Arc::clone(&self.game);
        for child in game.children(part, Player::Left) {
            let parts = self.game.parts(child);
            match self.tameness(&parts, meter)? {
                Tameness::Tame(genus) => options.push(genus),
                Tameness::Wild => {
                    tame = false;
                    break;
                }
            }
        }
        let genus = genus_of(&options);
        let found = if tame && genus.is_tame() { Tameness::Tame(genus) } else { Tameness::Wild };
        meter.grow(self.game.bytes())?;
        self.parts.insert(part.clone(), found);
        Ok(found)
    }

    /// Whether the player to move wins a sum.
    fn wins(&mut self, mut parts: Vec<Lists>, meter: &mut Meter) -> Result<bool, Stop> {
        if let Tameness::Tame(genus) = self.tameness(&parts, meter)? {
            return Ok(genus.misere != 0);
        }
        parts.sort_unstable();
        if let Some(&known) = self.sums.get(&parts) {
            return Ok(known);
        }
        meter.tick()?;
        let wins = self.has_good_move(&parts, meter)?;
        meter.grow(parts.len() * self.game.bytes())?;
        self.sums.insert(parts, wins);
        Ok(wins)
    }

    fn has_good_move(&mut self, parts: &[Lists], meter: &mut Meter) -> Result<bool, Stop> {
        let game = Arc::clone(&self.game);
        for (i, part) in parts.iter().enumerate().filter(|(i, part)| !parts[..*i].contains(part)) {
            for child in game.children(part, Player::Left) {
                let mut after = self.game.parts(child);
                after.extend(parts[..i].iter().chain(&parts[i + 1..]).cloned());
                if !self.wins(after, meter)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The genus of a position with these options.
fn genus_of(options: &[Genus]) -> Genus {
    if options.is_empty() {
        return Genus::END;
    }
    let least = |number: fn(&Genus) -> u32| mex(&options.iter().map(number).collect::<Vec<_>>());
    Genus { nimber: least(|genus| genus.nimber), misere: least(|genus| genus.misere) }
}

impl Engine for Misere {
    fn describe(&self) -> &'static str {
        "misère outcomes of a list game, tame positions part by part"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        let parts = self.game.parts(self.game.lists(position));
        let wins = self.wins(parts, meter)?;
        Ok(Value::Class(if wins { Class::N } else { Class::P }))
    }

    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        Ok(self.value(position, meter)?.outcome())
    }

    fn tameness(
        &mut self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Tameness>, Stop> {
        let parts = self.game.parts(self.game.lists(position));
        Misere::tameness(self, &parts, meter).map(Some)
    }
}
