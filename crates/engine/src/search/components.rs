//! The largest connected subgraph game: null-window search with bitsets, with bounds from what is
//! already decided and the symmetries of the board. Twins (vertices with the same neighbours) are
//! exchanged freely, however many there are.
//!
//! Alice's largest component is at most as large as the moves that she has left allow within a
//! component of the vertices that are red or still open. It is at least the size of any red
//! component now plus half of the open vertices next to it: whenever Bob takes one of these, she
//! takes another. The same holds for Bob. Positions whose bounds lie outside the window need no
//! search; of the others, those with the best bounds are searched first.

mod board;

use std::cmp::Reverse;

use chromex_files::FileError;
use chromex_graph_tools::bits::BitGraph;
use chromex_rules::{Goal, Player, Position};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{Engine, Findings, Member, Setup};
use crate::model::key::hash;
use crate::model::lists::fingerprint;
use crate::model::word::Word;
use crate::search::bounds::Bounds;
use crate::search::memory::{Memory, Share};
use crate::search::parallel::{Busy, ask, threads};
use crate::search::table::Table;
use crate::value::{Outcome, Value};
use board::{Board, RedBlue, Sides};
use chromex_budget::{Meter, Stop};
use smallvec::SmallVec;

/// A move to search, how promising it is, and the hash of the position after it.
struct Step {
    v: usize,
    promise: (i32, u32, u32),
    hash: u64,
}

/// The number of recently successful moves that are remembered for each number of open vertices.
const LATELY: usize = 3;

/// The largest number of vertices: both sets and the turn take four words.
const MAX_VERTICES: usize = 127;

/// An engine for one board.
pub(crate) struct Components<W> {
    board: Board<W>,
    memory: Memory,
    /// What each thread has learned about moves.
    experience: Vec<Experience>,
}

/// What a search has learned about moves.
#[derive(Clone)]
struct Experience {
    /// How often each move of each player has settled a question.
    successes: Vec<[u32; 2]>,
    /// For each number of open vertices, moves that have recently settled a question by bounds
    /// alone.
    lately: Vec<[usize; LATELY]>,
}

/// The engine for the largest connected subgraph game, scored either way.
pub(crate) fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    let Goal::LargestComponent { both_count } = position.game().goal() else { return None };
    if setup.plain {
        return None;
    }
    let graph = BitGraph::new(position.board().graph())?;
    match graph.order() {
        0..64 => Some(with_words::<u64>(&graph, both_count, setup)),
        64..=MAX_VERTICES => Some(with_words::<u128>(&graph, both_count, setup)),
        _ => None,
    }
}

fn with_words<W: Word>(
    graph: &BitGraph,
    both_count: bool,
    setup: &Setup<'_>,
) -> Result<Box<dyn Engine>, Unsearchable> {
    let mut engine =
        Components::<W>::new(graph, both_count, setup.budget.memory, setup.budget.threads);
    if let Some(file) = setup.checkpoint(0)? {
        engine.save_to(file)?;
    }
    Ok(Box::new(engine))
}

impl<W: Word> Engine for Components<W> {
    fn describe(&self) -> &'static str {
        "scores of the largest connected subgraph game"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        self.score(position, meter).map(Value::Score)
    }

    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        Ok(match Components::at_least(self, 1, position, meter)? {
            true => Outcome::Winner(Player::Left),
            false if Components::at_least(self, 0, position, meter)? => Outcome::Draw,
            false => Outcome::Winner(Player::Right),
        })
    }

    fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Components::at_least(self, goal, position, meter)
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        vec![self.memory.found(most)]
    }

    fn take(&mut self, findings: &Findings) {
        self.memory.take(findings, Bounds::join);
    }

    fn stand_at(&mut self, member: Member) {
        self.memory.stand_at(member);
    }
}

