//! Who wins sequential 2-colouring: the vertices are coloured in a given order, properly, with two
//! colours (Beaulieu et al., section 6; Bodlaender, *On the complexity of some coloring games*).
//!
//! * [`path`] and [`cycle`]: Theorem 22 and its counterpart, in linear time.
//! * [`graph`] and [`position`]: any graph, in near-linear time; [`obligations`]: and how the winner plays.
//!
//! Why it works. A player can choose between colours only at a vertex without coloured neighbours:
//! such a vertex is a *source*. At any time the coloured vertices form classes, each of which is
//! determined by one choice: that of its first source. Consider a vertex with coloured neighbours;
//! call its player Q and the other player P. All these neighbours must have the same colour, or
//! else Q loses. Within a class this is decided. If the neighbours are in several classes, then the
//! choice that began the earliest of them came first, and the player who owns one of the other
//! classes could decide there whether it agrees with the earliest:
//!
//! * if P owns one of them, P can make them differ, and Q loses here (or earlier);
//! * if Q owns all of them, Q must make them agree, or lose here. So these are no real choices, and
//!   the classes become one class, determined by the earliest source.
//!
//! Each source is used up at most once in this way. So if the first vertex of the order that is
//! lost for its player is Q's, then P respects his own obligations, makes the classes differ where
//! he can, and is never stuck before that. If no vertex is lost, all vertices get coloured, and the
//! player who colours the last one wins.

use chromex_graphs::Graph;
use chromex_graphs::limit::MAX_SIZE;
use chromex_rules::{Colour, Convention, Player, Position, UNCOLOURED};

/// How a game ends when both play well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Who wins; [`Player::Left`] colours the first vertex.
    pub winner: Player,
    /// The vertex that the loser will not be able to colour; `None` if all get coloured.
    pub stuck_at: Option<usize>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadOrder {
    /// A vertex is missing, comes twice or does not exist.
    #[error("the order must name each of the {0} vertices once")]
    NotAPermutation(usize),
    /// Sequential colouring is played on undirected graphs.
    #[error("sequential colouring is played on undirected graphs")]
    Directed,
    /// There are too many vertices.
    #[error("{0} vertices are too many (at most {MAX_SIZE})")]
    TooMany(usize),
}

/// The player of a turn; turns are numbered from 1.
fn player(turn: u32) -> Player {
    if turn % 2 == 1 { Player::Left } else { Player::Right }
}

impl Ending {
    fn stuck(vertex: usize, turn: u32) -> Ending {
        Ending { winner: player(turn).opponent(), stuck_at: Some(vertex) }
    }

    /// The ending if all vertices are coloured after this number of turns.
    fn all_coloured(turns: u32) -> Ending {
        Ending { winner: player(turns + 1).opponent(), stuck_at: None }
    }
}

/// The turn of each vertex, from 1.
fn turns(order: &[usize]) -> Result<Vec<u32>, BadOrder> {
    let n = order.len();
    if n > MAX_SIZE {
        return Err(BadOrder::TooMany(n));
    }
    let mut turns = vec![0; n];
    for (turn, &v) in (1..).zip(order) {
        match turns.get_mut(v) {
            Some(place @ 0) => *place = turn,
            _ => return Err(BadOrder::NotAPermutation(n)),
        }
    }
    Ok(turns)
}

/// The winner on the path 0, 1, …, n−1, by the algorithm of Theorem 22 (Beaulieu et al.).
///
/// ```
/// use chromex_rules::Player;
/// use chromex_theory::sequential::path;
/// // Right makes the ends differ, and the middle is lost for Left.
/// let ending = path(&[0, 2, 1])?;
/// assert_eq!((ending.winner, ending.stuck_at), (Player::Right, Some(1)));
/// # Ok::<(), chromex_theory::sequential::BadOrder>(())
/// ```
pub fn path(order: &[usize]) -> Result<Ending, BadOrder> {
    let turns = turns(order)?;
    let stuck = first_lost(&turns).map(|v| Ending::stuck(v, turns[v]));
    Ok(stuck.unwrap_or_else(|| Ending::all_coloured(order.len() as u32)))
}

