//! The game chromatic numbers χ_g and χ_g^B.

use chromex_graphs::Board;
use chromex_rules::{Game, MAX_COLOURS, Player, Position};

use crate::answer::{Answer, value};
use chromex_budget::{Budget, Statistics, Stop};
use chromex_engine::Unsearchable;
use chromex_engine::Value;

/// The least number of colours with which Alice wins, as far as it could be found out.
#[derive(Debug, Clone)]
pub struct Chi {
    /// Who moves first: Alice for χ_g, Bob for χ_g^B.
    pub first: Player,
    /// The winner with 1, 2, … colours; `None` where the budget ran out.
    pub winners: Vec<Option<Player>>,
    /// With so many colours Alice wins in any case: one more than the largest degree, or none at
    /// all on the graph without vertices.
    pub enough: usize,
    /// How many of the winners were remembered instead of searched for.
    pub remembered: usize,
    /// What it cost, now or when it was found.
    pub statistics: Statistics,
    /// Why a search gave up, if one did.
    pub stopped: Option<Stop>,
}

impl Chi {
    /// The number itself, if every smaller number of colours is decided.
    pub fn number(&self) -> Option<usize> {
        if self.enough == 0 {
            return Some(0);
        }
        let first_win = self.winners.iter().position(|w| *w == Some(Player::Left))?;
        let decided = self.winners[..first_win].iter().all(Option::is_some);
        decided.then_some(first_win + 1)
    }

    /// The least and the greatest value that the number can still have.
    pub fn bounds(&self) -> (usize, usize) {
        if self.enough == 0 {
            return (0, 0);
        }
        let not_lost = self.winners.iter().position(|w| *w != Some(Player::Right));
        let won = self.winners.iter().position(|w| *w == Some(Player::Left));
        (not_lost.unwrap_or(self.winners.len()) + 1, won.map_or(self.enough, |k| k + 1))
    }
}

/// Asks for each number of colours from 1 on who wins, until Alice does. That she wins with k
/// colours is not taken to imply that she wins with more; `all` asks up to the largest degree plus
/// one, with which she always wins (Brosse et al., section 1).
pub fn chi(board: &Board, first: Player, all: bool, budget: &Budget) -> Result<Chi, ChiError> {
    chi_by(board, first, all, budget, &|position, left| Ok((value(position, left)?, false)))
}

/// How the winner with a number of colours is found out, and whether it was remembered: then it cost
/// nothing now.
pub type AskValue<'a> = &'a dyn Fn(&Position, &Budget) -> Result<(Answer, bool), Unsearchable>;

/// As [`chi`], with each winner asked of `ask`, which may remember.
pub fn chi_by(
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    ask: AskValue<'_>,
) -> Result<Chi, ChiError> {
    if board.graph().is_directed() {
        return Err(ChiError::Directed);
    }
    let enough = if board.order() == 0 { 0 } else { board.graph().max_degree() + 1 };
    let statistics = Statistics::default();
    let mut chi =
        Chi { first, winners: Vec::new(), enough, remembered: 0, statistics, stopped: None };
    let mut spent = statistics;
    for k in 1..=enough {
        if k > MAX_COLOURS && chi.number().is_none() {
            return Err(ChiError::TooManyColours(k));
        }
        if k > MAX_COLOURS || chi.stopped.is_some() {
            break;
        }
        let game = Game::colouring(k).expect("k is in range");
        let start = Position::start(game, board.clone())
            .expect("the colouring game is played on every undirected graph")
            .with_turn(first);
        let left = Budget {
            nodes: budget.nodes.map(|nodes| nodes.saturating_sub(spent.positions)),
            time: budget.time.map(|time| time.saturating_sub(spent.time)),
            ..budget.clone()
        };
        let (answer, remembered) = ask(&start, &left)?;
        chi.winners.push(answer.value.and_then(winner));
        chi.remembered += usize::from(remembered);
        if !remembered {
            spent.positions += answer.statistics.positions;
            spent.time += answer.statistics.time;
        }
        chi.statistics.positions += answer.statistics.positions;
        chi.statistics.time += answer.statistics.time;
        chi.statistics.bytes = chi.statistics.bytes.max(answer.statistics.bytes);
        chi.stopped = answer.stopped.map(|stop| whole_limit(stop, budget));
        if !all && chi.winners.last() == Some(&Some(Player::Left)) {
            break;
        }
    }
    Ok(chi)
}

/// The limit that was set, rather than what was left of it.
fn whole_limit(stop: Stop, budget: &Budget) -> Stop {
    match stop {
        Stop::Nodes(left) => Stop::Nodes(budget.nodes.unwrap_or(left)),
        Stop::Time(left) => Stop::Time(budget.time.unwrap_or(left)),
        other => other,
    }
}

fn winner(value: Value) -> Option<Player> {
    match value {
        Value::Winner(player) => Some(player),
        _ => None,
    }
}

/// Why χ_g cannot be asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChiError {
    /// The graph has directions.
    #[error("the game chromatic number is defined for undirected graphs")]
    Directed,
    /// Bob wins with all numbers of colours that can be written.
    #[error("Bob wins with {} colours, and games have at most {MAX_COLOURS}", .0 - 1)]
    TooManyColours(usize),
    /// The graph is too large to be searched.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
}
