//! Nimber sequences: octal games by their code, and the colouring games on paths and cycles.
//!
//! [`Sequence::parse`] reads what is typed, [`compute`] finds the values. Where an identity turns a
//! game into an octal game (`docs/sequences.md` has the proofs, `tests/identities` the checks), the
//! values come from the engine for octal games ([`sparse`]); [`Sequence::by_recurrence`] computes
//! them directly and serves for comparison.

pub mod analysis;
pub mod checkpoint;
mod code;
pub mod export;
pub mod parquet;
pub mod paths;
pub mod period;
pub mod plain;
pub mod plot;
mod run;
pub mod sparse;

use chromex_graphs::TextError;
use chromex_rules::{Game, parse_game};

pub use code::Code;
pub use run::{Failure, Found, Until, compute, memory_needed};

use paths::{End, Pieces, Rule};
use period::Period;

/// A sequence of nimbers, g(k) for k = 0, 1, 2, ….
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    name: String,
    kind: SequenceKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SequenceKind {
    /// Heaps of an octal or hexadecimal game.
    Code(Code),
    /// Paths of k vertices, whose ends may be coloured.
    Path(Rule, End, End),
    /// Cycles of k vertices.
    Cycle(Rule),
    /// Proper colouring with one colour at distance d, on paths or cycles.
    Distance { distance: usize, cycle: bool },
}

/// What can be typed, with an explanation.
pub const LIST: &[(&str, &str)] = &[
    (".007", "an octal game by its code; d_0 may stand in front of the point (4.7); 007 is .007"),
    (".8F", "a hexadecimal game: moves may leave three heaps"),
    ("blue-red", "blue-red on directed paths: the paper's D_k; blue-red/A, /B, /C, /D"),
    ("blue-red/BR", "… with the first vertex Blue and the last one Red, any ends; `.` for none"),
    ("blue-red/cycle", "… on directed cycles"),
    ("node-kayles", "Node Kayles on paths; /1., /11 with ends taken, /cycle"),
    ("proper:3", "proper colouring with K colours on paths; /1., /12, … and /cycle"),
    ("icol", "impartial Col on paths; /B., /BW, … and /cycle"),
    ("isnort", "impartial Snort, likewise"),
    ("distance:3:1", "one colour, distance D, on paths and /cycle; distance:1:K is proper:K"),
];

/// How the values of a sequence are read off an octal game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    /// The octal game with nim-sequence h.
    pub code: Code,
    /// g(k) comes from h(scale · k + shift), or from h(0) if that number is negative.
    pub scale: usize,
    /// See `scale`.
    pub shift: isize,
    /// A position has only one option, which has that value: g(k) = mex {h(…)}.
    pub one_option: bool,
}

impl Reduction {
    /// The heap that g(k) comes from.
    pub fn heap(&self, k: usize) -> usize {
        (self.scale * k).saturating_add_signed(self.shift)
    }

    /// g(k), from the value of that heap.
    pub fn value(&self, heap: u16) -> u16 {
        if self.one_option { u16::from(heap == 0) } else { heap }
    }

    /// The period of g, computed from the period of the octal game: p heaps are p / gcd(p, scale)
    /// terms, or some multiple of a shorter period. `values` are g(0), g(1), …, of which those
    /// before `first` have no meaning.
    fn period(&self, heaps: Period, first: usize, values: &[u16]) -> Option<Period> {
        let first = first.max(1);
        let whole = heaps.period / gcd(heaps.period, self.scale);
        let repeats = (first..values.len()).find(|&k| self.heap(k) >= heaps.pre_period)?;
        if values.len() < repeats + 2 * whole {
            return None;
        }
        let mut shorter = (1..=whole).filter(|d| whole.is_multiple_of(*d));
        let period =
            shorter.find(|d| (repeats..repeats + whole).all(|k| values[k] == values[k + d]))?;
        let exception = (first..repeats).rev().find(|&k| values[k] != values[k + period]);
        let pre_period = exception.map_or(first, |k| k + 1);
        Some(Period { period, pre_period, checked_below: heaps.checked_below })
    }

    /// The identity as a sentence.
    pub fn describe(&self) -> String {
        let scale = if self.scale == 1 { String::new() } else { self.scale.to_string() };
        let shift = match self.shift {
            0 => String::new(),
            shift => format!(" {} {}", if shift < 0 { '−' } else { '+' }, shift.abs()),
        };
        let heap = format!("h({scale}k{shift})");
        let value = if self.one_option { format!("mex {{{heap}}}") } else { heap };
        format!("g(k) = {value}, h the nim-sequence of {}", self.code)
    }
}

