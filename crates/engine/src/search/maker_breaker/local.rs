//! The search near the patients ([`super::nearby`]), part by part.
//!
//! Nearly all of Alice's wins are found in this way, on grids with a small part of the positions;
//! the other positions have to be settled by the whole search. So the two searches take turns, with
//! more and more effort ([`Search::decide`]), and the more promising one gets more of it.

use chromex_rules::Player;

use super::and_or::{CANDIDATES, Entry, Halt, Search, by_work, work, work_when_known};
use super::key::Key;
use super::node::{Danger, Node, Sight};
use super::state::Ply;
use crate::model::key::hash;
use chromex_budget::Meter;

/// The number of positions that the whole search may take before parts are examined.
const FIRST_EFFORT: u64 = 256;

/// The least and the largest share that each of the two searches gets, in units of one part in this
/// many.
const SHARES: u64 = 16;
const LEAST: u64 = 1;
const MOST: u64 = 13;

/// One lost part counts as much against searching parts as this many won parts count in favour of
/// it. (After 3,000 positions 1 to 18 parts of 100 were lost on most grids and cylinders that Alice
/// wins, and 50 to 100 on random graphs on which Bob wins.)
const WEIGHT: u64 = 4;

impl<const K: usize> Search<'_, K> {
    /// Whether Alice wins a position that is not settled at sight.
    pub(super) fn decide(
        &mut self,
        node: &Node<K>,
        turn: Player,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        let mut effort = FIRST_EFFORT;
        if let Some(wins) = self.within(effort, &mut |s| s.search(node, turn, meter))? {
            return Ok(wins);
        }
        // Both searches continue where they were stopped, with what they remember.
        loop {
            let local = effort * self.local_share() / SHARES;
            match self.within(local, &mut |s| s.wins_locally(node, turn, meter))? {
                Some(true) => return Ok(true),
                Some(false) => return self.search(node, turn, meter),
                None => {}
            }
            if let Some(wins) = self.within(effort - local, &mut |s| s.search(node, turn, meter))? {
                return Ok(wins);
            }
            effort *= 2;
        }
    }

    /// The share of effort for the search of parts: the more parts Alice wins, the larger it is;
    /// earlier parts count less.
    fn local_share(&mut self) -> u64 {
        let [lost, won] = self.local_results;
        self.local_results = [lost / 2, won / 2];
        let all = won + WEIGHT * lost;
        (SHARES * won).checked_div(all).map_or(SHARES / 2, |share| share.clamp(LEAST, MOST))
    }

    /// The answer of a search that may take this many positions, if they are enough.
    fn within(
        &mut self,
        effort: u64,
        search: &mut dyn FnMut(&mut Self) -> Result<bool, Halt>,
    ) -> Result<Option<bool>, Halt> {
        self.limit = self.searched + effort;
        let result = search(self);
        self.limit = u64::MAX;
        match result {
            Ok(wins) => Ok(Some(wins)),
            Err(Halt::Effort) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Whether Alice wins near the patients, even if Bob skips.
    pub(super) fn wins_locally(
        &mut self,
        node: &Node<K>,
        turn: Player,
        meter: &mut Meter,
    ) -> Result<bool, Halt> {
        match turn {
            Player::Left => self.has_answer(&node.localised(self.board), meter),
            Player::Right => self.wins_all(node, meter),
        }
    }

    /// Whether Alice wins every part when Bob is to move.
    fn wins_all(&mut self, node: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        let Some(parts) = self.open_parts(node) else { return Ok(false) };
        for (_, part) in &parts {
            if !self.wins_part(part, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parts in which Alice is not seen to win when Bob is to move, the smallest first; `None`
    /// if she is seen to lose one.
    fn open_parts(&self, node: &Node<K>) -> Option<Vec<(Danger, Node<K>)>> {
        let mut open = Vec::new();
        for part in node.localised(self.board).parts(self.board) {
            match part.sight(self.board, Player::Right) {
                Sight::Won => {}
                Sight::Lost => return None,
                Sight::Open(danger) => open.push((danger, part)),
            }
        }
        open.sort_by_key(|&(danger, _)| danger);
        Some(open)
    }

    /// Whether Alice wins a part when Bob is to move.
    fn wins_part(&mut self, part: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        let key = self.local_key(part, Player::Right);
        if let Some(wins) = self.known(&key) {
            return Ok(wins);
        }
        let before = self.searched;
        self.tick(meter)?;
        let wins = self.meets_all(part, &key, meter)?;
        self.remember(&key, wins, before);
        Ok(wins)
    }

    fn remember(&mut self, key: &Key, wins: bool, before: u64) {
        self.local_results[usize::from(wins)] += 1;
        self.memory.insert(key.as_slice(), Entry::new(wins, self.searched - before).0);
    }

    fn local_key(&self, part: &Node<K>, turn: Player) -> Key {
        self.keys.local(&part.state, part.unsafe_vertices(), turn)
    }

    /// Bob's moves in a part, and skipping.
    fn bobs_plies(part: &Node<K>) -> impl Iterator<Item = Ply> + use<K> {
        part.plies(Player::Right).into_iter().chain([Ply::Tempo])
    }

    /// Whether Alice has an answer to each move of Bob in a part.
    fn meets_all(&mut self, part: &Node<K>, key: &Key, meter: &mut Meter) -> Result<bool, Halt> {
        let mut ranked = Vec::new();
        let mut child = part.clone();
        for ply in Self::bobs_plies(part) {
            part.write_after(self.board, ply, &mut child);
            match child.sight(self.board, Player::Left) {
                Sight::Won => {}
                Sight::Lost => return Ok(false),
                Sight::Open(danger) => ranked.push((danger, ply)),
            }
        }
        ranked.sort_by_key(|&(danger, _)| std::cmp::Reverse(danger));
        let mut plies: Vec<Ply> = ranked.into_iter().map(|(_, ply)| ply).collect();
        self.memory.arrange(&mut plies);
        let mut left_for_later = Vec::new();
        for ply in plies {
            let child = part.after(self.board, ply).localised(self.board);
            if self.busy.is_shared() && self.busy.is(self.local_tag(&child)) {
                left_for_later.push(child);
            } else if !self.work_on_answer(&child, meter)? {
                return Ok(false);
            }
        }
        for child in left_for_later {
            // Another thread may have found the answer meanwhile.
            if let Some(wins) = self.known(key) {
                return Ok(wins);
            }
            if !self.work_on_answer(&child, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks for an answer while other threads leave the position alone.
    fn work_on_answer(&mut self, child: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        if !self.busy.is_shared() {
            return self.has_answer(child, meter);
        }
        let tag = self.local_tag(child);
        self.busy.begin(tag);
        let answered = self.has_answer(child, meter);
        self.busy.end(tag);
        answered
    }

    /// The hash by which threads identify a position in which Alice is to move.
    fn local_tag(&self, node: &Node<K>) -> u64 {
        hash(&self.local_key(node, Player::Left))
    }

    /// Whether Alice wins a localised position in which she is to move. She can make a move in one
    /// part, and must win all others without a move.
    fn has_answer(&mut self, node: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        let reliable = node.reliable(self.board);
        if self.local_replies.win(node, self.board, &|ply| reliable.allows(ply)) {
            return Ok(true);
        }
        let mut lost = None;
        let mut open = Vec::new();
        for part in node.parts(self.board) {
            match part.sight(self.board, Player::Right) {
                Sight::Won => {}
                Sight::Lost if lost.is_some() => return Ok(false),
                Sight::Lost => lost = Some(part),
                Sight::Open(danger) => open.push((danger, part)),
            }
        }
        open.sort_by_key(|&(danger, _)| danger);
        // If she wins all others, a move in the most dangerous part has to be enough.
        let last = if lost.is_none() { open.pop().map(|(_, part)| part) } else { None };
        for (_, part) in open {
            if self.wins_part(&part, meter)? {
                continue;
            } else if lost.is_some() {
                return Ok(false);
            }
            lost = Some(part);
        }
        match (lost, last) {
            (Some(lost), Some(last)) => {
                Ok(self.wins_part(&last, meter)? && self.saves_part(&lost, meter)?)
            }
            (Some(part), None) | (None, Some(part)) => self.saves_part(&part, meter),
            (None, None) => Ok(true),
        }
    }

    /// Whether Alice wins a part when she is to move.
    fn saves_part(&mut self, part: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        match part.sight(self.board, Player::Left) {
            Sight::Won => return Ok(true),
            Sight::Lost => return Ok(false),
            Sight::Open(_) => {}
        }
        let key = self.local_key(part, Player::Left);
        if let Some(wins) = self.known(&key) {
            return Ok(wins);
        }
        let before = self.searched;
        self.tick(meter)?;
        let wins = self.finds_move(part, meter)?;
        self.remember(&key, wins, before);
        Ok(wins)
    }

    /// Alice's moves in a part that may be good.
    fn alices_plies(&self, part: &Node<K>) -> Vec<Ply> {
        let reliable = part.reliable(self.board);
        let threats = part.threats();
        let mut plies = match threats {
            0 => part.plies(Player::Left),
            _ => part.answers(self.board, threats),
        };
        plies.retain(|&ply| reliable.allows(ply));
        plies
    }

    /// Whether one of Alice's moves wins a part.
    fn finds_move(&mut self, part: &Node<K>, meter: &mut Meter) -> Result<bool, Halt> {
        let mut ranked = Vec::new();
        let mut child = part.clone();
        for ply in self.alices_plies(part) {
            part.write_after(self.board, ply, &mut child);
            match child.sight(self.board, Player::Right) {
                Sight::Won => {
                    self.local_replies.remember(ply);
                    return Ok(true);
                }
                Sight::Lost => {}
                Sight::Open(danger) => ranked.push((danger, ply)),
            }
        }
        ranked.sort_by_key(|&(danger, _)| danger);
        let plies = ranked.into_iter().map(|(_, ply)| ply).collect();
        for ply in self.by_promise(part, plies) {
            if self.wins_all(&part.after(self.board, ply), meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Alice's moves, the first of them sorted by expected work; without those that are known to
    /// lose.
    fn by_promise(&mut self, part: &Node<K>, mut plies: Vec<Ply>) -> Vec<Ply> {
        let later = plies.split_off(CANDIDATES.min(plies.len()));
        let mut ranked = Vec::with_capacity(CANDIDATES);
        let mut least = f64::INFINITY;
        for ply in plies {
            let work = self.work_for_parts(&part.after(self.board, ply), least);
            if work.is_finite() {
                ranked.push((work, ply));
                least = least.min(work);
            }
        }
        by_work(ranked, later)
    }

    /// An estimate of the work to show that Alice wins all parts when Bob is to move, as in the
    /// whole search.
    fn work_for_parts(&mut self, node: &Node<K>, least: f64) -> f64 {
        let Some(parts) = self.open_parts(node) else { return f64::INFINITY };
        let mut work = 0.0;
        for (_, part) in parts {
            work += self.work_for_part(&part, least - work);
            if work > least {
                break;
            }
        }
        work
    }

    fn work_for_part(&mut self, part: &Node<K>, least: f64) -> f64 {
        if let Some(wins) = self.known(&self.local_key(part, Player::Right)) {
            return work_when_known(wins);
        }
        let reliable = part.reliable(self.board);
        let mut all = 0.0;
        let mut child = part.clone();
        for ply in Self::bobs_plies(part) {
            part.write_after(self.board, ply, &mut child);
            all += match child.sight(self.board, Player::Left) {
                Sight::Won => 0.0,
                Sight::Lost => f64::INFINITY,
                Sight::Open(danger) => {
                    let may = |ply| reliable.allows(ply) && child.state.allows(ply);
                    if self.local_replies.win(&child, self.board, &may) {
                        0.0
                    } else {
                        work(danger)
                    }
                }
            };
            if all > least {
                break;
            }
        }
        all
    }
}
