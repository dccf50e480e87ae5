//! Reading expressions: words, then kinds, then SQL.
//!
//! SQLite does not check types, and its messages do not mark the spot of a mistake, so expressions
//! are parsed here first. Only what is understood here is passed on: there is no way to write a
//! statement, a subquery or a function that is not listed.

use std::ops::{Range, RangeInclusive};

use chromex::graphs::TextError;

use super::Expression;
use crate::{ColumnType, Columns};

#[derive(Debug, PartialEq)]
enum What {
    /// A column, `and`, `abs`, ….
    Word(String),
    Value(ColumnType),
    Sign(&'static str),
    End,
}

#[derive(Debug)]
struct Token {
    what: What,
    span: Range<usize>,
    /// The token in the syntax of SQLite.
    sql: String,
}

const SIGNS: [&str; 17] =
    ["<=", ">=", "<>", "!=", "==", "||", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","];

const KEYWORDS: [&str; 16] = [
    "and", "or", "not", "is", "in", "like", "glob", "between", "null", "true", "false", "case",
    "when", "then", "else", "end",
];

/// The operators between two operands, starting with those that bind least; the precedence is that
/// of SQLite.
const OPERATORS: [(u8, &[&str]); 7] = [
    (1, &["or"]),
    (2, &["and"]),
    (EQUALITY, &["=", "==", "!=", "<>", "is", "not", "in", "like", "glob", "between"]),
    (5, &["<=", ">=", "<", ">"]),
    (6, &["+", "-"]),
    (7, &["*", "/", "%"]),
    (8, &["||"]),
];

/// The precedence of `not`, `=` and a sign.
const NOT: u8 = 3;
const EQUALITY: u8 = 4;
const SIGN: u8 = 9;

/// Expressions that are nested deeper are refused, before the stack overflows.
const DEEPEST: usize = 250;

/// A function: its name; how many arguments it takes; their type (if `None`, they only have to have
/// equal types); the type of its value (if `None`, that of the arguments); and whether, with one
/// argument, it combines many rows.
type Function = (&'static str, RangeInclusive<usize>, Option<ColumnType>, Option<ColumnType>, bool);

const MANY: usize = 100;
const NUMBER: Option<ColumnType> = Some(ColumnType::Real);
const WHOLE: Option<ColumnType> = Some(ColumnType::Int);
const TEXT: Option<ColumnType> = Some(ColumnType::Text);

const FUNCTIONS: [Function; 14] = [
    ("abs", 1..=1, NUMBER, None, false),
    ("avg", 1..=1, NUMBER, NUMBER, true),
    ("coalesce", 2..=MANY, None, None, false),
    ("count", 1..=1, None, WHOLE, true),
    ("instr", 2..=2, TEXT, WHOLE, false),
    ("length", 1..=1, TEXT, WHOLE, false),
    ("lower", 1..=1, TEXT, TEXT, false),
    ("max", 1..=MANY, None, None, true),
    ("min", 1..=MANY, None, None, true),
    ("nullif", 2..=2, None, None, false),
    ("replace", 3..=3, TEXT, TEXT, false),
    ("round", 1..=2, NUMBER, NUMBER, false),
    ("sum", 1..=1, NUMBER, None, true),
    ("upper", 1..=1, TEXT, TEXT, false),
];

fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let length_while = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        let (what, sql, length) = if c.is_alphabetic() || c == '_' {
            let length = length_while(|c| c.is_alphanumeric() || c == '_' || c == ':');
            // `proper:2` is the column proper_2.
            let word = rest[..length].replace(':', "_");
            (What::Word(word.clone()), word, length)
        } else if c.is_ascii_digit() {
            let length = length_while(|c| c.is_ascii_digit() || c == '.' || c == '_');
            let (kind, sql) = number(&rest[..length])
                .ok_or_else(|| TextError::new(text, at..at + length, "this is no number"))?;
            (What::Value(kind), sql, length)
        } else if c == '\'' || c == '"' {
            let (content, length) = quoted(text, at, c)?;
            (What::Value(ColumnType::Text), format!("'{}'", content.replace('\'', "''")), length)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (What::Sign(sign), (*sign).to_owned(), sign.len())
        } else {
            let span = at..at + c.len_utf8();
            return Err(TextError::new(text, span, format!("unexpected `{c}`")));
        };
        found.push(Token { what, span: at..at + length, sql });
        at += length;
    }
    found.push(Token { what: What::End, span: at..at, sql: String::new() });
    Ok(found)
}

fn number(digits: &str) -> Option<(ColumnType, String)> {
    let digits = digits.replace('_', "");
    if let Ok(whole) = digits.parse::<i64>() {
        return Some((ColumnType::Int, whole.to_string()));
    }
    let number = digits.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some((ColumnType::Real, format!("{number:?}")))
}

