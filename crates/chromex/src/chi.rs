//! The least number with which Alice wins: the game chromatic numbers χ_g and χ_g^B, and their like for
//! other games that differ in a number alone.

use chromex_graphs::{Board, TextError};
use chromex_rules::{Condition, Convention, Game, Goal, MAX_COLOURS, Player, Position, parse_game};

use chromex_budget::{Budget, Statistics, Stop};
use chromex_engine::Value;

use crate::ask::{Unanswerable, ask};
use crate::question::{Ask, Question, Sources};

/// Games that differ in a number alone, which stands as `K` in their text: `colouring:K`.
///
/// ```
/// let family: chromex::GameFamily = "marking:K".parse()?;
/// assert_eq!(family.member(3)?.name(), "marking:3");
/// # Ok::<(), chromex::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFamily {
    /// The text around each `K`.
    pieces: Vec<String>,
}

impl GameFamily {
    /// The maker-breaker colouring games.
    pub fn colouring() -> GameFamily {
        GameFamily { pieces: vec!["colouring:".to_owned(), String::new()] }
    }

    /// Whether there is a number to be chosen in the text of a game.
    pub fn is_in(text: &str) -> bool {
        split(text).len() > 1
    }

    /// The game with this number.
    pub fn member(&self, k: usize) -> Result<Game, TextError> {
        parse_game(&self.pieces.join(&k.to_string()))
    }

    /// What the number is called in the literature, if it has a name.
    pub fn symbol(&self, first: Player) -> Option<&'static str> {
        let (text, alice) = (self.to_string(), first == Player::Left);
        let (_, symbols) = SYMBOLS.iter().find(|(family, _)| *family == text)?;
        Some(symbols[usize::from(!alice)])
    }
}

/// What the numbers are called, with Alice and with Bob first.
const SYMBOLS: &[(&str, [&str; 2])] = &[
    ("colouring:K", ["χ_g", "χ_g^B"]),
    ("colouring:K:alice-skips", ["χ_[A,A]", "χ_[B,A]"]),
    ("colouring:K:bob-skips", ["χ_[A,B]", "χ_[B,B]"]),
    ("marking:K", ["col_g", "col_g^B"]),
    ("edge-colouring:K", ["χ'_g", "χ'_g^B"]),
    ("total-colouring:K", ["χ''_g", "χ''_g^B"]),
    ("connected-colouring:K", ["χ_cg", "χ_cg^B"]),
    ("indicated:K", ["χ_i", "χ_i^B"]),
];

/// The pieces around each `K` that is a word of its own.
fn split(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for (i, c) in text.char_indices() {
        let rest = &text[i + c.len_utf8()..];
        let is_word =
            text[..i].ends_with([':', '=']) && (rest.is_empty() || rest.starts_with([':', ',']));
        match pieces.last_mut() {
            Some(piece) if c != 'K' || !is_word => piece.push(c),
            _ => pieces.push(String::new()),
        }
    }
    pieces
}

impl std::fmt::Display for GameFamily {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.pieces.join("K"))
    }
}

impl std::str::FromStr for GameFamily {
    type Err = TextError;

    /// A game with `K` in the place of a number; without one, `:K` is added.
    fn from_str(text: &str) -> Result<GameFamily, TextError> {
        let whole = if GameFamily::is_in(text) { text.to_owned() } else { format!("{text}:K") };
        let family = GameFamily { pieces: split(&whole) };
        let game = family.member(1).map_err(|error| {
            TextError::whole(text, format!("no game with a number K: {}", error.message()))
                .help("for example marking:K or own:colours=K:forbid=same/2:end=coloured")
        })?;
        match game.convention() {
            Convention::MakerBreaker => Ok(family),
            _ => Err(TextError::whole(
                text,
                "the least K is asked of games that Alice wins or loses",
            )
            .help("for example colouring:K, marking:K or edge-colouring:K")),
        }
    }
}

/// The least number with which Alice wins, as far as it could be found out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Chi {
    /// Who moves first: Alice for χ_g, Bob for χ_g^B.
    pub first: Player,
    /// The winner with 1, 2, … colours; `None` where the budget ran out.
    pub winners: Vec<Option<Player>>,
    /// With so many colours Alice wins in any case, since no vertex can run out of them: in the
    /// colouring game one more than the largest degree, or none at all on the graph without vertices.
    pub enough: usize,
    /// How many of the winners were remembered instead of searched for.
    pub remembered: usize,
    /// A file that some of these were merged from, if any was and has not been found again here.
    pub merged: Option<String>,
    /// What it cost, now or when it was found.
    pub statistics: Statistics,
    /// Why a search gave up, if one did.
    pub stopped: Option<Stop>,
}

impl Chi {
    /// The number itself, if every smaller number of colours is decided.
    pub fn number(&self) -> Option<usize> {
        if self.enough == 0 {
            return Some(0);
        }
        let first_win = self.winners.iter().position(|w| *w == Some(Player::Left))?;
        let decided = self.winners[..first_win].iter().all(Option::is_some);
        decided.then_some(first_win + 1)
    }

