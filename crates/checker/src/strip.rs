//! Boards of every length at once: a finite set of pairs of neighbouring columns that Alice can keep to.
//!
//! A position on a grid is a word of columns with a wall at both ends, on a cylinder a circular word. A certificate lists
//! which columns may stand side by side; W is the set of all words in which only such columns do. Alice wins from every
//! word of W in which Bob is to move, however long, if none of the obligations below is unmet (docs/certificates.md has the
//! proof): no vertex of a word of W is without a colour; whatever Bob colours, she can answer in the same
//! column or beside it so that the word is in W again; and if Bob may skip turns, she may also let it be, and has a
//! move to spare as long as something is uncoloured.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chromex_rules::{Colour, Condition, Game, Goal, PairRule};

/// A column: four bits a row, from the top, 0 for uncoloured. Or the wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u32);

/// Two columns side by side.
pub type Pair = (Column, Column);

/// The most rows, and the most colours, that a column has bits for.
pub const MAX_ROWS: usize = 7;
const MAX_COLOURS: usize = 6;

impl Column {
    /// What stands beside the outermost columns of a grid.
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
    rows: usize,
    is_cylinder: bool,
    bob: Bob,
    /// The orders of the colours that count as one.
    recolourings: Vec<Vec<Colour>>,
}

/// Which columns may stand side by side: the same in both directions, upside down, and with other colours in the place of
/// these where colours are alike.
#[derive(Debug, Clone, Default)]
pub struct SideBySide(BTreeMap<Column, BTreeSet<Column>>);

/// Something that Alice has to be able to do, and cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// The columns where it happens, from left to right.
    pub columns: Vec<Column>,
    /// What happens there.
    pub event: Event,
    /// The pairs that let it happen.
    pub premises: Vec<Pair>,
    /// For each of Alice's answers the pairs that would have to be allowed, answers in the middle column first.
    pub answers: Vec<Vec<Pair>>,
    /// How many of these answers are in the middle column.
    pub in_the_middle: usize,
}

/// What calls for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Play begins.
    Start,
    /// This row of the middle column has no colour left.
    Dead(usize),
    /// Bob makes this of the middle column.
    Move(Column),
    /// Bob skips, and all to the left of the middle column is coloured.
    Skip,
}

impl SideBySide {
    /// Allows a pair and all that count as the same.
    pub fn allow(&mut self, strip: &Strip, pair: Pair) {
        for (a, b) in strip.images(pair) {
            self.0.entry(a).or_default().insert(b);
            self.0.entry(b).or_default().insert(a);
        }
    }

    /// Whether these columns may stand side by side.
    pub fn allows(&self, (a, b): Pair) -> bool {
        self.0.get(&a).is_some_and(|beside| beside.contains(&b))
    }

    fn all(&self, pairs: &[Pair]) -> bool {
        pairs.iter().all(|&pair| self.allows(pair))
    }

    /// What may stand beyond a column: beyond a wall nothing but the wall.
    fn beyond(&self, column: Column) -> impl Iterator<Item = Column> + '_ {
        let is_wall = column == Column::WALL;
        let beside = self.0.get(&column).into_iter().flatten().copied();
        is_wall.then_some(column).into_iter().chain(beside.filter(move |_| !is_wall))
    }
}

