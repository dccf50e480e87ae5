//! Sources of graphs and games: expressions, files, standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use chromex::graphs::formats::{self, Entry, Format, Reader};
use chromex::graphs::{Board, Limit, expand, parse};
use chromex::rules::{Game, parse_description, parse_game};
use chromex::text::Bytes;

/// The graphs that an argument stands for.
pub(crate) struct Source {
    boards: Box<dyn Iterator<Item = anyhow::Result<Board>>>,
    count: GraphCount,
}

/// The number of graphs, as far as it matters for the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GraphCount {
    /// One.
    Single,
    /// A list of known length: the width of the longest name.
    Table(usize),
    /// Any number, one after the other.
    Stream,
}

impl Source {
    /// Opens a graph argument: `-`, `@FILE` or an expression.
    pub(crate) fn open(argument: &str) -> anyhow::Result<Source> {
        if argument == "-" {
            return Ok(Source::stream(BufReader::new(io::stdin()), "standard input"));
        }
        if let Some(path) = argument.strip_prefix('@') {
            let file = File::open(path).with_context(|| format!("cannot open `{path}`"));
            let file = file.map_err(|error| anyhow::anyhow!("{error:#}"))?;
            return Ok(Source::stream(BufReader::new(file), path));
        }
        Source::expression(argument)
    }

    fn stream(reader: impl BufRead + 'static, name: &str) -> Source {
        let name = name.to_owned();
        let boards = Reader::new(reader)
            .map(move |entry| entry.map(board).map_err(|error| anyhow::anyhow!("{name}, {error}")));
        Source { boards: Box::new(boards), count: GraphCount::Stream }
    }

    fn expression(text: &str) -> anyhow::Result<Source> {
        let widths = expand(text)?.map(|name| name.chars().count());
        let (count, widest) = widths.fold((0, 0), |(n, most), width| (n + 1, most.max(width)));
        let boards = expand(text)?.map(|member| parse(&member).map_err(anyhow::Error::from));
        let count = if count == 1 { GraphCount::Single } else { GraphCount::Table(widest) };
        Ok(Source { boards: Box::new(boards), count })
    }

    /// How many graphs there are.
    pub(crate) fn how_many(&self) -> GraphCount {
        self.count
    }
}

impl Iterator for Source {
    type Item = anyhow::Result<Board>;

    fn next(&mut self) -> Option<anyhow::Result<Board>> {
        self.boards.next()
    }
}

/// Descriptions of games are shorter than this.
const LONGEST_GAME: u64 = 1 << 20;

/// The game that an argument stands for: as it is typed, or `@FILE` with a description. The `@` may
/// be left out if the name of the file is not the name of a game.
pub(crate) fn read_game(argument: &str) -> anyhow::Result<Game> {
    let path = match (argument.strip_prefix('@'), parse_game(argument)) {
        (Some(path), _) => path,
        (None, Err(_)) if Path::new(argument).is_file() => argument,
        (None, game) => return Ok(game?),
    };
    let text = read_up_to(LONGEST_GAME, open(path)?, path, "is this a game?")?;
    parse_description(&text).map_err(|error| anyhow::anyhow!("{path}: {error}"))
}

/// The text of a file, within the limit of the moment.
pub(crate) fn read_file(path: &str) -> anyhow::Result<String> {
    read_all(open(path)?, path)
}

/// Everything that can be read, within the limit that holds now, because what is built from it
/// takes memory too.
pub(crate) fn read_all(from: impl Read, name: &str) -> anyhow::Result<String> {
    read_up_to(Limit::current().bytes / 8, from, name, "--memory allows more")
}

fn open(path: &str) -> anyhow::Result<File> {
    File::open(path).map_err(|error| anyhow::anyhow!("cannot read `{path}`: {error}"))
}

/// Everything that can be read, if it is less than this many bytes.
fn read_up_to(most: u64, from: impl Read, name: &str, advice: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = from.take(most).read_to_string(&mut text);
    let length = read.map_err(|error| anyhow::anyhow!("cannot read `{name}`: {error}"))?;
    if length as u64 == most {
        anyhow::bail!("`{name}` is longer than {}: {advice}", Bytes(most));
    }
    Ok(text)
}

/// A board whose name is an expression for the graph.
fn board(entry: Entry) -> Board {
    let name = match (entry.format, entry.text) {
        (Format::Graph6, Some(text)) => format!("g6:{text}"),
        (Format::Sparse6, Some(text)) => format!("s6:{text}"),
        (Format::Digraph6, Some(text)) => format!("d6:{text}"),
        _ => formats::expression(&entry.graph),
    };
    Board::new(entry.graph, name)
}