/// The winner on the cycle 0, 1, …, n−1.
///
/// The last vertex of the order comes after both its neighbours, so the other vertices are played
/// as on a path. If none of them is lost, they are coloured alternately in the end. Then the last
/// vertex can be coloured exactly if n is even, and in both cases the first player has no move
/// next.
///
/// ```
/// # use chromex_rules::Player;
/// # use chromex_theory::sequential::cycle;
/// assert_eq!(cycle(&[0, 1, 2, 3])?.winner, Player::Right);
/// # Ok::<(), chromex_theory::sequential::BadOrder>(())
/// ```
pub fn cycle(order: &[usize]) -> Result<Ending, BadOrder> {
    let turns = turns(order)?;
    let n = order.len();
    let Some(&last) = order.last() else { return Ok(Ending::all_coloured(0)) };
    if n < 3 {
        return path(order);
    }
    let cut: Vec<u32> = (1..n).map(|i| turns[(last + i) % n]).collect();
    let stuck = first_lost(&cut).map(|i| Ending::stuck((last + 1 + i) % n, cut[i]));
    let at_the_end = if n.is_multiple_of(2) {
        Ending::all_coloured(n as u32)
    } else {
        Ending::stuck(last, n as u32)
    };
    Ok(stuck.unwrap_or(at_the_end))
}

/// On a path whose vertices have these turns, the first vertex that is lost for its player.
///
/// Definition 8: *sources* come before their neighbours, *closed* vertices after two neighbours;
/// the others are constrained and removed. The remaining vertices alternate: source, closed, …,
/// source.
fn first_lost(turns: &[u32]) -> Option<usize> {
    let kept = sources_and_closed(turns);
    let mut links = Links::new(kept.len());
    for closed in by_turn(turns, &kept) {
        let (left, right) = (links.left[closed] as usize, links.right[closed] as usize);
        let turn = |i: usize| turns[kept[i] as usize];
        let later = if turn(left) > turn(right) { left } else { right };
        if player(turn(later)) != player(turn(closed)) {
            return Some(kept[closed] as usize);
        }
        links.remove(closed);
        links.remove(later);
    }
    None
}

/// The sources and the closed vertices along a path: sources at even places, closed vertices at odd
/// places.
fn sources_and_closed(turns: &[u32]) -> Vec<u32> {
    let n = turns.len();
    let later_than = |v: usize, w: Option<&u32>| w.is_some_and(|&w| turns[v] > w);
    let mut kept = Vec::new();
    for v in 0..n {
        let after_left = v > 0 && later_than(v, turns.get(v - 1));
        let after_right = later_than(v, turns.get(v + 1));
        let inner = v > 0 && v + 1 < n;
        let source = !after_left && !after_right;
        let closed = inner && after_left && after_right;
        if source || closed {
            kept.push(v as u32);
        }
    }
    kept
}

/// The places of the closed vertices, by increasing turn: sorted into as many buckets as turns.
fn by_turn(turns: &[u32], kept: &[u32]) -> impl Iterator<Item = usize> {
    let mut at = vec![0; turns.len() + 1];
    for place in (1..kept.len()).step_by(2) {
        at[turns[kept[place] as usize] as usize] = place as u32;
    }
    at.into_iter().filter(|&place| place > 0).map(|place| place as usize)
}

/// A row of places from which some can be removed.
struct Links {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Links {
    fn new(n: usize) -> Links {
        let n = n as u32;
        Links { left: (0..n).map(|i| i.wrapping_sub(1)).collect(), right: (1..=n).collect() }
    }

    fn remove(&mut self, i: usize) {
        let (left, right) = (self.left[i], self.right[i]);
        if let Some(place) = self.right.get_mut(left as usize) {
            *place = right;
        }
        if let Some(place) = self.left.get_mut(right as usize) {
            *place = left;
        }
    }
}

/// The winner on any graph. The order is read only up to the first lost vertex.
///
/// ```
/// use chromex_graphs::parse;
/// use chromex_rules::Player;
/// use chromex_theory::sequential;
/// let order: Vec<usize> = (0..9).collect();
/// let ending = sequential::graph(parse("grid:3x3")?.graph(), &order)?;
/// assert_eq!((ending.winner, ending.stuck_at), (Player::Left, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph(graph: &Graph, order: &[usize]) -> Result<Ending, BadOrder> {
    from(graph, order, &[])
}

