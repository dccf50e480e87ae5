//! The score of a state: questions whether it reaches a goal, with bounds before search and promising moves first. Several threads
//! answer a question together.

use chromex_budget::{Meter, Stop};
use smallvec::SmallVec;

use crate::model::key::hash;
use crate::model::word::{Word, sort_few, vertices};
use crate::search::bounds::Bounds;
use crate::search::memory::Share;
use crate::search::parallel::{self, Busy};

use super::board::Board;
use super::remaining::{Packed, Remaining};
use super::sets::Sets;
use super::symmetries::Symmetries;
use super::{Child, Engine};

/// A move that has to be searched: the state after it, and the lower the promise, the better.
#[derive(Debug, Clone, Copy)]
struct Move<S> {
    child: Child<S>,
    promise: i32,
    /// Whether the state is searched faster than it is looked up.
    is_small: bool,
    /// Of the state in normal form, if there are other threads.
    hash: u64,
}

/// What a point counts against a move, as the other one has to make up for it.
const POINT: i32 = 40;

/// What each of the counts of [`Engine::counts`] after a move counts against it: those of the copy of the player who is to move then,
/// and those of the other one. The first weights were those that fit scores of states on the 3×3 grid with three colours best (least
/// squares), with 20 for each open cell, as less is left to search without it; these here were changed one by one from there,
/// as long as that made searches of states on 3×3, 2×4, 2×5 and 3×4 shorter.
const WEIGHTS: [[i32; 6]; 2] = [[10, 35, 9, -1, -4, -8], [-10, 3, -5, -5, 5, 5]];

/// With fewer open cells in a copy, it is faster to search a state than to look at it from the other side.
const WORTH_A_LOOK: u32 = 3;

/// States with at most so many open cells, and so many colours that these can take, are searched faster than they are looked up.
const FEW_CELLS: u32 = 9;
const FEW_COLOURS: u32 = 18;

/// Bounds are made better where they are off by at most so much.
const NEAR: i16 = 3;

/// Larger sets of cells of which one is sure to be coloured are of little use.
const LARGEST_SET: u32 = 5;

/// So many moves are looked up at a time, while the memory for the next ones is fetched.
const AT_A_TIME: usize = 4;

impl<S: Sets> Engine<S> {
    /// The score of a state for the player to move.
    pub(super) fn score(&mut self, state: &Remaining<S>, meter: &mut Meter) -> Result<i16, Stop> {
        let (mut bounds, mut far) = (self.board.bounds(state.lists), 1);
        while bounds.low < bounds.high {
            let goal = bounds.goal_near_zero(&mut far);
            bounds = bounds.after(goal, self.ask(state, goal, meter)?);
        }
        Ok(bounds.low)
    }

    /// Whether the player to move can get at least `goal` more than the other.
    pub(super) fn ask(
        &mut self,
        state: &Remaining<S>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(answer) = self.board.bounds(state.lists).answer(goal) {
            return Ok(answer);
        }
        let (board, symmetries) = (&self.board, &self.symmetries);
        let (start, busy) = (&symmetries.normal(state), &Busy::new(self.threads));
        let workers = self.scores.shares(self.threads);
        let answer = parallel::ask(workers, meter, &|memory, meter| {
            let moves = Vec::new();
            Scores { board, symmetries, memory, busy, moves }.search(start, goal, meter)
        });
        self.scores.account(meter);
        answer
    }
}

/// One of the searches that work together.
struct Scores<'a, S: Sets> {
    board: &'a Board<S::Set>,
    symmetries: &'a Symmetries<S::Set>,
    memory: Share<'a>,
    busy: &'a Busy,
    /// The moves that the search is in the middle of, position after position.
    moves: Vec<Move<S>>,
}

