//! Values from text.

use std::collections::HashMap;
use std::ops::Range;

use chromex_budget::Stop;
use chromex_text::TextError;

use super::{DOUBLE_DOWN, DOUBLE_UP, DOWN, UP};
use crate::dyadic::Dyadic;
use crate::simple::Simple;
use crate::{Arena, Form, Halt, OutOfRange, Unwatched, Watch};

/// Braces and signs may be nested so deep.
const DEEPEST: usize = 200;

impl Arena {
    /// Reads a value in the notation of the literature, as [`Arena::display`] writes it, and in that of CGSuite;
    /// besides, `^`, `v` and `+-` for ↑, ↓ and ±, sums and differences, integer multiples (`3·{2|1}`, `3.^`,
    /// `3*(^*)`), options in any order and number, and parts with names: `a={2|0}; {a|-3} + a`.
    ///
    /// ```
    /// let mut arena = chromex_values::Arena::new();
    /// assert_eq!(arena.parse("{1|-1} + {1|-1}"), arena.parse("0"));
    /// assert!(arena.parse("{1|").is_err());
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Form, TextError> {
        self.parse_watched(text, &mut Unwatched).map_err(|error| match error {
            ReadError::Text(error) => error,
            ReadError::Stop(stop) => TextError::whole(text, stop.to_string()),
        })
    }

    /// Reads a value as [`Arena::parse`] does; sums that are typed may take long.
    pub fn parse_watched(&mut self, text: &str, watch: &mut dyn Watch) -> Result<Form, ReadError> {
        let named = HashMap::new();
        let mut reader = Reader { arena: self, watch, text, depth: 0, named, stopped: None };
        let read = reader.all();
        match reader.stopped {
            Some(stop) => Err(stop.into()),
            None => read.map_err(ReadError::from),
        }
    }
}

/// Why no value was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// What was typed is no value.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The budget is spent.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl<'a> Reader<'a> {
    /// Parts with names, and the value after them.
    fn all(&mut self) -> Result<Form, TextError> {
        let text: &'a str = self.text;
        let mut start = 0;
        for (end, _) in text.match_indices(';') {
            self.define(start..end)?;
            start = end + 1;
        }
        self.sum(start..text.len())
    }
}

struct Reader<'a> {
    arena: &'a mut Arena,
    watch: &'a mut dyn Watch,
    text: &'a str,
    depth: usize,
    /// The parts that have a name.
    named: HashMap<&'a str, Form>,
    /// Why a sum was given up.
    stopped: Option<Stop>,
}

