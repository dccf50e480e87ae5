//! `chromex check`: checks certificates, and explains them.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context;
use chromex::Budget;
use chromex::certificate::checker::{Proved, Rejection, Subject, check};
use chromex::certificate::{Explanation, rules};
use chromex::text::printable;
use chromex_files::{Disk, Replacement, check_writable};
use indicatif::ProgressBar;
use serde_json::{Value as Json, json};

use super::prove::size;
use super::strips::{self, EveryLength};
use crate::Status;
use crate::args::CheckArgs;
use crate::output::{Style, count, seconds};

/// Runs `chromex check`.
pub(crate) fn run(args: CheckArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    if let Some(page) = &args.output {
        anyhow::ensure!(args.files.len() == 1, "--output takes the explanation of one certificate");
        check_writable(&Disk::real(), page)?;
    }
    let mut status = Status::Done;
    let second = args.verified.then(SecondChecker::find).transpose()?;
    for path in &args.files {
        let started = Instant::now();
        let result = check_file(path, &args, second.as_ref());
        let time = started.elapsed();
        status =
            status.max(result.as_ref().map_or_else(|failure| failure.status, |_| Status::Done));
        if let (Ok(checked), Some(page)) = (&result, &args.output) {
            write_page(&checked.explanation(), page)?;
        }
        if args.json {
            writeln!(out, "{}", json_result(path, &result, time, args.explain))?;
        } else {
            show_result(path, &result, time, &args, style, out)?;
        }
        out.flush()?;
    }
    Ok(status)
}

/// What a certificate that the checker accepted proves.
enum Proof {
    /// Something about one board, by a set of replies.
    Replies(Box<Proved>),
    /// Something about boards of every length.
    EveryLength(Box<EveryLength>),
}

impl Proof {
    fn check(file: &mut dyn BufRead, budget: &Budget) -> Result<Proof, Rejection> {
        let every_length = strips::counted(file);
        let mut bar = Spinner::new(every_length.unwrap_or("replies"));
        let mut watch = |checked| {
            bar.show(checked);
            budget.check().is_ok()
        };
        let proof = match every_length {
            Some(_) => EveryLength::check(file, budget.memory, &mut watch)
                .map(|certificate| Proof::EveryLength(Box::new(certificate))),
            None => check(file, budget.memory, &mut watch)
                .map(|proved| Proof::Replies(Box::new(proved))),
        };
        bar.finish();
        proof
    }

    /// What is proved.
    fn sentence(&self) -> String {
        match self {
            Proof::Replies(proved) => proved.header.statement.sentence(),
            Proof::EveryLength(certificate) => certificate.sentence(),
        }
    }

    /// The game that it is about, or the games.
    fn subject(&self) -> Subject {
        match self {
            Proof::Replies(proved) => proved.header.statement.subject.clone(),
            Proof::EveryLength(certificate) => Subject::Game(certificate.game().clone()),
        }
    }

    /// How large the certificate is, for people.
    fn size(&self) -> String {
        match self {
            Proof::Replies(proved) => size(proved.header.positions, proved.replies),
            Proof::EveryLength(certificate) => certificate.size(),
        }
    }

    /// What it says, for programs.
    fn describe(&self, object: &mut Json) {
        let Proved { header, replies, .. } = match self {
            Proof::Replies(proved) => &**proved,
            Proof::EveryLength(certificate) => return certificate.describe(object),
        };
        let statement = &header.statement;
        object["says"] = statement.sentence().into();
        object["claim"] = statement.claim.to_string().into();
        object["game"] = statement.game_name().into();
        object["graph"] = statement.board.name().into();
        object["position"] = statement.start.clone().into();
        object["positions"] = header.positions.into();
        object["replies"] = (*replies).into();
    }
}

/// What the checker accepted and, if the second one did too, the edges of the graphs as it read them.
struct Checked {
    proof: Proof,
    edges: Option<String>,
}

impl Checked {
    fn explanation(&self) -> Explanation {
        let verified = self.edges.is_some();
        match &self.proof {
            Proof::Replies(proved) => Explanation::new(proved, verified),
            Proof::EveryLength(certificate) => certificate.explanation(verified),
        }
    }
}

/// Why nothing is proved.
struct Failure {
    why: String,
    status: Status,
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Failure {
        let status = match rejection {
            Rejection::Memory { .. } | Rejection::Room(_) | Rejection::Stopped(_) => {
                Status::Unfinished
            }
            _ => Status::BadInput,
        };
        Failure { why: rejection.to_string(), status }
    }
}

fn check_file(
    path: &Path,
    args: &CheckArgs,
    second: Option<&SecondChecker>,
) -> Result<Checked, Failure> {
    let budget = args.budget().running();
    let mut file = open(path).map_err(|error| {
        let shown = printable(&path.display().to_string());
        let _ = writeln!(io::stderr(), "error: cannot open `{shown}`: {error}");
        Rejection::Unreadable(error)
    })?;
    let proof = Proof::check(&mut file, &budget)?;
    let edges =
        second.map(|second| second.confirm(path, &proof.sentence(), &budget)).transpose()?;
    Ok(Checked { proof, edges })
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path.as_os_str() == "-" {
        true => Box::new(BufReader::new(io::stdin())),
        false => Box::new(BufReader::new(File::open(path)?)),
    })
}

