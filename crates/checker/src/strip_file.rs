//! The file of a certificate for boards of every length: lines of text.

use std::fmt;
use std::io::{BufRead, Read};

use chromex_rules::Game;
use chromex_text::Checksum;

use crate::header::{Lines, number};
use crate::strip::{Bob, Pair, SideBySide, Strip};
use crate::{Games, Rejection};

const TITLE: &str = "chromex strip certificate 1";

/// An upper bound on the bytes of a pair and its images in the set, for each of them.
const BYTES_OF_A_PAIR: u64 = 128;

/// A certificate that Alice wins on boards of every length.
#[derive(Debug, Clone)]
pub struct StripCertificate {
    /// The game and the boards: the sentence [`Strip::sentence`] is true.
    pub strip: Strip,
    /// The columns that may stand side by side; one pair of each class of symmetric pairs.
    pub pairs: Vec<Pair>,
}

/// Whether a file begins like such a certificate. This reads nothing from `input`.
pub fn is_strip(input: &mut dyn BufRead) -> bool {
    input.fill_buf().is_ok_and(|start| start.starts_with(TITLE.as_bytes()))
}

impl StripCertificate {
    /// Reads a certificate about one of these games and checks it, using no more than about
    /// `memory` bytes; `watch` is called often with the number of contexts looked at so far, and
    /// says whether to go on.
    pub fn check(
        input: &mut dyn BufRead,
        games: &Games<'_>,
        memory: u64,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<StripCertificate, Rejection> {
        let certificate = StripCertificate::read(input, games, memory)?;
        let StripCertificate { strip, pairs } = &certificate;
        let mut set = SideBySide::default();
        pairs.iter().for_each(|&pair| set.allow(strip, pair));
        let mut contexts = 0;
        let unmet = strip.unmet(&set, 1, &mut || {
            contexts += 1;
            watch(contexts)
        });
        match unmet.ok_or(Rejection::Stopped(contexts))?.first() {
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
        let mut lines = Lines::new(input);
        let (stated, game) = game(&mut lines, TITLE, games)?;
        let boards = lines.field("boards")?;
        let bob = match lines.field("bob")?.as_str() {
            "begins" => Bob::Begins,
            "may skip" => Bob::MaySkip,
            other => return Err(bad(format!("bob: `{other}` is neither `begins` nor `may skip`"))),
        };
        let strip = Strip::new(game, &boards, bob).map_err(bad)?;
        if stated != strip.sentence() {
            return Err(bad(format!("the head says “{stated}”, but claims: {}", strip.sentence())));
        }
        let count = number("pairs", &lines.field("pairs")?)?;
        let bytes = count.saturating_mul(strip.symmetries() as u64).saturating_mul(BYTES_OF_A_PAIR);
        if bytes > memory {
            return Err(Rejection::Memory { positions: count, bytes });
        }
        let mut pairs = Vec::new();
        for _ in 0..count {
            let line = lines.line()?;
            lines.add(&line);
            pairs.push(pair(&strip, line.trim_end_matches('\n'))?);
        }
        let certificate = StripCertificate { strip, pairs };
        finish(lines, &certificate.text())?;
        Ok(certificate)
    }
}

/// Reads the first lines of a file for boards of every length: the claim in the file, and the game.
pub(crate) fn game(
    lines: &mut Lines<'_>,
    title: &str,
    games: &Games<'_>,
) -> Result<(String, Game), Rejection> {
    let first = lines.line()?;
    if first.trim_end() != title {
        return Err(Rejection::Header(format!("the file does not begin with `{title}`")));
    }
    lines.add(&first);
    let stated = lines.field("says")?;
    let game = games(&lines.field("game")?);
    let game = game.map_err(|error| Rejection::Header(format!("game: {}", error.message())))?;
    Ok((stated, game))
}

/// Checks that the text read is the text that would be written, that its checksum is right, and
/// that nothing follows it.
pub(crate) fn finish(mut lines: Lines<'_>, written: &str) -> Result<(), Rejection> {
    let read = lines.text.clone();
    if let Some((ours, theirs)) = written.lines().zip(read.lines()).find(|(a, b)| a != b) {
        return Err(Rejection::Header(format!("`{theirs}` is written `{ours}`")));
    }
    if written.len() != read.len() {
        return Err(Rejection::Header("a line stands there twice".into()));
    }
    if lines.checksum()? != Checksum::of(read.as_bytes()).0 {
        return Err(Rejection::Checksum);
    }
    match lines.input.bytes().count() as u64 {
        0 => Ok(()),
        left => Err(Rejection::LeftOver(left)),
    }
}

fn pair(strip: &Strip, line: &str) -> Result<Pair, Rejection> {
    let columns = line.split_once(' ').and_then(|(a, b)| Some((strip.read(a)?, strip.read(b)?)));
    columns
        .filter(|&pair| strip.is_legal(pair))
        .ok_or_else(|| Rejection::Header(format!("`{line}` is no legal pair of columns")))
}

impl StripCertificate {
    /// The text of the file, without its checksum.
    fn text(&self) -> String {
        let StripCertificate { strip, pairs } = self;
        let (sentence, game, boards, bob) =
            (strip.sentence(), strip.game().name(), strip.boards(), strip.bob());
        let head =
            format!("{TITLE}\nsays: {sentence}\ngame: {game}\nboards: {boards}\nbob: {bob}\n");
        let line = |&(a, b): &Pair| format!("{} {}\n", strip.write(a), strip.write(b));
        let lines: String = pairs.iter().map(line).collect();
        format!("{head}pairs: {}\n{lines}", pairs.len())
    }
}

impl fmt::Display for StripCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        writeln!(f, "{text}checksum: {:016x}", Checksum::of(text.as_bytes()).0)
    }
}
