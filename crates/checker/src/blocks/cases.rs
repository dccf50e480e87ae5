//! The cases that have to be distinguished, for boards of every length at once.
//!
//! At first, all that is known of a position is that everything is in order, and where Bob plays.
//! Replies are tried one after the other. Whether a reply restores order may depend on something
//! that is not known; then both possibilities are examined. A case is finished when a reply
//! restores order whatever else holds, or when the known facts contradict that everything was in
//! order.

use super::facts::{COLUMNS, Facts, Holds, Known, Question, UNCOLOURED, all, any, not};
use super::reply::restores;
use super::view::{Side, Stone, View};
use super::{Blocks, Boards, Failure, Pictures};

/// Replies are looked for at most this far from Bob's column.
pub(super) const NEAR: i32 = 2;

/// How far from column 0 the known facts are compared with the order before Bob's move.
const ORDERED: i32 = 6;

/// This many replies that depend on something unknown are tried before a question is asked.
const TRIED: usize = 3;

/// What is known at first of a position in which Alice is to move.
#[derive(Debug, Clone, Copy)]
enum Start {
    /// Bob has just coloured this row of column 0.
    Bob(i32),
    /// The whole board is uncoloured, and column 0 is the first.
    Nothing,
    /// This drawing, counted from 0, shows a sick vertex of column 0, perhaps mirrored.
    Sick(usize, bool),
    /// No vertex is sick, and the vertex in this row of column 0 has doctors.
    Patient(i32),
    /// All vertices of blocks are safe; column 0 belongs to a block but is not a border, and this
    /// row of it is uncoloured.
    Inside(i32),
    /// All vertices of blocks are safe, all columns of blocks except borders are coloured, and
    /// column 0 is a border.
    Border(Side),
}

impl Start {
    /// Whether the part about column 0 holds.
    fn holds(self, view: &View<'_>) -> Known {
        match self {
            Start::Bob(_) => Ok(true),
            Start::Nothing => view.is_first(0),
            Start::Sick(drawing, mirrored) => {
                let rows = view.facts.rows();
                let mut drawings = view.pictures.sick_in(0, rows);
                let wanted = &view.pictures.sick[drawing].0;
                let found = drawings.find(|(picture, lens, _)| {
                    std::ptr::eq(*picture, wanted) && lens.mirrored == mirrored && !lens.upside_down
                });
                found.map_or(Ok(false), |(picture, lens, sick)| {
                    all([view.fits(picture, lens), not(view.is_safe(sick))])
                })
            }
            Start::Patient(row) => all([
                view.is_uncoloured((row, 0)),
                view.in_block(0),
                view.has_two_doctors((row, 0)),
            ]),
            Start::Inside(row) => all([
                view.is_uncoloured((row, 0)),
                view.in_block(0),
                not(view.is_border(0, Side::Left)),
                not(view.is_border(0, Side::Right)),
            ]),
            Start::Border(side) => view.is_border(0, side),
        }
    }

    /// Whether the part about all columns holds for this column.
    fn holds_in(self, view: &View<'_>, column: i32) -> Known {
        match self {
            Start::Bob(_) | Start::Sick(..) => Ok(true),
            Start::Nothing => any([not(view.exists(column)), view.is_empty(column)]),
            Start::Patient(_) => view.nobody_sick(column),
            Start::Inside(_) => all([view.nobody_sick(column), view.all_safe(column)]),
            Start::Border(_) => all([
                view.nobody_sick(column),
                view.all_safe(column),
                view.inside_is_coloured(column),
            ]),
        }
    }

    /// Whether it says that no vertex is sick.
    fn nobody_sick(self) -> bool {
        matches!(self, Start::Patient(_) | Start::Inside(_) | Start::Border(_))
    }
}

/// The cases that begin with one start.
struct Cases<'a> {
    pictures: &'a Pictures,
    start: Start,
    bob: Option<Stone>,
    /// The replies, in the order in which they are tried: recently successful ones come first.
    replies: Vec<Option<Stone>>,
    order: Vec<usize>,
    watch: &'a mut dyn FnMut() -> bool,
}

