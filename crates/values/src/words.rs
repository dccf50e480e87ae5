//! Forms as words (64-bit numbers): for files, to start a new arena with only the forms that are
//! still needed, and to copy a value from one arena to another.

use std::sync::Arc;

use super::dyadic::{Dyadic, LARGEST};
use super::simple::Simple;
use super::store::Arena;
use super::{Form, OutOfRange};

/// Some forms of an arena and all forms that they are built from, each after its options.
pub struct Row<'a> {
    arena: &'a Arena,
    /// The place of each core in the row, or [`NOWHERE`].
    places: Vec<u32>,
    length: u32,
}

const NOWHERE: u32 = u32::MAX;

/// Marks the word of a simple value, which contains its parts. The word of any other form says how
/// many options it has on each side; the words of the options follow.
const SIMPLE: u64 = 1 << 63;

impl Arena {
    /// The row of these forms and of all forms that they are built from.
    pub fn row(&self, forms: impl Iterator<Item = Form>) -> Row<'_> {
        let mut places = vec![NOWHERE; self.cores.len()];
        forms.for_each(|form| places[form.core as usize] = 0);
        // Options were created before the forms that have them.
        for (i, core) in self.cores.iter().enumerate().rev() {
            if places[i] != NOWHERE && !core.is_simple() {
                let options = &self.pool[core.left().start..core.right().end];
                options.iter().for_each(|option| places[option.core as usize] = 0);
            }
        }
        let mut length = 0;
        for place in places.iter_mut().filter(|place| **place != NOWHERE) {
            *place = length;
            length += 1;
        }
        Row { arena: self, places, length }
    }

    /// Forgets results that can be computed again: comparisons and sums.
    pub fn forget_operations(&mut self) {
        (self.orders, self.sums, self.thermographs) = Default::default();
    }

    /// Counts the bytes in use as reported and returns their number.
    pub fn report(&mut self) -> usize {
        self.reported = self.bytes();
        self.reported
    }
}

impl Row<'_> {
    /// Calls `each` with the words of the row.
    pub fn for_each(&self, each: &mut dyn FnMut(u64)) {
        each(self.length.into());
        let placed = self.arena.cores.iter().zip(&self.places);
        for (core, _) in placed.filter(|(_, place)| **place != NOWHERE) {
            if core.is_simple() {
                each(SIMPLE | u64::from(core.ups as u16) << 16 | u64::from(core.star));
                each(core.left_stop.number().raw() as u64);
                continue;
            }
            each((core.left().len() as u64) << 32 | core.right().len() as u64);
            let options = &self.arena.pool[core.left().start..core.right().end];
            options.iter().for_each(|&option| each(self.word(option)));
        }
    }

    /// The word for a form of the row.
    pub fn word(&self, form: Form) -> u64 {
        u64::from(self.places[form.core as usize]) << 32 | u64::from(form.shift as u32)
    }
}

/// A value without its arena: its complete canonical form, which any arena can take in. That needs
/// no comparisons and no sums, because the form is already canonical.
///
/// ```
/// use chromex_values::Arena;
/// let (mut here, mut there) = (Arena::new(), Arena::new());
/// let form = here.parse("{3|1||-2}+*2")?;
/// let packed = here.pack(form);
/// let taken = there.unpack(&packed)?;
/// assert_eq!(there.display(taken), here.display(form));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Packed {
    /// The row of the form and of all forms that it is built from, and then the word of the form.
    words: Arc<[u64]>,
}

impl Arena {
    /// A form of this arena as a value without its arena.
    pub fn pack(&self, form: Form) -> Packed {
        let row = self.row(std::iter::once(form));
        let mut words = Vec::new();
        row.for_each(&mut |word| words.push(word));
        words.push(row.word(form));
        Packed { words: words.into() }
    }

    /// The form of a value that was packed in another arena, or in this one.
    pub fn unpack(&mut self, packed: &Packed) -> Result<Form, OutOfRange> {
        let words = &mut packed.words.iter().copied();
        let forms = Forms::read(words, self).ok_or(OutOfRange)?;
        words.next().and_then(|word| forms.get(word)).ok_or(OutOfRange)
    }
}

/// A row of forms that has been read into an arena.
pub struct Forms(Vec<Form>);

impl Forms {
    /// Reads a row; `None` if the words are not a row.
    pub fn read(words: &mut dyn Iterator<Item = u64>, arena: &mut Arena) -> Option<Forms> {
        let mut forms = Forms(Vec::new());
        for _ in 0..words.next()? {
            let form = forms.next(words, arena)?;
            forms.0.push(form);
        }
        Some(forms)
    }

    fn next(&self, words: &mut dyn Iterator<Item = u64>, arena: &mut Arena) -> Option<Form> {
        let head = words.next()?;
        if head & SIMPLE != 0 {
            let number = Dyadic::from_raw(words.next()? as i64);
            let (ups, star) = ((head >> 16) as u16 as i16, head as u16);
            let simple = Simple { number, ups: ups.into(), star: star.into() };
            return arena.simple_form(simple).ok();
        }
        let mut options = |count: u64| -> Option<Vec<Form>> {
            (0..count).map(|_| self.get(words.next()?)).collect()
        };
        let (left, right) = (options(head >> 32)?, options(head & u64::from(u32::MAX))?);
        arena.with_canonical_options(left, right).ok()
    }

    /// The form that a word of the row stands for.
    pub fn get(&self, word: u64) -> Option<Form> {
        let shift = Some(word as u32 as i32).filter(|shift| shift.abs() <= 4 * LARGEST)?;
        let form = self.0.get((word >> 32) as usize)?;
        Some(Arena::shifted(*form, shift))
    }
}

impl Arena {
    /// The form with these options, which must be canonical options of a value that is neither a
    /// number nor simple: its stops are then the best stops of its options.
    fn with_canonical_options(
        &mut self,
        mut left: Vec<Form>,
        mut right: Vec<Form>,
    ) -> Result<Form, OutOfRange> {
        let lower = left.iter().map(|&form| self.stops(form)[1]).max().ok_or(OutOfRange)?;
        let upper = right.iter().map(|&form| self.stops(form)[0]).min().ok_or(OutOfRange)?;
        self.intern_in_range(&mut left, &mut right, [lower, upper])
    }
}