/// The order in which the vertices are coloured, if the game is sequential colouring with two colours.
pub(crate) fn order(position: &Position) -> Option<Vec<usize>> {
    let game = position.game();
    let applies = game.convention() == Convention::Impartial
        && game.different_within() == Some(1)
        && game.palette().len() == 2
        && game.colours_are_shared();
    game.places().order(position.cells()).filter(|_| applies)
}

/// The winner of a position of `sequential:2`; [`Player::Left`] is the player to move. `None` if it
/// is another game.
pub fn position(position: &Position) -> Option<Result<Ending, BadOrder>> {
    let order = order(position)?;
    Some(from(position.board().graph(), &order, position.colouring()))
}

/// The condition that an earlier vertex puts on the colour of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tie {
    /// The earlier vertex.
    pub to: u32,
    /// Whether the colours have to differ.
    pub differs: bool,
    /// The reason for the tie.
    pub why: Why,
}

/// Why a vertex is tied to an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// They are adjacent.
    Neighbour,
    /// It is a source, and has to agree: otherwise a later vertex of the same player will be lost.
    Agree,
    /// It is a source, and this choice makes a later vertex of the opponent lost.
    Spoil,
}

/// How both players should play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligations {
    /// The end of the game with this play.
    pub ending: Ending,
    /// For each vertex the tie that its player should respect; without a tie, any colour is fine.
    pub ties: Vec<Option<Tie>>,
}

/// How to play a position of `sequential:2`; [`Player::Left`] is the player to move. `None` if it is
/// another game.
///
/// Each tie refers to a vertex that was the source of its class when the classes met. A player who
/// breaks a tie is stuck at the latest where they met, so later ties do not matter any more.
pub fn obligations(position: &Position) -> Option<Result<Obligations, BadOrder>> {
    let order = order(position)?;
    let graph = position.board().graph();
    let mut classes = Classes::new(graph.order());
    classes.ties = Some(Ties { tied: vec![None; graph.order()], ..Ties::default() });
    let ending = run(&mut classes, graph, &order, position.colouring());
    let ties = classes.ties.unwrap_or_default().tied;
    Some(ending.map(|ending| Obligations { ending, ties }))
}

/// The winner when some vertices are coloured already (none if `colouring` is empty).
fn from(graph: &Graph, order: &[usize], colouring: &[Colour]) -> Result<Ending, BadOrder> {
    run(&mut Classes::new(graph.order()), graph, order, colouring)
}

fn run(
    classes: &mut Classes,
    graph: &Graph,
    order: &[usize],
    colouring: &[Colour],
) -> Result<Ending, BadOrder> {
    if graph.is_directed() {
        return Err(BadOrder::Directed);
    }
    let n = graph.order();
    if order.len() != n || n > MAX_SIZE {
        return Err(BadOrder::NotAPermutation(n));
    }
    classes.paint(colouring);
    let coloured = |v: usize| colouring.get(v).is_some_and(|&colour| colour != UNCOLOURED);
    let mut turn = 0;
    for &v in order {
        if v < n && coloured(v) {
            continue;
        }
        if v >= n || classes.hold(v) {
            return Err(BadOrder::NotAPermutation(n));
        }
        turn += 1;
        if !classes.colour(graph, v, turn) {
            return Ok(Ending::stuck(v, turn));
        }
    }
    Ok(Ending::all_coloured(turn))
}

/// The classes of coloured vertices, as disjoint sets with parity.
///
/// A *place* is twice the number of a class, plus one for the opposite of the colour that its source
/// has. Classes are numbered from 1 as they begin.
struct Classes {
    /// The place of each vertex in the class in which it began; 0 while it is uncoloured.
    places: Vec<u32>,
    /// For each class, the place of its source in the class into which it was merged; for a root,
    /// in itself.
    links: Vec<u32>,
    /// Facts about each root.
    roots: Vec<Root>,
    /// How the players have to choose, if this was asked for.
    ties: Option<Ties>,
}

#[derive(Default)]
struct Ties {
    /// The vertex coloured at each turn; at index 0, one of the vertices coloured before the game,
    /// or no vertex.
    at: Vec<u32>,
    /// The tie of each vertex.
    tied: Vec<Option<Tie>>,
}

#[derive(Clone, Copy, Default)]
struct Root {
    /// The turn of the earliest source of the class; 0 for the class coloured before the game.
    source: u32,
    /// An upper bound on the height of the tree of links below.
    height: u32,
}

