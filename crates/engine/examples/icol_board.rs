//! Nimbers of iCol on a board, by a program that shares nothing with the engines: a second opinion on what they find.
//!
//! `cargo run --release -p chromex-engine --example icol_board -- 5x7 25` searches 5×7 with 2^25 groups of eight entries, which take 2 GiB.
//!
//! The board is two words: the squares that can still be black, and those that can still be white (the tints of Uiterwijk). A move takes its
//! square out of both and the neighbours out of one. What falls apart is added up; a part is moved into the corner, turned, reflected and
//! its colours exchanged until it is the least of its images; a part that is its own image under a mirror is lost for who moves. Of a
//! part only the question is asked whether it has some nimber (Lemoine and Viennot).

use std::cmp::Reverse;
use std::time::Instant;

/// The squares that can be black, and those that can be white.
type Part = [u64; 2];

/// A board of up to 36 squares, not broader than long.
struct Board {
    rows: usize,
    columns: usize,
    squares: u64,
    not_first: u64,
    not_last: u64,
    neighbours: Vec<u64>,
    /// The squares of a row in reverse, and as a column.
    reversed: Vec<u64>,
    turned: Vec<u64>,
}

/// The symmetries of a box that are their own inverses and not the identity, by their places among [`Board::images`].
const MIRRORS: [usize; 5] = [1, 2, 3, 4, 5];

impl Board {
    fn new(m: usize, n: usize) -> Board {
        let (rows, columns) = (m.max(n), m.min(n));
        let squares = (1 << (rows * columns)) - 1;
        let first = (0..rows).fold(0, |all, row| all | 1 << (row * columns));
        let in_row = |set: u64, place: &dyn Fn(usize) -> usize| {
            let members = (0..columns).filter(|i| set >> i & 1 == 1);
            members.map(place).filter(|&place| place < 64).fold(0, |all, place| all | 1 << place)
        };
        let mut board = Board {
            rows,
            columns,
            squares,
            not_first: squares & !first,
            not_last: squares & !(first << (columns - 1)),
            neighbours: Vec::new(),
            reversed: (0..1 << columns).map(|row| in_row(row, &|i| columns - 1 - i)).collect(),
            turned: (0..1 << columns).map(|row| in_row(row, &|i| i * columns)).collect(),
        };
        board.neighbours = (0..rows * columns).map(|square| board.around(1 << square)).collect();
        board
    }

    fn around(&self, set: u64) -> u64 {
        let along = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        set << self.columns & self.squares | set >> self.columns | along
    }

    fn play(&self, part: Part, square: usize, colour: usize) -> Part {
        let mut after = part.map(|set| set & !(1 << square));
        after[colour] &= !self.neighbours[square];
        after
    }

