//! Reads the description of a game: clauses `key=value`, separated by colons or on lines of their own.
//!
//! ```text
//! colours = Red, Green, Blue      # or a number: 3
//! left    = Red, Green            # who may use which; both all of them by default
//! right   = Green, Blue
//! forbid  = same, Red-Blue/2, Green>Red
//! on      = vertices              # or edges, both
//! boards  = directed              # or undirected
//! open    = touching              # or any, apart, in-order, 2,0,1
//! skip    = right
//! end     = coloured              # or normal, misere, count, largest, largest-of-left
//! ```

use std::collections::HashSet;

use super::*;
use crate::rules::Boards;

/// The game that a file describes: written as for [`parse_game`], or on several lines, with spaces
/// and with comments after `#`.
///
/// ```
/// use chromex_rules::{parse_description, parse_game};
/// let game = parse_description("colours = Red, Green  # two of them\nforbid = Red-Red/2")?;
/// assert_eq!(game.name(), "own:colours=Red,Green:forbid=Red-Red/2");
/// assert_eq!(game, parse_game("own:colours=2:forbid=1-1/2")?);
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn parse_description(text: &str) -> Result<Game, TextError> {
    read(text)
}

/// The names of colours.
type Names = Vec<Cow<'static, str>>;

/// What a clause can be about.
#[derive(Clone, Copy)]
enum Key {
    Colours,
    Left,
    Right,
    Forbid,
    On,
    Boards,
    Open,
    Skip,
    End,
}

/// The keys as they are typed, each with its other names, in the order of [`Key`].
const KEYS: [&[&str]; 9] = [
    &["colours"],
    &["left", "alice"],
    &["right", "bob"],
    &["forbid"],
    &["on"],
    &["boards"],
    &["open"],
    &["skip"],
    &["end"],
];

/// Where the value of each key stands.
type Values = [Option<Range<usize>>; 9];

const ENDS: [(&str, Goal); 6] = [
    ("normal", Goal::LastMove),
    ("misere", Goal::NotLastMove),
    ("coloured", Goal::ColourAll),
    ("count", Goal::Count),
    ("largest", Goal::LargestComponent { both_count: true }),
    ("largest-of-left", Goal::LargestComponent { both_count: false }),
];

/// The game that a text describes.
pub(in crate::games) fn read(text: &str) -> Result<Game, TextError> {
    let reader = Reader { text, values: clauses(text)? };
    Ok(Game::new(reader.game()?))
}

/// An error at a spot of a text; if the text has several lines, only the line with the spot is
/// shown.
fn error_at(text: &str, span: Range<usize>, message: impl Into<String>) -> TextError {
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |newline| span.end + newline);
    let (message, number) = (message.into(), text[..start].matches('\n').count() + 1);
    let message = match start == 0 && end == text.len() {
        true => message,
        false => format!("line {number}: {message}"),
    };
    TextError::new(&text[start..end], span.start - start..span.end - start, message)
}

/// The part of `span` without spaces at its ends.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let piece = &text[span.clone()];
    let start = span.start + piece.len() - piece.trim_start().len();
    start..(start + piece.trim().len())
}

/// The ranges between separators within `span`, without spaces at their ends.
fn pieces(text: &str, span: Range<usize>, separator: char) -> Vec<Range<usize>> {
    let mut start = span.start;
    text[span]
        .split(separator)
        .map(|piece| {
            let span = start..start + piece.len();
            start = span.end + separator.len_utf8();
            trimmed(text, span)
        })
        .collect()
}

fn clauses(text: &str) -> Result<Values, TextError> {
    let mut values = [const { None }; 9];
    for line in pieces(text, 0..text.len(), '\n') {
        let comment = text[line.clone()].find('#').unwrap_or(line.len());
        let line = line.start..line.start + comment;
        for (i, clause) in pieces(text, line.clone(), ':').into_iter().enumerate() {
            let is_head = i == 0 && text[clause.clone()] == OWN[..OWN.len() - 1];
            if !clause.is_empty() && !is_head {
                add_clause(text, clause, &mut values)?;
            }
        }
    }
    Ok(values)
}

