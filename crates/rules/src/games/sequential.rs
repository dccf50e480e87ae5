//! Sequential colouring (Beaulieu et al., Definition 7): the vertices are coloured in a given
//! order, properly.

use std::collections::HashSet;

use super::*;
use crate::{Condition, Convention, PairRule, Palette, Places};

#[derive(Debug)]
struct Sequential {
    colours: u8,
    /// The vertices in the order in which they are coloured; `None` stands for the order of their
    /// numbers.
    order: Option<Vec<usize>>,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "sequential",
    usage: "sequential:K[:ORDER]",
    title: "Sequential colouring",
    summary: "The vertices are coloured in a given order (0,1,2,… by default) with K colours; adjacent vertices must differ. Who cannot move loses.",
    paper: BEAULIEU,
    example: "sequential:2",
    like: |game| match game.places() {
        Places::InOrder(order) => Game::sequential(game.palette().len(), order).ok(),
        _ => None,
    },
    build: |parameters| {
        parameters.expect(1..3)?;
        let order = parameters.get(1).map(|list| parse_order(parameters, list)).transpose()?;
        let colours = parameters.colours(0)?.into();
        Game::sequential(colours, order).map_err(|why| parameters.error(1, why.to_string()))
    },
};

fn parse_order(parameters: &Parameters<'_>, list: &str) -> Result<Vec<usize>, TextError> {
    let vertex = |piece: &str| {
        piece.trim().parse().map_err(|_| {
            let message = format!("`{piece}` is no vertex number");
            parameters.error(1, message).help("an order is written like 0,2,1")
        })
    };
    list.split(',').map(vertex).collect()
}

impl Game {
    /// The vertices are coloured in this order (in that of their numbers, if it is `None`), and adjacent
    /// ones differ.
    pub fn sequential(colours: usize, order: Option<Vec<usize>>) -> Result<Game, NoSuchGame> {
        let mut seen = HashSet::new();
        let twice = order.iter().flatten().find(|&&vertex| !seen.insert(vertex));
        if let Some(&vertex) = twice {
            return Err(NoSuchGame::Twice(vertex));
        }
        Ok(Game::listed(Sequential { colours: number_of_colours(colours)?, order }))
    }
}

impl Rules for Sequential {
    fn name(&self) -> String {
        match &self.order {
            None => format!("sequential:{}", self.colours),
            Some(order) => {
                let list: Vec<String> = order.iter().map(usize::to_string).collect();
                format!("sequential:{}:{}", self.colours, list.join(","))
            }
        }
    }

    fn convention(&self) -> Convention {
        Convention::Impartial
    }

    fn palette(&self) -> Palette<'_> {
        Palette::Numbers(self.colours)
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        if graph.is_directed() {
            return Err("sequential colouring is played on undirected graphs".to_owned());
        }
        names_all(self.order.as_deref(), graph)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(1, self.colours.into()))
    }

    fn not_yet(&self, _graph: &Graph, colouring: &[Colour], v: usize) -> Option<&'static str> {
        not_the_next(self.order.as_deref(), colouring, v)
    }

    fn places(&self) -> Places {
        Places::InOrder(self.order.clone())
    }
}
