//! Sequential colouring (Beaulieu et al., Definition 7): the vertices are coloured in a given
//! order, properly.

use std::collections::HashSet;

use super::*;
use crate::{Condition, Convention, PairRule, Palette, Places, UNCOLOURED};

#[derive(Debug)]
struct Sequential {
    colours: u8,
    /// The vertices in the order in which they are coloured; `None`: as they are numbered.
    order: Option<Vec<usize>>,
}

pub(super) const INFO: GameInfo = GameInfo {
    name: "sequential",
    usage: "sequential:K[:ORDER]",
    title: "Sequential colouring",
    summary: "The vertices are coloured in a given order (0,1,2,… unless told) with K colours; adjacent vertices must differ. Who cannot move loses.",
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

    fn palette(&self) -> Palette {
        Palette::Numbers(self.colours)
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        if graph.is_directed() {
            return Err("sequential colouring is played on undirected graphs".to_owned());
        }
        let Some(order) = &self.order else { return Ok(()) };
        if let Some(v) = order.iter().find(|&&v| v >= graph.order()) {
            return Err(format!(
                "the order names vertex {v}, but there are only {}",
                graph.order()
            ));
        }
        if order.len() < graph.order() {
            let (named, all) = (order.len(), graph.order());
            return Err(format!("the order names {named} of the {all} vertices"));
        }
        Ok(())
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        same_as_neighbour(graph, colouring, v)
    }

    fn condition(&self) -> Condition {
        Condition::Pairs(PairRule::different(1, self.colours.into()))
    }

    fn not_yet(&self, colouring: &[Colour], v: usize) -> Option<&'static str> {
        let uncoloured = |w: &usize| colouring[*w] == UNCOLOURED;
        let next = match &self.order {
            None => (0..colouring.len()).find(uncoloured),
            Some(order) => order.iter().copied().find(uncoloured),
        };
        (next != Some(v)).then_some("the vertices are coloured in the given order")
    }

    fn places(&self) -> Places {
        Places::InOrder(self.order.clone())
    }
}
