//! The least number with which Alice wins: the game chromatic numbers χ_g and χ_g^B, and similar
//! numbers for other games that differ only in a number.

use std::collections::HashMap;

use chromex_graphs::Board;
use chromex_graphs::ops::near;
use chromex_rules::{Condition, Game, GameFamily, Goal, MAX_COLOURS, Player, Position};

use chromex_budget::{Budget, Statistics, Stop};
use chromex_engine::Value;
use chromex_theory::{NumberBound, larger_than_degree_is_enough, number_bounds};

use crate::ask::{Unanswerable, ask};
use crate::question::{Ask, Question, Sources};

/// The least number with which Alice wins, or what is known about it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Chi {
    /// Who moves first: Alice for χ_g, Bob for χ_g^B.
    pub first: Player,
    /// The winner with 1, 2, … colours; `None` where the budget was used up.
    pub winners: Vec<Option<Player>>,
    /// With this number of colours Alice wins in any case, since no vertex can run out of them: in
    /// the colouring game, one more than the maximum degree, or 0 for the graph without vertices.
    /// `None` if no such number is known.
    pub enough: Option<usize>,
    /// How many of the winners came from the store.
    pub remembered: usize,
    /// A file from which some of these were merged, if they have not been confirmed here.
    pub merged: Option<String>,
    /// The cost, now or when it was found.
    pub statistics: Statistics,
    /// Why a search gave up, if one did.
    pub stopped: Option<Stop>,
    /// The bounds that theorems give, if a search gave up.
    pub theorems: Vec<NumberBound>,
}

impl Chi {
    /// The number itself, if every smaller number of colours is decided.
    pub fn number(&self) -> Option<usize> {
        if self.enough == Some(0) {
            return Some(0);
        }
        let first_win = self.winners.iter().position(|w| *w == Some(Player::Left))?;
        let decided = self.winners[..first_win].iter().all(Option::is_some);
        decided.then_some(first_win + 1)
    }

    /// Whether Alice wins with every larger number too, if that is decided up to the number with
    /// which she always wins. Zhu asked in 1999 whether this holds for χ_g of every graph. It is
    /// known only if all numbers were asked for.
    pub fn is_monotone(&self) -> Option<bool> {
        let wins = |w: &Option<Player>| w.map(|player| player == Player::Left);
        let known: Vec<bool> = self.winners.iter().map_while(wins).collect();
        let lost_again = known.windows(2).any(|pair| pair[0] && !pair[1]);
        (lost_again || Some(known.len()) == self.enough).then_some(!lost_again)
    }

    /// The least possible value of the number, and the greatest, if there is one.
    pub fn bounds(&self) -> (usize, Option<usize>) {
        if self.enough == Some(0) {
            return (0, Some(0));
        }
        let by_theorem = |at_least: bool| {
            let side = self.theorems.iter().filter(move |bound| bound.at_least == at_least);
            side.map(|bound| bound.number)
        };
        let not_lost = self.winners.iter().position(|w| *w != Some(Player::Right));
        let won = self.winners.iter().position(|w| *w == Some(Player::Left));
        let least = not_lost.unwrap_or(self.winners.len()) + 1;
        let most = won.map(|k| k + 1).or(self.enough);
        (by_theorem(true).fold(least, usize::max), by_theorem(false).chain(most).min())
    }
}

