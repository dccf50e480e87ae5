//! The largest connected subgraph game on paths and cycles of odd order (Bensmail et al., section 4).
//!
//! Bob draws on paths of order 11 and more, Alice wins on the smaller ones (Theorem 4.3) and on cycles
//! (Theorem 4.5). The modules are named after the proofs:
//!
//! * `theorem_4_3`: Bob on paths; `small_paths`: Alice on paths; `theorem_4_5`: Alice on cycles;
//! * `follow`: Lemmas 4.1 and 4.2, how to answer where the opponent plays; `lemma_4_4`: how to begin with
//!   that when Alice's component cannot grow any more;
//! * `line`: the row of vertices, in which all questions cost a logarithm.

mod follow;
mod lemma_4_4;
mod line;
mod small_paths;
mod theorem_4_3;
mod theorem_4_5;

use std::sync::Arc;

use chromex_graph_tools::classes::shape;
use chromex_graphs::Graph;
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use self::line::Line;
use self::theorem_4_5::Stage;
use super::{Built, Explanation, Mark, Options, Promise, Reply, Strategy, StrategyInfo};
use crate::hypotheses::is_largest_component;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "paths-and-cycles",
    summary: "Grows one component and keeps the opponent's small by answering next to them: Bob draws on paths of \
              odd order from 11 on, Alice wins on the smaller ones and on odd cycles.",
    source: "Bensmail, Fioravantes, Mc Inerney, Nisse: The Largest Connected Subgraph Game, Theorems 4.3 and 4.5",
    example: "connected path:11",
    build,
};

/// The theorem that is played, and the stage reached.
#[derive(Debug, Clone, Copy)]
enum Plan {
    /// Bob on a path, with the room that he needs and the place of Alice's first move.
    LongPath { room: usize, j: Option<usize> },
    /// Alice on a path, by these pictures.
    ShortPath(&'static [&'static str]),
    /// Alice on a cycle.
    Cycle(Stage),
}

/// The vertices in the order of the path or cycle.
#[derive(Debug)]
struct Walk {
    vertices: Vec<u32>,
    /// The place of each vertex in this order.
    places: Vec<u32>,
}

#[derive(Debug, Clone)]
struct OddOrder {
    side: Player,
    walk: Arc<Walk>,
    /// The places of the row may be counted backwards, and from anywhere on a cycle.
    origin: usize,
    backwards: bool,
    line: Line,
    plan: Plan,
    /// The opponent's move that has not been answered yet, as a place.
    last: Option<usize>,
}

fn build(position: &Position, side: Player, options: &Options) -> Built {
    let graph = position.board().graph();
    if !is_largest_component(position.game()) {
        return Err("it is for the game connected".into());
    }
    let (path, cycle) = (shape::path(graph), shape::cycle(graph).filter(|_| !graph.is_directed()));
    let n = path.or(cycle).ok_or("it needs a path or a cycle")?;
    if n % 2 == 0 {
        return Err("the order is even: the strategy `mirror` draws".into());
    }
    let room = if options.literal { theorem_4_3::LITERAL_ROOM } else { theorem_4_3::ROOM };
    let plan = match (path, side, small_paths::pictures(n)) {
        (None, Player::Left, _) => Plan::Cycle(Stage::Begin),
        (Some(_), Player::Left, Some(pictures)) => Plan::ShortPath(pictures),
        (Some(_), Player::Right, None) => Plan::LongPath { room, j: None },
        (_, Player::Left, _) => return Err("Alice cannot win on paths of order over 9".into()),
        (_, Player::Right, _) => return Err("Bob loses here".into()),
    };
    if position.turn() != Player::Left || position.colouring().iter().any(|&c| c != UNCOLOURED) {
        return Err("it plays from the start, with Alice to move".into());
    }
    let walk = Arc::new(Walk::new(graph));
    let line = Line::new(n);
    Ok(Box::new(OddOrder { side, walk, origin: 0, backwards: false, line, plan, last: None }))
}

impl Walk {
    /// Follows a path from an end, or goes around a cycle.
    fn new(graph: &Graph) -> Walk {
        let n = graph.order();
        let start = (0..n).find(|&v| graph.degree(v) < 2).unwrap_or(0);
        let (mut vertices, mut places) = (Vec::with_capacity(n), vec![0; n]);
        let (mut before, mut now) = (None, Some(start));
        while let Some(v) = now.filter(|_| vertices.len() < n) {
            places[v] = vertices.len() as u32;
            vertices.push(v as u32);
            now = graph.neighbours(v).find(|&w| Some(w) != before);
            before = Some(v);
        }
        Walk { vertices, places }
    }
}

impl OddOrder {
    fn place(&self, vertex: usize) -> usize {
        self.turned(
            (self.walk.places[vertex] as usize + self.line.length - self.origin) % self.line.length,
        )
    }