impl Sequence {
    /// Reads the name of a sequence: a code, or a game with `/cycle` or the colours of its ends.
    ///
    /// ```
    /// use chromex_sequences::Sequence;
    /// assert_eq!(Sequence::parse("blue-red")?.by_recurrence(6), [0, 1, 2, 0, 3, 1, 0]);
    /// assert!(Sequence::parse("blue-red/X").is_err());
    /// # Ok::<(), chromex_graphs::TextError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Sequence, TextError> {
        let named = |kind| Sequence { name: text.to_owned(), kind };
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) || text.starts_with("C.") {
            let code = Code::parse(text)?;
            return Ok(Sequence { name: code.to_string(), kind: SequenceKind::Code(code) });
        }
        let (typed, ends) = match text.split_once('/') {
            Some((game, ends)) => (game, Some(ends)),
            None => (text, None),
        };
        let game = parse_game(typed)?;
        let kind = Family::of(&game).ok_or_else(|| not_one_dimensional(text, typed))?;
        let span = typed.len() + 1..text.len();
        Ok(named(match (kind, ends) {
            (Family::Adjacent(rule), Some("cycle")) => SequenceKind::Cycle(rule),
            (Family::Adjacent(rule), None) => SequenceKind::Path(rule, 0, 0),
            (Family::Adjacent(rule), Some(ends)) => {
                let (left, right) = parse_ends(&game, rule, ends).ok_or_else(|| {
                    TextError::new(text, span, format!("`{ends}` are no ends of a path")).help(
                        "give `cycle`, or the colours of both ends (`.` for an open end) as in \
                         blue-red/B. or icol/BW",
                    )
                })?;
                SequenceKind::Path(rule, left, right)
            }
            (Family::Distance(distance), None) => SequenceKind::Distance { distance, cycle: false },
            (Family::Distance(distance), Some("cycle")) => {
                SequenceKind::Distance { distance, cycle: true }
            }
            (Family::Distance(_), Some(_)) => {
                return Err(TextError::new(text, span, "only `cycle` can stand here"));
            }
        }))
    }

    /// The name, as it is typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The code, if this is an octal or hexadecimal game itself.
    pub fn code(&self) -> Option<&Code> {
        match &self.kind {
            SequenceKind::Code(code) => Some(code),
            _ => None,
        }
    }

    /// The smallest k for which g(k) has a meaning.
    pub fn first(&self) -> usize {
        match self.kind {
            SequenceKind::Code(_) | SequenceKind::Distance { cycle: false, .. } => 0,
            SequenceKind::Path(_, left, right) => usize::from(left > 0) + usize::from(right > 0),
            SequenceKind::Cycle(Rule::BlueRed) => 2,
            SequenceKind::Cycle(_) | SequenceKind::Distance { cycle: true, .. } => 3,
        }
    }

    /// How the sequence is read off an octal game, if such a game is known.
    pub fn reduction(&self) -> Option<Reduction> {
        let reduce = |code: &str, scale, shift, one_option| {
            Some(Reduction { code: Code::parse(code).ok()?, scale, shift, one_option })
        };
        match &self.kind {
            SequenceKind::Code(code) => {
                Some(Reduction { code: code.clone(), scale: 1, shift: 0, one_option: false })
            }
            SequenceKind::Path(Rule::BlueRed, left, right) => {
                let shifts = BLUE_RED.iter().find(|row| (row.0, row.1) == (*left, *right));
                shifts.and_then(|row| reduce(".007", 2, row.2, false))
            }
            SequenceKind::Cycle(Rule::BlueRed) => reduce(".007", 2, -3, true),
            SequenceKind::Path(Rule::Proper(1), left, right) => {
                reduce(".137", 1, -2 * (isize::from(*left > 0) + isize::from(*right > 0)), false)
            }
            SequenceKind::Cycle(Rule::Proper(1)) => reduce(".137", 1, -3, true),
            SequenceKind::Distance { distance, cycle } => {
                let code = distance_code(*distance);
                let shift = if *cycle { -(2 * *distance as isize + 1) } else { 0 };
                reduce(&code, 1, shift, *cycle)
            }
            SequenceKind::Path(..) | SequenceKind::Cycle(_) => None,
        }
    }

    /// g(0), …, g(to) by the plain recurrence of the game itself; 0 below [`Sequence::first`].
    pub fn by_recurrence(&self, to: usize) -> Vec<u16> {
        self.by_recurrence_while(to, |_| true)
    }

    /// As [`Sequence::by_recurrence`], but stops early if `go_on` says no; it is called every few
    /// terms with the number of terms found so far.
    pub fn by_recurrence_while(&self, to: usize, mut go_on: impl FnMut(usize) -> bool) -> Vec<u16> {
        // How far to go next, if at all: not if the last step stopped early.
        let mut asked = 0;
        let mut next = |done: usize, to: usize| {
            let stuck = done < asked;
            asked = (done + RECURRENCE_STEP).min(to);
            (done < to && !stuck && go_on(done)).then_some(asked)
        };
        let mut values = match self.kind {
            SequenceKind::Code(ref code) => {
                let mut values = vec![0];
                while let Some(next) = next(values.len() - 1, to) {
                    plain::extend(code, &mut values, next);
                }
                values
            }
            SequenceKind::Path(rule, left, right) => {
                let mut pieces = Pieces::new(rule, 0);
                while let Some(next) = next(pieces.last(), to.saturating_sub(self.first())) {
                    pieces.extend(next);
                }
                pieces.path(left, right)
            }
            SequenceKind::Cycle(rule) => {
                let mut pieces = Pieces::new(rule, 0);
                while let Some(next) = next(pieces.last(), to) {
                    pieces.extend(next);
                }
                let value = |n| if n < self.first() { 0 } else { pieces.cycle(n) };
                (0..=pieces.last().max(self.first() - 1)).map(value).collect()
            }
            SequenceKind::Distance { distance, cycle } => {
                let mut path = vec![0];
                while let Some(next) = next(path.len() - 1, to) {
                    one_colour(distance, &mut path, next);
                }
                if cycle { one_colour_cycles(distance, &path) } else { path }
            }
        };
        values.truncate(to + 1);
        values
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The shift of each pair of ends in the blue-red game (0: none, 1: Blue, 2: Red).
///
/// The first four are D, A, B and C. An end of the wrong colour only blocks its neighbour.
const BLUE_RED: &[(End, End, isize)] = &[
    (0, 0, 2),
    (1, 0, -1),
    (0, 2, -1),
    (1, 2, -4),
    (2, 0, -2),
    (0, 1, -2),
    (2, 1, -6),
    (1, 1, -5),
    (2, 2, -5),
];

/// The names of the paper for the ends of a blue-red path.
const CLASSES: &[(&str, End, End)] = &[("D", 0, 0), ("A", 1, 0), ("B", 0, 2), ("C", 1, 2)];

/// The games that fall apart on paths.
enum Family {
    Adjacent(Rule),
    Distance(usize),
}

/// The number of terms between two looks at the clock, for slow recurrences.
const RECURRENCE_STEP: usize = 64;

/// Larger distances give codes that are too long.
const MAX_DISTANCE: usize = 31;

impl Family {
    fn of(game: &Game) -> Option<Family> {
        if *game == Game::isnort() {
            return Some(Family::Adjacent(Rule::Snort));
        }
        if *game == Game::blue_red() {
            return Some(Family::Adjacent(Rule::BlueRed));
        }
        let (distance, colours) = (game.different_within()?, game.palette().len());
        let nothing_else = Game::distance(distance, colours).as_ref() == Ok(game);
        match (distance, colours) {
            _ if !nothing_else => None,
            (1, colours) => Some(Family::Adjacent(Rule::Proper(colours as u8))),
            (distance, 1) => (distance <= MAX_DISTANCE).then_some(Family::Distance(distance)),
            _ => None,
        }
    }
}

fn not_one_dimensional(text: &str, game: &str) -> TextError {
    let message =
        format!("`{game}` does not fall apart on paths into finitely many kinds of pieces");
    TextError::new(text, 0..game.len(), message).help(format!(
        "`chromex sequence --list` shows what does; `chromex solve {game} path:1..15` searches"
    ))
}

fn parse_ends(game: &Game, rule: Rule, text: &str) -> Option<(End, End)> {
    let class = CLASSES.iter().find(|class| class.0 == text);
    if let (Rule::BlueRed, Some(class)) = (rule, class) {
        return Some((class.1, class.2));
    }
    let mut ends = text.chars().map(|symbol| game.palette().parse(symbol));
    let (left, right) = (ends.next()??, ends.next()??);
    if ends.next().is_some() {
        return None;
    }
    // With more than three colours it only matters whether the ends have the same colour.
    let most = rule.colours();
    let second = if right == left { 1 } else { 2 };
    match left.max(right) <= most {
        true => Some((left, right)),
        false => Some((
            left.min(1),
            if right == 0 {
                0
            } else if left == 0 {
                1
            } else {
                second
            },
        )),
    }
}

/// The octal code of one colour at distance d on paths: a move takes a vertex and up to d on either
/// side, and fewer at an end.
fn distance_code(distance: usize) -> String {
    format!(".{}{}7", "1".repeat(distance), "3".repeat(distance))
}

/// One colour at distance d on paths, by its own recurrence: continues the values up to `to`.
fn one_colour(distance: usize, path: &mut Vec<u16>, to: usize) {
    let mut seen = plain::Seen::default();
    for n in path.len()..=to {
        seen.clear(1 << 16);
        for vertex in 0..n {
            let before = vertex.saturating_sub(distance);
            let after = (n - 1 - vertex).saturating_sub(distance);
            seen.add(path[before] ^ path[after]);
        }
        let Some(value) = seen.mex() else { return };
        path.push(value);
    }
}

/// The values of cycles from those of paths: all first moves are equivalent.
fn one_colour_cycles(distance: usize, path: &[u16]) -> Vec<u16> {
    let left = |n: usize| path[n.saturating_sub(2 * distance + 1)];
    (0..path.len()).map(|n| if n < 3 { 0 } else { u16::from(left(n) == 0) }).collect()
}
