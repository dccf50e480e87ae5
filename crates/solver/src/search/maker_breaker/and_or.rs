//! The search: depth first, Alice's and Bob's turns alternating.
//!
//! A *threat* is a patient with one colour left. If Bob is to move, he takes that colour and wins.
//! If Alice is to move, she has to meet all threats at once. Meeting the threat of colour c at v
//! means that afterwards v is coloured, or no neighbour of v can take c. So Alice colours v; or she
//! colours its only neighbour that can take c otherwise; or she gives c to a vertex (not next to
//! v) that all neighbours of v that can take c are adjacent to. There is no other way.

use chromex_rules::Player;

use super::board::{Board, bits};
use super::doctors::serve;
use super::exhaust::Patient;
use super::key::Keys;
use super::reduce::reduce;
use super::state::{Ply, State};
use super::table::Table;
use crate::budget::{Meter, Stop};
use crate::model::lists::ListGame;

/// The search engine for up to `K` colours.
pub(super) struct AndOr<const K: usize> {
    board: Board,
    keys: Keys,
    table: Table,
    /// The positions searched so far.
    searched: u64,
}

/// What can be seen of a position without looking ahead.
enum Sight {
    /// Alice wins.
    Won,
    /// Bob wins.
    Lost,
    /// It has to be searched. The lower, the better for Alice.
    Open { danger: u32 },
}

/// A position with its patients.
struct Node<const K: usize> {
    state: State<K>,
    patients: Vec<Patient>,
}

/// A move and how dangerous for Alice it looks.
type Ranked = (u32, Ply);

impl<const K: usize> Node<K> {
    fn new(state: State<K>, board: &Board) -> Node<K> {
        let patients = bits(state.open()).filter_map(|v| Patient::of(&state, board, v)).collect();
        Node { state, patients }
    }

    fn unsafe_vertices(&self) -> u128 {
        self.patients.iter().fold(0, |set, patient| set | 1 << patient.vertex)
    }

    /// The node after a move. Only patients within distance two of the coloured vertex change:
    /// they lost it as a neighbour, or a neighbour of theirs lost a colour.
    fn after(&self, board: &Board, ply: Ply) -> Node<K> {
        let state = self.state.play(board, ply);
        let Some(v) = ply.vertex() else {
            return Node { state, patients: self.patients.clone() };
        };
        let examine = |patient: &Patient| match patient.vertex {
            u if u == v => None,
            u if board.near[v] >> u & 1 == 1 => Patient::of(&state, board, u),
            _ => Some(*patient),
        };
        Node { state, patients: self.patients.iter().filter_map(examine).collect() }
    }

    fn threats(&self) -> u128 {
        self.state.single() & self.unsafe_vertices()
    }

    fn sight(&self, next: Player) -> Sight {
        if self.patients.is_empty() {
            return Sight::Won;
        }
        let patients = self.unsafe_vertices();
        let threats = self.state.single() & patients;
        let open = self.state.open();
        let dead = patients & !open != 0;
        if dead || threats != 0 && next == Player::Right {
            return Sight::Lost;
        }
        let service = serve(&self.patients, open & !patients);
        let won = match next {
            Player::Left => service.all_but_one,
            Player::Right => service.missing == 0,
        };
        if won {
            return Sight::Won;
        }
        let danger =
            256 * threats.count_ones() + 4 * service.missing as u32 + self.patients.len() as u32;
        Sight::Open { danger }
    }
}

impl<const K: usize> AndOr<K> {
    pub fn new(game: &ListGame, memory: u64) -> AndOr<K> {
        let board = Board::new(game);
        let keys = Keys::new(&board, game.colours());
        let table = Table::new(keys.words(), memory);
        AndOr { board, keys, table, searched: 0 }
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    pub fn at_sight(&mut self, lists: &[u128], player: Player) -> Option<Player> {
        match Node::<K>::new(State::new(lists), &self.board).sight(player) {
            Sight::Won => Some(Player::Left),
            Sight::Lost => Some(Player::Right),
            Sight::Open { .. } => None,
        }
    }

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
            // Bob would have been seen to win. The few answers are not worth a place in the table.
            self.tick(meter)?;
            let answers = self.answers(node, threats);
            return self.try_all(node, answers, Player::Left, meter);
        }
        let state = reduce(&node.state, &self.board, node.unsafe_vertices());
        let key = self.keys.key(&state, turn);
        if let Some(wins) = self.table.get(&key) {
            return Ok(wins);
        }
        let before = self.searched;
        self.tick(meter)?;
        let node = Node { state, patients: node.patients.clone() };
        let wins = self.try_all(&node, node.state.plies().collect(), turn, meter)?;
        let held = self.table.bytes();
        self.table.insert(&key, wins, self.searched - before);
        meter.grow((self.table.bytes() - held) as usize)?;
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
        let wanted = turn == Player::Left;
        let Some(ranked) = self.rank(node, plies, turn) else { return Ok(wanted) };
        for (_, ply) in ranked {
            let child = node.after(&self.board, ply);
            if self.search(&child, turn.opponent(), meter)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The moves that have to be searched, most promising first; `None` if one of them settles the
    /// matter for `turn` at sight.
    fn rank(&self, node: &Node<K>, plies: Vec<Ply>, turn: Player) -> Option<Vec<Ranked>> {
        let mut ranked = Vec::with_capacity(plies.len());
        for ply in plies {
            let child = node.after(&self.board, ply);
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
        Some(ranked)
    }

    /// Alice's moves that meet the first threat (and may or may not meet the others, which will be
    /// seen).
    fn answers(&self, node: &Node<K>, threats: u128) -> Vec<Ply> {
        let state = &node.state;
        let v = threats.trailing_zeros() as usize;
        let Some(c) = (0..K).find(|&c| state.lists[c] >> v & 1 == 1) else { return Vec::new() };
        let takers = state.lists[c] & self.board.adjacent[v];
        let mut answers = vec![Ply::Colour(v as u8, c as u8)];
        if takers.is_power_of_two() {
            let taker = takers.trailing_zeros() as usize;
            let other = |&ply: &Ply| {
                ply.vertex() == Some(taker) && ply != Ply::Colour(taker as u8, c as u8)
            };
            answers.extend(state.plies().filter(other));
        }
        let around = bits(takers).fold(u128::MAX, |all, w| all & self.board.adjacent[w]);
        let from = state.lists[c] & around & !self.board.adjacent[v] & !(1 << v);
        answers.extend(bits(from).map(|u| Ply::Colour(u as u8, c as u8)));
        answers
    }
}
