//! Both sides of the largest connected subgraph game on cographs (Bensmail et al., Theorem 5.1): Alice
//! wins where the theorem says so, and elsewhere Bob draws.
//!
//! All cases are one plan: answer in the component in which the opponent just played, and spend moves that
//! have no such answer at home, the component in which one's own vertices are to hang together. They
//! differ in where home is and in how one plays there ([`Plan`]).
//!
//! The theorem splits a join into two sides as one likes. Here the sides have at least two vertices each
//! wherever that is possible. Then a side of one vertex is left in 1(c)i, whose other side falls apart,
//! in graphs of odd order, and in K_2 only: case 1(c)ii is K_2, and case 2(d) is never needed.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use chromex_graph_tools::classes::cograph::{Cotree, Label, Node, cotree};
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Promise, Reply, Strategy, StrategyInfo};
use crate::hypotheses::is_largest_component;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "cographs",
    summary: "Answers in the component in which the opponent just played, and keeps its own vertices in the \
              largest component together: Alice wins, or Bob draws, as the theorem says.",
    source: "Bensmail et al., Theorem 5.1",
    example: "connected cotree:u(j(1,u(3)),j(3))",
    build,
};

/// How to play at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Home is G_1. With a vertex on each of its two sides, all of the player's vertices there are
    /// connected.
    BothSides,
    /// Home is G_1. Its universal vertex connects the player's vertices; the opponent's vertices
    /// are kept apart by answering in the same component of the rest.
    Universal,
    /// As `Universal`, but moves in G_2 are also answered at home, as long as one can move there.
    UniversalFirst,
    /// Home is one of two components of equal order, this one and the next: the one in which the
    /// opponent does not begin.
    OneOfTwo(usize),
}

/// A case of the proof; `first`: whether the strategy is that of the first player.
struct Case {
    name: &'static str,
    first: bool,
    plan: Plan,
}

/// The case for components of these orders. `universal`: whether G_1 is a vertex joined to a graph that
/// is not connected, the whole of even order, as in 1(c)i.
fn case([n1, n2, n3]: [u32; 3], universal: bool) -> Case {
    let alice = |name, plan| Case { name, first: true, plan };
    let bob = |name, plan| Case { name, first: false, plan };
    match (n1, n2) {
        (1, 0) => alice("n = 1", Plan::BothSides),
        (1, _) => bob("case 2, n₁ = 1", Plan::BothSides),
        (_, 0) if n1 % 2 == 1 => alice("case 1(a)", Plan::BothSides),
        (_, 0) if universal => alice("case 1(c)i", Plan::Universal),
        (2, 0) => bob("case 1(c)ii", Plan::BothSides),
        (_, 0) => bob("case 1(b)", Plan::BothSides),
        (_, 1) if n1 % 2 == 1 => alice("case 2, n₂ = 1, as 1(a)", Plan::BothSides),
        (_, 1) if universal => alice("case 2, n₂ = 1, as 1(c)i", Plan::Universal),
        (2, 1) => bob("case 2, n₂ = 1, as 1(c)ii", Plan::BothSides),
        (_, 1) => bob("case 2, n₂ = 1, as 1(b)", Plan::BothSides),
        _ if n1 == n2 => bob("case 2(a)", Plan::OneOfTwo(0)),
        _ if n1 % 2 == 1 => alice("case 2(b)", Plan::BothSides),
        _ if !universal => bob("case 2(c)", Plan::BothSides),
        _ if n1 > n2 + 1 => alice("case 2(e)i", Plan::Universal),
        _ if n2 == n3 => bob("case 2(e)ii", Plan::OneOfTwo(1)),
        _ => alice("case 2(e)iii", Plan::UniversalFirst),
    }
}

/// A component of the graph. Its vertices are given by their places in [`Ground::vertices`].
#[derive(Debug, Clone)]
struct Component {
    start: u32,
    /// The place where the second side of the join begins.
    middle: u32,
    end: u32,
}

impl Component {
    fn all(&self) -> Range<u32> {
        self.start..self.end
    }

    fn side(&self, second: bool) -> Range<u32> {
        if second { self.middle..self.end } else { self.start..self.middle }
    }

    /// Whether the second side is the smaller one.
    fn smaller(&self) -> bool {
        self.end - self.middle < self.middle - self.start
    }
}

/// The data that do not change during a game.
#[derive(Debug)]
struct Ground {
    /// All vertices, component after component.
    vertices: Vec<u32>,
    /// The place of each vertex in that list.
    places: Vec<u32>,
    /// G_1, G_2, …: from the largest to the smallest.
    components: Vec<Component>,
    /// If G_1 has one universal vertex, at its first place: the places where the components of the
    /// rest begin, and where the last of them ends. Otherwise empty.
    rest: Vec<u32>,
}

