//! Rows and columns of a board that is P_4 □ P_n or P_4 □ C_n, in whichever way it is numbered.

use chromex_graphs::Graph;

/// Finds the vertex in row 1 (bottom) to 4 (top) and column 1 to n of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FourRowBoard {
    /// The number of columns.
    pub columns: usize,
    /// Whether the last column is next to the first.
    pub wraps: bool,
    /// Whether vertices are numbered column by column instead of row by row.
    by_column: bool,
}

impl FourRowBoard {
    /// The rows and columns of this graph, if it has four rows.
    pub(crate) fn recognise(graph: &Graph) -> Option<FourRowBoard> {
        let order = graph.order();
        if graph.is_directed() || order == 0 || !order.is_multiple_of(4) {
            return None;
        }
        let layout = |by_column, wraps| FourRowBoard { columns: order / 4, wraps, by_column };
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(by_column, wraps)| layout(by_column, wraps))
            .into_iter()
            .find(|board| board.describes(graph))
    }

    fn describes(self, graph: &Graph) -> bool {
        let n = self.columns;
        if self.wraps && n < 3 {
            return false;
        }
        let joints = if self.wraps { n } else { n - 1 };
        if graph.edge_count() != 3 * n + 4 * joints {
            return false;
        }
        let vertical = |c| (1..4).all(|r| graph.adjacent(self.cell(r, c), self.cell(r + 1, c)));
        let horizontal =
            |c: usize| (1..=4).all(|r| graph.adjacent(self.cell(r, c), self.cell(r, c % n + 1)));
        (1..=n).all(vertical) && (1..=joints).all(horizontal)
    }

    /// The cell in row `row` (1 is the bottom) and column `column` (from 1).
    pub(crate) fn cell(self, row: usize, column: usize) -> usize {
        if self.by_column {
            (column - 1) * 4 + (4 - row)
        } else {
            (4 - row) * self.columns + column - 1
        }
    }

    /// The row and column of a cell.
    pub(crate) fn place(self, cell: usize) -> (usize, usize) {
        let (down, across) = if self.by_column {
            (cell % 4, cell / 4)
        } else {
            (cell / self.columns, cell % self.columns)
        };
        (4 - down, across + 1)
    }
}

/// The row at distance two in a column of four: 1 and 3, 2 and 4.
pub(crate) fn two_away(row: usize) -> usize {
    if row > 2 { row - 2 } else { row + 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_and_cylinders_are_recognised() {
        for (name, columns, wraps) in [
            ("grid:4x1", 1, false),
            ("grid:1x4", 1, false),
            ("grid:4x2", 2, false),
            ("grid:4x7", 7, false),
            ("grid:7x4", 7, false),
            ("cylinder:4x5", 5, true),
        ] {
            let board = FourRowBoard::recognise(chromex_graphs::parse(name).unwrap().graph());
            let board = board.unwrap_or_else(|| panic!("{name}"));
            assert_eq!((board.columns, board.wraps), (columns, wraps), "{name}");
            assert!((0..4 * columns).all(|cell| {
                let (row, column) = board.place(cell);
                board.cell(row, column) == cell
            }));
        }
        for name in ["grid:3x5", "torus:4x5", "path:8", "grid:2x2", "empty:0", "grid:4x4+path:4"] {
            let graph = chromex_graphs::parse(name).unwrap();
            assert_eq!(FourRowBoard::recognise(graph.graph()), None, "{name}");
        }
    }
}
