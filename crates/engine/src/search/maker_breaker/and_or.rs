//! The search: depth first, with Alice's and Bob's turns alternating.
//!
//! Nearly all the work is to prove Alice's wins, so the choice of her moves is decisive. The moves
//! after which the fewest doctors and colours are missing are examined more closely, and the one
//! after which Bob's open answers promise the least work is tried first. Bob's threats are tried
//! first. If a player may skip, skipping is one more move for him, and tempi ([`super::reduce`])
//! are ignored: a player who wins without them and may skip answers a tempo by skipping; if his
//! opponent may skip, he treats a tempo as a skip. The following were measured and found worse on
//! grids: counting Bob's open answers without weighing them or without looking them up, examining
//! many moves, proof numbers, slices of effort, histories of good moves.

use chromex_files::FileError;
use chromex_rules::Player;

use super::board::Board;
use super::key::{Key, Keys};
use super::node::{Danger, Node, Sight};
use super::replies::Replies;
use super::state::{Ply, Reduced};
use crate::checkpoint::Checkpoint;
use crate::model::key::hash;
use crate::model::lists::ListGame;
use crate::search::memory::{Memory, Share};
use crate::search::parallel::{Busy, ask, threads};
use crate::search::table::Table;
use chromex_budget::{Meter, Stop};

/// The number of Alice's moves that are examined more closely.
pub(super) const CANDIDATES: usize = 3;

/// Distinguishes saved files from those of earlier versions, whose keys had no patients.
const LAYOUT: u64 = 1 << 8;

/// By about which factor the work grows if one more doctor or colour is missing.
const GROWTH: f64 = 1.25;

/// The search engine for up to `K` colours.
pub(super) struct AndOr<const K: usize> {
    board: Board,
    keys: Keys,
    /// The winners of positions; a full table first forgets the answers that were the quickest to
    /// find.
    memory: Memory,
    threads: usize,
    /// Who may skip.
    skips: Option<Player>,
}

impl<const K: usize> AndOr<K> {
    /// An engine whose table does not grow beyond `memory` bytes.
    pub(super) fn new(game: &ListGame, memory: u64, wanted: usize) -> AndOr<K> {
        let board = Board::new(game);
        let keys = Keys::new(&board, game.colours());
        let table = Table::new(keys.words(), memory, |_, entry| Entry(entry).cost());
        let memory = Memory::new(table, game.fingerprint() ^ LAYOUT);
        AndOr { board, keys, memory, threads: threads(wanted), skips: None }
    }

    /// Lets a player skip his turns. This has to be called before any question and before saving.
    pub(super) fn let_skip(&mut self, player: Player) {
        self.skips = Some(player);
        self.memory.tell_apart(1 + player as u64);
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub(super) fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        self.memory.save_to(checkpoint)
    }

    /// The memory of the engine.
    pub(super) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The bytes of the table.
    #[cfg(feature = "internals")]
    pub(super) fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    /// The winner, if it can be seen.
    #[cfg(feature = "internals")]
    pub(super) fn at_sight(&self, lists: &[u128], player: Player) -> Option<Player> {
        match Node::<K>::new(Reduced::new(lists), &self.board).sight(&self.board, player) {
            Sight::Won => Some(Player::Left),
            Sight::Lost => Some(Player::Right),
            Sight::Open(_) => None,
        }
    }

    /// Whether Alice wins.
    pub(super) fn alice_wins(
        &mut self,
        lists: &[u128],
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let node = Node::<K>::new(Reduced::new(lists), &self.board);
        match node.sight(&self.board, player) {
            Sight::Won => Ok(true),
            Sight::Lost => Ok(false),
            Sight::Open(_) => self.ask(meter, &|search, meter| search.decide(&node, player, meter)),
        }
    }

    /// Whether Alice wins near the patients: if she does, she wins, even if Bob may skip.
    #[cfg(feature = "internals")]
    pub(super) fn alice_wins_locally(
        &mut self,
        lists: &[u128],
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let node = Node::<K>::new(Reduced::new(lists), &self.board);
        let lost = node.sight(&self.board, player) == Sight::Lost;
        Ok(!lost && self.ask(meter, &|search, meter| search.wins_locally(&node, player, meter))?)
    }

