//! Columns of a strip, and the graphs that strips are.

use chromex_rules::Colour;

/// A column: four bits for each row, from the top, 0 for uncoloured. One special value is the wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u32);

/// Two columns side by side.
pub type Pair = (Column, Column);

impl Column {
    /// Stands beside the outermost columns of a grid.
    pub const WALL: Column = Column(u32::MAX);
    /// A column without any colour.
    pub const EMPTY: Column = Column(0);

    /// The colour in a row, 0 for uncoloured.
    pub fn colour(self, row: usize) -> Colour {
        if self == Column::WALL { 0 } else { (self.0 >> (4 * row) & 15) as Colour }
    }

    /// The column with another colour in a row.
    pub fn with(self, row: usize, colour: Colour) -> Column {
        Column(self.0 & !(15 << (4 * row)) | u32::from(colour) << (4 * row))
    }
}

/// The graphs of a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Grid,
    /// A grid whose last column is adjacent to its first.
    Cylinder,
    /// A grid with diagonals in both directions.
    King,
    /// A grid with a diagonal from each vertex down to the right.
    Triangular,
}

/// The boards as they are typed.
pub(crate) const SHAPES: [(&str, Shape); 4] = [
    ("grid", Shape::Grid),
    ("cylinder", Shape::Cylinder),
    ("king", Shape::King),
    ("triangular", Shape::Triangular),
];

impl Shape {
    pub(crate) fn name(self) -> &'static str {
        SHAPES.iter().find(|(_, shape)| *shape == self).map_or("", |(name, _)| name)
    }

    /// The distance of two vertices, the second of which lies `down` rows below and `right` columns
    /// to the right of the first.
    pub(crate) fn distance(self, down: isize, right: isize) -> usize {
        let (rows, columns) = (down.unsigned_abs(), right.unsigned_abs());
        match self {
            Shape::Grid | Shape::Cylinder => rows + columns,
            Shape::King => rows.max(columns),
            Shape::Triangular if (down < 0) == (right < 0) => rows.max(columns),
            Shape::Triangular => rows + columns,
        }
    }
}

/// All orders of the colours 1, …, k, each behind a 0 for uncoloured.
pub(crate) fn orders(colours: usize) -> Vec<Vec<Colour>> {
    (1..=colours as Colour).fold(vec![vec![0]], |shorter, colour| {
        let insert = |order: &Vec<Colour>, place: usize| {
            let mut longer = order.clone();
            longer.insert(place, colour);
            longer
        };
        shorter
            .iter()
            .flat_map(|order| (1..=order.len()).map(move |place| insert(order, place)))
            .collect()
    })
}
