//! The formats in which boards and positions can be exported: one table, which the command line,
//! the server and Python all use.
//!
//! To add a format, add a row to [`FORMATS`] and write its function. No other code lists the
//! formats.

use std::path::Path;

use super::json::json;
use super::{Mark, dot, png, svg, tikz};
use chromex_graphs::Board;
use chromex_graphs::formats::{self, Format, FormatError};
use chromex_graphs::limit::{Refused, Unit, go_on};
use chromex_text::nearest;

/// What is exported: a graph, or a position on it.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The graph, with the places of its vertices.
    pub board: Board,
    /// The graph that is drawn: the board, or as many copies of it as the game is played on.
    pub drawn: Board,
    /// How the vertices of the drawn graph look.
    pub marks: Vec<Mark>,
    /// The position in the one-line notation, if a position is exported.
    pub position: Option<String>,
}

impl Sheet {
    /// A graph without a game.
    pub fn of_graph(board: Board) -> Sheet {
        Sheet { drawn: board.clone(), board, marks: Vec::new(), position: None }
    }
}

/// A row of [`FORMATS`].
#[derive(Debug)]
pub struct ExportFormat {
    /// The name of the format, as it is typed.
    pub name: &'static str,
    /// Other names that may be typed.
    pub aliases: &'static [&'static str],
    /// The endings of file names in this format, the usual one first.
    pub endings: &'static [&'static str],
    /// The media type, as web servers send it.
    pub media_type: &'static str,
    /// Whether the format needs a position.
    pub needs: Needs,
    /// Whether the format is text.
    pub content: Content,
    /// A short description.
    pub summary: &'static str,
    write: fn(&Sheet) -> Result<Vec<u8>, ExportError>,
}

/// What an export needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// A graph is enough; if there is a position, pictures show its colours.
    Graph,
    /// Only a position can be written in this format.
    Position,
}

/// The content of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Text in UTF-8.
    Text,
    /// Any other bytes.
    Bytes,
}

