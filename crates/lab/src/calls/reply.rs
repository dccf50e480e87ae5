//! The opponent: the engine, or a strategy of the papers.

use std::time::Duration;

use chromex::graphs::random::SplitMix;
use chromex::rules::{Convention, Move, Player, Position};
use chromex::strategy::{self, Explanation, Options, Promise, STRATEGIES, Strategy, Unsuitable};
use chromex::{Ask, Choice, NoReply, Question};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Asked, Search};
use crate::error::{Answered, ApiError};
use crate::input::{GameSoFar, PositionInput};
use crate::{Lab, Limits};

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ReplyInput {
    #[serde(flatten)]
    position: PositionInput,
    /// The start of the game, if it is not the position itself; strategies need it.
    start: Option<PositionInput>,
    /// The moves since then.
    played: Option<Vec<String>>,
    /// `engine`, or the name of a strategy.
    #[cfg_attr(feature = "openapi", schema(example = "engine"))]
    by: Option<String>,
    /// The longest time to search; 10 seconds by default.
    seconds: Option<f64>,
}

impl ReplyInput {
    /// The game with its history.
    fn read(&self, limits: &Limits) -> Answered<GameSoFar> {
        let named = self.position.line.is_some() || self.position.game.is_some();
        let here = if named { Some(self.position.read(limits)?) } else { None };
        let Some(start) = &self.start else {
            return here.ok_or_else(|| {
                ApiError::invalid("bad_position", "a position needs a game and a graph")
            });
        };
        let moves = start.moves.iter().flatten().chain(self.played.iter().flatten());
        let typed: Vec<String> = moves.cloned().collect();
        let start = PositionInput { moves: None, ..start.clone() }.read(limits)?.here;
        let game = GameSoFar::play(start, &typed)?;
        match here {
            Some(here) if here.here.to_string() != game.here.to_string() => {
                let message = "the moves played from the start do not lead to the position";
                Err(ApiError::invalid("bad_position", message))
            }
            _ => Ok(game),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ReplyView {
    /// As it is typed.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "openapi", schema(example = "0=B"))]
    played: String,
    /// The cell, unless it is a skip.
    cell: Option<usize>,
    colour: u8,
    /// The result of the move, in words.
    words: String,
    /// Whether the move is known to be best.
    best: bool,
    /// The case of the proof that a strategy followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    /// Whether no case applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    escaped: Option<bool>,
    /// The strategy's explanation of the position after its move.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationView>,
}

/// A strategy's explanation of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct ExplanationView {
    case: Option<String>,
    text: String,
    marks: Vec<MarkView>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct MarkView {
    /// The kind of group, in the paper's word.
    #[cfg_attr(feature = "openapi", schema(example = "block"))]
    kind: &'static str,
    label: String,
    cells: Vec<usize>,
}

impl From<Explanation> for ExplanationView {
    fn from(explanation: Explanation) -> ExplanationView {
        let marks = explanation.marks.into_iter().map(|mark| MarkView {
            kind: mark.kind,
            label: mark.label.into_owned(),
            cells: mark.cells,
        });
        ExplanationView {
            case: explanation.case.map(|case| case.into_owned()),
            text: explanation.text,
            marks: marks.collect(),
        }
    }
}

impl ReplyView {
    fn new(here: &Position, m: Move, words: String, best: bool) -> ReplyView {
        ReplyView {
            played: here.write_move(m),
            cell: (!m.is_skip()).then_some(m.cell),
            colour: m.colour,
            words,
            best,
            case: None,
            escaped: None,
            explanation: None,
        }
    }
}

/// A move for the player whose turn it is, by the engine or by a strategy
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/reply", request_body = ReplyInput,
    responses((status = 200, body = ReplyView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn reply(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: ReplyInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    let game = input.read(&lab.limits)?;
    let by = input.by.unwrap_or_else(|| "engine".to_owned());
    if game.here.verdict().is_some() {
        return Err(ApiError::invalid("over", "the game is over"));
    }
    Ok(Search::for_answer(budget, move |lab, budget| match by.as_str() {
        "engine" => {
            let question = Question::new(&game.here, Ask::BestMoves).within(budget);
            Ok(by_engine(&question.from(lab.sources()), &game))
        }
        name => by_strategy(name, &game),
    }))
}

/// If a proof gives a winning move, search may take at most this time to find another.
const BESIDE_A_PROOF: Duration = Duration::from_secs(1);

/// The move that search finds; if it finds none, a move of a strategy with its promise.
fn by_engine(question: &Question<'_>, game: &GameSoFar) -> ReplyView {
    let here = question.position;
    let strategy = proved(game);
    let mut question = question.clone();
    if strategy.as_ref().is_some_and(|reply| reply.best) {
        question.budget.time = question.budget.time.map(|time| time.min(BESIDE_A_PROOF));
    }
    match chromex::reply(&question) {
        Ok(choice) => {
            let mut words = in_words(here, &choice);
            if let Some(stored) = &choice.stored {
                words = format!("{words}; {}", stored.found_by());
            }
            ReplyView::new(here, choice.played, words, true)
        }
        Err(why) => strategy.unwrap_or_else(|| any_move(here, &why)),
    }
}

/// Any move, but not always in the same corner; the same position gets the same move.
fn any_move(here: &Position, why: &NoReply) -> ReplyView {
    let moves = here.moves();
    let seed = here.colouring().iter().fold(1, |all, &c| all * 31 % 1_000_003 + u64::from(c));
    let m = moves[SplitMix::new(seed).below(moves.len())];
    ReplyView::new(here, m, format!("not solved ({why}): any legal move"), false)
}

/// The move of a strategy that keeps its promise: one that applies here, or that would have chosen
/// every move of its side since the start. A strategy that wins is preferred to one that promises
/// less.
fn proved(game: &GameSoFar) -> Option<ReplyView> {
    let here = GameSoFar { start: game.here.clone(), moves: Vec::new(), here: game.here.clone() };
    let side = game.here.turn();
    let ways = STRATEGIES.iter().flat_map(|info| [(info, game), (info, &here)]);
    let replies = ways.filter_map(|(info, game)| {
        let mut strategy = (info.build)(&game.start, side, &Options::default()).ok()?;
        let (promise, reply) = (strategy.promise(), own_answer(strategy.as_mut(), game)?);
        let keeps = promise.describe(game.here.convention(), side);
        let words = format!("{keeps}, by {}: {}", info.name, reply.case);
        Some(ReplyView::new(&game.here, reply.play, words, promise == Promise::Win))
    });
    replies.min_by_key(|reply| !reply.best)
}

/// The answer of a strategy, if its side has followed it so far.
fn own_answer(strategy: &mut dyn Strategy, game: &GameSoFar) -> Option<strategy::Reply> {
    let (side, mut by) = (strategy.side(), game.start.turn());
    for &m in &game.moves {
        if by == side && strategy.answer()?.play != m {
            return None;
        }
        strategy.played(by, m);
        by = by.opponent();
    }
    let reply = strategy.answer()?;
    (!reply.escaped && game.here.check(side, reply.play).is_ok()).then_some(reply)
}

fn in_words(here: &Position, choice: &Choice) -> String {
    match choice.lasts {
        Some(1) => format!("{}; the game ends with it", effect(here, choice)),
        Some(more) => {
            format!("{}; it can make the game last {more} more moves", effect(here, choice))
        }
        None => effect(here, choice),
    }
}

fn effect(here: &Position, choice: &Choice) -> String {
    let mover = here.turn();
    let name = here.player_name(mover);
    let Some(winner) = choice.outcome.winner(mover.opponent()) else {
        return "keeps the draw".to_owned();
    };
    match (winner == mover, choice.refutations, here.convention()) {
        (true, ..) => format!("wins for {name}"),
        (false, _, Convention::Scoring) => format!("keeps the loss of {name} as small as can be"),
        (false, Some((1, all)), _) => format!("{name} is lost; of {all} answers only one wins"),
        (false, Some((few, all)), _) => format!("{name} is lost; of {all} answers {few} win"),
        (false, None, _) => format!("{name} is lost"),
    }
}

/// The strategy on this side (or on the one that it can play), after it was told the whole game.
fn follow(name: &str, game: &GameSoFar, side: Option<Player>) -> Answered<Box<dyn Strategy>> {
    let unsuitable = |error: Unsuitable| match error {
        Unsuitable::Unknown(error) => ApiError::text("bad_strategy", &error),
        other => ApiError::invalid("unsuitable", other.to_string()),
    };
    let made = strategy::create(name, &game.start, side, &Options::default());
    let mut strategy = made.map_err(unsuitable)?;
    let mut by = game.start.turn();
    for &m in &game.moves {
        strategy.played(by, m);
        by = by.opponent();
    }
    Ok(strategy)
}

fn by_strategy(name: &str, game: &GameSoFar) -> Answered<ReplyView> {
    let (here, side) = (&game.here, game.here.turn());
    let mut strategy = follow(name, game, Some(side))?;
    let legal = |reply: &strategy::Reply| here.check(side, reply.play).is_ok();
    let Some(reply) = strategy.answer().filter(legal) else {
        let message = format!("the strategy `{name}` knows no move here");
        let error = ApiError::invalid("no_answer", message);
        return Err(
            error.help("it promises something only if it has played its side from the start")
        );
    };
    strategy.played(side, reply.play);
    let words = match reply.escaped {
        true => "no case of the proof applies: a move that restores its invariants".to_owned(),
        false => format!("by {name}: {}", reply.case),
    };
    Ok(ReplyView {
        case: Some(reply.case.clone().into_owned()),
        escaped: Some(reply.escaped),
        explanation: Some(strategy.explain().into()),
        ..ReplyView::new(here, reply.play, words, !reply.escaped)
    })
}

/// How a strategy sees the position, without a move
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/explain", request_body = ReplyInput,
    responses((status = 200, body = ExplanationView), (status = "4XX", body = crate::error::ErrorBody))
))]
pub(super) fn explain(lab: &Lab, asked: &Asked) -> Answered<Search> {
    let input: ReplyInput = asked.read()?;
    let budget = lab.budget(input.seconds)?;
    let Some(name) = input.by.clone().filter(|name| name != "engine") else {
        let error = ApiError::invalid("bad_strategy", "`by` names the strategy to explain");
        return Err(error.help("/api/v1/strategies lists them"));
    };
    let game = input.read(&lab.limits)?;
    Ok(Search::for_answer(budget, move |_, _| {
        let strategy = follow(&name, &game, None)?;
        Ok(ExplanationView::from(strategy.explain()))
    }))
}