    /// Asks one or several searches that work together.
    fn ask(&mut self, meter: &mut Meter, question: &Question<'_, K>) -> Result<bool, Stop> {
        let (board, keys, busy) = (&self.board, &self.keys, &Busy::new(self.threads));
        let skips = self.skips;
        let answer = ask(self.memory.shares(self.threads), meter, &|memory, meter| {
            let mut search = Search {
                board,
                keys,
                memory,
                busy,
                skips,
                replies: Replies::default(),
                local_replies: Replies::default(),
                winner: None,
                searched: 0,
                local_results: [0; 2],
                limit: u64::MAX,
            };
            question(&mut search, meter).map_err(|halt| match halt {
                Halt::Stop(stop) => stop,
                Halt::Effort => Stop::Cancelled,
            })
        });
        self.memory.account(meter);
        answer
    }
}

/// What is asked of a search.
type Question<'q, const K: usize> =
    dyn Fn(&mut Search<'_, K>, &mut Meter) -> Result<bool, Halt> + Sync + 'q;

/// The entry of a position in the table: who wins, and how many positions it took to find out.
#[derive(Clone, Copy)]
pub(super) struct Entry(pub(super) u16);

impl Entry {
    pub(super) fn new(alice_wins: bool, positions: u64) -> Entry {
        Entry(1 | u16::from(alice_wins) << 1 | (positions.max(1).ilog2() as u16) << 2)
    }

    fn alice_wins(self) -> bool {
        self.0 & 2 != 0
    }

    /// The logarithm of the number of positions.
    fn cost(self) -> u32 {
        u32::from(self.0 >> 2)
    }
}

/// One of the searches that work together.
pub(super) struct Search<'a, const K: usize> {
    pub(super) board: &'a Board,
    pub(super) keys: &'a Keys,
    pub(super) memory: Share<'a>,
    pub(super) busy: &'a Busy,
    skips: Option<Player>,
    replies: Replies,
    /// Recently successful replies in the game near the patients.
    pub(super) local_replies: Replies,
    /// Alice's move that was last found to win by looking ahead.
    winner: Option<Ply>,
    /// The positions searched so far.
    pub(super) searched: u64,
    /// How many parts were found lost and how many won; recent ones count more.
    pub(super) local_results: [u64; 2],
    /// The number of positions that may be searched.
    pub(super) limit: u64,
}

/// Why a search ends without an answer.
pub(super) enum Halt {
    /// The budget is spent.
    Stop(Stop),
    /// The positions that it was given are used up.
    Effort,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

impl<const K: usize> Search<'_, K> {
    /// Whether Alice wins a position that is not settled at sight.
    pub(super) fn search(
        &mut self,
        node: &Node<K>,
        turn: Player,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        if turn == Player::Left && self.replies.win(node, self.board, &|ply| node.state.allows(ply))
        {
            return Ok(true);
        }
        let threats = node.threats();
        if threats != 0 {
            // Alice is to move, or else it would have been seen that Bob wins. Her few answers are
            // not worth a place in the table.
            self.tick(meter)?;
            let answers = node.answers(self.board, threats);
            return self.try_all(node, None, answers, turn, meter);
        }
        let node = self.reduced(node);
        let key = self.keys.key(&node.state, turn);
        if let Some(wins) = self.known(&key) {
            return Ok(wins);
        }
        let before = self.searched;
        self.tick(meter)?;
        let wins = turn == Player::Left && self.wins_again(&node)
            || self.try_all(&node, Some(&key), self.plies(&node, turn), turn, meter)?;
        self.memory.insert(key.as_slice(), Entry::new(wins, self.searched - before).0);
        Ok(wins)
    }

    /// The reduced form of a node.
    fn reduced(&self, node: &Node<K>) -> Node<K> {
        let mut node = node.reduced(self.board);
        node.state.tempo &= self.skips.is_none();
        node
    }

    /// The moves worth trying for a player when there is no threat. Skipping is like a tempo that
    /// is never used up.
    fn plies(&self, node: &Node<K>, turn: Player) -> Vec<Ply> {
        let mut plies = node.plies(turn);
        plies.extend((self.skips == Some(turn)).then_some(Ply::Tempo));
        plies
    }

