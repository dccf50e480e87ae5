//! Values of any size as text: parts that occur more than once are written once and get a name.
//!
//! `g1={0|-4}; g2={0|-2}; {g1+4,g2+3|-2}`: each part is named before it is used, and the value comes
//! last. Parts that differ by a whole number share a name.
//! Written in braces alone, a hot game may take more characters than there is memory; this way the
//! text grows with the number of different parts.

use std::fmt::Write;
use std::ops::Range;

use crate::{Arena, Form, Packed};

impl Arena {
    /// The whole value as text that [`Arena::parse`] reads back: as [`Arena::display`] writes it if that
    /// takes at most about `most` bytes, and with names for its parts otherwise.
    ///
    /// ```
    /// let mut arena = chromex_values::Arena::new();
    /// let form = arena.parse("{{3|1},{4|0}|-2}")?;
    /// let text = arena.display_whole(form, 4);
    /// assert_eq!(text, "g1={0|-4}; g2={0|-2}; {g1+4,g2+3|-2}");
    /// assert_eq!(arena.parse(&text), Ok(form));
    /// # Ok::<(), chromex_text::TextError>(())
    /// ```
    pub fn display_whole(&self, form: Form, most: usize) -> String {
        self.display_in_braces(form, most).unwrap_or_else(|| Parts::new(self).write(form))
    }

    /// As [`Arena::display_whole`]; but nothing, and little time spent, if that certainly takes more than `most` bytes.
    pub fn display_whole_within(&self, form: Form, most: usize) -> Option<String> {
        let braces = self.display_in_braces(form, most);
        let named = || {
            let few = !self.has_more_parts(form, most / SHORTEST_PART);
            few.then(|| Parts::new(self).write(form))
        };
        braces.or_else(named)
    }

    fn display_in_braces(&self, form: Form, most: usize) -> Option<String> {
        let most = if self.as_simple(form).is_some() { usize::MAX } else { most };
        self.display_within(form, most)
    }

    /// Whether a form is built from more than so many different parts that are not simple, the form itself among them.
    fn has_more_parts(&self, form: Form, most: usize) -> bool {
        let (mut open, mut seen, mut count) = (vec![form], vec![false; self.len()], 0);
        while let Some(next) = open.pop() {
            let seen = &mut seen[next.core as usize];
            if *seen || self.as_simple(next).is_some() {
                continue;
            }
            (*seen, count) = (true, count + 1);
            if count > most {
                return true;
            }
            let core = self.core(next);
            open.extend(&self.pool[core.left().start..core.right().end]);
        }
        false
    }
}

/// A part with a name takes at least so many bytes: `g1={0|0}; `.
const SHORTEST_PART: usize = 10;

impl Packed {
    /// The whole value as text, as [`Arena::display_whole`] writes it.
    ///
    /// ```
    /// let mut arena = chromex_values::Arena::new();
    /// let form = arena.parse("{3|1||-2}")?;
    /// assert_eq!(arena.pack(form).display_whole(100), "{3|1||-2}");
    /// # Ok::<(), chromex_text::TextError>(())
    /// ```
    pub fn display_whole(&self, most: usize) -> String {
        let mut arena = Arena::new();
        let form = arena.unpack(self).expect("what fits into one arena fits into another");
        arena.display_whole(form, most)
    }
}

/// The parts of a value that have been named.
struct Parts<'a> {
    arena: &'a Arena,
    /// The number of the name of each part that is not simple; 0 for parts without a name.
    names: Vec<u32>,
    named: u32,
    /// For each part, a number that is the same in every arena, so that the text is the same too; 0
    /// if it has not been computed.
    marks: Vec<u64>,
    text: String,
    /// A buffer for the texts of some options.
    texts: String,
}

impl<'a> Parts<'a> {
    fn new(arena: &'a Arena) -> Parts<'a> {
        let (names, marks) = (vec![0; arena.len()], vec![0; arena.len()]);
        Parts { arena, names, named: 0, marks, text: String::new(), texts: String::new() }
    }

    fn write(mut self, form: Form) -> String {
        // Options are handled before the games that have them; without recursion, because games may
        // be deep.
        let mut open = vec![form];
        let mut missing = Vec::new();
        while let Some(&next) = open.last() {
            if !self.lacks_name(next) {
                open.pop();
                continue;
            }
            let options = self.options(next).iter();
            missing.extend(options.copied().filter(|&option| self.lacks_name(option)));
            if !missing.is_empty() {
                missing.sort_by_cached_key(|&option| self.mark(option));
                open.append(&mut missing);
                continue;
            }
            open.pop();
            if open.is_empty() {
                break;
            }
            self.named += 1;
            self.text.push_str(&format!("g{}=", self.named));
            self.braces(Form { shift: 0, ..next });
            self.text.push_str("; ");
            self.names[next.core as usize] = self.named;
        }
        self.braces(form);
        self.text
    }

    fn lacks_name(&self, form: Form) -> bool {
        self.names[form.core as usize] == 0 && self.arena.as_simple(form).is_none()
    }

    /// The options of the form without its integer.
    fn options(&self, form: Form) -> &'a [Form] {
        let core = self.arena.core(form);
        &self.arena.pool[core.left().start..core.right().end]
    }

    /// A hash of the structure: of the text of a simple value, or of the marks of the options.
    fn mark(&mut self, form: Form) -> u64 {
        let part = Form { shift: 0, ..form };
        if self.marks[form.core as usize] == 0 {
            let mark = match self.arena.as_simple(part) {
                Some(_) => hash(self.arena.display(part).bytes().map(u64::from)),
                None => {
                    let core = self.arena.core(part);
                    let sides = [core.left(), core.right()].map(|range| {
                        let options = self.arena.pool[range].iter();
                        let mut marks: Vec<u64> =
                            options.map(|&option| self.mark(option)).collect();
                        marks.sort_unstable();
                        hash(marks.into_iter())
                    });
                    hash(sides.into_iter())
                }
            };
            self.marks[form.core as usize] = mark;
        }
        hash([self.marks[form.core as usize], form.shift as u64].into_iter())
    }

    /// Writes a part by its options.
    fn braces(&mut self, form: Form) {
        let core = self.arena.core(form);
        for (before, range) in [('{', core.left()), ('|', core.right())] {
            self.text.push(before);
            self.side(&self.arena.pool[range], form.shift);
        }
        self.text.push('}');
    }

    /// Writes options, the shortest texts first.
    fn side(&mut self, options: &[Form], shift: i32) {
        self.texts.clear();
        let mut ends: Vec<Range<usize>> = Vec::with_capacity(options.len());
        for &option in options {
            let start = self.texts.len();
            self.option(Arena::shifted(option, shift));
            ends.push(start..self.texts.len());
        }
        let texts = &self.texts;
        ends.sort_by_key(|range| (range.len(), &texts[range.clone()]));
        for (i, range) in ends.into_iter().enumerate() {
            if i > 0 {
                self.text.push(',');
            }
            self.text.push_str(&texts[range]);
        }
    }

    fn option(&mut self, form: Form) {
        let texts = &mut self.texts;
        // Writing to a text cannot fail.
        _ = match (self.names[form.core as usize], form.shift) {
            (0, _) => write!(texts, "{}", self.arena.display(form)),
            (name, 0) => write!(texts, "g{name}"),
            (name, shift) => write!(texts, "g{name}{shift:+}"),
        };
    }
}

/// FNV-1a over words.
fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xCBF2_9CE4_8422_2325, |hash, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
