//! Graph expressions: how a graph is typed.
//!
//! ```text
//! expression := term ('+' term)*                 disjoint union
//! term       := factor ('*' factor)*             Cartesian product; a leading number makes copies
//! factor     := atom ('^' NUMBER)?               power
//! atom       := '(' expression ')'
//!             | family (':' parameters)?         grid:4x5, petersen:7,2 …
//!             | K5 | K3,4 | C7 | P4 | Q3 | Petersen    the usual short names
//!             | g6:… | s6:… | d6:…               nauty's formats
//!             | cotree:j(1,u(4))                 a cograph, see [`cotree`]
//!             | edges:0-1,1-2 | arcs:0>1,1>2     inline; a lone number is an isolated vertex
//!             | complement(…) | line(…) | total(…) | join(…;…) | power(…;D) | induced(…;v,w,…)
//! ```
//! A range `3..17` (or `3..17..2`, with a step) in place of a number stands for many graphs: see
//! [`expand`].

use std::ops::Range;

use crate::board::Board;
use crate::cotree;
use crate::families::{FAMILIES, Number, Refusal};
use crate::formats::{digraph6, graph6, sparse6};
use crate::graph::{Graph, GraphError};
use crate::limit::{COPIES, EDGES, Limit, VERTICES};
use crate::ops;
use chromex_text::TextError;

/// Names that look like families but take an expression, or a graph in some notation.
const FUNCTIONS: &[&str] = &["complement", "line", "total", "join", "power", "induced"];
const NOTATIONS: &[&str] = &["g6", "s6", "d6", "edges", "arcs", "cotree"];

/// The usual short names, and the family that each stands for: `K5` is `complete:5`.
const SHORT_NAMES: &[(&str, &str)] =
    &[("K", "complete"), ("C", "cycle"), ("P", "path"), ("Q", "hypercube")];

/// Expressions nested deeper than this are refused (the parser is recursive).
const MAX_DEPTH: usize = 50;

/// The board that a graph expression describes; its name is the expression.
///
/// ```
/// let board = chromex_graphs::parse("cycle:5+2*path:2")?;
/// assert_eq!((board.order(), board.graph().edge_count()), (9, 7));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn parse(text: &str) -> Result<Board, TextError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let board = parser.expression()?;
    if parser.at < text.len() {
        let rest = parser.at..text.len();
        return Err(TextError::new(text, rest, "this does not continue a graph expression")
            .help("graphs are combined with + (union), * (product), ^ (power)"));
    }
    Ok(board.named(text))
}

