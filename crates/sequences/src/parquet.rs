//! Parquet files with two columns, `k` and `nimber`, for data frames.

use std::io::{self, Write};

use chromex_parquet::{Cell, ColumnType, Writer};

/// The number of rows in a group.
const GROUP: usize = 1 << 20;

/// Writes g(first), g(first + 1) and so on.
pub fn write(out: &mut dyn Write, first: usize, values: &[u16]) -> io::Result<()> {
    let columns = ["k", "nimber"].map(|name| (name.to_owned(), ColumnType::Int));
    let mut file = Writer::new(out, columns.to_vec()).map_err(io::Error::other)?;
    let terms = values.get(first..).unwrap_or_default();
    for (start, group) in (first..).step_by(GROUP).zip(terms.chunks(GROUP)) {
        let row = |(k, &value): (usize, &u16)| vec![Cell::Int(k as i64), Cell::Int(value.into())];
        let rows: Vec<Vec<Cell>> = (start..).zip(group).map(row).collect();
        file.group(&rows).map_err(io::Error::other)?;
    }
    file.finish().map_err(io::Error::other)?;
    Ok(())
}
