//! `chromex sequence`: nimber sequences of octal games and of games on paths and cycles.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chromex::Budget;
use chromex::sequence::analysis::Report;
use chromex::sequence::period::Period;
use chromex::sequence::{
    Found, LIST, Sequence, Until, compute, export, memory_needed, parquet, plot,
};
use chromex::text::Bytes;
use chromex_files::{Disk, Replacement, check_writable};
use serde_json::{Value as Json, json};

use super::facts::status;
use crate::Status;
use crate::args::SequenceArgs;
use crate::output::{self, Style, count, pad, wrap};
use crate::progress::Progress;

/// Up to this number of terms, the values are listed rather than summarised.
const LISTED: usize = 200;

/// The number of entries in lists of a report; longer lists are cut off.
const SHOWN: usize = 40;

/// Runs the command.
pub(crate) fn run(
    args: SequenceArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    if args.list {
        return list(&args, style, out);
    }
    let Some(name) = &args.name else {
        anyhow::bail!("which sequence? Give a code such as .007, or see `chromex sequence --list`");
    };
    let sequence = Sequence::parse(name)?;
    for path in &args.output {
        writer_for(path)?;
        // This is checked now, because it would be too late after hours of work.
        check_writable(&Disk::real(), path)?;
    }
    let to = usize::try_from(args.to.unwrap_or(default_to(&args)))?;
    let octal =
        if args.recurrence { sequence.code().is_some() } else { sequence.reduction().is_some() };
    if args.period && !octal {
        anyhow::bail!(
            "--period is for codes and what is read off them: the theorem behind it is about octal games"
        );
    }
    if args.gpu && sequence.reduction().is_none() {
        anyhow::bail!("--gpu is for octal games and what is read off them");
    }
    let budget = budget(&args);
    let until = if args.period { Until::Period } else { Until::Term };
    let progress = Progress::watch_terms(&budget.monitor, sequence.name());
    let checkpoint = args.checkpoint.as_deref();
    let found = compute(&sequence, to, until, args.recurrence, &budget, checkpoint)?;
    drop(progress);
    for path in &args.output {
        export(path, &sequence, &found.values)?;
    }
    let report = Report::new(&found.values, sequence.first());
    if args.json {
        writeln!(out, "{}", json_report(&sequence, &found, &report, &args))?;
    } else {
        show(&sequence, &found, &report, &args, style, out)?;
    }
    let unproved = args.period && found.period.is_none();
    Ok(if unproved { Status::Unfinished } else { status(found.stopped) })
}

fn default_to(args: &SequenceArgs) -> u64 {
    if args.period { 100_000 } else { 100 }
}

fn budget(args: &SequenceArgs) -> Budget {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let usual = Budget::default();
    Budget {
        time: args.seconds,
        memory: args.memory.unwrap_or(usual.memory),
        gpu: args.gpu,
        threads: if args.threads == 0 { cores() } else { args.threads },
        ..usual
    }
}

fn list(args: &SequenceArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    for (usage, summary) in LIST {
        if args.json {
            writeln!(out, "{}", json!({ "usage": usage, "summary": summary }))?;
        } else {
            writeln!(out, "{}  {summary}", style.bold(&pad(usage, 16)))?;
        }
    }
    Ok(Status::Done)
}

/// Writes values in some format.
type Writer = fn(&mut dyn Write, &Sequence, &[u16]) -> std::io::Result<()>;

const WRITERS: &[(&str, Writer)] = &[
    ("csv", |out, s, values| export::csv(out, s.first(), values)),
    ("txt", |out, s, values| export::b_file(out, s.name(), s.first(), values)),
    ("svg", |out, s, values| plot::svg(out, s.name(), s.first(), values)),
    ("png", |out, s, values| plot::png(out, s.first(), values)),
    ("parquet", |out, s, values| parquet::write(out, s.first(), values)),
];

fn writer_for(path: &Path) -> anyhow::Result<Writer> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let writer = WRITERS.iter().find(|writer| writer.0 == ending);
    writer.map(|writer| writer.1).with_context(|| {
        format!(
            "`{}`: the ending says the format: .csv, .txt (OEIS b-file), .svg, .png or .parquet",
            path.display()
        )
    })
}

fn export(path: &Path, sequence: &Sequence, values: &[u16]) -> anyhow::Result<()> {
    let write = writer_for(path)?;
    let mut file = Replacement::begin(&Disk::real(), path)?;
    write(&mut file, sequence, values).map_err(file.failed())?;
    Ok(file.finish()?)
}

