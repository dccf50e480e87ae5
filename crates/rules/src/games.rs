//! The games, one file for each, and how their names are typed.

mod blue_red;
mod colouring;
mod connected;
mod described;
mod distance;
mod elements;
mod indicated;
mod marking;
mod misere;
mod oriented;
mod orthogonal;
mod orthogonal_parts;
mod partisan;
mod proper;
mod sequential;
mod snort;
mod variants;
mod weak;

pub use described::parse_description;

use std::ops::Range;
use std::str::FromStr;

use chromex_graphs::{Graph, TextError};

use crate::description::{Description, OWN, UNTOLD};
use crate::game::Game;
use crate::palette::{Colour, MAX_COLOURS, Palette, UNCOLOURED};
use crate::rules::{Conflict, Elements, Rules};

/// Why there is no game with such parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuchGame {
    /// A parameter is 0 or larger than the number given here.
    #[error("{0} is a number from 1 to {1}")]
    OutOfRange(&'static str, usize),
    /// A vertex comes twice in an order.
    #[error("vertex {0} comes twice in the order")]
    Twice(usize),
}

const MAX_DISTANCE: usize = 1_000_000;

const COLOURS: &str = "the number of colours";

fn number_of_colours(colours: usize) -> Result<u8, NoSuchGame> {
    match (1..=MAX_COLOURS).contains(&colours) {
        true => Ok(colours as u8),
        false => Err(NoSuchGame::OutOfRange(COLOURS, MAX_COLOURS)),
    }
}

/// An entry in the list of games.
pub struct GameInfo {
    /// The name in front of the first colon.
    pub name: &'static str,
    /// How it is typed, with its parameters.
    pub usage: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The rules in a sentence or two.
    pub summary: &'static str,
    /// The paper that defines it.
    pub paper: &'static str,
    /// An example that can be typed.
    pub example: &'static str,
    /// The game of this family that could be equal to the given one, with the number of colours and
    /// the like taken from it. Of two names for one game only one is given, and it never changes:
    /// results are stored under it.
    pub(crate) like: fn(&Game) -> Option<Game>,
    build: fn(&Parameters<'_>) -> Result<Game, TextError>,
}

/// All games, in the order in which they are listed.
pub const GAMES: &[GameInfo] = &[
    proper::NODE_KAYLES,
    proper::PROPER,
    proper::ICOL,
    snort::ISNORT,
    distance::INFO,
    blue_red::INFO,
    oriented::INFO,
    weak::INFO,
    sequential::INFO,
    partisan::COL,
    partisan::SNORT,
    colouring::INFO,
    connected::INFO,
    orthogonal::INFO,
    orthogonal_parts::INFO,
    elements::ARC_KAYLES,
    elements::CRAM,
    elements::EDGE_COLOURING,
    elements::TOTAL_COLOURING,
    variants::CONNECTED,
    variants::LABELLING,
    indicated::INFO,
    marking::INFO,
    misere::INFO,
];

const BEAULIEU: &str = "Beaulieu, Burke, Duchêne: Impartial Coloring Games";
const UITERWIJK: &str = "Uiterwijk: Solving Bicoloring-Graph Games on Rectangular Boards, Part 2";

/// The game with this name and these parameters, or with this description.
///
/// ```
/// use chromex_rules::parse_game;
/// assert_eq!(parse_game("proper:3")?.name(), "proper:3");
/// assert!(parse_game("propper:3").unwrap_err().to_string().contains("did you mean `proper`?"));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn parse_game(text: &str) -> Result<Game, TextError> {
    if text.starts_with(UNTOLD) {
        let message = "only the program that made this game knows its rules";
        return Err(TextError::whole(text, message));
    }
    if text.starts_with(OWN) {
        return described::read(text);
    }
    let mut pieces = split(text).into_iter();
    let name = pieces.next().unwrap_or(0..0);
    let typed = &text[name.clone()];
    let Some(info) = GameInfo::named(typed) else {
        return Err(TextError::new(text, name, format!("unknown game `{typed}`"))
            .help("`chromex games` lists them all")
            .did_you_mean(typed, GAMES.iter().map(|info| info.name)));
    };
    (info.build)(&Parameters { text, info, spans: pieces.collect() })
}

impl FromStr for Game {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Game, TextError> {
        parse_game(text)
    }
}

impl GameInfo {
    /// The entry of this name.
    fn named(name: &str) -> Option<&'static GameInfo> {
        GAMES.iter().find(|info| info.name == name)
    }
}

