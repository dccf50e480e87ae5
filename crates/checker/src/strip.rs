//! Boards of every length at once: a finite set of pairs of neighbouring columns, such that Alice
//! can always move so that only these pairs occur.
//!
//! A position on a grid is a word of columns with a wall at both ends, on a cylinder a circular
//! word. A certificate lists which columns may stand side by side; W is the set of all words in
//! which only such columns do. Alice wins from every word of W in which Bob is to move, however
//! long, if none of the obligations below is unmet (docs/certificates.md has the proof): no vertex
//! of a word of W is without a colour; whatever Bob colours, she can answer in the same column or
//! beside it so that the word is in W again; and if Bob may skip turns, she may also leave the
//! position as it is, and has a spare move as long as something is uncoloured.
//!
//! How far one has to look depends on the *reach* of the rule, the largest distance of vertices
//! that matter to each other: one column for proper colouring, two if vertices at distance two
//! matter.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use crate::column::{Column, Pair};
use crate::column::{SHAPES, Shape, orders};
use chromex_rules::{Boards, Colour, Condition, Elements, Game, Goal, PairRule, Places, Player};

/// The largest numbers of rows and of colours that fit into the bits of a column.
pub const MAX_ROWS: usize = 7;
const MAX_COLOURS: usize = 6;
/// The largest distance of vertices that may matter to each other.
const MAX_REACH: usize = 2;

/// What Bob may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bob {
    /// He begins, and the players alternate.
    Begins,
    /// He may skip any number of turns. Then it does not matter who begins.
    MaySkip,
}

/// A game on boards of a number of rows and every length.
#[derive(Debug, Clone)]
pub struct Strip {
    game: Game,
    rule: PairRule,
    reach: usize,
    rows: usize,
    shape: Shape,
    bob: Bob,
    /// Whether neighbours of coloured vertices have to be coloured first.
    touching: bool,
    /// Which vertices matter to each other: rows down, columns to the right, and the distance.
    near: Vec<(isize, isize, usize)>,
    /// The permutations of the colours that do not change the game.
    recolourings: Vec<Vec<Colour>>,
}

/// Which columns may stand side by side. With a pair, all its images are allowed: with colours
/// renamed if they are interchangeable, and reversed or upside down if that maps the board to
/// itself.
#[derive(Debug, Clone, Default)]
pub struct SideBySide {
    right: BTreeMap<Column, BTreeSet<Column>>,
    left: BTreeMap<Column, BTreeSet<Column>>,
}

/// Something that Alice has to be able to do, but cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// The columns where it happens, from left to right.
    pub columns: Vec<Column>,
    /// What happens there.
    pub event: Event,
    /// The allowed pairs because of which it can happen.
    pub premises: Vec<Pair>,
    /// For each of Alice's answers, the pairs that would have to be allowed; answers in the middle
    /// column come first.
    pub answers: Vec<Vec<Pair>>,
    /// How many of these answers are in the middle column.
    pub in_the_middle: usize,
}

/// An event after which Alice needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Play begins.
    Start,
    /// This row of the middle column has no colour left.
    Dead(usize),
    /// Bob moves in the middle column and makes it this column.
    Move(Column),
    /// Bob skips, and everything to the left of the middle column is coloured.
    Skip,
}

impl SideBySide {
    /// Allows a pair and all its images under symmetry.
    pub fn allow(&mut self, strip: &Strip, pair: Pair) {
        for (a, b) in strip.images(pair) {
            self.right.entry(a).or_default().insert(b);
            self.left.entry(b).or_default().insert(a);
        }
    }

    /// Whether these columns may stand side by side.
    pub fn allows(&self, (a, b): Pair) -> bool {
        self.right.get(&a).is_some_and(|beside| beside.contains(&b))
    }

    fn all(&self, pairs: &[Pair]) -> bool {
        pairs.iter().all(|&pair| self.allows(pair))
    }

    fn any(&self, answers: &[Vec<Pair>]) -> bool {
        answers.iter().any(|pairs| self.all(pairs))
    }

    /// The columns that may stand to the left of a column, or to its right: beyond a wall there is
    /// only the wall.
    fn beyond(&self, column: Column, left: bool) -> impl Iterator<Item = Column> + '_ {
        let is_wall = column == Column::WALL;
        let beside = if left { &self.left } else { &self.right };
        let beside = beside.get(&column).into_iter().flatten().copied();
        is_wall.then_some(column).into_iter().chain(beside.filter(move |_| !is_wall))
    }
}

