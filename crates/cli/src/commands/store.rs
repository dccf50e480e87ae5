//! `chromex store`: the content of the results store, and whether it is right.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use chromex::Budget;
use chromex::text::Bytes;
use chromex_store::{
    Checked, GameSummary, Merged, Merging, Place, Store, StoreError, Verification, default_place,
    named_place,
};
use serde_json::json;

use crate::Status;
use crate::args::{LimitArgs, StoreAction, StoreArgs};
use crate::output::{Style, count, counted, pad, seconds};
use crate::progress::Progress;
use crate::results::note;

/// Runs the command.
pub(crate) fn run(args: StoreArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let path = place(&args)?;
    let merging = matches!(args.action, Some(StoreAction::Merge { .. }));
    if !path.exists() && !merging {
        return nothing(&args, &path, out);
    }
    let budget = LimitArgs { seconds: args.seconds, memory: args.memory }.budget();
    let store = Store::open_within(&path, budget.time.unwrap_or(Duration::MAX))?.warning_with(note);
    // To verify may take its time for each answer.
    let verifying = matches!(args.action, Some(StoreAction::Verify { .. }));
    let time = budget.time.filter(|_| !verifying);
    let store = store.within(&Budget { time, ..budget.clone() })?;
    let done = act(&store, &args, &budget, style, out);
    match done.map_err(anyhow::Error::downcast::<StoreError>) {
        Err(Ok(StoreError::Stopped(stop))) => {
            out.flush()?;
            writeln!(std::io::stderr(), "stopped: {stop}")?;
            Ok(Status::Unfinished)
        }
        Err(Ok(error)) => Err(error.into()),
        Err(Err(error)) => Err(error),
        Ok(status) => Ok(status),
    }
}

fn act(
    store: &Store,
    args: &StoreArgs,
    budget: &Budget,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    match &args.action {
        None | Some(StoreAction::Show) => show(store, args.json, style, out),
        Some(StoreAction::Verify { sample, merged, forget }) => {
            let what = Verification { sample: *sample, merged_only: *merged, forget: *forget };
            verify(store, what, budget, args.json, out)
        }
        Some(StoreAction::Export { output: Some(path) }) if path.as_os_str() != "-" => {
            let entries = store.export_to(path)?;
            writeln!(out, "{} written to {}", counted(entries, "answer"), path.display())?;
            Ok(Status::Done)
        }
        Some(StoreAction::Export { .. }) => {
            store.export(out)?;
            Ok(Status::Done)
        }
        Some(StoreAction::Merge { files, unsummed }) => {
            merge(store, files, Merging { unsummed: *unsummed }, args.json, out)
        }
    }
}

fn place(args: &StoreArgs) -> anyhow::Result<PathBuf> {
    match args.store.as_deref().map_or_else(default_place, named_place) {
        Place::File(path) => Ok(path),
        Place::Off if args.store.is_some() => {
            anyhow::bail!("--store off is no store: name one (a file called so is `./off`)")
        }
        Place::Off => {
            anyhow::bail!(
                "the store is switched off (CHROMEX_STORE is `off`): name one with --store"
            )
        }
        Place::Unknown => {
            anyhow::bail!("no home folder is known: name a store with --store or CHROMEX_STORE")
        }
    }
}

fn nothing(
    args: &StoreArgs,
    path: &std::path::Path,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    match (&args.action, args.json) {
        (None | Some(StoreAction::Show), true) => {
            writeln!(
                out,
                "{}",
                json!({ "path": path, "entries": 0, "merged": 0, "damaged": 0, "bytes": 0, "games": [] })
            )?;
        }
        (None | Some(StoreAction::Show), false) => {
            writeln!(out, "{}: nothing is kept yet", path.display())?;
        }
        _ => anyhow::bail!("there is no store at `{}`", path.display()),
    }
    Ok(Status::Done)
}

