//! The largest connected subgraph game: null-window search over bitsets, with bounds from what is
//! already decided and the symmetries of the board. Twins (vertices with the same neighbours) may be
//! exchanged freely, however many there are.
//!
//! Alice's largest component is at most what fits into a component of the vertices that are red or still open, given
//! the moves she has left. It is at least the size of any red component now and half of the open vertices around it:
//! whenever Bob takes one of those, she takes another. Likewise for Bob. Positions whose bounds fall outside the
//! window need no search, and of the others those are searched first whose bounds promise most.

use std::cmp::Reverse;

use chromex_files::FileError;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_rules::{Goal, Player, Position};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{Engine, Setup};
use crate::model::lists::fingerprint;
use crate::model::normal::{Permutation, elements};
use crate::model::twins::Twins;
use crate::model::word::{Word, vertices};
use crate::search::bounds::Bounds;
use crate::search::memory::Memory;
use crate::search::table::Table;
use crate::value::{Outcome, Value};
use chromex_budget::{Meter, Stop};
use smallvec::SmallVec;

/// Who has coloured what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct RedBlue<W> {
    red: W,
    blue: W,
    turn: Player,
}

impl<W: Word> RedBlue<W> {
    fn of(&self, player: Player) -> W {
        match player {
            Player::Left => self.red,
            Player::Right => self.blue,
        }
    }

    /// The position after `v` has been coloured.
    fn play(&self, v: usize) -> RedBlue<W> {
        let turn = self.turn.opponent();
        match self.turn {
            Player::Left => RedBlue { red: self.red | W::single(v), turn, ..*self },
            Player::Right => RedBlue { blue: self.blue | W::single(v), turn, ..*self },
        }
    }
}

/// A move that is worth a search: the normal form of what it leads to, and what is decided there.
struct Step<W> {
    v: usize,
    after: RedBlue<W>,
    decided: Bounds,
    worth: (i32, u32),
}

/// The most vertices that the engine is made for: both sets and the turn take four words.
const MAX_VERTICES: usize = 127;

/// An engine for one board.
pub(crate) struct Components<W> {
    /// The neighbours of each vertex.
    neighbours: Vec<W>,
    all: W,
    both_count: bool,
    twins: Twins,
    /// The symmetries of the board that keep the order of twins.
    symmetries: Vec<Permutation<W>>,
    memory: Memory,
    /// How often a move of either player has settled a question.
    successes: Vec<[u32; 2]>,
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
    let mut engine = Components::<W>::new(graph, both_count, setup.budget.memory);
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
}

impl<W: Word> Components<W> {
    /// An engine that knows nothing yet and whose table will not outgrow `bytes`.
    fn new(graph: &BitGraph, both_count: bool, bytes: u64) -> Components<W> {
        let order = graph.order();
        let words = if 2 * order < 64 { 1 } else { 2 * W::LIMBS };
        // A full table forgets the positions that are nearest to the end.
        let table = Table::new(words, bytes, |ones, _| u32::MAX - ones);
        let limbs = |v: usize| [graph.neighbours(v).0 as u64, (graph.neighbours(v).0 >> 64) as u64];
        let kind = [order as u64, u64::from(both_count), words as u64].into_iter();
        let memory = Memory::new(table, fingerprint(kind.chain((0..order).flat_map(limbs))));
        let twins = Twins::of(graph);
        let group = twins.symmetries(graph, elements);
        let set = |v: usize| W::from_limbs(|i| limbs(v)[i]);
        Components {
            neighbours: (0..order).map(set).collect(),
            all: W::first(order),
            both_count,
            twins,
            symmetries: group.iter().map(|element| Permutation::new(element)).collect(),
            memory,
            successes: vec![[0; 2]; order],
        }
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub(crate) fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        self.memory.save_to(checkpoint)
    }