    /// What is connected with a square: neighbours with a common colour, and the two colours of a square.
    fn connected(&self, [black, white]: Part, square: u64) -> Part {
        let mut found = [black & square, white & square];
        loop {
            let both = found[0] | found[1];
            let more =
                [(self.around(found[0]) | both) & black, (self.around(found[1]) | both) & white];
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The least of the images of a part; nothing if the second player can mirror all moves in it.
    fn normal(&self, part: Part) -> Option<Part> {
        let columns = self.columns;
        let line = (1 << columns) - 1;
        let all = part[0] | part[1];
        let down = all.trailing_zeros() as usize / columns * columns;
        let height = (all >> down).ilog2() as usize / columns + 1;
        let folded = (0..height).fold(0, |set, row| set | all >> (down + row * columns) & line);
        let left = folded.trailing_zeros() as usize;
        let width = (folded >> left).ilog2() as usize + 1;
        let corner = part.map(|set| set >> down >> left);
        let images = self.images(corner, height, width);
        let is_own = |&i: &usize| {
            let image = images.get(i).filter(|_| i < 4 || height == width);
            image.is_some_and(|&image| self.is_mirrored(corner, image, i, height, width))
        };
        if MIRRORS.iter().any(is_own) {
            return None;
        }
        images.into_iter().map(|[black, white]| [black.min(white), black.max(white)]).min()
    }

    /// The images of a part in the corner: itself, turned by half a turn, its rows reversed, their order reversed; and, if it fits on
    /// the board, all that with rows and columns exchanged.
    fn images(&self, corner: Part, height: usize, width: usize) -> Vec<Part> {
        let columns = self.columns;
        let row = |set: u64, row: usize| set >> (row * columns) & ((1 << columns) - 1);
        let reverse = |line: u64| self.reversed[line as usize] >> (columns - width);
        let map = |to: &dyn Fn(u64, usize) -> u64| {
            corner.map(|set| (0..height).fold(0, |all, i| all | to(row(set, i), i)))
        };
        let opposite = |i: usize| (height - 1 - i) * columns;
        let mut images = Vec::with_capacity(8);
        images.push(corner);
        images.push(map(&|line, i| reverse(line) << opposite(i)));
        images.push(map(&|line, i| reverse(line) << (i * columns)));
        images.push(map(&|line, i| line << opposite(i)));
        if height <= columns && width <= self.rows {
            for i in 0..4 {
                let turn = |set: u64| {
                    (0..height).fold(0, |all, i| all | self.turned[row(set, i) as usize] << i)
                };
                images.push(images[i].map(turn));
            }
        }
        images
    }

    /// Whether a part is equal to this image of it, or to that with colours exchanged, and no move is in the way of its image. Then the
    /// image of a move is always a legal answer.
    fn is_mirrored(&self, part: Part, image: Part, i: usize, height: usize, width: usize) -> bool {
        let apart = |square: usize| {
            let (row, column) = (square / self.columns, square % self.columns);
            let (to_row, to_column) = match i {
                1 => (height - 1 - row, width - 1 - column),
                2 => (row, width - 1 - column),
                3 => (height - 1 - row, column),
                4 => (column, row),
                _ => (height - 1 - column, width - 1 - row),
            };
            row.abs_diff(to_row) + column.abs_diff(to_column)
        };
        let all = part[0] | part[1];
        let nearest = || (0..64).filter(|&square| all >> square & 1 == 1).map(apart).min();
        (image == part && nearest() > Some(1))
            || (image == [part[1], part[0]] && nearest() > Some(0))
    }
}

/// What is known of parts: exact keys, of which the place in the table tells one half. Both words of a key are mixed by steps that can be
/// undone, so that the place and the rest of it, which stands beside the value, are the whole key.
struct Table {
    squares: u32,
    /// There are so many groups of eight entries, as a power of two.
    bits: u32,
    entries: Vec<u64>,
    replaced: usize,
}

/// The part has the nimber that follows. Without this bit the others are numbers that it has not.
const SOLVED: u16 = 1 << 15;

impl Table {
    fn new(squares: usize, bits: u32) -> Table {
        let squares = squares as u32;
        let bits = bits.max((2 * squares).saturating_sub(48)).min(squares);
        Table { squares, bits, entries: vec![0; 8 << bits], replaced: 0 }
    }

    fn place(&self, [mut black, mut white]: Part) -> (usize, u64) {
        let low = (1 << self.squares) - 1;
        black ^= mixed(white) & low;
        white ^= mixed(black) & low;
        black ^= mixed(white) & low;
        let group = black & ((1 << self.bits) - 1);
        (8 * group as usize, white << (self.squares - self.bits) | black >> self.bits)
    }

    fn get(&self, part: Part) -> u16 {
        let (group, rest) = self.place(part);
        let entries = &self.entries[group..group + 8];
        let found = entries.iter().find(|&&entry| entry != 0 && entry >> 16 == rest);
        found.map_or(0, |&entry| entry as u16)
    }

    fn set(&mut self, part: Part, value: u16) {
        let (group, rest) = self.place(part);
        self.replaced += 1;
        let entries = &mut self.entries[group..group + 8];
        let same = entries.iter().position(|&entry| entry != 0 && entry >> 16 == rest);
        let free = || entries.iter().position(|&entry| entry == 0);
        let slot = same.or_else(free).unwrap_or(self.replaced % 8);
        entries[slot] = rest << 16 | u64::from(value);
    }
}

fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 23).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ word >> 32
}

/// A position: the nim-sum of its solved parts, and where the others stand, largest first.
#[derive(Clone, Copy)]
struct Sum {
    known: u16,
    start: usize,
    count: usize,
}

struct Search {
    board: Board,
    table: Table,
    open: Vec<Part>,
    searched: u64,
}

fn moves(part: &Part) -> u32 {
    part[0].count_ones() + part[1].count_ones()
}

impl Search {
    /// Takes a position apart. Each of its parts has a square among `near`.
    fn take_apart(&mut self, position: Part, near: u64) -> Sum {
        let (mut known, start) = (0, self.open.len());
        let mut near = near & (position[0] | position[1]);
        while near != 0 {
            let part = self.board.connected(position, near & near.wrapping_neg());
            let squares = part[0] | part[1];
            near &= !squares;
            if squares.is_power_of_two() {
                known ^= 1;
            } else if let Some(normal) = self.board.normal(part) {
                match self.table.get(normal) {
                    value if value & SOLVED != 0 => known ^= value & !SOLVED,
                    _ => self.open.push(normal),
                }
            }
        }
        self.open[start..].sort_by_key(|part| Reverse((moves(part), *part)));
        Sum { known, start, count: self.open.len() - start }
    }