impl<W: Word> Components<W> {
    /// A new engine whose table does not grow beyond `bytes`, and that searches with this number of
    /// threads.
    fn new(graph: &BitGraph, both_count: bool, bytes: u64, wanted: usize) -> Components<W> {
        let order = graph.order();
        let words = Board::<W>::words(order);
        // A full table forgets the positions nearest to the end of the game.
        let table = Table::new(words, bytes, |ones, _| u32::MAX - ones);
        let limbs = |v: usize| [graph.neighbours(v).0 as u64, (graph.neighbours(v).0 >> 64) as u64];
        let kind = [order as u64, u64::from(both_count), words as u64].into_iter();
        let memory = Memory::new(table, fingerprint(kind.chain((0..order).flat_map(limbs))));
        let nothing =
            Experience { successes: vec![[0; 2]; order], lately: vec![[0; LATELY]; order + 1] };
        Components {
            board: Board::new(graph, both_count),
            memory,
            experience: vec![nothing; threads(wanted)],
        }
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub(crate) fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        self.memory.save_to(checkpoint)
    }

    /// The score of a position. It is usually near zero, and questions about other scores are
    /// quick.
    pub(crate) fn score(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let state = self.board.state(position);
        let mut bounds = self.board.sides(&state).bounds(self.board.both_count);
        let mut far = 1;
        while bounds.low < bounds.high {
            let goal = match self.board.both_count {
                true => bounds.goal_near_zero(&mut far),
                false => bounds.low + (bounds.high - bounds.low + 1) / 2,
            };
            bounds = bounds.after(goal, self.ask(state, goal, meter)?);
        }
        Ok(bounds.low.into())
    }

    /// Whether the score is at least `goal`.
    pub(crate) fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let goal = goal.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.ask(self.board.state(position), goal, meter)
    }

    fn ask(&mut self, state: RedBlue<W>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let decided = self.board.sides(&state).bounds(self.board.both_count);
        if let Some(answer) = decided.answer(goal) {
            return Ok(answer);
        }
        let (board, busy) = (&self.board, &Busy::new(self.experience.len()));
        let shares = self.memory.shares(self.experience.len());
        let workers = shares.into_iter().zip(&mut self.experience).collect();
        let answer = ask(workers, meter, &|(memory, experience), meter| {
            Search { board, memory, busy, experience }.reaches(state, goal, meter)
        });
        self.memory.account(meter);
        answer
    }
}

/// One of the searches that work together.
struct Search<'a, W> {
    board: &'a Board<W>,
    memory: Share<'a>,
    busy: &'a Busy,
    experience: &'a mut Experience,
}

