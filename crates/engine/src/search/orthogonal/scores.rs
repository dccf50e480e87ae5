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
use super::remaining::{Packed, Remaining, all};
use super::symmetries::Symmetries;
use super::{Child, Engine};

/// A move that has to be searched: the state after it, and the lower the promise, the better.
#[derive(Debug, Clone, Copy)]
struct Move<W, const M: usize> {
    child: Child<W, M>,
    promise: i32,
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

/// More than any other promise: moves to states that are their own opposites come first.
const OWN_OPPOSITE: i32 = 1 << 16;

/// With fewer open cells in a copy, it is faster to search a state than to look at it from the other side.
const WORTH_A_LOOK: u32 = 3;

/// States with at most so many open cells, and so many colours that these can take, are searched faster than they are looked up.
const FEW_CELLS: u32 = 7;
const FEW_COLOURS: u32 = 14;

/// Bounds are made better where they are off by at most so much.
const NEAR: i16 = 3;

/// Larger sets of cells of which one is sure to be coloured are of little use.
const LARGEST_SET: u32 = 5;

/// So many moves are looked up at a time, while the memory for the next ones is fetched.
const AT_A_TIME: usize = 4;

impl<W: Word, const M: usize> Engine<W, M> {
    /// The score of a state for the player to move.
    pub(super) fn score(
        &mut self,
        state: &Remaining<W, M>,
        meter: &mut Meter,
    ) -> Result<i16, Stop> {
        let (mut bounds, mut far) = (self.board.bounds(&state.lists), 1);
        while bounds.low < bounds.high {
            let goal = bounds.goal_near_zero(&mut far);
            bounds = bounds.after(goal, self.ask(state, goal, meter)?);
        }
        Ok(bounds.low)
    }

