//! The facts that are found about a position, and the answer that they add up to.

use chromex_budget::{Statistics, Stop};
use chromex_engine::{Outcome, Tameness, Value};
use chromex_rules::{Move, Player, Position};
use chromex_text::seconds;
use chromex_theory::{Mirror, Settled, Theorem};

/// A fact, reported as soon as it is known.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A theorem gives the value, or who wins.
    Theorem(&'static Theorem, Settled),
    /// The following facts come from the store.
    Stored(Origin, Statistics),
    /// Who wins.
    Outcome(Outcome),
    /// The value lies within these bounds.
    Bound(Bound),
    /// An independent part of the position, by its cells, and its value.
    Component(Vec<usize>, Value),
    /// The exact value.
    Value(Value),
    /// How a position of an impartial game in misère play behaves in sums.
    Tameness(Tameness),
    /// The answer to [`Ask::AStar`](crate::Ask::AStar).
    AStar(bool),
    /// The number of moves examined so far.
    Progress {
        /// The number of moves that have been examined.
        done: usize,
        /// The number of all moves.
        of: usize,
    },
    /// The remaining moves take longer than those so far.
    OthersTakeLonger,
    /// One of the moves that were asked for, with the value after it.
    Move(MoveValue),
    /// All moves that were asked for have been reported.
    MovesComplete,
    /// The budget is used up.
    Stopped(Stop),
    /// The question cannot be searched, for this reason.
    Unsearchable(String),
    /// What the search has cost so far.
    Cost(Statistics),
}

/// What is known about a value before the value itself is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Bounds of a nimber.
    Nimber {
        /// The nimber is at least this.
        least: u32,
        /// The nimber is at most this.
        most: u32,
    },
    /// The score is at least this.
    AtLeast(i32),
    /// The score is at most this.
    AtMost(i32),
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Bound::Nimber { least: 0, most } => write!(f, "the value is at most *{most}"),
            Bound::Nimber { least, most } => {
                write!(f, "the value is at least *{least} and at most *{most}")
            }
            Bound::AtLeast(score) => write!(f, "the score is at least {}", Value::Score(*score)),
            Bound::AtMost(score) => write!(f, "the score is at most {}", Value::Score(*score)),
        }
    }
}

/// The origin of a stored answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The version of the program that found it.
    pub engine: String,
    /// When it was found, as 2026-11-16T01:02:03Z.
    pub found: String,
    /// The file from which it was merged; `None` if a search of this store has found or confirmed
    /// it.
    pub merged: Option<String>,
}

/// The origin of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Provenance {
    /// The game is over.
    Rules,
    /// Exhaustive search.
    #[default]
    Search,
    /// A theorem; if moves are listed, they were found by search.
    Theorem(&'static Theorem),
}

impl Provenance {
    /// One word: rules, search or theorem.
    pub fn word(self) -> &'static str {
        match self {
            Provenance::Rules => "rules",
            Provenance::Search => "search",
            Provenance::Theorem(_) => "theorem",
        }
    }
}

/// A legal move and the value after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// The value of the position after it, if it is known.
    pub value: Option<Value>,
}

/// Everything known about a position: the sum of all [`Event`]s.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The exact value.
    pub value: Option<Value>,
    /// Who wins; sometimes known although the value is not. Some games have no outcome.
    pub outcome: Option<Outcome>,
    /// The answer to [`Ask::AStar`](crate::Ask::AStar).
    pub a_star: Option<bool>,
    /// How a position of an impartial game in misère play behaves in sums, if that is found quickly.
    pub tameness: Option<Tameness>,
    /// Bounds of the value, if the value is not known.
    pub bound: Option<Bound>,
    /// The independent parts, if there are several and all moves were asked for.
    pub components: Vec<(Vec<usize>, Value)>,
    /// The moves that were asked for, as far as they are known, in order.
    pub moves: Vec<MoveValue>,
    /// Whether these are all moves that were asked for.
    pub moves_complete: bool,
    /// How many moves have been examined, and how many there are.
    pub progress: Option<(usize, usize)>,
    /// How the value was found, or the outcome if the value is not known.
    pub provenance: Provenance,
    /// The origin of the stored answer, if it comes from a store; then the cost is that of the
    /// search that found it.
    pub stored: Option<Origin>,
    /// What the search cost.
    pub statistics: Statistics,
    /// Why the search gave up, if it did.
    pub stopped: Option<Stop>,
    /// Why the position cannot be searched, if it cannot.
    pub unsearchable: Option<String>,
}