    /// The least and the greatest value that the number can still have.
    pub fn bounds(&self) -> (usize, usize) {
        if self.enough == 0 {
            return (0, 0);
        }
        let not_lost = self.winners.iter().position(|w| *w != Some(Player::Right));
        let won = self.winners.iter().position(|w| *w == Some(Player::Left));
        (not_lost.unwrap_or(self.winners.len()) + 1, won.map_or(self.enough, |k| k + 1))
    }
}

/// The game chromatic number: [`least`] for the colouring game.
pub fn chi(
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Chi, ChiError> {
    least(&GameFamily::colouring(), board, first, all, budget, sources)
}

/// Asks for each number from 1 on who wins, until Alice does. That she wins with k is not taken to imply
/// that she wins with more; `all` asks up to the number with which she always wins: in the colouring game
/// the largest degree plus one (Brosse et al., section 1).
pub fn least(
    family: &GameFamily,
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Chi, ChiError> {
    if board.graph().is_directed() {
        return Err(ChiError::Directed);
    }
    let start = |k: usize| {
        let game = family.member(k).map_err(|_| ChiError::TooManyColours(k))?;
        let start = Position::start(game, board.clone());
        start
            .map(|start| start.with_turn(first))
            .map_err(|error| ChiError::Board(error.to_string()))
    };
    let enough = enough(&start)?;
    let statistics = Statistics::default();
    let mut chi = Chi {
        first,
        winners: Vec::new(),
        enough,
        remembered: 0,
        merged: None,
        statistics,
        stopped: None,
    };
    let budget = &budget.running();
    let mut searched = 0;
    for k in 1..=enough {
        if k > MAX_COLOURS && chi.number().is_none() {
            return Err(ChiError::TooManyColours(k));
        }
        if k > MAX_COLOURS || chi.stopped.is_some() {
            break;
        }
        let start = start(k)?;
        let left = budget.less(searched);
        let answer = ask(&Question::new(&start, Ask::Value).within(&left).from(sources))?;
        chi.winners.push(answer.value.and_then(winner));
        chi.remembered += usize::from(answer.stored.is_some());
        chi.merged = chi.merged.or_else(|| answer.stored.as_ref()?.merged.clone());
        if answer.stored.is_none() {
            searched += answer.statistics.positions;
        }
        chi.statistics.positions += answer.statistics.positions;
        chi.statistics.time += answer.statistics.time;
        chi.statistics.bytes = chi.statistics.bytes.max(answer.statistics.bytes);
        chi.stopped = answer.stopped.map(|stop| stop.of(budget));
        if !all && chi.winners.last() == Some(&Some(Player::Left)) {
            break;
        }
    }
    Ok(chi)
}

/// The least number with which no vertex can run out of colours, and Alice wins in any case; none if there
/// is nothing to colour. Where the rule does not tell it, one more than the largest degree is as far as is
/// looked: in the marking game and in indicated colouring it is enough.
fn enough(start: &impl Fn(usize) -> Result<Position, ChiError>) -> Result<usize, ChiError> {
    let first = start(1)?;
    if first.cells() == 0 {
        return Ok(0);
    }
    let told = first.game().goal() == Goal::ColourAll && first.game().colours_are_shared();
    if !told {
        return Ok(first.board().graph().max_degree() + 1);
    }
    if first.game().different_within() == Some(1) {
        return Ok(first.board().graph().max_degree() + 1);
    }
    for k in 1..=MAX_COLOURS {
        if cannot_run_out(&start(k)?) {
            return Ok(k);
        }
    }
    Ok(MAX_COLOURS + 1)
}

/// Whether the other vertices cannot between them take all colours from any vertex.
fn cannot_run_out(start: &Position) -> bool {
    let (game, graph) = (start.game(), start.board().graph());
    let Condition::Pairs(rule) = game.condition() else { return false };
    let colours = || game.palette().colours();
    // The most colours that one colour takes from vertices further away than that.
    let taken = |distance: usize| {
        let by = |c| colours().filter(|&d| !rule.allows_beyond(distance, c, d)).count();
        colours().map(by).max().unwrap_or(0)
    };
    let taken: Vec<usize> = (0..rule.reach().min(graph.order())).map(taken).collect();
    (0..graph.order()).all(|v| {
        let within = |d: usize| chromex_graphs::ops::near(graph, v, d).len();
        let lost = (1..=taken.len()).map(|d| taken[d - 1] * (within(d) - within(d - 1)));
        colours().count() > lost.sum()
    })
}

fn winner(value: Value) -> Option<Player> {
    match value {
        Value::Winner(player) => Some(player),
        _ => None,
    }
}

/// Why the least number cannot be asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChiError {
    /// The graph has directions.
    #[error("the game chromatic number is defined for undirected graphs")]
    Directed,
    /// The game is not played on this graph.
    #[error("{0}")]
    Board(String),
    /// Bob wins with all numbers of colours that can be written.
    #[error("Bob wins with {} colours, and games have at most {MAX_COLOURS}", .0 - 1)]
    TooManyColours(usize),
    /// The graph is too large to be searched.
    #[error(transparent)]
    Unanswerable(#[from] Unanswerable),
}
