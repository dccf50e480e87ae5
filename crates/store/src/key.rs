//! The canonical form of a position, which is the same for all positions that symmetry makes equal.
//!
//! The graph is relabelled by nauty, after a vertex has been added for each colour in use, joined
//! to the vertices with that colour; so symmetries of the graph and permutations of interchangeable
//! colours are handled together. The key is the complete canonical position, never a hash of it, so
//! two positions can only have the same key if they are really equivalent.
//!
//! No key is made for boards of more than [`MAX_CELLS`] cells, for which canonical labelling may
//! take too long; answers about them are not stored. Positions of games that do not respect the
//! symmetry of the graph (because they have an order of colouring) are stored as they are.

use std::fmt;

use chromex::graphs::symmetry::Symmetry;
use chromex::graphs::{Board, Graph, Limit, formats};
use chromex::rules::{Colour, Convention, Move, Player, Position, UNCOLOURED, parse_game};

/// Answers about larger boards are not stored.
pub const MAX_CELLS: usize = 256;

/// The canonical position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The game, by its identity.
    pub game: String,
    /// The graph in graph6, or digraph6.
    pub graph: String,
    /// One character for each cell: `.`, or the colour as a digit or letter; empty at the start of
    /// a game.
    pub colouring: String,
    /// 0 for impartial games, otherwise 1 if Left is to move and 2 if Right is.
    pub turn: i64,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Key { game, graph, colouring, turn } = self;
        let player = if *turn == 2 { "right" } else { "left" };
        write!(f, "{game} {graph} {} {player}", if colouring.is_empty() { "-" } else { colouring })
    }
}

/// A key, and how its position was obtained from the original one.
#[derive(Debug, Clone)]
pub struct Keyed {
    /// The key, which all symmetric positions share.
    pub key: Key,
    /// The new number of each vertex.
    places: Vec<usize>,
    /// For each copy of the graph, the new number of each colour, counted from 1.
    colours: Vec<Vec<Colour>>,
}

impl Keyed {
    /// The cell of the canonical position that corresponds to `cell`.
    pub fn cell(&self, cell: usize) -> usize {
        let order = self.places.len().max(1);
        cell / order * order + self.places[cell % order]
    }

    /// The colour, in the canonical position, that corresponds to the colour of a move.
    pub fn colour(&self, m: Move) -> Colour {
        self.colours[m.cell / self.places.len().max(1)][usize::from(m.colour) - 1]
    }
}

/// The key of a position; `None` if the board is too large.
pub fn keyed(position: &Position) -> Option<Keyed> {
    let (game, graph) = (position.game(), position.board().graph());
    if position.cells() > MAX_CELLS {
        return None;
    }
    let (places, colours) = match game.respects_symmetry() {
        true => canonical(position)?,
        false => as_it_is(position),
    };
    let order = graph.order();
    let mut colouring = vec![UNCOLOURED; position.cells()];
    for (cell, &colour) in position.colouring().iter().enumerate() {
        if colour != UNCOLOURED {
            let copy = cell / order;
            colouring[copy * order + places[cell % order]] = colours[copy][usize::from(colour) - 1];
        }
    }
    let key = Key {
        game: game.identity(),
        graph: write_graph(&graph.relabelled(&places))?,
        colouring: write_colouring(&colouring),
        turn: match (position.convention(), position.turn()) {
            (Convention::Impartial, _) => 0,
            (_, Player::Left) => 1,
            (_, Player::Right) => 2,
        },
    };
    Some(Keyed { key, places, colours })
}

/// The new numbers of the vertices, and of the colours of each copy.
type Numbers = (Vec<usize>, Vec<Vec<Colour>>);

fn as_it_is(position: &Position) -> Numbers {
    let colours = (1..=position.game().palette().len() as Colour).collect();
    ((0..position.board().order()).collect(), vec![colours; position.game().copies()])
}

