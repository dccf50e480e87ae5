//! A game as a value that can be built, compared and printed.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::description::Description;
use crate::rules::Rules;

/// A game with its parameters; cheap to clone.
///
/// Two games are equal if they have the same rules, whatever they are called: names of games and
/// colours only decide how a game is shown; its identity is what it declares ([`Rules`]).
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
    /// A game with rules that you have written yourself.
    pub fn new(rules: impl Rules + 'static) -> Game {
        Game { rules: Arc::new(rules), listed: false }
    }

    /// A game whose name is in the list.
    pub(crate) fn listed(rules: impl Rules + 'static) -> Game {
        Game { rules: Arc::new(rules), listed: true }
    }
}

impl Deref for Game {
    type Target = dyn Rules;

    fn deref(&self) -> &(dyn Rules + 'static) {
        &*self.rules
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        match (Description::of(&**self), Description::of(&**other)) {
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
