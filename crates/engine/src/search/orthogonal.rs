//! The orthogonal colouring game: null-window search over what is still open, and nimbers for
//! normal play.
//!
//! What has been coloured matters only through what can still be coloured. A state therefore keeps
//! the legal colours of each cell, the colours of those vertices whose twin in the other copy is
//! still open, and the pairs of colours that are used up. It is reduced further, each time to a
//! state with the same future:
//!
//! * A used pair is forgotten when no vertex is open for it in both copies: every other vertex has
//!   lost the colour that would complete it already, and lists only shrink.
//! * The colour of a vertex whose twin is open is forgotten when no other vertex can ever get a
//!   pair of colours that this one can: its pair can then neither be taken nor take anything.
//! * A *free* cell, which takes no colour from others and from which none is taken, will be
//!   coloured before the game ends. It counts at once for its owner and becomes a spare move.
//!   Two spare moves more change nothing: either player can play as he would without them, and
//!   answer one, when it is all that the other has left to spare, with the other one.
//!
//! What remains is scored from here on, with the copy of the player to move first: exchanging the
//! copies and the players negates the score. It is stored up to symmetries of the graph, which
//! act on both copies at once, and permutations of the colours of either copy.

mod board;
mod mirror;
mod pairs;
mod remaining;
mod scores;
mod sets;
mod symmetries;

use chromex_files::FileError;
use chromex_graphs::Graph;
use chromex_rules::{Convention, Goal, Player, Position, UNCOLOURED};

use crate::checkpoint::Checkpoint;
use crate::engine::Unsearchable;
use crate::engine::{self, Findings, Member, Setup};
use crate::model::lists::fingerprint;
use crate::model::word::{EVERY_WIDTH, Word, vertices};
use crate::search::bounds::Bounds;
use crate::search::memory::Memory;
use crate::search::parallel::threads;
use crate::search::plain::grundy::mex;
use crate::search::table::Table;
use crate::value::Value;
use board::Board;
use chromex_budget::{Meter, Stop};
use pairs::Pairs;
use remaining::Remaining;
use sets::{Apart, Sets, Together};
use symmetries::Symmetries;

/// The most vertices that the engine is made for.
pub const MAX_VERTICES: usize = 64;

/// The most colours that the engine is made for.
pub const MAX_COLOURS: u8 = 8;

/// The same, for arrays with a place for each colour.
const PLACES: usize = MAX_COLOURS as usize;

/// An engine for one graph and number of colours.
pub struct Orthogonal {
    search: Box<dyn Search>,
}

/// The engine for the orthogonal colouring game, scored or with normal play.
pub fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn engine::Engine>, Unsearchable>> {
    let game = position.game();
    if game.goal() != Goal::Orthogonal || setup.plain {
        return None;
    }
    let (graph, colours) = (position.board().graph(), game.palette().len() as u8);
    let (memory, threads) = (setup.budget.memory, setup.budget.threads);
    let mut engine = Orthogonal::new(graph, colours, memory, threads)?;
    let convention = position.convention();
    Some(setup.checkpoint(0).map_err(Unsearchable::from).and_then(|file| {
        file.map_or(Ok(()), |file| engine.save_to(file, convention))?;
        Ok(Box::new(engine) as Box<dyn engine::Engine>)
    }))
}

impl engine::Engine for Orthogonal {
    fn describe(&self) -> &'static str {
        "the orthogonal colouring game"
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        match position.convention() {
            Convention::Scoring => self.score(position, meter).map(Value::Score),
            _ => self.nimber(position, meter).map(Value::Nimber),
        }
    }

    fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        Orthogonal::at_least(self, goal, position, meter)
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        self.search.memories().map(|memory| memory.found(most)).into()
    }

    fn take(&mut self, findings: &Findings) {
        let [scores, nimbers] = self.search.memories();
        scores.take(findings, Bounds::join);
        nimbers.take(findings, |_, theirs| theirs);
    }

    fn stand_at(&mut self, member: Member) {
        self.search.memories().into_iter().for_each(|memory| memory.stand_at(member));
    }
}

