//! `chromex prove`: writes a certificate. `chromex check`: checks some.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context;
use chromex::certificate::checker::{Claim, MAX_ORDER, Proved, Rejection, Statement, check};
use chromex::certificate::{Certificate, Unproved, prove, suggest, suggest_chi};
use chromex::describe;
use chromex::rules::{GAMES, Game, Position};
use chromex_files::{Disk, Replacement, check_writable};
use indicatif::ProgressBar;
use serde_json::{Value as Json, json};

use super::position;
use crate::Status;
use crate::args::{CheckArgs, ProveArgs};
use crate::input::{GraphCount, Source};
use crate::output::{Style, count, seconds};
use crate::progress::Progress;

/// Runs `chromex prove`.
pub fn run(args: ProveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let started = Instant::now();
    let claim = args.claim.as_deref().map(str::parse::<Claim>).transpose();
    let claim = claim.map_err(|error| anyhow::anyhow!("--claim: {error}"))?;
    let about_chi = matches!(claim, Some(Claim::Chi(..))) || args.game.game == "colouring";
    // Any number of colours will do to say where χ_g is asked for.
    let game = if about_chi { Game::colouring(1)? } else { args.game.game()? };
    let mut source = Source::open(&args.game.graph)?;
    let board = match (source.how_many(), source.next()) {
        (GraphCount::Single | GraphCount::Stream, Some(board)) => board?,
        _ => anyhow::bail!("a certificate is about one graph: `{}` is not", args.game.graph),
    };
    if board.order() > MAX_ORDER {
        anyhow::bail!("{} vertices: a certificate has at most {MAX_ORDER}", board.order());
    }
    let position = position(&args.game, &game, board)?;
    check_writable(&Disk::real(), &args.output)?;
    let budget = args.game.budget.budget();
    let progress = Progress::watch(&budget.monitor, position.board().name());
    let claim = match claim {
        Some(claim) => Ok(claim),
        None if about_chi => suggest_chi(position.board(), position.turn(), &budget),
        None => suggest(&position, &budget),
    };
    let proved = claim.and_then(|claim| prove(Statement::about(&position, claim), &budget));
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

/// Has the checker look at the certificate, and writes it if all is well.
fn save(certificate: &Certificate, path: &Path) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes)?;
    check(&mut bytes.as_slice(), u64::MAX, &mut |_| ())
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
    let words = header.statement.words();
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

fn size(positions: u64, replies: u64) -> String {
    format!("{} positions, {} replies", count(positions), count(replies))
}

/// Runs `chromex check`.
pub fn check_files(args: CheckArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut status = Status::Done;
    let second = args.verified.then(SecondChecker::find).transpose()?;
    for path in &args.files {
        let started = Instant::now();
        let mut bar = Spinner { started, bar: None };
        let opened = open(path);
        if let Err(error) = &opened {
            let _ = writeln!(io::stderr(), "error: cannot open `{}`: {error}", path.display());
        }
        let result = opened
            .map_err(Rejection::Unreadable)
            .and_then(|mut file| check(&mut file, args.memory, &mut |replies| bar.tell(replies)));
        bar.finish();
        let result = result.and_then(|proved| match &second {
            Some(second) => Ok(Checked { edges: Some(second.edges(path, &proved)?), proved }),
            None => Ok(Checked { edges: None, proved }),
        });
        let time = started.elapsed();
        status = status.max(match &result {
            Ok(_) => Status::Done,
            Err(Rejection::Memory { .. }) => Status::Unfinished,
            Err(_) => Status::BadInput,
        });
        if args.json {
            writeln!(out, "{}", json_result(path, &result, time))?;
        } else {
            show_result(path, &result, time, style, out)?;
        }
        out.flush()?;
    }
    Ok(status)
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path.as_os_str() == "-" {
        true => Box::new(BufReader::new(io::stdin())),
        false => Box::new(BufReader::new(File::open(path)?)),
    })
}

/// What the checker accepted and, if the second one did too, the edges of the graph as it read them.
struct Checked {
    proved: Proved,
    edges: Option<String>,
}

fn json_result(path: &Path, result: &Result<Checked, Rejection>, time: Duration) -> Json {
    let mut object = json!({ "file": path.display().to_string(), "proved": result.is_ok() });
    match result {
        Ok(Checked { proved: Proved { header, replies }, edges }) => {
            let statement = &header.statement;
            if let Some(edges) = edges {
                object["verified"] = true.into();
                object["edges"] = edges.clone().into();
            }
            object["says"] = statement.words().into();
            object["claim"] = statement.claim.to_string().into();
            object["game"] = statement.game_name().into();
            object["graph"] = statement.board.name().into();
            object["position"] = statement.start.clone().into();
            object["positions"] = header.positions.into();
            object["replies"] = (*replies).into();
        }
        Err(rejection) => object["reason"] = rejection.to_string().into(),
    }
    object["seconds"] = time.as_secs_f64().into();
    object
}

