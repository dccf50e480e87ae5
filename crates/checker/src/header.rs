//! The head of a certificate: lines of text, in a fixed order.

use std::fmt;
use std::io::{BufRead, Read};
use std::mem;

use chromex_graphs::{Graph, parse_within};
use chromex_rules::{GameFamily, Player};
use chromex_text::{Checksum, is_misleading};

use crate::claim::{COLOURING, Claim, Statement, Subject};
use crate::keys::check_order;
use crate::{Games, Rejection};

/// The head of a certificate.
#[derive(Debug, Clone)]
pub struct Header {
    /// The claim, and what it is about.
    pub statement: Statement,
    /// Symmetries of the graph, as lists of images; positions that they exchange count as equal.
    pub symmetries: Vec<Vec<u8>>,
    /// Whether the replies to tasks that allow it ([`Task::is_near`](crate::Task::is_near)) are
    /// given near the patients instead of in whole positions.
    pub is_near: bool,
    /// The number of positions in its reply sets.
    pub positions: u64,
    /// The number of bytes after the head.
    pub bytes: u64,
    /// The checksum of all of this.
    pub checksum: u64,
}

const TITLE: &str = "chromex certificate 1";
const NEAR: &str = "replies: near the patients\n";
const MAX_LINE: u64 = 1 << 18;
const MAX_GRAPH: usize = 1 << 18;

/// The lines of a text, each with a name; they are taken in order.
pub(crate) struct Lines<'a> {
    pub(crate) input: &'a mut dyn BufRead,
    checksum: Checksum,
    /// The text read so far.
    pub(crate) text: String,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead) -> Lines<'a> {
        Lines { input, checksum: Checksum::default(), text: String::new() }
    }

    /// Adds a line that has been read.
    pub(crate) fn add(&mut self, line: &str) {
        self.checksum.add(line.as_bytes());
        self.text.push_str(line);
    }

    pub(crate) fn line(&mut self) -> Result<String, Rejection> {
        let mut line = String::new();
        let read = (&mut *self.input).take(MAX_LINE).read_line(&mut line);
        if read.is_err() || !line.ends_with('\n') {
            return Err(Rejection::Header("the head of the file is cut short or no text".into()));
        }
        // Misleading characters are refused here, so no message can show them.
        if let Some(c) = line.trim_end_matches('\n').chars().find(|&c| is_misleading(c)) {
            let c = c.escape_unicode();
            return Err(Rejection::Header(format!("the head has the invisible character {c}")));
        }
        Ok(line)
    }

    pub(crate) fn field(&mut self, name: &str) -> Result<String, Rejection> {
        let line = self.line()?;
        self.value(&line, name)
    }

    /// Adds a line that has this name.
    fn value(&mut self, line: &str, name: &str) -> Result<String, Rejection> {
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        let Some(value) = value else {
            let shown: String = line.chars().take(40).collect();
            let message = format!("expected a line `{name}: …`, found `{}`", shown.trim_end());
            return Err(Rejection::Header(message));
        };
        self.add(line);
        Ok(value.trim_end_matches('\n').to_owned())
    }

    /// The line with the checksum.
    pub(crate) fn checksum(&mut self) -> Result<u64, Rejection> {
        let text = self.field("checksum")?;
        let parsed = u64::from_str_radix(&text, 16).ok();
        let parsed = parsed.filter(|parsed| format!("{parsed:016x}") == text);
        let wrong = || Rejection::Header("the checksum is not 16 hexadecimal digits".into());
        parsed.ok_or_else(wrong)
    }
}

pub(crate) fn number(name: &str, text: &str) -> Result<u64, Rejection> {
    text.parse().map_err(|_| Rejection::Header(format!("{name}: `{text}` is no number")))
}

/// The edges of a graph as certificates write them.
pub(crate) fn edges(graph: &Graph) -> String {
    let joint = if graph.is_directed() { '>' } else { '-' };
    let edges: Vec<String> = graph.edges().map(|(u, v)| format!("{u}{joint}{v}")).collect();
    format!("{} vertices, {} edges: {}", graph.order(), edges.len(), edges.join(" "))
}

