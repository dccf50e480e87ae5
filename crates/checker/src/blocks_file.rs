//! The file of a certificate by drawings of blocks: lines of text.

use std::fmt;
use std::io::BufRead;

use chromex_text::Checksum;

use crate::blocks::{Blocks, Drawing, Failure};
use crate::header::{Lines, number};
use crate::strip_file::{finish, game};
use crate::{Games, Rejection};

const TITLE: &str = "chromex blocks certificate 1";

/// The title of certificates for cylinders, which also give the least number of columns.
const TITLE_AROUND: &str = "chromex blocks around certificate 1";

/// The largest number of drawings.
const MAX_DRAWINGS: u64 = 1000;

/// A certificate that Alice wins with four colours on boards of every length, by drawings of blocks.
#[derive(Debug, Clone)]
pub struct BlocksCertificate {
    /// The game, the boards and the drawings: the sentence [`Blocks::sentence`] is true.
    pub blocks: Blocks,
    /// The number of cases that the check distinguished.
    pub cases: u64,
}

/// Whether a file begins like such a certificate. This reads nothing from `input`.
pub fn is_blocks(input: &mut dyn BufRead) -> bool {
    let titles = [TITLE, TITLE_AROUND];
    input.fill_buf().is_ok_and(|start| titles.iter().any(|t| start.starts_with(t.as_bytes())))
}

impl BlocksCertificate {
    /// Reads a certificate about one of these games and checks it, using no more than about
    /// `memory` bytes; `watch` is called often with the number of cases distinguished so far, and
    /// says whether to go on.
    pub fn check(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<BlocksCertificate, Rejection> {
        let blocks = BlocksCertificate::read(input, games)?;
        if blocks.bytes() > memory {
            return Err(Rejection::Room(blocks.bytes()));
        }
        let mut cases = 0;
        let proved = blocks.prove(&mut || {
            cases += 1;
            watch(cases)
        });
        match proved {
            Ok(()) => Ok(BlocksCertificate { blocks, cases }),
            Err(Failure::Stopped) => Err(Rejection::Stopped(cases)),
            Err(Failure::Unmet(why)) => Err(Rejection::Unmet(why)),
        }
    }

    /// Reads a certificate without checking it, for callers that want its drawings and not a proof.
    pub fn read(input: &mut dyn BufRead, games: &Games<'_>) -> Result<Blocks, Rejection> {
        let bad = Rejection::Header;
        let around = input.fill_buf().is_ok_and(|start| start.starts_with(TITLE_AROUND.as_bytes()));
        let mut lines = Lines::new(input);
        let (stated, game) = game(&mut lines, if around { TITLE_AROUND } else { TITLE }, games)?;
        let boards = lines.field("boards")?;
        let least = if around { Some(number("columns", &lines.field("columns")?)?) } else { None };
        let blocks = |drawings: Vec<Drawing>| {
            match least {
                None => Blocks::new(game.clone(), &boards, drawings),
                Some(least) => Blocks::around(game.clone(), &boards, least as usize, drawings),
            }
            .map_err(bad)
        };
        let none = blocks(Vec::new())?;
        if stated != none.sentence() {
            return Err(bad(format!("the head says “{stated}”, but claims: {}", none.sentence())));
        }
        let count = number("drawings", &lines.field("drawings")?)?;
        if count > MAX_DRAWINGS {
            return Err(bad(format!("drawings: {count} are more than {MAX_DRAWINGS}")));
        }
        let drawings: Result<Vec<_>, _> =
            (0..count).map(|_| drawing(&mut lines, none.rows())).collect();
        let blocks = blocks(drawings?)?;
        finish(lines, &text(&blocks))?;
        Ok(blocks)
    }
}

fn drawing(lines: &mut Lines<'_>, rows: usize) -> Result<Drawing, Rejection> {
    let bad = Rejection::Header;
    let head = lines.field("drawing")?;
    let parts: Vec<&str> = head.split("; ").collect();
    let [name, role, column] = parts.as_slice() else {
        return Err(bad(format!("drawing: `{head}` is not a name, a role and a column")));
    };
    let column = column.strip_prefix("column ").unwrap_or_default();
    let column = number("column", column)? as usize;
    let mut drawn = Vec::new();
    for _ in 0..rows {
        let line = lines.line()?;
        lines.add(&line);
        drawn.push(line.trim_end_matches('\n').to_owned());
    }
    let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
    Drawing::read(name, role, column, &drawn).map_err(bad)
}

/// The text of the file, without its checksum.
fn text(blocks: &Blocks) -> String {
    let (sentence, name, boards) = (blocks.sentence(), blocks.game().name(), blocks.boards());
    let least = blocks.least_around();
    let title = if least.is_some() { TITLE_AROUND } else { TITLE };
    let mut text = format!("{title}\nsays: {sentence}\ngame: {name}\nboards: {boards}\n");
    text += &least.map_or(String::new(), |least| format!("columns: {least}\n"));
    text += &format!("drawings: {}\n", blocks.drawings().len());
    for drawing in blocks.drawings() {
        let (name, role, column) = (drawing.name(), drawing.role(), drawing.column());
        text +=
            &format!("drawing: {name}; {role}; column {column}\n{}\n", drawing.lines().join("\n"));
    }
    text
}

impl fmt::Display for BlocksCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = text(&self.blocks);
        writeln!(f, "{text}checksum: {:016x}", Checksum::of(text.as_bytes()).0)
    }
}
