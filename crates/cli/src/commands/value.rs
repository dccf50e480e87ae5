//! `chromex value`: a calculator for values of games.

use std::io::{self, Write};

use chromex::values::{Form, Halt, ReadError, Side, ValueKind, ascii};
use chromex::{Calculation, Stop};
use chromex_files::{Disk, Replacement};

use super::facts::{explain_class, fact};
use crate::Status;
use crate::args::{ValueArgs, about};
use crate::input::{read_all, read_file};
use crate::output::{Style, wrap};

/// A longer value is cut short for people.
const MOST_SHOWN: usize = 400;

/// A longer option is not listed.
const MOST_OPTION: usize = 60;

/// Runs the command.
pub(crate) fn run(args: ValueArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    match answer(&args, style, out) {
        Err(error) => match error.downcast_ref::<Stop>() {
            Some(stop) => {
                writeln!(out, "stopped: {stop}")?;
                Ok(Status::Unfinished)
            }
            None => Err(error),
        },
        Ok(()) => Ok(Status::Done),
    }
}

fn answer(args: &ValueArgs, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
    let budget = args.limits.budget();
    let text = budget.during(|| read(&args.value))?;
    let mut value = Calculation::read(text.trim(), &budget).map_err(stopped)?;
    change(&mut value, args)?;
    if let Some(path) = &args.output {
        let picture = value.thermograph().map_err(halted)?.svg();
        let mut file = Replacement::begin(&Disk::real(), path)?;
        file.write_all(picture.as_bytes())?;
        file.finish()?;
    }
    if args.json {
        let report = value.report().map_err(halted)?;
        return Ok(writeln!(out, "{}", serde_json::to_string(&report)?)?);
    }
    show(&mut value, args, style, out)
}

/// The typed text, or the content of the named file.
fn read(argument: &str) -> anyhow::Result<String> {
    match argument.strip_prefix('@') {
        Some(path) => read_file(path),
        None if argument == "-" => read_all(io::stdin(), "standard input"),
        None => Ok(argument.to_owned()),
    }
}

/// An error that the budget is used up stays one; every other error is about the typed text.
fn stopped(error: ReadError) -> anyhow::Error {
    match error {
        ReadError::Text(error) => error.into(),
        ReadError::Stop(stop) => stop.into(),
    }
}

fn halted(halt: Halt) -> anyhow::Error {
    match halt {
        Halt::OutOfRange(error) => error.into(),
        Halt::Stop(stop) => stop.into(),
    }
}

fn change(value: &mut Calculation, args: &ValueArgs) -> anyhow::Result<()> {
    let read = |value: &mut Calculation, option: &str, text: &str| -> anyhow::Result<Form> {
        value.read_more(text).map_err(|error| match error {
            ReadError::Text(error) => about(option, error),
            ReadError::Stop(stop) => stop.into(),
        })
    };
    if let Some(text) = &args.cool {
        let t = read(value, "--cool", text)?;
        let t = value.as_number(t).filter(|t| *t >= Default::default());
        let t = t.ok_or_else(|| anyhow::anyhow!("--cool {text}: expected a number from 0 on"))?;
        value.cool(t).map_err(halted)?;
    }
    if let Some(text) = &args.heat {
        let t = read(value, "--heat", text)?;
        value.heat(t).map_err(halted)?;
    }
    if let Some([s, t]) = args.overheat.as_deref() {
        let (s, t) = (read(value, "--overheat", s)?, read(value, "--overheat", t)?);
        value.overheat(s, t).map_err(halted)?;
    }
    if args.reduce {
        value.reduce().map_err(halted)?;
    }
    Ok(())
}

fn show(
    value: &mut Calculation,
    args: &ValueArgs,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let report = value.report().map_err(halted)?;
    let signs = |text: &str| if args.ascii { ascii(text) } else { text.to_owned() };
    let long = report.value.chars().count();
    let text = match long <= MOST_SHOWN {
        true => style.bold(&signs(&report.value)),
        false => {
            let start: String = report.value.chars().take(MOST_SHOWN).collect();
            format!("{}… ({long} characters: --json has them all)", signs(&start))
        }
    };
    fact("value", &text, style, out)?;
    fact("outcome", &explain_class(value.class()), style, out)?;
    fact("kind", &report.kind, style, out)?;
    let mean = format!("{}, temperature {}", report.mean, report.temperature);
    fact("mean", &mean, style, out)?;
    if let Some(interval) = &report.confused_with {
        let stops = format!("{} and {}", report.left_stop, report.right_stop);
        fact("stops", &format!("{stops}, confused with {interval}"), style, out)?;
    }
    fact("birthday", &report.birthday.to_string(), style, out)?;
    if let Some(weight) = &report.atomic_weight {
        fact("weight", &format!("{} (atomic)", signs(weight)), style, out)?;
    }
    for (name, side) in [("left", Side::Left), ("right", Side::Right)] {
        let options = value.options(side, MOST_OPTION).into_iter();
        let options = options.map(|text| text.map_or("…".to_owned(), |text| signs(&text)));
        let lines = wrap(options, 80);
        let words = if lines[0].is_empty() { "no move" } else { lines[0].as_str() };
        fact(name, words, style, out)?;
        for line in &lines[1..] {
            fact("", line, style, out)?;
        }
    }
    if value.kind() == ValueKind::Hot {
        for line in value.thermograph().map_err(halted)?.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