    fn vertex(&self, place: usize) -> usize {
        let along = (self.turned(place) + self.origin) % self.line.length;
        self.walk.vertices[along] as usize
    }

    /// The place, or its mirror image if places are counted backwards: on a cycle, place 0 stays
    /// where it is.
    fn turned(&self, place: usize) -> usize {
        let n = self.line.length;
        match (self.backwards, self.plan) {
            (false, _) => place,
            (true, Plan::Cycle(_)) => (n - place) % n,
            (true, _) => n - 1 - place,
        }
    }

    fn our_colour(&self) -> Colour {
        if self.side == Player::Left { 1 } else { 2 }
    }

    /// Decides, at the first moves, where places are counted from.
    fn orient(&mut self, by: Player, vertex: usize) {
        let place = self.walk.places[vertex] as usize;
        let untouched = self.line.open.holding(0).is_some_and(|run| run.len() == self.line.length);
        let one_is_red = matches!(self.plan, Plan::Cycle(Stage::Begin)) && by == Player::Right;
        match self.plan {
            Plan::Cycle(_) if untouched => self.origin = place,
            Plan::Cycle(_) if one_is_red => {
                self.backwards = self.place(vertex) <= self.line.length / 2
            }
            Plan::LongPath { room, j: None } => self.backwards = place < room,
            _ => {}
        }
    }

    /// The move to make, as a place, and its case.
    fn choose(&self) -> Option<(usize, &'static str)> {
        match self.plan {
            Plan::LongPath { j, .. } => theorem_4_3::answer(&self.line, j?, self.last?),
            Plan::ShortPath(pictures) => small_paths::answer(&self.line, pictures),
            Plan::Cycle(stage) => {
                let step = theorem_4_5::step(&self.line, stage, self.last)?;
                Some((step.place, step.case))
            }
        }
    }

    /// The plan after a move, which is not in the row yet.
    fn next_plan(&self, by: Player, place: usize) -> Plan {
        match self.plan {
            Plan::LongPath { room, j } => Plan::LongPath { room, j: j.or(Some(place)) },
            Plan::Cycle(stage) if by == self.side => {
                let step = theorem_4_5::step(&self.line, stage, self.last);
                let planned = step.filter(|step| step.place == place);
                Plan::Cycle(planned.map_or(stage, |step| step.then))
            }
            Plan::Cycle(stage) => Plan::Cycle(stage.after_bob(&self.line, place)),
            plan => plan,
        }
    }
}

impl Strategy for OddOrder {
    fn side(&self) -> Player {
        self.side
    }

    fn promise(&self) -> Promise {
        match self.side {
            Player::Left => Promise::Win,
            Player::Right => Promise::Score(0),
        }
    }

    fn played(&mut self, by: Player, m: Move) {
        self.orient(by, m.cell);
        let place = self.place(m.cell);
        self.plan = self.next_plan(by, place);
        self.line.colour(place, by == self.side);
        self.last = (by != self.side).then_some(place);
    }

    fn answer(&mut self) -> Option<Reply> {
        let (place, case) = self.choose()?;
        Some(Reply::by(case, self.vertex(place), self.our_colour()))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    /// How places are counted and the stage of the plan; everything else is in the colouring.
    fn memory(&self) -> Vec<u8> {
        let plan = match self.plan {
            Plan::ShortPath(_) => [0, 0, 0],
            Plan::LongPath { j, .. } => [1, j.map_or(0, |j| j + 1), 0],
            Plan::Cycle(Stage::Begin) => [2, 0, 0],
            Plan::Cycle(Stage::Zigzag { t }) => [3, t, 0],
            Plan::Cycle(Stage::Grow { first, last }) => [4, first, last],
            Plan::Cycle(Stage::Follow { x }) => [5, x, 0],
        };
        let numbers = plan.into_iter().chain([self.origin, usize::from(self.backwards)]);
        numbers.flat_map(|number| (number as u32).to_le_bytes()).collect()
    }

    fn check(&self) -> Result<(), String> {
        match self.plan {
            Plan::LongPath { j: Some(j), .. } => theorem_4_3::check(&self.line, j),
            Plan::Cycle(stage) => theorem_4_5::check(&self.line, stage),
            _ => Ok(()),
        }
    }

    fn explain(&self) -> Explanation {
        let regions = self.line.regions().into_iter().map(|region| Mark {
            kind: "region",
            label: format!("≤ {}", follow::bound(&self.line, region)).into(),
            cells: (region.first..=region.last).map(|place| self.vertex(place)).collect(),
        });
        Explanation {
            case: self.choose().filter(|_| self.last.is_some()).map(|(_, case)| case.into()),
            text: "Its own vertices cut the graph into regions, which are games of their own."
                .into(),
            marks: regions.collect(),
        }
    }
}
