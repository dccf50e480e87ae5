//! Sums of positions of different games and of values: who wins, the value if it can be computed,
//! and the moves that win, each with its component.

use std::ops::Range;
use std::str::FromStr;

use chromex_budget::{Budget, Meter, Stop};
use chromex_engine::{Class, FormValue, Value};
use chromex_graphs::TextError;
use chromex_rules::{Convention, Player, Position, parse_game};
use chromex_values::{Arena, Dyadic, Form, Halt, HottestFirst, ReadError, Side, Sums, Watch};

use crate::ask::{Unanswerable, ask};
use crate::question::{Ask, Question, Sources};

/// A sum of positions and values.
///
/// ```
/// use chromex::rules::Player;
/// use chromex::{Budget, Sources, Sum, add_up};
/// let sum: Sum = "snort path:2 + icol path:1 + *3".parse()?;
/// let answer = add_up(&sum, Player::Left, &Budget::default(), Sources::default())?;
/// assert_eq!(answer.value.unwrap().text(), "±(1*2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sum {
    /// The terms, in order.
    pub terms: Vec<Term>,
}

/// A position or a value, or the negative of one.
#[derive(Debug, Clone)]
pub struct Term {
    /// Whether it is subtracted, so that the players change roles in it.
    pub negative: bool,
    /// The position or value.
    pub part: Part,
}

/// One component of a sum.
#[derive(Debug, Clone)]
pub enum Part {
    /// A position of a game in which a player who cannot move loses. It does not matter whose turn
    /// it says it is.
    Position(Box<Position>),
    /// A value as it is typed, in the notation of [`Arena::parse`].
    Typed(String),
    /// A value that was computed.
    Value(Box<FormValue>),
}

impl Part {
    /// A component that is a position, if its game can be part of a sum.
    pub fn position(position: Position) -> Result<Part, DoesNotAdd> {
        match position.convention() {
            Convention::Impartial | Convention::Partisan => Ok(Part::Position(Box::new(position))),
            Convention::Misere | Convention::MakerBreaker | Convention::Scoring => {
                Err(DoesNotAdd(position.game().name()))
            }
        }
    }
}

/// A game that cannot be part of a sum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not add: games add in which who cannot move loses, such as icol, snort and col"
)]
pub struct DoesNotAdd(pub String);

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::Typed(text) => f.write_str(text),
            Part::Value(value) => f.write_str(value.text()),
            Part::Position(position) => {
                write!(f, "{} {}", position.game().name(), position.board().name())?;
                match position.colouring().iter().all(|&colour| colour == 0) {
                    true => Ok(()),
                    false => write!(f, " {}", position.write_colouring()),
                }
            }
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, Term { negative, part }) in self.terms.iter().enumerate() {
            let sign = match (i, negative) {
                (0, false) => "",
                (0, true) => "- ",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}{part}")?;
        }
        Ok(())
    }
}

/// Terms joined by ` + ` and ` - `, with spaces: `snort path:5 + col grid:2x3 B../... - *3`.
impl FromStr for Sum {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Sum, TextError> {
        let mut terms = Vec::new();
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut negative = false;
        for word in outer_words(text) {
            match &text[word.clone()] {
                "+" | "-" | "−" if text[..word.start].trim().is_empty() => {
                    negative = &text[word] != "+";
                }
                sign @ ("+" | "-" | "−") => {
                    terms.push(read_term(text, negative, &words, word.start)?);
                    words.clear();
                    negative = sign != "+";
                }
                _ => words.push(word),
            }
        }
        terms.push(read_term(text, negative, &words, text.len())?);
        Ok(Sum { terms })
    }
}

/// The ranges of words outside brackets; spaces inside brackets belong to the word.
fn outer_words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let (mut depth, mut inside) = (0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let blank = c.is_whitespace() && depth == 0;
        match words.last_mut() {
            Some(word) if inside && !blank => word.end = at + c.len_utf8(),
            _ if !blank => words.push(at..at + c.len_utf8()),
            _ => {}
        }
        inside = !blank;
    }
    words
}