fn show(store: &Store, json: bool, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let (summary, damaged) = (store.summary()?, store.count_damaged()?);
    let sum = |number: fn(&GameSummary) -> u64| summary.iter().map(number).sum::<u64>();
    let (entries, merged) = (sum(|game| game.entries), sum(|game| game.merged));
    if json {
        let game = |g: &GameSummary| json!({ "game": g.game, "entries": g.entries, "merged": g.merged, "seconds": g.seconds });
        let object = json!({
            "path": store.path(), "entries": entries, "merged": merged, "damaged": damaged,
            "bytes": store.bytes(), "games": summary.iter().map(game).collect::<Vec<_>>(),
        });
        writeln!(out, "{object}")?;
        return Ok(Status::Done);
    }
    let bytes = Bytes(store.bytes());
    writeln!(out, "{}: {}, {bytes}", store.path().display(), counted(entries, "answer"))?;
    if merged > 0 {
        let proved = "found again by `chromex store verify --merged`";
        writeln!(out, "{} merged from elsewhere: {proved}", count(merged))?;
    }
    if damaged > 0 {
        let removed = "not used, removed by `chromex store verify --forget`";
        writeln!(out, "{} damaged: {removed}", count(damaged))?;
    }
    if summary.is_empty() {
        return Ok(Status::Done);
    }
    let width = summary.iter().map(|game| game.game.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{}",
        style.bold(&format!("{}  {:>10}  search time", pad("game", width), "answers"))
    )?;
    for game in summary {
        let time = seconds(Duration::try_from_secs_f64(game.seconds).unwrap_or_default());
        writeln!(out, "{}  {:>10}  {time}", pad(&game.game, width), count(game.entries))?;
    }
    Ok(Status::Done)
}

fn verify(
    store: &Store,
    what: Verification,
    budget: &Budget,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let damage = store.integrity()?;
    if !json {
        // Damage may prevent reading the rest.
        damage.iter().try_for_each(|line| writeln!(out, "damaged: {line}"))?;
    }
    let _progress = Progress::watch(&budget.monitor, "verify");
    let checked = store.verify(what, budget, |_| ())?;
    if json {
        let object = json!({
            "confirmed": checked.confirmed, "proved": checked.proved,
            "undecided": checked.undecided, "wrong": checked.wrong,
            "damaged": checked.damaged, "damage": damage,
        });
        writeln!(out, "{object}")?;
    } else {
        show_checked(&checked, what.forget, out)?;
    }
    let sound = damage.is_empty() && checked.damaged.is_empty() && checked.wrong.is_empty();
    Ok(match (sound, checked.undecided) {
        (false, _) => Status::Failed,
        (true, 0) => Status::Done,
        (true, _) => Status::Unfinished,
    })
}

fn show_checked(checked: &Checked, forget: bool, out: &mut impl Write) -> anyhow::Result<()> {
    checked.wrong.iter().try_for_each(|line| writeln!(out, "wrong: {line}"))?;
    checked.damaged.iter().try_for_each(|key| writeln!(out, "damaged: the entry {key}"))?;
    let confirmed = counted(checked.confirmed, "answer");
    let proved = match checked.proved {
        0 => String::new(),
        proved => format!(" ({} of them merged, and now proved here)", count(proved)),
    };
    let forgotten = if forget { " and forgotten" } else { "" };
    let number = |list: &[String]| count(list.len() as u64);
    let damaged = match checked.damaged.as_slice() {
        [] => String::new(),
        damaged => format!(" {} damaged{forgotten},", number(damaged)),
    };
    let (wrong, undecided) = (number(&checked.wrong), count(checked.undecided));
    Ok(writeln!(
        out,
        "{confirmed} confirmed{proved}, {wrong} wrong{forgotten},{damaged} {undecided} not decided"
    )?)
}

fn merge(
    store: &Store,
    files: &[PathBuf],
    how: Merging,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let mut status = Status::Done;
    for file in files {
        let merged =
            store.merge(file, how).map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))?;
        let Merged { refused, reasons, .. } = &merged;
        for reason in reasons {
            note(&format!("refused: {}: {reason}", file.display()));
        }
        let more = refused - reasons.len() as u64;
        if more > 0 {
            note(&format!("refused: {}: {} more", file.display(), count(more)));
        }
        if *refused > 0 {
            status = status.max(Status::BadInput);
        }
        if json {
            let object = json!({
                "file": file, "read": merged.read, "added": merged.added, "refused": refused,
                "reasons": reasons, "stopped": merged.stopped.map(|stop| stop.to_string()),
            });
            writeln!(out, "{object}")?;
        } else {
            let (read, added) = (counted(merged.read, "answer"), count(merged.added));
            let refused =
                if *refused > 0 { format!(", {} refused", count(*refused)) } else { String::new() };
            writeln!(out, "{}: {read} read, {added} new{refused}", file.display())?;
        }
        if let Some(stop) = merged.stopped {
            out.flush()?;
            writeln!(std::io::stderr(), "stopped: {stop}: what was read is taken in")?;
            return Ok(status.max(Status::Unfinished));
        }
    }
    Ok(status)
}
