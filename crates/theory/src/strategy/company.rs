//! Weak colouring on connected graphs: keep every coloured vertex next to another colour ([`crate::weak`] has the proof).

use std::sync::Arc;

use chromex_graphs::{Graph, ops};
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::weak::{colours_of_weak, in_company, sees_another};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "company",
    summary: "Wins weak colouring, moving second, on connected graphs of even order: gives each coloured vertex a \
              neighbour of another colour.",
    source: "a sequel to Beaulieu, Burke, Duchêne: Impartial Coloring Games, section 4 (docs/open-problems.md)",
    example: "weak:2 petersen:5,2",
    build,
};

#[derive(Debug, Clone)]
struct Company {
    graph: Arc<Graph>,
    side: Player,
    colouring: Vec<Colour>,
    /// The coloured vertices that may have open neighbours.
    border: Vec<usize>,
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    if colours_of_weak(position.game()).is_none() {
        return Err("it is for weak:K with two and more colours".into());
    }
    let (graph, colouring) = (position.board().graph(), position.colouring());
    if ops::components(graph).len() != 1 {
        return Err("it needs a connected graph".into());
    }
    if position.turn() == side {
        return Err(format!("{} would have to move second", position.player_name(side)));
    }
    if colouring.iter().filter(|&&colour| colour == UNCOLOURED).count() % 2 == 1 {
        return Err("it needs an even number of open vertices".into());
    }
    if !in_company(graph, colouring) {
        return Err("a coloured vertex has no neighbour of another colour".into());
    }
    Ok(Box::new(Company {
        border: (0..graph.order()).filter(|&v| colouring[v] != UNCOLOURED).collect(),
        graph: Arc::new(graph.clone()),
        side,
        colouring: colouring.to_vec(),
        last: None,
    }))
}

impl Company {
    fn open_neighbour(&self, v: usize) -> Option<usize> {
        self.graph.neighbours(v).find(|&w| self.colouring[w] == UNCOLOURED)
    }

    /// Gives a neighbour of a coloured vertex another colour.
    fn beside(&self, v: usize, case: &'static str) -> Option<Reply> {
        let other = if self.colouring[v] == 1 { 2 } else { 1 };
        Some(Reply::by(case, self.open_neighbour(v)?, other))
    }
}

impl Strategy for Company {
    fn side(&self) -> Player {
        self.side
    }

    fn played(&mut self, by: Player, m: Move) {
        self.colouring[m.cell] = m.colour;
        self.border.push(m.cell);
        self.last = (by != self.side).then_some(m);
    }

    fn answer(&mut self) -> Option<Reply> {
        let last = self.last?.cell;
        if !sees_another(&self.graph, &self.colouring, last) {
            return self.beside(last, "company for the last vertex");
        }
        while let Some(&v) = self.border.last() {
            if self.open_neighbour(v).is_some() {
                return self.beside(v, "company for the next vertex");
            }
            self.border.pop();
        }
        None
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        // The order in which the border was reached decides where it goes on.
        self.border.iter().flat_map(|&v| (v as u32).to_le_bytes()).collect()
    }

    fn check(&self) -> Result<(), String> {
        match in_company(&self.graph, &self.colouring) {
            true => Ok(()),
            false => Err("a coloured vertex has no neighbour of another colour".into()),
        }
    }

    fn explain(&self) -> Explanation {
        let mark = |m: Move| Mark { kind: "last", label: "".into(), cells: vec![m.cell] };
        Explanation {
            case: None,
            text: "After each of its moves every coloured vertex is next to another colour.".into(),
            marks: self.last.into_iter().map(mark).collect(),
        }
    }
}