fn show_result(
    path: &Path,
    result: &Result<Checked, Rejection>,
    time: Duration,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Checked { proved: Proved { header, replies }, edges: verified } = match result {
        Ok(checked) => checked,
        Err(rejection) => {
            // It may quote the file, which may be anything.
            let why = rejection.to_string().replace(char::is_control, "·");
            writeln!(out, "{} {}: {why}", style.error("rejected"), path.display())?;
            return Ok(());
        }
    };
    let statement = &header.statement;
    let (graph, game) = (statement.board.graph(), statement.game_name());
    writeln!(out, "proved   {}", style.bold(&statement.words()))?;
    let (name, order, edges) = (statement.board.name(), graph.order(), graph.edge_count());
    writeln!(out, "graph    {name}: {order} vertices, {edges} edges, as the file lists them")?;
    let family = game.split(':').next().unwrap_or(&game);
    if let Some(info) = GAMES.iter().find(|info| info.name == family) {
        writeln!(out, "rules    {family}: {}", info.summary)?;
    } else if let Some(game) = &statement.game {
        writeln!(out, "rules    {}", describe(game).rules.join(" "))?;
    }
    let size = size(header.positions, *replies);
    writeln!(out, "checked  {}", style.dim(&format!("{size}, {}", seconds(time))))?;
    if let Some(edges) = verified {
        writeln!(out, "edges    {edges}")?;
        writeln!(out, "verified {}", style.dim(BELIEVED))?;
    }
    Ok(())
}

const BELIEVED: &str = "by chromex-verified too: believe only the definitions in \
    verified/proofs/Rules.v, how it reads the head of the file, Coq and OCaml (docs/verified.md)";

/// The checker that is proved correct: a program of its own, in `verified/`.
struct SecondChecker {
    program: PathBuf,
}

impl SecondChecker {
    const NAME: &'static str = "chromex-verified";

    /// Where it is: as the environment says, on the path, or in the workspace in which this program was built.
    fn find() -> anyhow::Result<SecondChecker> {
        if let Some(program) = env::var_os("CHROMEX_VERIFIED").map(PathBuf::from) {
            anyhow::ensure!(
                program.is_file(),
                "CHROMEX_VERIFIED names `{}`, which is no file",
                program.display()
            );
            return Ok(SecondChecker { program });
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let executable = env::current_exe().unwrap_or_default();
        let around = executable.ancestors().map(|folder| folder.join("verified"));
        let program = env::split_paths(&path)
            .chain(around)
            .map(|folder| folder.join(SecondChecker::NAME))
            .find(|program| program.is_file());
        let program = program.context(
            "--verified needs the program chromex-verified: build it with `make -C verified` (Debian packages \
             coq and ocaml-nox), then put it on the PATH or name it in CHROMEX_VERIFIED",
        )?;
        Ok(SecondChecker { program })
    }

    /// The edges of the graph about which it finds the same claim proved.
    fn edges(&self, path: &Path, proved: &Proved) -> Result<String, Rejection> {
        if path.as_os_str() == "-" {
            let message = "--verified reads a certificate twice: give a file instead of -";
            return Err(Rejection::Claim(message.to_owned()));
        }
        let output = Command::new(&self.program).arg(path).output().map_err(|error| {
            Rejection::Claim(format!("cannot run `{}`: {error}", self.program.display()))
        })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = |name| text.lines().find_map(|line| line.strip_prefix(name));
        let says = line("proved   ");
        match line("graph    ") {
            Some(edges)
                if output.status.success() && says == Some(&proved.header.statement.words()) =>
            {
                Ok(edges.to_owned())
            }
            _ => {
                let why = line("rejected ").or(says).unwrap_or("no answer");
                Err(Rejection::Claim(format!("{} does not prove this: {why}", SecondChecker::NAME)))
            }
        }
    }
}

/// Shows that a long check is alive.
struct Spinner {
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Spinner {
    fn tell(&mut self, replies: u64) {
        let now = replies.is_multiple_of(4096) && self.started.elapsed() > Duration::from_secs(1);
        if now && io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
            bar.set_message(format!("{} replies checked", count(replies)));
            bar.tick();
        }
    }

    fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