fn canonical(position: &Position) -> Option<Numbers> {
    let (game, graph) = (position.game(), position.board().graph());
    let order = graph.order();
    let (mut places, mut colours) = as_it_is(position);
    if order == 0 {
        return Some((places, colours));
    }
    let alike = game.colours_alike();
    // For each copy and each colour in use, the vertices that have it.
    let mut classes: Vec<(usize, Colour, Vec<usize>)> = Vec::new();
    for (copy, cells) in position.colouring().chunks(order).enumerate() {
        for colour in 1..=game.palette().len() as Colour {
            let members: Vec<usize> = (0..order).filter(|&v| cells[v] == colour).collect();
            if !members.is_empty() {
                classes.push((copy, colour, members));
            }
        }
    }
    // One additional vertex for each class. Its own colour shows the copy, and also the class's
    // colour if colours are not interchangeable.
    let kind = |(copy, colour, _): &(usize, Colour, Vec<usize>)| {
        1 + *copy as u32 * 64 + if alike { 0 } else { u32::from(*colour) }
    };
    let marks: Vec<u32> = std::iter::repeat_n(0, order).chain(classes.iter().map(kind)).collect();
    let joins = classes
        .iter()
        .enumerate()
        .flat_map(|(i, (_, _, members))| members.iter().map(move |&v| (v, order + i)));
    let edges = graph.edges().chain(joins);
    let marked = Graph::same_kind(graph, order + classes.len(), edges).ok()?;
    let symmetry = Symmetry::of(&marked, &marks)?;
    let (vertices, others) = symmetry.labelling().split_at(order);
    vertices.iter().enumerate().for_each(|(new, &old)| places[old as usize] = new);
    if alike {
        renumber(&mut colours, others.iter().map(|&v| &classes[v as usize - order]));
    }
    Some((places, colours))
}

/// Numbers the colours in use in the given order, and then the others.
fn renumber<'a>(
    colours: &mut [Vec<Colour>],
    used: impl Iterator<Item = &'a (usize, Colour, Vec<usize>)>,
) {
    let mut next = vec![1; colours.len()];
    let mut fresh: Vec<Vec<Option<Colour>>> = colours.iter().map(|c| vec![None; c.len()]).collect();
    for (copy, colour, _) in used {
        fresh[*copy][usize::from(*colour) - 1] = Some(next[*copy]);
        next[*copy] += 1;
    }
    for (copy, fresh) in fresh.into_iter().enumerate() {
        for (i, number) in fresh.into_iter().enumerate() {
            colours[copy][i] = number.unwrap_or_else(|| {
                next[copy] += 1;
                next[copy] - 1
            });
        }
    }
}

fn write_graph(graph: &Graph) -> Option<String> {
    let text = match graph.is_directed() {
        true => formats::digraph6::write(graph),
        false => formats::graph6::write(graph),
    };
    Some(text.ok()?.trim_end().to_owned())
}

fn write_colouring(colouring: &[Colour]) -> String {
    if colouring.iter().all(|&colour| colour == UNCOLOURED) {
        return String::new();
    }
    colouring.iter().map(|&colour| SYMBOLS[usize::from(colour)] as char).collect()
}

/// A character for each possible colour.
const SYMBOLS: &[u8; 62] = b".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const _: () = assert!(SYMBOLS.len() == chromex::rules::MAX_COLOURS + 1);

/// Bytes in which the largest graph that is kept can be built.
const GRAPH_BYTES: u64 = 8 << 20;

/// The graph, if it is no larger than those that are kept: others are refused before they are built.
fn read_graph(text: &str) -> Result<Graph, String> {
    // Six arcs a character; sparse6 takes no more than two characters an edge.
    if text.len() > MAX_CELLS * MAX_CELLS + 100 {
        return Err(TOO_LARGE.to_owned());
    }
    let current = Limit::current();
    let small = Limit { bytes: current.bytes.min(GRAPH_BYTES), advice: "", ..current };
    let graph = small.during(|| formats::read_line(text)).map_err(|error| error.to_string())?;
    if graph.order() > MAX_CELLS { Err(TOO_LARGE.to_owned()) } else { Ok(graph) }
}

/// Why nothing is kept about a larger board.
pub(crate) const TOO_LARGE: &str = "it is too large to be kept";

impl Key {
    /// The position itself, if the key makes sense.
    pub fn position(&self) -> Result<Position, String> {
        let game = parse_game(&self.game).map_err(|error| error.message().to_owned())?;
        let graph = read_graph(&self.graph)?;
        let cells = game.copies() * graph.order();
        if cells > MAX_CELLS {
            return Err(TOO_LARGE.to_owned());
        }
        let colour =
            |c: char| SYMBOLS.iter().position(|&s| char::from(s) == c).map(|i| i as Colour);
        let colouring = match self.colouring.as_str() {
            "" => Some(vec![UNCOLOURED; cells]),
            text => text.chars().map(colour).collect(),
        };
        let colouring = colouring.ok_or_else(|| format!("bad colouring `{}`", self.colouring))?;
        let turn = if self.turn == 2 { Player::Right } else { Player::Left };
        let prefix = if graph.is_directed() { "d6" } else { "g6" };
        let name = format!("{prefix}:{}", self.graph);
        Position::new(game, Board::new(graph, name), colouring, turn).map_err(|e| e.to_string())
    }
}
