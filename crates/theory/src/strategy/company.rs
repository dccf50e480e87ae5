//! Weak colouring on connected graphs: every coloured vertex gets a neighbour of another colour,
//! except at most k − 2 of them with k colours ([`crate::weak`] has the proof).

use std::sync::Arc;

use chromex_graphs::{Graph, ops};
use chromex_rules::{Colour, Move, Player, Position, UNCOLOURED};

use super::{Built, Explanation, Mark, Options, Reply, Strategy, StrategyInfo};
use crate::weak::{colours_of_weak, lonely, sees_another};

pub(super) const INFO: StrategyInfo = StrategyInfo {
    name: "company",
    summary: "Wins weak colouring on connected graphs, moving second if the order is even and, with three and more colours, moving \
              first if it is odd: gives coloured vertices a neighbour of another colour.",
    source: "a sequel to Beaulieu, Burke, Duchêne: Impartial Coloring Games, section 4 (docs/open-problems.md)",
    example: "weak:2 petersen:5,2",
    build,
};

#[derive(Debug, Clone)]
struct Company {
    graph: Arc<Graph>,
    side: Player,
    colours: Colour,
    colouring: Vec<Colour>,
    /// The coloured vertices that may have open neighbours.
    border: Vec<usize>,
    last: Option<Move>,
}

fn build(position: &Position, side: Player, _: &Options) -> Built {
    let Some(colours) = colours_of_weak(position.game()) else {
        return Err("it is for weak:K with two and more colours".into());
    };
    let (graph, colouring) = (position.board().graph(), position.colouring());
    if ops::components(graph).len() != 1 {
        return Err("it needs a connected graph".into());
    }
    let begins = position.turn() == side;
    let open = colouring.iter().filter(|&&colour| colour == UNCOLOURED).count();
    if begins && colours == 2 {
        return Err(format!("{} would have to move second", position.player_name(side)));
    }
    if open % 2 != usize::from(begins) {
        let parity = if begins { "an odd" } else { "an even" };
        return Err(format!("it needs {parity} number of open vertices"));
    }
    let company = Company {
        border: (0..graph.order()).filter(|&v| colouring[v] != UNCOLOURED).collect(),
        graph: Arc::new(graph.clone()),
        side,
        colours: colours as Colour,
        colouring: colouring.to_vec(),
        last: None,
    };
    // Before a move of its own there may be one more.
    match company.lonely() <= colours - 2 + usize::from(begins) {
        true => Ok(Box::new(company)),
        false => Err(company.too_lonely()),
    }
}

impl Company {
    /// The number of coloured vertices that have no neighbour of another colour.
    fn lonely(&self) -> usize {
        lonely(&self.graph, &self.colouring, &self.border)
    }

    fn too_lonely(&self) -> String {
        let most = match self.colours {
            2 => "a coloured vertex has".to_owned(),
            colours => format!("more than {} coloured vertices have", colours - 2),
        };
        format!("{most} no neighbour of another colour")
    }

    fn open_neighbour(&self, v: usize) -> Option<usize> {
        self.graph.neighbours(v).find(|&w| self.colouring[w] == UNCOLOURED)
    }

    /// Gives a neighbour of a coloured vertex a different colour, which no lonely vertex next to it
    /// has.
    fn beside(&self, v: usize, case: &'static str) -> Option<Reply> {
        let w = self.open_neighbour(v)?;
        let alone = |&u: &usize| {
            self.colouring[u] != UNCOLOURED && !sees_another(&self.graph, &self.colouring, u)
        };
        let around: Vec<usize> = self.graph.neighbours(w).filter(alone).collect();
        let taken = |&colour: &Colour| around.iter().any(|&u| self.colouring[u] == colour);
        let mut others = (1..=self.colours).filter(|&colour| colour != self.colouring[v]);
        Some(Reply::by(case, w, others.find(|colour| !taken(colour))?))
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
        if self.border.is_empty() && self.colouring.contains(&UNCOLOURED) {
            return Some(Reply::by("anything", 0, 1));
        }
        while let Some(&v) = self.border.last() {
            if self.open_neighbour(v).is_some() {
                break;
            }
            self.border.pop();
        }
        let alone = |&&v: &&usize| !sees_another(&self.graph, &self.colouring, v);
        match self.border.iter().rev().find(alone) {
            Some(&v) => self.beside(v, "company for a lonely vertex"),
            None => self.beside(*self.border.last()?, "company for the next vertex"),
        }
    }

    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Vec<u8> {
        // The order in which the border was reached decides where the strategy continues.
        self.border.iter().flat_map(|&v| (v as u32).to_le_bytes()).collect()
    }

    fn check(&self) -> Result<(), String> {
        match self.lonely() <= usize::from(self.colours) - 2 {
            true => Ok(()),
            false => Err(self.too_lonely()),
        }
    }

    fn explain(&self) -> Explanation {
        let mark = |m: Move| Mark { kind: "last", label: "".into(), cells: vec![m.cell] };
        Explanation {
            case: None,
            text: match self.colours {
                2 => "After each of its moves every coloured vertex is next to another colour."
                    .into(),
                colours => format!(
                    "After each of its moves all coloured vertices but {} at most are next to another colour.",
                    colours - 2
                ),
            },
            marks: self.last.into_iter().map(mark).collect(),
        }
    }
}