fn add_clause(text: &str, clause: Range<usize>, values: &mut Values) -> Result<(), TextError> {
    let names = || KEYS.iter().map(|names| names[0]);
    let Some(equals) = text[clause.clone()].find('=') else {
        return Err(error_at(text, clause, "a clause is `key=value`")
            .help(format!("the keys are {}", names().collect::<Vec<_>>().join(", "))));
    };
    let key = trimmed(text, clause.start..clause.start + equals);
    let typed = &text[key.clone()];
    let Some(index) = KEYS.iter().position(|names| names.contains(&typed)) else {
        return Err(error_at(text, key.clone(), format!("there is no clause `{typed}`"))
            .help(format!("the keys are {}", names().collect::<Vec<_>>().join(", ")))
            .did_you_mean(typed, names()));
    };
    let value = trimmed(text, clause.start + equals + 1..clause.end);
    if value.is_empty() {
        return Err(error_at(text, clause, format!("`{typed}` has no value")));
    }
    if values[index].replace(value).is_some() {
        return Err(error_at(text, key.clone(), format!("`{typed}` is given twice")));
    }
    Ok(())
}

/// The clauses of a description.
struct Reader<'a> {
    text: &'a str,
    values: Values,
}

impl Reader<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> TextError {
        error_at(self.text, span, message)
    }

    /// An error that marks the clause with this key, or the whole text if there is no such clause.
    fn error_in(&self, key: Key, message: impl Into<String>) -> TextError {
        let whole = trimmed(self.text, 0..self.text.len());
        self.error(self.values[key as usize].clone().unwrap_or(whole), message)
    }

    /// The items of a clause that is a list.
    fn list(&self, key: Key) -> Option<Vec<Range<usize>>> {
        self.values[key as usize].clone().map(|span| pieces(self.text, span, ','))
    }

    /// The meaning of a word in a clause; that of the first of `words` if the clause is missing.
    fn choice<T: Copy>(&self, key: Key, words: &[(&str, T)]) -> Result<T, TextError> {
        let Some(span) = self.values[key as usize].clone() else { return Ok(words[0].1) };
        let typed = &self.text[span.clone()];
        if let Some((_, chosen)) = words.iter().find(|(word, _)| *word == typed) {
            return Ok(*chosen);
        }
        let all = words.iter().map(|(word, _)| *word);
        Err(self
            .error(span, format!("`{typed}` is no value of `{}`", KEYS[key as usize][0]))
            .help(format!("it is {}", all.clone().collect::<Vec<_>>().join(" or ")))
            .did_you_mean(typed, all))
    }

    fn game(&self) -> Result<Described, TextError> {
        let (count, names) = self.colours()?;
        let palette = names.as_deref().map_or(Palette::Numbers(count), Palette::Named);
        let rights = self.rights(palette)?;
        let rule = self.rule(palette)?;
        let boards = self.boards(&rule)?;
        let elements = self.elements(boards)?;
        let (goal, places) = (self.choice(Key::End, &ENDS)?, self.places()?);
        let skips = self.skips(goal)?;
        let plain = Description::shared(count, rule.clone(), goal);
        let shared = rights == plain.rights;
        let convention = match goal {
            Goal::LastMove if !shared => Convention::Partisan,
            _ => plain.convention,
        };
        let description =
            Description { convention, boards, elements, rights, places, skips, ..plain };
        self.check_largest(&description)?;
        Ok(Described { description, distances: rule.distances(), rule, names, name: None })
    }

    /// The number of colours, and their names if they have names.
    fn colours(&self) -> Result<(u8, Option<Names>), TextError> {
        let Some(items) = self.list(Key::Colours) else {
            return Err(self
                .error_in(Key::Colours, "the colours are missing")
                .help("write colours=2 or colours=Red,Blue"));
        };
        let first = &self.text[items[0].clone()];
        if items.len() == 1 && first.starts_with(|c: char| c.is_ascii_digit()) {
            let count = first.parse().ok().and_then(|count| number_of_colours(count).ok());
            let message = NoSuchGame::OutOfRange(COLOURS, MAX_COLOURS).to_string();
            return Ok((count.ok_or_else(|| self.error(items[0].clone(), message))?, None));
        }
        let mut names = Names::new();
        for item in items {
            let name = self.new_name(&names, item)?;
            names.push(name.into());
        }
        Ok((names.len() as u8, Some(names)))
    }

    /// The name of one more colour, with a capital: a word whose initial is new.
    fn new_name(
        &self,
        others: &[Cow<'static, str>],
        span: Range<usize>,
    ) -> Result<String, TextError> {
        let typed = &self.text[span.clone()];
        let is_word = typed.chars().all(|c| c.is_ascii_alphanumeric())
            && typed.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_word {
            let message = format!("`{typed}` is no name of a colour");
            return Err(self.error(span, message).help("a name is a word such as Red"));
        }
        let name = typed[..1].to_ascii_uppercase() + &typed[1..];
        match others.iter().find(|other| other.starts_with(&name[..1])) {
            Some(other) => Err(self
                .error(span, format!("{other} and {name} begin with the same letter"))
                .help("the letter stands for the colour in positions: find another name")),
            None => Ok(name),
        }
    }

    /// The colour with this name, number or letter.
    fn colour(&self, palette: Palette<'_>, span: Range<usize>) -> Result<Colour, TextError> {
        let typed = &self.text[span.clone()];
        let named = |c: &Colour| palette.short(*c).eq_ignore_ascii_case(typed);
        let numbered =
            || typed.parse().ok().filter(|&c: &Colour| palette.colours().any(|d| d == c));
        let mut symbols = typed.chars();
        let lettered = || match (symbols.next(), symbols.next()) {
            (Some(letter), None) => palette.parse(letter).filter(|&c| c != UNCOLOURED),
            _ => None,
        };
        let found = palette.colours().find(named).or_else(numbered).or_else(lettered);
        found.ok_or_else(|| {
            self.error(span, format!("`{typed}` is no colour of this game"))
                .help(format!("the colours are {}", palette.describe()))
        })
    }

    fn rights(&self, palette: Palette<'_>) -> Result<Vec<[bool; 2]>, TextError> {
        let mut rights = vec![[true, true]; palette.len()];
        for (player, key) in [Key::Left, Key::Right].into_iter().enumerate() {
            let Some(items) = self.list(key) else { continue };
            rights.iter_mut().for_each(|may| may[player] = false);
            for item in items {
                let colour = self.colour(palette, item)?;
                rights[usize::from(colour) - 1][player] = true;
            }
        }
        match rights.iter().position(|may| *may == [false, false]) {
            Some(idle) => {
                let name = palette.name(idle as Colour + 1);
                let message = format!("nobody may use {name}");
                Err(self.error_in(Key::Right, message).help("leave it out, or let somebody use it"))
            }
            None => Ok(rights),
        }
    }

    fn rule(&self, palette: Palette<'_>) -> Result<PairRule, TextError> {
        let mut rule = PairRule::default();
        for item in self.list(Key::Forbid).unwrap_or_default() {
            self.forbid(palette, item, &mut rule)?;
        }
        let open = self.values[Key::Open as usize].clone();
        if open.is_some_and(|span| self.text[span] == *"apart") {
            let all = palette.colours().flat_map(|a| palette.colours().map(move |b| (a, b)));
            all.for_each(|(a, b)| rule.forbid_within(1, a, b));
        }
        Ok(rule)
    }

    /// Adds `Red-Blue`, `Red-Blue/2`, `Red>Blue`, `same/2`, `different` or `consecutive`.
    fn forbid(
        &self,
        palette: Palette<'_>,
        item: Range<usize>,
        rule: &mut PairRule,
    ) -> Result<(), TextError> {
        let typed = &self.text[item.clone()];
        if let Some(at) = typed.find('>') {
            let tail = self.colour(palette, trimmed(self.text, item.start..item.start + at))?;
            let head = self.colour(palette, trimmed(self.text, item.start + at + 1..item.end))?;
            rule.forbid_arc(tail, head);
            return Ok(());
        }
        let slash = item.start + typed.find('/').unwrap_or(typed.len());
        let distance = self.distance(slash..item.end)?;
        let pair = trimmed(self.text, item.start..slash);
        for (a, b) in self.pairs(palette, pair)? {
            rule.forbid_within(distance, a, b);
        }
        Ok(())
    }

    /// The distance after a slash; 1 if there is none.
    fn distance(&self, span: Range<usize>) -> Result<usize, TextError> {
        if span.is_empty() {
            return Ok(1);
        }
        let digits = trimmed(self.text, span.start + 1..span.end);
        let distance = self.text[digits.clone()].parse().ok();
        distance.filter(|distance| (1..=MAX_DISTANCE).contains(distance)).ok_or_else(|| {
            let message = NoSuchGame::OutOfRange("the distance", MAX_DISTANCE).to_string();
            self.error(if digits.is_empty() { span } else { digits }, message)
        })
    }

    /// The pairs of colours that a word stands for, or the one pair that is written with a hyphen.
    fn pairs(
        &self,
        palette: Palette<'_>,
        span: Range<usize>,
    ) -> Result<Vec<(Colour, Colour)>, TextError> {
        const WORDS: [&str; 3] = ["same", "different", "consecutive"];
        let typed = &self.text[span.clone()];
        let all = palette.colours().flat_map(|a| palette.colours().map(move |b| (a, b)));
        if let Some(hyphen) = typed.find('-') {
            let at = span.start + hyphen;
            let one = self.colour(palette, trimmed(self.text, span.start..at))?;
            return Ok(vec![(one, self.colour(palette, trimmed(self.text, at + 1..span.end))?)]);
        }
        match typed {
            "same" => Ok(all.filter(|(a, b)| a == b).collect()),
            "different" => Ok(all.filter(|(a, b)| a < b).collect()),
            "consecutive" => Ok(all.filter(|(a, b)| a + 1 == *b).collect()),
            _ => Err(self
                .error(span.clone(), format!("`{typed}` is no pair of colours"))
                .help("write Red-Blue, Red-Blue/2, Red>Blue, same, different or consecutive")
                .did_you_mean(typed, WORDS)),
        }
    }

    fn boards(&self, rule: &PairRule) -> Result<Boards, TextError> {
        let words = [("undirected", Boards::Undirected), ("directed", Boards::Directed)];
        let arcs = self.values[Key::Forbid as usize]
            .clone()
            .is_some_and(|span| self.text[span].contains('>'));
        if self.values[Key::Boards as usize].is_none() && (arcs || rule.sees_arcs()) {
            return Ok(Boards::Directed);
        }
        let boards = self.choice(Key::Boards, &words)?;
        if arcs && boards == Boards::Undirected {
            return Err(self
                .error_in(
                    Key::Boards,
                    "undirected boards have no arcs, but the rule speaks of them",
                )
                .help("write Red-Blue for a pair without a direction, or boards=directed"));
        }
        Ok(boards)
    }

    fn elements(&self, boards: Boards) -> Result<Elements, TextError> {
        let words = [
            ("vertices", Elements::Vertices),
            ("edges", Elements::Edges),
            ("both", Elements::Both),
        ];
        let elements = self.choice(Key::On, &words)?;
        if elements != Elements::Vertices && boards == Boards::Directed {
            let message = "edges are coloured on undirected boards only";
            return Err(self.error_in(Key::On, message));
        }
        Ok(elements)
    }

    fn places(&self) -> Result<Places, TextError> {
        let Some(span) = self.values[Key::Open as usize].clone() else { return Ok(Places::Any) };
        if !self.text[span.clone()].starts_with(|c: char| c.is_ascii_digit()) {
            // `apart` opens all cells: that nothing may stand next to a coloured cell is part of
            // the rule on pairs.
            let words = [("any", 0), ("touching", 1), ("in-order", 2), ("apart", 0)];
            let places = [Places::Any, Places::Touching, Places::InOrder(None)];
            return self.choice(Key::Open, &words).map(|chosen| places[chosen].clone());
        }
        let mut seen = HashSet::new();
        let mut order = Vec::new();
        for item in pieces(self.text, span, ',') {
            let typed = &self.text[item.clone()];
            let Ok(vertex) = typed.parse() else {
                let message = format!("`{typed}` is no vertex number");
                return Err(self.error(item, message).help("an order is written like 0,2,1"));
            };
            if !seen.insert(vertex) {
                return Err(self.error(item, NoSuchGame::Twice(vertex).to_string()));
            }
            order.push(vertex);
        }
        Ok(Places::InOrder(Some(order)))
    }

    /// Checks that a description with the goal of the largest connected subgraph game has no other
    /// clauses.
    fn check_largest(&self, game: &Description) -> Result<(), TextError> {
        let plain = game.rights == [[true, false], [false, true]]
            && game.condition == Condition::Pairs(PairRule::default())
            && (game.boards, game.skips) == (Boards::Undirected, None)
            && game.places == Places::Any;
        match game.goal {
            Goal::LargestComponent { .. } if !plain => Err(self
                .error_in(
                    Key::End,
                    "where the largest component counts, each player has one colour, and all is allowed",
                )
                .help("write own:colours=Red,Blue:left=Red:right=Blue:end=largest")),
            _ => Ok(()),
        }
    }

    fn skips(&self, goal: Goal) -> Result<Option<Player>, TextError> {
        let (left, right) = (Some(Player::Left), Some(Player::Right));
        let words =
            [("nobody", None), ("left", left), ("alice", left), ("right", right), ("bob", right)];
        let skips = self.choice(Key::Skip, &words)?;
        if skips.is_some() && matches!(goal, Goal::LastMove | Goal::NotLastMove) {
            return Err(self
                .error_in(
                    Key::Skip,
                    "who may skip is never without a move, so the last move decides nothing",
                )
                .help("skipping needs end=coloured, count or largest"));
        }
        Ok(skips)
    }
}