impl<W: Word> Search<'_, W> {
    /// Whether Alice can get a score of at least `goal` from a position in which the bounds do not
    /// settle this.
    fn reaches(&mut self, state: RedBlue<W>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let wanted = state.turn == Player::Left;
        let sides = self.board.sides(&state);
        let Some(open_moves) = self.moves(&sides, goal) else { return Ok(wanted) };
        let key = self.board.key(&self.board.normal(state));
        let known = self.memory.get(key.as_slice()).map(Bounds::unpack);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        meter.tick()?;
        let Some(steps) = self.steps(&state, &sides, open_moves, goal) else { return Ok(wanted) };
        let reached = self.try_all(&state, steps, key.as_slice(), goal, meter)?;
        let bounds =
            known.unwrap_or_else(|| sides.bounds(self.board.both_count)).after(goal, reached);
        self.memory.insert(key.as_slice(), bounds.pack());
        Ok(reached)
    }

    /// Whether Alice can reach the goal when the player to move chooses one of these moves. Moves
    /// that another thread is working on are left for later, when they may be known; except the
    /// first move, on which all threads work.
    fn try_all(
        &mut self,
        state: &RedBlue<W>,
        steps: Vec<Step>,
        key: &[u64],
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let wanted = state.turn == Player::Left;
        let mut left_for_later = Vec::new();
        for (i, step) in steps.into_iter().enumerate() {
            if i > 0 && self.busy.is_shared() && self.busy.is(step.hash) {
                left_for_later.push(step);
            } else if self.try_one(state, &step, goal, meter)? == wanted {
                return Ok(wanted);
            }
        }
        for step in left_for_later {
            let known = self.memory.get(key).map(Bounds::unpack);
            if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
                return Ok(answer);
            }
            if self.try_one(state, &step, goal, meter)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// Whether Alice can reach the goal after a move; other threads leave it alone meanwhile.
    fn try_one(
        &mut self,
        state: &RedBlue<W>,
        step: &Step,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.busy.begin(step.hash);
        let reached = self.reaches(state.play(step.v), goal, meter);
        self.busy.end(step.hash);
        if reached == Ok(state.turn == Player::Left) {
            let successes = &mut self.experience.successes[step.v][state.turn as usize];
            *successes = successes.saturating_add(1);
        }
        reached
    }

    /// The moves for which bounds do not settle the question; `None` if bounds show that one of
    /// them settles it in favour of the player. Recently successful moves are tried first.
    fn moves(&mut self, sides: &Sides<W>, goal: i16) -> Option<Vec<(usize, Bounds)>> {
        let wanted = sides.turn == Player::Left;
        let open = sides.open.size() as usize;
        let settles = |v: usize| {
            let bounds = self.board.after(sides, v);
            (bounds, bounds.answer(goal))
        };
        let lately = self.experience.lately[open];
        let tried = |v: &usize| sides.open.contains(*v) && settles(*v).1 == Some(wanted);
        if let Some(found) = lately.iter().position(tried) {
            self.experience.lately[open][..=found].rotate_right(1);
            return None;
        }
        let mut undecided = Vec::with_capacity(open);
        for v in self.board.representatives(sides.open) {
            match settles(v) {
                (bounds, None) => undecided.push((v, bounds)),
                (_, Some(answer)) if answer == wanted => {
                    self.experience.lately[open].rotate_right(1);
                    self.experience.lately[open][0] = v;
                    return None;
                }
                _ => {}
            }
        }
        Some(undecided)
    }

    /// The moves that have to be searched, promising ones first; `None` if one is known to settle
    /// the question in favour of the player. Moves that are known not to are left out.
    fn steps(
        &self,
        state: &RedBlue<W>,
        sides: &Sides<W>,
        moves: Vec<(usize, Bounds)>,
        goal: i16,
    ) -> Option<Vec<Step>> {
        let wanted = state.turn == Player::Left;
        let key = |&(v, _): &(usize, Bounds)| self.board.key(&self.board.normal(state.play(v)));
        // All entries are prefetched before the first is read, because memory is slow.
        let expected: SmallVec<[_; 32]> =
            moves.iter().map(|step| self.memory.expect(key(step))).collect();
        let mut steps = Vec::with_capacity(moves.len());
        for ((v, decided), expected) in moves.into_iter().zip(expected) {
            match expected.get().and_then(|found| Bounds::unpack(found).answer(goal)) {
                Some(answer) if answer == wanted => return None,
                Some(_) => {}
                None => {
                    let hash = if self.busy.is_shared() { hash(&expected.key) } else { 0 };
                    steps.push(Step { v, promise: self.promise(sides, v, decided), hash });
                }
            }
        }
        steps.sort_by_key(|step| Reverse(step.promise));
        self.memory.arrange(&mut steps);
        Some(steps)
    }

    /// How promising a move is: first the bounds after it, then how many vertices it joins, then
    /// its success elsewhere.
    fn promise(&self, sides: &Sides<W>, v: usize, decided: Bounds) -> (i32, u32, u32) {
        let score = i32::from(decided.low) + i32::from(decided.high);
        let joined: u32 = sides.players.iter().map(|side| side.joined_at(v)).sum();
        let near = (self.board.neighbours[v] & sides.open).size();
        let shape = 4 * (joined + 2) + near;
        let successes = self.experience.successes[v][sides.turn as usize];
        let ours = if sides.turn == Player::Left { score } else { -score };
        (ours, shape, successes)
    }
}