impl Strip {
    /// A game on `grid:RxN` or `cylinder:RxN`; the reason, if such strips are not for this game.
    pub fn new(game: Game, boards: &str, bob: Bob) -> Result<Strip, String> {
        let shape = || format!("`{boards}` is no family of boards: write grid:4xN or cylinder:4xN");
        let (kind, size) = boards.split_once(':').ok_or_else(shape)?;
        let rows = size.strip_suffix("xN").and_then(|rows| rows.parse().ok()).ok_or_else(shape)?;
        let is_cylinder = match kind {
            "grid" => false,
            "cylinder" => true,
            _ => return Err(shape()),
        };
        let (colours, name) = (game.palette().len(), game.name());
        let rule = match game.condition() {
            Condition::Pairs(rule) if rule.reach() <= 1 => rule,
            _ => return Err(format!("{name}: its rule is not one on neighbours alone")),
        };
        if game.goal() != Goal::ColourAll
            || game.pairwise_reach().is_none()
            || !game.colours_are_shared()
        {
            return Err(format!("{name}: strips are for games in which Alice wants all coloured"));
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
        Ok(Strip { game, rule, rows, is_cylinder, bob, recolourings })
    }

    /// The family of boards, as it is typed.
    pub fn boards(&self) -> String {
        format!("{}:{}xN", if self.is_cylinder { "cylinder" } else { "grid" }, self.rows)
    }

    /// The game that is played on these boards.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What Bob may do.
    pub fn bob(&self) -> Bob {
        self.bob
    }

    /// Whether the boards go round.
    pub(crate) fn is_cylinder(&self) -> bool {
        self.is_cylinder
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What a certificate proves, as a sentence.
    pub fn words(&self) -> String {
        let least = if self.is_cylinder { 3 } else { 1 };
        let who = match self.bob {
            Bob::Begins => "when Bob moves first",
            Bob::MaySkip => "whoever moves first, even if Bob may skip turns",
        };
        format!("Alice wins {} on {} for every N ≥ {least} {who}", self.game.name(), self.boards())
    }

    /// How many pairs count as the same, at most, in one direction.
    pub fn symmetries(&self) -> usize {
        2 * self.recolourings.len()
    }

    /// The pairs that count as the same as this one.
    pub fn images(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let both = [false, true].into_iter();
        both.flat_map(move |flip| {
            self.recolourings
                .iter()
                .map(move |order| (self.image(a, order, flip), self.image(b, order, flip)))
        })
    }

    /// Columns upside down and with other colours, the same in all of them.
    pub(crate) fn symmetric_images(&self, columns: &[Column]) -> impl Iterator<Item = Vec<Column>> {
        [false, true].into_iter().flat_map(move |flip| {
            let image = move |order: &Vec<Colour>| {
                columns.iter().map(|&column| self.image(column, order, flip)).collect()
            };
            self.recolourings.iter().map(image)
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

    /// Whether the colours of a column agree with each other.
    fn is_proper(&self, column: Column) -> bool {
        column == Column::WALL
            || (1..self.rows).all(|row| self.agree(column.colour(row - 1), column.colour(row)))
    }

    /// Whether two neighbours may have these colours, 0 for uncoloured.
    fn agree(&self, a: Colour, b: Colour) -> bool {
        a == 0 || b == 0 || self.rule.allows_near(a, b)
    }

    /// Whether these columns can stand side by side by the rules of the game.
    pub fn is_legal(&self, (a, b): Pair) -> bool {
        self.is_proper(a)
            && self.is_proper(b)
            && (0..self.rows).all(|row| self.agree(a.colour(row), b.colour(row)))
    }

    /// The uncoloured rows of a column.
    fn open(&self, column: Column) -> impl Iterator<Item = usize> + use<> {
        let rows = if column == Column::WALL { 0 } else { self.rows };
        (0..rows).filter(move |&row| column.colour(row) == 0)
    }

    fn is_full(&self, column: Column) -> bool {
        self.open(column).next().is_none()
    }

    /// What a column can become by one move, other columns aside.
    fn next(&self, column: Column) -> Vec<Column> {
        let colours = || self.game.palette().colours();
        let moves = self.open(column).flat_map(|row| colours().map(move |c| column.with(row, c)));
        moves.filter(|&next| self.is_proper(next)).collect()
    }

    /// What a player can make of `y` between `x` and `z`.
    pub(crate) fn moves(&self, x: Column, y: Column, z: Column) -> Vec<Column> {
        let fits = |&next: &Column| self.is_legal((x, next)) && self.is_legal((next, z));
        self.next(y).into_iter().filter(fits).collect()
    }

    /// Obligations that are not met, one for each event at most, until `limit` are found; `None` if `go_on`, which is asked again
    /// and again, says no. There are none if and only if the certificate is valid.
    pub fn unmet(
        &self,
        set: &SideBySide,
        limit: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Unmet>> {
        let mut found: Vec<Unmet> =
            self.start().into_iter().filter(|unmet| !set.all(&unmet.answers[0])).collect();
        for (&y, beside) in &set.0 {
            // What counts as the same need be looked at once.
            let is_first = y != Column::WALL && self.images((y, y)).all(|(image, _)| image >= y);
            for (&x, &z) in
                beside.iter().flat_map(|x| beside.iter().map(move |z| (x, z))).filter(|_| is_first)
            {
                if found.len() >= limit {
                    return Some(found);
                }
                if !go_on() {
                    return None;
                }
                found.extend(self.dead(x, y, z));
                found.extend(
                    self.moves(x, y, z)
                        .into_iter()
                        .filter_map(|next| self.unanswered(set, [x, y, z], next)),
                );
                found.extend(self.no_spare_move(set, x, y, z));
            }
        }
        Some(found)
    }

    /// The uncoloured board is in W.
    fn start(&self) -> Vec<Unmet> {
        let empty = Column::EMPTY;
        let pairs: &[Pair] = if self.is_cylinder {
            &[(empty, empty)]
        } else {
            &[(Column::WALL, empty), (empty, empty)]
        };
        pairs.iter().filter_map(|&(a, b)| self.obligation(&[a, b], Event::Start)).collect()
    }

    /// What has to be possible when this happens in these columns, whatever is allowed; nothing, if it cannot happen there.
    pub fn obligation(&self, columns: &[Column], event: Event) -> Option<Unmet> {
        let (here, beside) = match (event, columns) {
            (Event::Start, &[a, b]) => (vec![vec![(a, b)]], vec![]),
            (Event::Dead(_), &[_, _, _]) => (vec![], vec![]),
            (Event::Move(next), &[u, x, _, z, v]) => {
                let here = self.answers_here(x, next, z, self.bob == Bob::MaySkip);
                let [left, right] = [(u, x, z), (v, z, x)].map(|(beyond, beside, other)| {
                    self.answers_beside(beyond, beside, next, other)
                });
                (here, [left, right].concat())
            }
            (Event::Skip, &[x, y, z, v]) => {
                (self.answers_here(x, y, z, false), self.answers_beside(v, z, y, x))
            }
            _ => return None,
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

    /// An uncoloured row of `y` that has no colour left between `x` and `z`.
    fn dead_row(&self, x: Column, y: Column, z: Column) -> Option<usize> {
        let moves = self.moves(x, y, z);
        self.open(y).find(|&row| moves.iter().all(|next| next.colour(row) == 0))
    }

    /// Whether an uncoloured row of `y` has no colour left between `x` and `z`.
    pub(crate) fn has_dead_row(&self, x: Column, y: Column, z: Column) -> bool {
        self.dead_row(x, y, z).is_some()
    }

    /// No vertex is without a colour.
    fn dead(&self, x: Column, y: Column, z: Column) -> Option<Unmet> {
        self.obligation(&[x, y, z], Event::Dead(self.dead_row(x, y, z)?))
    }

    /// Bob makes `next` of `y`, and for some columns beyond `x` and `z` Alice has no answer. An answer in `x` depends on the
    /// column to its left alone and one in `z` on that to its right, so these can be looked for one by one.
    fn unanswered(&self, set: &SideBySide, [x, y, z]: [Column; 3], next: Column) -> Option<Unmet> {
        let here = self.answers_here(x, next, z, self.bob == Bob::MaySkip);
        if here.iter().any(|pairs| set.all(pairs)) {
            return None;
        }
        let refused = |answers: &[Vec<Pair>]| !answers.iter().any(|pairs| set.all(pairs));
        let u = set.beyond(x).find(|&u| refused(&self.answers_beside(u, x, next, z)))?;
        let v = set.beyond(z).find(|&v| refused(&self.answers_beside(v, z, next, x)))?;
        self.obligation(&[u, x, y, z, v], Event::Move(next))
    }

    /// After a skip, or a move that she lets be, Alice moves in the leftmost column that is not full, or right of it. (On a
    /// cylinder in any column that is not full, for there is no leftmost one.)
    fn no_spare_move(&self, set: &SideBySide, x: Column, y: Column, z: Column) -> Option<Unmet> {
        let applies =
            self.bob == Bob::MaySkip && !self.is_full(y) && (self.is_cylinder || self.is_full(x));
        let here = self.answers_here(x, y, z, false);
        if !applies || here.iter().any(|pairs| set.all(pairs)) {
            return None;
        }
        let beside = |v| self.answers_beside(v, z, y, x);
        let v = set.beyond(z).find(|&v| !beside(v).iter().any(|pairs| set.all(pairs)))?;
        self.obligation(&[x, y, z, v], Event::Skip)
    }

    /// Alice moves in `y`, or lets it be if she `may_pass`: what has to be allowed for each of her answers.
    fn answers_here(&self, x: Column, y: Column, z: Column, may_pass: bool) -> Vec<Vec<Pair>> {
        let after = may_pass.then_some(y).into_iter().chain(self.moves(x, y, z));
        after.map(|y| vec![(x, y), (y, z)]).collect()
    }

    /// Alice moves in `x`, between `u` and `y`, beyond which is `z`.
    fn answers_beside(&self, u: Column, x: Column, y: Column, z: Column) -> Vec<Vec<Pair>> {
        self.moves(u, x, y).into_iter().map(|x| vec![(u, x), (x, y), (y, z)]).collect()
    }

    /// A column as text: a symbol a row, from the top.
    pub fn write(&self, column: Column) -> String {
        let symbol = |row| match column.colour(row) {
            0 => '.',
            colour => char::from(b'0' + colour),
        };
        if column == Column::WALL { "#".to_owned() } else { (0..self.rows).map(symbol).collect() }
    }

    /// Reads a column.
    pub fn read(&self, text: &str) -> Option<Column> {
        if text == "#" && !self.is_cylinder {
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

    /// Why an obligation is not met, for people: the columns around, the one where it happens in brackets.
    pub fn explain(&self, unmet: &Unmet) -> String {
        let middle = if matches!(unmet.event, Event::Move(_)) { 2 } else { 1 };
        let show = |(at, &column): (usize, &Column)| match self.write(column) {
            text if at == middle => format!("[{text}]"),
            text => text,
        };
        let board: Vec<String> = unmet.columns.iter().enumerate().map(show).collect();
        let board = board.join(" ").replace("# #", "#");
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

/// Two walls are no pair of columns.
fn is_pair(pair: &Pair) -> bool {
    *pair != (Column::WALL, Column::WALL)
}

/// All orders of the colours 1, …, k, each behind a 0 for uncoloured.
fn orders(colours: usize) -> Vec<Vec<Colour>> {
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

impl fmt::Display for Bob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bob::Begins => "begins",
            Bob::MaySkip => "may skip",
        })
    }
}
