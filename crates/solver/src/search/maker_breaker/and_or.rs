//! The search: depth first, Alice's and Bob's turns alternating.
//!
//! Alice's moves are tried in the order of how many doctors are missing afterwards, Bob's threats
//! first. Measured and found worse on grids: counting Bob's unsettled answers instead (two plies),
//! proof numbers, slices of effort, histories of good moves, looking all children up first.

use chromex_rules::Player;

use super::board::Board;
use super::key::Keys;
use super::node::{Node, Sight};
use super::state::{Ply, State};
use super::table::Table;
use crate::budget::{Meter, Stop};
use crate::model::lists::ListGame;
use crate::search::keep::{Keeper, Unreadable};

/// The search engine for up to `K` colours.
pub(super) struct AndOr<const K: usize> {
    board: Board,
    keys: Keys,
    table: Table,
    /// The positions searched so far.
    searched: u64,
    /// Saves the table, and under which fingerprint.
    keeper: Option<(Keeper, u64)>,
}

impl<const K: usize> AndOr<K> {
    /// An engine whose table will not outgrow `memory` bytes.
    pub fn new(game: &ListGame, memory: u64) -> AndOr<K> {
        let board = Board::new(game);
        let keys = Keys::new(&board, game.colours());
        let table = Table::new(keys.words(), memory);
        AndOr { board, keys, table, searched: 0, keeper: None }
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub fn keep(&mut self, keeper: Keeper, fingerprint: u64) -> Result<(), Unreadable> {
        keeper.prepare(fingerprint)?;
        keeper.load(fingerprint, &mut self.table)?;
        self.keeper = Some((keeper, fingerprint));
        Ok(())
    }

    /// Saves the table if it is time to, or in any case.
    pub fn save(&mut self, in_any_case: bool) -> Result<(), Stop> {
        let Some((keeper, fingerprint)) = &mut self.keeper else { return Ok(()) };
        if in_any_case || keeper.is_due() {
            keeper.save(*fingerprint, &self.table).map_err(|_| Stop::NotSaved)?;
        }
        Ok(())
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// The winner, if it can be seen.
    pub fn at_sight(&self, lists: &[u128], player: Player) -> Option<Player> {
        match Node::<K>::new(State::new(lists), &self.board).sight(player) {
            Sight::Won => Some(Player::Left),
            Sight::Lost => Some(Player::Right),
            Sight::Open { .. } => None,
        }
    }

    /// Whether Alice wins.
    pub fn alice_wins(
        &mut self,
        lists: &[u128],
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let node = Node::new(State::new(lists), &self.board);
        match node.sight(player) {
            Sight::Won => Ok(true),
            Sight::Lost => Ok(false),
            Sight::Open { .. } => self.search(&node, player, meter),
        }
    }

    /// Whether Alice wins a position that sight does not settle.
    fn search(&mut self, node: &Node<K>, turn: Player, meter: &mut Meter) -> Result<bool, Stop> {
        let threats = node.threats();
        if threats != 0 {
            // Alice is to move, or Bob would have been seen to win. Her few answers are not worth
            // a place in the table.
            self.tick(meter)?;
            let answers = node.answers(&self.board, threats);
            return self.try_all(node, answers, turn, meter);
        }
        let node = node.reduced(&self.board);
        let key = self.keys.key(&node.state, turn);
        if let Some(wins) = self.table.get(&key) {
            return Ok(wins);
        }
        let before = self.searched;
        self.tick(meter)?;
        let wins = self.try_all(&node, node.plies(), turn, meter)?;
        let bytes = self.table.bytes();
        self.table.insert(&key, wins, self.searched - before);
        meter.grow((self.table.bytes() - bytes) as usize)?;
        self.save(false)?;
        Ok(wins)
    }

    fn tick(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.searched += 1;
        meter.tick()
    }

    /// Whether Alice wins when `turn` chooses among these moves.
    fn try_all(
        &mut self,
        node: &Node<K>,
        plies: Vec<Ply>,
        turn: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        // Alice needs one good move, Bob one bad one for her.
        let wanted = turn == Player::Left;
        let Some(plies) = self.unclear(node, plies, turn) else { return Ok(wanted) };
        for ply in plies {
            let child = node.after(&self.board, ply);
            if self.search(&child, turn.opponent(), meter)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The moves that have to be searched, most promising first; `None` if one of them settles the
    /// matter for `turn` at sight.
    fn unclear(&self, node: &Node<K>, plies: Vec<Ply>, turn: Player) -> Option<Vec<Ply>> {
        let mut ranked = Vec::with_capacity(plies.len());
        let mut child = node.clone();
        for ply in plies {
            node.write_after(&self.board, ply, &mut child);
            match (child.sight(turn.opponent()), turn) {
                (Sight::Won, Player::Left) | (Sight::Lost, Player::Right) => return None,
                (Sight::Open { danger }, _) => ranked.push((danger, ply)),
                _ => {}
            }
        }
        ranked.sort_by_key(|&(danger, _)| danger);
        if turn == Player::Right {
            ranked.reverse();
        }
        Some(ranked.into_iter().map(|(_, ply)| ply).collect())
    }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::parse;
    use chromex_rules::{Position, parse_game};

    use super::*;
    use crate::budget::Budget;

    fn alice_wins<const K: usize>(game: &ListGame, start: &Position) -> bool {
        let mut engine = AndOr::<K>::new(game, 1 << 20);
        let mut meter = Meter::new(&Budget::default());
        engine.alice_wins(&game.lists(start), start.turn(), &mut meter).unwrap()
    }

    #[test]
    fn room_for_more_colours_changes_nothing() {
        let mut wins = 0;
        for seed in 0..40 {
            let board = parse(&format!("random:10,0.5,{seed}")).unwrap();
            let start = Position::start(parse_game("colouring:4").unwrap(), board).unwrap();
            let game = ListGame::compile(&start, 1).unwrap();
            let found = alice_wins::<4>(&game, &start);
            assert_eq!(found, alice_wins::<12>(&game, &start), "{start}");
            assert_eq!(found, alice_wins::<64>(&game, &start), "{start}");
            wins += usize::from(found);
        }
        assert!((5..35).contains(&wins), "{wins}");
    }
}
