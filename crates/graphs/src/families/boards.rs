//! Families whose vertices are the squares of a rectangle, numbered row by row.

use super::*;

type Square = (usize, usize);

/// The sizes of a rectangle: `RxC`.
fn rectangle(
    parameters: &[Number],
    minimum: (usize, &'static str),
) -> Result<(usize, usize), Refusal> {
    let [rows, columns] = wholes(parameters, [minimum, minimum])?;
    VERTICES.check(rows.checked_mul(columns))?;
    Ok((rows, columns))
}

/// `N` for a square or `RxC`.
fn square_or_rectangle(parameters: &[Number]) -> Result<(usize, usize), Refusal> {
    match parameters {
        &[side] => rectangle(&[side, side], POSITIVE),
        _ => rectangle(parameters, POSITIVE),
    }
}

fn squares(rows: usize, columns: usize) -> impl Iterator<Item = Square> + Clone {
    (0..rows).flat_map(move |r| (0..columns).map(move |c| (r, c)))
}

/// A board of squares with these edges, drawn as the rectangle it is.
fn squares_board(
    (rows, columns): (usize, usize),
    edges: impl Iterator<Item = (Square, Square)>,
) -> Result<Board, Refusal> {
    let number = |(r, c): Square| r * columns + c;
    let made = board(rows * columns, edges.map(|(a, b)| (number(a), number(b))))?;
    let points = squares(rows, columns).map(|(r, c)| (c as f64, r as f64)).collect();
    Ok(made.with_points(points).with_rows(columns))
}

/// All pairs of different squares that `joined` accepts; for the dense families.
fn joined_when(
    size: (usize, usize),
    joined: impl Fn(Square, Square) -> bool,
) -> Result<Board, Refusal> {
    let n = size.0 * size.1;
    // A square sees its row, its column and at most as many squares again.
    check_edges(n.checked_mul(2 * (size.0 + size.1)))?;
    PAIRS.check(pairs(n))?;
    let all = squares(size.0, size.1);
    let first = rows(n).map(|v| (v / size.1, v % size.1));
    let edges = first.flat_map(|a| all.clone().map(move |b| (a, b)));
    squares_board(size, edges.filter(|&(a, b)| a < b && joined(a, b)))
}

/// `grid:RxC`, `grid:AxBxC…`
pub(super) fn grid(parameters: &[Number]) -> Result<Board, Refusal> {
    let sizes = whole_list(parameters, 1, 1, "a whole number, at least 1")?;
    let n = sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
    let n = VERTICES.check(n)?;
    check_edges(n.checked_mul(sizes.len()))?;
    let mut edges = Vec::new();
    let mut stride = n;
    for &size in &sizes {
        let block = stride;
        stride /= size;
        // Within each block of this dimension, the next layer is one stride further.
        edges.extend((0..n).filter(|v| v % block + stride < block).map(|v| (v, v + stride)));
    }
    let columns = sizes.last().copied().unwrap_or(1);
    let rows = if sizes.len() > 1 { sizes[sizes.len() - 2] } else { 1 };
    // Layers of more than two dimensions stand side by side.
    let point = |v: usize| {
        let layer = (v / (rows * columns)) as f64;
        let x = (v % columns) as f64 + layer * (columns as f64 + 1.0);
        (x, (v / columns % rows) as f64)
    };
    Ok(board(n, edges)?.with_points((0..n).map(point).collect()).with_rows(columns))
}

/// `cylinder:RxC`: R rings of C.
pub(super) fn cylinder(parameters: &[Number]) -> Result<Board, Refusal> {
    let [rows, columns] = wholes(parameters, [POSITIVE, (3, "a ring of at least 3")])?;
    let n = VERTICES.check(rows.checked_mul(columns))?;
    let along = squares(rows, columns).map(|(r, c)| ((r, c), (r, (c + 1) % columns)));
    let down = squares(rows - 1, columns).map(|(r, c)| ((r, c), (r + 1, c)));
    let made = squares_board((rows, columns), along.chain(down))?;
    let inner = 0.5 / (std::f64::consts::PI / columns as f64).sin();
    let rings = (0..rows).flat_map(|r| ring(columns, inner.max(1.0) + (rows - 1 - r) as f64));
    debug_assert_eq!(made.order(), n);
    Ok(made.with_points(rings.collect()))
}

/// `prism:N`: two rings of N.
pub(super) fn prism(parameters: &[Number]) -> Result<Board, Refusal> {
    let [columns] = wholes(parameters, [(3, "a ring of at least 3")])?;
    cylinder(&[Number::Whole(2), Number::Whole(columns)])
}

/// The edges of a grid; of the downward ones, only those that begin at the given squares.
fn right_and_down(
    (rows, columns): (usize, usize),
    is_down: impl Fn(Square) -> bool,
) -> impl Iterator<Item = (Square, Square)> {
    let right = squares(rows, columns - 1).map(|(r, c)| ((r, c), (r, c + 1)));
    let down = squares(rows - 1, columns).filter(move |&square| is_down(square));
    right.chain(down.map(|(r, c)| ((r, c), (r + 1, c))))
}

/// `triangular:RxC`, each row half a step to the left of the one above.
pub(super) fn triangular(parameters: &[Number]) -> Result<Board, Refusal> {
    let size = rectangle(parameters, POSITIVE)?;
    let (rows, columns) = size;
    let slant = squares(rows - 1, columns - 1).map(|(r, c)| ((r, c), (r + 1, c + 1)));
    let made = squares_board(size, right_and_down(size, |_| true).chain(slant))?;
    let points = squares(rows, columns).map(|(r, c)| (c as f64 - r as f64 / 2.0, r as f64));
    Ok(made.with_points(points.collect()))
}

/// `hexagonal:RxC`, drawn as a brick wall.
pub(super) fn hexagonal(parameters: &[Number]) -> Result<Board, Refusal> {
    let size = rectangle(parameters, POSITIVE)?;
    squares_board(size, right_and_down(size, |(r, c)| (r + c).is_multiple_of(2)))
}

/// `torus:RxC`
pub(super) fn torus(parameters: &[Number]) -> Result<Board, Refusal> {
    let size = rectangle(parameters, (3, "a ring of at least 3"))?;
    let (rows, columns) = size;
    let along = squares(rows, columns).map(|(r, c)| ((r, c), (r, (c + 1) % columns)));
    let down = squares(rows, columns).map(|(r, c)| ((r, c), ((r + 1) % rows, c)));
    squares_board(size, along.chain(down))
}

/// `king:RxC`
pub(super) fn king(parameters: &[Number]) -> Result<Board, Refusal> {
    let size = square_or_rectangle(parameters)?;
    let (rows, columns) = size;
    const STEPS: [(usize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let edges = squares(rows, columns).flat_map(move |(r, c)| {
        STEPS.into_iter().filter_map(move |(dr, dc)| {
            let to = (r + dr, c.checked_add_signed(dc)?);
            (to.0 < rows && to.1 < columns).then_some(((r, c), to))
        })
    });
    squares_board(size, edges)
}

/// `queens:N`, `queens:RxC`
pub(super) fn queens(parameters: &[Number]) -> Result<Board, Refusal> {
    joined_when(square_or_rectangle(parameters)?, |a, b| {
        in_line(a, b) || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
    })
}

/// In one row or one column.
fn in_line(a: Square, b: Square) -> bool {
    a.0 == b.0 || a.1 == b.1
}

/// `latin:N`; `latin:RxC` for Latin rectangles
pub(super) fn latin(parameters: &[Number]) -> Result<Board, Refusal> {
    joined_when(square_or_rectangle(parameters)?, in_line)
}

/// `diagonal-latin:N`
pub(super) fn diagonal_latin(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [POSITIVE])?;
    VERTICES.check(n.checked_mul(n))?;
    let falling = |s: Square| s.0 == s.1;
    let rising = move |s: Square| s.0 + s.1 == n - 1;
    joined_when((n, n), move |a, b| {
        in_line(a, b) || (falling(a) && falling(b)) || (rising(a) && rising(b))
    })
}

/// `sudoku:N`
pub(super) fn sudoku(parameters: &[Number]) -> Result<Board, Refusal> {
    let [n] = wholes(parameters, [POSITIVE])?;
    let side = VERTICES.check(n.checked_mul(n))?;
    VERTICES.check(side.checked_mul(side))?;
    let block = move |s: Square| (s.0 / n, s.1 / n);
    joined_when((side, side), move |a, b| in_line(a, b) || block(a) == block(b))
}