impl Strip {
    /// A game on `grid:RxN`, `cylinder:RxN`, `king:RxN` or `triangular:RxN`; an error with the
    /// reason, if strips do not work for this game.
    pub fn new(game: Game, boards: &str, bob: Bob) -> Result<Strip, String> {
        let unknown =
            || format!("`{boards}` is no family of boards: write grid:4xN or cylinder:4xN");
        let (kind, size) = boards.split_once(':').ok_or_else(unknown)?;
        let rows = size.strip_suffix("xN").and_then(|rows| rows.parse().ok());
        let rows = rows.ok_or_else(unknown)?;
        let shape = SHAPES.iter().find(|(name, _)| *name == kind).ok_or_else(unknown)?.1;
        let (colours, name) = (game.palette().len(), game.name());
        let touching = game.places() == Places::Touching;
        if game.goal() != Goal::ColourAll || !game.colours_are_shared() {
            return Err(format!("{name}: strips are for games in which Alice wants all coloured"));
        }
        let in_any_order = touching || game.places() == Places::Any;
        if game.elements() != Elements::Vertices || game.copies() != 1 || !in_any_order {
            return Err(format!(
                "{name}: strips are for games in which vertices are coloured, in any order or next to coloured ones"
            ));
        }
        if game.boards() == Boards::Directed {
            return Err(format!(
                "{name}: it is played on directed graphs, and these boards are not directed"
            ));
        }
        let rule = match game.condition() {
            Condition::Pairs(rule) if rule.reach() <= MAX_REACH && rule.arcs().next().is_none() => {
                rule
            }
            _ => {
                return Err(format!(
                    "{name}: its rule is not one on vertices at distance {MAX_REACH} or less"
                ));
            }
        };
        let reach = rule.reach().max(1);
        if reach > 1 && shape == Shape::Cylinder {
            return Err(format!("{name}: on cylinders strips are for rules on neighbours alone"));
        }
        if game.skips() == Some(Player::Right) && bob == Bob::Begins {
            return Err(format!("{name}: Bob may skip turns, which a certificate has to say"));
        }
        if !(1..=MAX_ROWS).contains(&rows) || colours > MAX_COLOURS {
            return Err(format!(
                "strips have 1 to {MAX_ROWS} rows and at most {MAX_COLOURS} colours"
            ));
        }
        let recolourings = if game.colours_alike() {
            orders(colours)
        } else {
            vec![(0..=colours as Colour).collect()]
        };
        let far = reach as isize;
        let places = (-far..=far).flat_map(|down| (-far..=far).map(move |right| (down, right)));
        let near = places.map(|(down, right)| (down, right, shape.distance(down, right)));
        let near = near.filter(|&(_, _, distance)| (1..=reach).contains(&distance)).collect();
        Ok(Strip { game, rule, reach, rows, shape, bob, touching, near, recolourings })
    }

    /// The family of boards, as it is typed.
    pub fn boards(&self) -> String {
        format!("{}:{}xN", self.shape.name(), self.rows)
    }

    /// The game that is played on these boards.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What Bob may do.
    pub fn bob(&self) -> Bob {
        self.bob
    }

    /// Whether the boards are cylinders.
    pub(crate) fn is_cylinder(&self) -> bool {
        self.shape == Shape::Cylinder
    }

