//! Random games, as trees that know no arithmetic.

use chromex_values::{Arena, Form};
use proptest::prelude::*;

/// Failures are shown, not kept in files.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) }
}

/// A game as it is written down.
#[derive(Debug, Clone)]
pub(crate) enum Tree {
    /// A number plus ↑s plus a nimber.
    Simple(String),
    /// Left and right options.
    Game(Vec<Tree>, Vec<Tree>),
}

impl Tree {
    pub(crate) fn form(&self, arena: &mut Arena) -> Form {
        match self {
            Tree::Simple(text) => arena.parse(text).unwrap(),
            Tree::Game(left, right) => {
                let [left, right] = [left, right]
                    .map(|side| side.iter().map(|tree| tree.form(arena)).collect::<Vec<_>>());
                arena.from_options(&left, &right).unwrap()
            }
        }
    }
}

fn games(leaf: impl Strategy<Value = Tree> + 'static, least: usize) -> impl Strategy<Value = Tree> {
    leaf.prop_recursive(3, 12, 2, move |inner| {
        let side = move |inner| prop::collection::vec(inner, least..=2);
        (side(inner.clone()), side(inner)).prop_map(|(left, right)| Tree::Game(left, right))
    })
}

/// Numbers, infinitesimals and hot games.
pub(crate) fn any_game() -> impl Strategy<Value = Tree> {
    let simple = prop::sample::select(vec![
        "0", "1", "-1", "2", "-2", "1/2", "-3/4", "5", "-4", "*", "*2", "↑", "↓*", "1*", "-1↑",
    ]);
    games(simple.prop_map(|text| Tree::Simple(text.to_owned())), 0)
}

/// Games that end at 0 and in which both can move until nobody can.
#[allow(dead_code, reason = "not every test needs them")]
pub(crate) fn all_small_game() -> impl Strategy<Value = Tree> {
    let simple = prop::sample::select(vec!["0", "*", "*2", "↑", "↓", "↑*", "⇓"]);
    games(simple.prop_map(|text| Tree::Simple(text.to_owned())), 1)
}
