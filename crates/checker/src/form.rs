//! Values to compare a game with, as explicit game forms: `2`, `-3/4`, `*2`, `{1,{3|0}|-1}`.

use std::collections::HashMap;

use chromex_rules::Player;

/// A form and all forms that it is built from: a table in which the options of a form are earlier
/// entries.
#[derive(Debug, Clone, Default)]
pub struct Forms {
    /// The form itself.
    pub root: u16,
    options: Vec<[Vec<u16>; 2]>,
    known: HashMap<[Vec<u16>; 2], u16>,
    /// The forms 0, 1, 2, … and 0, −1, −2, …, as far as they were needed.
    integers: [Vec<u16>; 2],
}

const MAX_TEXT: usize = 4096;
const MAX_FORMS: usize = 60_000;
const MAX_DEPTH: usize = 50;
const MAX_HEAP: u32 = 255;

impl Forms {
    /// A table with zero only.
    pub fn zero() -> Forms {
        let mut forms = Forms::default();
        let _ = forms.add(Vec::new(), Vec::new());
        forms
    }

    /// The form that a text describes.
    pub fn parse(text: &str) -> Result<Forms, String> {
        let mut forms = Forms::zero();
        if text.len() > MAX_TEXT {
            return Err(format!("a value is written with at most {MAX_TEXT} characters"));
        }
        let mut rest = text;
        forms.root = forms.read(&mut rest, 0)?;
        if !rest.is_empty() {
            return Err(format!("`{rest}` does not continue a value"));
        }
        Ok(forms)
    }

    /// The options of a player.
    pub fn options(&self, form: u16, player: Player) -> &[u16] {
        &self.options[usize::from(form)][usize::from(player == Player::Right)]
    }

    fn add(&mut self, left: Vec<u16>, right: Vec<u16>) -> Result<u16, String> {
        let form = [left, right];
        if let Some(&known) = self.known.get(&form) {
            return Ok(known);
        }
        if self.options.len() == MAX_FORMS {
            return Err("the value is too complicated".to_owned());
        }
        let index = self.options.len() as u16;
        self.options.push(form.clone());
        self.known.insert(form, index);
        Ok(index)
    }

    fn read(&mut self, rest: &mut &str, depth: usize) -> Result<u16, String> {
        if depth == MAX_DEPTH {
            return Err("the value is nested too deeply".to_owned());
        }
        if eat(rest, "{") {
            let left = self.list(rest, "|", depth)?;
            let right = self.list(rest, "}", depth)?;
            return self.add(left, right);
        }
        if eat(rest, "*") {
            let heap =
                if rest.starts_with(|c: char| c.is_ascii_digit()) { digits(rest)? } else { 1 };
            return self.nimber(heap);
        }
        let negative = eat(rest, "-");
        let number = i64::from(digits(rest)?);
        let denominator = if eat(rest, "/") { digits(rest)? } else { 1 };
        if !denominator.is_power_of_two() || denominator > 1 << 16 {
            return Err(format!("{denominator} is no power of two up to 65536"));
        }
        self.number(if negative { -number } else { number }, denominator.into())
    }

    fn list(&mut self, rest: &mut &str, end: &str, depth: usize) -> Result<Vec<u16>, String> {
        let mut options = Vec::new();
        while !eat(rest, end) {
            if !options.is_empty() && !eat(rest, ",") {
                return Err(format!("expected `,` or `{end}` before `{rest}`"));
            }
            options.push(self.read(rest, depth + 1)?);
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// *k, whose options for both players are *0, …, *(k−1).
    fn nimber(&mut self, heap: u32) -> Result<u16, String> {
        if heap > MAX_HEAP {
            return Err(format!("nim-heaps go up to *{MAX_HEAP} here"));
        }
        let mut smaller: Vec<u16> = Vec::new();
        for _ in 0..heap {
            smaller.push(self.add(smaller.clone(), smaller.clone())?);
        }
        self.add(smaller.clone(), smaller)
    }

    /// n = {n−1|}, −n = {|1−n}, and m/2^k = {(m−1)/2^k | (m+1)/2^k} for odd m.
    fn number(&mut self, m: i64, denominator: i64) -> Result<u16, String> {
        if m % 2 == 0 && denominator > 1 {
            return self.number(m / 2, denominator / 2);
        }
        if denominator == 1 {
            return self.integer(m);
        }
        let left = self.number(m - 1, denominator)?;
        let right = self.number(m + 1, denominator)?;
        self.add(vec![left], vec![right])
    }

    fn integer(&mut self, m: i64) -> Result<u16, String> {
        let (side, size) = (usize::from(m < 0), m.unsigned_abs() as usize);
        while self.integers[side].len() <= size {
            let nearer: Vec<u16> = self.integers[side].last().copied().into_iter().collect();
            let form = if m < 0 { self.add(vec![], nearer) } else { self.add(nearer, vec![]) };
            self.integers[side].push(form?);
        }
        Ok(self.integers[side][size])
    }
}

fn eat(rest: &mut &str, symbol: &str) -> bool {
    let after = rest.strip_prefix(symbol);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn digits(rest: &mut &str) -> Result<u32, String> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (number, after) = rest.split_at(end);
    let parsed = number.parse().ok().filter(|&n| n <= 1 << 20);
    *rest = after;
    parsed.ok_or_else(|| format!("expected a number up to 2^20, not `{number}{after}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_the_options_they_should() {
        for (text, left, right) in [
            ("0", 0, 0),
            ("3", 1, 0),
            ("-3", 0, 1),
            ("1/2", 1, 1),
            ("*3", 3, 3),
            ("{0,*|1,2,2}", 2, 2),
        ] {
            let forms = Forms::parse(text).unwrap();
            let count = |player| forms.options(forms.root, player).len();
            assert_eq!((count(Player::Left), count(Player::Right)), (left, right), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let deep = "{".repeat(1000);
        for bad in [
            "",
            "{",
            "{1}",
            "{1|2",
            "1/3",
            "1/0",
            "*999",
            "9999999999",
            "100000",
            "1 ",
            "x",
            &deep,
            "{1 2|}",
        ] {
            assert!(Forms::parse(bad).is_err(), "{bad}");
        }
    }
}
