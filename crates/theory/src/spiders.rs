//! The largest connected subgraph game on spiders (Bensmail et al., section 6, case 2b), without
//! search.
//!
//! The draft leaves gaps in the proof; docs/open-problems.md closes them.

use chromex_engine::Outcome;
use chromex_graph_tools::classes::spider::{Legs, Spider};
use chromex_rules::Player;

/// Who wins, Alice first.
pub fn outcome(spider: &Spider) -> Outcome {
    let (legs, rest) = (spider.legs.len(), spider.rest.len());
    let drawn = match spider.kind {
        Legs::Matching => legs.is_multiple_of(2) && rest.is_multiple_of(2),
        Legs::Antimatching => legs > 3 && rest.is_multiple_of(2),
    };
    if drawn { Outcome::Draw } else { Outcome::Winner(Player::Left) }
}