/// As [`parse`], but refuses a graph that has more than `most` vertices or edges, also if only a
/// step on the way to it has: for descriptions that come from strangers.
///
/// ```
/// assert!(chromex_graphs::parse_within("hypercube:20", 1000).is_err());
/// ```
pub fn parse_within(text: &str, most: usize) -> Result<Board, TextError> {
    Limit { size: most, ..Limit::current() }.during(|| parse(text))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

/// A constructor of graphs from a number of vertices and a list of edges.
type Build = fn(usize, Vec<(usize, usize)>) -> Result<Graph, GraphError>;

/// Where each parameter stands in the text.
type Spans = Vec<Range<usize>>;

/// The value of a factor: a graph, or a number that multiplies what follows.
enum Factor {
    Board(Board),
    Copies(usize, Range<usize>),
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn eat(&mut self, symbol: char) -> bool {
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len_utf8();
        }
        found
    }

    /// Takes the longest run of accepted characters.
    fn take(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> TextError {
        TextError::new(self.text, span, message)
    }

    /// An error at the next character, or at the end.
    fn error_here(&self, message: impl Into<String>) -> TextError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.error(self.at..self.at + length, message)
    }

    fn graph_error(&self, from: usize, error: GraphError) -> TextError {
        self.error(from..self.at, error.to_string())
    }

    fn expect(&mut self, symbol: char, after: &str) -> Result<(), TextError> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.error_here(format!("expected `{symbol}` after {after}")))
    }

    fn expression(&mut self) -> Result<Board, TextError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error_here("too many nested parentheses"));
        }
        let from = self.at;
        let mut sum = self.term()?;
        while self.eat('+') {
            let next = self.term()?;
            sum = ops::disjoint_union(&sum, &next).map_err(|e| self.graph_error(from, e))?;
        }
        self.depth -= 1;
        Ok(sum)
    }

    fn term(&mut self) -> Result<Board, TextError> {
        let from = self.at;
        let mut copies = 1_usize;
        let mut product = match self.factor()? {
            Factor::Board(board) => board,
            Factor::Copies(count, span) => {
                if !self.eat('*') {
                    return Err(self
                        .error(span, "a number alone is no graph")
                        .help("copies are written 2*path:3"));
                }
                copies = count;
                self.board_factor()?
            }
        };
        while self.eat('*') {
            let next = self.board_factor()?;
            product = ops::product(&product, &next).map_err(|e| self.graph_error(from, e))?;
        }
        repeat(&product, copies).map_err(|e| self.graph_error(from, e))
    }

    fn board_factor(&mut self) -> Result<Board, TextError> {
        match self.factor()? {
            Factor::Board(board) => Ok(board),
            Factor::Copies(_, span) => Err(self
                .error(span, "a number multiplies what follows it")
                .help("copies are written in front: 2*path:3")),
        }
    }

    fn factor(&mut self) -> Result<Factor, TextError> {
        let from = self.at;
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let count = self.number()?;
            return Ok(Factor::Copies(count, from..self.at));
        }
        let board = self.atom()?;
        if !self.eat('^') {
            return Ok(Factor::Board(board));
        }
        let exponent = self.number()?;
        let power = ops::power(&board, exponent).map_err(|e| self.graph_error(from, e))?;
        Ok(Factor::Board(power))
    }

    fn number(&mut self) -> Result<usize, TextError> {
        let from = self.at;
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.error_here("expected a number"));
        }
        digits.parse().map_err(|_| self.error(from..self.at, "this number is too large"))
    }

    fn atom(&mut self) -> Result<Board, TextError> {
        if self.eat('(') {
            let inner = self.expression()?;
            self.expect(')', "the expression in parentheses")?;
            return Ok(inner);
        }
        let from = self.at;
        let name = self.take(|c| c.is_ascii_alphanumeric() || c == '-');
        let span = from..self.at;
        if name.is_empty() {
            return Err(self
                .error_here("expected a graph")
                .help("for example path:7, grid:4x5, g6:DQc; see `chromex families`"));
        }
        if FUNCTIONS.contains(&name) {
            self.expect('(', &format!("`{name}`"))?;
            let result = self.function(name, from)?;
            self.expect(')', &format!("the arguments of `{name}`"))?;
            return Ok(result);
        }
        if NOTATIONS.contains(&name) {
            self.expect(':', &format!("`{name}`"))?;
            return self.notation(name);
        }
        match self.long_name(name) {
            Some(long) => parse(&long).map_err(|e| self.error(from..self.at, e.message())),
            None => self.family(name, span),
        }
    }

    /// What a short name stands for, with the second number of `K3,4` taken: `bipartite:3,4`.
    fn long_name(&mut self, name: &str) -> Option<String> {
        if name.eq_ignore_ascii_case("petersen") && !self.rest().starts_with(':') {
            return Some("petersen:5,2".to_owned());
        }
        let (letter, number) = name.split_at_checked(1)?;
        let (_, family) = SHORT_NAMES.iter().find(|(short, _)| *short == letter)?;
        if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rest = self.rest().strip_prefix(',').filter(|_| letter == "K").unwrap_or_default();
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(format!("{family}:{number}"));
        }
        self.eat(',');
        Some(format!("bipartite:{number},{}", self.take(|c| c.is_ascii_digit())))
    }

    fn function(&mut self, name: &str, from: usize) -> Result<Board, TextError> {
        let board = self.expression()?;
        let result = match name {
            "complement" => ops::complement(&board),
            "line" => ops::line_graph(&board),
            "total" => ops::total_graph(&board),
            "join" => {
                self.expect(';', "the first graph of `join`")?;
                let other = self.expression()?;
                ops::join(&board, &other)
            }
            "power" => {
                self.expect(';', "the graph, in front of the exponent")?;
                let exponent = self.number()?;
                ops::power(&board, exponent)
            }
            _ => {
                self.expect(';', "the graph, in front of the list of vertices")?;
                let vertices = self.vertex_list()?;
                ops::induced(&board, &vertices)
            }
        };
        result.map_err(|e| self.graph_error(from, e))
    }

    fn vertex_list(&mut self) -> Result<Vec<usize>, TextError> {
        let mut vertices = vec![self.number()?];
        while self.eat(',') {
            vertices.push(self.number()?);
        }
        Ok(vertices)
    }

    fn notation(&mut self, name: &str) -> Result<Board, TextError> {
        let from = self.at;
        let graph = match name {
            "edges" => return self.inline_edges('-', Graph::undirected_asking),
            "arcs" => return self.inline_edges('>', Graph::directed_asking),
            "cotree" => return self.cotree(),
            "g6" => graph6::read(self.take(is_nauty)),
            "s6" => sparse6::read(self.take(|c| is_nauty(c) || c == ':')),
            _ => digraph6::read(self.take(|c| is_nauty(c) || c == '&')),
        };
        let graph = graph.map_err(|e| self.error(from..self.at, e.to_string()))?;
        Ok(Board::new(graph, ""))
    }

    fn cotree(&mut self) -> Result<Board, TextError> {
        let from = self.at;
        let (tree, end) = cotree::notation::read(self.text, from)?;
        self.at = end;
        Ok(Board::new(tree.graph().map_err(|e| self.graph_error(from, e))?, ""))
    }

    fn inline_edges(&mut self, joint: char, build: Build) -> Result<Board, TextError> {
        let from = self.at;
        let (mut n, mut edges) = (0, Vec::new());
        loop {
            let u = self.number()?;
            n = n.max(u.saturating_add(1));
            if self.eat(joint) {
                let v = self.number()?;
                n = n.max(v.saturating_add(1));
                edges.push((u, v));
            }
            if !self.eat(',') {
                break;
            }
        }
        let graph = build(n, edges).map_err(|e| self.graph_error(from, e))?;
        Ok(Board::new(graph, ""))
    }

    fn family(&mut self, name: &str, span: Range<usize>) -> Result<Board, TextError> {
        let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
            let known = FAMILIES.iter().map(|family| family.name);
            return Err(self
                .error(span, format!("unknown graph family `{name}`"))
                .help("`chromex families` lists them all")
                .did_you_mean(name, known.chain(FUNCTIONS.iter().chain(NOTATIONS).copied())));
        };
        let from = self.at;
        let (numbers, spans) = if self.eat(':') { self.parameters()? } else { Default::default() };
        family.build(&numbers).map_err(|refusal| match refusal {
            Refusal::Count => self
                .error(from..self.at, format!("wrong number of parameters for `{name}`"))
                .help(format!("it is written like {}", family.usage)),
            Refusal::Range(i, range) => {
                self.error(spans[i].clone(), format!("`{name}` needs {range} here"))
            }
            Refusal::Graph(error) => self.error(span.start..self.at, error.to_string()),
        })
    }

    /// Numbers separated by `x` or `,`.
    fn parameters(&mut self) -> Result<(Vec<Number>, Spans), TextError> {
        let (mut numbers, mut spans) = (Vec::new(), Vec::new());
        loop {
            let from = self.at;
            let digits = self.take(|c| c.is_ascii_digit() || c == '.');
            let span = from..self.at;
            if digits.is_empty() {
                return Err(self.error_here("expected a number"));
            }
            let number = match (digits.parse(), digits.parse()) {
                (Ok(whole), _) => Number::Whole(whole),
                (_, Ok(real)) if digits.contains('.') => Number::Real(real),
                _ => return Err(self.error(span, "this number cannot be read or is too large")),
            };
            numbers.push(number);
            spans.push(span);
            if !self.eat('x') && !self.eat(',') {
                return Ok((numbers, spans));
            }
        }
    }
}