/// A position is a game, a graph and perhaps a colouring; everything else is a value.
fn read_term(
    text: &str,
    negative: bool,
    words: &[Range<usize>],
    end: usize,
) -> Result<Term, TextError> {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return Err(TextError::new(text, end..end, "a position or a value is missing").help(
            "a sum is typed with spaces around its signs: snort path:5 + *3 - icol cycle:7",
        ));
    };
    let span = first.start..last.end;
    let is_position =
        words.len() > 1 && text[span.clone()].starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_position {
        // It is parsed when the sum is computed: this may take long, and then there is a budget.
        return Ok(Term { negative, part: Part::Typed(text[span].to_owned()) });
    }
    let word = |i: usize| words.get(i).map(|word| &text[word.clone()]);
    if words.len() > 3 {
        let message = "a position in a sum is GAME GRAPH or GAME GRAPH COLOURING";
        return Err(TextError::new(text, span, message)
            .help("who moves first in the whole sum is said beside it"));
    }
    let game = parse_game(word(0).unwrap_or_default())?;
    let board = chromex_graphs::parse(word(1).unwrap_or_default())?;
    let position = match word(2) {
        Some(colouring) => Position::read(game, board, colouring, Player::Left)?,
        None => Position::start(game, board)
            .map_err(|error| TextError::new(text, span.clone(), error.to_string()))?,
    };
    let part = Part::position(position);
    let part = part.map_err(|error| TextError::new(text, span, error.to_string()))?;
    Ok(Term { negative, part })
}

/// What was found about a sum.
#[derive(Debug, Clone)]
pub struct SumAnswer {
    /// Who wins.
    pub class: Option<Class>,
    /// The canonical form, if it could be computed.
    pub value: Option<FormValue>,
    /// The mean: the mean of a sum is the sum of the means.
    pub mean: Option<Dyadic>,
    /// The value of each component, with its sign.
    pub components: Vec<FormValue>,
    /// The moves with which the player to move wins.
    pub moves: Vec<SumMove>,
    /// Whether these are all winning moves.
    pub moves_complete: bool,
    /// The result of playing the hottest component first, if at least two components are hot.
    pub hottest: Option<Hottest>,
    /// Why something is missing. The value may be missing for another reason: its canonical form
    /// may be too large.
    pub stopped: Option<Stop>,
}

/// The hottest components, and the result of playing the hottest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hottest {
    /// Their temperature.
    pub temperature: Dyadic,
    /// The components, from 0 on.
    pub components: Vec<usize>,
    /// The numbers that are reached, if they could be computed quickly.
    pub play: Option<HottestFirst>,
}

/// A move in one of the components.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SumMove {
    /// The component, from 0 on.
    pub component: usize,
    /// The move as it is typed, or the value that is moved to.
    pub played: String,
}

/// Why a sum has no answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SumError {
    /// A component cannot be solved.
    #[error("{0}: {1}")]
    Component(String, Unanswerable),
    /// The arithmetic refuses a value.
    #[error(transparent)]
    OutOfRange(#[from] chromex_values::OutOfRange),
    /// A typed value is not a value.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// A component with its options, as games of the sum.
struct Component {
    form: Form,
    moves: Vec<(String, Form)>,
}

/// Longer texts of options are left out.
const MOST_PLAIN: usize = 2000;

/// The canonical form of the sum is given up after this many sums of its parts' positions.
const MOST_SUMS: u64 = 1_000_000;
/// Playing the hottest first is given up after this many.
const MOST_LINES: u64 = 200_000;

/// Allows this many steps, within the budget.
struct AtMost<'a> {
    meter: &'a mut Meter,
    left: u64,
}

impl Watch for AtMost<'_> {
    fn step(&mut self, bytes: usize, soon: usize) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::OutOfRange)?;
        self.meter.step(bytes, soon)
    }
}

