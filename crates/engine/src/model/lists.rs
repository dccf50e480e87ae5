//! The list game: every uncoloured vertex has a list of colours that it may still take, and
//! colouring it removes colours from the lists of others.
//!
//! The rules are not implemented a second time here: the compiler asks the literal rules about
//! every pair of vertices, so a game only has to declare that its rule is a condition on pairs
//! (`pairwise_reach` of the rules).

use chromex_budget::{Meter, Stop};
use chromex_graphs::limit::is_stopped;
use chromex_graphs::ops::near;
use chromex_rules::{Colour, Game, Move, Player, Position, UNCOLOURED};
use smallvec::SmallVec;

use super::Model;
use super::word::{Word, vertices};

/// For each colour, the vertices that can still take it.
pub type Lists<W = u128> = SmallVec<[W; 4]>;

/// The compiled rule on some cells of a board, whose sets are words of the type `W`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListGame<W = u128> {
    /// The cells that the bits stand for.
    cells: Vec<usize>,
    colours: usize,
    /// `kills[(v·k + c)·k + d]`: the vertices that lose colour `d` when `v` gets colour `c`.
    kills: Vec<W>,
    /// For each colour, whether Left and Right may use it.
    users: Vec<[bool; 2]>,
    /// Whether permuting the colours never changes the game, so that lists may be sorted.
    alike: bool,
}

/// The error that a position has more open vertices than a [`ListGame`] can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// The number of open vertices.
    pub open: usize,
    /// The number that it can hold.
    pub most: usize,
}

/// Why a position was not compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCompiled {
    /// It has too many open vertices.
    TooMany(TooMany),
    /// The budget is used up.
    Stopped(Stop),
}

impl From<TooMany> for NotCompiled {
    fn from(too_many: TooMany) -> NotCompiled {
        NotCompiled::TooMany(too_many)
    }
}

impl From<Stop> for NotCompiled {
    fn from(stop: Stop) -> NotCompiled {
        NotCompiled::Stopped(stop)
    }
}

/// The colours that the literal rules allow at a cell, as bits, whoever is to move. `colouring` is
/// changed for the tests and then restored.
fn legal_colours(position: &Position, colouring: &mut [Colour], cell: usize) -> u64 {
    if colouring[cell] != UNCOLOURED {
        return 0;
    }
    let (game, graph) = (position.game(), position.board().graph());
    let mut legal = 0;
    for colour in game.palette().colours() {
        colouring[cell] = colour;
        if game.conflict(graph, colouring, cell).is_none() {
            legal |= 1 << (colour - 1);
        }
    }
    colouring[cell] = UNCOLOURED;
    legal
}

/// Whether there is time left, both for this search and for the work that it is part of.
fn go_on(meter: &Meter) -> Result<(), Stop> {
    meter.check()?;
    if is_stopped() { Err(Stop::Cancelled) } else { Ok(()) }
}

/// The legal colours of every cell, as bits.
pub fn open_colours(position: &Position, meter: &Meter) -> Result<Vec<u64>, Stop> {
    let mut colouring = position.colouring().to_vec();
    let mut of_cell = |cell: usize| {
        // This is checked at each cell: if the rule reaches far, one cell takes time proportional
        // to the size of the board.
        go_on(meter)?;
        Ok(legal_colours(position, &mut colouring, cell))
    };
    (0..position.colouring().len()).map(&mut of_cell).collect()
}