impl Ground {
    fn new(tree: &Cotree) -> Ground {
        let (nodes, orders): (Vec<Node<'_>>, _) = (tree.nodes().collect(), tree.orders());
        let (leaves, below) = tree.leaves();
        let mut roots = match tree.root() {
            Node::Inner(Label::Union, parts) => parts.to_vec(),
            _ => vec![nodes.len() as u32 - 1],
        };
        roots.sort_by_cached_key(|&root| Reverse(orders[root as usize]));
        let order = |part: u32| orders[part as usize];
        let (mut vertices, mut components, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for root in roots {
            let start = vertices.len() as u32;
            let mut parts = match nodes[root as usize] {
                Node::Inner(_, parts) => parts.to_vec(),
                Node::Vertex(_) => vec![root],
            };
            parts.sort_by_cached_key(|&part| order(part));
            let first_side = match parts[..] {
                [one, two, _, ..] if order(one) == 1 => 1 + order(two),
                [one, ..] => order(one),
                [] => 0,
            };
            if let (true, [one, other]) = (components.is_empty(), &parts[..])
                && let (1, Node::Inner(_, pieces)) = (order(*one), nodes[*other as usize])
            {
                let shift = below[*other as usize].start as u32;
                let begin = |piece: &u32| start + 1 + below[*piece as usize].start as u32 - shift;
                rest.extend(pieces.iter().map(begin));
                rest.push(start + order(root));
            }
            for part in parts {
                vertices.extend(leaves[below[part as usize].clone()].iter().map(|&v| v as u32));
            }
            let (middle, end) = (start + first_side, vertices.len() as u32);
            components.push(Component { start, middle, end });
        }
        let mut places = vec![0; vertices.len()];
        vertices.iter().zip(0..).for_each(|(&v, place)| places[v as usize] = place);
        Ground { vertices, places, components, rest }
    }

    fn case(&self) -> Case {
        let order = |i: usize| self.components.get(i).map_or(0, |c| c.end - c.start);
        case([order(0), order(1), order(2)], !self.rest.is_empty() && order(0) % 2 == 0)
    }

    /// The number of the component that contains a place.
    fn component(&self, place: u32) -> usize {
        self.components.partition_point(|component| component.end <= place)
    }

    /// The component of G_1 without its universal vertex that contains a place.
    fn piece(&self, place: u32) -> Option<Range<u32>> {
        let after = self.rest.partition_point(|&start| start <= place);
        let start = *self.rest.get(after.checked_sub(1)?)?;
        Some(start..*self.rest.get(after)?)
    }
}

/// The open places, as a forest: each place points to itself or to a later one, with nothing open
/// between. Paths are halved when they are followed, so that a step of a game takes nearly constant
/// time on average.
#[derive(Debug, Clone)]
struct OpenPlaces(Vec<u32>);

impl OpenPlaces {
    fn new(places: usize) -> OpenPlaces {
        OpenPlaces((0..=places as u32).collect())
    }

    fn close(&mut self, place: u32) {
        self.0[place as usize] = place + 1;
    }

    /// The first open place in a range.
    fn first(&mut self, range: Range<u32>) -> Option<u32> {
        let mut place = range.start;
        while self.0[place as usize] != place {
            let next = self.0[place as usize];
            // Halves the path for later calls.
            self.0[place as usize] = self.0[next as usize];
            place = self.0[place as usize];
        }
        (place < range.end).then_some(place)
    }
}

#[derive(Debug, Clone)]
struct OnCographs {
    ground: Arc<Ground>,
    side: Player,
    first: bool,
    case: &'static str,
    plan: Plan,
    open: OpenPlaces,
    /// The component in which the player wants to connect all vertices, once it is known.
    home: Option<usize>,
    /// The sides of home on which the player has a vertex.
    held: [bool; 2],
    /// The place of the opponent's last move.
    last: Option<u32>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if !is_largest_component(position.game()) {
        return Err("it is for the game connected".into());
    }
    if position.colouring().iter().any(|&colour| colour != UNCOLOURED) {
        return Err("it plays from the start".into());
    }
    let tree = cotree(position.board().graph())
        .map_err(|_| "the graph is not a cograph: it has an induced path of four vertices")?;
    let ground = Ground::new(&tree);
    let Case { name, first, plan } = ground.case();
    if first != (position.turn() == side) {
        let outcome = if first { "the first player wins" } else { "the game is a draw" };
        let name = position.player_name(side);
        return Err(format!("Theorem 5.1 has no strategy for {name} here: {outcome}"));
    }
    Ok(Box::new(OnCographs {
        side,
        first,
        case: name,
        plan,
        open: OpenPlaces::new(ground.vertices.len()),
        home: (!matches!(plan, Plan::OneOfTwo(_))).then_some(0),
        held: [false; 2],
        last: None,
        ground: Arc::new(ground),
    }))
}

impl OnCographs {
    /// The place to play at, and whether the move answers nothing.
    fn choose(&mut self) -> Option<(u32, bool)> {
        let there = self.last.map(|place| self.ground.component(place));
        if let Some(home) = self.first_home(there) {
            return Some((self.at_home(home)?, false));
        }
        let answered = match (self.plan, there) {
            (Plan::UniversalFirst, Some(1)) | (_, None) => None,
            (_, Some(there)) => self.within(there),
        };
        if let Some(place) = answered {
            return Some((place, false));
        }
        let spare = self.home.and_then(|home| self.at_home(home));
        // The larger components come first: in 2(e)iii, G_2 after G_1.
        let spare = spare.or_else(|| self.open.first(0..self.ground.vertices.len() as u32));
        spare.map(|place| (place, true))
    }

    /// If it is time to choose one of two equal components: the one in which the opponent has not
    /// played.
    fn first_home(&mut self, there: Option<usize>) -> Option<usize> {
        let Plan::OneOfTwo(one) = self.plan else { return None };
        let there = there.filter(|_| self.home.is_none())?;
        if there == one {
            return Some(one + 1);
        }
        (there == one + 1 || self.within(there).is_none()).then_some(one)
    }

    /// An open place in a component.
    fn within(&mut self, component: usize) -> Option<u32> {
        if self.home == Some(component) {
            return self.at_home(component);
        }
        self.open.first(self.ground.components[component].all())
    }

    fn at_home(&mut self, home: usize) -> Option<u32> {
        let component = self.ground.components[home].clone();
        let last = self.last.filter(|place| component.all().contains(place));
        let wish = match (self.plan, self.held) {
            (Plan::Universal | Plan::UniversalFirst, [false, false]) => component.side(false),
            (Plan::Universal | Plan::UniversalFirst, _) => {
                last.and_then(|place| self.ground.piece(place)).unwrap_or(component.all())
            }
            // 1(b): after the opponent, on the same side; then both sides have another vertex.
            (_, [false, false]) => {
                component.side(last.map_or(component.smaller(), |place| place >= component.middle))
            }
            (_, [true, false]) => component.side(true),
            (_, [false, true]) => component.side(false),
            (_, [true, true]) => component.all(),
        };
        self.open.first(wish).or_else(|| self.open.first(component.all()))
    }

    fn colour(&self) -> Colour {
        if self.side == Player::Left { 1 } else { 2 }
    }
}

impl Strategy for OnCographs {
    fn side(&self) -> Player {
        self.side
    }

    fn promise(&self) -> Promise {
        if self.first { Promise::Win } else { Promise::Score(0) }
    }

    fn played(&mut self, by: Player, m: Move) {
        let place = self.ground.places[m.cell];
        self.open.close(place);
        self.last = (by != self.side).then_some(place);
        if by != self.side {
            return;
        }
        let component = self.ground.component(place);
        if let (Plan::OneOfTwo(one), None) = (self.plan, self.home) {
            self.home = [one, one + 1].contains(&component).then_some(component);
        }
        if self.home == Some(component) {
            let second = place >= self.ground.components[component].middle;
            self.held[usize::from(second)] = true;
        }
    }

    fn answer(&mut self) -> Option<Reply> {
        let (place, spare) = self.choose()?;
        let what = match (self.last, spare) {
            (None, _) => ", first move",
            (_, true) => ", move to spare",
            (_, false) => "",
        };
        let cell = self.ground.vertices[place as usize] as usize;
        Some(Reply::by(format!("Thm 5.1, {}{what}", self.case), cell, self.colour()))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    /// The colouring does not show which of two equal components is home.
    fn memory(&self) -> Vec<u8> {
        vec![self.home.map_or(u8::MAX, |home| home as u8)]
    }

    fn explain(&self) -> Explanation {
        let side = |home: usize, second: bool| Mark {
            kind: "side",
            label: format!("G{}{}", home + 1, if second { "″" } else { "′" }).into(),
            cells: self.ground.components[home]
                .side(second)
                .map(|place| self.ground.vertices[place as usize] as usize)
                .collect(),
        };
        Explanation {
            case: Some(format!("Thm 5.1, {}", self.case).into()),
            text:
                "Its vertices in this component hang together; other components are shared evenly."
                    .into(),
            marks: self.home.map_or(Vec::new(), |home| vec![side(home, false), side(home, true)]),
        }
    }
}