impl Orthogonal {
    /// An engine that knows nothing yet, whose table will not outgrow `bytes`, and that searches for scores with this number of
    /// threads; `None` if the graph has more than [`MAX_VERTICES`] vertices, or there are more than [`MAX_COLOURS`] colours.
    pub fn new(graph: &Graph, colours: u8, bytes: u64, threads: usize) -> Option<Orthogonal> {
        if graph.order() > MAX_VERTICES {
            return None;
        }
        let search = if EVERY_WIDTH && graph.order() <= u16::BITS as usize {
            search_small(graph, colours, bytes, threads)
        } else {
            search::<u64>(graph, colours, bytes, threads)
        };
        search.map(|search| Orthogonal { search })
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    /// Scores and nimbers are kept apart.
    pub fn save_to(
        &mut self,
        checkpoint: Checkpoint,
        convention: Convention,
    ) -> Result<(), FileError> {
        let [scores, nimbers] = self.search.memories();
        let memory = if convention == Convention::Scoring { scores } else { nimbers };
        memory.save_to(checkpoint)
    }

    /// The score of a position: what Alice's copy will be ahead by.
    pub fn score(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let sign = sign(position);
        Ok(ahead(position) + sign * self.search.future(position, meter)?)
    }

    /// Whether the score is at least `goal`.
    pub fn at_least(
        &mut self,
        goal: i32,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let wanted = goal.saturating_sub(ahead(position));
        match position.turn() {
            Player::Left => self.search.reaches(wanted, position, meter),
            // Alice gets what Bob, who is to move, does not.
            Player::Right => {
                let too_much = wanted.saturating_neg().saturating_add(1);
                Ok(!self.search.reaches(too_much, position, meter)?)
            }
        }
    }

    /// The nimber of a position under normal play.
    pub fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        self.search.nimber(position, meter)
    }
}

/// A search on sets of 16 bits, which are kept together where a word has room for those of all colours.
fn search_small(graph: &Graph, colours: u8, bytes: u64, threads: usize) -> Option<Box<dyn Search>> {
    Some(match colours {
        1 => Box::new(Engine::<Together<1>>::new(graph, bytes, threads)),
        2 => Box::new(Engine::<Together<2>>::new(graph, bytes, threads)),
        3 => Box::new(Engine::<Together<3>>::new(graph, bytes, threads)),
        4 => Box::new(Engine::<Together<4>>::new(graph, bytes, threads)),
        _ => return search::<u16>(graph, colours, bytes, threads),
    })
}

/// A search on sets of this width.
fn search<W: Word>(
    graph: &Graph,
    colours: u8,
    bytes: u64,
    threads: usize,
) -> Option<Box<dyn Search>> {
    // A page has to stay small, and an engine for more colours finds the same.
    Some(match colours {
        1 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 1>>::new(graph, bytes, threads)),
        2 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 2>>::new(graph, bytes, threads)),
        3 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 3>>::new(graph, bytes, threads)),
        1..=4 => Box::new(Engine::<Apart<W, 4>>::new(graph, bytes, threads)),
        5 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 5>>::new(graph, bytes, threads)),
        6 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 6>>::new(graph, bytes, threads)),
        7 if EVERY_WIDTH => Box::new(Engine::<Apart<W, 7>>::new(graph, bytes, threads)),
        5..=8 => Box::new(Engine::<Apart<W, 8>>::new(graph, bytes, threads)),
        _ => return None,
    })
}

/// What Alice's copy is ahead by now.
fn ahead(position: &Position) -> i32 {
    let (alice, bob) = position.colouring().split_at(position.board().order());
    let coloured = |copy: &[u8]| copy.iter().filter(|&&c| c != UNCOLOURED).count() as i32;
    coloured(alice) - coloured(bob)
}

fn sign(position: &Position) -> i32 {
    if position.turn() == Player::Left { 1 } else { -1 }
}

/// An engine, whatever its number of colours. Scores are those still to come, for the player to
/// move.
trait Search: Send {
    /// Those of scores and of nimbers.
    fn memories(&mut self) -> [&mut Memory; 2];