    pub(super) fn known(&self, key: &Key) -> Option<bool> {
        self.memory.get(key.as_slice()).map(|entry| Entry(entry).alice_wins())
    }

    pub(super) fn tick(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        if self.searched >= self.limit {
            return Err(Halt::Effort);
        }
        self.searched += 1;
        Ok(meter.tick()?)
    }

    /// Whether Alice wins when `turn` chooses among these moves in a position, which may have a
    /// key in the table.
    fn try_all(
        &mut self,
        node: &Node<K>,
        key: Option<&Key>,
        plies: Vec<Ply>,
        turn: Player,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        // Alice needs one good move, Bob one bad one for her.
        let wanted = turn == Player::Left;
        let Some(plies) = self.in_order(node, plies, turn) else { return Ok(wanted) };
        let mut left_for_later = Vec::new();
        for (i, ply) in plies.into_iter().enumerate() {
            let child = node.after(self.board, ply);
            // Alice's first move is usually good, so searching another one meanwhile would be
            // wasted work.
            let may_wait = self.busy.is_shared() && (i > 0 || turn == Player::Right);
            if may_wait && self.busy.is(self.tag(&child, turn.opponent())) {
                left_for_later.push(ply);
            } else if self.work_on(&child, turn.opponent(), meter)? == wanted {
                return Ok(wanted);
            }
        }
        for ply in left_for_later {
            // Another thread may have found the answer meanwhile.
            if let Some(wins) = key.and_then(|key| self.known(key)) {
                return Ok(wins);
            }
            let child = node.after(self.board, ply);
            if self.work_on(&child, turn.opponent(), meter)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The hash by which threads identify a child: that of its key, if it has one, so that two
    /// threads do not search mirror images at the same time.
    fn tag(&self, child: &Node<K>, turn: Player) -> u64 {
        match child.threats() {
            0 => hash(&self.keys.key(&self.reduced(child).state, turn)),
            _ => child.hash(turn),
        }
    }

    /// Searches a child while other threads leave it alone.
    fn work_on(&mut self, child: &Node<K>, turn: Player, meter: &mut Meter) -> Result<bool, Halt> {
        if !self.busy.is_shared() {
            return self.search(child, turn, meter);
        }
        let hash = self.tag(child, turn);
        self.busy.begin(hash);
        let result = self.search(child, turn, meter);
        self.busy.end(hash);
        result
    }

    /// The moves that have to be searched, in the order in which to try them; `None` if one of them
    /// is seen to settle the question in favour of `turn`.
    fn in_order(&mut self, node: &Node<K>, plies: Vec<Ply>, turn: Player) -> Option<Vec<Ply>> {
        let plies = self.unclear(node, plies, turn)?;
        let mut plies = match turn {
            Player::Left if plies.len() > 1 => return self.look_ahead(node, plies),
            _ => plies,
        };
        self.memory.arrange(&mut plies);
        Some(plies)
    }

    /// The moves that have to be searched, most promising first; `None` if one of them settles the
    /// question in favour of `turn` at sight.
    fn unclear(&mut self, node: &Node<K>, plies: Vec<Ply>, turn: Player) -> Option<Vec<Ply>> {
        let mut ranked = Vec::with_capacity(plies.len());
        let mut child = node.clone();
        for ply in plies {
            node.write_after(self.board, ply, &mut child);
            match (child.sight(self.board, turn.opponent()), turn) {
                (Sight::Won, Player::Left) => {
                    self.replies.remember(ply);
                    return None;
                }
                (Sight::Lost, Player::Right) => return None,
                (Sight::Open(danger), _) => ranked.push((danger, ply)),
                _ => {}
            }
        }
        Some(by_danger(ranked, turn))
    }

    /// Whether the move of Alice that last won by looking ahead wins again.
    fn wins_again(&mut self, node: &Node<K>) -> bool {
        let Some(ply) = self.winner.filter(|&ply| node.state.allows(ply)) else { return false };
        let child = node.after(self.board, ply);
        match child.sight(self.board, Player::Right) {
            Sight::Won => true,
            Sight::Lost => false,
            Sight::Open(_) => self.work_for_all_answers(&self.reduced(&child), 0.0) == 0.0,
        }
    }

    /// Alice's moves, the first of them sorted by expected work; `None` if one of those wins.
    fn look_ahead(&mut self, node: &Node<K>, mut plies: Vec<Ply>) -> Option<Vec<Ply>> {
        let later = plies.split_off(CANDIDATES.min(plies.len()));
        let mut ranked = Vec::with_capacity(CANDIDATES);
        let mut least = f64::INFINITY;
        for ply in plies {
            let child = self.reduced(&node.after(self.board, ply));
            let work = self.work_for_all_answers(&child, least);
            if work == 0.0 {
                self.winner = Some(ply);
                return None;
            }
            if work.is_finite() {
                ranked.push((work, ply));
                least = least.min(work);
            }
        }
        Some(by_work(ranked, later))
    }

    /// An estimate of the work to show that Alice wins when Bob is to move: 0 if she is known to
    /// win, infinite if she is known to lose. An estimate above `least` need not be exact.
    fn work_for_all_answers(&mut self, node: &Node<K>, least: f64) -> f64 {
        if let Some(wins) = self.known(&self.keys.key(&node.state, Player::Right)) {
            return work_when_known(wins);
        }
        let mut work = 0.0;
        let mut child = node.clone();
        for ply in self.plies(node, Player::Right) {
            node.write_after(self.board, ply, &mut child);
            work += self.work_after_answer(&child);
            if work > least {
                break;
            }
        }
        work
    }

    /// An estimate of the work to show that Alice wins when she is to move.
    fn work_after_answer(&mut self, node: &Node<K>) -> f64 {
        let danger = match node.sight(self.board, Player::Left) {
            Sight::Won => return work_when_known(true),
            Sight::Lost => return work_when_known(false),
            Sight::Open(danger) => danger,
        };
        if self.replies.win(node, self.board, &|ply| node.state.allows(ply)) {
            return work_when_known(true);
        }
        if node.threats() == 0 {
            let key = self.keys.key(&self.reduced(node).state, Player::Left);
            if let Some(wins) = self.known(&key) {
                return work_when_known(wins);
            }
        }
        work(danger)
    }
}

/// Moves sorted by the danger after them, the least danger first for Alice.
fn by_danger(mut ranked: Vec<(Danger, Ply)>, turn: Player) -> Vec<Ply> {
    ranked.sort_by_key(|&(danger, _)| danger);
    if turn == Player::Right {
        ranked.reverse();
    }
    ranked.into_iter().map(|(_, ply)| ply).collect()
}

/// Moves sorted by expected work, and then other moves.
pub(super) fn by_work(mut ranked: Vec<(f64, Ply)>, others: Vec<Ply>) -> Vec<Ply> {
    ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    ranked.into_iter().map(|(_, ply)| ply).chain(others).collect()
}

/// The work expected in a position with this danger.
pub(super) fn work(danger: Danger) -> f64 {
    GROWTH.powi(danger.lack as i32)
}

pub(super) fn work_when_known(alice_wins: bool) -> f64 {
    if alice_wins { 0.0 } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use chromex_graphs::parse;
    use chromex_rules::{Position, parse_game};

    use super::*;
    use chromex_budget::Budget;

    fn alice_wins<const K: usize>(game: &ListGame, start: &Position) -> bool {
        let mut engine = AndOr::<K>::new(game, 1 << 20, 1);
        let mut meter = Meter::new(&Budget::default());
        engine.alice_wins(&game.lists(start), start.turn(), &mut meter).unwrap()
    }

    #[test]
    fn room_for_more_colours_changes_nothing() {
        let mut wins = 0;
        for seed in 0..40 {
            let board = parse(&format!("random:10,0.5,{seed}")).unwrap();
            let start = Position::start(parse_game("colouring:4").unwrap(), board).unwrap();
            let game = ListGame::compile(&start, 1, &Meter::new(&Budget::default())).unwrap();
            let found = alice_wins::<4>(&game, &start);
            assert_eq!(found, alice_wins::<12>(&game, &start), "{start}");
            assert_eq!(found, alice_wins::<64>(&game, &start), "{start}");
            wins += usize::from(found);
        }
        assert!((5..35).contains(&wins), "{wins}");
    }
}
