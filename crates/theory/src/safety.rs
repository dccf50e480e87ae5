//! Which vertices are safe and which are threatened in the maker-breaker colouring game, by the
//! literal rules on boards of any size: this is what a human player looks for.
//!
//! *Safe* is the word of Brosse et al., section 3, for a vertex that can never run out of colours.
//! A vertex dies when different neighbours have taken all the colours of its list. So it is unsafe
//! exactly if its colours can be matched to different uncoloured neighbours, each of which can
//! still take the colour matched to it.

use chromex_graph_tools::matching::Matching;
use chromex_graphs::Graph;
use chromex_graphs::limit::rows;
use chromex_rules::{Colour, Position, UNCOLOURED};

use crate::hypotheses::colours_to_colour_all;

/// The status of an uncoloured vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It will always have a possible colour, whatever is played.
    Safe,
    /// It can run out of colours, but not by the next move.
    Unsafe,
    /// The next move can take its last colour.
    Threatened,
    /// It sees every colour: Bob has won.
    Dead,
}

impl Status {
    /// The status in one word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Safe => "safe",
            Status::Unsafe => "unsafe",
            Status::Threatened => "threatened",
            Status::Dead => "dead",
        }
    }
}

/// The colours that a cell can still take, and its status; coloured cells have neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellSafety {
    /// The colours that its neighbours have left it.
    pub available: Vec<Colour>,
    /// Its status, if it is uncoloured.
    pub status: Option<Status>,
}

/// The status of each cell, in a game that Alice wins when all vertices are coloured; `None` for
/// other games, and if the work was stopped.
///
/// ```
/// use chromex_theory::safety::{Status, safety_of_cells};
/// let star: chromex_rules::Position = "colouring:3 star:3 .12. bob".parse()?;
/// assert_eq!(safety_of_cells(&star).unwrap()[0].status, Some(Status::Threatened));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn safety_of_cells(position: &Position) -> Option<Vec<CellSafety>> {
    colours_to_colour_all(position.game())?;
    let mut colouring = position.colouring().to_vec();
    let lists: Vec<Vec<Colour>> =
        rows(position.cells()).map(|cell| available(position, &mut colouring, cell)).collect();
    if lists.len() < position.cells() {
        return None;
    }
    let status = |cell: usize| {
        let uncoloured = position.colouring()[cell] == UNCOLOURED;
        uncoloured.then(|| status(position, &lists, cell))
    };
    let statuses: Vec<Option<Status>> = rows(position.cells()).map(status).collect();
    if statuses.len() < position.cells() {
        return None;
    }
    let both = lists.into_iter().zip(statuses);
    Some(both.map(|(available, status)| CellSafety { available, status }).collect())
}

/// The legal colours of an uncoloured cell; `colouring` is unchanged afterwards.
fn available(position: &Position, colouring: &mut [Colour], cell: usize) -> Vec<Colour> {
    if colouring[cell] != UNCOLOURED {
        return Vec::new();
    }
    let (game, graph) = (position.game(), position.board().graph());
    let fits = |colour: &Colour| {
        colouring[cell] = *colour;
        game.conflict(graph, colouring, cell).is_none()
    };
    let fitting = game.palette().colours().filter(fits).collect();
    colouring[cell] = UNCOLOURED;
    fitting
}

fn status(position: &Position, lists: &[Vec<Colour>], cell: usize) -> Status {
    let graph = position.board().graph();
    match lists[cell].as_slice() {
        [] => Status::Dead,
        &[last] if graph.neighbours(cell).any(|w| lists[w].contains(&last)) => Status::Threatened,
        _ if can_be_exhausted(graph, lists, cell) => Status::Unsafe,
        _ => Status::Safe,
    }
}

/// Whether different neighbours can take all colours of the cell.
fn can_be_exhausted(graph: &Graph, lists: &[Vec<Colour>], cell: usize) -> bool {
    let mut matching = Matching::default();
    // For each neighbour that was given a colour, the colours that it can take.
    let mut givers: Vec<u128> = Vec::new();
    for w in graph.neighbours(cell) {
        let shared = lists[w].iter().filter(|colour| lists[cell].contains(colour));
        givers.push(shared.fold(0, |set, &colour| set | 1 << colour));
        if !matching.augment(&|i| givers[i], givers.len() - 1, &mut 0) {
            givers.pop();
        }
    }
    givers.len() == lists[cell].len()
}