/// For `u`, the later cells `w` for which its colour matters, with the forbidden pairs of colours:
/// all pairs, whatever is in the lists now, so that the compiled rule is as regular as the board
/// and holds for all names of colours (if they are interchangeable, positions are stored with
/// colours renamed). `blank` is an uncoloured board on which pairs are tried; it is uncoloured
/// again afterwards.
fn forbidden_pairs(
    position: &Position,
    lists: &[u64],
    reach: usize,
    u: usize,
    blank: &mut [Colour],
    meter: &Meter,
) -> Result<ForbiddenFrom, Stop> {
    let (game, graph) = (position.game(), position.board().graph());
    let mut near: Vec<usize> =
        if reach == 1 { graph.neighbours(u).collect() } else { near(graph, u, reach) };
    near.sort_unstable();
    near.dedup();
    let mut found = Vec::new();
    for w in near.into_iter().filter(|&w| w > u && lists[w] != 0) {
        if reach > 1 || !game.colours_alike() {
            go_on(meter)?;
        }
        let mut forbidden = |c, d| {
            (blank[u], blank[w]) = (c, d);
            game.conflict(graph, blank, w).is_some()
        };
        let all =
            || game.palette().colours().flat_map(|c| game.palette().colours().map(move |d| (c, d)));
        let pairs: Vec<(Colour, Colour)> = if game.colours_alike() {
            // Only whether the two colours are equal can matter.
            let (same, different) = (forbidden(1, 1), game.palette().len() > 1 && forbidden(1, 2));
            all().filter(|(c, d)| if c == d { same } else { different }).collect()
        } else {
            all().filter(|&(c, d)| forbidden(c, d)).collect()
        };
        (blank[u], blank[w]) = (UNCOLOURED, UNCOLOURED);
        if !pairs.is_empty() {
            found.push((w, pairs));
        }
    }
    Ok(found)
}

fn holds(lists: &[u64], v: usize, colour: Colour) -> bool {
    lists[v] >> (colour - 1) & 1 == 1
}

type Forbidden = Vec<(usize, usize, Vec<(Colour, Colour)>)>;
/// For one cell, the other cells with the pairs of colours that are forbidden.
type ForbiddenFrom = Vec<(usize, Vec<(Colour, Colour)>)>;

fn all_forbidden(
    position: &Position,
    lists: &[u64],
    reach: usize,
    meter: &Meter,
) -> Result<Forbidden, Stop> {
    let mut blank = vec![UNCOLOURED; lists.len()];
    let mut all = Vec::new();
    for u in (0..lists.len()).filter(|&u| lists[u] != 0) {
        go_on(meter)?;
        let pairs = forbidden_pairs(position, lists, reach, u, &mut blank, meter)?;
        all.extend(pairs.into_iter().map(|(w, pairs)| (u, w, pairs)));
        meter.room_for(all.len() * BYTES_A_PAIR)?;
    }
    Ok(all)
}

/// About how many bytes a cell takes while a position is decomposed.
const BYTES_A_CELL: usize = 200;
/// About how many bytes a pair of cells with forbidden colours then takes.
const BYTES_A_PAIR: usize = 80;

/// How many bytes a compiled rule takes for this number of vertices: a set for each vertex and each
/// pair of colours.
fn rule_bytes<W: Word>(vertices: usize, game: &Game) -> usize {
    vertices.min(W::BITS) * game.palette().len().pow(2) * size_of::<W>()
}

/// The connected components of the open cells, joined where some pair of their colours is
/// forbidden.
fn open_components(lists: &[u64], forbidden: &Forbidden) -> Vec<Vec<usize>> {
    let matters = |u, w, pairs: &[(Colour, Colour)]| {
        pairs.iter().any(|&(c, d)| holds(lists, u, c) && holds(lists, w, d))
    };
    let edges =
        forbidden.iter().filter(|(u, w, pairs)| matters(*u, *w, pairs)).map(|&(u, w, _)| (u, w));
    let graph = chromex_graphs::Graph::undirected(lists.len(), edges)
        .expect("forbidden pairs are edges between different cells");
    let mut parts = chromex_graphs::ops::components(&graph);
    parts.retain(|part| lists[part[0]] != 0);
    parts
}

/// A connected component of the open cells of a position, with the rule between them.
#[derive(Debug, Clone)]
pub struct Component {
    cells: Vec<usize>,
    forbidden: Forbidden,
}

impl Component {
    /// The connected components of a position.
    pub fn all(position: &Position, reach: usize, meter: &Meter) -> Result<Vec<Component>, Stop> {
        meter.room_for(position.cells().saturating_mul(BYTES_A_CELL))?;
        let lists = open_colours(position, meter)?;
        let forbidden = all_forbidden(position, &lists, reach, meter)?;
        let parts = open_components(&lists, &forbidden);
        let mut part_of = vec![usize::MAX; lists.len()];
        for (i, part) in parts.iter().enumerate() {
            part.iter().for_each(|&cell| part_of[cell] = i);
        }
        let empty = |cells| Component { cells, forbidden: Vec::new() };
        let mut components: Vec<Component> = parts.into_iter().map(empty).collect();
        for entry in forbidden {
            if part_of[entry.0] == part_of[entry.1] {
                components[part_of[entry.0]].forbidden.push(entry);
            }
        }
        Ok(components)
    }