/// The replies that are not ruled out yet, one bit each.
type Possible = u128;

impl Blocks {
    /// An upper estimate of the bytes that checking takes: the known facts at each question on the
    /// way to a case.
    pub fn bytes(&self) -> u64 {
        // A cell can be asked about four colours and four patients, a column whether it exists and
        // whether it is uncoloured.
        let questions = COLUMNS * (8 * self.rows + 2);
        (questions * 2 * size_of::<Facts>()) as u64
    }

    /// Distinguishes all cases; `watch` is called for each and says whether to go on.
    pub fn prove(&self, watch: &mut dyn FnMut() -> bool) -> Result<(), Failure> {
        self.prove_from(|_| true, watch)
    }

    /// Whether Alice has an answer to every move of Bob: only the second condition. It does not
    /// prove a win, since she may lack a spare move when she needs no answer, but it shows the
    /// author of drawings what is wrong with them.
    pub fn prove_answers(&self, watch: &mut dyn FnMut() -> bool) -> Result<(), Failure> {
        self.prove_from(|start| matches!(start, Start::Bob(_)), watch)
    }

    fn prove_from(
        &self,
        wanted: impl Fn(&Start) -> bool,
        watch: &mut dyn FnMut() -> bool,
    ) -> Result<(), Failure> {
        let pictures = Pictures::new(&self.drawings);
        for start in self.starts(&pictures).into_iter().filter(wanted) {
            let mut facts = self.nothing_known();
            let bob = match start {
                // Colours are interchangeable, so Bob's colour is 1.
                Start::Bob(row) => Some(((row, 0), BOBS)),
                _ => None,
            };
            if let Some((place, colour)) = bob {
                let legal = facts.restrict(place, UNCOLOURED) && facts.forbid(place, colour);
                debug_assert!(legal, "an uncoloured cell can be coloured where nothing is known");
            }
            let replies: Vec<Option<Stone>> = self.replies(bob.is_some());
            let order = (0..replies.len()).collect();
            let mut cases = Cases { pictures: &pictures, start, bob, replies, order, watch };
            let possible = (1 << cases.replies.len()) - 1;
            cases.distinguish(&facts, possible, None)?;
        }
        Ok(())
    }

    /// What is known at first. On a cylinder the columns that can be asked about are all different,
    /// since there are enough columns.
    fn nothing_known(&self) -> Facts {
        match self.boards {
            Boards::Grid => Facts::new(self.rows),
            Boards::Cylinder { least } => Facts::around(self.rows, (least as i32 - 1) / 2),
        }
    }

    /// All starts. The game upside down is the same, so the upper half of the rows is enough. On an
    /// uncoloured cylinder Bob begins.
    fn starts(&self, pictures: &Pictures) -> Vec<Start> {
        let rows = self.rows as i32;
        let (half, inner) = (0..(rows + 1) / 2, 1..(rows + 1) / 2);
        let mut starts = Vec::new();
        starts.extend((self.boards == Boards::Grid).then_some(Start::Nothing));
        for (drawing, (_, _, mirrored)) in pictures.sick.iter().enumerate() {
            starts.push(Start::Sick(drawing, false));
            starts.extend(mirrored.then_some(Start::Sick(drawing, true)));
        }
        starts.extend(inner.map(Start::Patient));
        starts.extend(half.clone().map(Start::Inside));
        starts.extend([Side::Left, Side::Right].map(Start::Border));
        starts.extend(half.map(Start::Bob));
        starts
    }

    /// The replies that are tried: no reply, if Bob has moved, and every move near his.
    fn replies(&self, bob_moved: bool) -> Vec<Option<Stone>> {
        let mut columns: Vec<i32> = (-NEAR..=NEAR).collect();
        columns.sort_by_key(|column| column.abs());
        let places = columns
            .into_iter()
            .flat_map(|column| (0..self.rows as i32).map(move |row| (row, column)));
        let moves = places.flat_map(|place| (1..=4).map(move |colour| Some((place, 1 << colour))));
        bob_moved.then_some(None).into_iter().chain(moves).collect()
    }
}

