//! Questions about a position, and their answers.

use std::collections::HashMap;

use chromex_graph_tools::symmetry::Symmetry;
use chromex_rules::{Convention, Game, Move, Player, Position, UNCOLOURED};

use chromex_budget::{Budget, Statistics, Stop};
use chromex_engine::search::plain::grundy::mex;
use chromex_engine::solver::{Solver, Unsearchable};
use chromex_engine::value::{Class, Outcome, Value};
use chromex_text::seconds;
use chromex_theory::{Settled, Theorem, settle};

/// Where an answer comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Provenance {
    /// The game is over.
    Rules,
    /// Exhaustive search.
    Search,
    /// A theorem; the moves, if any are listed, by search.
    Theorem(&'static Theorem),
}

/// The value of a position, as far as it could be found out.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The exact value; `None` if the budget ran out first.
    pub value: Option<Value>,
    /// Who wins; sometimes known although the value is not.
    pub outcome: Option<Outcome>,
    /// The moves that were asked for, with the values they lead to where known.
    pub moves: Vec<MoveValue>,
    /// How the answer was found.
    pub provenance: Provenance,
    /// What it cost.
    pub statistics: Statistics,
    /// Why the search gave up, if it did, …
    pub stopped: Option<Stop>,
    /// … and what it knew by then.
    pub known: Option<String>,
}

impl Answer {
    /// Where it comes from and what it cost, in words.
    pub fn words(&self) -> String {
        let cost = &self.statistics;
        match self.provenance {
            Provenance::Rules => "the game is over".to_owned(),
            Provenance::Search if cost.positions == 0 => {
                format!("at sight, {}", seconds(cost.time))
            }
            Provenance::Search => format!("by search of {cost}"),
            Provenance::Theorem(theorem) if cost.positions == 0 => {
                format!("by {}", theorem.citation())
            }
            Provenance::Theorem(theorem) => format!("by {}; search of {cost}", theorem.citation()),
        }
    }
}

/// A legal move and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// The value of the position after it, if it could be found out.
    pub value: Option<Value>,
}

/// The value of a position without a list of moves: the cheapest question.
pub fn value(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    if let Some(answer) = finished(position) {
        return Ok(answer);
    }
    let theorem = theorem(position, budget);
    if let Some((theorem, settled @ Settled::Value(_))) = theorem {
        return Ok(by_theorem(theorem, &settled));
    }
    let searched = search_value(position, budget);
    with_outcome_of(theorem, searched)
}

fn search_value(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    let mut solver = Solver::new(position, budget)?;
    let found = solver.value(position);
    let stopped = found.as_ref().err().copied();
    let value = found.ok();
    let known = stopped.map(|_| "nothing is known about its value yet".to_owned());
    Ok(Answer {
        outcome: value.as_ref().and_then(|value| outcome_of(position, value)),
        value,
        moves: Vec::new(),
        provenance: Provenance::Search,
        statistics: solver.statistics(),
        stopped,
        known,
    })
}

/// Who wins, without the value: reaches further than [`value`].
pub fn outcome(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    if let Some(answer) = finished(position) {
        return Ok(answer);
    }
    if let Some((theorem, settled)) = theorem(position, budget) {
        return Ok(Answer { value: None, ..by_theorem(theorem, &settled) });
    }
    let mut solver = Solver::new(position, budget)?;
    let found = solver.outcome(position);
    let stopped = found.err();
    Ok(Answer {
        value: None,
        outcome: found.ok(),
        moves: Vec::new(),
        provenance: Provenance::Search,
        statistics: solver.statistics(),
        stopped,
        known: stopped.map(|_| "nothing is known about its outcome yet".to_owned()),
    })
}

/// The value of a position, and every legal move of the player to move with the value it leads to.
///
/// When the budget runs out, the moves that were finished tell what is known.
pub fn moves(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    if let Some(answer) = finished(position) {
        return Ok(answer);
    }
    let mut solver = Solver::new(position, budget)?;
    Ok(moves_as_found(position, &mut solver, |_| ()))
}

