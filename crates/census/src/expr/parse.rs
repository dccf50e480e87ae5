//! Reading expressions: words, then a tree with types.

use std::ops::Range;

use chromex::graphs::TextError;

use super::{FUNCTIONS, Function, NOT, Node, OPERATORS, Operator};
use crate::{Cell, Columns, Kind};

#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// A word: a column, `and`, `abs`, ….
    Word(String),
    Value(Cell),
    /// A sign, as it is printed.
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 16] =
    ["<=", ">=", "<>", "!=", "==", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","];

/// Deeper brackets are refused, before they are too deep for the stack.
const DEEPEST: usize = 100;

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, TextError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let length_while = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        let (token, length) = if c.is_alphabetic() || c == '_' {
            // `proper:2` is the column proper_2.
            let length = length_while(|c| c.is_alphanumeric() || c == '_' || c == ':');
            (Token::Word(rest[..length].replace(':', "_")), length)
        } else if c.is_ascii_digit() {
            let length = length_while(|c| c.is_ascii_digit() || c == '.' || c == '_');
            let digits = rest[..length].replace('_', "");
            let number = digits.parse().map(Cell::Int).ok();
            let number = number.or_else(|| digits.parse().map(Cell::Real).ok());
            let bad = || TextError::new(text, at..at + length, "this is no number");
            (Token::Value(number.ok_or_else(bad)?), length)
        } else if c == '\'' || c == '"' {
            quoted(text, at, c)?
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            let span = at..at + c.len_utf8();
            return Err(TextError::new(text, span, format!("unexpected `{c}`")));
        };
        found.push((token, at..at + length));
        at += length;
    }
    found.push((Token::End, text.len()..text.len()));
    Ok(found)
}

/// A text in quotes; a doubled quote is one.
fn quoted(text: &str, at: usize, quote: char) -> Result<(Token, usize), TextError> {
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
            return Ok((Token::Value(Cell::text(content)), end - at));
        }
        content.push(quote);
        end += 1;
    }
}

const WORDS: [&str; 8] = ["and", "or", "not", "is", "in", "null", "true", "false"];

/// The words that are neither functions nor words of the language.
pub fn names(text: &str) -> Vec<String> {
    let word = |(token, _): (Token, Range<usize>)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    };
    let is_name = |word: &String| {
        let lower = word.to_lowercase();
        !WORDS.contains(&lower.as_str()) && !FUNCTIONS.iter().any(|(name, _)| *name == lower)
    };
    tokens(text).unwrap_or_default().into_iter().filter_map(word).filter(is_name).collect()
}

pub fn parse(text: &str, columns: &Columns) -> Result<(Node, Option<Kind>), TextError> {
    let mut parser = Parser { text, columns, tokens: tokens(text)?, at: 0, depth: 0 };
    if parser.peek() == &Token::End {
        return Err(TextError::whole(text, "the expression is empty"));
    }
    let typed = parser.level(1)?;
    match parser.peek() {
        Token::End => Ok((typed.node, typed.kind)),
        _ => Err(parser.unexpected("expected an operator such as `and`, `>` or `+`")),
    }
}

/// A part of an expression with its type (`None` for null) and where it is.
struct Typed {
    node: Node,
    kind: Option<Kind>,
    span: Range<usize>,
}