fn write_page(explanation: &Explanation, path: &Path) -> anyhow::Result<()> {
    let mut file = Replacement::begin(&Disk::real(), path)?;
    file.write_all(explanation.page().as_bytes()).map_err(file.failed())?;
    Ok(file.finish()?)
}

fn json_result(
    path: &Path,
    result: &Result<Checked, Failure>,
    time: Duration,
    explain: bool,
) -> Json {
    let mut object = json!({ "file": path.display().to_string(), "proved": result.is_ok() });
    match result {
        Ok(checked) => {
            if let Some(edges) = &checked.edges {
                object["verified"] = true.into();
                object["edges"] = edges.clone().into();
            }
            checked.proof.describe(&mut object);
            if explain {
                object["explanation"] = json!(checked.explanation());
            }
        }
        Err(failure) => object["reason"] = failure.why.clone().into(),
    }
    object["seconds"] = time.as_secs_f64().into();
    object
}

fn show_result(
    path: &Path,
    result: &Result<Checked, Failure>,
    time: Duration,
    args: &CheckArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let checked = match result {
        Ok(checked) => checked,
        Err(Failure { why, .. }) => {
            let shown = printable(&format!("{}: {why}", path.display()));
            writeln!(out, "{} {}", style.error("rejected"), shown.replace('\n', " "))?;
            return Ok(());
        }
    };
    let Checked { proof, edges } = checked;
    if args.explain {
        write!(out, "{}", checked.explanation())?;
    } else {
        show_claim(proof, style, out)?;
    }
    writeln!(out, "checked  {}", style.dim(&format!("{}, {}", proof.size(), seconds(time))))?;
    if let Some(edges) = edges {
        writeln!(out, "edges    {edges}")?;
        writeln!(out, "verified {}", style.dim(BELIEVED))?;
    }
    if let Some(page) = &args.output {
        writeln!(out, "written  {}", printable(&page.display().to_string()))?;
    }
    Ok(())
}

/// What was claimed, on what graph and by which rules, in a few lines.
fn show_claim(proof: &Proof, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "proved   {}", style.bold(&proof.sentence()))?;
    if let Proof::Replies(proved) = proof {
        let board = &proved.header.statement.board;
        let (name, order, edges) = (board.name(), board.order(), board.graph().edge_count());
        writeln!(out, "graph    {name}: {order} vertices, {edges} edges, as the file lists them")?;
    }
    Ok(writeln!(out, "rules    {}", rules(&proof.subject()))?)
}

const BELIEVED: &str = "by chromex-verified too: believe only the definitions in \
    verified/proofs/Rules.v, how it reads the head of the file, Coq and OCaml (docs/verified.md)";

/// The checker that is proved correct: a separate program, in `verified/`.
struct SecondChecker {
    program: PathBuf,
}

impl SecondChecker {
    const NAME: &'static str = "chromex-verified";

    /// Finds the program: in the environment variable, on the path, or in the workspace in which
    /// this program was built.
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

    /// The edges of the graph, as the second checker read them, if it accepts the same claim within
    /// the same limits.
    fn confirm(&self, path: &Path, claim: &str, budget: &Budget) -> Result<String, Failure> {
        let refuse = |why: String, status| Err(Failure { why, status });
        if path.as_os_str() == "-" {
            let message = "--verified reads a certificate twice: give a file instead of -";
            return refuse(message.to_owned(), Status::BadInput);
        }
        let mut command = Command::new(&self.program);
        command.arg("--memory").arg(budget.memory.to_string());
        if let Some(limit) = budget.time {
            command.arg("--seconds").arg(limit.as_secs_f64().to_string());
        }
        let output = match command.arg(path).output() {
            Ok(output) => output,
            Err(error) => {
                let why = format!("cannot run `{}`: {error}", self.program.display());
                return refuse(why, Status::BadInput);
            }
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let line = |name| text.lines().find_map(|line| line.strip_prefix(name));
        let says = line("proved   ");
        match line("graph    ") {
            Some(edges) if output.status.success() && says == Some(claim) => Ok(edges.to_owned()),
            _ => {
                let why = line("rejected ").or(says).unwrap_or("no answer");
                let stopped = output.status.code() == Some(3);
                let status = if stopped { Status::Unfinished } else { Status::BadInput };
                refuse(format!("{} does not prove this: {why}", SecondChecker::NAME), status)
            }
        }
    }
}

/// Shows that a long check is still running.
struct Spinner {
    started: Instant,
    /// What is counted.
    what: &'static str,
    bar: Option<ProgressBar>,
}

impl Spinner {
    fn new(what: &'static str) -> Spinner {
        Spinner { started: Instant::now(), what, bar: None }
    }

    fn show(&mut self, checked: u64) {
        let now = checked.is_multiple_of(4096) && self.started.elapsed() > Duration::from_secs(1);
        if now && io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
            bar.set_message(format!("{} {} checked", count(checked), self.what));
            bar.tick();
        }
    }

    fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
