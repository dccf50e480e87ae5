//! `chromex prove` for boards of every length, and its certificates.

use std::io::{BufRead, Write};
use std::time::Instant;

use anyhow::Context;
use chromex::certificate::checker::strip::{Bob, Strip};
use chromex::certificate::checker::{
    BlocksCertificate, Claim, Rejection, StripCertificate, WindowCertificate, is_blocks, is_strip,
    is_window,
};
use chromex::certificate::{
    Contradiction, Explanation, NoStrip, NoWindow, check_saved, prove_blocks, prove_strip,
    prove_window,
};
use chromex::rules::{Game, Player, parse_game};
use chromex::text::printable;
use chromex::{Budget, Stop};
use chromex_files::{Disk, Replacement, check_writable};
use serde_json::{Value as Json, json};

use crate::Status;
use crate::args::{PORT, ProveArgs};
use crate::output::{Style, count, seconds};
use crate::progress::Progress;

/// Whether this is a family of boards of every length, such as `grid:3xN`.
pub(crate) fn is_family(graph: &str) -> bool {
    graph.ends_with("xN")
}

/// The family of boards of every length to which a board belongs: `grid:4xN` for `grid:4x7`.
pub(crate) fn family_of(graph: &str) -> Option<String> {
    let (rows, columns) = graph.rsplit_once('x')?;
    let is_number = columns == "N" || columns.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| format!("{rows}xN"))
}

/// What is counted while a certificate for boards of every length is checked, if the file begins like one.
pub(crate) fn counted(file: &mut dyn BufRead) -> Option<&'static str> {
    if is_blocks(file) {
        return Some("cases");
    }
    (is_strip(file) || is_window(file)).then_some("contexts")
}

/// A certificate for boards of every length: for Alice, pairs of columns or drawings of blocks; for
/// Bob, positions of a window.
pub(crate) enum EveryLength {
    Pairs(StripCertificate),
    Window(WindowCertificate),
    Blocks(BlocksCertificate),
}

