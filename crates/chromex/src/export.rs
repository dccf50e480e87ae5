//! Positions in the formats of [`graphs::draw::export`](crate::graphs::draw::export).

use chromex_graph_tools::draw::{Mark, Paint, export::Sheet};
use chromex_graphs::{Board, GraphError, ops};
use chromex_rules::{Colour, Palette, Position, UNCOLOURED};

/// What is exported of a position. For a game on two copies of the graph, both are drawn side by
/// side.
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
        _ => two_copies(board)?,
    };
    let cells = position.colouring().iter().enumerate();
    Ok(Sheet {
        board: board.clone(),
        drawn,
        marks: cells.map(|(cell, &colour)| mark(position, cell, colour)).collect(),
        position: Some(position.to_string()),
    })
}

/// Both copies, with a larger distance than between the parts of one graph.
fn two_copies(board: &Board) -> Result<Board, GraphError> {
    let both = ops::disjoint_union(board, board)?.named(board.name());
    let Some(points) = both.points() else { return Ok(both) };
    let shift = |v: usize| if v < board.order() { 0.0 } else { 1.0 };
    let moved = points.iter().enumerate().map(|(v, &(x, y))| (x + shift(v), y)).collect();
    Ok(both.with_points(moved))
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
