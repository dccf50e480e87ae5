//! `chromex prove` and `chromex check` for boards of every length.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use chromex::certificate::checker::strip::{Bob, Strip};
use chromex::certificate::checker::{Rejection, StripCertificate};
use chromex::certificate::{NoStrip, prove_strip};
use chromex::rules::{GAMES, Player, parse_game};
use chromex::text::printable;
use chromex_files::{Disk, Replacement, check_writable};
use serde_json::json;

use crate::Status;
use crate::args::{CheckArgs, ProveArgs};
use crate::output::{Style, count, seconds};
use crate::progress::Progress;

/// Whether this is a family of boards of every length, such as `grid:3xN`.
pub fn is_strip(graph: &str) -> bool {
    graph.ends_with("xN")
}

/// Runs `chromex prove` for a family of boards.
pub fn prove(args: &ProveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let started = Instant::now();
    if args.claim.is_some() || args.game.start.is_some() || args.game.colouring.is_some() {
        anyhow::bail!(
            "on boards of every length only a win for Alice from the start can be proved"
        );
    }
    let bob = match args.game.player.unwrap_or(args.game.first) {
        Player::Left => Bob::MaySkip,
        Player::Right => Bob::Begins,
    };
    let boards = args.game.graph()?;
    let strip = Strip::new(args.game.game()?, boards, bob).map_err(anyhow::Error::msg)?;
    check_writable(&Disk::real(), &args.output)?;
    let budget = args.game.budget.budget();
    let progress = Progress::watch(&budget.monitor, boards);
    let proved = prove_strip(strip, &budget);
    drop(progress);
    let certificate = match proved {
        Ok(certificate) => certificate,
        Err(NoStrip::Stopped(stop)) => {
            writeln!(out, "nothing is proved: {stop}")?;
            return Ok(Status::Unfinished);
        }
        Err(error) => return Err(error.into()),
    };
    let text = certificate.to_string();
    StripCertificate::check(&mut text.as_bytes(), &parse_game, u64::MAX, &mut |_| true)
        .context("the checker does not accept the certificate: please report this")?;
    let mut file = Replacement::begin(&Disk::real(), &args.output)?;
    file.write_all(text.as_bytes()).map_err(file.failed())?;
    file.finish()?;
    let (words, pairs, time) =
        (certificate.strip.words(), certificate.pairs.len(), started.elapsed());
    if args.game.json {
        let object = json!({
            "game": certificate.strip.game().name(), "graph": boards, "says": words,
            "file": args.output.display().to_string(), "pairs": pairs, "bytes": text.len(),
            "seconds": time.as_secs_f64(),
        });
        writeln!(out, "{object}")?;
        return Ok(Status::Done);
    }
    writeln!(out, "proved   {}", style.bold(&words))?;
    let bytes = count(text.len() as u64);
    let line =
        format!("{}: {}, {bytes} bytes, {}", args.output.display(), size(pairs), seconds(time));
    writeln!(out, "written  {}", style.dim(&line))?;
    Ok(Status::Done)
}

fn size(pairs: usize) -> String {
    format!("{} pairs of columns", count(pairs as u64))
}

/// Checks one certificate for boards of every length and says what it proves.
pub fn check(
    path: &Path,
    file: &mut dyn BufRead,
    args: &CheckArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    anyhow::ensure!(args.output.is_none(), "--output is not for boards of every length");
    let started = Instant::now();
    let result = match args.verified {
        true => {
            Err(Rejection::Claim("chromex-verified does not know boards of every length".into()))
        }
        false => StripCertificate::check(file, &parse_game, args.memory, &mut |_| {
            args.seconds.is_none_or(|limit| started.elapsed() < limit)
        }),
    };
    let time = started.elapsed();
    let status = match &result {
        Ok(_) => Status::Done,
        Err(Rejection::Memory { .. } | Rejection::Stopped(_)) => Status::Unfinished,
        Err(_) => Status::BadInput,
    };
    if args.json {
        let mut object = json!({ "file": path.display().to_string(), "proved": result.is_ok() });
        match &result {
            Ok(StripCertificate { strip, pairs }) => {
                object["says"] = strip.words().into();
                object["game"] = strip.game().name().into();
                object["graph"] = strip.boards().into();
                object["pairs"] = pairs.len().into();
            }
            Err(rejection) => object["reason"] = rejection.to_string().into(),
        }
        object["seconds"] = time.as_secs_f64().into();
        writeln!(out, "{object}")?;
        return Ok(status);
    }
    match result {
        Ok(StripCertificate { strip, pairs }) => {
            writeln!(out, "proved   {}", style.bold(&strip.words()))?;
            let name = strip.game().name();
            let family = name.split(':').next().unwrap_or(&name);
            if let Some(info) = GAMES.iter().find(|info| info.name == family) {
                writeln!(out, "rules    {family}: {}", info.summary)?;
            }
            let line = format!("{}, {}", size(pairs.len()), seconds(time));
            writeln!(out, "checked  {}", style.dim(&line))?;
        }
        Err(rejection) => {
            let shown = printable(&format!("{}: {rejection}", path.display()));
            writeln!(out, "{} {}", style.error("rejected"), shown.replace('\n', " "))?;
        }
    }
    Ok(status)
}