    /// Whether the player to move can get at least `goal` more than the other.
    pub(super) fn ask(
        &mut self,
        state: &Remaining<W, M>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(answer) = self.board.bounds(&state.lists).answer(goal) {
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

/// Whether the sets of some colours differ. They are compared one by one, as processors wait if they read together what was just written
/// in parts.
fn differ<W: Word, const M: usize>(a: &[W; M], b: &[W; M]) -> bool {
    a.iter().zip(b).fold(false, |differ, (a, b)| differ | (a != b))
}

/// One of the searches that work together.
struct Scores<'a, W, const M: usize> {
    board: &'a Board<W>,
    symmetries: &'a Symmetries<W>,
    memory: Share<'a>,
    busy: &'a Busy,
    /// The moves that the search is in the middle of, position after position.
    moves: Vec<Move<W, M>>,
}

impl<W: Word, const M: usize> Scores<'_, W, M> {
    /// Better bounds, by cells that are sure to be coloured, where the goal is near one of them.
    fn refined(&self, state: &Remaining<W, M>, mut bounds: Bounds, goal: i16) -> Bounds {
        let near = [goal - bounds.low <= NEAR, bounds.high - goal < NEAR];
        if near == [false; 2] {
            return bounds;
        }
        let lost = state.lost_by_pairs();
        if near[0] {
            bounds.low += self.least(&state.lists[0], &lost[0]);
        }
        if near[1] {
            bounds.high -= self.least(&state.lists[1], &lost[1]);
        }
        bounds
    }

    /// A bound on how many more vertices of a copy get a colour whatever is played. Where a vertex can only lose a colour to its neighbours,
    /// it or one of those that can take the colour gets one in the end. Sets of this kind without common vertices count.
    fn least(&self, lists: &[W; M], lost: &[W; M]) -> i16 {
        let board = self.board;
        let mut sure = W::EMPTY;
        for (&list, &lost) in lists.iter().zip(lost) {
            sure |= list & !lost & !board.around(list);
        }
        let mut count = board.size(sure);
        let mut sets: SmallVec<[(u32, W); 32]> = SmallVec::new();
        for (&list, &lost) in lists.iter().zip(lost) {
            for v in vertices(list & !lost & !sure) {
                let set = W::single(v) | list & board.neighbours[v];
                if set & sure == W::EMPTY {
                    sets.push((board.size(set), set));
                }
            }
        }
        for size in 2..=LARGEST_SET {
            for &(_, set) in sets.iter().filter(|set| set.0 == size) {
                if set & sure == W::EMPTY {
                    sure |= set;
                    count += 1;
                }
            }
        }
        count as i16
    }

    fn packed(&self, state: &Remaining<W, M>) -> Packed {
        state.packed(self.board.neighbours.len())
    }

    fn known(&self, packed: &Packed) -> Option<Bounds> {
        self.memory.get(packed).map(Bounds::unpack)
    }

    /// Whether the player to move can get at least `goal` more than the other, in a state in normal form
    /// whose bounds do not tell.
    fn search(
        &mut self,
        key: &Remaining<W, M>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let packed = self.packed(key);
        let known = self.known(&packed);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        let bounds = known.unwrap_or_else(|| self.board.bounds(&key.lists));
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

    fn is_mirrored(&self, state: &Remaining<W, M>) -> bool {
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
        state: &Remaining<W, M>,
        packed: &Packed,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let first = self.moves.len();
        if !state.spare && state.open(0) | state.open(1) == W::EMPTY {
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

    /// Searches the states from `first` on that are small, and takes them from the stack; says whether one of these moves reaches the goal.
    /// Leaves the others most promising first.
    fn search_small_ones(
        &mut self,
        first: usize,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.sort(first);
        let mut kept = first;
        for i in first..self.moves.len() {
            let Child { state, gain } = self.moves[i].child;
            if !self.is_small(&state) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            } else if !self.search_small(&state, gain - goal + 1, meter)? {
                return Ok(true);
            }
        }
        self.moves.truncate(kept);
        Ok(false)
    }

    fn is_small(&self, state: &Remaining<W, M>) -> bool {
        let cells = self.board.size(state.open(0)) + self.board.size(state.open(1));
        cells <= FEW_CELLS && self.sizes(state, 0) + self.sizes(state, 1) <= FEW_COLOURS
    }

    /// Whether the player to move can get at least `goal` more than the other, in a small state that bounds do not settle; nothing is
    /// remembered.
    fn search_small(
        &mut self,
        state: &Remaining<W, M>,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        meter.tick()?;
        let first = self.moves.len();
        if !state.spare && state.open(0) | state.open(1) == W::EMPTY {
            return Ok(goal <= 0);
        }
        let mut reached = self.collect(state, goal);
        // Often the first move settles it, so that the others need no order.
        while !reached && let Some(Child { state, gain }) = self.take_best(first) {
            reached = !self.search_small(&state, gain - goal + 1, meter)?;
        }
        self.moves.truncate(first);
        Ok(reached)
    }

    /// Takes the most promising of the moves from `first` on from the stack.
    fn take_best(&mut self, first: usize) -> Option<Child<W, M>> {
        let moves = self.moves[first..].iter().enumerate();
        let (best, _) = moves.min_by_key(|(_, found)| found.promise)?;
        Some(self.moves.swap_remove(first + best).child)
    }

    /// Puts the moves on the stack that bounds do not rule out; says whether they show one that reaches the goal. Of colours that play the same part,
    /// one is enough.
    fn collect(&mut self, state: &Remaining<W, M>, goal: i16) -> bool {
        // After a move the other player's copy comes first.
        let turned = state.turned();
        let most = turned.lists.map(|lists| self.board.most(&lists));
        if turned.spare && self.add(&Remaining { spare: false, ..turned }, 0, most, goal) {
            return true;
        }
        for copy in [1, 0] {
            for c in (0..M).filter(|&c| turned.lists[copy][c] != W::EMPTY) {
                if turned.has_earlier_twin(copy, c) {
                    continue;
                }
                for v in vertices(turned.lists[copy][c]) {
                    let mut after = turned;
                    after.colour(copy, v, c, self.board);
                    let gain = [-1, 1][copy];
                    // Cells that become free count the same before and after.
                    let of = |k: usize| match k == copy || differ(&after.lists[k], &turned.lists[k])
                    {
                        true => self.board.most(&after.lists[k]),
                        false => most[k],
                    };
                    let [other, own] = [0, 1].map(of);
                    if gain + own < goal {
                        continue;
                    }
                    if gain - other >= goal {
                        return true;
                    }
                    let free = after.reduce(self.board);
                    let most = [other - free[0], own - free[1]];
                    if self.add(&after, gain + free[1] - free[0], most, goal) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Puts a move on the stack unless bounds settle it; says whether they show that it reaches the goal. Of each copy after the move, no
    /// more than `most` cells get a colour.
    fn add(&mut self, state: &Remaining<W, M>, gain: i16, most: [i16; 2], goal: i16) -> bool {
        let wanted = gain - goal + 1;
        let bounds = Bounds { low: -most[1], high: most[0] };
        let settled =
            bounds.answer(wanted).or_else(|| self.refined(state, bounds, wanted).answer(wanted));
        if settled.is_none() {
            let promise = self.promise(state, gain, most);
            self.moves.push(Move { child: Child { state: *state, gain }, promise, hash: 0 });
        }
        settled == Some(false)
    }

    /// Brings the moves from `first` on into order, most promising first. Not inlined: what it puts on the stack must not stay there while
    /// the moves are searched.
    #[inline(never)]
    fn sort(&mut self, first: usize) {
        let moves = &mut self.moves[first..];
        let mut order: SmallVec<[(i32, usize); 64]> =
            moves.iter().enumerate().map(|(i, found)| (found.promise, i)).collect();
        sort_few(&mut order, |&key| key);
        let before: SmallVec<[Move<W, M>; 64]> = SmallVec::from_slice(moves);
        for (place, (_, i)) in moves.iter_mut().zip(order) {
            *place = before[i];
        }
    }

    /// Brings the moves from `first` on, most promising first, into normal form and leaves on the stack those that the table does not settle,
    /// again most promising first; says whether it shows that one reaches the goal.
    fn look_up(&mut self, first: usize, goal: i16) -> bool {
        let (mut kept, end) = (first, self.moves.len());
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
                let Move { child: Child { state, gain }, promise, .. } = self.moves[i];
                let wanted = gain - goal + 1;
                match expected.get().and_then(|found| Bounds::unpack(found).answer(wanted)) {
                    Some(true) => continue,
                    Some(false) => return true,
                    None => {}
                }
                let same =
                    |other: &Move<W, M>| other.child.gain == gain && other.child.state == state;
                if self.moves[first..kept].iter().any(same) {
                    continue;
                }
                let opposite = wanted >= 1 && self.is_its_own_opposite(&state);
                let promise = if opposite { promise - OWN_OPPOSITE } else { promise };
                let hash = if self.busy.is_shared() { hash(&expected.key) } else { 0 };
                self.moves[kept] = Move { child: Child { state, gain }, promise, hash };
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.sort(first);
        self.memory.arrange(&mut self.moves[first..]);
        false
    }

    /// Whether a state in normal form, with more than a few moves left, is the same for both players. Then the one who is to move
    /// will hardly win, as the other one can do what he does for some time.
    fn is_its_own_opposite(&self, state: &Remaining<W, M>) -> bool {
        let open = [0, 1].map(|copy| self.board.size(state.open(copy)));
        open[0] == open[1]
            && open[0] >= WORTH_A_LOOK
            && self.sizes(state, 0) == self.sizes(state, 1)
            && self.symmetries.normal(&state.turned()) == *state
    }

    /// How many colours the cells of a copy can take, all together.
    fn sizes(&self, state: &Remaining<W, M>, copy: usize) -> u32 {
        state.lists[copy].iter().map(|&list| self.board.size(list)).sum()
    }

    /// How good a move is for who makes it, the least number first.
    fn promise(&self, state: &Remaining<W, M>, gain: i16, most: [i16; 2]) -> i32 {
        let against = |copy: usize| -> i32 {
            let counts = self.counts(state, copy, most[copy]).into_iter();
            counts.zip(WEIGHTS[copy]).map(|(count, weight)| weight * count as i32).sum()
        };
        against(0) + against(1) - POINT * i32::from(gain)
    }

    /// What can be seen at a glance of a copy: the colours that its cells can take, its open cells, how many of them will be coloured at
    /// most, its halves, the edges whose ends can take the same colour, and cells with a single colour.
    fn counts(&self, state: &Remaining<W, M>, copy: usize, most: i16) -> [u32; 6] {
        let (board, lists) = (self.board, &state.lists[copy]);
        let (mut open, mut several) = (W::EMPTY, W::EMPTY);
        let (mut size, mut edges) = (0, 0);
        for &list in lists {
            several |= open & list;
            open |= list;
            size += board.size(list);
            edges += board.edges(list);
        }
        let halves = board.size(all(&state.halves[copy]));
        [size, board.size(open), most as u32, halves, edges, board.size(open & !several)]
    }
}
