//! Values of partisan list games: canonical forms of components, and their sums.
//!
//! [`Values`] finds the value of a position; [`Outcomes`] finds only who wins, which reaches
//! further. When the memory is full, both forget what can be found out again and go on
//! (`memory.rs`).

mod dominance;
mod memory;
mod outcome;
mod pairs;

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
use pairs::{Pair, Pairs};

pub use outcome::Outcomes;

/// Finds the values of positions of one game and remembers the values of components.
pub struct Values {
    game: ListGame,
    /// Whether exchanging the colours is the same as exchanging the players.
    fair: bool,
    /// Rules for moves that need not be examined, if there are any for this game.
    dominance: Option<Dominance>,
    memory: Memory,
    normaliser: Option<Normaliser>,
    /// The game with positions of two words, which is faster, if that is possible.
    pairs: Option<Pairs>,
}

/// Maps components that are equivalent to one representative, which must itself be a position with
/// the same value.
pub struct Normaliser {
    /// For all positions.
    pub lists: Naming<Lists>,
    /// For positions of two colours on at most 64 vertices; `None` if no two of them are
    /// equivalent.
    pub pairs: Option<Naming<[u64; 2]>>,
}

/// Maps a position to its representative.
type Naming<P> = Box<dyn Fn(P) -> P + Send>;

impl Values {
    /// A new engine.
    pub fn new(game: ListGame) -> Values {
        let memory = Memory::new(game.bytes());
        let (fair, dominance) = (is_fair(&game), Dominance::of(&game));
        let pairs = Pairs::of(&game, dominance.is_some());
        Values { fair, dominance, game, memory, normaliser: None, pairs }
    }

    /// A new engine that uses this normaliser.
    pub fn with_normaliser(game: ListGame, normaliser: Normaliser) -> Values {
        Values { normaliser: Some(normaliser), ..Values::new(game) }
    }

    /// Reads what an earlier search has saved, and saves what this one finds. The fingerprint
    /// identifies the rule.
    pub fn save_to(&mut self, checkpoint: Checkpoint, fingerprint: u64) -> Result<(), FileError> {
        self.memory.save_to(checkpoint, fingerprint)
    }

    /// The list game that is searched.
    pub fn game(&self) -> &ListGame {
        &self.game
    }

    /// The arena, which can read the forms.
    pub fn arena(&self) -> &Arena {
        &self.memory.known.arena
    }

