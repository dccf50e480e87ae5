//! The file of a certificate for boards of every length: lines of text.

use std::fmt::Write as _;
use std::io::{BufRead, Read};

use chromex_text::Checksum;

use crate::header::{Lines, number};
use crate::strip::{Bob, Pair, SideBySide, Strip};
use crate::{Games, Rejection};

const TITLE: &str = "chromex strip certificate 1";

/// What a pair takes in the set with its images, each, at most.
const BYTES_OF_A_PAIR: u64 = 128;

/// A certificate that Alice wins on boards of every length.
#[derive(Debug, Clone)]
pub struct StripCertificate {
    /// The game and the boards: what [`Strip::words`] says is true.
    pub strip: Strip,
    /// The columns that may stand side by side; of pairs that count as the same, one.
    pub pairs: Vec<Pair>,
}

/// Whether a file begins like such a certificate. Nothing is read.
pub fn is_strip(input: &mut dyn BufRead) -> bool {
    input.fill_buf().is_ok_and(|start| start.starts_with(TITLE.as_bytes()))
}

impl StripCertificate {
    /// Reads a certificate about one of these games and checks it, using no more than about `memory` bytes.
    pub fn check(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
    ) -> Result<StripCertificate, Rejection> {
        let certificate = StripCertificate::read(input, games, memory)?;
        let StripCertificate { strip, pairs } = &certificate;
        let mut set = SideBySide::default();
        pairs.iter().for_each(|&pair| set.allow(strip, pair));
        match strip.unmet(&set, 1).first() {
            Some(unmet) => Err(Rejection::Unmet(strip.explain(unmet))),
            None => Ok(certificate),
        }
    }

    fn read(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
    ) -> Result<StripCertificate, Rejection> {
        let bad = Rejection::Header;
        let mut lines = Lines { input, checksum: Checksum::default() };
        let title = lines.line()?;
        if title.trim_end() != TITLE {
            return Err(bad(format!("the file does not begin with `{TITLE}`")));
        }
        lines.checksum.add(title.as_bytes());
        let stated = lines.field("says")?;
        let game = games(&lines.field("game")?);
        let game = game.map_err(|error| bad(format!("game: {}", error.message())))?;
        let boards = lines.field("boards")?;
        let bob = match lines.field("bob")?.as_str() {
            "begins" => Bob::Begins,
            "may skip" => Bob::MaySkip,
            other => return Err(bad(format!("bob: `{other}` is neither `begins` nor `may skip`"))),
        };
        let strip = Strip::new(game, &boards, bob).map_err(bad)?;
        if stated != strip.words() {
            return Err(bad(format!("the head says “{stated}”, but claims: {}", strip.words())));
        }
        let count = number("pairs", &lines.field("pairs")?)?;
        let bytes = count.saturating_mul(strip.symmetries() as u64).saturating_mul(BYTES_OF_A_PAIR);
        if bytes > memory {
            return Err(Rejection::Memory { positions: count, bytes });
        }
        let mut pairs = Vec::new();
        for _ in 0..count {
            let line = lines.line()?;
            lines.checksum.add(line.as_bytes());
            pairs.push(pair(&strip, line.trim_end_matches('\n'))?);
        }
        let sum = lines.checksum.0;
        if lines.checksum()? != sum {
            return Err(Rejection::Checksum);
        }
        match lines.input.bytes().count() as u64 {
            0 => Ok(StripCertificate { strip, pairs }),
            left => Err(Rejection::LeftOver(left)),
        }
    }
}

fn pair(strip: &Strip, line: &str) -> Result<Pair, Rejection> {
    let columns = line.split_once(' ').and_then(|(a, b)| Some((strip.read(a)?, strip.read(b)?)));
    columns
        .filter(|&pair| strip.is_legal(pair))
        .ok_or_else(|| Rejection::Header(format!("`{line}` is no legal pair of columns")))
}

impl std::fmt::Display for StripCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let StripCertificate { strip, pairs } = self;
        let mut text = format!("{TITLE}\nsays: {}\ngame: {}\n", strip.words(), strip.game().name());
        writeln!(text, "boards: {}\nbob: {}\npairs: {}", strip.boards(), strip.bob(), pairs.len())?;
        for &(a, b) in pairs {
            writeln!(text, "{} {}", strip.write(a), strip.write(b))?;
        }
        let checksum = Checksum::of(text.as_bytes()).0;
        writeln!(f, "{text}checksum: {checksum:016x}")
    }
}
