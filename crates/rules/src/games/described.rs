//! Games that are described instead of named: a condition on pairs of vertices, and a few other
//! clauses. How a description is written is in `read.rs` and in `docs/games.md`.

mod read;

use std::borrow::Cow;

use chromex_graphs::limit::rows;
use chromex_graphs::ops::near;

pub use read::parse_description;
pub(super) use read::read;

use super::connected::difference;
use super::*;
use crate::{
    Boards, Condition, Convention, Elements, Goal, PairRule, Places, Player, UNCOLOURED, Verdict,
};

/// A game as it was described.
#[derive(Debug)]
struct Described {
    /// What it is, with the condition `rule`.
    description: Description,
    rule: PairRule,
    /// The distances that the condition speaks of.
    distances: Vec<usize>,
    /// The names of the colours, if they have any.
    names: Option<Vec<Cow<'static, str>>>,
    /// The name of the game, if it is a listed one.
    name: Option<String>,
}

/// The listed game with this name and this description, with a condition on pairs.
pub(super) fn listed(name: String, rule: PairRule, description: Description) -> Game {
    let condition = Condition::Pairs(rule.clone());
    let (description, distances) = (Description { condition, ..description }, rule.distances());
    Game::listed(Described { description, rule, distances, names: None, name: Some(name) })
}

impl Described {
    /// Whether a cell is uncoloured and can have no colour. When it is time to stop, the remaining
    /// cells are not looked at.
    fn has_dead_cell(&self, graph: &Graph, colouring: &[Colour]) -> bool {
        let mut after = colouring.to_vec();
        let mut is_dead = |v: usize| {
            let mut fits = |colour| {
                after[v] = colour;
                self.conflict(graph, &after, v).is_none()
            };
            let dead = !self.palette().colours().any(&mut fits);
            after[v] = UNCOLOURED;
            dead
        };
        rows(colouring.len()).filter(|&v| colouring[v] == UNCOLOURED).any(&mut is_dead)
    }
}

fn is_coloured(colouring: &[Colour]) -> impl Fn(&usize) -> bool {
    |&v| colouring[v] != UNCOLOURED
}

impl Rules for Described {
    fn name(&self) -> String {
        let written = || self.description.written(self.palette()).unwrap_or_default();
        self.name.clone().unwrap_or_else(written)
    }

    fn convention(&self) -> Convention {
        self.description.convention
    }

    fn palette(&self) -> Palette<'_> {
        match &self.names {
            Some(names) => Palette::Named(names),
            None => Palette::Numbers(self.description.rights.len() as u8),
        }
    }

    fn boards(&self) -> Boards {
        self.description.boards
    }

    fn elements(&self) -> Elements {
        self.description.elements
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        match (self.boards(), &self.description.places) {
            (Boards::Undirected, _) if graph.is_directed() => {
                Err("this game is played on undirected graphs: boards=directed is not in it".into())
            }
            (Boards::Directed, _) if !graph.is_directed() && graph.edge_count() > 0 => Err(
                "this game is played on digraphs: give dipath:9, arcs:0>1,1>2, d6:… or the like"
                    .into(),
            ),
            (_, Places::InOrder(order)) => names_all(order.as_deref(), graph),
            _ => Ok(()),
        }
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        let (rule, colour, coloured) = (&self.rule, colouring[v], is_coloured(colouring));
        let too_near = |&distance: &usize| {
            let close = |w: &usize| !rule.allows_beyond(distance - 1, colour, colouring[*w]);
            match distance {
                1 => graph.neighbours(v).filter(&coloured).find(close),
                _ => near(graph, v, distance).into_iter().filter(&coloured).find(close),
            }
        };
        if let Some(with) = self.distances.iter().find_map(too_near) {
            let rule = "these colours may not stand so near each other";
            return Some(Conflict { with: Some(with), rule });
        }
        if !graph.is_directed() || !rule.sees_arcs() {
            return None;
        }
        let wrong_head = |w: &usize| !rule.allows_arc(colour, colouring[*w]);
        let wrong_tail = |w: &usize| !rule.allows_arc(colouring[*w], colour);
        let head = graph.out_neighbours(v).filter(&coloured).find(wrong_head);
        let with = head.or_else(|| graph.in_neighbours(v).filter(&coloured).find(wrong_tail))?;
        Some(Conflict { with: Some(with), rule: "no arc may go this way between these colours" })
    }

    fn condition(&self) -> Condition {
        self.description.condition.clone()
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        self.description.rights[usize::from(colour) - 1][player as usize]
    }

    fn not_yet(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<&'static str> {
        let touches = |v: usize| graph.neighbours(v).any(|w| colouring[w] != UNCOLOURED);
        let mut others = (0..colouring.len()).filter(|&w| colouring[w] == UNCOLOURED);
        match &self.description.places {
            Places::InOrder(order) => not_the_next(order.as_deref(), colouring, v),
            Places::Touching if !touches(v) && others.any(touches) => {
                Some("vertices next to coloured ones come first")
            }
            _ => None,
        }
    }

    fn places(&self) -> Places {
        self.description.places.clone()
    }

    fn skips(&self) -> Option<Player> {
        self.description.skips
    }

    fn ended(&self, graph: &Graph, colouring: &[Colour]) -> Option<Verdict> {
        let lost = self.description.goal == Goal::ColourAll && self.has_dead_cell(graph, colouring);
        lost.then_some(Verdict::Wins(Player::Right))
    }

    fn when_stuck(&self, graph: &Graph, colouring: &[Colour], turn: Player) -> Verdict {
        let coloured = || (0..colouring.len()).filter(is_coloured(colouring)).count();
        match self.description.goal {
            Goal::NotLastMove => Verdict::Wins(turn),
            Goal::ColourAll if coloured() == colouring.len() => Verdict::Wins(Player::Left),
            Goal::ColourAll => Verdict::Wins(Player::Right),
            Goal::Count => Verdict::Score(coloured() as i32),
            Goal::LargestComponent { both_count } => {
                Verdict::Score(difference(graph, colouring, both_count))
            }
            Goal::LastMove | Goal::Orthogonal | Goal::Other => Verdict::Wins(turn.opponent()),
        }
    }

    fn goal(&self) -> Goal {
        self.description.goal
    }
}