/// The content of a text in quotes, and its length with the quotes; a doubled quote stands for one.
fn quoted(text: &str, at: usize, quote: char) -> Result<(String, usize), TextError> {
    let (mut content, mut end) = (String::new(), at + 1);
    loop {
        let rest = &text[end..];
        let Some(length) = rest.find(quote) else {
            return Err(TextError::new(text, at..text.len(), "this text has no end")
                .help(format!("close it with {quote}")));
        };
        content += &rest[..length];
        end += length + 1;
        if !text[end..].starts_with(quote) {
            return Ok((content, end - at));
        }
        content.push(quote);
        end += 1;
    }
}

/// The words that are neither functions nor keywords.
pub(super) fn names(text: &str) -> Vec<String> {
    let tokens = tokens(text).unwrap_or_default();
    let name = |pair: &[Token]| match &pair[0].what {
        What::Word(word) if pair[1].what != What::Sign("(") => Some(word.clone()),
        _ => None,
    };
    let is_name = |word: &String| !KEYWORDS.contains(&word.to_lowercase().as_str());
    tokens.windows(2).filter_map(name).filter(is_name).collect()
}

/// The expressions in a list with commas between them.
pub fn split(text: &str) -> Vec<String> {
    let mut depth = 0;
    let separates = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    text.split(separates).map(str::to_owned).collect()
}

pub(super) fn parse(text: &str, columns: &Columns) -> Result<Expression, TextError> {
    let tokens = tokens(text)?;
    let mut parser =
        Parser { text, columns, tokens, at: 0, depth: 0, used: Vec::new(), aggregate: None };
    if parser.peek() == &What::End {
        return Err(TextError::whole(text, "the expression is empty"));
    }
    let part = parser.expression(1)?;
    if parser.peek() != &What::End {
        return Err(parser.unexpected("expected an operator such as `and`, `>` or `+`"));
    }
    parser.used.sort_unstable();
    parser.used.dedup();
    let sql: Vec<&str> = parser.tokens.iter().map(|token| token.sql.as_str()).collect();
    let sql = sql.join(" ").trim_end().to_owned();
    let name = match parser.used[..] {
        [index] if sql == super::column(index) => columns[index].0.clone(),
        _ => text.trim().to_owned(),
    };
    let expression = Expression::new(sql, name, part.kind, parser.used);
    let span = |part: Part| parser.tokens[part.first].span.start..parser.tokens[part.last].span.end;
    Ok(Expression { aggregate: parser.aggregate.map(span), ..expression })
}

/// A part of an expression: its type (`None` for null), its first and its last token.
#[derive(Clone, Copy)]
struct Part {
    kind: Option<ColumnType>,
    first: usize,
    last: usize,
}

struct Parser<'a> {
    text: &'a str,
    columns: &'a Columns,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    used: Vec<usize>,
    /// The last function that combines many rows.
    aggregate: Option<Part>,
}

