//! Who wins a partisan list game, if the value is not needed.
//!
//! A position is a sum: small components are replaced by their values, and all values are added up;
//! a component and its negative cancel. The rest is searched move by move, until it is decided by
//! the sum of the values and by the possible numbers of moves in the rest.

use std::ops::Range;

use smallvec::SmallVec;

use chromex_rules::Player;

use super::dominance::children;
use super::memory::{Known, Move, Part, Sum};
use super::{Values, exchanged, stop};
use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use crate::model::word::Word;
use chromex_budget::{Meter, Stop};
use chromex_values::Form;

/// Decides positions of one game and remembers the answers.
pub struct Outcomes {
    values: Values,
    /// Components with at most this many open vertices are valued.
    small: usize,
}

/// By default, components with at most this many open vertices are valued: sums of many hot values
/// grow fast, and are only useful where they decide.
const SMALL: usize = 6;

/// A move: to this form in the value, or the `i`th listed move of the `n`th component.
enum Step {
    Value(Form),
    Part(usize, usize),
}

fn other(player: Player, negated: bool) -> Player {
    if negated { player.opponent() } else { player }
}

impl Outcomes {
    /// A new engine.
    pub fn new(values: Values) -> Outcomes {
        Outcomes { values, small: SMALL }
    }

    /// Sets the size up to which components are valued instead of searched.
    #[cfg(feature = "internals")]
    pub fn valuing(mut self, small: usize) -> Outcomes {
        self.small = small;
        self
    }

    /// The engine for the values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The engine for the values, to ask it questions: both share one memory.
    pub fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    fn known(&mut self) -> &mut Known {
        &mut self.values.memory.known
    }

    /// Whether `player`, who is to move, wins under normal play.
    pub fn wins(&mut self, lists: Lists, player: Player, meter: &mut Meter) -> Result<bool, Stop> {
        loop {
            match self.wins_at_once(lists.clone(), player, meter) {
                Err(Stop::Memory(limit)) if self.values.memory.make_room(limit, meter) => (),
                found => return found,
            }
        }
    }

    fn wins_at_once(
        &mut self,
        lists: Lists,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.values.memory.account(meter)?;
        let sum = self.sum(lists, meter)?;
        self.decide(sum, player, meter)
    }

    /// The components of a position, with the values of the small ones added up.
    fn sum(&mut self, lists: Lists, meter: &mut Meter) -> Result<Sum, Stop> {
        let mut sum = Sum { value: Form::ZERO, parts: SmallVec::new() };
        for part in self.values.game.parts(lists) {
            if ListGame::open(&part).size() as usize <= self.small {
                let value = self.values.part_value(part, meter)?;
                sum.value =
                    self.values.arena_mut().add_watched(sum.value, value, meter).map_err(stop)?;
            } else {
                let (key, negated) = self.values.key(part);
                let id = self.id(key, meter)?;
                self.include(&mut sum.parts, id * 2 + u32::from(negated));
            }
        }
        Ok(sum)
    }

    fn id(&mut self, key: Lists, meter: &mut Meter) -> Result<u32, Stop> {
        if let Some(&id) = self.known().ids.get(&key) {
            return Ok(id);
        }
        let (mirrored, negated) = self.values.key(exchanged(&key));
        let symmetric = self.values.fair && mirrored == key && !negated;
        let known = self.known();
        let id = known.parts.len() as u32;
        known.ids.insert(key.clone(), id);
        known.parts.push(Part { key, symmetric, moves: [None, None] });
        self.values.memory.account(meter)?;
        Ok(id)
    }

    /// The negative of a component.
    fn opposite(&self, code: u32) -> u32 {
        let part = &self.values.memory.known.parts[code as usize / 2];
        if part.symmetric { code } else { code ^ 1 }
    }

    /// Adds a component to a sorted list, or removes its negative.
    fn include(&self, parts: &mut SmallVec<[u32; 4]>, code: u32) {
        let negative = self.opposite(code);
        if let Some(found) = parts.iter().position(|&part| part == negative) {
            parts.remove(found);
        } else {
            parts.insert(parts.partition_point(|&part| part < code), code);
        }
    }

    /// The sum or its negative, such that the first component with a sign is positive, and who is
    /// to move in it.
    fn upright(&mut self, sum: Sum, player: Player) -> (Sum, Player) {
        let first = sum.parts.iter().find(|&&code| self.opposite(code) != code);
        if first.is_none_or(|code| code & 1 == 0) {
            return (sum, player);
        }
        let mut parts: SmallVec<[u32; 4]> = sum.parts.iter().map(|&c| self.opposite(c)).collect();
        parts.sort_unstable();
        (Sum { value: self.values.arena_mut().neg(sum.value), parts }, player.opponent())
    }

