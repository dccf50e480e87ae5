//! Values of any size as text: parts that occur more than once are written once and get a name.
//!
//! `g1={0|-4}; g2={0|-2}; {g1+4,g2+3|-2}`: each part is named before it is used, and the value comes
//! last. Parts that differ by a whole number share a name.
//! Written in braces alone, a hot game may take more characters than there is memory; this way the
//! text grows with the number of different parts.

use std::collections::HashMap;

use crate::{Arena, Form};

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
        let most = if self.as_simple(form).is_some() { usize::MAX } else { most };
        self.display_within(form, most).unwrap_or_else(|| Parts::default().write(self, form))
    }
}

/// The parts of a value that have been named.
#[derive(Default)]
struct Parts {
    /// The number of each part that is not simple, moved so that its shift is 0.
    names: HashMap<Form, usize>,
    /// What each part is, as a number that is the same in every arena, so that the text is too.
    marks: HashMap<Form, u64>,
    text: String,
}

impl Parts {
    fn write(mut self, arena: &Arena, form: Form) -> String {
        // Options come before what they are options of; without recursion, for games may be deep.
        let mut open = vec![form];
        while let Some(&next) = open.last() {
            let part = Form { shift: 0, ..next };
            if arena.as_simple(next).is_some() || self.names.contains_key(&part) {
                open.pop();
                continue;
            }
            let [left, right] = self.sides(arena, part);
            let unnamed = |option: &&Form| {
                let moved = Form { shift: 0, ..**option };
                arena.as_simple(**option).is_none() && !self.names.contains_key(&moved)
            };
            let mut missing: Vec<Form> =
                left.iter().chain(&right).filter(unnamed).copied().collect();
            if !missing.is_empty() {
                missing.sort_by_cached_key(|option| self.mark(arena, *option));
                open.extend(missing);
                continue;
            }
            open.pop();
            if open.is_empty() {
                break;
            }
            let braces = self.braces(arena, [left, right]);
            let name = self.names.len() + 1;
            self.text.push_str(&format!("g{name}={braces}; "));
            self.names.insert(part, name);
        }
        let last = self.braces(arena, self.sides(arena, form));
        self.text + &last
    }

    /// A hash of the structure: of the text of a simple value, or of the marks of the options.
    fn mark(&mut self, arena: &Arena, form: Form) -> u64 {
        let part = Form { shift: 0, ..form };
        let known = self.marks.get(&part).copied();
        let mark = known.unwrap_or_else(|| match arena.as_simple(part) {
            Some(_) => hash(arena.display(part).bytes().map(u64::from)),
            None => {
                let sides = self.sides(arena, part).map(|options| {
                    let mut marks: Vec<u64> =
                        options.into_iter().map(|option| self.mark(arena, option)).collect();
                    marks.sort_unstable();
                    hash(marks.into_iter())
                });
                hash(sides.into_iter())
            }
        });
        self.marks.insert(part, mark);
        hash([mark, form.shift as u64].into_iter())
    }

    fn sides(&self, arena: &Arena, form: Form) -> [Vec<Form>; 2] {
        let core = arena.core(form);
        [core.left(), core.right()].map(|range| arena.side(form, range))
    }

    fn braces(&self, arena: &Arena, sides: [Vec<Form>; 2]) -> String {
        let [left, right] = sides.map(|options| {
            let mut texts: Vec<String> =
                options.into_iter().map(|option| self.option(arena, option)).collect();
            texts.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
            texts.join(",")
        });
        format!("{{{left}|{right}}}")
    }

    fn option(&self, arena: &Arena, form: Form) -> String {
        match (self.names.get(&Form { shift: 0, ..form }), form.shift) {
            (None, _) => arena.display(form),
            (Some(name), 0) => format!("g{name}"),
            (Some(name), shift) => format!("g{name}{shift:+}"),
        }
    }
}

/// FNV-1a over words.
fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xCBF2_9CE4_8422_2325, |hash, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
