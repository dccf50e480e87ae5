//! Thermographs as pictures: temperatures go upwards, and Left's advantage goes to the left, as in
//! the literature.

use std::fmt::Write;

use super::dyadic::Dyadic;
use super::thermograph::{Thermograph, Wall};

/// Cells of the terminal; each has 2 × 4 dots.
const COLUMNS: usize = 48;
const ROWS: usize = 12;

/// The size of an SVG picture, and the margin around it for the numbers.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 40.0;

/// The points of a wall, with the mast, as floating point numbers.
fn points(wall: &Wall, top: f64) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = wall.iter().map(|&(t, x)| (x.to_f64(), t.to_f64())).collect();
    points.extend(points.last().map(|&(x, _)| (x, top)));
    points
}

/// The part of the plane that the picture shows: the largest value (on the left), the smallest
/// value (on the right) and the highest temperature.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
}

impl Frame {
    fn of(thermograph: &Thermograph) -> Frame {
        let all = || thermograph.left.iter().chain(&thermograph.right).map(|&(_, x)| x.to_f64());
        let most = all().fold(f64::NEG_INFINITY, f64::max);
        let least = all().fold(f64::INFINITY, f64::min);
        // A mast without walls stands in the middle.
        let spare = if most > least { (most - least) * 0.1 } else { 1.0 };
        let temperature = thermograph.temperature.to_f64().max(0.0);
        let top = if temperature > 0.0 { temperature * 1.3 } else { 1.0 };
        Frame { left: most + spare, right: least - spare, top }
    }

    /// How far from the left edge, and how far up, from 0 to 1.
    fn place(&self, (x, t): (f64, f64)) -> (f64, f64) {
        ((self.left - x) / (self.left - self.right), t / self.top)
    }
}

impl Thermograph {
    /// The numbers that are worth writing under the picture: left stop, mean and right stop, each once.
    fn marks(&self) -> Vec<Dyadic> {
        let [left, right] = self.stops_at(Dyadic::ZERO);
        let mut marks = vec![left, self.mean(), right];
        marks.sort_unstable_by(|a, b| b.cmp(a));
        marks.dedup();
        marks
    }

    /// The lines of a drawing for the terminal, in dots of Braille.
    pub fn lines(&self) -> Vec<String> {
        let frame = Frame::of(self);
        let mut cells = [[0_u8; COLUMNS]; ROWS];
        for wall in [&self.left, &self.right] {
            for pair in points(wall, frame.top).windows(2) {
                draw_line(&mut cells, frame.place(pair[0]), frame.place(pair[1]));
            }
        }
        let temperature = self.temperature.max(Dyadic::ZERO);
        let (_, height) = frame.place((0.0, temperature.to_f64()));
        let hot = ROWS - 1 - dot(height, ROWS * 4) / 4;
        let label = |row: usize| match row {
            row if row == ROWS - 1 => "0".to_owned(),
            row if row == hot => temperature.to_string(),
            _ => String::new(),
        };
        let width = temperature.to_string().chars().count();
        let mut lines: Vec<String> = Vec::new();
        for (row, cells) in cells.iter().enumerate() {
            let dots: String = cells.iter().map(|&cell| braille(cell)).collect();
            lines.push(format!("{:>width$} │{}", label(row), dots.trim_end()));
        }
        lines.push(format!("{:width$} └{}", "", "─".repeat(COLUMNS)));
        lines.push(format!("{:width$}  {}", "", self.numbers_below(&frame)));
        lines
    }

    /// The marks, each as near to its place as the others allow.
    fn numbers_below(&self, frame: &Frame) -> String {
        let mut line = String::new();
        for mark in self.marks() {
            let text = mark.to_string();
            let (place, _) = frame.place((mark.to_f64(), 0.0));
            let start = dot(place, COLUMNS).saturating_sub(text.len() / 2);
            let used = line.chars().count();
            let gap = if used == 0 { start } else { start.saturating_sub(used).max(1) };
            line.push_str(&" ".repeat(gap));
            line.push_str(&text);
        }
        line
    }

    /// A drawing as SVG.
    pub fn svg(&self) -> String {
        let frame = Frame::of(self);
        let at = |point| {
            let (x, y) = frame.place(point);
            (MARGIN + x * (WIDTH - 2.0 * MARGIN), HEIGHT - MARGIN - y * (HEIGHT - 2.0 * MARGIN))
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let (base, end) = (HEIGHT - MARGIN, WIDTH - MARGIN);
        let mut line = |from: (f64, f64), to: (f64, f64), dashes: &str| {
            let _ = writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#888\"{dashes}/>",
                from.0, from.1, to.0, to.1
            );
        };
        line((MARGIN, base), (end, base), "");
        line((MARGIN, MARGIN), (MARGIN, base), "");
        let temperature = self.temperature.max(Dyadic::ZERO);
        let mast = at((self.mean().to_f64(), temperature.to_f64()));
        line((MARGIN, mast.1), mast, " stroke-dasharray=\"3 3\"");
        for (wall, colour) in [(&self.left, "#1f5fbf"), (&self.right, "#bf3f1f")] {
            let places = points(wall, frame.top).into_iter().map(at);
            let places: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                places.join(" ")
            );
        }
        for mark in self.marks() {
            let (x, _) = at((mark.to_f64(), 0.0));
            let y = base + 18.0;
            let _ =
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{mark}</text>");
        }
        let mut heights = vec![Dyadic::ZERO, temperature];
        heights.dedup();
        for t in heights {
            let (x, y) = (MARGIN - 6.0, at((0.0, t.to_f64())).1 + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{t}</text>");
        }
        svg + "</svg>\n"
    }
}

/// The index of the dot, out of `dots`, for a place from 0 to 1.
fn dot(place: f64, dots: usize) -> usize {
    ((place * dots as f64) as usize).min(dots - 1)
}

fn draw_line(cells: &mut [[u8; COLUMNS]; ROWS], from: (f64, f64), to: (f64, f64)) {
    const STEPS: usize = 400;
    for step in 0..=STEPS {
        let share = step as f64 / STEPS as f64;
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let column = dot(mix(from.0, to.0), COLUMNS * 2);
        let row = ROWS * 4 - 1 - dot(mix(from.1, to.1), ROWS * 4);
        // Unicode numbers the dots of the upper three rows first.
        let bit = match (column % 2, row % 4) {
            (column, 3) => 6 + column,
            (column, row) => 3 * column + row,
        };
        cells[row / 4][column / 2] |= 1 << bit;
    }
}

/// A blank for the character without dots, because not every terminal shows it as blank.
fn braille(dots: u8) -> char {
    let drawn = (dots > 0).then_some(0x2800 + u32::from(dots));
    drawn.and_then(char::from_u32).unwrap_or(' ')
}
