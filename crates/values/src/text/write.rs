//! Values as text.

use super::{DOUBLE_DOWN, DOUBLE_UP, DOWN, UP};
use crate::dyadic::Dyadic;
use crate::simple::Simple;
use crate::{Arena, Form};

/// Longer bars are not written; braces take their place.
const LONGEST_BAR: usize = 3;

/// How deep `±` looks for symmetry.
const DEPTH: u32 = 6;

/// The text has become too long.
struct TooLong;

struct Writer<'a> {
    arena: &'a Arena,
    left: usize,
}

/// A text, and if it is written in braces, the length of its longest bar.
struct Shown {
    text: String,
    bar: Option<usize>,
}

impl Arena {
    /// The value in the notation of the literature: `3/2`, `*2`, `⇑*`, `±1`, `{3||2|1}`, `+_2`.
    /// [`Arena::parse`] reads it back. Hot games may take very long texts: see
    /// [`Arena::display_within`].
    pub fn display(&self, form: Form) -> String {
        self.display_within(form, usize::MAX).unwrap_or_default()
    }

    /// The value as [`Arena::display`] writes it, unless that takes more than about `most` bytes.
    pub fn display_within(&self, form: Form, most: usize) -> Option<String> {
        let mut writer = Writer { arena: self, left: most };
        writer.value(form).ok().map(|shown| shown.text)
    }

    pub(super) fn side(&self, form: Form, range: std::ops::Range<usize>) -> Vec<Form> {
        self.pool[range].iter().map(|&option| Arena::shifted(option, form.shift)).collect()
    }

    /// Whether `a = −b`, as far as that can be seen at once.
    fn are_opposite(&self, a: Form, b: Form, depth: u32) -> bool {
        match (self.as_simple(a), self.as_simple(b)) {
            (Some(a), Some(b)) => a == b.negative(),
            (None, None) if depth > 0 => {
                let only = |form, range| match self.side(form, range)[..] {
                    [option] => Some(option),
                    _ => None,
                };
                let opposite = |a: Option<Form>, b: Option<Form>| {
                    a.zip(b).is_some_and(|(a, b)| self.are_opposite(a, b, depth - 1))
                };
                let (x, y) = (self.core(a), self.core(b));
                opposite(only(a, x.left()), only(b, y.right()))
                    && opposite(only(a, x.right()), only(b, y.left()))
            }
            _ => false,
        }
    }
}

impl Writer<'_> {
    fn value(&mut self, form: Form) -> Result<Shown, TooLong> {
        let shown = match self.arena.as_simple(form) {
            Some(simple) => Shown { text: simple_text(simple), bar: None },
            None => self.general(form)?,
        };
        self.left = self.left.checked_sub(shown.text.len().min(8)).ok_or(TooLong)?;
        Ok(shown)
    }

    fn general(&mut self, form: Form) -> Result<Shown, TooLong> {
        let core = self.arena.core(form);
        let left = self.arena.side(form, core.left());
        let right = self.arena.side(form, core.right());
        if let ([l], [r]) = (&left[..], &right[..]) {
            if let Some(text) = self.tiny(*l, *r) {
                return Ok(Shown { text, bar: None });
            }
            if self.arena.are_opposite(*l, *r, DEPTH) {
                return self.switch(*l);
            }
        }
        let (left, right) = (self.options(&left)?, self.options(&right)?);
        let bar = 1 + left.bar.max(right.bar).unwrap_or(0);
        let text = format!("{{{}{}{}}}", left.text, "|".repeat(bar), right.text);
        Ok(Shown { text, bar: Some(bar) })
    }

    /// Options with commas in between. A single option loses its braces, and the bar around it
    /// becomes longer.
    fn options(&mut self, options: &[Form]) -> Result<Shown, TooLong> {
        let mut texts = Vec::new();
        for &option in options {
            texts.push(self.value(option)?);
        }
        if let [Shown { text, bar: Some(bar) }] = &texts[..]
            && *bar < LONGEST_BAR
        {
            return Ok(Shown { text: text[1..text.len() - 1].to_owned(), bar: Some(*bar) });
        }
        let mut texts: Vec<String> = texts.into_iter().map(|shown| shown.text).collect();
        // Forms are numbered in the order in which they were found, which means nothing to a
        // reader.
        texts.sort_by(|a, b| a.chars().count().cmp(&b.chars().count()).then(a.cmp(b)));
        Ok(Shown { text: texts.join(","), bar: None })
    }

    fn switch(&mut self, left: Form) -> Result<Shown, TooLong> {
        let shown = self.value(left)?;
        let bare = shown.bar.is_some() || self.arena.is_number(left);
        let text = if bare { format!("±{}", shown.text) } else { format!("±({})", shown.text) };
        Ok(Shown { text, bar: None })
    }

    /// `+_x = {0||0|−x}` and `-_x = {x|0||0}` for numbers `x > 0`.
    fn tiny(&self, left: Form, right: Form) -> Option<String> {
        let switch = |form: Form| {
            let core = self.arena.core(form);
            let (left, right) = (&self.arena.pool[core.left()], &self.arena.pool[core.right()]);
            let ([left], [right]) = (left, right) else { return None };
            let number = |option: Form| {
                let option = Arena::shifted(option, form.shift);
                self.arena.is_number(option).then(|| self.arena.left_stop(option))
            };
            Some((number(*left)?, number(*right)?))
        };
        match (left, right) {
            (Form::ZERO, hot) => {
                let (zero, x) = switch(hot)?;
                (zero == Dyadic::ZERO).then(|| format!("+_{}", -x))
            }
            (hot, Form::ZERO) => {
                let (x, zero) = switch(hot)?;
                (zero == Dyadic::ZERO).then(|| format!("-_{x}"))
            }
            _ => None,
        }
    }
}

fn simple_text(simple: Simple) -> String {
    let Simple { number, ups, star } = simple;
    let mut text = match (number, ups, star) {
        (Dyadic::ZERO, ups, star) if (ups, star) != (0, 0) => String::new(),
        _ => number.to_string(),
    };
    match ups {
        0 => {}
        1 => text.push(UP),
        2 => text.push(DOUBLE_UP),
        -1 => text.push(DOWN),
        -2 => text.push(DOUBLE_DOWN),
        ups if ups > 0 => text.push_str(&format!("{UP}{ups}")),
        ups => text.push_str(&format!("{DOWN}{}", -ups)),
    }
    match star {
        0 => {}
        1 => text.push('*'),
        star => text.push_str(&format!("*{star}")),
    }
    text
}
