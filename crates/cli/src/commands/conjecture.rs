//! `chromex conjecture`: formulas that hold for all graphs of a table.

use std::io::Write;

use chromex::Budget;
use chromex_census::conjecture::{Conjecture, ConjectureKind, Conjectures, Search, conjectures};
use chromex_census::tables::Tables;

use super::query::stopped_or;
use crate::Status;
use crate::args::ConjectureArgs;
use crate::output::{Style, count, counted};

/// Runs the command.
pub(crate) fn run(
    args: ConjectureArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    let budget = args.limits.budget();
    match find(&args, &budget) {
        Ok(found) if args.json => writeln!(out, "{}", found.to_json())?,
        Ok(found) => show(&found, &args, style, out)?,
        Err(error) => return stopped_or(error, out),
    }
    Ok(Status::Done)
}

fn find(args: &ConjectureArgs, budget: &Budget) -> anyhow::Result<Conjectures> {
    let tables = Tables::open_within(&args.tables, None, budget)?;
    if !args.incomplete {
        tables.check_parts()?;
    }
    let mut search = Search::default();
    search.about.clone_from(&args.about);
    search.with.clone_from(&args.with);
    search.known.clone_from(&args.known);
    (search.formed_on, search.support) = (args.formed_on, args.support);
    Ok(conjectures(&tables, &search)?)
}

fn show(
    found: &Conjectures,
    args: &ConjectureArgs,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Conjectures { graphs, formed_on, largest, .. } = found;
    let graphs = counted(*graphs, "graph");
    writeln!(out, "{graphs}: formed on up to {formed_on} vertices, tested on up to {largest}")?;
    for (name, why) in &found.left_out {
        writeln!(out, "{}", style.dim(&format!("not used: {name}, {why}")))?;
    }
    let kinds = [
        (ConjectureKind::Bound, "bounds"),
        (ConjectureKind::Equivalence, "equivalences"),
        (ConjectureKind::Implication, "implications"),
    ];
    for (kind, title) in kinds {
        let these: Vec<&Conjecture> =
            found.holding.iter().filter(|conjecture| conjecture.kind == kind).collect();
        list(&these, title, args.limit, style, out)?;
    }
    let fallen: Vec<&Conjecture> = found.fallen.iter().collect();
    list(&fallen, "fallen", args.fallen, style, out)
}

fn list(
    conjectures: &[&Conjecture],
    title: &str,
    limit: usize,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if conjectures.is_empty() || limit == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", style.bold(title))?;
    let shown = &conjectures[..conjectures.len().min(limit)];
    let width = shown.iter().map(|one| one.text.chars().count()).max().unwrap_or(0).min(70);
    for conjecture in shown {
        let note = style.dim(&remark(conjecture));
        writeln!(out, "  {:width$}  {note}", conjecture.text)?;
    }
    if conjectures.len() > limit {
        writeln!(out, "  … and {} more", conjectures.len() - limit)?;
    }
    Ok(())
}

/// For how many graphs it says something, or where it fails.
fn remark(conjecture: &Conjecture) -> String {
    let Conjecture { kind, cases, tight, counterexample, .. } = conjecture;
    let (cases, tight) = (count(*cases), count(*tight));
    match (counterexample, kind) {
        (Some(smallest), _) => {
            format!("not for {} ({} vertices, {} edges)", smallest.graph, smallest.n, smallest.m)
        }
        (None, ConjectureKind::Bound) if cases == tight => format!("{cases} graphs"),
        (None, ConjectureKind::Bound) => format!("equal for {tight} of {cases}"),
        (None, _) => format!("{cases} graphs"),
    }
}