/// As [`moves`], with a solver that may know something already, and telling each move that is
/// solved at once; symmetric ones together. The game is not over.
pub fn moves_as_found(
    position: &Position,
    solver: &mut Solver,
    tell: impl FnMut(&MoveValue),
) -> Answer {
    let (moves, mut stopped) = move_values(position, solver, tell);
    let value = match stopped {
        None if position.convention() != Convention::Partisan => combine(position, &moves),
        None => solver.value(position).map_err(|stop| stopped = Some(stop)).ok(),
        Some(_) => None,
    };
    let (known_outcome, known) = match &value {
        Some(value) => (outcome_of(position, value), None),
        None => partial(position, &moves),
    };
    Answer {
        value,
        outcome: known_outcome,
        moves,
        provenance: Provenance::Search,
        statistics: solver.statistics(),
        stopped,
        known,
    }
}

/// When a theorem tells the value, no more positions than this are searched for the best moves.
const POSITIONS_FOR_MOVES: u64 = 100_000;

/// The value of a position and its best moves: for games that are won or lost, those that win.
///
/// When a theorem tells the value, the moves are listed only if they are found quickly.
pub fn ask(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    let theorem = theorem(position, budget);
    let Some((theorem, settled @ Settled::Value(_))) = &theorem else {
        return with_outcome_of(theorem, best_moves(position, budget));
    };
    let nodes = budget.nodes.map_or(POSITIONS_FOR_MOVES, |nodes| nodes.min(POSITIONS_FOR_MOVES));
    let settled = by_theorem(theorem, settled);
    match best_moves(position, &Budget { nodes: Some(nodes), ..budget.clone() }) {
        Ok(found) if found.stopped.is_none() => {
            Ok(Answer { moves: found.moves, statistics: found.statistics, ..settled })
        }
        Err(unreadable @ Unsearchable::Unreadable(_)) => Err(unreadable),
        _ => Ok(settled),
    }
}

/// The theorem that applies to a position, if theorems are welcome.
fn theorem(position: &Position, budget: &Budget) -> Option<(&'static Theorem, Settled)> {
    if budget.theorems { settle(position) } else { None }
}

fn by_theorem(theorem: &'static Theorem, settled: &Settled) -> Answer {
    Answer {
        value: settled.value().cloned(),
        outcome: Some(settled.outcome()),
        moves: Vec::new(),
        provenance: Provenance::Theorem(theorem),
        statistics: Statistics::default(),
        stopped: None,
        known: None,
    }
}

/// The result of a search for all moves, completed by a theorem that tells who wins where the search
/// could not, if theorems are welcome: what [`ask`] does with its own search.
pub fn with_theorem(
    position: &Position,
    budget: &Budget,
    searched: Result<Answer, Unsearchable>,
) -> Result<Answer, Unsearchable> {
    with_outcome_of(theorem(position, budget), searched)
}