    fn future(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop>;

    fn reaches(&mut self, goal: i32, position: &Position, meter: &mut Meter) -> Result<bool, Stop>;

    fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop>;
}

/// A state after a move, with what the mover gained for sure.
#[derive(Debug, Clone, Copy)]
struct Child<S> {
    state: Remaining<S>,
    gain: i16,
}

/// An engine for up to as many colours as there are sets in `S`.
struct Engine<S: Sets> {
    board: Board<S::Set>,
    symmetries: Symmetries<S::Set>,
    threads: usize,
    /// Scores and, apart from them, nimbers.
    scores: Memory,
    nimbers: Memory,
}

impl<S: Sets> Engine<S> {
    fn new(graph: &Graph, bytes: u64, wanted: usize) -> Engine<S> {
        Engine {
            board: Board::new(graph),
            symmetries: Symmetries::new(graph),
            threads: threads(wanted),
            scores: memory::<S>(graph, bytes, 0),
            // Only one of them is used: normal play has no scores.
            nimbers: memory::<S>(graph, bytes, 1),
        }
    }

    /// The reduced state of a position, with what the player to move gets more from free cells.
    fn state(&self, position: &Position) -> (Remaining<S>, i16) {
        let n = self.board.neighbours.len();
        let colours = position.game().palette().len();
        let list = |c: usize| if c < colours { S::Set::first(n) } else { S::Set::EMPTY };
        let mut state = Remaining {
            lists: [S::from_fn(list); 2],
            halves: [S::EMPTY; 2],
            used: Pairs::NONE,
            spare: false,
        };
        for (cell, &colour) in position.colouring().iter().enumerate() {
            if colour != UNCOLOURED {
                state.colour(cell / n, cell % n, usize::from(colour) - 1, &self.board);
            }
        }
        if position.turn() == Player::Right {
            state = state.turned();
        }
        let (free, _) = state.reduce(&self.board);
        (state, free[0] - free[1])
    }

    /// The states after each move; of colours that play the same part, one is enough.
    fn children(&self, state: &Remaining<S>) -> Vec<Child<S>> {
        let mut children = Vec::new();
        if state.spare {
            children.push(Child { state: Remaining { spare: false, ..state.turned() }, gain: 0 });
        }
        for copy in 0..2 {
            for c in (0..S::COLOURS).filter(|&c| !state.has_earlier_twin(copy, c)) {
                let moves = vertices(state.lists[copy].of(c));
                children.extend(moves.map(|v| self.child(state, copy, v, c)));
            }
        }
        children
    }

    fn child(&self, state: &Remaining<S>, copy: usize, v: usize, colour: usize) -> Child<S> {
        let mut after = *state;
        after.colour(copy, v, colour, &self.board);
        let (free, _) = after.reduce(&self.board);
        Child { state: after.turned(), gain: free[0] - free[1] + [1, -1][copy] }
    }

    /// The least image of a state under the symmetries and the exchange of the copies, which
    /// normal play does not tell apart.
    fn normal_either_way(&self, state: &Remaining<S>) -> Remaining<S> {
        self.symmetries.normal(state).min(self.symmetries.normal(&state.turned()))
    }

    /// The independent parts of a state without its spare move: sets of vertices that take no
    /// colours from each other, directly or by sharing a pair.
    fn parts(&self, state: &Remaining<S>) -> Vec<Remaining<S>> {
        let mut rest = (state.concerned(0) | state.concerned(1)).all();
        let mut parts = Vec::new();
        while rest != S::Set::EMPTY {
            let part = self.part_of(state, S::Set::single(rest.least()));
            rest &= !part;
            let mut restricted = Remaining { spare: false, ..state.restricted(part) };
            restricted.forget();
            parts.push(restricted);
        }
        parts
    }

