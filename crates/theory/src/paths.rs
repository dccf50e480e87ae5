//! Who wins the largest connected subgraph game on paths and cycles.

use chromex_engine::Outcome;
use chromex_rules::Player;

/// Theorem 4.3 of Bensmail et al.: Alice wins on the paths of 1, 3, 5, 7 and 9 vertices; all others are drawn.
pub fn on_path(n: usize) -> Outcome {
    if n % 2 == 1 && n <= 9 { Outcome::Winner(Player::Left) } else { Outcome::Draw }
}

/// Theorem 4.5 of Bensmail et al.: Alice wins on odd cycles; even ones are drawn.
pub fn on_cycle(n: usize) -> Outcome {
    if n % 2 == 1 { Outcome::Winner(Player::Left) } else { Outcome::Draw }
}