impl EveryLength {
    /// Has the checker look at a file.
    pub(crate) fn check(
        file: &mut dyn BufRead,
        memory: u64,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<EveryLength, Rejection> {
        if is_window(file) {
            let found = WindowCertificate::check(file, &parse_game, memory, watch);
            return found.map(EveryLength::Window);
        }
        if is_blocks(file) {
            return BlocksCertificate::check(file, &parse_game, memory, watch)
                .map(EveryLength::Blocks);
        }
        StripCertificate::check(file, &parse_game, memory, watch).map(EveryLength::Pairs)
    }

    /// What the certificate proves.
    pub(crate) fn sentence(&self) -> String {
        match self {
            EveryLength::Pairs(certificate) => certificate.strip.sentence(),
            EveryLength::Window(certificate) => certificate.window.sentence(),
            EveryLength::Blocks(certificate) => certificate.blocks.sentence(),
        }
    }

    /// The game that it is about.
    pub(crate) fn game(&self) -> &Game {
        match self {
            EveryLength::Pairs(certificate) => certificate.strip.game(),
            EveryLength::Window(certificate) => certificate.window.game(),
            EveryLength::Blocks(certificate) => certificate.blocks.game(),
        }
    }

    fn boards(&self) -> String {
        match self {
            EveryLength::Pairs(certificate) => certificate.strip.boards(),
            EveryLength::Window(certificate) => certificate.window.boards(),
            EveryLength::Blocks(certificate) => certificate.blocks.boards(),
        }
    }

    fn text(&self) -> String {
        match self {
            EveryLength::Pairs(certificate) => certificate.to_string(),
            EveryLength::Window(certificate) => certificate.to_string(),
            EveryLength::Blocks(certificate) => certificate.to_string(),
        }
    }

    /// Its size, for people.
    pub(crate) fn size(&self) -> String {
        match self {
            EveryLength::Pairs(certificate) => {
                format!("{} pairs of columns", count(certificate.pairs.len() as u64))
            }
            EveryLength::Window(certificate) => {
                let (height, width) = certificate.window.size();
                let positions = count(certificate.positions.len() as u64);
                format!("{positions} positions of a window of {height}×{width}")
            }
            EveryLength::Blocks(certificate) => {
                let (drawings, cases) = (certificate.blocks.drawings().len(), certificate.cases);
                format!("{drawings} drawings of blocks, {} cases", count(cases))
            }
        }
    }

    /// What was proved, and how, for people; verified if the second checker accepted it too.
    pub(crate) fn explanation(&self, verified: bool) -> Explanation {
        match self {
            EveryLength::Pairs(certificate) => Explanation::of_strip(certificate, verified),
            EveryLength::Window(certificate) => Explanation::of_window(certificate, verified),
            EveryLength::Blocks(certificate) => Explanation::of_blocks(certificate, verified),
        }
    }

    /// Its description, for programs.
    pub(crate) fn describe(&self, object: &mut Json) {
        object["says"] = self.sentence().into();
        object["game"] = self.game().name().into();
        object["graph"] = self.boards().into();
        match self {
            EveryLength::Pairs(certificate) => object["pairs"] = certificate.pairs.len().into(),
            EveryLength::Window(certificate) => {
                let (height, width) = certificate.window.size();
                object["window"] = format!("{height}x{width}").into();
                object["positions"] = certificate.positions.len().into();
            }
            EveryLength::Blocks(certificate) => {
                object["drawings"] = certificate.blocks.drawings().len().into();
                object["cases"] = certificate.cases.into();
            }
        }
    }
}

/// The player whose win is to be proved. On boards with any number of rows this can only be Bob.
fn winner(args: &ProveArgs, boards: &str) -> anyhow::Result<Player> {
    let claim = args.claim.as_deref().map(str::parse::<Claim>).transpose();
    let from_the_start = args.game.start.is_none() && args.game.colouring.is_none();
    match claim.map_err(|error| anyhow::anyhow!("--claim: {error}"))? {
        None if from_the_start && boards == "grid:MxN" => Ok(Player::Right),
        None if from_the_start => Ok(Player::Left),
        Some(Claim::Winner(winner)) if from_the_start => Ok(winner),
        _ => anyhow::bail!(
            "on boards of every length only who wins from the start can be proved: --claim 'winner = alice' or 'winner = bob'"
        ),
    }
}

/// Why a search was stopped.
struct Stopped {
    why: String,
    /// Whether it goes on from its checkpoint the next time: drawings of blocks are looked for anew.
    goes_on: bool,
}

impl Stopped {
    fn after(why: Stop, goes_on: bool) -> Stopped {
        Stopped { why: why.to_string(), goes_on }
    }
}

/// Looks for a certificate; an error if the budget was used up.
fn find(
    args: &ProveArgs,
    boards: &str,
    budget: &Budget,
) -> anyhow::Result<Result<EveryLength, Stopped>> {
    let game = args.game.game()?;
    let (monitor, checkpoint) = (&budget.monitor, args.game.budget.checkpoint.as_deref());
    if winner(args, boards)? == Player::Right {
        let _progress = Progress::watch_windows(monitor, boards);
        return match prove_window(&game, boards, budget, checkpoint) {
            Ok(found) => Ok(Ok(EveryLength::Window(found))),
            Err(NoWindow::Stopped(stop)) => Ok(Err(Stopped::after(stop, true))),
            Err(error) => Err(error.into()),
        };
    }
    let bob = match (game.skips(), args.game.player.unwrap_or(args.game.first)) {
        (Some(Player::Right), _) | (None, Player::Left) => Bob::MaySkip,
        // If Alice may skip her first turn, it does not matter who begins.
        (Some(Player::Left), _) | (None, Player::Right) => Bob::Begins,
    };
    let strip = Strip::new(game, boards, bob).map_err(anyhow::Error::msg)?;
    // A file of something else is told before the search, not after it.
    check_saved(&strip, checkpoint, budget)?;
    if bob == Bob::MaySkip {
        let _progress = Progress::watch_cases(monitor, boards);
        if let Some(found) = prove_blocks(strip.game(), boards, budget) {
            let stopped = |stop| Stopped::after(stop, false);
            return Ok(found.map(EveryLength::Blocks).map_err(stopped));
        }
    }
    let _progress = Progress::watch_obligations(monitor, boards);
    match prove_strip(strip, budget, checkpoint) {
        Ok(found) => Ok(Ok(EveryLength::Pairs(found))),
        Err(NoStrip::Stopped(stop)) => Ok(Err(Stopped::after(stop, true))),
        Err(NoStrip::None { why, .. }) => Err(no_pairs(&why)),
        Err(error) => Err(error.into()),
    }
}

/// The error that there are no pairs, with the smallest obligation as a board that can be opened.
fn no_pairs(why: &Contradiction) -> anyhow::Error {
    let see = why.link().map(|link| {
        format!("\nto see it: run chromex serve, and open http://127.0.0.1:{PORT}/{link}")
    });
    anyhow::anyhow!(
        "no proof for Alice (for Bob: --claim 'winner = bob'): no set of pairs of neighbouring columns lets her win.\n\
         {} obligations contradict each other, the smallest one: {}.\n\
         This says nothing about who wins: a strategy may have to look at more than pairs{}",
        why.obligations,
        why.smallest,
        see.unwrap_or_default()
    )
}

/// Runs `chromex prove` for a family of boards.
pub(crate) fn prove(
    args: &ProveArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let started = Instant::now();
    let boards = args.game.graph()?;
    winner(args, boards)?;
    check_writable(&Disk::real(), &args.output)?;
    let budget = args.game.budget.budget();
    let certificate = match find(args, boards, &budget)? {
        Ok(certificate) => certificate,
        Err(Stopped { why, goes_on }) => {
            let goes_on = goes_on && budget.monitor.unsaved().is_empty();
            let saved = args.game.budget.checkpoint.as_ref();
            let saved = saved.filter(|file| goes_on && file.exists());
            let saved = saved.map(|file| {
                format!(
                    "; the same command goes on from {}",
                    printable(&file.display().to_string())
                )
            });
            writeln!(out, "nothing is proved: {why}{}", saved.unwrap_or_default())?;
            return Ok(Status::Unfinished);
        }
    };
    let text = certificate.text();
    // Drawings of blocks have already been checked by the checker when they were found.
    if !matches!(certificate, EveryLength::Blocks(_)) {
        EveryLength::check(&mut text.as_bytes(), u64::MAX, &mut |_| true)
            .context("the checker does not accept the certificate: please report this")?;
    }
    let mut file = Replacement::begin(&Disk::real(), &args.output)?;
    file.write_all(text.as_bytes()).map_err(file.failed())?;
    file.finish()?;
    let time = started.elapsed();
    if args.game.json {
        let mut object = json!({
            "file": args.output.display().to_string(), "bytes": text.len(),
            "seconds": time.as_secs_f64(),
        });
        certificate.describe(&mut object);
        writeln!(out, "{object}")?;
        return Ok(Status::Done);
    }
    writeln!(out, "proved   {}", style.bold(&certificate.sentence()))?;
    let (size, bytes) = (certificate.size(), count(text.len() as u64));
    let line = format!("{}: {size}, {bytes} bytes, {}", args.output.display(), seconds(time));
    writeln!(out, "written  {}", style.dim(&line))?;
    Ok(Status::Done)
}