struct Parser<'a> {
    text: &'a str,
    columns: &'a Columns,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    fn next(&mut self) -> (Token, Range<usize>) {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn unexpected(&self, what: &str) -> TextError {
        TextError::new(self.text, self.span(), what.to_owned())
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(typed) if typed.eq_ignore_ascii_case(word))
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    fn expect_sign(&mut self, sign: &'static str) -> Result<Range<usize>, TextError> {
        match self.peek() {
            Token::Sign(typed) if *typed == sign => Ok(self.next().1),
            _ => Err(self.unexpected(&format!("expected `{sign}`"))),
        }
    }

    /// The operator that comes next, if it binds as tightly as `level`.
    fn operator(&self, level: u8) -> Option<Operator> {
        let text = match self.peek() {
            Token::Sign("==") => "=",
            Token::Sign("<>") => "!=",
            Token::Sign(sign) => sign,
            Token::Word(word) => &word.to_lowercase(),
            _ => return None,
        };
        let fits = |(_, printed, binds): &&(_, &str, u8)| *printed == text && *binds == level;
        OPERATORS.iter().find(fits).map(|(operator, ..)| *operator)
    }

    fn level(&mut self, level: u8) -> Result<Typed, TextError> {
        match level {
            NOT => self.not(),
            4 => self.comparison(),
            7.. => self.sign(),
            _ => {
                let mut left = self.level(level + 1)?;
                while let Some(operator) = self.operator(level) {
                    self.next();
                    let right = self.level(level + 1)?;
                    left = self.combine(operator, left, right)?;
                }
                Ok(left)
            }
        }
    }

    fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.unexpected("this is nested too deeply"));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn not(&mut self) -> Result<Typed, TextError> {
        let start = self.span().start;
        if !self.takes_word("not") {
            return self.level(4);
        }
        let inner = self.deeper(Parser::not)?;
        self.expect_kind(&inner, Kind::Bool, "`not`")?;
        let span = start..inner.span.end;
        Ok(Typed { node: Node::Not(Box::new(inner.node)), kind: Some(Kind::Bool), span })
    }

    fn comparison(&mut self) -> Result<Typed, TextError> {
        let left = self.level(5)?;
        if let Some(operator) = self.operator(4) {
            self.next();
            let right = self.level(5)?;
            return self.combine(operator, left, right);
        }
        let start = left.span.start;
        if self.takes_word("is") {
            let not = self.takes_word("not");
            let end = self.span().end;
            if !self.takes_word("null") {
                return Err(self.unexpected("expected `null`"));
            }
            let is = Node::IsNull(Box::new(left.node));
            let node = if not { Node::Not(Box::new(is)) } else { is };
            return Ok(Typed { node, kind: Some(Kind::Bool), span: start..end });
        }
        let not = self.is_word("not");
        if not {
            self.next();
        }
        if self.takes_word("in") {
            self.expect_sign("(")?;
            let (list, end) = self.list()?;
            for item in &list {
                self.comparable(&left, item)?;
            }
            let list = list.into_iter().map(|item| item.node).collect();
            let is = Node::In(Box::new(left.node), list);
            let node = if not { Node::Not(Box::new(is)) } else { is };
            return Ok(Typed { node, kind: Some(Kind::Bool), span: start..end });
        }
        if not {
            return Err(self.unexpected("expected `in`"));
        }
        Ok(left)
    }

    /// The rest of a list in brackets, and where it ends.
    fn list(&mut self) -> Result<(Vec<Typed>, usize), TextError> {
        let mut items = vec![self.deeper(|parser| parser.level(1))?];
        while self.peek() == &Token::Sign(",") {
            self.next();
            items.push(self.deeper(|parser| parser.level(1))?);
        }
        let end = self.expect_sign(")")?.end;
        Ok((items, end))
    }

    fn sign(&mut self) -> Result<Typed, TextError> {
        let start = self.span().start;
        if self.peek() != &Token::Sign("-") {
            return self.primary();
        }
        self.next();
        let inner = self.deeper(Parser::sign)?;
        self.expect_number(&inner, "`-`")?;
        let span = start..inner.span.end;
        Ok(Typed { node: Node::Negative(Box::new(inner.node)), kind: inner.kind, span })
    }

    fn primary(&mut self) -> Result<Typed, TextError> {
        let (token, span) = self.next();
        match token {
            Token::Value(cell) => {
                let kind = cell.kind();
                Ok(Typed { node: Node::Literal(cell), kind, span })
            }
            Token::Sign("(") => {
                let inner = self.deeper(|parser| parser.level(1))?;
                let end = self.expect_sign(")")?.end;
                Ok(Typed { span: span.start..end, ..inner })
            }
            Token::Word(word) => self.word(&word, span),
            _ => {
                let message = "expected a column, a number, a text or `(`";
                Err(TextError::new(self.text, span, message))
            }
        }
    }

    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Typed, TextError> {
        let lower = word.to_lowercase();
        let literal = match lower.as_str() {
            "true" => Some(Cell::Bool(true)),
            "false" => Some(Cell::Bool(false)),
            "null" => Some(Cell::Null),
            _ => None,
        };
        if let Some(cell) = literal {
            let kind = cell.kind();
            return Ok(Typed { node: Node::Literal(cell), kind, span });
        }
        if self.peek() == &Token::Sign("(") {
            self.next();
            return self.call(&lower, span);
        }
        if let Some(index) = self.columns.iter().position(|(name, _)| name == word) {
            let kind = Some(self.columns[index].1);
            return Ok(Typed { node: Node::Column(index, word.to_owned()), kind, span });
        }
        let names = || self.columns.iter().map(|(name, _)| name.as_str());
        let all: Vec<&str> = names().collect();
        Err(TextError::new(self.text, span, format!("there is no column `{word}`"))
            .help(format!("the columns are {}", all.join(", ")))
            .did_you_mean(word, names()))
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Typed, TextError> {
        let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            return Err(TextError::new(self.text, span, format!("there is no function `{name}`"))
                .help("there are abs, min and max"));
        };
        let (arguments, end) = self.list()?;
        let span = span.start..end;
        if *function == Function::Abs && arguments.len() != 1 {
            return Err(TextError::new(self.text, span, "abs takes one number"));
        }
        let mut kind = None;
        for argument in &arguments {
            self.expect_number(argument, &format!("`{name}`"))?;
            kind = wider(kind, argument.kind);
        }
        let arguments = arguments.into_iter().map(|argument| argument.node).collect();
        Ok(Typed { node: Node::Call(*function, arguments), kind, span })
    }

    fn combine(&self, operator: Operator, left: Typed, right: Typed) -> Result<Typed, TextError> {
        let (text, level) = operator.entry();
        let name = format!("`{text}`");
        let kind = match level {
            1 | 2 => {
                self.expect_kind(&left, Kind::Bool, &name)?;
                self.expect_kind(&right, Kind::Bool, &name)?;
                Some(Kind::Bool)
            }
            4 => {
                self.comparable(&left, &right)?;
                Some(Kind::Bool)
            }
            _ => {
                self.expect_number(&left, &name)?;
                self.expect_number(&right, &name)?;
                match operator {
                    Operator::Over => Some(Kind::Real),
                    _ => wider(left.kind, right.kind),
                }
            }
        };
        let span = left.span.start..right.span.end;
        let node = Node::Binary(operator, Box::new(left.node), Box::new(right.node));
        Ok(Typed { node, kind, span })
    }

    fn expect_kind(&self, part: &Typed, wanted: Kind, by: &str) -> Result<(), TextError> {
        match part.kind {
            Some(kind) if kind != wanted => {
                let message = format!("{by} needs a {wanted}, and this is a {kind}");
                Err(TextError::new(self.text, part.span.clone(), message))
            }
            _ => Ok(()),
        }
    }

    fn expect_number(&self, part: &Typed, by: &str) -> Result<(), TextError> {
        match part.kind {
            Some(Kind::Bool | Kind::Text) => self.expect_kind(part, Kind::Real, by),
            _ => Ok(()),
        }
    }

    fn comparable(&self, left: &Typed, right: &Typed) -> Result<(), TextError> {
        let family = |kind: Kind| if kind == Kind::Int { Kind::Real } else { kind };
        match (left.kind, right.kind) {
            (Some(a), Some(b)) if family(a) != family(b) => {
                let message = format!("a {a} cannot be compared with a {b}");
                let span = left.span.start..right.span.end;
                Err(TextError::new(self.text, span, message))
            }
            _ => Ok(()),
        }
    }
}

/// The kind of numbers that takes in both.
fn wider(a: Option<Kind>, b: Option<Kind>) -> Option<Kind> {
    if a == Some(Kind::Real) || b == Some(Kind::Real) { Some(Kind::Real) } else { a.or(b) }
}
