//! Finds attacks of Bob inside a window ([`checker::window`](chromex_checker::window)): few moves first, small windows first.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use chromex_budget::{Budget, Meter, Stop};
use chromex_checker::WindowCertificate;
use chromex_checker::window::{Columns, MAX_WIDTH, Window};
use chromex_files::FileError;
use chromex_rules::Game;

use super::saved::Checkpoint;

/// Why no attack was found.
#[derive(Debug, thiserror::Error)]
pub enum NoWindow {
    /// There are no such windows.
    #[error("{0}")]
    Unsuitable(String),
    /// Bob cannot force a win so quickly.
    #[error(
        "Bob has no attack of up to {moves} moves in any window of up to {width} columns. This says nothing about who wins"
    )]
    None {
        /// The number of moves that were tried.
        moves: usize,
        /// The largest window.
        width: usize,
    },
    /// The budget was used up.
    #[error("no certificate: {0}")]
    Stopped(#[from] Stop),
    /// The saved search cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}

/// The largest number of moves of an attack that is looked for.
const MAX_MOVES: usize = 6;

/// The heights that are tried if windows need not have all rows.
const HEIGHTS: std::ops::RangeInclusive<usize> = 3..=7;

/// A certificate that Bob wins on all boards that are large enough. The budget counts positions in which Bob is to move.
///
/// Windows without an attack are recorded in the `checkpoint`; a later search begins where this one
/// has stopped.
pub fn prove_window(
    game: &Game,
    boards: &str,
    budget: &Budget,
    checkpoint: Option<&Path>,
) -> Result<WindowCertificate, NoWindow> {
    let mut meter = Meter::new(budget);
    let aim = format!("Bob wins {} on {boards}", game.name());
    let (mut saved, held) = Checkpoint::open(checkpoint, aim, budget)?;
    let mut searched: BTreeSet<String> = held.into_iter().collect();
    let sizes: Vec<_> = sizes(boards).collect();
    for (at, &(moves, height, width)) in sizes.iter().enumerate() {
        let size = format!("no attack of {moves} moves in {height}x{width}");
        if searched.contains(&size) {
            continue;
        }
        let window =
            Window::new(game.clone(), boards, height, width).map_err(NoWindow::Unsuitable)?;
        let mut attack = Attack { window: &window, known: HashMap::new(), meter: &mut meter };
        if attack.wins(&window.uncoloured(), moves)? {
            let positions = attack.positions(moves)?;
            return Ok(WindowCertificate { window, positions });
        }
        searched.insert(size);
        meter.monitor().report(at + 1, sizes.len());
        saved.save(searched.iter().cloned());
    }
    Err(NoWindow::None { moves: MAX_MOVES, width: MAX_WIDTH })
}

/// The sizes to try, in order: moves, rows, columns.
fn sizes(boards: &str) -> impl Iterator<Item = (usize, usize, usize)> {
    let heights: Vec<usize> = match boards {
        "grid:MxN" => HEIGHTS.collect(),
        _ => vec![rows(boards).unwrap_or(0)],
    };
    (1..=MAX_MOVES).flat_map(move |moves| {
        let heights = heights.clone();
        // Two columns for each move, and one on each side in which Bob does not play.
        let widths = 3..=(2 * moves + 3).min(MAX_WIDTH);
        widths.flat_map(move |width| heights.clone().into_iter().map(move |h| (moves, h, width)))
    })
}

fn rows(boards: &str) -> Option<usize> {
    boards.split_once(':')?.1.strip_suffix("xN")?.parse().ok()
}

/// The search in one window: how many moves Bob needs.
struct Attack<'a> {
    window: &'a Window,
    /// For positions with Bob to move, up to symmetry: a number of moves that is enough for him,
    /// and a number that is not.
    known: HashMap<Columns, (usize, usize)>,
    meter: &'a mut Meter,
}

impl Attack<'_> {
    /// Whether Bob, to move, wins with at most this many moves.
    fn wins(&mut self, columns: &Columns, moves: usize) -> Result<bool, Stop> {
        if self.window.is_won(columns) {
            return Ok(true);
        }
        if moves == 0 {
            return Ok(false);
        }
        let first = self.window.first_image(columns);
        let (enough, too_few) = *self.known.get(&first).unwrap_or(&(usize::MAX, 0));
        if moves >= enough || moves <= too_few {
            return Ok(moves >= enough);
        }
        self.meter.tick()?;
        let won = self.move_within(&first, moves)?.is_some();
        let known = self.known.entry(first).or_insert((usize::MAX, 0));
        if won {
            known.0 = known.0.min(moves);
        } else {
            known.1 = known.1.max(moves);
        }
        Ok(won)
    }

    /// A move with which Bob wins within this many moves.
    fn move_within(&mut self, columns: &Columns, moves: usize) -> Result<Option<Columns>, Stop> {
        let mut after: Vec<Columns> = self.window.after_bob(columns);
        if let Some(won) = after.iter().find(|after| self.window.is_won(after)) {
            return Ok(Some(won.clone()));
        }
        // Of equivalent moves one is enough.
        after.sort_by_cached_key(|after| self.window.first_image(after));
        after.dedup_by_key(|after| self.window.first_image(after));
        for after in after {
            if moves > 1 && self.alice_loses(&after, moves - 1)? {
                return Ok(Some(after));
            }
        }
        Ok(None)
    }

    /// Whether Bob wins with at most this many more moves, whatever Alice does. Her defences
    /// against an attack that needs one move are examined first.
    fn alice_loses(&mut self, columns: &Columns, moves: usize) -> Result<bool, Stop> {
        if !self.wins(columns, moves)? {
            return Ok(false);
        }
        let mut open = self.window.after_alice(columns);
        for moves in 1..=moves {
            let mut longer = Vec::new();
            for after in open {
                if !self.wins(&after, moves)? {
                    longer.push(after);
                }
            }
            open = longer;
        }
        Ok(open.is_empty())
    }

    /// The positions after Bob's moves that occur when he plays in this way.
    fn positions(&mut self, moves: usize) -> Result<BTreeSet<Columns>, Stop> {
        let mut found = BTreeSet::new();
        let mut open = vec![self.window.uncoloured()];
        while let Some(columns) = open.pop() {
            let Some(after) = self.shortest(&columns, moves)? else { continue };
            let first = self.window.first_image(&after);
            if !self.window.is_won(&after) && found.insert(first) {
                open.extend(self.window.after_alice(&after));
            }
        }
        Ok(found)
    }

    /// Bob's move on the shortest way to win, if he has not already won.
    fn shortest(&mut self, columns: &Columns, moves: usize) -> Result<Option<Columns>, Stop> {
        if self.window.is_won(columns) {
            return Ok(None);
        }
        let first = self.window.first_image(columns);
        for moves in 1..=moves {
            if self.wins(&first, moves)? {
                return self.move_within(&first, moves);
            }
        }
        Ok(None)
    }
}
