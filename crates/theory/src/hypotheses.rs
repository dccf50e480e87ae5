//! The hypotheses of theorems and strategies, stated about what games declare: whatever game
//! satisfies them inherits the theorems.

use chromex_rules::{Condition, Convention, Game, Goal, PairRule, Places, Player};

/// The condition of a game on pairs that who cannot move loses; nobody may skip, and the players may have colours of their own.
pub(crate) fn normal_play_pairs(game: &Game) -> Option<PairRule> {
    let applies =
        game.goal() == Goal::LastMove && game.pairwise_reach().is_some() && game.skips().is_none();
    match game.condition() {
        Condition::Pairs(rule) if applies => Some(rule),
        _ => None,
    }
}

/// The condition of an impartial game on pairs, in which each player may use every colour at every
/// vertex.
pub(crate) fn impartial_pairs(game: &Game) -> Option<PairRule> {
    let applies = game.convention() == Convention::Impartial && game.colours_are_shared();
    normal_play_pairs(game).filter(|_| applies)
}

/// Whether an impartial game has this condition and no other rule: each player may use every colour
/// at every vertex.
pub(crate) fn is_impartial_under(game: &Game, condition: &Condition) -> bool {
    game.convention() == Convention::Impartial
        && game.goal() == Goal::LastMove
        && game.condition() == *condition
        && game.places() == Places::Any
        && game.skips().is_none()
        && game.copies() == 1
        && game.colours_are_shared()
}

/// The distance within which vertices must differ, and the number of colours, if an impartial game
/// has exactly this rule.
pub(crate) fn different_within(game: &Game) -> Option<(usize, usize)> {
    impartial_pairs(game)?;
    Some((game.different_within()?, game.palette().len()))
}

/// The number of colours, if an impartial game is proper colouring.
pub(crate) fn colours_of_proper(game: &Game) -> Option<usize> {
    different_within(game).filter(|(distance, _)| *distance == 1).map(|(_, colours)| colours)
}

/// The number of colours, if a game is the maker-breaker colouring game.
pub(crate) fn colours_to_colour_all(game: &Game) -> Option<usize> {
    colours_with_skips(game, None)
}

/// The number of colours, if all vertices have to be coloured and neighbours have to differ,
/// whoever may skip turns.
pub(crate) fn colours_whoever_skips(game: &Game) -> Option<usize> {
    colours_with_skips(game, game.skips())
}

/// The number of colours, if all vertices have to be coloured, neighbours have to differ, and this
/// player may skip turns.
pub(crate) fn colours_with_skips(game: &Game, skips: Option<Player>) -> Option<usize> {
    let applies = game.goal() == Goal::ColourAll
        && game.different_within() == Some(1)
        && game.pairwise_reach().is_some()
        && game.skips() == skips
        && game.colours_are_shared();
    applies.then(|| game.palette().len())
}

/// The number of colours, if all vertices have to be coloured, neighbours have to differ, and
/// neighbours of coloured vertices come first, whoever may skip turns.
pub(crate) fn colours_of_connected(game: &Game) -> Option<usize> {
    let applies = game.goal() == Goal::ColourAll
        && game.different_within() == Some(1)
        && game.places() == Places::Touching
        && game.copies() == 1
        && game.colours_are_shared();
    applies.then(|| game.palette().len())
}

/// Whether a game is the largest connected subgraph game, in which both players can win.
pub(crate) fn is_largest_component(game: &Game) -> bool {
    game.goal() == Goal::LargestComponent { both_count: true }
}

/// The number of colours, if a game is orthogonal colouring under this convention.
pub(crate) fn colours_of_orthogonal(game: &Game, convention: Convention) -> Option<usize> {
    let applies = game.condition() == Condition::Orthogonal && game.convention() == convention;
    applies.then(|| game.palette().len())
}
