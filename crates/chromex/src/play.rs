//! Moves to play: a line of best play, and a good reply with less work than finding all values.

use chromex_budget::{Statistics, Stop};
use chromex_engine::{Outcome, Solver, Unsearchable, Value};
use chromex_rules::{Convention, Move, Player, Position};

use crate::answer::{Answer, is_lost};
use crate::ask::{best_value, classes_of_moves, recalled};
use crate::question::{Ask, Question};
use crate::resist::Resistance;

/// A line of play: moves, and the value before the first and after each.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// The positions, from the first to the last; one more than there are moves.
    pub positions: Vec<Position>,
    /// The moves between these positions.
    pub moves: Vec<Move>,
    /// The values of the positions, as far as they were found.
    pub values: Vec<Value>,
    /// The stored answer about the first position, if the line begins there.
    pub stored: Option<Answer>,
    /// Why the line ends early, if it does not reach the end of the game.
    pub stopped: Option<Stop>,
    /// What the search cost.
    pub statistics: Statistics,
}

impl Line {
    fn here(&self) -> &Position {
        self.positions.last().expect("a line begins somewhere")
    }

    fn push(&mut self, played: Move, after: Position) {
        self.moves.push(played);
        self.positions.push(after);
    }
}

/// One line of best play to the end of the game: from the store as long as it knows the moves, then
/// by search.
///
/// A player who cannot win plays the first move that keeps what there is to keep.
pub fn line(question: &Question<'_>) -> Result<Line, Unsearchable> {
    let budget = question.budget.running();
    let question = Question { budget: budget.clone(), ..question.clone() };
    budget.during(|| line_of(&question))
}

fn line_of(question: &Question<'_>) -> Result<Line, Unsearchable> {
    let mut line = Line { positions: vec![question.position.clone()], ..Line::default() };
    while let Some((answer, played)) = remembered(question, line.here()) {
        let Ok(after) = line.here().play(played) else { break };
        line.values.extend(answer.value.clone());
        line.push(played, after);
        line.stored.get_or_insert(answer);
    }
    let mut solver = match Solver::saving(line.here(), &question.budget, question.sources.saved) {
        Err(Unsearchable::Stopped(stop)) => {
            line.stopped = Some(stop);
            return Ok(line);
        }
        made => made?,
    };
    line.stopped = extend(&mut line, &mut solver).err();
    line.statistics = solver.statistics();
    Ok(line)
}

/// The stored answer about a position, with a best move or, if none wins, any move.
fn remembered(question: &Question<'_>, here: &Position) -> Option<(Answer, Move)> {
    let question = Question { position: here, ask: Ask::BestMoves, ..question.clone() };
    let answer = recalled(&question)?;
    let played = answer.moves.first().map(|m| m.played);
    let played = played.or_else(|| here.moves().first().copied())?;
    Some((answer, played))
}

fn extend(line: &mut Line, solver: &mut Solver) -> Result<(), Stop> {
    let mut value = solver.value(line.here())?;
    line.values.push(value.clone());
    while let Some((played, after, next)) = best_move(line.here(), &value, solver)? {
        line.push(played, after);
        line.values.push(next.clone());
        value = next;
    }
    Ok(())
}

/// The first best move of a position with this value, with the position and the value after it; if
/// none wins, the first move of all; `None` if the game is over.
fn best_move(
    position: &Position,
    whole: &Value,
    solver: &mut Solver,
) -> Result<Option<(Move, Position, Value)>, Stop> {
    let moves = position.moves();
    let lost = is_lost(position.turn(), whole) && position.convention() != Convention::Scoring;
    for &played in moves.iter().filter(|_| !lost) {
        let after = position.play(played).expect("listed moves are legal");
        if let Some(value) = best_value(position, whole, solver, &after)? {
            return Ok(Some((played, after, value)));
        }
    }
    let Some(&played) = moves.first() else { return Ok(None) };
    let after = position.play(played).expect("listed moves are legal");
    let value = solver.value(&after)?;
    Ok(Some((played, after, value)))
}

/// A move to play, and what is known about its result.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move that is proposed.
    pub played: Move,
    /// Who wins after it.
    pub outcome: Outcome,
    /// For a move that loses, like all others: how many of the opponent's answers win, and how many
    /// answers there are, if they were counted.
    pub refutations: Option<(usize, usize)>,
    /// For a move that loses, like all others: how many moves the game then lasts, if that is
    /// known.
    pub lasts: Option<usize>,
    /// The stored answer about the position, if the move comes from there.
    pub stored: Option<Answer>,
}

/// Why there is no move to play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoReply {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position cannot be searched.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
    /// The budget is used up.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// At most this many answers are examined to find the move that is hardest to refute.
const MAX_ANSWERS: usize = 3_000;

/// A best move, found with less work than all values: any move that wins or keeps the score. If
/// there is none, a move with which the game lasts as long as possible and, among these, one that
/// leaves the opponent few winning answers among many.
pub fn reply(question: &Question<'_>) -> Result<Choice, NoReply> {
    let budget = question.budget.running();
    let question = Question { budget: budget.clone(), ..question.clone() };
    budget.during(|| choose(&question))
}

fn choose(question: &Question<'_>) -> Result<Choice, NoReply> {
    let position = question.position;
    if position.verdict().is_some() {
        return Err(NoReply::Over);
    }
    let question = Question { ask: Ask::BestMoves, ..question.clone() };
    if let Some(answer) = recalled(&question)
        && let Some(best) = answer.moves.first()
    {
        // A move that is one of the best and has no value wins.
        let wins = Outcome::Winner(position.turn());
        let outcome = best.value.as_ref().map_or(wins, Value::outcome);
        let played = best.played;
        return Ok(Choice {
            played,
            outcome,
            refutations: None,
            lasts: None,
            stored: Some(answer),
        });
    }
    let mut solver = Solver::saving(position, &question.budget, question.sources.saved)?;
    if position.convention() == Convention::Scoring {
        let whole = solver.value(position)?;
        let (played, _, value) = best_move(position, &whole, &mut solver)?.ok_or(NoReply::Over)?;
        let outcome = value.outcome();
        return Ok(Choice { played, outcome, refutations: None, lasts: None, stored: None });
    }
    let mover = position.turn();
    let mut lost = Vec::new();
    for class in classes_of_moves(position) {
        let after = position.play(class[0]).expect("listed moves are legal");
        let outcome = solver.outcome(&after)?;
        let choice =
            Choice { played: class[0], outcome, refutations: None, lasts: None, stored: None };
        if outcome.winner(mover.opponent()) == Some(mover) {
            return Ok(choice);
        }
        lost.push((choice, after));
    }
    hardest(longest(lost, mover, &mut solver), &mut solver).ok_or(NoReply::Over)
}

/// Of moves that lose, those after which the game lasts longest; all of them if this takes too much
/// work.
fn longest(
    lost: Vec<(Choice, Position)>,
    loser: Player,
    solver: &mut Solver,
) -> Vec<(Choice, Position)> {
    let mut resistance = Resistance::new(loser, solver);
    let lengths = lost.iter().map(|(_, after)| Some(1 + resistance.length(after)?));
    let Some(lengths) = lengths.collect::<Option<Vec<usize>>>() else { return lost };
    let most = lengths.iter().max().copied();
    let kept = lost.into_iter().zip(lengths).filter(|&(_, length)| Some(length) == most);
    kept.map(|((choice, after), length)| (Choice { lasts: Some(length), ..choice }, after))
        .collect()
}

/// Of moves that lose, the one with the smallest share of winning answers. If the budget is used
/// up, the best of those examined.
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
