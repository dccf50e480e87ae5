//! The game chromatic numbers χ_g and χ_g^B.

use chromex_graphs::Board;
use chromex_rules::{Game, MAX_COLOURS, Player, Position};

use chromex_budget::{Budget, Statistics, Stop};
use chromex_engine::Value;

use crate::ask::{Unanswerable, ask};
use crate::question::{Ask, Question, Sources};

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
    /// A file that some of these were merged from, if any was and has not been found again here.
    pub merged: Option<String>,
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
pub fn chi(
    board: &Board,
    first: Player,
    all: bool,
    budget: &Budget,
    sources: Sources<'_>,
) -> Result<Chi, ChiError> {
    if board.graph().is_directed() {
        return Err(ChiError::Directed);
    }
    let enough = if board.order() == 0 { 0 } else { board.graph().max_degree() + 1 };
    let statistics = Statistics::default();
    let mut chi = Chi {
        first,
        winners: Vec::new(),
        enough,
        remembered: 0,
        merged: None,
        statistics,
        stopped: None,
    };
    let budget = &budget.running();
    let mut searched = 0;
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
    Ok(chi)
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
    Unanswerable(#[from] Unanswerable),
}