impl Header {
    /// Reads the head of a certificate about one of these games; afterwards `input` stands at the
    /// replies. Also returns the checksum so far.
    pub fn read(
        input: &mut dyn BufRead,
        games: &Games<'_>,
    ) -> Result<(Header, Checksum), Rejection> {
        let bad = Rejection::Header;
        let mut lines = Lines::new(input);
        let title = lines.line()?;
        if title.trim_end() != TITLE {
            return Err(bad(format!("the file does not begin with `{TITLE}`")));
        }
        lines.add(&title);
        let stated = lines.field("says")?;
        let claim = lines.field("claim")?.parse().map_err(bad)?;
        let name = lines.field("game")?;
        let subject = match claim {
            Claim::Chi(..) if name != COLOURING && !GameFamily::is_in(&name) => {
                return Err(bad(format!("`{claim}` is a claim about the game `{COLOURING}`")));
            }
            Claim::Chi(..) => name.parse().map(Subject::Family),
            _ => games(&name).map(Subject::Game),
        };
        let subject = subject.map_err(|error| bad(format!("game: {}", error.message())))?;
        let board = parse_within(&lines.field("graph")?, MAX_GRAPH)
            .map_err(|error| bad(format!("graph: {}", error.message())))?;
        check_order(board.graph()).map_err(bad)?;
        if lines.field("edges")? != edges(board.graph()) {
            return Err(bad(format!("the edges are not those of {}", board.name())));
        }
        let start = lines.field("start")?;
        let first = lines.field("first")?.parse::<Player>().map_err(|e| bad(e.to_string()))?;
        let statement = Statement { claim, subject, board, start, first };
        if stated != statement.sentence() {
            let claimed = statement.sentence();
            return Err(bad(format!("the head says “{stated}”, but claims: {claimed}")));
        }
        let symmetries = lines.field("symmetries")?;
        let images = |list: &str| list.split(' ').map(str::parse).collect::<Result<_, _>>();
        let symmetries = symmetries.split("; ").filter(|list| *list != "none").map(images);
        let symmetries = symmetries
            .collect::<Result<_, std::num::ParseIntError>>()
            .map_err(|_| bad("a symmetry is a list of vertices".into()))?;
        let mut line = lines.line()?;
        let is_near = line == NEAR;
        if is_near {
            lines.add(&line);
            line = lines.line()?;
        }
        let positions = number("positions", &lines.value(&line, "positions")?)?;
        let bytes = number("bytes", &lines.field("bytes")?)?;
        let so_far = lines.checksum;
        let header = Header { statement, symmetries, is_near, positions, bytes, checksum: 0 };
        let (written, read) = (header.to_string(), mem::take(&mut lines.text));
        if let Some((ours, theirs)) = written.lines().zip(read.lines()).find(|(a, b)| a != b) {
            return Err(bad(format!("`{theirs}` is written `{ours}`")));
        }
        let checksum = lines.checksum()?;
        Ok((Header { checksum, ..header }, so_far))
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statement { claim, board, start, first, .. } = &self.statement;
        let game = self.statement.game_name();
        let first = if *first == Player::Left { "left" } else { "right" };
        let list =
            |images: &Vec<u8>| images.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let symmetries: Vec<String> = self.symmetries.iter().map(list).collect();
        let symmetries =
            if symmetries.is_empty() { "none".to_owned() } else { symmetries.join("; ") };
        writeln!(f, "{TITLE}\nsays: {}", self.statement.sentence())?;
        writeln!(f, "claim: {claim}\ngame: {game}\ngraph: {}", board.name())?;
        writeln!(f, "edges: {}", edges(board.graph()))?;
        writeln!(f, "start: {start}\nfirst: {first}\nsymmetries: {symmetries}")?;
        f.write_str(if self.is_near { NEAR } else { "" })?;
        writeln!(f, "positions: {}\nbytes: {}", self.positions, self.bytes)
    }
}
