//! `chromex census`: many graphs times many questions.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use chromex::Budget;
use chromex::graphs::generate::Part;
use chromex_census::files::Format;
use chromex_census::query::Query;
use chromex_census::{
    CensusError, Database, Expression, Plan, Progress, Questions, Source, Summary,
};
use indicatif::{HumanCount, HumanDuration};

use super::query::{Printer, query_of};
use crate::Status;
use crate::args::{By, CensusArgs, about};
use crate::output::{Style, count, counted, pad, seconds};
use crate::progress::Progress as Watch;
use crate::results::Results;

/// A census stores only answers that took long to find: its table contains the others.
const LEAST_TIME_STORED: Duration = Duration::from_millis(50);
/// The default limit on the memory of a thread.
const MEMORY: u64 = 1 << 30;

/// Runs the command.
pub(crate) fn run(
    mut args: CensusArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    if args.list {
        return list(style, out);
    }
    if args.output.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        to_standard_output(&mut args)?;
    }
    let query = query_of(&args.query);
    let plan = plan(&args, &query)?;
    let watch = Watch::watch_quietly(&plan.budget.monitor);
    let mut meter = Meter::new(args.graphs.as_deref().unwrap_or_default());
    let result = match &args.output {
        Some(path) => {
            let format = args.format.map_or_else(|| Format::of(path), Ok);
            let format = format.map_err(anyhow::Error::msg)?;
            let result = chromex_census::run(&plan, path, format, &mut |p| meter.show(p));
            meter.clear();
            let summary = result.map_err(plain)?;
            if summary.complete && wants_answer(&query, plan.smallest) {
                let table = chromex_census::files::Table::open(path, Some(format))?;
                super::query::answer(
                    &table.into(),
                    &Query { condition: None, ..query },
                    &args.query,
                    style,
                    out,
                )?;
            }
            summary
        }
        None => {
            let columns = plan.questions.columns();
            let rest = Query { condition: None, ..query };
            let database = Database::new()?;
            let mut answering = rest.prepare(&columns, &database)?;
            let mut printer = Printer::new(answering.columns().clone(), &args.query, style);
            let mut sink = |row: Vec<chromex_census::Cell>| {
                // Of the smallest rows so far only the last one counts.
                if let (false, Some(row)) = (plan.smallest, answering.push(&row)) {
                    printer.push(row, out).map_err(broken)?;
                } else if plan.smallest {
                    answering.push(&row);
                }
                if answering.has_enough() {
                    plan.budget.monitor.cancel();
                }
                Ok(())
            };
            let result = chromex_census::run_into(&plan, &mut sink, &mut |p| meter.show(p));
            meter.clear();
            let mut summary = result.map_err(plain)?;
            summary.complete |= answering.has_enough();
            answering.finish()?.into_iter().try_for_each(|row| printer.push(row, out))?;
            printer.finish(out)?;
            summary
        }
    };
    drop(watch);
    out.flush()?;
    Ok(report(&args, &plan, &result))
}

/// `-o -` writes the table to standard output, like rows that are not written to a file.
fn to_standard_output(args: &mut CensusArgs) -> anyhow::Result<()> {
    match args.format {
        Some(Format::Csv) => args.query.csv = true,
        Some(Format::JsonLines) => args.query.json = true,
        None if args.query.csv || args.query.json => {}
        None | Some(Format::Parquet) => anyhow::bail!(
            "-o -: a Parquet table cannot be written to standard output; use --format csv or \
             --format jsonl, or name a file"
        ),
    }
    args.output = None;
    Ok(())
}

/// Whether something is shown besides the table that is written.
fn wants_answer(query: &Query, smallest: bool) -> bool {
    smallest
        || !query.count_by.is_empty()
        || !query.select.is_empty()
        || !query.sort.is_empty()
        || query.limit.is_some()
}

fn broken(error: anyhow::Error) -> CensusError {
    // The kind of error must be preserved: a reader that has gone is not a failure.
    CensusError::Output(error.downcast().unwrap_or_else(std::io::Error::other))
}

/// Errors of the output have a different exit code from errors of the input.
fn plain(error: CensusError) -> anyhow::Error {
    match error {
        CensusError::Output(error) => error.into(),
        other => anyhow::Error::msg(other.to_string()),
    }
}

/// The question whose answers are in the column of this name: `proper:2` for `proper_2`.
fn question_of(column: &str) -> Option<String> {
    let mut candidates = vec![String::new()];
    for c in column.chars() {
        let choices: &[char] = if c == '_' { &['_', ':', '.', '-'] } else { &[c] };
        let longer = |text: &String| choices.iter().map(|c| format!("{text}{c}")).collect();
        candidates = candidates.iter().flat_map::<Vec<String>, _>(longer).collect();
        if candidates.len() > 1000 {
            return None;
        }
    }
    candidates.into_iter().find(|text| {
        let columns = Questions::parse(&[text]).map(|questions| questions.columns());
        columns.is_ok_and(|columns| columns.iter().any(|(name, _)| name == column))
    })
}