impl Parser<'_> {
    fn peek(&self) -> &What {
        &self.tokens[self.at].what
    }

    /// Goes on to the next token, but not beyond the end.
    fn next(&mut self) -> usize {
        let at = self.at;
        self.at = (at + 1).min(self.tokens.len() - 1);
        at
    }

    fn unexpected(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.text, self.tokens[self.at].span.clone(), message)
    }

    /// Whether the next token is this word or sign.
    fn is(&self, what: &str) -> bool {
        match self.peek() {
            What::Word(word) => word.eq_ignore_ascii_case(what),
            What::Sign(sign) => *sign == what,
            _ => false,
        }
    }

    fn takes(&mut self, what: &str) -> bool {
        let is = self.is(what);
        if is {
            self.next();
        }
        is
    }

    fn expect(&mut self, what: &str) -> Result<(), TextError> {
        match self.takes(what) {
            true => Ok(()),
            false => Err(self.unexpected(format!("expected `{what}`"))),
        }
    }

    /// The part of the expression from the token `first` up to here.
    fn since(&self, first: usize, kind: Option<ColumnType>) -> Part {
        Part { kind, first, last: self.at - 1 }
    }

    /// Parses an expression whose operators have at least this precedence.
    fn expression(&mut self, least: u8) -> Result<Part, TextError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.unexpected("this is nested too deeply"));
        }
        let mut left = self.operand()?;
        while let Some((operator, level)) = self.operator()
            && level >= least
        {
            left = self.infix(left, operator, level)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operator(&self) -> Option<(&'static str, u8)> {
        let found = |(level, names): (u8, &'static [&'static str])| {
            names.iter().find(|name| self.is(name)).map(|name| (*name, level))
        };
        OPERATORS.into_iter().find_map(found)
    }

    fn infix(&mut self, left: Part, operator: &str, level: u8) -> Result<Part, TextError> {
        let at = self.next();
        let kind = match operator {
            "not" | "in" | "like" | "glob" | "between" => self.condition(left, operator)?,
            "or" | "and" => {
                self.pair(left, operator, level, ColumnType::Bool)?.or(Some(ColumnType::Bool))
            }
            "||" => self.pair(left, operator, level, ColumnType::Text)?,
            "+" | "-" | "*" => self.pair(left, operator, level, ColumnType::Real)?,
            "/" => {
                self.pair(left, operator, level, ColumnType::Real)?;
                // SQLite would cut off the fraction.
                "* 1.0 /".clone_into(&mut self.tokens[at].sql);
                Some(ColumnType::Real)
            }
            "%" => {
                let kind = self.pair(left, operator, level, ColumnType::Real)?;
                self.tokens[left.first].sql.insert_str(0, "modulo( ");
                ",".clone_into(&mut self.tokens[at].sql);
                self.tokens[self.at - 1].sql.push_str(" )");
                kind
            }
            _ => {
                if operator == "is" {
                    self.takes("not");
                }
                let right = self.expression(level + 1)?;
                self.comparable(left, right)?;
                Some(ColumnType::Bool)
            }
        };
        Ok(self.since(left.first, kind))
    }

    /// Parses the right operand of an operator whose operands must have the same type; returns that
    /// type.
    fn pair(
        &mut self,
        left: Part,
        operator: &str,
        level: u8,
        wanted: ColumnType,
    ) -> Result<Option<ColumnType>, TextError> {
        let right = self.expression(level + 1)?;
        self.expect_kind(left, wanted, operator)?;
        self.expect_kind(right, wanted, operator)?;
        Ok(wider(left.kind, right.kind))
    }

    /// Parses what follows `in`, `like`, `glob` and `between`, also after `not`.
    fn condition(&mut self, left: Part, operator: &str) -> Result<Option<ColumnType>, TextError> {
        const AFTER_NOT: [&str; 4] = ["in", "like", "glob", "between"];
        match operator {
            "in" => {
                self.expect("(")?;
                let list = self.list()?;
                list.into_iter().try_for_each(|item| self.comparable(left, item))?;
            }
            "between" => {
                let least = self.expression(EQUALITY + 1)?;
                self.expect("and")?;
                let most = self.expression(EQUALITY + 1)?;
                self.comparable(left, least)?;
                self.comparable(left, most)?;
            }
            "not" => match AFTER_NOT.into_iter().find(|word| self.takes(word)) {
                Some(word) => return self.condition(left, word),
                None => return Err(self.unexpected("expected `in`, `like`, `glob` or `between`")),
            },
            _ => {
                self.pair(left, operator, EQUALITY, ColumnType::Text)?;
            }
        }
        Ok(Some(ColumnType::Bool))
    }

    /// Parses the rest of a list in brackets.
    fn list(&mut self) -> Result<Vec<Part>, TextError> {
        let mut items = vec![self.expression(1)?];
        while self.takes(",") {
            items.push(self.expression(1)?);
        }
        self.expect(")")?;
        Ok(items)
    }

    fn operand(&mut self) -> Result<Part, TextError> {
        let first = self.next();
        let kind = match &self.tokens[first].what {
            What::Value(kind) => Some(*kind),
            What::Sign("(") => {
                let inner = self.expression(1)?;
                self.expect(")")?;
                inner.kind
            }
            What::Sign("-") => {
                let inner = self.expression(SIGN)?;
                self.expect_kind(inner, ColumnType::Real, "-")?;
                inner.kind
            }
            What::Word(word) => {
                let word = word.clone();
                self.word(&word, first)?
            }
            _ => {
                self.at = first;
                return Err(self.unexpected("expected a column, a number, a text or `(`"));
            }
        };
        Ok(self.since(first, kind))
    }

    fn word(&mut self, word: &str, at: usize) -> Result<Option<ColumnType>, TextError> {
        let lower = word.to_lowercase();
        if self.is("(") && !KEYWORDS.contains(&lower.as_str()) {
            return self.call(&lower, at);
        }
        if let Some(index) = self.columns.iter().position(|(name, _)| name == word) {
            self.tokens[at].sql = super::column(index);
            self.used.push(index);
            return Ok(Some(self.columns[index].1));
        }
        let kind = match lower.as_str() {
            "true" | "false" => Some(ColumnType::Bool),
            "null" => None,
            "case" => self.case()?,
            "not" => {
                let inner = self.expression(NOT)?;
                self.expect_kind(inner, ColumnType::Bool, "not")?;
                Some(ColumnType::Bool)
            }
            _ => {
                let names = || self.columns.iter().map(|(name, _)| name.as_str());
                let all: Vec<&str> = names().collect();
                let error = self.error(at, at, format!("there is no column `{word}`"));
                let help = format!("the columns are {}", all.join(", "));
                return Err(error.help(help).did_you_mean(word, names()));
            }
        };
        Ok(kind)
    }

    /// Parses `case when … then … else … end`, also with a value to compare with after `case`.
    fn case(&mut self) -> Result<Option<ColumnType>, TextError> {
        let compared = if self.is("when") { None } else { Some(self.expression(1)?) };
        let mut results = Vec::new();
        while results.is_empty() || self.is("when") {
            self.expect("when")?;
            let when = self.expression(1)?;
            match compared {
                Some(compared) => self.comparable(compared, when)?,
                None => self.expect_kind(when, ColumnType::Bool, "when")?,
            }
            self.expect("then")?;
            results.push(self.expression(1)?);
        }
        if self.takes("else") {
            results.push(self.expression(1)?);
        }
        self.expect("end")?;
        self.alike(&results)
    }

    fn call(&mut self, name: &str, at: usize) -> Result<Option<ColumnType>, TextError> {
        let found = FUNCTIONS.into_iter().find(|function| function.0 == name);
        let Some((_, counts, takes, gives, aggregate)) = found else {
            let names = FUNCTIONS.map(|function| function.0);
            let error = self.error(at, at, format!("there is no function `{name}`"));
            let help = format!("there are {}", names.join(", "));
            return Err(error.help(help).did_you_mean(name, names));
        };
        self.expect("(")?;
        let outside = self.aggregate.take();
        if name == "count" && self.takes("*") {
            self.expect(")")?;
            self.aggregate = Some(self.since(at, gives));
            return Ok(gives);
        }
        let arguments = self.list()?;
        let whole = self.since(at, gives);
        if !counts.contains(&arguments.len()) {
            let message = format!("`{name}` does not take {} arguments", arguments.len());
            return Err(self.error(whole.first, whole.last, message));
        }
        if let Some(kind) = takes {
            arguments.iter().try_for_each(|part| self.expect_kind(*part, kind, name))?;
        }
        let kind = self.alike(&arguments)?;
        if aggregate && arguments.len() == 1 {
            if let Some(inner) = self.aggregate.take() {
                let message = format!("{name} is over many rows, and so is this within it");
                return Err(self.error(inner.first, inner.last, message));
            }
            self.aggregate = Some(whole);
        }
        self.aggregate = self.aggregate.take().or(outside);
        Ok(gives.or(kind))
    }

    fn error(&self, first: usize, last: usize, message: String) -> TextError {
        let span = self.tokens[first].span.start..self.tokens[last].span.end;
        TextError::new(self.text, span, message)
    }

    fn expect_kind(&self, part: Part, wanted: ColumnType, by: &str) -> Result<(), TextError> {
        match part.kind {
            Some(kind) if family(kind) != wanted => {
                let message = format!("`{by}` needs a {wanted}, and this is a {kind}");
                Err(self.error(part.first, part.last, message))
            }
            _ => Ok(()),
        }
    }

    fn comparable(&self, left: Part, right: Part) -> Result<(), TextError> {
        match (left.kind, right.kind) {
            (Some(a), Some(b)) if family(a) != family(b) => {
                let message = format!("a {a} cannot be compared with a {b}");
                Err(self.error(left.first, right.last, message))
            }
            _ => Ok(()),
        }
    }

    /// The common type of all parts.
    fn alike(&self, parts: &[Part]) -> Result<Option<ColumnType>, TextError> {
        let known: Vec<Part> = parts.iter().copied().filter(|part| part.kind.is_some()).collect();
        known.windows(2).try_for_each(|pair| self.comparable(pair[0], pair[1]))?;
        Ok(known.iter().fold(None, |kind, part| wider(kind, part.kind)))
    }
}

/// Whole numbers and other numbers can be compared with each other.
fn family(kind: ColumnType) -> ColumnType {
    if kind == ColumnType::Int { ColumnType::Real } else { kind }
}

/// The narrowest type that includes both.
fn wider(a: Option<ColumnType>, b: Option<ColumnType>) -> Option<ColumnType> {
    if a == Some(ColumnType::Real) || b == Some(ColumnType::Real) {
        Some(ColumnType::Real)
    } else {
        a.or(b)
    }
}