fn show(
    sequence: &Sequence,
    found: &Found,
    report: &Report,
    args: &SequenceArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (first, last) = (report.first, report.last);
    writeln!(out, "{}", style.bold(&format!("{}, k = {first} to {last}", sequence.name())))?;
    let mut line = |title: &str, text: String| -> std::io::Result<()> {
        let words = text.split(' ').map(str::to_owned);
        for (i, part) in wrap(words, 76).into_iter().enumerate() {
            writeln!(out, "{} {part}", pad(if i == 0 { title } else { "" }, 11))?;
        }
        Ok(())
    };
    if let Some(identity) = &found.identity {
        line("identity", identity.clone())?;
    }
    if last < LISTED && !args.period {
        let values: Vec<String> = found.values[first..].iter().map(u16::to_string).collect();
        line("values", values.join(" "))?;
    }
    if args.report || last >= LISTED {
        for (title, text) in report_lines(report) {
            line(title, text)?;
        }
    }
    if args.period || found.period.is_some() {
        line("period", period_text(sequence, found.period, last))?;
    }
    if let Some(stop) = found.stopped {
        line("stopped", format!("{stop}; all values up to k = {last} are known"))?;
    }
    if let Some(sum) = found.checksum {
        line("checkpoint", format!("checksum {sum:016x}"))?;
    }
    let cost = &found.statistics;
    let memory = Bytes(memory_needed(sequence, last));
    let (terms, time) = (count(cost.positions), output::seconds(cost.time));
    line("found", format!("{terms} terms, {memory}, {time}"))?;
    Ok(())
}

/// A list that may be long.
fn some(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(SHOWN);
    let mut shown: Vec<String> = items.take(SHOWN).collect();
    if more > 0 {
        shown.push(format!("… and {} more", count(more as u64)));
    }
    shown.join(", ")
}

fn report_lines(report: &Report) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        (
            "P-positions",
            format!("{}: {}", report.zeros.len(), some(report.zeros.iter().map(usize::to_string))),
        ),
        ("records", some(report.records.iter().map(|(k, value)| format!("g({k})={value}")))),
    ];
    if let Some((k, value)) = report.largest() {
        lines.push(("largest", format!("{value}, first at k = {k}")));
    }
    if let Some((k, value)) = report.last_rare {
        let mask = report.mask;
        let rare = count(report.rare as u64);
        lines.push((
            "rare",
            format!("{rare} values are rare (mask {mask:#x}); the last is g({k})={value}"),
        ));
    }
    let mut common = report.histogram.clone();
    common.sort_by_cached_key(|one| std::cmp::Reverse(one.count));
    let top = common.iter().take(10).map(|one| format!("{} ({})", one.value, count(one.count)));
    lines.push(("frequent", some(top)));
    lines
}

fn period_text(sequence: &Sequence, period: Option<Period>, last: usize) -> String {
    let Some(Period { period, pre_period, checked_below }) = period else {
        return format!("none is proved by the values up to {last}");
    };
    let proof = match sequence.reduction().filter(|_| sequence.code().is_none()) {
        None => format!("g(n + {period}) = g(n) for {pre_period} ≤ n < {checked_below}"),
        Some(reduction) => format!("that of {} is", reduction.code),
    };
    format!(
        "{period}, pre-period {pre_period} (last exception {}): proved, as {proof}",
        pre_period - 1
    )
}

fn json_report(sequence: &Sequence, found: &Found, report: &Report, args: &SequenceArgs) -> Json {
    let pair = |&(k, value): &(usize, u16)| json!({ "k": k, "value": value });
    let histogram = |one: &chromex::sequence::analysis::Count| json!({ "value": one.value, "count": one.count, "first": one.first, "last": one.last });
    let mut object = json!({
        "sequence": sequence.name(), "first": report.first, "last": report.last,
        "identity": found.identity,
        "zeros": report.zeros.len(),
        "largest": report.largest().as_ref().map(pair),
        "mask": report.mask, "rare": report.rare,
        "last_rare": report.last_rare.as_ref().map(pair),
    });
    if args.report {
        object["p_positions"] = report.zeros.iter().copied().collect();
        object["records"] = report.records.iter().map(pair).collect();
        object["histogram"] = report.histogram.iter().map(histogram).collect();
    }
    if report.last < LISTED {
        object["values"] = found.values[report.first..].iter().copied().collect();
    }
    if args.period || found.period.is_some() {
        object["period"] = found.period.map_or(Json::Null, |p| {
            json!({
                "period": p.period, "pre_period": p.pre_period, "checked_below": p.checked_below,
            })
        });
    }
    object["checksum"] = found.checksum.map_or(Json::Null, |sum| format!("{sum:016x}").into());
    object["positions"] = found.statistics.positions.into();
    object["bytes"] = found.statistics.bytes.into();
    object["seconds"] = found.statistics.time.as_secs_f64().into();
    object["complete"] = found.stopped.is_none().into();
    object["stopped"] = found.stopped.map_or(Json::Null, |stop| stop.to_string().into());
    object
}
