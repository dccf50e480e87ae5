//! The largest connected subgraph game: null-window search over bitsets, with bounds from what is
//! already decided and the symmetries of the board. Twins (vertices with the same neighbours) may be
//! exchanged freely, however many there are.
//!
//! Alice's largest component is at least the largest red one now, and at most what fits into a
//! component of the vertices that are red or still open, given the moves she has left; likewise
//! for Bob. Positions whose bounds fall outside the window need no search.

use chromex_files::FileError;
use chromex_graph_tools::bits::{BitGraph, VertexSet};
use chromex_graphs::Graph;
use chromex_rules::{Goal, Player, Position};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{Engine, Setup};
use crate::model::lists::fingerprint;
use crate::model::normal::{Permutation, elements};
use crate::model::twins::Twins;
use crate::search::bounds::Bounds;
use crate::search::memory::Memory;
use crate::search::table::Table;
use crate::value::{Outcome, Value};
use chromex_budget::{Meter, Stop};

/// Who has coloured what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct RedBlue {
    red: u128,
    blue: u128,
    turn: Player,
}

impl RedBlue {
    /// The state as two words: the turn is the last bit of the second.
    fn key(&self) -> [u128; 2] {
        let turn = u128::from(self.turn == Player::Left) << MAX_VERTICES;
        [self.red, self.blue | turn]
    }
}

/// The most vertices that the engine is made for.
pub(crate) const MAX_VERTICES: usize = 127;

/// An engine for one board.
pub(crate) struct Components {
    graph: BitGraph,
    both_count: bool,
    twins: Twins,
    /// The symmetries of the board that keep the order of twins.
    symmetries: Vec<Permutation<u128>>,
    memory: Memory,
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
    let mut engine = Components::new(position.board().graph(), both_count, setup.budget.memory)?;
    Some(setup.checkpoint(0).map_err(Unsearchable::from).and_then(|file| {
        file.map_or(Ok(()), |file| engine.save_to(file))?;
        Ok(Box::new(engine) as Box<dyn Engine>)
    }))
}

impl Engine for Components {
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

impl Components {
    /// An engine that knows nothing yet and whose table will not outgrow `bytes`; `None` if the
    /// graph has more than [`MAX_VERTICES`] vertices.
    pub(crate) fn new(graph: &Graph, both_count: bool, bytes: u64) -> Option<Components> {
        if graph.order() > MAX_VERTICES {
            return None;
        }
        // A full table forgets the positions that are nearest to the end.
        let table = Table::new(4, bytes, |ones, _| u32::MAX - ones);
        let edges = graph.edges().flat_map(|(u, v)| [u as u64, v as u64]);
        let kind = [graph.order() as u64, u64::from(both_count)].into_iter();
        let memory = Memory::new(table, fingerprint(kind.chain(edges)));
        let bits = BitGraph::new(graph)?;
        let twins = Twins::of(&bits);
        let group = twins.symmetries(&bits, elements);
        Some(Components {
            graph: bits,
            both_count,
            twins,
            symmetries: group.iter().map(|element| Permutation::new(element)).collect(),
            memory,
        })
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub(crate) fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        self.memory.save_to(checkpoint)
    }

    /// The score of a position, found by halving the range in which it lies.
    pub(crate) fn score(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let state = self.state(position);
        let Bounds { mut low, mut high } = self.decided(&state);
        while low < high {
            let goal = low + (high - low + 1) / 2;
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

    fn ask(&mut self, state: RedBlue, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let answer = self.reaches(state, goal, meter);
        self.memory.account(meter);
        answer
    }

    fn state(&self, position: &Position) -> RedBlue {
        let of = |colour| {
            let cells = position.colouring().iter().enumerate();
            cells.filter(|(_, c)| **c == colour).fold(0, |set, (v, _)| set | 1 << v)
        };
        RedBlue { red: of(1), blue: of(2), turn: position.turn() }
    }

    /// Whether Alice can get a score of at least `goal`.
    fn reaches(&mut self, state: RedBlue, goal: i16, meter: &mut Meter) -> Result<bool, Stop> {
        let decided = self.decided(&state);
        if let Some(answer) = decided.answer(goal) {
            return Ok(answer);
        }
        let key = self.normal(state);
        let known = self.memory.share().get(&key.key()).map(Bounds::unpack);
        if let Some(answer) = known.and_then(|bounds| bounds.answer(goal)) {
            return Ok(answer);
        }
        meter.tick()?;
        let wanted = key.turn == Player::Left;
        let mut reached = !wanted;
        for v in self.ordered_moves(&key) {
            if self.reaches(play(&key, v), goal, meter)? == wanted {
                reached = wanted;
                break;
            }
        }
        let bounds = known.unwrap_or(decided).after(goal, reached);
        self.memory.share().insert(&key.key(), bounds.pack());
        Ok(reached)
    }

    /// The least image of a position under the symmetries of the board.
    fn normal(&self, state: RedBlue) -> RedBlue {
        let (red, blue) = self.twins.in_order(state.red, state.blue);
        let RedBlue { turn, .. } = state;
        let image =
            |g: &Permutation<u128>| RedBlue { red: g.apply(red), blue: g.apply(blue), turn };
        self.symmetries.iter().map(image).fold(RedBlue { red, blue, turn }, RedBlue::min)
    }

    /// What the score can still be.
    fn decided(&self, state: &RedBlue) -> Bounds {
        let open = self.graph.vertices().0 & !(state.red | state.blue);
        let moves = open.count_ones() as usize;
        let of_mover = moves.div_ceil(2);
        let (alice, bob) = match state.turn {
            Player::Left => (of_mover, moves - of_mover),
            Player::Right => (moves - of_mover, of_mover),
        };
        let red = self.reach_of(state.red, open, alice);
        let blue = if self.both_count {
            self.reach_of(state.blue, open, bob)
        } else {
            Bounds { low: 0, high: 0 }
        };
        Bounds { low: red.low - blue.high, high: red.high - blue.low }
    }

    /// The largest component of one player now, and the largest it could become with `moves` more.
    fn reach_of(&self, mine: u128, open: u128, moves: usize) -> Bounds {
        let now = self.graph.largest_component(VertexSet(mine));
        let rooms = self.graph.components(VertexSet(mine | open));
        let most = rooms.map(|room| room.len().min((room & VertexSet(mine)).len() + moves)).max();
        Bounds { low: now as i16, high: most.unwrap_or(0) as i16 }
    }

    /// The open vertices, those with most coloured neighbours first: there something is at stake.
    fn ordered_moves(&self, state: &RedBlue) -> Vec<usize> {
        let coloured = VertexSet(state.red | state.blue);
        let open = self.graph.vertices().without(coloured);
        let mut moves: Vec<usize> = self.twins.representatives(open).iter().collect();
        let contact = |v: usize| (self.graph.neighbours(v) & coloured).len();
        let room = |v: usize| self.graph.neighbours(v).len();
        moves.sort_by_key(|&v| std::cmp::Reverse((contact(v), room(v))));
        moves
    }
}

fn play(state: &RedBlue, v: usize) -> RedBlue {
    let turn = state.turn.opponent();
    match state.turn {
        Player::Left => RedBlue { red: state.red | 1 << v, turn, ..*state },
        Player::Right => RedBlue { blue: state.blue | 1 << v, turn, ..*state },
    }
}