/// Why something cannot be exported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("unknown format `{0}`: {hint}", hint = hint(.0))]
    UnknownFormat(String),
    /// The ending of a file name belongs to no format.
    #[error("the ending of `{0}` is not that of a format: {names}", names = names())]
    UnknownEnding(String),
    /// There is only a graph, and the format needs a position.
    #[error("the format `{0}` needs a position: say which game is played")]
    NeedsPosition(&'static str),
    /// The format cannot hold the graph.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The export would exceed the limit that holds now.
    #[error(transparent)]
    Limit(#[from] Refused),
}

const PLAIN: &str = "text/plain; charset=utf-8";

/// All formats.
pub const FORMATS: &[ExportFormat] = &[
    ExportFormat {
        name: "svg",
        aliases: &[],
        endings: &["svg"],
        media_type: "image/svg+xml",
        needs: Needs::Graph,
        content: Content::Text,
        summary: "a picture for browsers and paper",
        write: |sheet| picture(sheet, |board, marks| svg(board, marks).into_bytes()),
    },
    ExportFormat {
        name: "png",
        aliases: &[],
        endings: &["png"],
        media_type: "image/png",
        needs: Needs::Graph,
        content: Content::Bytes,
        summary: "a picture in pixels",
        write: |sheet| picture(sheet, png),
    },
    ExportFormat {
        name: "tikz",
        aliases: &["tex"],
        endings: &["tex", "tikz"],
        media_type: "text/x-tex; charset=utf-8",
        needs: Needs::Graph,
        content: Content::Text,
        summary: "a picture for LaTeX",
        write: |sheet| picture(sheet, |board, marks| tikz(board, marks).into_bytes()),
    },
    ExportFormat {
        name: "dot",
        aliases: &["gv"],
        endings: &["dot", "gv"],
        media_type: "text/vnd.graphviz; charset=utf-8",
        needs: Needs::Graph,
        content: Content::Text,
        summary: "a picture for Graphviz",
        write: |sheet| picture(sheet, |board, marks| dot(board, marks).into_bytes()),
    },
    ExportFormat {
        name: "json",
        aliases: &["node-link"],
        endings: &["json"],
        media_type: "application/json",
        needs: Needs::Graph,
        content: Content::Text,
        summary: "node-link JSON for networkx and d3",
        write: |sheet| {
            let position = sheet.position.as_deref();
            picture(sheet, |board, marks| json(board, marks, position).into_bytes())
        },
    },
    ExportFormat {
        name: "g6",
        aliases: &["graph6"],
        endings: &["g6"],
        media_type: PLAIN,
        needs: Needs::Graph,
        content: Content::Text,
        summary: "graph6: one line, undirected",
        write: |sheet| graph_text(sheet, Format::Graph6),
    },
    ExportFormat {
        name: "s6",
        aliases: &["sparse6"],
        endings: &["s6"],
        media_type: PLAIN,
        needs: Needs::Graph,
        content: Content::Text,
        summary: "sparse6: one line, undirected, short for sparse graphs",
        write: |sheet| graph_text(sheet, Format::Sparse6),
    },
    ExportFormat {
        name: "d6",
        aliases: &["digraph6"],
        endings: &["d6"],
        media_type: PLAIN,
        needs: Needs::Graph,
        content: Content::Text,
        summary: "digraph6: one line, directed",
        write: |sheet| graph_text(sheet, Format::Digraph6),
    },
    ExportFormat {
        name: "dimacs",
        aliases: &["col"],
        endings: &["col"],
        media_type: PLAIN,
        needs: Needs::Graph,
        content: Content::Text,
        summary: "a DIMACS file, undirected",
        write: |sheet| graph_text(sheet, Format::Dimacs),
    },
    ExportFormat {
        name: "edges",
        aliases: &["edgelist"],
        endings: &["edges", "edgelist"],
        media_type: PLAIN,
        needs: Needs::Graph,
        content: Content::Text,
        summary: "one edge or arc a line",
        write: |sheet| graph_text(sheet, Format::EdgeList),
    },
    ExportFormat {
        name: "position",
        aliases: &["line"],
        endings: &["position"],
        media_type: PLAIN,
        needs: Needs::Position,
        content: Content::Text,
        summary: "a position in the one-line notation",
        write: position_text,
    },
];

impl ExportFormat {
    /// The format with this name.
    pub fn named(name: &str) -> Result<&'static ExportFormat, ExportError> {
        let found = FORMATS.iter().find(|f| f.name == name || f.aliases.contains(&name));
        found.ok_or_else(|| ExportError::UnknownFormat(name.to_owned()))
    }

    /// The format that belongs to the ending of a file name.
    pub fn of_file(path: &Path) -> Result<&'static ExportFormat, ExportError> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let found = ending.and_then(|ending| {
            FORMATS.iter().find(|format| format.endings.contains(&ending.as_str()))
        });
        found.ok_or_else(|| ExportError::UnknownEnding(path.display().to_string()))
    }

    /// The graph or position in this format. A text of one line is returned without its line end.
    pub fn write(&self, sheet: &Sheet) -> Result<Vec<u8>, ExportError> {
        (self.write)(sheet)
    }

    /// The content of a file in this format: as [`ExportFormat::write`], but text ends with a line
    /// end.
    pub fn write_file(&self, sheet: &Sheet) -> Result<Vec<u8>, ExportError> {
        let mut bytes = self.write(sheet)?;
        if self.content == Content::Text && bytes.last() != Some(&b'\n') {
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}

/// About how many bytes a vertex or an edge takes in a picture while it is written.
const DRAWN: Unit = Unit::new("vertices and edges in a picture", 300);
/// About how many bytes it takes in one of the graph formats.
const WRITTEN: Unit = Unit::new("vertices and edges in a text", 40);

fn check_size(board: &Board, unit: Unit) -> Result<(), ExportError> {
    unit.check(board.order().checked_add(board.graph().edge_count()))?;
    Ok(())
}

/// A picture, unless the limit that holds now has stopped the work.
fn picture(
    sheet: &Sheet,
    draw: impl FnOnce(&Board, &[Mark]) -> Vec<u8>,
) -> Result<Vec<u8>, ExportError> {
    check_size(&sheet.drawn, DRAWN)?;
    let bytes = draw(&sheet.drawn, &sheet.marks);
    go_on()?;
    Ok(bytes)
}

fn graph_text(sheet: &Sheet, format: Format) -> Result<Vec<u8>, ExportError> {
    check_size(&sheet.board, WRITTEN)?;
    Ok(formats::write(sheet.board.graph(), format)?.into_bytes())
}

fn position_text(sheet: &Sheet) -> Result<Vec<u8>, ExportError> {
    let line = sheet.position.clone().ok_or(ExportError::NeedsPosition("position"))?;
    Ok(line.into_bytes())
}

/// The names of all formats.
fn names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    format!("use {}", names.join(", "))
}

fn hint(typed: &str) -> String {
    match nearest(typed, FORMATS.iter().map(|format| format.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => names(),
    }
}