    fn nimber(&mut self, part: Part) -> u16 {
        let mut least = 0;
        while !self.is(part, least) {
            least += 1;
        }
        least
    }

    fn sum_is(&mut self, sum: Sum, nimber: u16) -> bool {
        if sum.count == 0 {
            return sum.known == nimber;
        }
        let smaller = sum.start + 1..sum.start + sum.count;
        let known = smaller.fold(sum.known, |known, i| known ^ self.nimber(self.open[i]));
        self.is(self.open[sum.start], known ^ nimber)
    }

    /// Whether a part has a nimber.
    fn is(&mut self, part: Part, nimber: u16) -> bool {
        let known = self.table.get(part);
        if known & SOLVED != 0 {
            return known & !SOLVED == nimber;
        }
        if nimber < 15 && known >> nimber & 1 == 1 {
            return false;
        }
        self.searched += 1;
        let start = self.open.len();
        let is = self.search(part, nimber);
        self.open.truncate(start);
        is
    }

    fn search(&mut self, part: Part, nimber: u16) -> bool {
        let (mut sums, mut seen) = (Vec::with_capacity(64), 0);
        for colour in 0..if part[0] == part[1] { 1 } else { 2 } {
            for square in (0..64).filter(|&square| part[colour] >> square & 1 == 1) {
                let near = self.board.neighbours[square];
                let after = self.board.play(part, square, colour);
                let sum = self.take_apart(after, near | self.board.around(near));
                if sum.count > 0 {
                    sums.push(sum);
                    continue;
                }
                seen |= 1 << sum.known.min(63);
                if sum.known == nimber {
                    self.exclude(part, nimber, seen);
                    return false;
                }
            }
        }
        let work =
            |search: &Search, sum: &Sum| (moves(&search.open[sum.start]), sum.count, sum.start);
        sums.sort_by_key(|sum| work(self, sum));
        if sums.iter().any(|&sum| self.sum_is(sum, nimber)) {
            self.exclude(part, nimber, seen);
            return false;
        }
        let mut is_reached = |smaller: u16| {
            seen >> smaller & 1 == 1 || sums.iter().any(|&sum| self.sum_is(sum, smaller))
        };
        let least = (0..nimber).find(|&smaller| !is_reached(smaller)).unwrap_or(nimber);
        self.table.set(part, SOLVED | least);
        least == nimber
    }

    /// A part has none of the nimbers of its options.
    fn exclude(&mut self, part: Part, nimber: u16, seen: u64) {
        let known = self.table.get(part) | seen as u16 & !SOLVED;
        let more = if nimber < 15 { 1 << nimber } else { 0 };
        if known & SOLVED == 0 && known | more != 0 {
            self.table.set(part, known | more);
        }
    }
}

/// The nimber of iCol on a board of m×n squares after some moves, each a square and a colour, and how many parts were searched.
pub(crate) fn nimber(m: usize, n: usize, played: &[(usize, usize)], bits: u32) -> (u16, u64) {
    let board = Board::new(m, n);
    let table = Table::new(m * n, bits);
    let play = |position, &(square, colour): &(usize, usize)| board.play(position, square, colour);
    let position = played.iter().fold([board.squares; 2], play);
    let mut search = Search { board, table, open: Vec::new(), searched: 0 };
    let sum = search.take_apart(position, position[0] | position[1]);
    let open = sum.start..sum.start + sum.count;
    let value = open.fold(sum.known, |value, i| value ^ search.nimber(search.open[i]));
    (value, search.searched)
}

#[cfg_attr(test, allow(dead_code))]
fn main() {
    let mut words = std::env::args().skip(1);
    let board = words.next().unwrap_or_else(|| "3x7".to_owned());
    let sides: Option<(usize, usize)> =
        board.split_once('x').and_then(|(m, n)| Some((m.parse().ok()?, n.parse().ok()?)));
    let bits = words.next().and_then(|bits| bits.parse().ok()).unwrap_or(18);
    match sides {
        Some((m, n)) if m >= 1 && n >= 1 && m * n <= 36 && m.min(n) <= 6 => {
            let started = Instant::now();
            let (value, searched) = nimber(m, n, &[], bits);
            let seconds = started.elapsed().as_secs_f64();
            println!("iCol on {m}x{n}: *{value}, {searched} parts searched, {seconds:.1} s");
        }
        _ => eprintln!("A board of up to 36 squares, for example 3x7"),
    }
}
