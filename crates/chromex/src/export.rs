//! Positions in the formats of [`graphs::draw::export`](crate::graphs::draw::export).

use chromex_graph_tools::draw::{Mark, Paint, export::Sheet};
use chromex_graphs::{GraphError, ops};
use chromex_rules::{Colour, Palette, Position, UNCOLOURED};

/// What is drawn and written of a position. A game on two copies of the graph shows both, side by side.
///
/// ```
/// use chromex::graphs::draw::export::ExportFormat;
/// let position = "icol grid:2x3 B../..W left".parse()?;
/// let picture = ExportFormat::named("svg")?.write(&chromex::export::sheet(&position)?)?;
/// assert!(picture.starts_with(b"<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sheet(position: &Position) -> Result<Sheet, GraphError> {
    let board = position.board();
    let drawn = match position.game().copies() {
        1 => board.clone(),
        _ => ops::disjoint_union(board, board)?.named(board.name()),
    };
    let cells = position.colouring().iter().enumerate();
    Ok(Sheet {
        board: board.clone(),
        drawn,
        marks: cells.map(|(cell, &colour)| mark(position, cell, colour)).collect(),
        position: Some(position.to_string()),
    })
}

fn mark(position: &Position, cell: usize, colour: Colour) -> Mark {
    if colour != UNCOLOURED {
        return Mark::painted(paint(position.game().palette(), colour));
    }
    let label = (position.game().copies() > 1).then(|| position.cell_name(cell));
    Mark { label, ..Mark::default() }
}

/// How a colour of a game is painted.
fn paint(palette: Palette<'_>, colour: Colour) -> Paint {
    match palette.name(colour).as_str() {
        "Black" => Paint::Black,
        "White" => Paint::White,
        "Red" => Paint::Red,
        "Blue" => Paint::Blue,
        _ => Paint::Number(colour),
    }
}