impl Answer {
    /// Adds a fact.
    pub(crate) fn add(&mut self, event: &Event) {
        match event {
            Event::Theorem(theorem, settled) => {
                self.provenance = Provenance::Theorem(theorem);
                self.outcome = Some(settled.outcome());
                self.value = settled.value().cloned();
            }
            Event::Stored(origin, statistics) => {
                (self.stored, self.statistics) = (Some(origin.clone()), *statistics);
            }
            Event::Outcome(outcome) => self.outcome = Some(*outcome),
            Event::Bound(bound) => self.bound = Some(*bound),
            Event::Component(cells, value) => self.components.push((cells.clone(), value.clone())),
            Event::Value(value) => {
                (self.value, self.bound) = (Some(value.clone()), None);
                self.provenance = Provenance::Search;
            }
            Event::Tameness(tameness) => self.tameness = Some(*tameness),
            Event::AStar(member) => self.a_star = Some(*member),
            Event::Progress { done, of } => self.progress = Some((*done, *of)),
            Event::Move(found) => self.moves.push(found.clone()),
            Event::OthersTakeLonger => {}
            Event::MovesComplete => self.moves_complete = true,
            Event::Stopped(stop) => self.stopped = Some(*stop),
            Event::Unsearchable(why) => self.unsearchable = Some(why.clone()),
            Event::Cost(statistics) => self.statistics = *statistics,
        }
    }

    /// The origin of the answer and its cost, in words.
    pub fn found_by(&self) -> String {
        let cost = &self.statistics;
        let found = match self.provenance {
            Provenance::Rules => return "the game is over".to_owned(),
            Provenance::Search if self.found_nothing() => match cost.positions {
                0 => "nothing: it was stopped before the first position was searched".to_owned(),
                _ => format!("nothing yet, in a search of {cost}"),
            },
            Provenance::Search if cost.positions == 0 => {
                format!("at sight, {}", seconds(cost.time))
            }
            Provenance::Search => format!("by search of {cost}"),
            Provenance::Theorem(theorem) if cost.positions == 0 => {
                format!("by {}", theorem.citation())
            }
            Provenance::Theorem(theorem) => format!("by {}; search of {cost}", theorem.citation()),
        };
        match &self.stored {
            None => found,
            Some(origin) => {
                let day = origin.found.split('T').next().unwrap_or_default();
                let merged = origin.merged.as_ref().map(|file| format!(" (merged from {file})"));
                format!("from the store{}, found {found} on {day}", merged.unwrap_or_default())
            }
        }
    }

    /// The involution behind the answer about this position, if a theorem gave it whose proof is a mirror
    /// strategy.
    pub fn mirror(&self, position: &Position) -> Option<Mirror> {
        match self.provenance {
            Provenance::Theorem(theorem) => theorem.mirror(position),
            Provenance::Rules | Provenance::Search => None,
        }
    }

    /// Whether the search was stopped before it had found anything.
    fn found_nothing(&self) -> bool {
        let known = self.value.is_some() || self.outcome.is_some() || self.a_star.is_some();
        self.stopped.is_some() && !known && self.bound.is_none() && self.moves.is_empty()
    }

    /// What is known if some part of the answer is missing, in words.
    pub fn known(&self) -> Option<String> {
        let mut facts = Vec::new();
        match (&self.unsearchable, self.value.is_some(), self.outcome.is_some()) {
            (Some(why), false, true) => facts.push(format!("who wins, but not the value: {why}")),
            (Some(why), ..) => facts.push(why.clone()),
            (None, ..) => {}
        }
        facts.extend(self.bound.map(|bound| bound.to_string()));
        if let (Some((done, of)), Some(_), false) =
            (self.progress, self.stopped, self.moves_complete)
        {
            facts.push(format!("{done} of {of} moves are solved"));
        }
        if facts.is_empty() && self.found_nothing() {
            return Some("nothing is known yet".to_owned());
        }
        (!facts.is_empty()).then(|| facts.join("; "))
    }

    /// Whether everything that was asked for is known.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.unsearchable.is_none()
    }

    /// The result of a move for the player who makes it; `None` if it is not known, or if there is
    /// nothing to win.
    pub fn effect(position: &Position, value: Option<&Value>) -> Option<Effect> {
        let mover = position.turn();
        if !has_outcome(position) {
            return None;
        }
        Some(match value?.winner(mover.opponent()) {
            Some(winner) if winner == mover => Effect::Wins,
            Some(_) => Effect::Loses,
            None => Effect::Draws,
        })
    }
}

/// The result of a move for the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// He wins.
    Wins,
    /// The opponent wins.
    Loses,
    /// Nobody wins.
    Draws,
}

/// Whether the game has a winner at all: not the game in which Bob has nothing to win.
pub(crate) fn has_outcome(position: &Position) -> bool {
    position.game().has_outcome()
}

/// Whether the player to move loses, given the value.
pub(crate) fn is_lost(mover: Player, value: &Value) -> bool {
    value.winner(mover) == Some(mover.opponent())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_search_that_found_nothing_says_so() {
        let stopped = Some(Stop::Time(Duration::from_secs(1)));
        let mut answer = Answer { stopped, ..Answer::default() };
        assert_eq!(
            answer.found_by(),
            "nothing: it was stopped before the first position was searched"
        );
        assert_eq!(answer.known().as_deref(), Some("nothing is known yet"));
        answer.statistics.positions = 7;
        assert!(answer.found_by().starts_with("nothing yet, in a search of 7 positions"));
        answer.outcome = Some(Outcome::Draw);
        assert!(answer.found_by().starts_with("by search of 7 positions"));
        assert_eq!(answer.known(), None);
    }
}