impl Classes {
    fn new(n: usize) -> Classes {
        Classes { places: vec![0; n], links: vec![0], roots: vec![Root::default()], ties: None }
    }

    /// Puts all vertices coloured before the game into one class.
    fn paint(&mut self, colouring: &[Colour]) {
        let mut painted = (0..colouring.len()).filter(|&v| colouring[v] != UNCOLOURED);
        let first = painted.next();
        if let Some(ties) = &mut self.ties {
            ties.at.push(first.map_or(u32::MAX, |v| v as u32));
        }
        let Some(first) = first else { return };
        self.begin(first, 0);
        for v in painted {
            self.places[v] = self.places[first] ^ u32::from(colouring[v] != colouring[first]);
        }
    }

    /// Whether a vertex is coloured.
    fn hold(&self, v: usize) -> bool {
        self.places[v] != 0
    }

    /// A new class, with a vertex as its source.
    fn begin(&mut self, v: usize, turn: u32) {
        let place = (self.links.len() as u32) << 1;
        self.places[v] = place;
        self.links.push(place);
        self.roots.push(Root { source: turn, height: 0 });
    }

    /// The place in its root that corresponds to a place.
    fn current(&mut self, mut place: u32) -> u32 {
        loop {
            let class = (place >> 1) as usize;
            let link = self.links[class];
            let above = self.links[(link >> 1) as usize];
            if link >> 1 == above >> 1 {
                return link ^ (place & 1);
            }
            // Halves the path for later calls.
            let skip = above ^ (link & 1);
            self.links[class] = skip;
            place = skip ^ (place & 1);
        }
    }

    /// Colours the next vertex as well as its player can; `false` if the vertex is lost for him.
    fn colour(&mut self, graph: &Graph, v: usize, turn: u32) -> bool {
        if let Some(ties) = &mut self.ties {
            ties.at.push(v as u32);
        }
        // The place of the neighbours seen so far.
        let mut seen = None;
        for w in graph.neighbours(v) {
            if !self.hold(w) {
                continue;
            }
            if let Some(ties) = &mut self.ties {
                let to_neighbour = Tie { to: w as u32, differs: true, why: Why::Neighbour };
                ties.tied[v] = Some(to_neighbour);
            }
            let found = self.current(self.places[w]);
            seen = match seen {
                None => Some(found),
                Some(place) => match self.agree(place, found, turn) {
                    Some(place) => Some(place),
                    None => return false,
                },
            };
        }
        match seen {
            None => self.begin(v, turn),
            Some(place) => self.places[v] = place ^ 1,
        }
        true
    }

    /// Makes two places in roots equal, if the player of this turn can make sure of it.
    fn agree(&mut self, a: u32, b: u32, turn: u32) -> Option<u32> {
        if a >> 1 == b >> 1 {
            return (a == b).then_some(a);
        }
        let [Root { source: s, height: h }, Root { source: t, height: i }] =
            [a, b].map(|place| self.roots[(place >> 1) as usize]);
        let agreed = player(s.max(t)) == player(turn);
        self.tie(a, b, if agreed { Why::Agree } else { Why::Spoil });
        if !agreed {
            return None;
        }
        let (above, below) = if h >= i { (a, b) } else { (b, a) };
        let height = h.max(i) + u32::from(h == i);
        self.links[(below >> 1) as usize] = above ^ (below & 1);
        self.roots[(above >> 1) as usize] = Root { source: s.min(t), height };
        Some(above)
    }

    /// Ties the sources of two classes to each other, so that these places become equal, or
    /// different.
    fn tie(&mut self, a: u32, b: u32, why: Why) {
        let Some(mut ties) = self.ties.take() else { return };
        let [from_a, from_b] = [a, b].map(|place| self.roots[(place >> 1) as usize].source);
        let source = |turn: u32| ties.at[turn as usize] as usize;
        let mut differs = |turn: u32, place: u32| self.current(self.places[source(turn)]) != place;
        let agree_if_differ = differs(from_a, a) != differs(from_b, b);
        let (to, later) = (source(from_a.min(from_b)) as u32, source(from_a.max(from_b)));
        let differs = agree_if_differ != (why == Why::Spoil);
        ties.tied[later] = Some(Tie { to, differs, why });
        self.ties = Some(ties);
    }
}
