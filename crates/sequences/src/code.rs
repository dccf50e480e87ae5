//! Taking-and-breaking games by their code (Guy and Smith 1956; *Winning Ways*, chapter 4).
//!
//! The digit d_k says what may be done when k counters are taken from a heap: bit 1, take the whole
//! heap; 2, leave one heap; 4, leave two; 8 (hexadecimal games), leave three. d_0 stands in front of
//! the point and can only split, so it is 0, 4, 8 or C.

use std::fmt;

use chromex_graphs::TextError;

/// More digits after the point would be a typing mistake.
const MAX_DIGITS: usize = 64;

/// An octal or hexadecimal game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// d_0, d_1, …; the last one is not 0 unless it is d_0.
    digits: Vec<u8>,
}

impl Code {
    /// Reads a code: `.007`, `0.137`, `4.7`, `.8F`. Without a point, all digits stand behind it: `77` is `.77`.
    ///
    /// ```
    /// use chromex_sequences::Code;
    /// assert_eq!(Code::parse("0.770")?.to_string(), ".77");
    /// assert_eq!(Code::parse("77")?, Code::parse(".77")?);
    /// let error = Code::parse(".079x").unwrap_err().to_string();
    /// assert!(error.starts_with("`x` is no digit of a game code\n  .079x\n      ^"));
    /// # Ok::<(), chromex_graphs::TextError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Code, TextError> {
        let (front, behind) = match text.find('.') {
            Some(point) => (0..point, point + 1..text.len()),
            None => (0..0, 0..text.len()),
        };
        let split = digits(text, front.clone())?;
        let first = match split.as_slice() {
            [] => 0,
            [d] if d & 3 == 0 => *d,
            _ => {
                return Err(TextError::new(text, front, "only 0, 4, 8 or C can stand here")
                    .help("the digit in front of the point splits a heap without taking from it"));
            }
        };
        let mut digits = digits(text, behind.clone())?;
        if digits.len() > MAX_DIGITS {
            let span = behind.start + MAX_DIGITS..text.len();
            return Err(TextError::new(text, span, format!("more than {MAX_DIGITS} digits")));
        }
        digits.insert(0, first);
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits == [0] {
            return Err(TextError::whole(text, "a code without a move")
                .help("some digit must be other than 0, as in .07"));
        }
        Ok(Code { digits })
    }

    /// The digits with their k: (0, d_0), (1, d_1), ….
    pub fn digits(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.digits.iter().copied().enumerate()
    }

    /// The largest k with d_k ≠ 0: the most counters that a move takes.
    pub fn longest(&self) -> usize {
        self.digits.len() - 1
    }

    /// Whether no move leaves more than two heaps.
    pub fn is_octal(&self) -> bool {
        self.digits.iter().all(|d| d & 8 == 0)
    }
}

fn digits(text: &str, span: std::ops::Range<usize>) -> Result<Vec<u8>, TextError> {
    let digit = |(at, c): (usize, char)| {
        let start = span.start + at;
        c.to_digit(16).map(|d| d as u8).ok_or_else(|| {
            let message = format!("`{c}` is no digit of a game code");
            TextError::new(text, start..start + c.len_utf8(), message)
                .help("octal digits are 0 to 7; 8 to F also leave three heaps")
        })
    };
    text[span.clone()].char_indices().map(digit).collect()
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits[0] > 0 {
            write!(f, "{:X}", self.digits[0])?;
        }
        f.write_str(".")?;
        self.digits[1..].iter().try_for_each(|d| write!(f, "{d:X}"))
    }
}
