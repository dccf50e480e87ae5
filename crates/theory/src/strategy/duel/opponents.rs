//! Opponents that play one game at a time.

use chromex_graphs::random::SplitMix;
use chromex_rules::{Convention, Move, Player, UNCOLOURED};

use super::table::{DuelState, Table};
use super::{Duel, Tally};
use crate::hypotheses::colours_whoever_skips;
use chromex_budget::{Budget, Meter, Stop};
use chromex_engine::Solver;
use chromex_engine::Value;

/// Chooses the opponent's moves in one game.
trait Chooser {
    /// A new game begins.
    fn begin(&mut self, _open: &mut OpenCells) {}

    fn choose(&mut self, table: &mut Table, open: &mut OpenCells) -> Option<Move>;
}

/// The uncoloured cells of a game, to choose from at random.
struct OpenCells {
    cells: Vec<usize>,
    random: SplitMix,
}

impl OpenCells {
    fn new(table: &Table, seed: u64) -> OpenCells {
        let colouring = table.referee.colouring();
        let cells = (0..colouring.len()).filter(|&v| colouring[v] == UNCOLOURED).collect();
        OpenCells { cells, random: SplitMix::new(seed) }
    }

    /// A random legal move anywhere.
    fn anywhere(&mut self, table: &mut Table) -> Option<Move> {
        while !self.cells.is_empty() {
            let i = self.random.below(self.cells.len());
            let moves = table.referee.moves_at(self.cells[i]);
            if !moves.is_empty() {
                return Some(moves[self.random.below(moves.len())]);
            }
            // The cell is coloured by now, or can never be coloured in games in which illegal moves
            // stay illegal.
            let coloured = table.referee.colouring()[self.cells[i]] != UNCOLOURED;
            if !coloured && table.referee.game().pairwise_reach().is_none() {
                let moves = table.referee.moves();
                return (!moves.is_empty()).then(|| moves[self.random.below(moves.len())]);
            }
            self.cells.swap_remove(i);
        }
        None
    }

    /// A random legal move a few steps away from one of the last moves, if a random walk finds one.
    fn nearby(&mut self, table: &mut Table) -> Option<Move> {
        let from = table.path.len() - 1 - self.random.below(table.path.len().min(4));
        if table.path[from].play.is_skip() {
            return None;
        }
        let order = table.referee.board().order();
        let (copy, mut vertex) =
            (table.path[from].play.cell / order, table.path[from].play.cell % order);
        for _ in 0..1 + self.random.below(4) {
            let near: Vec<usize> = table.referee.board().graph().neighbours(vertex).collect();
            vertex = *near.get(self.random.below(near.len()))?;
        }
        let moves = table.referee.moves_at(copy * order + vertex);
        (!moves.is_empty()).then(|| moves[self.random.below(moves.len())])
    }
}

/// Plays games until there are enough moves; the last game may be broken off.
fn games(
    duel: &Duel,
    enough: impl Fn(&Tally) -> bool,
    seed: u64,
    budget: &Budget,
    chooser: &mut dyn Chooser,
) -> Tally {
    let (mut tally, mut meter) = (Tally::default(), Meter::new(budget));
    let mut seeds = SplitMix::new(seed);
    while !enough(&tally) && tally.stopped.is_none() {
        let before = tally.moves;
        let stopped = game(duel, &enough, seeds.next_bits(), &mut tally, &mut meter, chooser).err();
        tally.stopped = stopped.map(|stop| stop.to_string());
        tally.games += u64::from(tally.stopped.is_none());
        if tally.moves == before {
            break;
        }
    }
    tally
}

fn game(
    duel: &Duel,
    enough: &dyn Fn(&Tally) -> bool,
    seed: u64,
    tally: &mut Tally,
    meter: &mut Meter,
    chooser: &mut dyn Chooser,
) -> Result<(), Stop> {
    let (mut table, mut state) = Table::new(duel, tally);
    let mut open = OpenCells::new(&table, seed);
    chooser.begin(&mut open);
    while state == DuelState::Open && !enough(tally) {
        meter.tick()?;
        let Some(m) = chooser.choose(&mut table, &mut open) else { break };
        state = table.exchange(m, tally);
    }
    Ok(())
}