/// The result, or nothing if the steps were used up; if the budget is used up, that is an error.
fn unless_too_long<T>(found: Result<T, Halt>, left: u64) -> Result<Option<T>, Halt> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Halt::Stop(_)) if left == 0 => Ok(None),
        Err(Halt::OutOfRange(_)) => Ok(None),
        Err(halt) => Err(halt),
    }
}

/// The side of a player.
fn side(player: Player) -> Side {
    match player {
        Player::Left => Side::Left,
        Player::Right => Side::Right,
    }
}

/// Finds who wins a sum, its value, and the winning moves.
pub fn add_up(
    sum: &Sum,
    first: Player,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<SumAnswer, SumError> {
    let budget = budget.running();
    let (arena, meter) = (Arena::new(), Meter::new(&budget));
    let mut adder = Adder { arena, sums: Sums::default(), meter, budget: &budget, sources };
    let mut answer = SumAnswer {
        class: None,
        value: None,
        mean: None,
        components: Vec::new(),
        moves: Vec::new(),
        moves_complete: false,
        hottest: None,
        stopped: None,
    };
    match adder.answer(sum, first, &mut answer) {
        Ok(()) => Ok(answer),
        Err(Failure::Stop(stop)) => {
            answer.stopped = Some(stop.of(&budget));
            Ok(answer)
        }
        Err(Failure::Error(error)) => Err(error),
    }
}

/// Why the work ends: the budget is used up, or there is an error.
enum Failure {
    Stop(Stop),
    Error(SumError),
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        match halt {
            Halt::Stop(stop) => Failure::Stop(stop),
            Halt::OutOfRange(error) => Failure::Error(error.into()),
        }
    }
}

impl From<chromex_values::OutOfRange> for Failure {
    fn from(error: chromex_values::OutOfRange) -> Failure {
        Failure::Error(error.into())
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Stop(stop) => Failure::Stop(stop),
            ReadError::Text(error) => Failure::Error(error.into()),
        }
    }
}

struct Adder<'a> {
    arena: Arena,
    sums: Sums,
    meter: Meter,
    budget: &'a Budget,
    sources: Sources<'a>,
}

