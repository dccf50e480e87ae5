//! The picture of a board in pixels. It consists of a few shapes, each given by the distance to its
//! rim, which also determines how much of a pixel at the rim it covers. `chromex-png` writes the
//! file.

mod letters;

use super::Mark;
use super::cells::{distance, distance_to_segment};
use super::paint::{Paint, Shape};
use super::picture::Picture;
use chromex_graphs::{Board, Point};
use chromex_png::{Pixels, encode};

/// The number of pixels in a unit: twice as many as in the SVG.
const UNIT: f64 = 80.0;
/// A larger picture is scaled down to this many pixels in width and height.
const MOST_PIXELS: f64 = 3_000.0;
/// The width of lines, and the size of an arrow head: its length, and half its width; in units.
const LINE: f64 = 0.0375;
const ARROW: (f64, f64) = (0.2, 0.08);
/// The height of a letter and the width of its lines, relative to the font size.
const LETTER: (f64, f64) = (0.68, 0.1);

const PAPER: Colour = [255.0; 3];
const EDGE: Colour = [107.0, 107.0, 112.0];
const RIM: Colour = [51.0; 3];
const EMPTY: (Colour, Colour) = ([236.0, 236.0, 240.0], [138.0, 138.0, 144.0]);

/// Red, green and blue, from 0 to 255.
type Colour = [f64; 3];

/// The board as a PNG picture on white paper.
///
/// `marks` has one mark for each vertex; vertices without a mark are uncoloured.
///
/// ```
/// use chromex_graph_tools::draw;
/// use chromex_graphs::{Board, Graph};
/// let edge = Board::new(Graph::undirected(2, [(0, 1)]).unwrap(), "an edge");
/// assert!(draw::png(&edge, &[]).starts_with(b"\x89PNG"));
/// ```
pub fn png(board: &Board, marks: &[Mark]) -> Vec<u8> {
    let picture = Picture::new(board, marks);
    let mut canvas = Canvas::new(picture.frame());
    for ((u, v), route) in picture.edges() {
        let (a, b) = picture.ends(u, v, route);
        let chain = route.flattened(a, b);
        canvas.draw_chain(&chain, LINE, EDGE);
        if board.graph().is_directed() {
            canvas.draw_arrow(route.towards(a, b).1, b);
        }
    }
    for (v, &point) in picture.points.iter().enumerate() {
        draw_vertex(&mut canvas, &picture, v, point);
    }
    encode(canvas.width, Pixels::Colours(&canvas.pixels))
}

fn draw_vertex(canvas: &mut Canvas, picture: &Picture, v: usize, at: Point) {
    let (mark, radius) = (picture.mark(v), picture.radius);
    let (fill, rim, ink) = match mark.fill {
        None => (EMPTY.0, EMPTY.1, RIM),
        Some(paint) => {
            let (fill, ink) = paint.fill_and_ink();
            (colour(fill), RIM, colour(ink))
        }
    };
    let shape = mark.fill.map_or(Shape::Disc, Paint::shape);
    let line = LINE.min(radius / 4.0);
    let beyond = move |p: Point| outside(shape, radius, (p.0 - at.0, p.1 - at.1));
    canvas.fill((at, at), 1.3 * radius + line, rim, |p| beyond(p) - line / 2.0);
    canvas.fill((at, at), 1.3 * radius, fill, |p| beyond(p) + line / 2.0);
    if shape == Shape::RingedDisc {
        let ring = |p: Point| (distance(p, at) - 0.72 * radius).abs() - line / 2.0;
        canvas.fill((at, at), radius, rim, ring);
    }
    if picture.is_labelled() {
        let caption = mark.caption(v);
        canvas.draw_text(&caption, at, picture.text_size(&caption), ink);
    }
}

/// The distance of a point from a shape around the origin; negative inside the shape.
fn outside(shape: Shape, radius: f64, (x, y): Point) -> f64 {
    match shape {
        Shape::Disc | Shape::RingedDisc => x.hypot(y) - radius,
        Shape::Diamond => (x.abs() + y.abs() - 1.25 * radius) / std::f64::consts::SQRT_2,
        Shape::Square => x.abs().max(y.abs()) - 0.9 * radius,
    }
}

/// A colour such as `#d55e00`.
fn colour(text: &str) -> Colour {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).unwrap_or(0);
    [number >> 16, number >> 8, number].map(|part| f64::from(part & 255))
}

