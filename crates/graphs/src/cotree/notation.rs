//! How a cotree is typed: `u(…)` is the union of its parts, `j(…)` their join, and a number among the
//! parts stands for so many single vertices.
//!
//! ```text
//! cotree := '1' | ('u' | 'j') '(' part (',' part)* ')'
//! part   := NUMBER | cotree
//! ```
//! `j(5)` is the complete graph on five vertices, `j(1,u(4))` a star, `j(u(3),u(4))` a complete bipartite
//! graph. The vertices are numbered from left to right. In a graph expression it is `cotree:j(1,u(4))`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{Cotree, Draft, Label, Node, Step};
use crate::limit::LEAVES;
use chromex_text::TextError;

impl FromStr for Cotree {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cotree, TextError> {
        let (tree, end) = read(text, 0)?;
        if end < text.len() {
            return Err(TextError::new(
                text,
                end..text.len(),
                "this comes after the end of the cotree",
            ));
        }
        Ok(tree)
    }
}

/// Reads a cotree that begins at a byte of a text, and says where it ends.
pub(crate) fn read(text: &str, from: usize) -> Result<(Cotree, usize), TextError> {
    let mut reader = Reader { text, at: from, draft: Draft::default(), order: 0 };
    let root = reader.tree()?;
    Ok((reader.draft.reduced(root), reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    draft: Draft,
    order: usize,
}

/// An open `u(` or `j(`, with the parts read so far.
struct Open {
    label: Label,
    parts: Vec<u32>,
}

const EXPECTED: &str = "expected `u(…)` (a union), `j(…)` (a join) or a number of single vertices";

impl Reader<'_> {
    fn tree(&mut self) -> Result<u32, TextError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let from = self.at;
            match self.next() {
                Some('u' | 'U') => open.push(self.opening(Label::Union)?),
                Some('j' | 'J') => open.push(self.opening(Label::Join)?),
                Some('0'..='9') => {
                    self.at = from;
                    let (count, span) = self.number()?;
                    let vertices = self.vertices(count, span.clone())?;
                    match open.last_mut() {
                        Some(node) => node.parts.extend(vertices),
                        None if count == 1 => return Ok(vertices.start),
                        None => {
                            let message = "several vertices: are they a union or a join?";
                            let help = format!("write u({count}) or j({count})");
                            return Err(TextError::new(self.text, span, message).help(help));
                        }
                    }
                    if let Some(root) = self.closings(&mut open)? {
                        return Ok(root);
                    }
                }
                _ => return Err(self.error(from, EXPECTED)),
            }
        }
    }

    /// After a part: closing parentheses, and the comma before the next part. Returns the root if it
    /// was closed.
    fn closings(&mut self, open: &mut Vec<Open>) -> Result<Option<u32>, TextError> {
        loop {
            let from = self.at;
            match self.next() {
                Some(',') => return Ok(None),
                Some(')') => {
                    let node = open.pop().expect("the root returns when it is closed");
                    let node = self.draft.inner(node.label, &node.parts);
                    match open.last_mut() {
                        Some(above) => above.parts.push(node),
                        None => return Ok(Some(node)),
                    }
                }
                _ => return Err(self.error(from, "expected `,` or `)`")),
            }
        }
    }

    fn opening(&mut self, label: Label) -> Result<Open, TextError> {
        let from = self.at;
        match self.next() {
            Some('(') => Ok(Open { label, parts: Vec::new() }),
            _ => Err(self.error(from, "expected `(`")),
        }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.text[self.at..].chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn number(&mut self) -> Result<(usize, Range<usize>), TextError> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let span = self.at..self.at + length;
        self.at = span.end;
        match LEAVES.check(rest[..length].parse().ok()) {
            Ok(0) => Err(TextError::new(self.text, span, "a part has at least one vertex")),
            Ok(count) => Ok((count, span)),
            Err(error) => Err(TextError::new(self.text, span, error.to_string())),
        }
    }

    /// Adds this many vertices and returns the range of their nodes.
    fn vertices(&mut self, count: usize, span: Range<usize>) -> Result<Range<u32>, TextError> {
        LEAVES
            .check(self.order.checked_add(count))
            .map_err(|error| TextError::new(self.text, span, error.to_string()))?;
        let start = self.draft.nodes.len() as u32;
        for v in self.order..self.order + count {
            self.draft.vertex(v);
        }
        self.order += count;
        Ok(start..start + count as u32)
    }

    /// An error at the character that begins at `from`, or at the end.
    fn error(&self, from: usize, message: &str) -> TextError {
        let length = self.text[from..].chars().next().map_or(0, char::len_utf8);
        TextError::new(self.text, from..from + length, message)
    }
}

/// The shape of the tree; the numbers of its vertices are not written.
impl fmt::Display for Cotree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nodes.len() == 1 {
            return write!(f, "1");
        }
        let root = self.nodes.len() as u32 - 1;
        // Leaves that follow each other are written as one number.
        let mut leaves = 0_usize;
        let mut first = true;
        let mut todo = vec![Step::Enter(root, None)];
        while let Some(step) = todo.pop() {
            let node = match step {
                Step::Enter(node, _) => self.view(&self.nodes[node as usize]),
                Step::Leave(..) => {
                    write_leaves(f, &mut leaves, &mut first)?;
                    write!(f, ")")?;
                    first = false;
                    continue;
                }
            };
            match node {
                Node::Vertex(_) => leaves += 1,
                Node::Inner(label, parts) => {
                    write_leaves(f, &mut leaves, &mut first)?;
                    let comma = if first { "" } else { "," };
                    write!(f, "{comma}{}(", if label == Label::Union { 'u' } else { 'j' })?;
                    first = true;
                    todo.push(Step::Leave(label, 0));
                    todo.extend(parts.iter().rev().map(|&part| Step::Enter(part, None)));
                }
            }
        }
        Ok(())
    }
}

fn write_leaves(f: &mut fmt::Formatter<'_>, leaves: &mut usize, first: &mut bool) -> fmt::Result {
    if *leaves > 0 {
        write!(f, "{}{leaves}", if *first { "" } else { "," })?;
        *first = false;
        *leaves = 0;
    }
    Ok(())
}