/// Where a search failed, a theorem may still tell who wins.
fn with_outcome_of(
    theorem: Option<(&'static Theorem, Settled)>,
    searched: Result<Answer, Unsearchable>,
) -> Result<Answer, Unsearchable> {
    match (theorem, searched) {
        (Some((theorem, settled)), Ok(answer)) if answer.value.is_none() => Ok(Answer {
            outcome: Some(settled.outcome()),
            provenance: Provenance::Theorem(theorem),
            ..answer
        }),
        (_, Err(unreadable @ Unsearchable::Unreadable(_))) => Err(unreadable),
        (Some((theorem, settled)), Err(too_large)) => Ok(Answer {
            known: Some(format!("who wins, but not the value: {too_large}")),
            ..by_theorem(theorem, &settled)
        }),
        (_, searched) => searched,
    }
}

fn best_moves(position: &Position, budget: &Budget) -> Result<Answer, Unsearchable> {
    let mut answer = moves(position, budget)?;
    keep_best(position, &mut answer);
    Ok(answer)
}

/// Leaves the best moves of an answer that lists all: those that win, or keep the score.
pub fn keep_best(position: &Position, answer: &mut Answer) {
    let whole = answer.value.clone();
    let is_best = |value: &Value| is_best(position, whole.as_ref(), value);
    answer.moves.retain(|m| m.value.as_ref().is_some_and(is_best));
}

fn finished(position: &Position) -> Option<Answer> {
    let verdict = position.verdict()?;
    if position.convention() == Convention::Partisan {
        // The other player may still have moves, so the class is not settled.
        return None;
    }
    let value = Value::of_verdict(position.convention(), verdict);
    Some(Answer {
        outcome: outcome_of(position, &value),
        value: Some(value),
        moves: Vec::new(),
        provenance: Provenance::Rules,
        statistics: Statistics::default(),
        stopped: None,
        known: None,
    })
}

/// The outcome that goes with a value; none in the game in which Bob has nothing to win.
fn outcome_of(position: &Position, value: &Value) -> Option<Outcome> {
    position.game().has_outcome().then(|| value.outcome())
}

/// The values of all moves; moves that symmetry makes equal are searched once.
fn move_values(
    position: &Position,
    solver: &mut Solver,
    mut tell: impl FnMut(&MoveValue),
) -> (Vec<MoveValue>, Option<Stop>) {
    let (moves, classes) = (position.moves(), classes_of_moves(position));
    let (mut found, mut stopped) = (Vec::with_capacity(moves.len()), None);
    for class in &classes {
        solver.report_root(found.len(), moves.len());
        let after = position.play(class[0]).expect("listed moves are legal");
        let value = match stopped {
            None => solver.value(&after).map_err(|stop| stopped = Some(stop)).ok(),
            Some(_) => None,
        };
        for &played in class {
            let solved = MoveValue { played, value: value.clone() };
            if solved.value.is_some() {
                tell(&solved);
            }
            found.push(solved);
        }
    }
    found.sort_by_key(|solved| solved.played);
    (found, stopped)
}

/// The legal moves, those together that are the same up to symmetry.
fn classes_of_moves(position: &Position) -> Vec<Vec<Move>> {
    let classes = MoveClasses::new(position);
    let mut places: HashMap<(usize, u8), usize> = HashMap::new();
    let mut groups: Vec<Vec<Move>> = Vec::new();
    for m in position.moves() {
        let place = *places.entry(classes.of(m)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(m),
            None => groups.push(vec![m]),
        }
    }
    groups
}

/// Which moves are the same up to symmetry of the graph and, where they are alike, of colours.
struct MoveClasses {
    symmetry: Option<Symmetry>,
    order: usize,
    /// For each copy of the graph, the least colour not used on it; later ones are alike.
    first_unused: Vec<u8>,
}

impl MoveClasses {
    fn new(position: &Position) -> MoveClasses {
        let (game, order) = (position.game(), position.board().order());
        let used = |copy: &[u8]| copy.iter().copied().max().unwrap_or(UNCOLOURED);
        let all_from = |copy: &[u8]| match game.colours_alike() {
            true => used(copy) + 1,
            false => u8::MAX,
        };
        MoveClasses {
            symmetry: game.respects_symmetry().then(|| symmetry_of(position)).flatten(),
            order,
            first_unused: position.colouring().chunks(order.max(1)).map(all_from).collect(),
        }
    }

    fn of(&self, m: Move) -> (usize, u8) {
        let (copy, vertex) = (m.cell / self.order, m.cell % self.order);
        let vertex = self.symmetry.as_ref().map_or(vertex, |symmetry| symmetry.orbit(vertex));
        (copy * self.order + vertex, m.colour.min(self.first_unused[copy]))
    }
}

/// On larger boards symmetry is not looked for: nauty can take long on thousands of vertices.
const MAX_FOR_SYMMETRY: usize = 500;

/// The symmetry of the graph with its colouring.
fn symmetry_of(position: &Position) -> Option<Symmetry> {
    let order = position.board().order();
    if order > MAX_FOR_SYMMETRY {
        return None;
    }
    let colour_of = |v: usize| {
        position.colouring().iter().skip(v).step_by(order.max(1)).fold(0, |all, &colour| {
            all * (1 + chromex_rules::MAX_COLOURS as u32) + u32::from(colour)
        })
    };
    let colours: Vec<u32> = (0..order).map(colour_of).collect();
    Symmetry::of(position.board().graph(), &colours)
}

/// The value of a position from the values of all its moves; `None` for partisan games, whose values
/// take the moves of both players.
pub fn combine(position: &Position, moves: &[MoveValue]) -> Option<Value> {
    let values: Option<Vec<Value>> = moves.iter().map(|m| m.value.clone()).collect();
    let values = values?;
    let mover = position.turn();
    match position.convention() {
        Convention::Impartial => Some(Value::Nimber(mex(&nimbers(&values)))),
        Convention::Partisan => None,
        Convention::MakerBreaker => {
            let wins = values.contains(&Value::Winner(mover));
            Some(Value::Winner(if wins { mover } else { mover.opponent() }))
        }
        Convention::Scoring => best_score(mover, &values).map(Value::Score),
    }
}

fn nimbers(values: &[Value]) -> Vec<u32> {
    let nimber = |value: &Value| match value {
        Value::Nimber(nimber) => Some(*nimber),
        _ => None,
    };
    values.iter().filter_map(nimber).collect()
}

fn best_score(mover: Player, values: &[Value]) -> Option<i32> {
    let scores = values.iter().filter_map(|value| match value {
        Value::Score(score) => Some(*score),
        _ => None,
    });
    if mover == Player::Left { scores.max() } else { scores.min() }
}

/// What the finished moves tell about a position whose value is not known.
fn partial(position: &Position, moves: &[MoveValue]) -> (Option<Outcome>, Option<String>) {
    let values: Vec<Value> = moves.iter().filter_map(|m| m.value.clone()).collect();
    let done = format!("{} of {} moves are solved", values.len(), moves.len());
    let mover = position.turn();
    let name = position.player_name(mover);
    let wins = values.iter().any(|value| is_best(position, None, value));
    match position.convention() {
        Convention::Impartial => {
            let mut options = nimbers(&values);
            options.sort_unstable();
            options.dedup();
            let list: Vec<String> = options.iter().map(|n| format!("*{n}")).collect();
            let not = if list.is_empty() {
                String::new()
            } else {
                format!(", it is not {}", list.join(", "))
            };
            let known = format!("{done}; the value is at most *{}{not}", moves.len());
            (wins.then_some(Outcome::Class(Class::N)), Some(known))
        }
        Convention::Partisan if wins => (None, Some(format!("{done}; {name} wins moving first"))),
        Convention::MakerBreaker if wins => {
            (Some(Outcome::Winner(mover)), Some(format!("{done}; {name} wins")))
        }
        Convention::Scoring => match best_score(mover, &values) {
            Some(best) => {
                let side = if mover == Player::Left { "at least" } else { "at most" };
                (None, Some(format!("{done}; the score is {side} {}", Value::Score(best))))
            }
            None => (None, Some(done)),
        },
        _ => (None, Some(done)),
    }
}

/// Whether a move to a position of value `after` is among the best: it wins, or in a scoring game
/// it keeps the score.
fn is_best(position: &Position, whole: Option<&Value>, after: &Value) -> bool {
    let mover = position.turn();
    match position.convention() {
        Convention::Scoring => whole == Some(after),
        _ => after.winner(mover.opponent()) == Some(mover),
    }
}

/// A line of play: moves, and the value before the first and after each.
#[derive(Debug, Clone)]
pub struct Line {
    /// The positions, from the first to the last; one more than there are moves.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The values of the positions, as far as they were found out.
    pub values: Vec<Value>,
    /// Why the line breaks off, if it does not reach the end of the game.
    pub stopped: Option<Stop>,
    /// What it cost.
    pub statistics: Statistics,
}

/// One line of best play to the end of the game.
///
/// A player who cannot win plays the first move that keeps what there is to keep.
pub fn line(position: &Position, budget: &Budget) -> Result<Line, Unsearchable> {
    let mut solver = Solver::new(position, budget)?;
    let mut line = Line {
        positions: vec![position.clone()],
        moves: Vec::new(),
        values: Vec::new(),
        stopped: None,
        statistics: Statistics::default(),
    };
    if let Err(stop) = extend_line(&mut line, &mut solver) {
        line.stopped = Some(stop);
    }
    line.statistics = solver.statistics();
    Ok(line)
}

fn extend_line(line: &mut Line, solver: &mut Solver) -> Result<(), Stop> {
    let mut here = line.positions[0].clone();
    line.values.push(solver.value(&here)?);
    while let Some((m, after, value)) = best_move(&here, solver)? {
        line.moves.push(m);
        line.positions.push(after.clone());
        line.values.push(value);
        here = after;
    }
    Ok(())
}

/// The first best move with the position and the value it leads to; `None` when the game is over.
pub fn best_move(
    position: &Position,
    solver: &mut Solver,
) -> Result<Option<(Move, Position, Value)>, Stop> {
    let whole = solver.value(position)?;
    let mut fallback = None;
    for m in position.moves() {
        let after = position.play(m).expect("listed moves are legal");
        let value = solver.value(&after)?;
        if is_best(position, Some(&whole), &value) {
            return Ok(Some((m, after, value)));
        }
        fallback.get_or_insert((m, after, value));
        let lost = whole.winner(position.turn()) == Some(position.turn().opponent());
        if lost && position.convention() != Convention::Scoring {
            break;
        }
    }
    Ok(fallback)
}

/// A move to play, and what it is known to lead to.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// Who wins after it.
    pub outcome: Outcome,
    /// For a move that loses like all others: how many of the opponent's answers win, and how many
    /// answers there are, if they were counted.
    pub refutations: Option<(usize, usize)>,
}