fn plan(args: &CensusArgs, query: &Query) -> anyhow::Result<Plan> {
    let mut questions = Questions::parse(&args.questions)?;
    let expressions = query.condition.iter().chain(&query.select).chain(&query.count_by);
    // Columns that only an expression uses are asked for too.
    for name in expressions.flat_map(|text| Expression::names(text)) {
        let known = questions.columns().iter().any(|(column, _)| *column == name);
        if !known && let Some(question) = question_of(&name) {
            questions.add(&question)?;
        }
    }
    let columns = questions.columns();
    let condition = match query.condition.as_deref() {
        Some(text) => {
            Some(Expression::condition(text, &columns).map_err(|error| about("--where", error))?)
        }
        None => None,
    };
    // Mistakes are reported before the work, not after it.
    Query { condition: None, ..query.clone() }.prepare(&columns, &Database::new()?)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if args.threads == 0 { cores() } else { args.threads.into() };
    let budget = Budget {
        nodes: args.nodes,
        time: args.seconds,
        memory: args.memory.unwrap_or(MEMORY.min(Budget::default().memory / threads as u64)),
        ..Budget::default()
    };
    let graphs = args.graphs.as_deref().unwrap_or_default();
    let source = budget
        .graph_limit()
        .during(|| Source::parse(graphs))
        .map_err(|error| anyhow::anyhow!("--graphs: {error}"))?
        .part(args.part.unwrap_or(Part::WHOLE));
    Ok(Plan {
        condition,
        smallest: query.smallest,
        budget,
        threads,
        store: Results::open(&args.store, args.by, None, None)
            .store
            .map(|store| store.keeping_from(LEAST_TIME_STORED)),
        theorems: args.by == By::Theorem,
        force: args.force,
        ..Plan::new(source, questions)
    })
}

/// Reports what was done on standard error, because standard output is for the table.
fn report(args: &CensusArgs, plan: &Plan, summary: &Summary) -> Status {
    let progress = &summary.progress;
    let totals = &progress.totals;
    let mut err = std::io::stderr();
    let fresh = totals.graphs - progress.resumed;
    let mut words =
        vec![format!("{} in {}", counted(totals.graphs, "graph"), seconds(progress.time))];
    if progress.resumed > 0 {
        words.push(format!("{} of them before", count(progress.resumed)));
    }
    if fresh > 0 && progress.time > Duration::from_millis(10) {
        let rate = fresh as f64 / progress.time.as_secs_f64();
        words.push(format!("{} a second", count(rate as u64)));
    }
    if plan.condition.is_some() && !plan.smallest {
        words.push(counted(totals.rows, "row"));
    }
    if totals.unanswered > 0 {
        words.push(format!("{} unanswered (null)", counted(totals.unanswered, "question")));
    }
    if totals.undecided > 0 {
        words.push(format!("{} left undecided", counted(totals.undecided, "graph")));
    }
    let _ = writeln!(err, "{}", words.join(", "));
    if !summary.complete {
        let again = match &args.output {
            Some(path) => format!("the same command goes on from here ({}.part)", path.display()),
            None => "nothing was written down; with -o FILE it could go on".to_owned(),
        };
        let _ = writeln!(err, "stopped: {again}");
    }
    let whole = summary.complete && totals.unanswered == 0;
    if whole { Status::Done } else { Status::Unfinished }
}

fn list(style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    for (word, what) in Questions::every() {
        writeln!(out, "{}  {what}", style.bold(&pad(&word, 22)))?;
    }
    Ok(Status::Done)
}

/// A progress line on the terminal, now and then.
struct Meter {
    what: String,
    started: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl Meter {
    fn new(what: &str) -> Meter {
        let terminal = std::io::stderr().is_terminal();
        Meter { what: what.to_owned(), started: Instant::now(), shown: None, terminal }
    }

    fn show(&mut self, progress: &Progress) {
        let last = self.shown.unwrap_or(self.started);
        // On a terminal the line is updated often; a log file gets one line each minute.
        let pause =
            if self.terminal { Duration::from_millis(500) } else { Duration::from_secs(60) };
        if last.elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let totals = &progress.totals;
        let rate =
            (totals.graphs - progress.resumed) as f64 / progress.time.as_secs_f64().max(1e-9);
        let all = progress.total.map(|all| format!(" of {}", HumanCount(all))).unwrap_or_default();
        let left = progress.total.map(|all| {
            let left = all.saturating_sub(totals.graphs) as f64 / rate.max(1e-9);
            format!(", about {} to go", HumanDuration(Duration::from_secs_f64(left.min(1e15))))
        });
        let line = format!(
            "{}: {}{all} graphs, {} a second{}, {}",
            self.what,
            HumanCount(totals.graphs),
            HumanCount(rate as u64),
            left.unwrap_or_default(),
            counted(totals.rows, "row")
        );
        let mut err = std::io::stderr();
        let _ = match self.terminal {
            true => write!(err, "\r\x1b[2K{line} (Ctrl-C stops)"),
            false => writeln!(err, "{line}"),
        };
    }

    fn clear(&mut self) {
        if self.terminal && self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
