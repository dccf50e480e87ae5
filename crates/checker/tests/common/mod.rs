//! What several tests of the checker need.

use chromex_graphs::random::SplitMix;
use chromex_rules::Position;

/// A position after fewer than so many random moves.
pub(crate) fn wander(start: &Position, moves: usize, random: &mut SplitMix) -> Position {
    let mut here = start.clone();
    for _ in 0..random.below(moves) {
        let moves = here.moves();
        if moves.is_empty() {
            break;
        }
        here = here.play(moves[random.below(moves.len())]).unwrap();
    }
    here
}
