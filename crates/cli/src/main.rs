//! The `chromex` program: colouring games on graphs, exactly.

mod args;
mod commands;
mod input;
mod output;
mod progress;
mod results;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Colour, Command};

/// The result of a run, for the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything asked for was answered.
    Done,
    /// A search used up its budget and said so.
    Unfinished,
    /// Some of the input could not be understood.
    BadInput,
    /// Something failed that should not fail.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Unfinished => 3,
            Status::BadInput => 2,
            Status::Failed => 1,
        })
    }
}

/// A large stack, because the engines recurse once for each move.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| run(arguments));
    let ended = worker.map(std::thread::JoinHandle::join);
    tell_peak();
    match ended {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Tells tests the most memory that was taken, as the system says it of this process.
fn tell_peak() {
    if std::env::var_os("CHROMEX_TELL_PEAK").is_none() {
        return;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with("VmHWM:")) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn run(arguments: Arguments) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout());
    let style = output::Style::new(match arguments.color {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    });
    let result = dispatch(arguments.command, style, &mut out);
    match result.and_then(|status| Ok(out.flush().map(|()| status)?)) {
        Ok(status) => status.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            let shown = chromex::text::printable(&format!("{error:#}"));
            let _ = writeln!(io::stderr(), "{} {shown}", style.error("error:"));
            if error.is::<io::Error>() { ExitCode::FAILURE } else { Status::BadInput.into() }
        }
    }
}

fn dispatch(
    command: Command,
    style: output::Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    match command {
        Command::Solve(args) => commands::solve::run(args, style, out),
        Command::Moves(args) => commands::moves::run(args, style, out),
        Command::Line(args) => commands::line::run(args, style, out),
        Command::Chi(args) => commands::chi::run(args, style, out),
        Command::Play(args) => commands::play::run(args, style, out),
        Command::Verify(args) => commands::verify::run(args, style, out),
        Command::Table(args) => commands::table::run(args, style, out),
        Command::Duel(args) => commands::duel::run(args, style, out),
        Command::Cograph(args) => commands::cograph::run(args, style, out),
        Command::Reduce(args) => commands::reduce::run(args, out),
        Command::Prove(args) => commands::prove::run(args, style, out),
        Command::Check(args) => commands::check::run(args, style, out),
        Command::Value(args) => commands::value::run(args, style, out),
        #[cfg(feature = "sequences")]
        Command::Sequence(args) => commands::sequence::run(args, style, out),
        Command::Census(args) => commands::census::run(args, style, out),
        Command::Query(args) => commands::query::run(args, style, out),
        Command::Conjecture(args) => commands::conjecture::run(args, style, out),
        Command::Store(args) => commands::store::run(args, style, out),
        #[cfg(feature = "server")]
        Command::Serve(args) => commands::serve::run(args, style, out),
        #[cfg(feature = "server")]
        Command::Site(args) => commands::site::run(&args, style, out),
        Command::Graph(args) => commands::graph::run(args, out),
        Command::All(args) => commands::all::run(&args, out),
        Command::Games(args) => commands::games::run(args, style, out),
        Command::Families(args) => commands::lists::families(args, style, out),
        Command::Tints(args) => commands::tints::run(args, out),
        Command::Figures(args) => commands::figures::run(args, style, out),
        Command::Strategies(args) => commands::lists::strategies(args, style, out),
        Command::Completions { shell } => commands::shell::completions(shell, out),
        Command::Man { folder } => commands::shell::man_pages(&folder, out),
    }
}

/// Whether the reader of the output has gone, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
