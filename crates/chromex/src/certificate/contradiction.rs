//! Why there is no set of pairs: a few obligations that contradict each other, and the smallest of
//! these, as a board.

use chromex_checker::strip::{Column, Event, Strip, Unmet};
use chromex_rules::{Move, Player, Position};

/// Obligations that contradict each other.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// The number of obligations; none of them can be left out (unless time ran out before that was
    /// certain).
    pub obligations: usize,
    /// The smallest of them in words: the nearby columns, with the one in which Bob plays in
    /// brackets.
    pub smallest: String,
    /// Its board, with Bob to move, and his move, as they are typed; `None` if no board is that
    /// small.
    pub board: Option<(String, String)>,
}

impl Contradiction {
    pub(super) fn new(strip: &Strip, core: &[Unmet]) -> Option<Contradiction> {
        let smallest = core.iter().min_by_key(|unmet| size(strip, unmet))?;
        Some(Contradiction {
            obligations: core.len(),
            smallest: strip.explain(smallest),
            board: board(strip, smallest),
        })
    }

    /// The part of a laboratory's address that opens the board, after Bob's move.
    pub fn link(&self) -> Option<String> {
        let (line, bobs) = self.board.as_ref()?;
        let moves = if bobs.is_empty() { String::new() } else { format!("&moves={bobs}") };
        Some(format!("#/play?line={}{moves}", line.replace(' ', "+")))
    }
}

/// Obligations that Alice has to answer come before impossible positions, and the uncoloured board
/// comes last; then the fewest columns, and the fewest colours.
fn size(strip: &Strip, unmet: &Unmet) -> (bool, bool, usize, usize) {
    let columns = || unmet.columns.iter().filter(|&&column| column != Column::WALL);
    let rows = || 0..strip.rows();
    let coloured = |column: &Column| rows().filter(|&row| column.colour(row) != 0).count();
    let colours: usize = columns().map(coloured).sum();
    let asked = matches!(unmet.event, Event::Move(_) | Event::Skip);
    (!asked, colours == 0, columns().count(), colours)
}

/// The columns as a separate board.
fn board(strip: &Strip, unmet: &Unmet) -> Option<(String, String)> {
    let columns: Vec<Column> =
        unmet.columns.iter().copied().filter(|&column| column != Column::WALL).collect();
    let (rows, length) = (strip.rows(), columns.len());
    // A part of a cylinder is a part of a grid.
    let family = strip.boards().replace("cylinder", "grid");
    let graph = chromex_graphs::parse(&family.replace('N', &length.to_string())).ok()?;
    let cells = (0..rows * length).map(|cell| columns[cell % length].colour(cell / length));
    let position =
        Position::new(strip.game().clone(), graph, cells.collect(), Player::Right).ok()?;
    let walls = unmet.columns.iter().take_while(|&&column| column == Column::WALL).count();
    let played = match unmet.event {
        Event::Move(next) => {
            let at = strip.middle(unmet.event) - walls;
            let row = (0..rows).find(|&row| next.colour(row) != columns[at].colour(row))?;
            Move { cell: row * length + at, colour: next.colour(row) }
        }
        Event::Skip => return Some((position.with_turn(Player::Left).to_string(), String::new())),
        _ => return None,
    };
    position.check(Player::Right, played).ok()?;
    Some((position.to_string(), position.write_move(played)))
}

/// Leaves out obligations as long as the rest still contradict each other, first many at a time,
/// then fewer; stops early if `go_on` says so.
pub(super) fn reduce<T: Clone>(
    mut core: Vec<T>,
    contradict: &mut dyn FnMut(&[T]) -> bool,
    go_on: &dyn Fn() -> bool,
) -> Vec<T> {
    let mut part = core.len() / 2;
    while part > 0 {
        let mut at = 0;
        while at < core.len() && go_on() {
            let end = (at + part).min(core.len());
            let rest: Vec<T> = core[..at].iter().chain(&core[end..]).cloned().collect();
            if contradict(&rest) {
                core = rest;
            } else {
                at = end;
            }
        }
        part /= 2;
    }
    core
}