impl Adder<'_> {
    fn answer(&mut self, sum: &Sum, first: Player, answer: &mut SumAnswer) -> Result<(), Failure> {
        let mut components = Vec::new();
        let mut mean = Dyadic::ZERO;
        for term in &sum.terms {
            let component = self.component(term, first)?;
            let value = FormValue::new(&mut self.arena, component.form)?;
            mean = mean + value.mean;
            answer.components.push(value);
            components.push(component);
        }
        answer.mean = Some(mean);
        let forms: Vec<Form> = components.iter().map(|component| component.form).collect();
        answer.class = Some(self.sums.outcome(&mut self.arena, &forms, &mut self.meter)?);
        self.moves(&components, first, answer)?;
        answer.hottest = self.hottest(&forms, first)?;
        if let Some(total) = self.total(&forms)? {
            answer.value = Some(FormValue::new(&mut self.arena, total)?);
        }
        Ok(())
    }

    /// The canonical form of the sum, unless this takes too long.
    fn total(&mut self, forms: &[Form]) -> Result<Option<Form>, Failure> {
        let mut watch = AtMost { meter: &mut self.meter, left: MOST_SUMS };
        let arena = &mut self.arena;
        let total = forms
            .iter()
            .try_fold(Form::ZERO, |total, &form| arena.add_watched(total, form, &mut watch));
        Ok(unless_too_long(total, watch.left)?)
    }

    /// The hottest components, and the result of playing them first.
    fn hottest(&mut self, forms: &[Form], first: Player) -> Result<Option<Hottest>, Failure> {
        let mut temperatures = Vec::with_capacity(forms.len());
        for &form in forms {
            temperatures.push(self.arena.temperature(form)?);
        }
        let hot = temperatures.iter().filter(|&&t| t > Dyadic::ZERO).count();
        let Some(temperature) = temperatures.iter().copied().max().filter(|_| hot > 1) else {
            return Ok(None);
        };
        let components = (0..forms.len()).filter(|&i| temperatures[i] == temperature).collect();
        let mut watch = AtMost { meter: &mut self.meter, left: MOST_LINES };
        let play = self.arena.hottest_first(forms, side(first), &mut watch);
        let play = unless_too_long(play, watch.left)?;
        Ok(Some(Hottest { temperature, components, play }))
    }

    /// The moves to sums that the opponent, who moves next, does not win.
    fn moves(
        &mut self,
        components: &[Component],
        first: Player,
        answer: &mut SumAnswer,
    ) -> Result<(), Failure> {
        let opponent = side(first.opponent());
        let mut forms: Vec<Form> = components.iter().map(|component| component.form).collect();
        for (i, component) in components.iter().enumerate() {
            for (played, after) in &component.moves {
                forms[i] = *after;
                let (arena, meter) = (&mut self.arena, &mut self.meter);
                if !self.sums.wins(arena, &forms, opponent, meter)? {
                    answer.moves.push(SumMove { component: i, played: played.clone() });
                }
            }
            forms[i] = component.form;
        }
        answer.moves_complete = true;
        Ok(())
    }

    fn component(&mut self, term: &Term, first: Player) -> Result<Component, Failure> {
        // If the players have changed roles, Left moves as Right would.
        let mover = if term.negative { first.opponent() } else { first };
        let mut component = match &term.part {
            Part::Typed(text) => {
                let form = self.arena.parse_watched(text, &mut self.meter)?;
                self.value(form, mover)
            }
            Part::Value(value) => {
                let form = value.form_in(&mut self.arena, &mut self.meter)?;
                self.value(form, mover)
            }
            Part::Position(position) => self.position(position.clone().with_turn(mover))?,
        };
        if term.negative {
            component.form = self.arena.neg(component.form);
            for (played, after) in &mut component.moves {
                *after = self.arena.neg(*after);
                if let Part::Typed(_) | Part::Value(_) = term.part {
                    *played = self.moved_to(*after);
                }
            }
        }
        Ok(component)
    }

    fn moved_to(&self, form: Form) -> String {
        format!("to {}", self.arena.display_within(form, MOST_PLAIN).unwrap_or("…".to_owned()))
    }

    fn value(&mut self, form: Form, mover: Player) -> Component {
        let options = self.arena.options_of(form, side(mover)).into_iter();
        let moves = options.map(|after| (self.moved_to(after), after)).collect();
        Component { form, moves }
    }

    fn position(&mut self, position: Position) -> Result<Component, Failure> {
        let question = Question::new(&position, Ask::AllMoves).within(self.budget);
        let answer = ask(&question.from(self.sources)).map_err(|error| {
            Failure::Error(SumError::Component(position.board().name().to_owned(), error))
        })?;
        let unknown = || Failure::Stop(answer.stopped.unwrap_or(Stop::OutOfRange));
        let form = self.form(answer.value.as_ref().ok_or_else(unknown)?)?;
        let mut moves = Vec::new();
        for found in &answer.moves {
            let after = self.form(found.value.as_ref().ok_or_else(unknown)?)?;
            moves.push((position.write_move(found.played), after));
        }
        Ok(Component { form, moves })
    }

    fn form(&mut self, value: &Value) -> Result<Form, Failure> {
        match value {
            Value::Nimber(heap) => Ok(self.arena.nimber(*heap)?),
            Value::Form(form) => Ok(form.form_in(&mut self.arena, &mut self.meter)?),
            // Games that can be part of a sum do not have values of other kinds.
            Value::Class(_) | Value::Winner(_) | Value::Score(_) => {
                Err(Failure::Stop(Stop::OutOfRange))
            }
        }
    }
}
