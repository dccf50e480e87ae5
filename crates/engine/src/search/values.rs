//! Values of partisan list games: canonical forms of components, and their sums.
//!
//! [`Values`] finds the value of a position; [`Outcomes`] finds only who wins, which reaches
//! further. When the memory is full, both forget what can be found out again and go on
//! (`memory.rs`).

mod dominance;
mod memory;
mod outcome;

use chromex_files::FileError;
use chromex_graph_tools::bits::VertexSet;
use chromex_rules::Player;

use crate::checkpoint::Checkpoint;
use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use chromex_budget::{Meter, Stop};
use chromex_values::{Arena, Form, Halt};
use dominance::{Dominance, children};
use memory::Memory;

pub use outcome::Outcomes;

/// Finds the values of positions of one game and remembers those of components.
pub struct Values {
    game: ListGame,
    /// Whether exchanging the colours exchanges the players.
    fair: bool,
    /// Which moves need not be looked at, where that is known.
    dominance: Option<Dominance>,
    memory: Memory,
    normaliser: Option<Normaliser>,
}

/// Gives components that look alike one name, which must itself be a position of that value.
pub type Normaliser = Box<dyn Fn(Lists) -> Lists + Send>;

impl Values {
    /// An engine that knows nothing yet.
    pub fn new(game: ListGame) -> Values {
        let memory = Memory::new(game.bytes());
        let (fair, dominance) = (is_fair(&game), Dominance::of(&game));
        Values { fair, dominance, game, memory, normaliser: None }
    }

    /// An engine that is told which components look alike.
    pub fn with_normaliser(game: ListGame, normaliser: Normaliser) -> Values {
        Values { normaliser: Some(normaliser), ..Values::new(game) }
    }

    /// Reads what an earlier search has saved, and saves what this one finds. The fingerprint tells
    /// the rule from others.
    pub fn save_to(&mut self, checkpoint: Checkpoint, fingerprint: u64) -> Result<(), FileError> {
        self.memory.save_to(checkpoint, fingerprint)
    }

    /// The list game that is searched.
    pub fn game(&self) -> &ListGame {
        &self.game
    }

    /// The arithmetic, which can read the forms.
    pub fn arena(&self) -> &Arena {
        &self.memory.known.arena
    }

    /// The arithmetic, to compare and add the forms.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.memory.known.arena
    }

    /// The number of components whose values are known.
    pub fn known(&self) -> usize {
        self.memory.known.values.len()
    }

    /// The value of a position. Forms that were found before may not be valid any more: they may have
    /// been forgotten.
    pub fn value(&mut self, lists: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        loop {
            match self.value_at_once(lists.clone(), meter) {
                Err(Stop::Memory(limit)) if self.memory.make_room(limit, meter) => (),
                found => return found,
            }
        }
    }

    /// The value of a position, if it can be found without forgetting anything.
    pub fn value_at_once(&mut self, lists: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        self.memory.account(meter)?;
        self.sum_value(lists, meter)
    }

    fn sum_value(&mut self, lists: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        let mut sum = Form::ZERO;
        for part in self.game.parts(lists) {
            let value = self.part_value(part, meter)?;
            sum = self.arena_mut().add_watched(sum, value, meter).map_err(stop)?;
        }
        Ok(sum)
    }

    /// The name of a component in the table, and whether its value has to be negated: where
    /// exchanging the colours exchanges the players, it negates the game.
    fn key(&self, part: Lists) -> (Lists, bool) {
        if !self.fair {
            return (self.normal(part), false);
        }
        let exchanged = self.normal(exchanged(&part));
        let part = self.normal(part);
        if part <= exchanged { (part, false) } else { (exchanged, true) }
    }

    fn normal(&self, part: Lists) -> Lists {
        match &self.normaliser {
            Some(normaliser) => normaliser(part),
            None => part,
        }
    }

    fn part_value(&mut self, part: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        let (key, negate) = self.key(part);
        let value = match self.memory.known.values.get(&key) {
            Some(&known) => known,
            None => self.find(key, meter)?,
        };
        Ok(if negate { self.arena_mut().neg(value) } else { value })
    }

    fn find(&mut self, key: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        let left = self.options(&key, Player::Left, meter)?;
        let right = self.options(&key, Player::Right, meter)?;
        let value = self.arena_mut().from_options_watched(left, right, meter).map_err(stop)?;
        self.memory.insert_value(key, value, meter)?;
        Ok(value)
    }

    fn options(
        &mut self,
        lists: &Lists,
        player: Player,
        meter: &mut Meter,
    ) -> Result<Vec<Form>, Stop> {
        let children = children(&self.game, self.dominance.as_ref(), lists, player).into_iter();
        let mut options =
            children.map(|child| self.sum_value(child, meter)).collect::<Result<Vec<_>, _>>()?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

fn stop(halt: Halt) -> Stop {
    match halt {
        Halt::Stop(stop) => stop,
        Halt::OutOfRange(_) => Stop::OutOfRange,
    }
}

fn exchanged(lists: &Lists) -> Lists {
    lists.iter().rev().copied().collect()
}

/// Whether there are two colours, one for each player, and exchanging them changes nothing else.
/// Not so for a game that was compiled from a position with colours on the board: it does not know
/// what colours would do that have become impossible.
fn is_fair(game: &ListGame) -> bool {
    if game.colours() != 2 {
        return false;
    }
    let all = VertexSet::first(game.order()).0;
    let moves =
        |lists: [u128; 2], player| game.children(&Lists::from_slice(&lists), player).count();
    let board = Lists::from_slice(&[all, all]);
    moves([all, 0], Player::Left) == game.order()
        && moves([0, all], Player::Right) == game.order()
        && moves([0, all], Player::Left) == 0
        && moves([all, 0], Player::Right) == 0
        && (0..game.order()).all(|v| game.play(&board, v, 0) == exchanged(&game.play(&board, v, 1)))
}
