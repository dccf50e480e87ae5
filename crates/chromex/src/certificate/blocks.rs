//! Certificates by drawings of blocks ([`checker::blocks`](chromex_checker::blocks)). The drawings are not searched for: those for four
//! rows are the paper's, as far as they are needed.

use chromex_budget::{Budget, Meter, Stop};
use chromex_checker::{BlocksCertificate, Rejection};
use chromex_rules::Game;
use chromex_theory::strips::FOUR_ROWS_DRAWN;

/// A certificate for boards for which there are drawings; `None` for other boards. The checker
/// checks it here, and the budget counts the cases that it distinguishes.
pub fn prove_blocks(
    game: &Game,
    boards: &str,
    budget: &Budget,
) -> Option<Result<BlocksCertificate, Stop>> {
    let four_colours = Game::colouring(4).is_ok_and(|four| *game == four);
    if !four_colours || boards != "grid:4xN" {
        return None;
    }
    let mut meter = Meter::new(budget);
    let mut stopped = None;
    let checked = FOUR_ROWS_DRAWN.check(&mut || {
        stopped = meter.tick().err();
        stopped.is_none()
    });
    match checked {
        Ok(certificate) => Some(Ok(certificate)),
        Err(Rejection::Stopped(_)) => stopped.map(Err),
        // The built-in file is checked by the tests.
        Err(_) => None,
    }
}
