//! The commands about the papers: claims, tables, reductions, classes of graphs.

use std::time::Duration;

use chromex::graphs::draw::export::ExportFormat;
use chromex::graphs::generate::GraphKind;
use chromex::rules::Player;
use chromex::theory::reduce::Reduction;
use clap::{Args, ValueEnum};

use super::{BudgetArgs, LimitArgs, export_format, parse_bytes, parse_seconds};

const VERIFY_HELP: &str = "\
Examples:
  chromex verify                     every claim, on cases that take seconds
  chromex verify beaulieu andres     the claims of two papers
  chromex verify andres/thm-15       one claim
  chromex verify --deep uiterwijk    as far as an hour goes
  chromex verify --list              what there is
  chromex verify --position \"colouring:4 grid:4x3 ...1........ bob\"

Exit codes: 0 every claim was decided, true or false; 2 no such claim; 3 stopped; 1 engines disagree.";

/// `chromex verify`
#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct VerifyArgs {
    /// Claims (beaulieu/prop-6) or papers (beaulieu); all of them by default
    #[arg(value_name = "CLAIM|PAPER")]
    pub what: Vec<String>,
    /// Check larger cases too: an hour or so for all claims
    #[arg(long)]
    pub deep: bool,
    /// List the claims instead of checking them
    #[arg(long)]
    pub list: bool,
    /// Instead of claims: which configurations of the proof of Brosse et al., Theorem 1, stand in a position on four
    /// rows, written as one line: "colouring:4 grid:4x3 ...1........ bob"
    #[arg(long, value_name = "LINE", conflicts_with_all = ["what", "deep", "list", "markdown", "record"])]
    pub position: Option<String>,
    /// One JSON object a claim
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// A page in Markdown, as in docs/verification.md
    #[arg(long)]
    pub markdown: bool,
    /// The record of all verdicts, as in crates/claims/verdicts.json
    #[arg(long, conflicts_with_all = ["json", "markdown", "deep"])]
    pub record: bool,
    /// Claims to check at once (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Give up after this many seconds, with what is decided by then
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Keep the graphs of each claim, and the tables of each search, within this much memory
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
}

const TINTS_HELP: &str = "\
B and W are coloured squares, o can take either colour, b and w only that one, x none (Uiterwijk, section 3.2).

Examples:
  chromex tints icol boow                    a chain: the position that it stands for
  chromex tints icol grid:2x3 B../...        a position: its symbols
  chromex tints isnort 'Bbo/bbo'             a board";