/// How a random opponent likes to play. Each game has its own habits, because trouble comes from
/// playing nearby and from repeating colours.
struct Random {
    /// How many of four moves are near the last ones.
    near: usize,
    /// How many of four moves repeat the colour of the move before, if that is legal.
    repeat: usize,
}

impl Random {
    /// Random habits for a game.
    fn drawn(random: &mut SplitMix) -> Random {
        Random { near: random.below(4), repeat: random.below(4) }
    }

    fn habit(random: &mut SplitMix, quarters: usize) -> bool {
        random.below(4) < quarters
    }
}

impl Chooser for Random {
    fn begin(&mut self, open: &mut OpenCells) {
        *self = Random::drawn(&mut open.random);
    }

    fn choose(&mut self, table: &mut Table, open: &mut OpenCells) -> Option<Move> {
        if may_skip(table) && open.random.below(SKIPS_ONE_OF) == 0 {
            return Some(Move::SKIP);
        }
        let near = !table.path.is_empty() && Random::habit(&mut open.random, self.near);
        let found = near.then(|| open.nearby(table)).flatten();
        let m = found.or_else(|| open.anywhere(table))?;
        let last = table.path.last().map_or(m.colour, |played| played.play.colour);
        let again = Move { colour: last, ..m };
        let repeat = Random::habit(&mut open.random, self.repeat);
        let repeat = repeat && table.referee.allows(table.referee.turn(), again);
        Some(if repeat { again } else { m })
    }
}

/// If the opponent may skip turns, one in this number of turns is skipped.
const SKIPS_ONE_OF: usize = 4;

/// Whether the opponent may skip this turn.
fn may_skip(table: &mut Table) -> bool {
    let turn = table.referee.turn();
    table.referee.allows(turn, Move::SKIP)
}

/// Random games until the opponent has made this many moves.
pub fn random(duel: &Duel, moves: u64, seed: u64, budget: &Budget) -> Tally {
    games(duel, |tally| tally.moves >= moves, seed, budget, &mut Random { near: 0, repeat: 0 })
}

struct Trouble;

/// The number of moves that are compared before one is made.
const CANDIDATES: usize = 12;

impl Chooser for Trouble {
    fn choose(&mut self, table: &mut Table, open: &mut OpenCells) -> Option<Move> {
        if let Some(m) = killing_move(table) {
            return Some(m);
        }
        let mut best = may_skip(table).then(|| (trouble_after(table, Move::SKIP), Move::SKIP));
        for i in 0..CANDIDATES {
            let near = i % 4 != 0 && !table.path.is_empty();
            let candidate = near.then(|| open.nearby(table)).flatten();
            let Some(m) = candidate.or_else(|| open.anywhere(table)) else { break };
            let gain = trouble_after(table, m);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, m));
            }
        }
        best.map(|(_, m)| m)
    }
}

/// In games in which all vertices have to be coloured: a move that takes the last colour from a
/// vertex.
fn killing_move(table: &mut Table) -> Option<Move> {
    if colours_whoever_skips(table.referee.game()).is_none()
        || table.strategy.side() == Player::Right
    {
        return None;
    }
    let board = table.referee.board().clone();
    let (graph, colours) = (board.graph(), table.referee.game().palette().colours());
    let last = colours.len() as u32 - 1;
    (0..board.order()).find_map(|v| {
        if table.danger_at(v) != Some(last) {
            return None;
        }
        let colouring = table.referee.colouring();
        let sees = |colour| graph.neighbours(v).any(|w| colouring[w] == colour);
        let missing = colours.clone().find(|&colour| !sees(colour))?;
        let mut moves = graph.neighbours(v).map(|cell| Move { cell, colour: missing });
        moves.find(|&m| table.referee.allows(Player::Right, m))
    })
}