/// The characters of nauty's formats.
fn is_nauty(c: char) -> bool {
    ('?'..='~').contains(&c)
}

fn repeat(board: &Board, copies: usize) -> Result<Board, GraphError> {
    let nothing = Board::new(Graph::undirected_asking(0, [])?, "").with_points(Vec::new());
    VERTICES.check(board.order().checked_mul(copies))?;
    EDGES.check(board.graph().edge_count().checked_mul(copies))?;
    COPIES.check(Some(copies))?;
    // Doubling: the square of the number of copies would be slow.
    let (mut result, mut block, mut left) = (nothing, board.clone(), copies);
    while left > 0 {
        if left & 1 == 1 {
            result = if result.order() == 0 {
                block.clone()
            } else {
                ops::disjoint_union(&result, &block)?
            };
        }
        left >>= 1;
        if left > 0 {
            block = ops::disjoint_union(&block, &block)?;
        }
    }
    Ok(result)
}

/// The expressions that a text with ranges stands for, with the last range varying fastest.
///
/// ```
/// let all: Vec<_> = chromex_graphs::expand("grid:2..3x1..2")?.collect();
/// assert_eq!(all, ["grid:2x1", "grid:2x2", "grid:3x1", "grid:3x2"]);
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn expand(text: &str) -> Result<impl Iterator<Item = String> + use<>, TextError> {
    let (literals, ranges) = split_ranges(text)?;
    let total = ranges.iter().try_fold(1_usize, |product, r| product.checked_mul(r.count()));
    let Some(total) = total.filter(|&total| total <= MAX_GRAPHS) else {
        return Err(TextError::whole(text, format!("more than {MAX_GRAPHS} graphs")));
    };
    Ok((0..total).map(move |index| write_member(&literals, &ranges, index)))
}

