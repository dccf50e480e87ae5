//! `chromex figures`: the figures of the papers as positions.

use std::io::Write;

use chromex::claims::{Figure, LOST, figures};
use chromex::rules::Position;
use chromex::text::nearest;
use chromex::theory::PAPERS;
use serde_json::json;

use super::facts::{fact, header};
use crate::Status;
use crate::args::FiguresArgs;
use crate::output::{Style, pad};

/// Runs the command.
pub(crate) fn run(args: FiguresArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let what = args.what.as_deref();
    let chosen: Vec<&Figure> =
        figures().iter().filter(|figure| is_meant(figure.id, what)).collect();
    if chosen.is_empty() {
        return Err(unknown(what.unwrap_or_default()));
    }
    for figure in &chosen {
        if args.json {
            let Figure { id, about, position, answer } = figure;
            let object =
                json!({ "id": id, "about": about, "position": position, "answer": answer });
            writeln!(out, "{object}")?;
        } else if args.line {
            writeln!(out, "{}", figure.position)?;
        } else if what == Some(figure.id) {
            show(figure, style, out)?;
        } else {
            writeln!(out, "{}  {}", style.bold(&pad(figure.id, 30)), figure.about)?;
        }
    }
    if !args.json && !args.line {
        for (id, why) in LOST.iter().filter(|(id, _)| is_meant(id, what)) {
            writeln!(out, "{}  {why}", style.dim(&pad(&format!("{id} (lost)"), 30)))?;
        }
    }
    Ok(Status::Done)
}

/// Whether a figure, or its paper, is asked for.
fn is_meant(id: &str, what: Option<&str>) -> bool {
    let paper = |word: &str| id.split('/').next() == Some(word);
    what.is_none_or(|word| word == id || paper(word))
}

fn unknown(word: &str) -> anyhow::Error {
    if let Some((id, why)) = LOST.iter().find(|(id, _)| *id == word) {
        return anyhow::anyhow!("{id} cannot be opened: {why}");
    }
    let ids = figures().iter().map(|figure| figure.id).chain(PAPERS.iter().map(|paper| paper.key));
    let hint = nearest(word, ids).map(|id| format!("; did you mean `{id}`?")).unwrap_or_default();
    anyhow::anyhow!("no figure or paper is called `{word}`{hint} (`chromex figures` lists them)")
}

fn show(figure: &Figure, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
    let position: Position = figure.position.parse()?;
    header(&position, style, out)?;
    fact("figure", figure.about, style, out)?;
    if let Some(answer) = figure.answer {
        fact("answer", answer, style, out)?;
    }
    fact("line", figure.position, style, out)
}