/// How much harder a move makes things for the strategy, even after its answer.
fn trouble_after(table: &Table, m: Move) -> i64 {
    let mut after = table.fork();
    let state = after.exchange(m, &mut Tally::default());
    if state == DuelState::Broken {
        return i64::MAX;
    }
    let order = table.referee.board().order();
    let graph = table.referee.board().graph();
    let mut region = Vec::new();
    for played in after.path[table.path.len()..].iter().filter(|played| !played.play.is_skip()) {
        for near in graph.neighbours(played.play.cell % order) {
            region.push(near);
            region.extend(graph.neighbours(near));
        }
    }
    region.sort_unstable();
    region.dedup();
    let weigh = |table: &Table| -> i64 {
        let dangers = region.iter().filter_map(|&v| table.danger_at(v));
        dangers.map(|lost| 8_i64.pow(lost.min(6))).sum()
    };
    weigh(&after) - weigh(table)
}

/// Games against an opponent who tries a dozen moves, mostly near the last ones, and makes the one
/// that leaves the most danger after the strategy's answer.
pub fn trouble(duel: &Duel, moves: u64, seed: u64, budget: &Budget) -> Tally {
    games(duel, |tally| tally.moves >= moves, seed, budget, &mut Trouble)
}

struct Line<'a> {
    rest: std::slice::Iter<'a, Move>,
    illegal: Option<Move>,
}

impl Chooser for Line<'_> {
    fn choose(&mut self, table: &mut Table, open: &mut OpenCells) -> Option<Move> {
        let Some(&m) = self.rest.next() else { return Trouble.choose(table, open) };
        if table.referee.allows(table.referee.turn(), m) {
            return Some(m);
        }
        self.illegal = Some(m);
        None
    }
}

/// One game in which the opponent makes these moves and then causes trouble.
pub fn line(duel: &Duel, moves: &[Move], budget: &Budget) -> Tally {
    let mut line = Line { rest: moves.iter(), illegal: None };
    let mut tally = games(duel, |tally| tally.games > 0, 0, budget, &mut line);
    if let Some(m) = line.illegal {
        let at = moves.len() - line.rest.len();
        let m = duel.start.write_move(m);
        tally.stopped = Some(format!("move {at} of the line, {m}, is not legal by then"));
    }
    tally
}

/// Plays at random while its position is lost, and perfectly as soon as it is not.
struct Engine {
    solver: Solver,
    random: Random,
    stopped: Option<Stop>,
}

impl Chooser for Engine {
    fn begin(&mut self, open: &mut OpenCells) {
        self.random.begin(open);
    }

    fn choose(&mut self, table: &mut Table, open: &mut OpenCells) -> Option<Move> {
        if self.stopped.is_none() {
            match self.good_move(table) {
                Ok(Some(m)) => return Some(m),
                Ok(None) => {}
                Err(stop) => self.stopped = Some(stop),
            }
        }
        self.random.choose(table, open)
    }
}

impl Engine {
    /// A move that breaks the strategy's promise, if there is one.
    fn good_move(&mut self, table: &mut Table) -> Result<Option<Move>, Stop> {
        let position = table.referee.position();
        let (side, opponent) = (table.strategy.side(), position.turn());
        let promise = table.strategy.promise();
        let lost = |value: &Value, to_move: Player| match value {
            Value::Score(score) => !promise.kept(side, chromex_rules::Verdict::Score(*score)),
            _ => value.winner(to_move) == Some(side.opponent()),
        };
        if position.convention() != Convention::Partisan
            && !lost(&self.solver.value(&position)?, opponent)
        {
            return Ok(None);
        }
        for m in position.moves() {
            let after = position.play(m).expect("listed moves are legal");
            if lost(&self.solver.value(&after)?, side) {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }
}

/// Games against the exact engine: random moves, until one breaks the promise.
///
/// The tally says so if the engine ran out of its budget, or cannot search such a position.
pub fn engine(duel: &Duel, games_wanted: u64, seed: u64, budget: &Budget) -> Tally {
    let solver = match Solver::new(&duel.start, budget) {
        Ok(solver) => solver,
        Err(error) => return Tally { stopped: Some(error.to_string()), ..Tally::default() },
    };
    let random = Random { near: 0, repeat: 0 };
    let mut engine = Engine { solver, random, stopped: None };
    let mut tally = games(duel, |tally| tally.games >= games_wanted, seed, budget, &mut engine);
    let stopped = engine.stopped.map(|stop| format!("the engine gave up: {stop}"));
    tally.stopped = tally.stopped.or(stopped);
    tally
}
