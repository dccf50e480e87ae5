//! A game as a value: built, compared and printed.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::rules::{Boards, Condition, Convention, Goal, Places, Player, Rules};

/// A game with its parameters; cheap to clone.
///
/// Two games are equal if they are the same game, whatever they are called: the names of a game and of
/// its colours are how it is shown, and what it declares of itself ([`Rules`]) is what it is.
///
/// ```
/// use chromex_rules::Game;
/// assert_eq!(Game::proper(2)?, Game::icol());
/// assert_eq!(Game::distance(1, 1)?, "node-kayles".parse()?);
/// assert_ne!(Game::proper(2)?, Game::isnort());
/// assert_eq!(Game::proper(2)?.identity(), "icol");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    rules: Arc<dyn Rules>,
    pub(crate) listed: bool,
}

impl Game {
    /// A game with rules of one's own.
    pub fn new(rules: impl Rules + 'static) -> Game {
        Game { rules: Arc::new(rules), listed: false }
    }

    /// A game whose name is in the list.
    pub(crate) fn listed(rules: impl Rules + 'static) -> Game {
        Game { rules: Arc::new(rules), listed: true }
    }
}

/// What the identity of a game begins with if it is not listed, so that no listed name is like it.
pub const OWN: &str = "own:";

impl Deref for Game {
    type Target = dyn Rules;

    fn deref(&self) -> &(dyn Rules + 'static) {
        &*self.rules
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        match (Description::of(self), Description::of(other)) {
            (None, None) => (self.listed, self.name()) == (other.listed, other.name()),
            (this, that) => this == that,
        }
    }
}

impl Eq for Game {}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// All that a game is, as data.
#[derive(PartialEq, Eq)]
pub(crate) struct Description {
    convention: Convention,
    goal: Goal,
    boards: Boards,
    /// For each colour, whether Left and whether Right may use it.
    rights: Vec<[bool; 2]>,
    condition: Condition,
    places: Places,
}

impl Description {
    /// `None` if the data do not tell all of it.
    pub fn of(game: &Game) -> Option<Description> {
        let may_use = |c| [Player::Left, Player::Right].map(|player| game.may_use(player, c));
        let this = Description {
            convention: game.convention(),
            goal: game.goal(),
            boards: game.boards(),
            rights: game.palette().colours().map(may_use).collect(),
            condition: game.condition(),
            places: game.places(),
        };
        let copies = if this.condition == Condition::Orthogonal { 2 } else { 1 };
        let told = game.copies() == copies
            && this.condition != Condition::Other
            && this.places != Places::Other
            && this.goal != Goal::Other;
        told.then_some(this)
    }

    /// A text for a condition on pairs and nothing more: `own:pairs:impartial:LR,LR:1-1/1` if adjacent
    /// vertices may not both have the first of two colours.
    pub fn written(&self) -> Option<String> {
        let Condition::Pairs(rule) = &self.condition else { return None };
        let plain = matches!(self.goal, Goal::LastMove | Goal::ColourAll);
        let users = |[left, right]: &[bool; 2]| match (left, right) {
            (true, true) => "LR",
            (true, false) => "L",
            (false, true) => "R",
            (false, false) => "-",
        };
        let rights: Vec<&str> = self.rights.iter().map(users).collect();
        let (convention, rights) = (self.convention, rights.join(","));
        let boards = if self.boards == Boards::Directed { ":directed" } else { "" };
        (plain && self.places == Places::Any)
            .then(|| format!("{OWN}pairs:{convention}:{rights}:{rule}{boards}"))
    }
}