    fn part_of(&self, state: &Remaining<S>, start: S::Set) -> S::Set {
        let mut part = start;
        loop {
            let grown = self.touched(state, part);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The vertices of a set and all those that depend on one of them.
    fn touched(&self, state: &Remaining<S>, set: S::Set) -> S::Set {
        let mut grown = set;
        let colours = 0..S::COLOURS;
        for list in state.lists.iter().flat_map(|lists| colours.clone().map(|c| lists.of(c))) {
            grown |= self.board.around(list & set) & list;
        }
        let [own, other] = [0, 1].map(|copy| state.concerned(copy));
        for (c, d) in colours.clone().flat_map(|c| colours.clone().map(move |d| (c, d))) {
            let sharing = own.of(c) & other.of(d);
            if sharing & set != S::Set::EMPTY && !state.used.contains(c, d) {
                grown |= sharing;
            }
        }
        grown
    }

    fn nim_sum(&mut self, state: &Remaining<S>, meter: &mut Meter) -> Result<u32, Stop> {
        let mut sum = u32::from(state.spare);
        for part in self.parts(state) {
            sum ^= self.nimber_of_part(&part, meter)?;
        }
        Ok(sum)
    }

    fn nimber_of_part(&mut self, part: &Remaining<S>, meter: &mut Meter) -> Result<u32, Stop> {
        let key = self.normal_either_way(part);
        let packed = key.packed(self.board.neighbours.len());
        if let Some(known) = self.nimbers.share().get(&packed) {
            return Ok(u32::from(known) - 1);
        }
        meter.tick()?;
        let mut options = Vec::new();
        for child in self.children(&key) {
            options.push(self.nim_sum(&child.state, meter)?);
        }
        let nimber = mex(&options);
        self.nimbers.share().insert(&packed, 1 + nimber as u16);
        Ok(nimber)
    }
}

impl<S: Sets> Search for Engine<S> {
    fn memories(&mut self) -> [&mut Memory; 2] {
        [&mut self.scores, &mut self.nimbers]
    }

    fn future(&mut self, position: &Position, meter: &mut Meter) -> Result<i32, Stop> {
        let (state, gain) = self.state(position);
        Ok(i32::from(gain + self.score(&state, meter)?))
    }

    fn reaches(&mut self, goal: i32, position: &Position, meter: &mut Meter) -> Result<bool, Stop> {
        let (state, gain) = self.state(position);
        let goal = goal.saturating_sub(gain.into());
        // No score is beyond the number of cells.
        let far = 2 * MAX_VERTICES as i32;
        self.ask(&state, goal.clamp(-far, far) as i16, meter)
    }

    fn nimber(&mut self, position: &Position, meter: &mut Meter) -> Result<u32, Stop> {
        let (state, _) = self.state(position);
        let answer = self.nim_sum(&state, meter);
        self.nimbers.account(meter);
        answer
    }
}

/// An empty memory for states; a full table forgets those that are nearest to the end.
fn memory<S: Sets>(graph: &Graph, bytes: u64, normal_play: u64) -> Memory {
    let words = Remaining::<S>::packed_words(graph.order());
    let table = Table::new(words, bytes, |ones, _| ones);
    let edges = graph.edges().flat_map(|(u, v)| [u as u64, v as u64]);
    // The last number tells this form of states from earlier ones.
    let kind = [graph.order() as u64, S::COLOURS as u64, normal_play, 4].into_iter();
    Memory::new(table, fingerprint(kind.chain(edges)))
}

#[cfg(test)]
mod tests {
    use chromex_budget::{Budget, Meter};
    use chromex_graphs::parse;
    use chromex_graphs::random::SplitMix;
    use chromex_rules::{Position, parse_game};

    use super::*;

    /// A page has engines for fewer numbers of colours than there are.
    #[test]
    fn an_engine_for_more_colours_finds_the_same() {
        let mut random = SplitMix::new(4);
        let mut meter = Meter::new(&Budget::default());
        for (colours, graph) in
            [(1, "grid:2x3"), (2, "cycle:5"), (3, "path:4"), (3, "cycle:4"), (2, "grid:2x3")]
        {
            let game = parse_game(&format!("orthogonal:{colours}")).unwrap();
            let start = Position::start(game, parse(graph).unwrap()).unwrap();
            let board = start.board().graph();
            let mut exact = search::<u64>(board, colours, 1 << 20, 1).unwrap();
            let mut wide = Engine::<Apart<u64, 4>>::new(board, 1 << 20, 1);
            for _ in 0..20 {
                let mut here = start.clone();
                for _ in 0..random.below(start.cells()) {
                    let moves = here.moves();
                    let Some(&played) = moves.get(random.below(moves.len().max(1))) else { break };
                    here = here.play(played).unwrap();
                }
                let futures = [exact.future(&here, &mut meter), wide.future(&here, &mut meter)];
                assert_eq!(futures[0], futures[1], "{here}");
                let nimbers = [exact.nimber(&here, &mut meter), wide.nimber(&here, &mut meter)];
                assert_eq!(nimbers[0], nimbers[1], "{here}");
            }
        }
    }
}
