//! `chromex prove`: writes a certificate.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use chromex::certificate::checker::{Claim, MAX_ORDER, Subject, check};
use chromex::certificate::{Certificate, Unproved, prove_claim, prove_least, subject};
use chromex::rules::{Position, UNCOLOURED};
use chromex_files::{Disk, Replacement, check_writable};

use super::{only_board, position, strips};
use crate::Status;
use crate::args::ProveArgs;
use crate::input::{GraphCount, Source};
use crate::output::{Style, count, seconds};
use crate::progress::Progress;

/// Runs `chromex prove`.
pub(crate) fn run(
    mut args: ProveArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    if args.every {
        let graph = args.game.graph()?;
        let family = strips::family_of(graph).ok_or_else(|| {
            anyhow::anyhow!("--every: `{graph}` is no board of rows and columns, such as grid:4xN")
        });
        args.game.graph = Some(family?);
    }
    if strips::is_family(args.game.graph()?) {
        anyhow::ensure!(!args.near, "--near is for one board, not for boards of every length");
        return strips::prove(&args, style, out);
    }
    let started = Instant::now();
    let claim = args.claim.as_deref().map(str::parse::<Claim>).transpose();
    let claim = claim.map_err(|error| anyhow::anyhow!("--claim: {error}"))?;
    let typed = args.game.game();
    let text = typed.as_ref().map_or_else(|_| args.game.game.clone(), |game| game.name());
    let (game, games) = match (subject(&text, claim.as_ref()), typed) {
        // Any number will do to say where the least one is asked for.
        (Ok(Subject::Family(games)), _) => (games.member(1)?, Some(games)),
        (Ok(Subject::Game(_)), typed) => (typed?, None),
        (Err(_), Err(error)) => return Err(error),
        (Err(error), Ok(_)) => return Err(error.into()),
    };
    let mut source = Source::open(args.game.graph()?)?;
    let budget = args.game.budget.budget().running();
    let board = match (source.how_many(), only_board(&mut source, &budget)?) {
        (GraphCount::Single | GraphCount::Stream, Some(board)) => board,
        _ => anyhow::bail!("a certificate is about one graph: `{}` is not", args.game.graph()?),
    };
    if board.order() > MAX_ORDER {
        anyhow::bail!("{} vertices: a certificate has at most {MAX_ORDER}", board.order());
    }
    let position = position(&args.game, &game, board.clone())?;
    check_writable(&Disk::real(), &args.output)?;
    let progress = Progress::watch(&budget.monitor, position.board().name());
    let proved = match games {
        Some(_) if position.colouring().iter().any(|&colour| colour != UNCOLOURED) => {
            Err(Unproved::Claim("χ_g and its like are about the uncoloured graph".to_owned()))
        }
        Some(games) => prove_least(games, board, position.turn(), claim, args.near, &budget),
        None => prove_claim(&position, claim, args.near, &budget),
    };
    drop(progress);
    let certificate = match proved {
        Ok(certificate) => certificate,
        Err(Unproved::Stopped(stop)) => {
            writeln!(out, "nothing is proved: {stop}")?;
            return Ok(Status::Unfinished);
        }
        Err(error) => return Err(error.into()),
    };
    save(&certificate, &args.output)?;
    show(&args, &position, &certificate, started.elapsed(), style, out)?;
    Ok(Status::Done)
}

/// Checks the certificate with the checker, and writes it if it is accepted.
fn save(certificate: &Certificate, path: &Path) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes)?;
    check(&mut bytes.as_slice(), u64::MAX, &mut |_| true)
        .context("the checker does not accept the certificate: please report this")?;
    let mut file = Replacement::begin(&Disk::real(), path)?;
    file.write_all(&bytes).map_err(file.failed())?;
    Ok(file.finish()?)
}

fn show(
    args: &ProveArgs,
    position: &Position,
    certificate: &Certificate,
    time: Duration,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let header = &certificate.header;
    let words = header.statement.sentence();
    if args.game.json {
        let mut object = serde_json::json!(chromex::PositionReport::new(position));
        object["game"] = header.statement.game_name().into();
        object["claim"] = header.statement.claim.to_string().into();
        object["says"] = words.into();
        object["file"] = args.output.display().to_string().into();
        object["positions"] = header.positions.into();
        object["replies"] = certificate.replies.into();
        object["bytes"] = certificate.bytes().into();
        object["seconds"] = time.as_secs_f64().into();
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "proved   {}", style.bold(&words))?;
    let size = size(header.positions, certificate.replies);
    let bytes = count(certificate.bytes());
    let line = format!("{}: {size}, {bytes} bytes, {}", args.output.display(), seconds(time));
    writeln!(out, "written  {}", style.dim(&line))?;
    Ok(())
}

pub(super) fn size(positions: u64, replies: u64) -> String {
    format!("{} positions, {} replies", count(positions), count(replies))
}