/// More answers than this are not looked at to find the move that is hardest to refute.
const MAX_ANSWERS: usize = 3_000;

/// A best move, found with less work than all values take: any that wins or keeps the score; where
/// none does, one that leaves the opponent few winning answers among many. `None` when the game is
/// over.
pub fn reply(position: &Position, solver: &mut Solver) -> Result<Option<Choice>, Stop> {
    let over = position.verdict().is_some();
    if over || position.convention() == Convention::Scoring {
        let best = if over { None } else { best_move(position, solver)? };
        let choice = |(played, _, value): (Move, Position, Value)| Choice {
            played,
            outcome: value.outcome(),
            refutations: None,
        };
        return Ok(best.map(choice));
    }
    let mover = position.turn();
    let mut lost = Vec::new();
    for class in classes_of_moves(position) {
        let after = position.play(class[0]).expect("listed moves are legal");
        let outcome = solver.outcome(&after)?;
        let choice = Choice { played: class[0], outcome, refutations: None };
        if outcome.winner(mover.opponent()) == Some(mover) {
            return Ok(Some(choice));
        }
        lost.push((choice, after));
    }
    Ok(hardest(lost, solver))
}

/// Of moves that lose, the one with the smallest share of winning answers. When the budget runs
/// out, the best of those that were looked at.
fn hardest(lost: Vec<(Choice, Position)>, solver: &mut Solver) -> Option<Choice> {
    let mut looked_at = 0;
    let mut best: Option<Choice> = None;
    for (choice, after) in lost {
        let answers = after.moves().len();
        looked_at += answers;
        let counted =
            if looked_at <= MAX_ANSWERS { refutations(&after, solver).ok() } else { None };
        let choice = Choice { refutations: counted.map(|winning| (winning, answers)), ..choice };
        let share = |choice: &Choice| {
            let (winning, all) = choice.refutations.unwrap_or((1, 1));
            winning as f64 / all.max(1) as f64
        };
        if best.as_ref().is_none_or(|best| share(&choice) < share(best)) {
            best = Some(choice);
        }
    }
    best
}