struct Canvas {
    /// The corner of the paper, in units; and the number of pixels in a unit.
    corner: Point,
    scale: f64,
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Canvas {
    fn new((low, high): (Point, Point)) -> Canvas {
        let extent = (high.0 - low.0).max(high.1 - low.1);
        let scale = UNIT.min(MOST_PIXELS / extent);
        let count = |length: f64| (length * scale).ceil().clamp(1.0, MOST_PIXELS) as usize;
        let (width, height) = (count(high.0 - low.0), count(high.1 - low.1));
        let pixels = vec![PAPER.map(|part| part as u8); width * height];
        Canvas { corner: low, scale, width, height, pixels }
    }

    /// Fills the inside of a shape; no part of it is farther than `reach` from the line between the
    /// two points.
    fn fill(
        &mut self,
        (a, b): (Point, Point),
        reach: f64,
        colour: Colour,
        outside: impl Fn(Point) -> f64,
    ) {
        let reach = reach + 1.0 / self.scale;
        let pixel = |x: f64, most: usize| (x * self.scale).clamp(0.0, most as f64) as usize;
        let span = |low: f64, high: f64, corner: f64, most: usize| {
            pixel(low - reach - corner, most)..pixel(high + reach - corner + 1.0 / self.scale, most)
        };
        let columns = span(a.0.min(b.0), a.0.max(b.0), self.corner.0, self.width);
        for row in span(a.1.min(b.1), a.1.max(b.1), self.corner.1, self.height) {
            for column in columns.clone() {
                let centre = |i: usize, corner: f64| corner + (i as f64 + 0.5) / self.scale;
                let at = (centre(column, self.corner.0), centre(row, self.corner.1));
                let cover = (0.5 - outside(at) * self.scale).clamp(0.0, 1.0);
                let old = &mut self.pixels[row * self.width + column];
                for (old, new) in old.iter_mut().zip(colour) {
                    *old = (f64::from(*old) + (new - f64::from(*old)) * cover).round() as u8;
                }
            }
        }
    }

    fn draw_chain(&mut self, chain: &[Point], width: f64, colour: Colour) {
        for pair in chain.windows(2) {
            let outside = |p: Point| distance_to_segment(p, pair[0], pair[1]) - width / 2.0;
            self.fill((pair[0], pair[1]), width / 2.0, colour, outside);
        }
    }

    /// The head of an arrow that comes from `a` and ends at `b`.
    fn draw_arrow(&mut self, a: Point, b: Point) {
        let length = distance(a, b).max(1e-9);
        let (x, y) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
        let slope = ARROW.1 / ARROW.0;
        let outside = |p: Point| {
            let (back, aside) = {
                let (dx, dy) = (b.0 - p.0, b.1 - p.1);
                (dx * x + dy * y, (dx * y - dy * x).abs())
            };
            (back - ARROW.0).max((aside - back * slope) / slope.hypot(1.0))
        };
        self.fill((b, b), ARROW.0, EDGE, outside);
    }

    /// A line of text with its middle at `at`.
    fn draw_text(&mut self, text: &str, at: Point, size: f64, colour: Colour) {
        let (unit, step) = (LETTER.0 * size / letters::HEIGHT, 0.6 * size);
        let first = at.0 - step * (text.chars().count().saturating_sub(1)) as f64 / 2.0;
        for (i, letter) in text.chars().enumerate() {
            let middle = first + step * i as f64;
            let place = |(x, y): Point| {
                let (right, down) = (x - letters::WIDTH / 2.0, y - letters::HEIGHT / 2.0);
                (middle + right * unit, at.1 + down * unit)
            };
            for stroke in letters::strokes(letter) {
                let chain: Vec<Point> = stroke.into_iter().map(place).collect();
                self.draw_chain(&chain, LETTER.1 * size, colour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;

    /// A disc, in its own colour in the middle, on white paper.
    #[test]
    fn a_vertex_is_where_it_should_be() {
        let (board, marks) = (parse("path:1").unwrap(), [Mark::painted(Paint::Black)]);
        let picture = Picture::new(&board, &marks);
        let mut canvas = Canvas::new(picture.frame());
        draw_vertex(&mut canvas, &picture, 0, picture.points[0]);
        let (width, height) = (canvas.width, canvas.height);
        assert_eq!((width, height), (96, 96));
        assert_eq!(canvas.pixels[0], [255; 3]);
        assert_eq!(canvas.pixels[height / 2 * width + width / 2], [17; 3]);
        let dark = canvas.pixels.iter().filter(|pixel| pixel[0] < 128).count() as f64;
        let expected = std::f64::consts::PI * ((0.3 + LINE / 2.0) * UNIT).powi(2);
        assert!((dark / expected - 1.0).abs() < 0.02, "{dark} dark pixels, expected {expected}");
    }

    #[test]
    fn pictures_of_all_sorts_are_drawn() {
        let marks = Paint::classes().map(Mark::painted).collect::<Vec<_>>();
        let boards = [
            parse("petersen:5,2").unwrap(),
            parse("arcs:0>1,1>0,1>2,2>0").unwrap(),
            parse("path:0").unwrap(),
            parse("path:3000").unwrap(),
        ];
        for board in boards {
            let file = png(&board, &marks);
            let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
            assert!(side(16) <= MOST_PIXELS as u32 && side(20) <= MOST_PIXELS as u32);
            assert_eq!(file, png(&board, &marks), "the same board gives the same picture");
        }
    }
}
