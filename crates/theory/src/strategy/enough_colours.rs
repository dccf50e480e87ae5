//! Alice's strategy with more colours than any vertex has neighbours (Brosse et al., Introduction):
//! whatever is played, every vertex keeps a colour, so she takes the first uncoloured vertex and
//! the least colour that is possible there.

use chromex_graphs::Graph;
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Options, Reply, Strategy, StrategyInfo};
use crate::hypotheses::colours_to_colour_all;

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "enough-colours",
    summary: "Alice wins with any moves when there are more colours than a vertex has neighbours.",
    source: "Brosse, Martins, Nisse, Sampaio: The Graph Coloring Game on 4×n-Grids, Introduction",
    example: "colouring:4 petersen:5,2",
    build,
};

#[derive(Debug, Clone)]
struct EnoughColours {
    graph: Graph,
    colouring: Vec<Colour>,
    /// All vertices before this one are coloured.
    next: usize,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    let graph = position.board().graph();
    let degree = graph.max_degree();
    if colours_to_colour_all(position.game()).is_none_or(|colours| colours <= degree) {
        return Err(format!("it is for colouring:K with K ≥ {} on this graph", degree + 1));
    }
    if side == Player::Right {
        return Err("it plays for Alice".into());
    }
    let colouring = position.colouring().to_vec();
    Ok(Box::new(EnoughColours { graph: graph.clone(), colouring, next: 0 }))
}

impl Strategy for EnoughColours {
    fn side(&self) -> Player {
        Player::Left
    }

    fn played(&mut self, _: Player, m: Move) {
        self.colouring[m.cell] = m.colour;
    }

    fn answer(&mut self) -> Option<Reply> {
        let rest = &self.colouring[self.next..];
        self.next += rest.iter().position(|&colour| colour == UNCOLOURED)?;
        let taken = |colour| self.graph.neighbours(self.next).any(|w| self.colouring[w] == colour);
        let colour = (1..).find(|&colour| !taken(colour))?;
        Some(Reply::by("χ_g ≤ Δ + 1", self.next, colour))
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