impl<S: Sets> Scores<'_, S> {
    /// Whether the player to move can get at least `goal` more than the other, if that is certain as some cells are sure to be coloured.
    /// This is looked into where the goal is near one of the bounds. `contested` are the vertices that may lose a colour because of pairs
    /// that others may make.
    fn refined(
        &self,
        state: &Remaining<S>,
        contested: &[S; 2],
        bounds: Bounds,
        goal: i16,
    ) -> Option<bool> {
        let missing = [goal - bounds.low, bounds.high - goal + 1];
        if missing[0] > NEAR && missing[1] > NEAR {
            return None;
        }
        let lost = state.lost_by_used_pairs();
        let is_sure = |copy: usize| {
            let wanted = missing[copy];
            wanted <= NEAR
                && self.are_sure(wanted as u32, state.lists[copy], contested[copy] | lost[copy])
        };
        if is_sure(0) {
            return Some(true);
        }
        is_sure(1).then_some(false)
    }

    /// Whether it is certain that so many more vertices of a copy get a colour whatever is played. Where a vertex can only lose a colour to its
    /// neighbours, it or one of those that can take the colour gets one in the end. Sets of this kind without common vertices count.
    fn are_sure(&self, wanted: u32, lists: S, lost: S) -> bool {
        let (board, kept) = (self.board, lists & !lost);
        let alone = |c: usize| kept.of(c) & !board.around(lists.of(c));
        let mut sure = (0..S::COLOURS).fold(S::Set::EMPTY, |sure, c| sure | alone(c));
        let mut count = board.size(sure);
        let (rest, open) = (kept.all() & !sure, lists.all() & !sure);
        // Each set has such a vertex, and two vertices or more.
        if count >= wanted || count + board.size(rest).min(board.size(open) / 2) < wanted {
            return count >= wanted;
        }
        let mut sets: SmallVec<[(u32, S::Set); 32]> = SmallVec::new();
        for c in 0..S::COLOURS {
            for v in vertices(kept.of(c) & rest) {
                let set = S::Set::single(v) | lists.of(c) & board.neighbours[v];
                if set & sure == S::Set::EMPTY {
                    sets.push((board.size(set), set));
                }
            }
        }
        for size in 2..=LARGEST_SET {
            for &(_, set) in sets.iter().filter(|set| set.0 == size) {
                if set & sure == S::Set::EMPTY {
                    sure |= set;
                    count += 1;
                    if count == wanted {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn packed(&self, state: &Remaining<S>) -> Packed {
        state.packed(self.board.neighbours.len())
    }

    fn known(&self, packed: &Packed) -> Option<Bounds> {
        self.memory.get(packed).map(Bounds::unpack)
    }

    /// Whether the player to move can get at least `goal` more than the other, in a state in normal form
    /// whose bounds do not tell.
    fn search(&mut self, key: &Remaining<S>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let packed = self.packed(key);
        let known = self.known(&packed);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        let bounds = known.unwrap_or_else(|| self.board.bounds(key.lists));
        if goal >= 1 && self.is_mirrored(key) {
            self.memory.insert(&packed, bounds.after(1, false).pack());
            return Ok(false);
        }
        meter.tick()?;
        let first = self.moves.len();
        let reached = self.search_moves(key, &packed, goal, meter)?;
        self.moves.truncate(first);
        self.memory.insert(&packed, bounds.after(goal, reached).pack());
        Ok(reached)
    }

    fn is_mirrored(&self, state: &Remaining<S>) -> bool {
        self.sizes(state, 0) == self.sizes(state, 1)
            && self
                .symmetries
                .mirrors
                .iter()
                .any(|mirror| mirror.is_good_for_second(state, &self.board.neighbours))
    }

    /// Goes through the moves, which it leaves on the stack. Moves that another thread is busy with are left for later, when they may be
    /// known; except the first one, on which all threads work.
    fn search_moves(
        &mut self,
        state: &Remaining<S>,
        packed: &Packed,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let first = self.moves.len();
        if !state.spare && state.open(0) | state.open(1) == S::Set::EMPTY {
            return Ok(goal <= 0);
        }
        if self.collect(state, goal)
            || self.search_small_ones(first, goal, meter)?
            || self.look_up(first, goal)
        {
            return Ok(true);
        }
        let mut left_for_later: SmallVec<[usize; 16]> = SmallVec::new();
        for i in first..self.moves.len() {
            if i > first && self.busy.is_shared() && self.busy.is(self.moves[i].hash) {
                left_for_later.push(i);
            } else if self.reaches_by(i, goal, meter)? {
                return Ok(true);
            }
        }
        for i in left_for_later {
            if let Some(answer) = self.known(packed).and_then(|bounds| bounds.answer(goal)) {
                return Ok(answer);
            }
            if self.reaches_by(i, goal, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a move on the stack reaches the goal; other threads leave it alone meanwhile.
    fn reaches_by(&mut self, i: usize, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let Move { child: Child { state, gain }, hash, .. } = self.moves[i];
        self.busy.begin(hash);
        let answer = self.search(&state, gain - goal + 1, meter);
        self.busy.end(hash);
        Ok(!answer?)
    }

    /// Searches the states from `first` on that are small, most promising first, and takes them from the stack; says whether one of these
    /// moves reaches the goal.
    fn search_small_ones(
        &mut self,
        first: usize,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let (mut i, mut small) = (first, self.moves.len());
        while i < small {
            if self.moves[i].is_small {
                small -= 1;
                self.moves.swap(i, small);
            } else {
                i += 1;
            }
        }
        self.reaches_by_small(small, goal, meter)
    }

    /// Whether one of the moves from `first` on, to small states, reaches the goal. Takes those that do not from the stack.
    fn reaches_by_small(
        &mut self,
        first: usize,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        // Often the first move settles it, so that the others need no order.
        while let Some(Child { state, gain }) = self.take_best(first) {
            if !self.search_small(&state, gain - goal + 1, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player to move can get at least `goal` more than the other, in a small state that bounds do not settle; nothing is
    /// remembered.
    fn search_small(
        &mut self,
        state: &Remaining<S>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        meter.tick()?;
        let first = self.moves.len();
        if !state.spare && state.open(0) | state.open(1) == S::Set::EMPTY {
            return Ok(goal <= 0);
        }
        let reached = self.collect(state, goal) || self.reaches_by_small(first, goal, meter)?;
        self.moves.truncate(first);
        Ok(reached)
    }

    /// Takes the most promising of the moves from `first` on from the stack.
    fn take_best(&mut self, first: usize) -> Option<Child<S>> {
        let moves = self.moves[first..].iter().enumerate();
        let (best, _) = moves.min_by_key(|(_, found)| found.promise)?;
        Some(self.moves.swap_remove(first + best).child)
    }

    /// Puts the moves on the stack that bounds do not rule out; says whether they show one that reaches the goal. Of colours that play the same part,
    /// one is enough.
    fn collect(&mut self, state: &Remaining<S>, goal: i16) -> bool {
        // After a move the other player's copy comes first.
        let turned = state.turned();
        let most = [self.board.most(turned.lists[0]), self.board.most(turned.lists[1])];
        if turned.spare {
            let after = Remaining { spare: false, ..turned };
            if self.add(&after, &turned.contested(), 0, most, goal) {
                return true;
            }
        }
        self.collect_in(1, &turned, most, goal) || self.collect_in(0, &turned, most, goal)
    }

    /// The same for moves in one copy. The other player's copy comes first already.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn collect_in(
        &mut self,
        copy: usize,
        turned: &Remaining<S>,
        most: [i16; 2],
        goal: i16,
    ) -> bool {
        let gain = [-1, 1][copy];
        for c in 0..S::COLOURS {
            let list = turned.lists[copy].of(c);
            if list == S::Set::EMPTY || turned.has_earlier_twin(copy, c) {
                continue;
            }
            for v in vertices(list) {
                let mut after = *turned;
                after.colour(copy, v, c, self.board);
                // Cells that become free count the same before and after.
                let of = |k: usize| match k == copy || after.lists[k] != turned.lists[k] {
                    true => self.board.most(after.lists[k]),
                    false => most[k],
                };
                let (other, own) = (of(0), of(1));
                if gain + own < goal {
                    continue;
                }
                if gain - other >= goal {
                    return true;
                }
                let (free, contested) = after.reduce(self.board);
                let most = [other - free[0], own - free[1]];
                if self.add(&after, &contested, gain + free[1] - free[0], most, goal) {
                    return true;
                }
            }
        }
        false
    }

    /// Puts a move on the stack unless bounds settle it; says whether they show that it reaches the goal. Of each copy after the move, no
    /// more than `most` cells get a colour.
    fn add(
        &mut self,
        state: &Remaining<S>,
        contested: &[S; 2],
        gain: i16,
        most: [i16; 2],
        goal: i16,
    ) -> bool {
        let wanted = gain - goal + 1;
        let bounds = Bounds { low: -most[1], high: most[0] };
        let settled =
            bounds.answer(wanted).or_else(|| self.refined(state, contested, bounds, wanted));
        if settled.is_none() {
            let (promise, is_small) = self.estimate(state, gain, most);
            let child = Child { state: *state, gain };
            self.moves.push(Move { child, promise, is_small, hash: 0 });
        }
        settled == Some(false)
    }

    /// Brings the moves from `first` on into order, most promising first. Not inlined: what it puts on the stack must not stay there while
    /// the moves are searched.
    #[inline(never)]
    fn sort(&mut self, first: usize) {
        let moves = &mut self.moves[first..];
        let keys =
            moves.iter().enumerate().map(|(i, found)| i64::from(found.promise) << 32 | i as i64);
        let mut order: SmallVec<[i64; 64]> = keys.collect();
        sort_few(&mut order, |&key| key);
        let before: SmallVec<[Move<S>; 64]> = SmallVec::from_slice(moves);
        for (place, key) in moves.iter_mut().zip(order) {
            *place = before[key as u32 as usize];
        }
    }

    /// Brings the moves from `first` on into normal form and leaves on the stack those that the table does not settle, most promising first;
    /// says whether it shows that one reaches the goal.
    fn look_up(&mut self, first: usize, goal: i16) -> bool {
        self.sort(first);
        let (mut kept, end) = (first, self.moves.len());
        let mut opposites = first;
        for start in (first..end).step_by(AT_A_TIME) {
            let stop = end.min(start + AT_A_TIME);
            for i in start..stop {
                self.moves[i].child.state = self.symmetries.normal(&self.moves[i].child.state);
            }
            let keys: SmallVec<[Packed; AT_A_TIME]> = self.moves[start..stop]
                .iter()
                .map(|found| self.packed(&found.child.state))
                .collect();
            let expected: SmallVec<[_; AT_A_TIME]> =
                keys.into_iter().map(|key| self.memory.expect(key)).collect();
            for (i, expected) in (start..stop).zip(expected) {
                let Child { state, gain } = self.moves[i].child;
                let wanted = gain - goal + 1;
                match expected.get().and_then(|found| Bounds::unpack(found).answer(wanted)) {
                    Some(true) => continue,
                    Some(false) => return true,
                    None => {}
                }
                let same = |other: &Move<S>| other.child.gain == gain && other.child.state == state;
                if self.moves[first..kept].iter().any(same) {
                    continue;
                }
                let hash = if self.busy.is_shared() { hash(&expected.key) } else { 0 };
                let child = Child { state, gain };
                self.moves[kept] = Move { child, hash, ..self.moves[i] };
                kept += 1;
                // Moves to states that are their own opposites come first.
                if wanted >= 1 && self.is_its_own_opposite(&state) {
                    self.moves[opposites..kept].rotate_right(1);
                    opposites += 1;
                }
            }
        }
        self.moves.truncate(kept);
        self.memory.arrange(&mut self.moves[first..]);
        false
    }

    /// Whether a state in normal form, with more than a few moves left, is the same for both players. Then the one who is to move
    /// will hardly win, as the other one can do what he does for some time.
    fn is_its_own_opposite(&self, state: &Remaining<S>) -> bool {
        let open = [0, 1].map(|copy| self.board.size(state.open(copy)));
        open[0] == open[1]
            && open[0] >= WORTH_A_LOOK
            && self.sizes(state, 0) == self.sizes(state, 1)
            && self.symmetries.normal(&state.turned()) == *state
    }

    /// How many colours the cells of a copy can take, all together.
    fn sizes(&self, state: &Remaining<S>, copy: usize) -> u32 {
        (0..S::COLOURS).map(|c| self.board.size(state.lists[copy].of(c))).sum()
    }

    /// How good a move is for who makes it, the least number first, and whether the state after it is small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn estimate(&self, state: &Remaining<S>, gain: i16, most: [i16; 2]) -> (i32, bool) {
        let counts = [self.counts(state, 0, most[0]), self.counts(state, 1, most[1])];
        let against = |copy: usize| -> i32 {
            let each = counts[copy].into_iter().zip(WEIGHTS[copy]);
            each.map(|(count, weight)| weight * count as i32).sum()
        };
        let [[colours, cells, ..], [more_colours, more_cells, ..]] = counts;
        let is_small = cells + more_cells <= FEW_CELLS && colours + more_colours <= FEW_COLOURS;
        (against(0) + against(1) - POINT * i32::from(gain), is_small)
    }

    /// What can be seen at a glance of a copy: the colours that its cells can take, its open cells, how many of them will be coloured at
    /// most, its halves, the edges whose ends can take the same colour, and cells with a single colour.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counts(&self, state: &Remaining<S>, copy: usize, most: i16) -> [u32; 6] {
        let (board, lists) = (self.board, state.lists[copy]);
        let (open, shared) = (lists.all(), lists.shared());
        let (mut size, mut edges) = (0, 0);
        for c in 0..S::COLOURS {
            let [more, within] = board.size_and_edges(lists.of(c));
            size += more;
            edges += within;
        }
        let halves = board.size(state.halves[copy].all());
        [size, board.size(open), most as u32, halves, edges, board.size(open & !shared)]
    }
}