/// How many moves win here.
fn refutations(position: &Position, solver: &mut Solver) -> Result<usize, Stop> {
    let mover = position.turn();
    let mut winning = 0;
    for class in classes_of_moves(position) {
        let after = position.play(class[0]).expect("listed moves are legal");
        if solver.outcome(&after)?.winner(mover.opponent()) == Some(mover) {
            winning += class.len();
        }
    }
    Ok(winning)
}

/// The number of vertices that Alice will have coloured in the end.
pub fn reds_at_the_end(position: &Position) -> usize {
    let red = position.colouring().iter().filter(|&&colour| colour == 1).count();
    let open = position.colouring().iter().filter(|&&colour| colour == UNCOLOURED).count();
    let mover = usize::from(position.turn() == Player::Left);
    red + (open + mover) / 2
}

/// Whether Alice can force a single red component of all the vertices she will have: if she begins,
/// whether the graph is in the class A* of Bensmail et al., section 5. The position tells the graph,
/// what is coloured so far, and who is to move.
pub fn in_a_star(
    position: &Position,
    budget: &Budget,
) -> Result<(Option<bool>, Statistics, Option<Stop>), Unsearchable> {
    let game = Game::connected_maker_breaker();
    let same = Position::new(
        game,
        position.board().clone(),
        position.colouring().to_vec(),
        position.turn(),
    )
    .expect("both variants allow the same colourings");
    let goal = reds_at_the_end(&same) as i32;
    let mut solver = Solver::new(&same, budget)?;
    let found = solver.at_least(goal, &same);
    Ok((found.ok().flatten(), solver.statistics(), found.err()))
}
