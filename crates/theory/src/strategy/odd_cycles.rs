//! The second player on odd cycles, with two colours and a rule that forbids equal colours nearby
//! (Beaulieu et al., Corollary 5, and its generalisation to every distance): he colours the vertex
//! two steps away with the other colour, which kills the vertex between, and from then on reflects
//! in that vertex.

use std::sync::Arc;

use chromex_graph_tools::classes::shape;
use chromex_graphs::Graph;
use chromex_rules::{Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::different_within;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "odd-cycles",
    summary: "Wins with two colours on odd cycles, moving second: kills the vertex beside the first move and reflects in \
              it from then on, in the other colour.",
    source: "Beaulieu, Burke, Duchêne: Impartial Coloring Games, Corollary 5; for distances a sequel \
             (docs/open-problems.md)",
    example: "distance:2:2 cycle:11",
    build,
};

/// The vertices in the order of the cycle, and the place of each.
#[derive(Debug)]
struct Ring {
    order: Vec<usize>,
    place: Vec<usize>,
}

#[derive(Debug, Clone)]
struct OddCycles {
    ring: Arc<Ring>,
    side: Player,
    /// The place of the killed vertex, once there is one.
    centre: Option<usize>,
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if different_within(position.game()).is_none_or(|(_, colours)| colours != 2) {
        return Err("it is for proper:2 and distance:D:2".into());
    }
    let graph = position.board().graph();
    if graph.is_directed() || shape::cycle(graph).is_none_or(|n| n % 2 == 0) {
        return Err("it needs an odd cycle".into());
    }
    if position.turn() == side {
        return Err(format!("{} would have to move second", position.player_name(side)));
    }
    if position.colouring().iter().any(|&colour| colour != UNCOLOURED) {
        return Err("it plays from the start".into());
    }
    Ok(Box::new(OddCycles { ring: Arc::new(Ring::new(graph)), side, centre: None, last: None }))
}

impl Ring {
    fn new(graph: &Graph) -> Ring {
        let mut order = vec![0];
        let mut before = usize::MAX;
        while order.len() < graph.order() {
            let here = order[order.len() - 1];
            let next = graph.neighbours(here).find(|&w| w != before && w != order[0]);
            let Some(next) = next else { break };
            before = here;
            order.push(next);
        }
        let mut place = vec![0; graph.order()];
        order.iter().enumerate().for_each(|(i, &v)| place[v] = i);
        Ring { order, place }
    }

    /// The vertex whose place mirrors that of `v`.
    fn image(&self, v: usize, centre: usize) -> usize {
        let n = self.order.len();
        self.order[(2 * centre + n - self.place[v]) % n]
    }
}

impl Strategy for OddCycles {
    fn side(&self) -> Player {
        self.side
    }

    fn played(&mut self, by: Player, m: Move) {
        if by != self.side && self.centre.is_none() {
            self.centre = Some((self.ring.place[m.cell] + 1) % self.ring.order.len());
        }
        self.last = (by != self.side).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        let (centre, m) = self.centre.zip(self.last)?;
        Some(Reply::by(
            "reflection in the dead vertex",
            self.ring.image(m.cell, centre),
            3 - m.colour,
        ))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        self.centre.map_or(Vec::new(), |centre| (centre as u64).to_le_bytes().to_vec())
    }

    fn explain(&self) -> Explanation {
        let dead = self.centre.map(|centre| Mark {
            kind: "dead",
            label: "".into(),
            cells: vec![self.ring.order[centre]],
        });
        Explanation {
            case: None,
            text: "After each of its moves the position is its own mirror image in the dead vertex, colours exchanged.".into(),
            marks: dead.into_iter().collect(),
        }
    }
}