    /// The number of cells.
    pub fn order(&self) -> usize {
        self.cells.len()
    }

    /// The open cells that it consists of.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// Compiles the component into a list game; `game` is the game of its position.
    pub fn compile<W: Word>(self, game: &Game, meter: &Meter) -> Result<ListGame<W>, NotCompiled> {
        meter.room_for(rule_bytes::<W>(self.order(), game))?;
        Ok(ListGame::on_cells(game, self.cells, &self.forbidden)?)
    }
}

impl<W: Word> ListGame<W> {
    /// Compiles a position into one list game over all its open cells, in one piece.
    pub fn compile(
        position: &Position,
        reach: usize,
        meter: &Meter,
    ) -> Result<ListGame<W>, NotCompiled> {
        let lists = open_colours(position, meter)?;
        let open: Vec<usize> = (0..lists.len()).filter(|&v| lists[v] != 0).collect();
        ListGame::<W>::check_size(open.len())?;
        meter.room_for(rule_bytes::<W>(open.len(), position.game()))?;
        let forbidden = all_forbidden(position, &lists, reach, meter)?;
        Ok(ListGame::on_cells(position.game(), open, &forbidden)?)
    }

    fn check_size(open: usize) -> Result<(), TooMany> {
        if open > W::BITS { Err(TooMany { open, most: W::BITS }) } else { Ok(()) }
    }

    fn on_cells(
        game: &Game,
        cells: Vec<usize>,
        forbidden: &Forbidden,
    ) -> Result<ListGame<W>, TooMany> {
        ListGame::<W>::check_size(cells.len())?;
        let k = game.palette().len();
        let mut kills = vec![W::EMPTY; cells.len() * k * k];
        let bit = |cell: &usize| cells.binary_search(cell).expect("open cells are listed");
        for (u, w, pairs) in forbidden {
            let (u, w) = (bit(u), bit(w));
            for &(c, d) in pairs {
                let (c, d) = (usize::from(c) - 1, usize::from(d) - 1);
                kills[(u * k + c) * k + d] |= W::single(w);
                kills[(w * k + d) * k + c] |= W::single(u);
            }
        }
        let may = |player| move |c| game.may_use(player, c);
        let users: Vec<_> = game
            .palette()
            .colours()
            .map(|c| [may(Player::Left)(c), may(Player::Right)(c)])
            .collect();
        Ok(ListGame { cells, colours: k, kills, users, alike: game.colours_alike() })
    }

    /// A game with the same colours on other vertices; `kills` as in the field of that name.
    pub(crate) fn with_kills(&self, kills: Vec<W>) -> ListGame<W> {
        let order = kills.len() / (self.colours * self.colours).max(1);
        ListGame { cells: (0..order).collect(), kills, ..self.clone() }
    }

    /// The cells, and the rule with the cells renamed 0, 1, …: it is equal for components of equal
    /// shape.
    pub fn into_shape(mut self) -> (Vec<usize>, ListGame<W>) {
        let cells = (0..self.order()).collect();
        (std::mem::replace(&mut self.cells, cells), self)
    }

    /// A number that identifies the game, for files: if it is equal, the games are equal except for
    /// the names of their cells.
    pub fn fingerprint(&self) -> u64 {
        let limbs = self.kills.iter().flat_map(|&kill| (0..W::LIMBS).map(move |i| kill.limb(i)));
        fingerprint([self.colours as u64].into_iter().chain(limbs))
    }

    /// The cells that the bits stand for.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// For each colour, the vertices that lose it when `v` gets colour `c` (counted from 0).
    pub fn kills(&self, v: usize, c: usize) -> &[W] {
        let from = (v * self.colours + c) * self.colours;
        &self.kills[from..from + self.colours]
    }

    /// Whether permuting colours changes nothing.
    pub fn colours_alike(&self) -> bool {
        self.alike
    }

    /// Whether colour `c` (counted from 0) is for exactly these players (Left, Right).
    pub fn is_for(&self, c: usize, users: [bool; 2]) -> bool {
        self.users[c] == users
    }

    /// The number of cells.
    pub fn order(&self) -> usize {
        self.cells.len()
    }