/// The game chromatic number: [`least`] for the colouring game.
pub fn chi(
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Chi, ChiError> {
    least(&GameFamily::colouring(), board, first, all, budget, sources)
}

/// Finds who wins with each number from 1 on, until Alice does. It is not assumed that she then
/// wins with larger numbers too; with `all`, every number is tried up to the one with which she
/// always wins: in the colouring game the maximum degree plus one (Brosse et al., section 1).
pub fn least(
    family: &GameFamily,
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Chi, ChiError> {
    if board.graph().is_directed() {
        return Err(ChiError::Directed);
    }
    let start = |k: usize| {
        let game = family.member(k).map_err(|_| ChiError::TooManyColours(k))?;
        let start = Position::start(game, board.clone());
        start
            .map(|start| start.with_turn(first))
            .map_err(|error| ChiError::Board(error.to_string()))
    };
    if first == Player::Right && start(1)?.game().copies() > 1 {
        return Err(ChiError::Board(format!("Alice moves first in {family}")));
    }
    let budget = &budget.running();
    let enough = enough(family, &start, budget)?;
    let last = enough.unwrap_or(MAX_COLOURS + 1);
    let statistics = Statistics::default();
    let mut chi = Chi {
        first,
        winners: Vec::new(),
        enough,
        remembered: 0,
        merged: None,
        statistics,
        stopped: None,
        theorems: Vec::new(),
    };
    let mut searched = 0;
    for k in 1..=last {
        if k > MAX_COLOURS && chi.number().is_none() {
            return Err(ChiError::TooManyColours(k));
        }
        if k > MAX_COLOURS || chi.stopped.is_some() {
            break;
        }
        let start = start(k)?;
        let left = budget.less(searched);
        let answer = ask(&Question::new(&start, Ask::Value).within(&left).from(sources))?;
        chi.winners.push(answer.value.and_then(winner));
        chi.remembered += usize::from(answer.stored.is_some());
        chi.merged = chi.merged.or_else(|| answer.stored.as_ref()?.merged.clone());
        if answer.stored.is_none() {
            searched += answer.statistics.positions;
        }
        chi.statistics.positions += answer.statistics.positions;
        chi.statistics.time += answer.statistics.time;
        chi.statistics.bytes = chi.statistics.bytes.max(answer.statistics.bytes);
        chi.stopped = answer.stopped.map(|stop| stop.of(budget));
        if !all && chi.winners.last() == Some(&Some(Player::Left)) {
            break;
        }
    }
    if chi.number().is_none() && chi.stopped.is_some() {
        chi.theorems = number_bounds(family, board.graph(), first);
    }
    Ok(chi)
}

/// The least number with which Alice wins in any case, since no vertex can run out of colours; 0 if
/// there is nothing to colour. `None` if the rule does not determine such a number, or if the
/// budget was used up meanwhile.
fn enough(
    family: &GameFamily,
    start: &impl Fn(usize) -> Result<Position, ChiError>,
    budget: &Budget,
) -> Result<Option<usize>, ChiError> {
    let first = start(1)?;
    if first.cells() == 0 {
        return Ok(Some(0));
    }
    let (game, graph) = (first.game(), first.board().graph());
    let ordinary = game.goal() == Goal::ColourAll && game.colours_are_shared();
    let by_neighbours = ordinary && game.different_within() == Some(1);
    if by_neighbours || larger_than_degree_is_enough(family) {
        return Ok(Some(graph.max_degree() + 1));
    }
    if !ordinary {
        return Ok(None);
    }
    let mut candidates = Vec::new();
    for k in 1..=MAX_COLOURS {
        candidates.extend(Rings::of(start(k)?.game()).map(|rings| (k, rings)));
    }
    for v in 0..graph.order() {
        if budget.check().is_err() {
            return Ok(None);
        }
        let mut sizes = HashMap::new();
        let mut within = |d| *sizes.entry(d).or_insert_with(|| near(graph, v, d).len());
        candidates.retain(|(k, rings)| *k > rings.most_lost(&mut within));
    }
    Ok(candidates.first().map(|(k, _)| *k))
}

/// How many colours a coloured vertex takes at most from another one: for each distance up to which
/// this number holds, nearest first.
struct Rings(Vec<(usize, usize)>);

impl Rings {
    /// The rings of a game whose condition is about pairs of vertices.
    fn of(game: &Game) -> Option<Rings> {
        let Condition::Pairs(rule) = game.condition() else { return None };
        let colours = || game.palette().colours();
        let mut distances: Vec<usize> = rule.near().map(|(_, _, distance)| distance).collect();
        distances.sort_unstable();
        distances.dedup();
        let taken = |distance: usize| {
            let by = |c| colours().filter(|&d| !rule.allows_beyond(distance - 1, c, d)).count();
            colours().map(by).max().unwrap_or(0)
        };
        Some(Rings(distances.into_iter().map(|distance| (distance, taken(distance))).collect()))
    }

    /// The largest number of colours that a vertex can lose, if `within` gives the number of other
    /// vertices within a distance of it.
    fn most_lost(&self, within: &mut impl FnMut(usize) -> usize) -> usize {
        let mut nearer = 0;
        let lost = self.0.iter().map(|&(distance, taken)| {
            let all = within(distance);
            taken * (all - std::mem::replace(&mut nearer, all))
        });
        lost.sum()
    }
}

fn winner(value: Value) -> Option<Player> {
    match value {
        Value::Winner(player) => Some(player),
        _ => None,
    }
}

/// Why the least number cannot be asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChiError {
    /// The graph has directions.
    #[error("the game chromatic number is defined for undirected graphs")]
    Directed,
    /// The game is not played on this graph.
    #[error("{0}")]
    Board(String),
    /// Bob wins with all numbers of colours that can be written.
    #[error("Bob wins with {} colours, and games have at most {MAX_COLOURS}", .0 - 1)]
    TooManyColours(usize),
    /// The graph is too large to be searched.
    #[error(transparent)]
    Unanswerable(#[from] Unanswerable),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_monotone() {
        let is_monotone = |winners: &str, enough: usize| {
            let winner = |c| match c {
                'A' => Some(Player::Left),
                'B' => Some(Player::Right),
                _ => None,
            };
            let chi = Chi {
                first: Player::Left,
                winners: winners.chars().map(winner).collect(),
                enough: Some(enough),
                remembered: 0,
                merged: None,
                statistics: Statistics::default(),
                stopped: None,
                theorems: Vec::new(),
            };
            chi.is_monotone()
        };
        assert_eq!(is_monotone("BBAA", 4), Some(true));
        assert_eq!(is_monotone("BABA", 4), Some(false));
        assert_eq!(is_monotone("BAB", 4), Some(false), "whatever comes next");
        assert_eq!(is_monotone("BA", 4), None);
        assert_eq!(is_monotone("BA?A", 4), None);
        assert_eq!(is_monotone("", 0), Some(true), "nothing to colour");
    }
}