/// A range may not stand for more graphs than this.
const MAX_GRAPHS: usize = 10_000_000;

/// `first..last..step`, with both ends included.
#[derive(Debug, Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
    step: usize,
}

impl Span {
    fn count(self) -> usize {
        (self.last - self.first) / self.step + 1
    }
}

/// Cuts a text into its ranges and the pieces of text around them.
fn split_ranges(text: &str) -> Result<(Vec<String>, Vec<Span>), TextError> {
    let (mut literals, mut ranges) = (vec![String::new()], Vec::new());
    let mut parser = Parser { text, at: 0, depth: 0 };
    while !parser.rest().is_empty() {
        let other = parser.take(|c| !c.is_ascii_digit());
        let from = parser.at;
        let digits = parser.take(|c| c.is_ascii_digit());
        let literal = literals.last_mut().expect("there is always one");
        literal.push_str(other);
        if !parser.rest().starts_with("..") {
            literal.push_str(digits);
            continue;
        }
        parser.at = from;
        ranges.push(parse_span(&mut parser)?);
        literals.push(String::new());
    }
    Ok((literals, ranges))
}

fn parse_span(parser: &mut Parser<'_>) -> Result<Span, TextError> {
    let from = parser.at;
    let first = parser.number()?;
    parser.at += 2;
    let last = parser.number()?;
    let step = if parser.rest().starts_with("..") {
        parser.at += 2;
        parser.number()?
    } else {
        1
    };
    let span = from..parser.at;
    if last < first {
        return Err(parser.error(span, "this range is empty: its end is before its start"));
    }
    if step == 0 {
        return Err(parser.error(span, "the step of a range is at least 1"));
    }
    Ok(Span { first, last, step })
}

fn write_member(literals: &[String], ranges: &[Span], mut index: usize) -> String {
    let mut numbers = Vec::with_capacity(ranges.len());
    for range in ranges.iter().rev() {
        numbers.push(range.first + index % range.count() * range.step);
        index /= range.count();
    }
    let mut text = literals[0].clone();
    for (number, literal) in numbers.iter().rev().zip(&literals[1..]) {
        text.push_str(&number.to_string());
        text.push_str(literal);
    }
    text
}