    /// The arena, to compare and add the forms.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.memory.known.arena
    }

    /// The number of components whose values are known.
    #[cfg(feature = "internals")]
    pub fn known(&self) -> usize {
        self.memory.known.values.len()
    }

    /// The value of a position. Forms that were found before may become invalid, because they may
    /// be forgotten.
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
        if let (Some(_), Some(pair)) = (&self.pairs, pairs::pair(&lists)) {
            return self.value_of_pair(pair, meter);
        }
        let mut sum = Form::ZERO;
        for part in self.game.parts(lists) {
            let value = self.part_value(part, meter)?;
            sum = self.arena_mut().add_watched(sum, value, meter).map_err(stop)?;
        }
        Ok(sum)
    }

    /// The key of a component in the table, and whether its value has to be negated: if exchanging
    /// the colours exchanges the players, this negates the game.
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
            Some(normaliser) => (normaliser.lists)(part),
            None => part,
        }
    }

    fn part_value(&mut self, part: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        if let (Some(_), Some(pair)) = (&self.pairs, pairs::pair(&part)) {
            return self.value_of_pair(pair, meter);
        }
        let (key, negate) = self.key(part);
        let value = match self.memory.known.values.get(&key) {
            Some(known) => known,
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

/// The search with positions of two words.
impl Values {
    /// The value of a position: the sum of its components' values.
    fn value_of_pair(&mut self, mut rest: Pair, meter: &mut Meter) -> Result<Form, Stop> {
        let (mut sum, mut moves) = (Form::ZERO, 0);
        while rest != [0, 0] {
            let Some(pairs) = &self.pairs else { break };
            let part = pairs.first_part(rest);
            rest = [rest[0] & !part[0], rest[1] & !part[1]];
            // A single vertex for one player is one move for that player.
            match part {
                [left, 0] if left.is_power_of_two() => moves += 1,
                [0, right] if right.is_power_of_two() => moves -= 1,
                _ => {
                    let value = self.value_of_pair_in_one_piece(part, meter)?;
                    sum = match sum == Form::ZERO {
                        true => value,
                        false => self.arena_mut().add_watched(sum, value, meter).map_err(stop)?,
                    }
                }
            }
        }
        Ok(self.arena().moved(sum, moves))
    }

    fn value_of_pair_in_one_piece(&mut self, part: Pair, meter: &mut Meter) -> Result<Form, Stop> {
        let (key, negate) = self.key_of_pair(part);
        let value = match self.memory.known.values.get_pair(key) {
            Some(known) => known,
            None => self.find_pair(key, meter)?,
        };
        Ok(if negate { self.arena_mut().neg(value) } else { value })
    }

    fn key_of_pair(&self, part: Pair) -> (Pair, bool) {
        let normal = self.normaliser.as_ref().and_then(|normaliser| normaliser.pairs.as_ref());
        let named = |part: Pair| normal.map_or(part, |normal| normal(part));
        let first = named(part);
        if !self.fair {
            return (first, false);
        }
        let exchanged = named([part[1], part[0]]);
        if first <= exchanged { (first, false) } else { (exchanged, true) }
    }

    fn find_pair(&mut self, key: Pair, meter: &mut Meter) -> Result<Form, Stop> {
        let left = self.options_of_pair(key, 0, meter)?;
        let right = self.options_of_pair(key, 1, meter)?;
        let value = self.arena_mut().from_options_watched(left, right, meter).map_err(stop)?;
        self.memory.insert_value_of_pair(key, value, meter)?;
        Ok(value)
    }

    fn options_of_pair(
        &mut self,
        lists: Pair,
        side: usize,
        meter: &mut Meter,
    ) -> Result<Vec<Form>, Stop> {
        let Some(pairs) = &self.pairs else { return Ok(Vec::new()) };
        let children = pairs.children(lists, side);
        let mut options = Vec::with_capacity(children.len());
        for child in children {
            options.push(self.value_of_pair(child, meter)?);
        }
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
/// This is false for a game that was compiled from a position with colours on the board, because
/// the effect of colours that have become impossible is not known.
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

#[cfg(test)]
mod tests {
    use chromex_budget::Budget;
    use chromex_graphs::random::SplitMix;
    use chromex_graphs::{Board, Graph};
    use chromex_rules::{Position, parse_game};

    use super::*;

    fn game(name: &str, order: usize, density: f64, random: &mut SplitMix) -> ListGame {
        let pairs = (0..order).flat_map(|u| (0..u).map(move |v| (u, v)));
        let wanted = (density * 1000.0) as usize;
        let edges: Vec<_> = pairs.filter(|_| random.below(1000) < wanted).collect();
        let graph = Graph::undirected(order, edges).expect("edges are pairs of vertices");
        let board = Board::new(graph, "a random board".to_owned());
        let game = parse_game(name).expect("the game is listed");
        let position = Position::start(game, board).expect("any board will do");
        ListGame::compile(&position, 1, &Meter::new(&Budget::default())).expect("few vertices")
    }

    /// An engine that examines every move, with lists of any length.
    fn slow(game: &ListGame) -> Values {
        Values { pairs: None, dominance: None, ..Values::new(game.clone()) }
    }

    fn compare(name: &str, rounds: usize, order: usize, seed: u64) {
        let mut random = SplitMix::new(seed);
        let meter = &mut Meter::new(&Budget::default());
        for round in 0..rounds {
            let density = [0.2, 0.35, 0.5, 0.7][round % 4];
            let order = 2 + random.below(order - 1);
            let game = game(name, order, density, &mut random);
            let (mut fast, mut slow) = (Values::new(game.clone()), slow(&game));
            assert!(fast.pairs.is_some());
            for _ in 0..8 {
                let mut list = || u128::from(random.next_bits()) & VertexSet::first(order).0;
                let (first, second) = (list(), list());
                let lists = Lists::from_slice(&[first | list(), second | list()]);
                let found = [&mut fast, &mut slow].map(|values| {
                    let form = values.value(lists.clone(), meter).expect("nothing is limited");
                    values.arena().display_whole(form, 100)
                });
                assert_eq!(found[0], found[1], "{name}: {lists:?} of {game:?}");
            }
        }
    }

    #[test]
    fn moves_that_are_left_out_are_not_needed() {
        compare("snort", 1500, 9, 1);
        compare("snort", 60, 12, 2);
    }

    #[test]
    fn pairs_of_words_are_the_same_game() {
        compare("col", 300, 8, 3);
    }
}