/// `chromex tints`
#[derive(Debug, Args)]
#[command(after_help = TINTS_HELP)]
pub(crate) struct TintsArgs {
    /// The game: icol, isnort, col or snort, or one of your own with two colours that have letters
    pub game: String,
    /// Tint symbols, rows divided by /, or a graph
    pub what: String,
    /// The colouring of the graph, if it is one
    pub colouring: Option<String>,
    /// Who is to move
    pub player: Option<Player>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

const FIGURES_HELP: &str = "\
Examples:
  chromex figures                            all figures that can be opened, and those that are lost
  chromex figures uiterwijk                  those of one paper
  chromex figures brosse/figure-2-gamma      one of them, drawn
  chromex solve $(chromex figures bensmail/figure-2 --line)";

/// `chromex figures`
#[derive(Debug, Args)]
#[command(after_help = FIGURES_HELP)]
pub(crate) struct FiguresArgs {
    /// A figure (brosse/figure-2-gamma) or a paper (brosse); all of them by default
    #[arg(value_name = "FIGURE|PAPER")]
    pub what: Option<String>,
    /// Only the positions, one a line, as they are typed
    #[arg(long, conflicts_with = "json")]
    pub line: bool,
    /// One JSON object a figure
    #[arg(long)]
    pub json: bool,
}

const TABLE_HELP: &str = "\
Examples:
  chromex table                                  the tables there are
  chromex table distance-paths                   as it was published
  chromex table distance-paths --extended        and further
  chromex table node-kayles-3xn --to 20 --format b-file > b.txt";

/// `chromex table`
#[derive(Debug, Args)]
#[command(after_help = TABLE_HELP)]
pub(crate) struct TableArgs {
    /// The table; without a name, all are listed
    pub name: Option<String>,
    /// Go on as far as seconds reach
    #[arg(long)]
    pub extended: bool,
    /// Go on to the row with this number
    #[arg(long, value_name = "N", conflicts_with = "extended")]
    pub to: Option<usize>,
    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
    /// What the searches may cost.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For reading
    Text,
    /// Markdown
    Markdown,
    /// Comma-separated values
    Csv,
    /// A LaTeX tabular
    Latex,
    /// Lines `n a(n)` as the OEIS wants them
    #[value(name = "b-file")]
    Bfile,
    /// One JSON object
    Json,
}

const COGRAPH_HELP: &str = "\
Examples:
  chromex cograph bipartite:3,4
  chromex cograph 'cotree:j(1,u(1000000))'   a star with a million leaves, by its cotree
  chromex cograph cotree:@FILE               a cotree from a file
  chromex cograph @FILE --complement         a dense cograph, by an edge list of what is missing

u(…) is the union of its parts, j(…) their join, a number stands for this many single vertices.";

/// `chromex cograph`
#[derive(Debug, Args)]
#[command(after_help = COGRAPH_HELP)]
pub(crate) struct CographArgs {
    /// The graph, for example bipartite:3,4, cotree:j(1,u(4)), cotree:@FILE, @FILE, or -
    #[arg(allow_hyphen_values = true)]
    pub graph: String,
    /// Ask about the complement of the graph
    #[arg(long)]
    pub complement: bool,
    /// One JSON object a graph
    #[arg(long)]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `chromex reduce`
#[derive(Debug, Args)]
pub(crate) struct ReduceArgs {
    /// What is reduced, for example node-kayles or pos-cnf
    pub from: String,
    /// On which graph, for example grid:3x5, @FILE, or - for standard input; pos-cnf: @FILE or -
    #[arg(allow_hyphen_values = true)]
    pub source: String,
    /// The game it becomes, for example proper:3
    #[arg(long, value_name = "GAME")]
    pub to: String,
    /// Write or draw the position in one of the formats of `chromex graph --to` instead
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = export_format)]
    pub to_graph: Option<&'static ExportFormat>,
    /// One JSON object a graph
    #[arg(long)]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The table of reductions, for the help.
pub(super) fn reductions() -> String {
    let mut text =
        "Prints positions that `chromex solve` takes as they are.\n\nReductions:\n".to_owned();
    for reduction in chromex::theory::reduce::REDUCTIONS {
        let Reduction { from, to, by, how, .. } = reduction;
        text += &format!("  {from} --to {to}: {how} ({by})\n");
    }
    text + "\nExamples:
  chromex reduce node-kayles cycle:5 --to proper:3
  chromex solve $(chromex reduce node-kayles cycle:5 --to blue-red)
  chromex reduce node-kayles path:4 --to distance:2:2 --to-graph svg > image.svg
  chromex reduce pos-cnf @formula.cnf --to connected"
}

/// The table of kinds, for the help.
fn kinds() -> String {
    let mut text = "Kinds, those of `chromex census`:\n".to_owned();
    for kind in GraphKind::every() {
        text += &format!("  {kind:20} {}, up to {} vertices\n", kind.summary(), kind.most());
    }
    text + "\nExamples:
  chromex all connected:9 | head
  chromex all strictly-matched:10 --count
  chromex all cubic:4..12 > cubic.g6
  chromex all trees 9 | chromex chi - --first alice"
}

/// `chromex all`
#[derive(Debug, Args)]
#[command(after_help = kinds())]
pub(crate) struct AllArgs {
    /// Which graphs: a kind with its number of vertices (trees:9), or a range of them (trees:1..9)
    #[arg(value_name = "KIND:N")]
    pub kind: String,
    /// The number of vertices, if it does not stand with the kind
    #[arg(value_name = "N")]
    pub vertices: Option<String>,
    /// Only their number
    #[arg(long)]
    pub count: bool,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Keep the graphs that are held at once within this much memory: cubic ones are all made before the first is told
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
}