/// Whether this can be the name of a part: letters and digits, a letter first, that are not read as ↓.
fn is_name(text: &str) -> bool {
    let down = text.trim_start_matches('v').chars().all(|c| c.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
        && !down
}

/// A character outside all brackets, with its place.
type Found = (usize, char);

impl<'a> Reader<'a> {
    fn error(&self, span: Range<usize>, message: &str) -> TextError {
        TextError::new(self.text, span, message)
    }

    fn checked(
        &mut self,
        span: Range<usize>,
        result: Result<Form, impl Into<Halt>>,
    ) -> Result<Form, TextError> {
        result.map_err(|error| {
            let halt = error.into();
            if let Halt::Stop(stop) = halt {
                self.stopped = Some(stop);
            }
            self.error(span, &halt.to_string())
        })
    }

    fn game(
        &mut self,
        span: Range<usize>,
        left: Vec<Form>,
        right: Vec<Form>,
    ) -> Result<Form, TextError> {
        let form = self.arena.from_options_watched(left, right, &mut self.watch);
        self.checked(span, form)
    }

    /// Without the spaces around.
    fn trim(&self, span: Range<usize>) -> Range<usize> {
        let inside = &self.text[span.clone()];
        let start = span.start + (inside.len() - inside.trim_start().len());
        start..(start + inside.trim().len())
    }

    /// The characters outside of all brackets.
    fn outer(&self, span: Range<usize>) -> Result<Vec<Found>, TextError> {
        let mut closing = Vec::new();
        let mut outer = Vec::new();
        for (i, c) in self.text[span.clone()].char_indices() {
            let at = span.start + i;
            if closing.is_empty() {
                outer.push((at, c));
            }
            match c {
                '{' => closing.push(('}', at)),
                '(' => closing.push((')', at)),
                '}' | ')' if closing.pop().is_none_or(|(expected, _)| expected != c) => {
                    return Err(self.error(at..at + 1, "a bracket that was not opened"));
                }
                _ => {}
            }
        }
        match closing.pop() {
            Some((_, at)) => Err(self.error(at..at + 1, "a bracket that is not closed")),
            None => Ok(outer),
        }
    }

    fn nested<T>(
        &mut self,
        span: Range<usize>,
        read: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        if self.depth == DEEPEST {
            return Err(self.error(span, "nested too deep"));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// `g1={2|0}`: from now on the name stands for the value.
    fn define(&mut self, span: Range<usize>) -> Result<(), TextError> {
        let text: &'a str = self.text;
        let Some((name, _)) = text[span.clone()].split_once('=') else {
            return Err(self.error(span, "a part with a name is written a={2|0}"));
        };
        let value = self.sum(span.start + name.len() + 1..span.end)?;
        let typed = self.trim(span.start..span.start + name.len());
        let name = name.trim();
        if !is_name(name) {
            return Err(self.error(typed, "not a name").help(
                "names are letters and digits, a letter first: a, g1; v and v2 are ↓ and ⇓",
            ));
        }
        self.named.insert(name, value);
        Ok(())
    }

    /// Terms joined by `+` and `-`.
    fn sum(&mut self, span: Range<usize>) -> Result<Form, TextError> {
        let span = self.trim(span);
        let mut start = span.start;
        let mut minus = false;
        let mut total: Option<Form> = None;
        for (at, c) in self.joints(span.clone())? {
            total = Some(self.plus(total, start..at, minus)?);
            (start, minus) = (at + c.len_utf8(), c != '+');
        }
        self.plus(total, start..span.end, minus)
    }

    /// The signs that stand between terms: those that follow the end of one.
    fn joints(&self, span: Range<usize>) -> Result<Vec<Found>, TextError> {
        let mut after_term = false;
        let mut joints = Vec::new();
        for (at, c) in self.outer(span)? {
            let is_sign = matches!(c, '+' | '-' | '−');
            if is_sign && after_term {
                joints.push((at, c));
            }
            if !c.is_whitespace() {
                after_term = !is_sign && !matches!(c, '±' | '_' | '/' | '·' | '.');
            }
        }
        Ok(joints)
    }

    fn plus(
        &mut self,
        total: Option<Form>,
        span: Range<usize>,
        minus: bool,
    ) -> Result<Form, TextError> {
        let mut term = self.term(span.clone())?;
        if minus {
            term = self.arena.neg(term);
        }
        let Some(total) = total else { return Ok(term) };
        let sum = self.arena.add_watched(total, term, &mut self.watch);
        self.checked(span, sum)
    }

    /// For `3·{2|1}`, `3.^` or `3*(^*)`: the number, and the text that is taken this many times. A
    /// star before a bracket is not a nimber.
    fn multiple(&self, span: Range<usize>) -> Result<Option<(i64, Range<usize>)>, TextError> {
        let (Some(times), end) = self.digits(span.clone())? else { return Ok(None) };
        let rest = &self.text[end..span.end];
        let sign = ["·", ".", "*"].into_iter().find(|sign| rest.starts_with(sign));
        let Some(sign) = sign else { return Ok(None) };
        let of = &rest[sign.len()..];
        if sign == "*" && !of.starts_with(['(', '{']) {
            return Ok(None);
        }
        if sign == "." && of.starts_with(|c: char| c.is_ascii_digit()) {
            let help = "numbers are written as fractions: 3/2";
            return Err(self.error(span, "not a value").help(help));
        }
        Ok(Some((times, end + sign.len()..span.end)))
    }

    fn term(&mut self, span: Range<usize>) -> Result<Form, TextError> {
        let span = self.trim(span);
        let inside = &self.text[span.clone()];
        let mut chars = inside.chars();
        let Some(first) = chars.next() else {
            return Err(self.error(span, "a value is missing"));
        };
        let rest = span.start + first.len_utf8()..span.end;
        let second = chars.next();
        if let Some((times, of)) = self.multiple(span.clone())? {
            let form = self.nested(span.clone(), |reader| reader.term(of))?;
            let form = self.arena.times_watched(times, form, &mut self.watch);
            return self.checked(span, form);
        }
        match first {
            '{' | '(' if !inside.ends_with(['}', ')']) => Err(self.error(span, "not a value")),
            '{' => self.nested(span.clone(), |reader| reader.braces(rest.start..rest.end - 1)),
            '(' => self.nested(span.clone(), |reader| reader.sum(rest.start..rest.end - 1)),
            '±' => self.nested(span.clone(), |reader| reader.switch(rest)),
            '+' if second == Some('-') => {
                self.nested(span.clone(), |reader| reader.switch(rest.start + 1..rest.end))
            }
            '+' | '-' | '−' if second == Some('_') => self.tiny(first, rest.start + 1..rest.end),
            'T' if inside.starts_with("Tiny(") => self.tiny('+', span.start + 4..span.end),
            'M' if inside.starts_with("Miny(") => self.tiny('-', span.start + 4..span.end),
            '-' | '−' if !self.is_number(rest.clone())? => {
                let term = self.nested(span.clone(), |reader| reader.term(rest))?;
                Ok(self.arena.neg(term))
            }
            _ if is_name(inside) => {
                let known = self.named.get(inside).copied();
                let help = "give it a value before: a={2|0}; a + 1";
                known.ok_or_else(|| self.error(span, "a part that has not been named").help(help))
            }
            _ => self.simple(span),
        }
    }

    /// Whether the text is a number by itself, and not a factor.
    fn is_number(&self, span: Range<usize>) -> Result<bool, TextError> {
        let digit = self.text[span.clone()].starts_with(|c: char| c.is_ascii_digit());
        Ok(digit && self.multiple(span)?.is_none())
    }

    /// `{left|right}`, with the longest bar in the middle.
    fn braces(&mut self, span: Range<usize>) -> Result<Form, TextError> {
        let bars = self.bars(span.clone())?;
        let longest = bars.iter().map(Range::len).max().unwrap_or(0);
        let mut middle = bars.into_iter().filter(|bar| bar.len() == longest);
        let Some(bar) = middle.next() else {
            return Err(self.error(span, "a game in braces needs a bar: {left|right}"));
        };
        if let Some(second) = middle.next() {
            return Err(self
                .error(second, "two bars of the same length")
                .help("the bar in the middle has to be the longest: {3||2|1}"));
        }
        let left = self.options(span.start..bar.start)?;
        let right = self.options(bar.end..span.end)?;
        self.game(span, left, right)
    }

    fn bars(&self, span: Range<usize>) -> Result<Vec<Range<usize>>, TextError> {
        let mut bars: Vec<Range<usize>> = Vec::new();
        for (at, _) in self.outer(span)?.into_iter().filter(|&(_, c)| c == '|') {
            match bars.last_mut() {
                Some(bar) if bar.end == at => bar.end = at + 1,
                _ => bars.push(at..at + 1),
            }
        }
        Ok(bars)
    }

    /// One side of a game: nothing, a game without its braces, or values between commas.
    fn options(&mut self, span: Range<usize>) -> Result<Vec<Form>, TextError> {
        let span = self.trim(span);
        if span.is_empty() {
            return Ok(Vec::new());
        }
        if !self.bars(span.clone())?.is_empty() {
            return Ok(vec![self.nested(span.clone(), |reader| reader.braces(span))?]);
        }
        let mut options = Vec::new();
        let mut start = span.start;
        for (at, _) in self.outer(span.clone())?.into_iter().filter(|&(_, c)| c == ',') {
            options.push(self.sum(start..at)?);
            start = at + 1;
        }
        options.push(self.sum(start..span.end)?);
        Ok(options)
    }

    /// `±3`, `±{2|1}`, `±(1*,{3|0})`.
    fn switch(&mut self, span: Range<usize>) -> Result<Form, TextError> {
        let span = self.trim(span);
        let inside = &self.text[span.clone()];
        let left = match inside.chars().next() {
            Some('(') if inside.ends_with(')') => self.options(span.start + 1..span.end - 1)?,
            Some('{') => vec![self.term(span.clone())?],
            _ => {
                let (number, end) = self.number(span.clone())?;
                if end != span.end {
                    let help = "what is more than a number goes into brackets: ±(1*)";
                    return Err(self.error(end..span.end, "± of what?").help(help));
                }
                let number = self.arena.simple_form(Simple::number(number));
                vec![self.checked(span.clone(), number)?]
            }
        };
        let right: Vec<Form> = left.iter().map(|&option| self.arena.neg(option)).collect();
        self.game(span, left, right)
    }

    /// `+_x`, which is `{0||0|−x}`, or `-_x`, its negative. (CGSuite writes Tiny(x) and Miny(x).)
    fn tiny(&mut self, sign: char, span: Range<usize>) -> Result<Form, TextError> {
        let x = self.nested(span.clone(), |reader| reader.term(span.clone()))?;
        let x = self.arena.neg(x);
        let threat = self.game(span.clone(), vec![Form::ZERO], vec![x])?;
        let tiny = self.game(span, vec![Form::ZERO], vec![threat])?;
        Ok(if sign == '+' { tiny } else { self.arena.neg(tiny) })
    }

    /// A number, then arrows, then a nimber, each of which may be missing.
    fn simple(&mut self, span: Range<usize>) -> Result<Form, TextError> {
        let starts = |c: char| c.is_ascii_digit() || c == '-' || c == '−';
        let (number, end) = match self.text[span.clone()].starts_with(starts) {
            true => self.number(span.clone())?,
            false => (Dyadic::ZERO, span.start),
        };
        let (ups, end) = self.arrows(end..span.end)?;
        let (star, end) = self.star(end..span.end)?;
        if end < span.end || end == span.start {
            return Err(self
                .error(end..span.end, "not a value")
                .help("values look like 3/2, *2, ↑, ^3*, ±1, {2|1} or {3||2|1}"));
        }
        let form = self.arena.simple_form(Simple { number, ups, star });
        self.checked(span, form)
    }

    /// The digits at the start of a span, as a number, and where they end.
    fn digits(&self, span: Range<usize>) -> Result<(Option<i64>, usize), TextError> {
        let inside = &self.text[span.clone()];
        let length = inside.find(|c: char| !c.is_ascii_digit()).unwrap_or(inside.len());
        let end = span.start + length;
        if length == 0 {
            return Ok((None, end));
        }
        let number = inside[..length].parse();
        number.map(|n| (Some(n), end)).map_err(|_| self.error(span.start..end, "too large"))
    }

    fn number(&self, span: Range<usize>) -> Result<(Dyadic, usize), TextError> {
        let inside = &self.text[span.clone()];
        let unsigned = inside.strip_prefix(['-', '−']).unwrap_or(inside);
        let negative = unsigned.len() < inside.len();
        let (numerator, end) = self.digits(span.end - unsigned.len()..span.end)?;
        let Some(numerator) = numerator else {
            return Err(self.error(span, "a number is missing"));
        };
        let (denominator, end) = match self.text[end..span.end].starts_with('/') {
            true => self.digits(end + 1..span.end)?,
            false => (Some(1), end),
        };
        let Some(denominator) = denominator.filter(|d| d.count_ones() == 1) else {
            return Err(self.error(span.start..end, "denominators are powers of two"));
        };
        let numerator = if negative { -numerator } else { numerator };
        let number = Dyadic::new(numerator, denominator.trailing_zeros());
        let number = number.ok_or_else(|| self.error(span.start..end, &OutOfRange.to_string()))?;
        Ok((number, end))
    }

    /// `↑`, `⇑`, `^^^`, `↓3`.
    fn arrows(&self, span: Range<usize>) -> Result<(i32, usize), TextError> {
        let mut ups = 0_i64;
        let mut end = span.start;
        for c in self.text[span.clone()].chars() {
            ups += match c {
                UP | '^' => 1,
                DOWN | 'v' => -1,
                DOUBLE_UP => 2,
                DOUBLE_DOWN => -2,
                _ => break,
            };
            end += c.len_utf8();
        }
        let (times, end) = if ups == 0 { (None, end) } else { self.digits(end..span.end)? };
        let ups = ups.saturating_mul(times.unwrap_or(1));
        i32::try_from(ups).map(|ups| (ups, end)).map_err(|_| self.error(span, "too large"))
    }

    fn star(&self, span: Range<usize>) -> Result<(u32, usize), TextError> {
        if !self.text[span.clone()].starts_with('*') {
            return Ok((0, span.start));
        }
        let (heap, end) = self.digits(span.start + 1..span.end)?;
        let heap = u32::try_from(heap.unwrap_or(1));
        heap.map(|heap| (heap, end)).map_err(|_| self.error(span, "too large"))
    }
}