    fn decide(&mut self, sum: Sum, player: Player, meter: &mut Meter) -> Result<bool, Stop> {
        if let Some(sure) = self.settled(&sum, player) {
            return Ok(sure);
        }
        let key = self.upright(sum, player);
        if let Some(&known) = self.known().sums.get(&key) {
            return Ok(known);
        }
        meter.tick()?;
        let (sum, player) = &key;
        let mut wins = false;
        for (_, step) in self.steps(sum, *player, meter)? {
            let after = self.after(sum, &step, meter)?;
            if !self.decide(after, player.opponent(), meter)? {
                wins = true;
                break;
            }
        }
        self.values.memory.insert_sum(key, wins, meter)?;
        Ok(wins)
    }

    /// Whether the player to move wins, if that needs no search: a player cannot make more moves in
    /// a component than he has vertices.
    fn settled(&mut self, sum: &Sum, player: Player) -> Option<bool> {
        let known = self.known();
        let (mut left, mut right) = (0, 0);
        for &code in &sum.parts {
            let key = &known.parts[code as usize / 2].key;
            let counts = [key[0].count_ones() as i32, key[1].count_ones() as i32];
            left += counts[code as usize & 1];
            right += counts[1 - (code as usize & 1)];
        }
        let arena = &mut known.arena;
        let (least, most) = (arena.moved(sum.value, -right), arena.moved(sum.value, left));
        match player {
            Player::Left if !arena.le(least, Form::ZERO) => Some(true),
            Player::Left if arena.le(most, Form::ZERO) => Some(false),
            Player::Right if !arena.le(Form::ZERO, most) => Some(true),
            Player::Right if arena.le(Form::ZERO, least) => Some(false),
            _ => None,
        }
    }

    /// All moves, promising ones first. Moves in a number come last: they are needed only if
    /// everything else is a number too (number avoidance).
    fn steps(
        &mut self,
        sum: &Sum,
        player: Player,
        meter: &mut Meter,
    ) -> Result<Vec<(i32, Step)>, Stop> {
        let mut steps = Vec::new();
        for (n, &code) in sum.parts.iter().enumerate() {
            let mover = other(player, code & 1 == 1);
            let before = balance(&self.known().parts[code as usize / 2].key, mover);
            for i in self.listed(code / 2, mover, meter)? {
                let gain = balance(&self.known().moves[i].lists, mover) - before;
                steps.push((gain, Step::Part(n, i)));
            }
        }
        let arena = self.values.arena_mut();
        let options = match player {
            Player::Left => arena.left_options(sum.value),
            Player::Right => arena.right_options(sum.value),
        };
        let swing = (arena.left_stop(sum.value) - arena.right_stop(sum.value)).ceil();
        let worth = if arena.is_number(sum.value) { i32::MIN } else { swing };
        steps.extend(options.into_iter().map(|option| (worth, Step::Value(option))));
        steps.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        Ok(steps)
    }

    /// Where the moves of a player in a component are listed.
    fn listed(&mut self, id: u32, mover: Player, meter: &mut Meter) -> Result<Range<usize>, Stop> {
        let Values { game, memory, dominance, .. } = &mut self.values;
        let Known { parts, moves, .. } = &mut memory.known;
        let part = &mut parts[id as usize];
        if let Some(moves) = &part.moves[mover as usize] {
            return Ok(moves.clone());
        }
        let start = moves.len();
        let children = children(game, dominance.as_ref(), &part.key, mover).into_iter();
        moves.extend(children.map(|lists| Move { lists, after: None }));
        let listed = start..moves.len();
        part.moves[mover as usize] = Some(listed.clone());
        memory.account(meter)?;
        Ok(listed)
    }

    /// The sum after a move.
    fn after(&mut self, sum: &Sum, step: &Step, meter: &mut Meter) -> Result<Sum, Stop> {
        let (n, i) = match *step {
            Step::Value(value) => return Ok(Sum { value, parts: sum.parts.clone() }),
            Step::Part(n, i) => (n, i),
        };
        let code = sum.parts[n];
        let negated = code & 1 == 1;
        let rest = self.after_move(i, meter)?;
        let mut parts = sum.parts.clone();
        parts.remove(n);
        for &code in &rest.parts {
            let code = if negated { self.opposite(code) } else { code };
            self.include(&mut parts, code);
        }
        let arena = self.values.arena_mut();
        let moved = if negated { arena.neg(rest.value) } else { rest.value };
        let value = arena.add_watched(sum.value, moved, meter).map_err(stop)?;
        Ok(Sum { value, parts })
    }

    /// The sum after a move in a component.
    fn after_move(&mut self, index: usize, meter: &mut Meter) -> Result<Sum, Stop> {
        if let Some(after) = &self.known().moves[index].after {
            return Ok(after.clone());
        }
        let lists = self.known().moves[index].lists.clone();
        let after = self.sum(lists, meter)?;
        self.known().moves[index].after = Some(after.clone());
        Ok(after)
    }
}

/// The number of vertices on which the player can move, less that of the opponent.
fn balance(lists: &Lists, player: Player) -> i32 {
    let [left, right] = [0, 1].map(|c| lists[c].count_ones() as i32);
    match player {
        Player::Left => left - right,
        Player::Right => right - left,
    }
}