    /// The score of a position. It is mostly near zero, and questions about other scores cost little.
    pub(crate) fn score(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let state = self.state(position);
        let Bounds { mut low, mut high } = self.decided(&state);
        let mut far = 1;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let goal = match self.both_count {
                true if low > 0 => middle.min(low + far),
                true if high < 1 => middle.max(high + 1 - far),
                true => 1,
                false => middle,
            };
            if goal != 1 {
                far *= 2;
            }
            if self.ask(state, goal, meter)? {
                low = goal;
            } else {
                high = goal - 1;
            }
        }
        Ok(low.into())
    }

    /// Whether the score is at least `goal`.
    pub(crate) fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let goal = goal.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.ask(self.state(position), goal, meter)
    }

    fn ask(&mut self, state: RedBlue<W>, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let decided = self.decided(&state);
        let answer = match decided.answer(goal) {
            Some(answer) => Ok(answer),
            None => self.reaches(self.normal(state), decided, goal, meter),
        };
        self.memory.account(meter);
        answer
    }

    fn state(&self, position: &Position) -> RedBlue<W> {
        let of = |colour| {
            let cells = position.colouring().iter().enumerate();
            cells.filter(|(_, c)| **c == colour).fold(W::EMPTY, |set, (v, _)| set | W::single(v))
        };
        RedBlue { red: of(1), blue: of(2), turn: position.turn() }
    }

    /// The words of a position in tables: the red vertices, the blue ones, and whose turn it is.
    fn key(&self, state: &RedBlue<W>) -> SmallVec<[u64; 4]> {
        let (order, turn) = (self.neighbours.len(), W::single(0));
        let turn = if state.turn == Player::Left { turn } else { W::EMPTY };
        if 2 * order < 64 {
            let [red, blue] = [state.red, state.blue].map(|set| set.limb(0));
            return SmallVec::from_slice(&[red << (order + 1) | blue << 1 | turn.limb(0)]);
        }
        let blue = state.blue.moved_up(1) | turn;
        (0..W::LIMBS)
            .map(|i| state.red.limb(i))
            .chain((0..W::LIMBS).map(|i| blue.limb(i)))
            .collect()
    }

    fn known(&mut self, state: &RedBlue<W>) -> Option<Bounds> {
        let key = self.key(state);
        self.memory.share().get(key.as_slice()).map(Bounds::unpack)
    }

    /// Whether Alice can get a score of at least `goal` from a position in normal form for which that is not
    /// decided.
    fn reaches(
        &mut self,
        state: RedBlue<W>,
        decided: Bounds,
        goal: i16,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let known = self.known(&state);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        meter.tick()?;
        let wanted = state.turn == Player::Left;
        let Some(steps) = self.steps(&state, goal) else { return Ok(wanted) };
        let mut reached = !wanted;
        for step in steps {
            if self.reaches(step.after, step.decided, goal, meter)? == wanted {
                let successes = &mut self.successes[step.v][state.turn as usize];
                *successes = successes.saturating_add(1);
                reached = wanted;
                break;
            }
        }
        let bounds = known.unwrap_or(decided).after(goal, reached);
        let key = self.key(&state);
        self.memory.share().insert(key.as_slice(), bounds.pack());
        Ok(reached)
    }

    /// The moves that have to be searched, the promising ones first; `None` if one is known to settle the question
    /// as its player wants it. Moves that are known not to are left out.
    fn steps(&mut self, state: &RedBlue<W>, goal: i16) -> Option<Vec<Step<W>>> {
        let wanted = state.turn == Player::Left;
        let open = self.open(state);
        let mut steps = Vec::with_capacity(open.size() as usize);
        for v in self.twins.representatives(VertexSet(wide(open))).iter() {
            let after = state.play(v);
            let decided = self.decided(&after);
            let mut answer = decided.answer(goal);
            let after = if answer.is_none() { self.normal(after) } else { after };
            if answer.is_none() {
                answer = self.known(&after).and_then(|bounds| bounds.answer(goal));
            }
            match answer {
                Some(answer) if answer == wanted => return None,
                Some(_) => {}
                None => {
                    let worth = self.worth(state, v, decided);
                    steps.push(Step { v, after, decided, worth });
                }
            }
        }
        steps.sort_by_key(|step| Reverse(step.worth));
        Some(steps)
    }

    /// How promising a move is: what is decided after it, then how much it joins and what it has been worth
    /// elsewhere.
    fn worth(&self, state: &RedBlue<W>, v: usize, decided: Bounds) -> (i32, u32) {
        let score = i32::from(decided.low) + i32::from(decided.high);
        let joined = |mine: W| self.component(v, mine | W::single(v)).size();
        let near = (self.neighbours[v] & self.open(state)).size();
        let shape = 4 * (joined(state.red) + joined(state.blue)) + near;
        let successes = self.successes[v][state.turn as usize];
        let ours = if state.turn == Player::Left { score } else { -score };
        (ours, shape.saturating_mul(SHAPE).saturating_add(successes))
    }

    fn open(&self, state: &RedBlue<W>) -> W {
        self.all & !(state.red | state.blue)
    }

    /// The least image of a position under the symmetries of the board.
    fn normal(&self, state: RedBlue<W>) -> RedBlue<W> {
        let (red, blue) = self.twins.in_order(wide(state.red), wide(state.blue));
        let (red, blue, turn) = (narrow::<W>(red), narrow::<W>(blue), state.turn);
        let image = |g: &Permutation<W>| RedBlue { red: g.apply(red), blue: g.apply(blue), turn };
        self.symmetries.iter().map(image).fold(RedBlue { red, blue, turn }, RedBlue::min)
    }

    /// What the score can still be.
    fn decided(&self, state: &RedBlue<W>) -> Bounds {
        let open = self.open(state);
        let moves = open.size();
        let of_mover = moves.div_ceil(2);
        let reach = |player| {
            let moves = if player == state.turn { of_mover } else { moves - of_mover };
            self.reach_of(state.of(player), open, moves, player == state.turn)
        };
        let red = reach(Player::Left);
        let blue = match self.both_count {
            true => reach(Player::Right),
            false => Bounds { low: 0, high: 0 },
        };
        Bounds { low: red.low - blue.high, high: red.high - blue.low }
    }

    /// The largest component that one player can be sure of, and the largest it could become with `moves` more.
    fn reach_of(&self, mine: W, open: W, moves: u32, is_next: bool) -> Bounds {
        let (mut low, mut high) = (0, 0);
        let mut rest = mine;
        while rest != W::EMPTY {
            let component = self.component(rest.least(), mine);
            rest &= !component;
            let around = vertices(component).fold(W::EMPTY, |all, v| all | self.neighbours[v]);
            let free = (around & open).size() + u32::from(is_next);
            low = low.max(component.size() + free / 2);
        }
        let mut rest = mine | open;
        while rest != W::EMPTY {
            let room = self.component(rest.least(), mine | open);
            rest &= !room;
            high = high.max(room.size().min((room & mine).size() + moves));
        }
        Bounds { low: low as i16, high: high as i16 }
    }

    /// What is connected with a vertex within a set that holds it.
    fn component(&self, v: usize, among: W) -> W {
        let mut reached = W::single(v);
        let mut fresh = reached;
        while fresh != W::EMPTY {
            let more = self.neighbours[fresh.least()] & among & !reached;
            fresh = fresh.without_least() | more;
            reached |= more;
        }
        reached
    }
}

/// What a move joins counts so much more than that it settled a question elsewhere.
const SHAPE: u32 = 1000;

fn wide<W: Word>(set: W) -> u128 {
    set.cast()
}

fn narrow<W: Word>(set: u128) -> W {
    set.cast()
}
