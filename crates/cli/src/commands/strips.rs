//! `chromex prove` and `chromex check` for boards of every length.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use chromex::certificate::checker::StripCertificate;
use chromex::certificate::checker::strip::{Bob, Strip};
use chromex::certificate::{Explanation, NoStrip, prove_strip};
use chromex::rules::{GAMES, Player, parse_game};
use chromex::text::printable;
use chromex_files::{Disk, Replacement, check_writable};
use serde_json::{Value as Json, json};

use super::check::{BELIEVED, Failure, SecondChecker, write_page};
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
pub(super) fn check(
    path: &Path,
    file: &mut dyn BufRead,
    args: &CheckArgs,
    second: Option<&SecondChecker>,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let started = Instant::now();
    let result = check_file(path, file, args, second);
    let time = started.elapsed();
    let explanation = result
        .as_ref()
        .ok()
        .map(|(certificate, graphs)| Explanation::of_strip(certificate, graphs.is_some()));
    if let (Some(explanation), Some(page)) = (&explanation, &args.output) {
        write_page(explanation, page)?;
    }
    let (certificate, graphs) = match result {
        Ok(checked) => checked,
        Err(Failure { why, status }) => {
            let shown = printable(&format!("{}: {why}", path.display())).replace('\n', " ");
            match args.json {
                true => writeln!(out, "{}", json_line(path, time, json!({ "reason": why })))?,
                false => writeln!(out, "{} {shown}", style.error("rejected"))?,
            }
            return Ok(status);
        }
    };
    let StripCertificate { strip, pairs } = &certificate;
    if args.json {
        let mut object = json!({
            "says": strip.words(), "game": strip.game().name(), "graph": strip.boards(), "pairs": pairs.len(),
        });
        if let Some(graphs) = &graphs {
            object["verified"] = true.into();
            object["edges"] = graphs.clone().into();
        }
        if args.explain {
            object["explanation"] = json!(explanation);
        }
        writeln!(out, "{}", json_line(path, time, object))?;
        return Ok(Status::Done);
    }
    match explanation.filter(|_| args.explain) {
        Some(explanation) => write!(out, "{explanation}")?,
        None => {
            writeln!(out, "proved   {}", style.bold(&strip.words()))?;
            let name = strip.game().name();
            let family = name.split(':').next().unwrap_or(&name);
            if let Some(info) = GAMES.iter().find(|info| info.name == family) {
                writeln!(out, "rules    {family}: {}", info.summary)?;
            }
        }
    }
    let line = format!("{}, {}", size(pairs.len()), seconds(time));
    writeln!(out, "checked  {}", style.dim(&line))?;
    if let Some(graphs) = graphs {
        writeln!(out, "edges    {graphs}")?;
        writeln!(out, "verified {}", style.dim(BELIEVED))?;
    }
    if let Some(page) = &args.output {
        writeln!(out, "written  {}", printable(&page.display().to_string()))?;
    }
    Ok(Status::Done)
}

/// The certificate and, if the second checker accepted it too, which graphs it read.
fn check_file(
    path: &Path,
    file: &mut dyn BufRead,
    args: &CheckArgs,
    second: Option<&SecondChecker>,
) -> Result<(StripCertificate, Option<String>), Failure> {
    let started = Instant::now();
    let certificate = StripCertificate::check(file, &parse_game, args.memory, &mut |_| {
        args.seconds.is_none_or(|limit| started.elapsed() < limit)
    })?;
    let claim = certificate.strip.words();
    let graphs = second.map(|second| second.confirm(path, &claim, args)).transpose()?;
    Ok((certificate, graphs))
}

/// What `--json` says of every file, with what is said of this one.
fn json_line(path: &Path, time: Duration, mut object: Json) -> Json {
    object["file"] = path.display().to_string().into();
    object["proved"] = object.get("reason").is_none().into();
    object["seconds"] = time.as_secs_f64().into();
    object
}
