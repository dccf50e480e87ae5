//! `chromex reduce`: one game turned into another with the same value.

use std::io::Write;

use chromex::export;
use chromex::rules::{Game, Position, parse_game};
use chromex::theory::reduce::{self, Build, Reduction};

use super::for_each_board;
use crate::Status;
use crate::args::{ReduceArgs, about};
use crate::input::{Source, read_all, read_file};

/// Runs the command.
pub(crate) fn run(args: ReduceArgs, out: &mut impl Write) -> anyhow::Result<Status> {
    let game = parse_game(&args.to).map_err(|error| about("--to", error))?;
    let reduction = reduce::find(&args.from, &game)?;
    match reduction.build {
        Build::Graph(build) => {
            let source = Source::open(&args.source)?;
            for_each_board(
                source,
                || args.limits.budget(),
                args.json,
                out,
                |board, _, out| {
                    let image = build(board.graph(), colours(&game))?;
                    show(&args, reduction, board.name(), &image, out)?;
                    Ok(Status::Done)
                },
            )
        }
        Build::Text(build) => {
            let image = args.limits.budget().during(|| {
                let text = text(&args.source)?;
                Ok::<Position, anyhow::Error>(build(&text)?)
            })?;
            show(&args, reduction, &args.source, &image, out)?;
            Ok(Status::Done)
        }
    }
}

/// What is in a file, `@FILE`, or comes from standard input, `-`.
fn text(source: &str) -> anyhow::Result<String> {
    match source.strip_prefix('@') {
        Some(path) => read_file(path),
        None if source == "-" => read_all(std::io::stdin(), "standard input"),
        None => anyhow::bail!("`{source}` is no file: write @FILE, or - for standard input"),
    }
}

fn colours(game: &Game) -> u8 {
    game.palette().len() as u8
}

fn show(
    args: &ReduceArgs,
    reduction: &Reduction,
    source: &str,
    image: &Position,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        let mut object = serde_json::json!(chromex::PositionReport::new(image));
        object["line"] = image.to_string().into();
        object["from"] = format!("{} {source}", reduction.from).into();
        object["by"] = reduction.by.into();
        writeln!(out, "{object}")?;
        return Ok(());
    }
    match args.to_graph {
        None => writeln!(out, "{image}")?,
        Some(format) => out.write_all(&format.write_file(&export::sheet(image)?)?)?,
    }
    Ok(())
}