/// Bob's colour.
const BOBS: Holds = 1 << 1;

impl Cases<'_> {
    fn distinguish(
        &mut self,
        facts: &Facts,
        mut possible: Possible,
        answered: Option<Question>,
    ) -> Result<(), Failure> {
        if !(self.watch)() {
            return Err(Failure::Stopped);
        }
        let view = View { facts, pictures: self.pictures, stones: &[] };
        let contradicted =
            |column| all([view.in_order(column), self.start.holds_in(&view, column)]) == Ok(false);
        let columns = match answered {
            None => -ORDERED..=ORDERED,
            Some(question) => question.column() - ORDERED + 1..=question.column() + ORDERED - 1,
        };
        if columns.filter(|column| column.abs() <= ORDERED).any(contradicted) {
            return Ok(());
        }
        let question = match self.start.holds(&view) {
            Ok(false) => return Ok(()),
            Ok(true) => match self.find_reply(facts, &mut possible) {
                Found::Reply => return Ok(()),
                Found::Depends(question) => question,
                Found::None => self.contradiction(&view)?,
            },
            Err(question) => question,
        };
        if !facts.can_be_asked(question) {
            return Err(Failure::Unmet(
                self.explain(facts, "more columns would have to be looked at"),
            ));
        }
        let named = if self.bob.is_some() { BOBS } else { 0 };
        for yes in [true, false] {
            if let Some(facts) = facts.answered(question, yes, named) {
                self.distinguish(&facts, possible, Some(question))?;
            }
        }
        Ok(())
    }

    /// Looks for a reply that restores order, and rules out replies that do not.
    fn find_reply(&mut self, facts: &Facts, possible: &mut Possible) -> Found {
        let (mut open, mut tried) = (None, 0);
        for at in 0..self.order.len() {
            let reply = self.order[at];
            if *possible >> reply & 1 == 0 {
                continue;
            }
            let sick = self.start.nobody_sick();
            match restores(facts, self.pictures, self.bob, self.replies[reply], sick) {
                Ok(true) => {
                    self.order[at / 2..=at].rotate_right(1);
                    return Found::Reply;
                }
                Ok(false) => *possible &= !(1 << reply),
                Err(question) => {
                    open.get_or_insert(question);
                    tried += 1;
                    if tried == TRIED {
                        break;
                    }
                }
            }
        }
        open.map_or(Found::None, Found::Depends)
    }

    /// No reply restores order: returns what has to be known to see that this position is
    /// impossible. If there is nothing left to ask, the position is possible.
    fn contradiction(&self, view: &View<'_>) -> Result<Question, Failure> {
        let mut columns: Vec<i32> = (-ORDERED..=ORDERED).collect();
        columns.sort_by_key(|column| column.abs());
        let known = columns
            .into_iter()
            .map(|column| all([view.in_order(column), self.start.holds_in(view, column)]));
        let open = known.filter_map(Result::err).find(|q| view.facts.can_be_asked(*q));
        open.ok_or_else(|| {
            Failure::Unmet(self.explain(view.facts, "no reply restores what the drawings show"))
        })
    }

    fn explain(&self, facts: &Facts, why: &str) -> String {
        let event = match self.start {
            Start::Bob(row) => format!("Bob colours row {} of the middle column", row + 1),
            Start::Nothing => "Alice begins on the uncoloured board".to_owned(),
            Start::Sick(..) => "Alice needs a move to spare near a sick vertex".to_owned(),
            Start::Patient(_) => "Alice needs a move to spare near a patient".to_owned(),
            Start::Inside(_) => "Alice needs a move to spare inside a block".to_owned(),
            Start::Border(_) => "Alice needs a move to spare at a border".to_owned(),
        };
        let columns = facts.show(-ORDERED, ORDERED);
        format!("in {columns} (? is not known, # is outside the board) {event}, and {why}")
    }
}

enum Found {
    Reply,
    Depends(Question),
    None,
}
