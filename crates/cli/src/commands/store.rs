//! `chromex store`: what is kept, and whether it is right.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use chromex::Budget;
use chromex::text::Bytes;
use chromex_store::{Place, Store, default_place};
use serde_json::json;

use crate::Status;
use crate::args::{StoreAction, StoreArgs};
use crate::output::{Style, count, counted, pad, seconds};
use crate::progress::Progress;

/// Runs the command.
pub fn run(args: StoreArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let path = place(&args)?;
    let merging = matches!(args.action, Some(StoreAction::Merge { .. }));
    if !path.exists() && !merging {
        return nothing(&args, &path, out);
    }
    let store = Store::open(&path)?;
    match &args.action {
        None | Some(StoreAction::Show) => show(&store, args.json, style, out),
        Some(StoreAction::Verify { sample, seconds, forget }) => {
            let budget = Budget { time: *seconds, ..Budget::default() };
            verify(&store, *sample, *forget, &budget, args.json, out)
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
        Some(StoreAction::Merge { files }) => merge(&store, files, args.json, out),
    }
}

fn place(args: &StoreArgs) -> anyhow::Result<PathBuf> {
    match (&args.store, default_place()) {
        (Some(path), _) => Ok(path.clone()),
        (None, Place::File(path)) => Ok(path),
        (None, Place::Off) => {
            anyhow::bail!(
                "the store is switched off (CHROMEX_STORE is `off`): name one with --store"
            )
        }
        (None, Place::Unknown) => {
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
            writeln!(out, "{}", json!({ "path": path, "entries": 0, "bytes": 0, "games": [] }))?;
        }
        (None | Some(StoreAction::Show), false) => {
            writeln!(out, "{}: nothing is kept yet", path.display())?;
        }
        _ => anyhow::bail!("there is no store at `{}`", path.display()),
    }
    Ok(Status::Done)
}

fn show(store: &Store, json: bool, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let summary = store.summary()?;
    let entries: u64 = summary.iter().map(|game| game.entries).sum();
    if json {
        let games: Vec<_> = summary
            .iter()
            .map(|g| json!({ "game": g.game, "entries": g.entries, "seconds": g.seconds }))
            .collect();
        let object = json!({
            "path": store.path(), "entries": entries, "bytes": store.bytes(), "games": games,
        });
        writeln!(out, "{object}")?;
        return Ok(Status::Done);
    }
    let bytes = Bytes(store.bytes());
    writeln!(out, "{}: {}, {bytes}", store.path().display(), counted(entries, "answer"))?;
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
    sample: Option<u64>,
    forget: bool,
    budget: &Budget,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let damage = store.integrity()?;
    if !json {
        // What is damaged may stand in the way of the rest.
        damage.iter().try_for_each(|line| writeln!(out, "damaged: {line}"))?;
    }
    let _progress = Progress::watch(&budget.monitor, "verify");
    let checked = store.verify(sample, forget, budget, |_| ())?;
    if json {
        let object = json!({
            "confirmed": checked.confirmed, "undecided": checked.undecided,
            "wrong": checked.wrong, "damage": damage,
        });
        writeln!(out, "{object}")?;
    } else {
        checked.wrong.iter().try_for_each(|line| writeln!(out, "wrong: {line}"))?;
        let confirmed = counted(checked.confirmed, "answer");
        let (wrong, undecided) = (count(checked.wrong.len() as u64), count(checked.undecided));
        let forgotten = if forget { " and forgotten" } else { "" };
        writeln!(out, "{confirmed} confirmed, {wrong} wrong{forgotten}, {undecided} not decided")?;
    }
    Ok(match (damage.is_empty() && checked.wrong.is_empty(), checked.undecided) {
        (false, _) => Status::Failed,
        (true, 0) => Status::Done,
        (true, _) => Status::Unfinished,
    })
}

fn merge(
    store: &Store,
    files: &[PathBuf],
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    for file in files {
        let merged = store.merge(file).map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))?;
        if json {
            let object = json!({ "file": file, "read": merged.read, "added": merged.added });
            writeln!(out, "{object}")?;
        } else {
            let (read, added) = (counted(merged.read, "answer"), count(merged.added));
            writeln!(out, "{}: {read} read, {added} new", file.display())?;
        }
    }
    Ok(Status::Done)
}