    /// Whether only neighbours matter to each other, and any vertex may be coloured at any time.
    pub(crate) fn is_plain(&self) -> bool {
        self.reach == 1 && !self.touching
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What a certificate proves, as a sentence.
    pub fn sentence(&self) -> String {
        let least = if self.is_cylinder() { 3 } else { 1 };
        let who = match self.bob {
            Bob::MaySkip => "whoever moves first, even if Bob may skip turns",
            // Then she may skip her first turn.
            Bob::Begins if self.alice_may_skip() => "whoever moves first",
            Bob::Begins => "when Bob moves first",
        };
        format!("Alice wins {} on {} for every N ≥ {least} {who}", self.game.name(), self.boards())
    }

    fn alice_may_skip(&self) -> bool {
        self.game.skips() == Some(Player::Left)
    }

    /// The largest number of images of a pair in one direction.
    pub fn symmetries(&self) -> usize {
        2 * self.recolourings.len()
    }

    /// The images of this pair under symmetry.
    pub fn images(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let pair = [a, b];
        let image = move |(order, flip, turn)| {
            let [a, b] = pair.map(|column| self.image(column, order, flip));
            if turn { (b, a) } else { (a, b) }
        };
        self.symmetric_ways().map(image)
    }

    /// The images of these columns under symmetry: reversed, upside down, with other colours; the
    /// same change for all columns.
    pub(crate) fn symmetric_images(&self, columns: &[Column]) -> impl Iterator<Item = Vec<Column>> {
        self.symmetric_ways().map(move |(order, flip, turn)| {
            let mut image: Vec<Column> =
                columns.iter().map(|&column| self.image(column, order, flip)).collect();
            if turn {
                image.reverse();
            }
            image
        })
    }

    /// The symmetries: a permutation of the colours, whether upside down, whether reversed. A
    /// triangular board stays the same only if both are done.
    fn symmetric_ways(&self) -> impl Iterator<Item = (&[Colour], bool, bool)> {
        let ways: &[(bool, bool)] = match self.shape {
            Shape::Triangular => &[(false, false), (true, true)],
            _ => &[(false, false), (true, false), (false, true), (true, true)],
        };
        ways.iter().flat_map(|&(flip, turn)| {
            self.recolourings.iter().map(move |order| (order.as_slice(), flip, turn))
        })
    }

    fn image(&self, column: Column, order: &[Colour], flip: bool) -> Column {
        if column == Column::WALL {
            return column;
        }
        (0..self.rows).fold(Column::EMPTY, |image, row| {
            let to = if flip { self.rows - 1 - row } else { row };
            image.with(to, order[usize::from(column.colour(row))])
        })
    }

    /// The existing vertices that matter to the vertex in this row of this column: their colours
    /// and distances.
    fn around<'a>(
        &'a self,
        columns: &'a [Column],
        at: usize,
        row: usize,
    ) -> impl Iterator<Item = (Colour, usize)> + 'a {
        self.near.iter().filter_map(move |&(down, right, distance)| {
            let row = row.checked_add_signed(down).filter(|&row| row < self.rows)?;
            let column = columns.get(at.checked_add_signed(right)?)?;
            (*column != Column::WALL).then(|| (column.colour(row), distance))
        })
    }

    /// Whether the vertex in this row of this column may have this colour, as far as these columns
    /// show.
    fn may_have(&self, columns: &[Column], at: usize, row: usize, colour: Colour) -> bool {
        self.around(columns, at, row).all(|(other, distance)| {
            other == 0 || self.rule.allows_beyond(distance - 1, colour, other)
        })
    }

    /// Whether a player may colour the vertex in this row now, leaving its colour aside.
    fn is_open(&self, columns: &[Column], at: usize, row: usize) -> bool {
        let touches = || self.around(columns, at, row).any(|(colour, d)| d == 1 && colour != 0);
        columns[at] != Column::WALL
            && columns[at].colour(row) == 0
            && (!self.touching || touches() || self.is_uncoloured(columns))
    }

    fn is_uncoloured(&self, columns: &[Column]) -> bool {
        columns.iter().all(|&column| column == Column::WALL || column == Column::EMPTY)
    }

    /// Whether these columns can stand side by side by the rules of the game.
    pub fn is_legal(&self, (a, b): Pair) -> bool {
        self.are_legal(&[a, b])
    }

    fn are_legal(&self, columns: &[Column]) -> bool {
        (0..columns.len()).all(|at| {
            (0..self.rows).all(|row| match columns[at].colour(row) {
                0 => true,
                colour => self.may_have(columns, at, row, colour),
            })
        })
    }

    fn is_full(&self, column: Column) -> bool {
        column == Column::WALL || (0..self.rows).all(|row| column.colour(row) != 0)
    }

    /// The columns into which a player can change one of these columns by a move.
    fn moves_in(&self, columns: &[Column], at: usize) -> Vec<Column> {
        let colours = || self.game.palette().colours();
        let open = (0..self.rows).filter(|&row| self.is_open(columns, at, row));
        let moves = open.flat_map(|row| colours().map(move |colour| (row, colour)));
        let legal = moves.filter(|&(row, colour)| self.may_have(columns, at, row, colour));
        legal.map(|(row, colour)| columns[at].with(row, colour)).collect()
    }

    /// The columns into which a player can change `y` between `x` and `z` by a move.
    pub(crate) fn moves(&self, x: Column, y: Column, z: Column) -> Vec<Column> {
        self.moves_in(&[x, y, z], 1)
    }

    /// Obligations that are not met, at most one for each event, until `limit` are found; `None` if
    /// `go_on`, which is called often, says no. The certificate is valid if and only if there are
    /// none.
    pub fn unmet(
        &self,
        set: &SideBySide,
        limit: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Unmet>> {
        let mut found: Vec<Unmet> =
            self.start().into_iter().filter(|unmet| !set.all(&unmet.answers[0])).collect();
        for &y in set.right.keys() {
            // Of symmetric cases only one has to be looked at.
            let is_first = y != Column::WALL && self.images((y, y)).all(|(image, _)| image >= y);
            let (left, right) = match is_first {
                true => (self.rows_of_columns(set, y, true), self.rows_of_columns(set, y, false)),
                false => continue,
            };
            for (left, right) in left.iter().flat_map(|l| right.iter().map(move |r| (l, r))) {
                if found.len() >= limit {
                    return Some(found);
                }
                if !go_on() {
                    return None;
                }
                let columns: Vec<Column> =
                    left.iter().rev().chain([&y]).chain(right).copied().collect();
                if self.can_be(&columns) {
                    found.extend(self.unmet_in(set, &columns));
                }
            }
        }
        Some(found)
    }

    /// Whether these columns, of which neighbours may stand side by side, can occur in play. If the
    /// rule reaches further than neighbours, other pairs of columns have to be consistent too. If
    /// neighbours of coloured vertices come first, no uncoloured column stands between coloured
    /// ones (on a cylinder it may, because the coloured columns can be connected at the back).
    fn can_be(&self, columns: &[Column]) -> bool {
        let is_coloured = |column: &Column| *column != Column::WALL && *column != Column::EMPTY;
        let first = columns.iter().position(is_coloured).unwrap_or(0);
        let last = columns.iter().rposition(is_coloured).unwrap_or(0);
        let torn = || !columns[first..=last].iter().all(is_coloured);
        let in_one_piece = !self.touching || self.is_cylinder() || first == last || !torn();
        in_one_piece && (self.reach == 1 || self.are_legal(columns))
    }

    /// All rows of columns that may stand on one side of a column, as far as the rule reaches, the
    /// nearest column first.
    fn rows_of_columns(&self, set: &SideBySide, from: Column, left: bool) -> Vec<Vec<Column>> {
        (0..self.reach).fold(vec![vec![]], |shorter, _| {
            let longer = |row: &Vec<Column>| {
                let last = row.last().copied().unwrap_or(from);
                let row = row.clone();
                set.beyond(last, left).map(move |next| [row.as_slice(), &[next]].concat())
            };
            shorter.iter().flat_map(longer).collect()
        })
    }

    /// The obligations that are not met in the middle of these columns, which are all that matters
    /// to the vertices there.
    fn unmet_in(&self, set: &SideBySide, columns: &[Column]) -> Vec<Unmet> {
        let moves = self.moves_in(columns, self.reach);
        let mut found: Vec<Unmet> = self.dead(columns).into_iter().collect();
        found.extend(moves.into_iter().filter_map(|next| self.unanswered(set, columns, next)));
        found.extend(self.no_spare_move(set, columns));
        let turned = self.half_turn(columns);
        found.extend(turned.and_then(|columns| self.no_spare_move(set, &columns)));
        found
    }

    /// The columns rotated by half a turn, if boards look different from the right. There a column
    /// stands for its image, so what is required of the leftmost column has to be required of the
    /// rightmost one, too.
    fn half_turn(&self, columns: &[Column]) -> Option<Vec<Column>> {
        let same: Vec<Colour> = (0..=self.game.palette().len() as Colour).collect();
        let turned = columns.iter().rev().map(|&column| self.image(column, &same, true));
        (self.shape == Shape::Triangular).then(|| turned.collect())
    }

    /// The uncoloured board has to be in W.
    fn start(&self) -> Vec<Unmet> {
        let (empty, wall) = (Column::EMPTY, Column::WALL);
        let pairs: &[Pair] = if self.is_cylinder() {
            &[(empty, empty)]
        } else {
            &[(wall, empty), (empty, empty), (empty, wall)]
        };
        pairs.iter().filter_map(|&(a, b)| self.obligation(&[a, b], Event::Start)).collect()
    }

    /// The index of the column in which an event happens.
    pub fn middle(&self, event: Event) -> usize {
        if matches!(event, Event::Move(_)) { self.reach + 1 } else { self.reach }
    }

    /// What has to be possible when this event happens in these columns, whatever is allowed;
    /// `None` if it cannot happen there.
    pub fn obligation(&self, columns: &[Column], event: Event) -> Option<Unmet> {
        let middle = self.middle(event);
        let length = match event {
            Event::Start => 2,
            Event::Dead(_) => 2 * self.reach + 1,
            Event::Move(_) => 2 * self.reach + 3,
            Event::Skip => 2 * self.reach + 2,
        };
        if columns.len() != length {
            return None;
        }
        let mut after = columns.to_vec();
        let (here, beside) = match event {
            Event::Start => (vec![vec![(columns[0], columns[1])]], vec![]),
            Event::Dead(_) => (vec![], vec![]),
            Event::Move(next) => {
                after[middle] = next;
                let beside = [middle - 1, middle + 1].map(|at| self.answers(&after, middle, at));
                (self.answers_here(&after, middle, true), beside.concat())
            }
            Event::Skip => {
                let beside = self.answers(&after, middle, middle + 1);
                (self.answers_here(&after, middle, false), beside)
            }
        };
        let start = event == Event::Start;
        let pairs = columns.windows(2).map(|pair| (pair[0], pair[1])).filter(|_| !start);
        Some(Unmet {
            columns: columns.to_vec(),
            event,
            premises: pairs.filter(is_pair).collect(),
            in_the_middle: here.len(),
            answers: [here, beside].concat(),
        })
    }

    /// An uncoloured row of the middle column that has no colour left.
    fn dead_row(&self, columns: &[Column]) -> Option<usize> {
        let at = columns.len() / 2;
        let mut open = (0..self.rows).filter(|&row| columns[at].colour(row) == 0);
        let colours = || self.game.palette().colours();
        open.find(|&row| !colours().any(|colour| self.may_have(columns, at, row, colour)))
    }

    /// Whether an uncoloured row of `y` has no colour left between `x` and `z`.
    pub(crate) fn has_dead_row(&self, x: Column, y: Column, z: Column) -> bool {
        self.dead_row(&[x, y, z]).is_some()
    }

    /// The obligation that no vertex is without a colour.
    fn dead(&self, columns: &[Column]) -> Option<Unmet> {
        self.obligation(columns, Event::Dead(self.dead_row(columns)?))
    }

    /// Bob changes the middle column to `next`, and Alice has no answer for some columns beyond
    /// these. An answer on the left depends only on the columns to the left, and one on the right
    /// only on those to the right, so the two sides are searched separately.
    fn unanswered(&self, set: &SideBySide, columns: &[Column], next: Column) -> Option<Unmet> {
        let mut after = columns.to_vec();
        after[self.reach] = next;
        if set.any(&self.answers_here(&after, self.reach, true)) {
            return None;
        }
        let u = self.blocking(set, &after, true)?;
        let v = self.blocking(set, &after, false)?;
        let columns: Vec<Column> = [u].iter().chain(columns).chain(&[v]).copied().collect();
        self.obligation(&columns, Event::Move(next))
    }

    /// A column beyond these, on the left or on the right, with which no answer in the column
    /// beside the middle on that side is allowed.
    fn blocking(&self, set: &SideBySide, columns: &[Column], left: bool) -> Option<Column> {
        let last = if left { columns[0] } else { columns[columns.len() - 1] };
        set.beyond(last, left).find(|&beyond| {
            let (wider, middle) = if left {
                ([&[beyond], columns].concat(), self.reach + 1)
            } else {
                ([columns, &[beyond]].concat(), self.reach)
            };
            let at = if left { middle - 1 } else { middle + 1 };
            self.can_be(&wider) && !set.any(&self.answers(&wider, middle, at))
        })
    }

    /// After a skip, or a move that needs no answer, Alice moves in the leftmost column that is not
    /// full, or to the right of it. (On a cylinder, which has no leftmost column, in any column
    /// that is not full.) If neighbours of coloured vertices come first, the leftmost column with a
    /// vertex that may be coloured is beside a full column or the wall, or it is uncoloured and the
    /// next one is not.
    fn no_spare_move(&self, set: &SideBySide, columns: &[Column]) -> Option<Unmet> {
        let at = self.reach;
        let [x, y, z] = [columns[at - 1], columns[at], columns[at + 1]];
        let open = (0..self.rows).any(|row| self.is_open(columns, at, row));
        let at_the_left = self.touching && self.is_uncoloured(&[x, y]) && !self.is_uncoloured(&[z]);
        let leftmost = self.is_cylinder() || self.is_full(x) || at_the_left;
        let applies = self.bob == Bob::MaySkip && open && leftmost;
        if !applies || set.any(&self.answers_here(columns, at, false)) {
            return None;
        }
        let v = self.blocking(set, columns, false)?;
        let columns: Vec<Column> = columns.iter().chain(&[v]).copied().collect();
        self.obligation(&columns, Event::Skip)
    }

    /// Alice moves in the middle column, or leaves everything as it is if she may `pass`: the pairs
    /// that have to be allowed for each of her answers.
    fn answers_here(&self, columns: &[Column], middle: usize, pass: bool) -> Vec<Vec<Pair>> {
        let may_pass = pass && (self.bob == Bob::MaySkip || self.alice_may_skip());
        let pass = may_pass.then(|| changed(columns, middle, middle));
        pass.into_iter().chain(self.answers(columns, middle, middle)).collect()
    }

    /// Alice moves in the column `at`, after a change in the middle column: the pairs that have to
    /// be allowed for each of her answers.
    fn answers(&self, columns: &[Column], middle: usize, at: usize) -> Vec<Vec<Pair>> {
        let mut after = columns.to_vec();
        let answer = |next| {
            after[at] = next;
            changed(&after, middle, at)
        };
        self.moves_in(columns, at).into_iter().map(answer).collect()
    }

    /// A column as text: one symbol for each row, from the top.
    pub fn write(&self, column: Column) -> String {
        let symbol = |row| match column.colour(row) {
            0 => '.',
            colour => char::from(b'0' + colour),
        };
        if column == Column::WALL { "#".to_owned() } else { (0..self.rows).map(symbol).collect() }
    }

    /// Reads a column.
    pub fn read(&self, text: &str) -> Option<Column> {
        if text == "#" && !self.is_cylinder() {
            return Some(Column::WALL);
        }
        let colour = |symbol: char| match symbol {
            '.' => Some(0),
            _ => symbol.to_digit(10).filter(|c| (1..=self.game.palette().len() as u32).contains(c)),
        };
        let colours = text
            .chars()
            .map(colour)
            .collect::<Option<Vec<u32>>>()
            .filter(|c| c.len() == self.rows)?;
        Some(
            colours
                .iter()
                .enumerate()
                .fold(Column::EMPTY, |column, (row, &c)| column.with(row, c as Colour)),
        )
    }

    /// Why an obligation is not met, for people: the columns nearby, with the one in which it
    /// happens in brackets.
    pub fn explain(&self, unmet: &Unmet) -> String {
        let middle = self.middle(unmet.event);
        let show = |(at, &column): (usize, &Column)| match self.write(column) {
            text if at == middle => format!("[{text}]"),
            text => text,
        };
        let board: Vec<String> = unmet.columns.iter().enumerate().map(show).collect();
        let board = board.join(" ").replace("# # #", "#").replace("# #", "#");
        match unmet.event {
            Event::Start => format!("the uncoloured board is not allowed: {board}"),
            Event::Dead(row) => format!("in {board} row {} has no colour left", row + 1),
            Event::Move(next) => {
                format!("in {board} Bob plays [{}], and Alice has no answer", self.write(next))
            }
            Event::Skip => format!("in {board} Bob skips, and Alice has no move to spare"),
        }
    }
}

/// The pairs of these columns that contain one of the changed columns `a` and `b`, which are equal
/// or neighbours.
fn changed(columns: &[Column], a: usize, b: usize) -> Vec<Pair> {
    let first = a.min(b).saturating_sub(1);
    let last = (a.max(b) + 1).min(columns.len() - 1);
    columns[first..=last].windows(2).map(|pair| (pair[0], pair[1])).filter(is_pair).collect()
}

/// Whether this is a pair of columns; two walls are not.
fn is_pair(pair: &Pair) -> bool {
    *pair != (Column::WALL, Column::WALL)
}

impl fmt::Display for Bob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bob::Begins => "begins",
            Bob::MaySkip => "may skip",
        })
    }
}