impl Game {
    /// The entry of the list for this game: the one by whose name it goes or, if it goes by none, that of the
    /// listed game that it is.
    ///
    /// ```
    /// use chromex_rules::parse_game;
    /// let described = parse_game("own:colours=2:forbid=same")?;
    /// assert_eq!(described.info().map(|info| info.name), Some("icol"));
    /// assert_eq!(parse_game("proper:2")?.info().map(|info| info.name), Some("proper"));
    /// assert!(parse_game("own:colours=2:forbid=1-1")?.info().is_none());
    /// # Ok::<(), chromex_graphs::TextError>(())
    /// ```
    pub fn info(&self) -> Option<&'static GameInfo> {
        let name = self.name();
        let of_name = split(&name).first().and_then(|span| GameInfo::named(&name[span.clone()]));
        let is_this = |info: &&GameInfo| (info.like)(self).is_some_and(|like| like == *self);
        of_name.filter(|_| self.listed).or_else(|| GAMES.iter().find(is_this))
    }

    /// A text that is the same for two games exactly if they are the same game: the name of the
    /// listed game, if it is one; otherwise the description of the game ([`OWN`]), which can be
    /// typed. Games whose data do not say everything are identified by their names.
    ///
    /// Results are stored under this text, so it must never change for a game.
    pub fn identity(&self) -> String {
        let named = || match self.listed {
            true => self.name(),
            false => format!("{UNTOLD}{}", self.name()),
        };
        let Some(this) = Description::of(&**self) else { return named() };
        let is_this = |game: &Game| Description::of(&**game).as_ref() == Some(&this);
        let listed = GAMES.iter().filter_map(|info| (info.like)(self)).find(is_this);
        let listed = listed.map(|game| game.name());
        let numbers = Palette::Numbers(self.palette().len() as u8);
        listed.or_else(|| this.written(numbers)).unwrap_or_else(named)
    }
}

impl Game {
    /// For a game on edges, or on vertices and edges: the game with the same rules on vertices,
    /// under its listed name if it has one. `None` if the data do not say everything.
    pub(crate) fn on_vertices(&self) -> Option<Game> {
        let this = Description::of(&**self)?;
        let text = Description { elements: Elements::Vertices, ..this }.written(self.palette())?;
        let game = parse_game(&text).ok()?;
        match self.palette() {
            Palette::Numbers(_) => parse_game(&game.identity()).ok(),
            Palette::Named(_) => Some(game),
        }
    }
}

/// The ranges of text between colons.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split(':')
        .map(|piece| {
            let span = start..start + piece.len();
            start = span.end + 1;
            span
        })
        .collect()
}

/// The parameters of a game as they were typed.
struct Parameters<'a> {
    text: &'a str,
    info: &'a GameInfo,
    spans: Vec<Range<usize>>,
}

impl Parameters<'_> {
    fn wrong_count(&self) -> TextError {
        TextError::whole(self.text, format!("wrong number of parameters for `{}`", self.info.name))
            .help(format!("it is written {}, for example {}", self.info.usage, self.info.example))
    }

    /// Refuses the wrong number of parameters.
    fn expect(&self, count: Range<usize>) -> Result<(), TextError> {
        if count.contains(&self.spans.len()) { Ok(()) } else { Err(self.wrong_count()) }
    }

    /// The game that takes no parameters.
    fn none(&self, game: fn() -> Game) -> Result<Game, TextError> {
        self.expect(0..1).map(|()| game())
    }

    /// The game that takes a number of colours.
    fn one(&self, game: fn(u8) -> Game) -> Result<Game, TextError> {
        self.expect(1..2)?;
        self.colours(0).map(game)
    }

    fn get(&self, index: usize) -> Option<&str> {
        self.spans.get(index).map(|span| &self.text[span.clone()])
    }

    fn error(&self, index: usize, message: impl Into<String>) -> TextError {
        TextError::new(self.text, self.spans[index].clone(), message)
    }

    /// The whole number at `index`, from 1 to `most`.
    fn number(&self, index: usize, what: &'static str, most: usize) -> Result<usize, TextError> {
        let typed = self.get(index).ok_or_else(|| self.wrong_count())?;
        let number = typed.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| self.error(index, NoSuchGame::OutOfRange(what, most).to_string()))
    }

    /// The number of colours at `index`.
    fn colours(&self, index: usize) -> Result<u8, TextError> {
        Ok(self.number(index, COLOURS, MAX_COLOURS)? as u8)
    }
}

/// The conflict of `v` with the first neighbour that has the same colour.
fn same_as_neighbour(graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
    let twin = graph.neighbours(v).find(|&w| colouring[w] == colouring[v])?;
    Some(Conflict { with: Some(twin), rule: "adjacent vertices must have different colours" })
}

/// Refuses an order that does not consist of the vertices of the graph.
fn names_all(order: Option<&[usize]>, graph: &Graph) -> Result<(), String> {
    let Some(order) = order else { return Ok(()) };
    let (named, all) = (order.len(), graph.order());
    match order.iter().find(|&&v| v >= all) {
        Some(v) => Err(format!("the order names vertex {v}, but there are only {all}")),
        None if named < all => Err(format!("the order names {named} of the {all} vertices")),
        None => Ok(()),
    }
}

/// Why `v` may not be coloured now in a game that colours the cells in a given order, or, if
/// `order` is `None`, in the order of their numbers.
fn not_the_next(order: Option<&[usize]>, colouring: &[Colour], v: usize) -> Option<&'static str> {
    let uncoloured = |w: &usize| colouring[*w] == UNCOLOURED;
    let next = match order {
        None => (0..colouring.len()).find(uncoloured),
        Some(order) => order.iter().copied().find(uncoloured),
    };
    (next != Some(v)).then_some("the vertices are coloured in the given order")
}