    /// The lists of these cells in a position that can be reached from the compiled one.
    pub fn lists(&self, position: &Position) -> Lists<W> {
        let mut colouring = position.colouring().to_vec();
        self.lists_by(self.cells.iter().map(|&cell| legal_colours(position, &mut colouring, cell)))
    }

    /// The lists of other cells of the same shape, computed from the [legal colours](open_colours)
    /// of all cells.
    pub fn lists_of(&self, cells: &[usize], legal: &[u64]) -> Lists<W> {
        self.lists_by(cells.iter().map(|&cell| legal[cell]))
    }

    fn lists_by(&self, legal: impl Iterator<Item = u64>) -> Lists<W> {
        let mut lists = Lists::from_elem(W::EMPTY, self.colours);
        for (bit, legal) in legal.enumerate() {
            for c in (0..self.colours).filter(|c| legal >> c & 1 == 1) {
                lists[c] |= W::single(bit);
            }
        }
        lists
    }

    /// The vertices that can still take a colour.
    pub fn open(lists: &Lists<W>) -> W {
        lists.iter().fold(W::EMPTY, |all, &list| all | list)
    }

    /// The moves of a player, by vertex and colour. Of colours that are interchangeable in this
    /// position, only one is used.
    pub(crate) fn moves(
        &self,
        lists: &Lists<W>,
        player: Player,
    ) -> impl Iterator<Item = (usize, usize)> {
        let useful = move |&c: &usize| {
            let twin = self.alike && lists[..c].contains(&lists[c]);
            !twin && self.users[c][player as usize]
        };
        (0..self.colours).filter(useful).flat_map(|c| vertices(lists[c]).map(move |v| (v, c)))
    }

    /// The lists after vertex `v` got colour `c` (counted from 0).
    pub fn play(&self, lists: &Lists<W>, v: usize, c: usize) -> Lists<W> {
        let lost = self.kills(v, c).iter().map(|&kill| kill | W::single(v));
        lists.iter().zip(lost).map(|(&list, lost)| list & !lost).collect()
    }

    /// The vertices that would lose a colour if `v` took one of its colours.
    pub fn neighbours(&self, lists: &Lists<W>, v: usize) -> W {
        let mut found = W::EMPTY;
        for c in (0..self.colours).filter(|&c| lists[c].contains(v)) {
            for (&list, &kill) in lists.iter().zip(self.kills(v, c)) {
                found |= list & kill;
            }
        }
        found
    }

    fn component(&self, lists: &Lists<W>, start: usize) -> W {
        let mut reached = W::single(start);
        let mut fresh = reached;
        while fresh != W::EMPTY {
            let v = fresh.least();
            fresh = fresh.without_least();
            let more = self.neighbours(lists, v) & !reached;
            reached |= more;
            fresh |= more;
        }
        reached
    }

    /// Sorts the lists if the colours are interchangeable: positions that differ by a permutation
    /// of colours become equal.
    pub fn normalise(&self, mut lists: Lists<W>) -> Lists<W> {
        if self.alike {
            lists.sort_unstable();
        }
        lists
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// The cell and colour of a vertex and colour of this game.
    pub fn to_move(&self, v: usize, c: usize) -> Move {
        Move { cell: self.cells[v], colour: c as Colour + 1 }
    }
}

/// Mixes words into one number.
pub(crate) fn fingerprint(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xCBF2_9CE4_8422_2325, |state: u64, word| {
        (state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}

impl<W: Word> Model for ListGame<W> {
    type State = Lists<W>;

    fn children(&self, lists: &Lists<W>, player: Player) -> impl Iterator<Item = Lists<W>> {
        self.moves(lists, player).map(|(v, c)| self.play(lists, v, c))
    }

    fn parts(&self, lists: Lists<W>) -> Vec<Lists<W>> {
        let mut rest = ListGame::open(&lists);
        let mut parts = Vec::new();
        while rest != W::EMPTY {
            let part = self.component(&lists, rest.least());
            rest &= !part;
            parts.push(self.normalise(lists.iter().map(|&list| list & part).collect()));
        }
        parts
    }

    fn bytes(&self) -> usize {
        2 * (size_of::<Lists<W>>() + 8)
            + if self.colours > 4 { size_of::<W>() * self.colours } else { 0 }
    }
}
