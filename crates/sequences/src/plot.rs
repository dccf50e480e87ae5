//! Pictures of a sequence: k from left to right, g(k) upwards, darker where there are more terms.
//!
//! Terms are counted in cells first, so that a picture of a hundred million terms is no larger than
//! one of a thousand.

use std::io::{self, Write};

use chromex_png::Pixels;

/// The number of cells from left to right, and upwards.
const COLUMNS: usize = 900;
const ROWS: usize = 450;

/// The margin around the cells, for the axes.
const MARGIN: usize = 60;

/// How many terms fall into each cell.
struct Cells {
    counts: Vec<u32>,
    columns: usize,
    rows: usize,
    most: u32,
}

impl Cells {
    fn new(first: usize, values: &[u16]) -> Cells {
        let terms = values.get(first..).unwrap_or_default();
        let largest = terms.iter().copied().max().map_or(0, usize::from);
        let (columns, rows) = (COLUMNS.min(terms.len()).max(1), ROWS.min(largest + 1));
        let mut counts = vec![0_u32; columns * rows];
        for (i, &value) in terms.iter().enumerate() {
            let (x, y) = (i * columns / terms.len(), usize::from(value) * rows / (largest + 1));
            counts[y * columns + x] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        Cells { counts, columns, rows, most }
    }

    /// How dark a cell is, from 0 to 255.
    fn darkness(&self, x: usize, y: usize) -> u8 {
        match self.counts[y * self.columns + x] {
            0 => 0,
            count => (70.0 + 185.0 * f64::from(count).ln_1p() / f64::from(self.most).ln_1p()) as u8,
        }
    }
}

/// An SVG picture.
pub fn svg(out: &mut dyn Write, name: &str, first: usize, values: &[u16]) -> io::Result<()> {
    let cells = Cells::new(first, values);
    let (width, height) = (COLUMNS + 2 * MARGIN, ROWS + 2 * MARGIN);
    let (dx, dy) = (COLUMNS as f64 / cells.columns as f64, ROWS as f64 / cells.rows as f64);
    let largest = values.iter().skip(first).max().copied().unwrap_or(0);
    let last = values.len().saturating_sub(1);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    )?;
    let title = name.replace('&', "&amp;").replace('<', "&lt;");
    let bottom = MARGIN + ROWS;
    for (x, y, anchor, text) in [
        (width / 2, MARGIN / 2, "middle", format!("nimbers of {title}")),
        (MARGIN, bottom + 20, "start", format!("k = {first}")),
        (MARGIN + COLUMNS, bottom + 20, "end", last.to_string()),
        (MARGIN - 8, bottom, "end", "0".to_owned()),
        (MARGIN - 8, MARGIN + 10, "end", largest.to_string()),
    ] {
        writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>")?;
    }
    writeln!(out, "<g fill=\"#1f4e9c\">")?;
    for y in 0..cells.rows {
        for x in 0..cells.columns {
            let darkness = cells.darkness(x, y);
            if darkness > 0 {
                let left = MARGIN as f64 + x as f64 * dx;
                let top = bottom as f64 - (y + 1) as f64 * dy;
                writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                     opacity=\"{:.2}\"/>",
                    dx.max(1.0),
                    dy.max(1.0),
                    f64::from(darkness) / 255.0
                )?;
            }
        }
    }
    writeln!(out, "</g>")?;
    let frame = format!("x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{COLUMNS}\" height=\"{ROWS}\"");
    writeln!(out, "<rect {frame} fill=\"none\" stroke=\"#888\"/>\n</svg>")
}

/// A PNG picture, without the labels.
pub fn png(out: &mut dyn Write, first: usize, values: &[u16]) -> io::Result<()> {
    let cells = Cells::new(first, values);
    let mut pixels = Vec::with_capacity(COLUMNS * ROWS);
    for y in (0..ROWS).rev().map(|row| row * cells.rows / ROWS) {
        let columns = (0..COLUMNS).map(|column| column * cells.columns / COLUMNS);
        pixels.extend(columns.map(|x| 255 - cells.darkness(x, y)));
    }
    out.write_all(&chromex_png::encode(COLUMNS, Pixels::Greys(&pixels)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_in_a_cell() {
        let values: Vec<u16> = (0..5000_u32).map(|i| (i * i % 1021) as u16).collect();
        let cells = Cells::new(7, &values);
        assert_eq!(cells.counts.iter().sum::<u32>(), 4993);
        let mut picture = Vec::new();
        svg(&mut picture, "a<b", 0, &values).unwrap();
        let text = String::from_utf8(picture).unwrap();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n") && text.contains("a&lt;b"));
        for few in [&[][..], &[0], &[0, 3]] {
            svg(&mut io::sink(), "x", 0, few).unwrap();
            png(&mut io::sink(), 0, few).unwrap();
        }
    }
}
