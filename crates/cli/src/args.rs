//! The command line.

mod census;
mod papers;
mod proofs;
#[cfg(feature = "sequences")]
mod sequence;
#[cfg(feature = "server")]
mod serve;
mod value;

use std::path::PathBuf;
use std::time::Duration;

use chromex::Budget;
use chromex::GameFamily;
use chromex::SavedPositions;
use chromex::graphs::TextError;
use chromex::graphs::draw::export::{ExportError, ExportFormat, FORMATS};
use chromex::rules::{Game, Places, Player, parse_game};
use chromex::text::read_number;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::input::{GraphCount, read_game};

pub(crate) use census::{
    CensusArgs, ConjectureArgs, QueryArgs, QueryOptions, ResultsArgs, StoreAction, StoreArgs,
};
pub(crate) use papers::{
    AllArgs, CographArgs, FiguresArgs, ReduceArgs, TableArgs, TableFormat, TintsArgs, VerifyArgs,
};
pub(crate) use proofs::{Against, CheckArgs, DuelArgs, ProveArgs};
#[cfg(feature = "sequences")]
pub(crate) use sequence::SequenceArgs;
#[cfg(feature = "server")]
pub(crate) use serve::{PORT, ServeArgs, SiteArgs};
pub(crate) use value::ValueArgs;

use papers::reductions;
use proofs::{CHECK_HELP, PROVE_HELP};
#[cfg(feature = "server")]
use serve::{SERVE_HELP, SITE_HELP};

const AFTER_HELP: &str = "\
Graphs: a family (path:7, grid:4x5, petersen:7,2), with ranges for tables (path:1..15, grid:3x1..9),
sums and products (cycle:5+path:2, 2*path:3, path:3*star:3), complement(…), line(…), path:9^2,
g6:…, s6:…, d6:…, edges:0-1,1-2, arcs:0>1, @FILE, or - for one graph a line on standard input.

Examples:
  chromex solve icol grid:3x5             who wins impartial Col on a 3×5 board, and how
  chromex solve node-kayles path:1..15    a table of nimbers
  chromex moves col path:5 --start B....  every legal move with what it leads to
  chromex chi petersen:5,2                game chromatic numbers
  chromex verify beaulieu                 check the claims of a paper
  geng -c 7 | chromex solve proper:2 -    one answer a graph
  chromex play snort grid:3x4             play against the engine
  chromex solve 'snort path:5 + *3'       a sum of positions and values
  chromex value '{3|1||-2} + *2'          calculate with values
  chromex serve --open                    the same in the browser, with the value of every move
  chromex duel four-rows colouring:4 grid:4x4    a theorem plays
  chromex prove icol grid:3x5 -o FILE     write a certificate that `chromex check FILE` accepts

Exit codes: 0 answered, 2 bad input, 3 a search ran out of its budget, 1 anything else.";

/// Exact answers to colouring games on graphs: who wins, by how much, with which move.
#[derive(Debug, Parser)]
#[command(name = "chromex", version, after_help = AFTER_HELP, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// Colours in the output.
    #[arg(long, global = true, value_enum, default_value = "auto")]
    pub color: Colour,
}

/// When to colour the output.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Colour {
    /// When it goes to a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Value, outcome and best moves of a game on a graph
    Solve(SolveArgs),
    /// Every legal move with the value it leads to
    Moves(GameArgs),
    /// One line of best play, drawn move by move
    Line(GameArgs),
    /// Game chromatic numbers: χ_g (Alice first) and χ_g^B (Bob first)
    Chi(ChiArgs),
    /// Play in the terminal against the engine
    Play(PlayArgs),
    /// Check the claims of the papers by exhaustive search
    Verify(VerifyArgs),
    /// The tables of the papers, computed anew and continued
    Table(TableArgs),
    /// Positions in tint symbols (b, w, x, o), and back
    Tints(TintsArgs),
    /// The figures of the papers as positions
    Figures(FiguresArgs),
    /// Play a strategy of the papers against opponents of every kind
    Duel(DuelArgs),
    /// Cotree of a graph or an induced path; the largest connected subgraph game on cographs
    Cograph(CographArgs),
    /// Turn one game into another with the same value, as the proofs of hardness do
    #[command(after_help = reductions())]
    Reduce(ReduceArgs),
    /// Write a certificate: a proof of an answer that can be checked without the solver
    #[command(after_help = PROVE_HELP)]
    Prove(ProveArgs),
    /// Check certificates by the literal rules and say what they prove
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Calculate with values of games: canonical forms, means, temperatures, thermographs
    Value(ValueArgs),
    /// Nimber sequences: octal games by code, and games on paths and cycles
    #[cfg(feature = "sequences")]
    Sequence(SequenceArgs),
    /// Ask many graphs many questions: a table in a file, a count, a smallest example
    Census(CensusArgs),
    /// Ask a table that a census wrote
    Query(QueryArgs),
    /// Look for formulas that hold for all graphs of a table
    Conjecture(ConjectureArgs),
    /// The results store: show, verify, export, merge
    Store(StoreArgs),
    /// The laboratory in the browser: play, see the values, explore
    #[cfg(feature = "server")]
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    /// The laboratory as a folder of files for any web host, with the engine in the page
    #[cfg(feature = "server")]
    #[command(after_help = SITE_HELP)]
    Site(SiteArgs),
    /// Facts about a graph; conversion between formats; drawing
    Graph(GraphArgs),
    /// Every graph of a kind and size, up to isomorphism, as graph6 lines
    All(AllArgs),
    /// List the games, or check one that you describe
    Games(GamesArgs),
    /// List the graph families and how graphs are typed
    Families(ListArgs),
    /// List the strategies that can play
    Strategies(ListArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the man pages into a folder
    Man {
        /// The folder, which must exist.
        folder: PathBuf,
    },
}

/// A game on a graph, from some position.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game, for example icol, proper:3 or colouring:4 (`chromex games` lists them), or @FILE with one
    /// of your own
    pub game: String,
    /// The graph, for example grid:3x5 (`chromex families`), @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub graph: Option<String>,
    /// The third part of a position on one line (GAME GRAPH COLOURING PLAYER): the same as --start
    #[arg(conflicts_with = "start")]
    pub colouring: Option<String>,
    /// The last part of a position on one line: the same as --first
    #[arg(conflicts_with = "first")]
    pub player: Option<Player>,
    /// The position to start from: a symbol a vertex (B.W../.....), or pairs (0=B,4=W)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first: left or right, alice or bob
    #[arg(long, value_name = "PLAYER", default_value = "left")]
    pub first: Player,
    /// The order in which the vertices are coloured, for `sequential`: 0,2,1
    #[arg(long, value_name = "LIST")]
    pub order: Option<String>,
    /// One JSON object a graph
    #[arg(long)]
    pub json: bool,
    /// Where the answer may come from
    #[arg(long, value_enum, default_value = "theorem")]
    pub by: By,
    /// What the search may cost.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Where answers are kept.
    #[command(flatten)]
    pub results: ResultsArgs,
}

impl GameArgs {
    /// The graph. Only a sum has none, and only `chromex solve` takes sums.
    pub(crate) fn graph(&self) -> anyhow::Result<&str> {
        let missing = "the required arguments are a game and a graph, such as icol path:5";
        self.graph.as_deref().ok_or_else(|| anyhow::anyhow!(missing))
    }

    /// The game, with its order if one is given.
    pub(crate) fn game(&self) -> anyhow::Result<Game> {
        let game = read_game(&self.game)?;
        let Some(order) = &self.order else { return Ok(game) };
        if game.places() != Places::InOrder(None) {
            anyhow::bail!("--order is for the game `sequential`, not for `{}`", self.game);
        }
        Ok(parse_game(&format!("{}:{order}", self.game))?)
    }
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  chromex solve icol grid:3x5             value, outcome and winning moves
  chromex solve snort path:1..12          a table
  chromex solve 'snort path:5 + col grid:2x3 + *3 - icol cycle:7'
                                          a sum of positions and values, in quotes, with spaces around its signs:
                                          who wins, the value, and the winning moves with their component";

/// `chromex solve`
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct SolveArgs {
    /// The question.
    #[command(flatten)]
    pub game: GameArgs,
    /// What to ask; `a-star` and `a-mu` are for the game `connected`
    #[arg(long, value_enum, default_value = "moves")]
    pub ask: Ask,
}

/// What `chromex solve` looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ask {
    /// The value and the best moves
    Moves,
    /// The value only, which can be much faster
    Value,
    /// Who wins, without the value, which is even faster
    Outcome,
    /// Can Alice force a single red component?
    AStar,
    /// The largest red component that Alice can force
    AMu,
    /// The largest red component that Alice can force while she wins; 0 if she does not win
    AMuStar,
}

/// Where answers may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// A theorem of the papers where one applies, search otherwise
    Theorem,
    /// Only search
    Search,
}

/// `chromex chi`
#[derive(Debug, Args)]
pub(crate) struct ChiArgs {
    /// The graph, for example grid:3x5, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub graph: String,
    /// The games, with K for the number that is looked for: marking:K, edge-colouring:K,
    /// colouring:K:bob-skips, own:colours=K:forbid=same/2:end=coloured
    #[arg(long, value_name = "GAMES", default_value = "colouring:K")]
    pub game: GameFamily,
    /// Only with this player first (otherwise both)
    #[arg(long, value_name = "PLAYER")]
    pub first: Option<Player>,
    /// Show who wins with every number up to the one with which Alice always does
    #[arg(long)]
    pub all: bool,
    /// One JSON object a graph
    #[arg(long)]
    pub json: bool,
    /// Where the answer may come from
    #[arg(long, value_enum, default_value = "theorem")]
    pub by: By,
    /// What the search may cost.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Where answers are kept.
    #[command(flatten)]
    pub results: ResultsArgs,
}

/// `chromex play`
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Which side you play (default: whoever moves first)
    #[arg(long, value_enum, value_name = "SIDE")]
    pub me: Option<Side>,
    /// Let a strategy play the other side, and say which case of its proof it follows (`chromex strategies` lists them)
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
}

/// The sides a person may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// Left, or Alice
    #[value(alias = "alice")]
    Left,
    /// Right, or Bob
    #[value(alias = "bob")]
    Right,
    /// Both sides, without the engine
    Both,
    /// Neither: watch the engine; --seconds is then for the whole game
    None,
}

/// `chromex graph`
#[derive(Debug, Args)]
#[command(after_help = export_formats())]
pub(crate) struct GraphArgs {
    /// The graph, for example grid:3x5, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub graph: String,
    /// Convert or draw instead of showing facts
    #[arg(long, value_name = "FORMAT", value_parser = export_format)]
    pub to: Option<&'static ExportFormat>,
    /// Write to a file; its ending gives the format unless --to does
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show a position of this game
    #[arg(long, conflicts_with = "json")]
    pub game: Option<String>,
    /// The position: a symbol a vertex (B.W../.....), or pairs (0=B,4=W)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, requires = "game")]
    pub start: Option<String>,
    /// Who moves in the position: left or right, alice or bob
    #[arg(long, value_name = "PLAYER", default_value = "left", requires = "game")]
    pub first: Player,
    /// Relabel to nauty's canonical form first
    #[arg(long, conflicts_with = "start")]
    pub canonical: bool,
    /// One JSON object a graph
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A format by its name.
fn export_format(name: &str) -> Result<&'static ExportFormat, ExportError> {
    ExportFormat::named(name)
}

/// The table of export formats, for the help.
fn export_formats() -> String {
    let mut text = "Formats:\n".to_owned();
    for ExportFormat { name, endings, summary, .. } in FORMATS {
        text += &format!("  {name:9} {summary} (.{})\n", endings.join(", ."));
    }
    text + "\nExamples:
  chromex graph petersen:5,2
  chromex graph petersen:5,2 -o petersen.png
  chromex graph grid:3x5 --to tikz
  chromex graph grid:2x3 --game icol --start B../..W -o position.svg
  geng -c 6 | chromex graph - --canonical --to g6"
}

/// `chromex games`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesArgs {
    /// What to do instead of listing.
    #[command(subcommand)]
    pub command: Option<GamesCommand>,
    /// How to list.
    #[command(flatten)]
    pub list: ListArgs,
}

/// What `chromex games` can do besides listing.
#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Say how a game is understood, with an example, its engine and its theorems, or where it is wrong
    Check {
        /// The game: a file (@my.game), a description (own:colours=2:forbid=same) or a name
        game: String,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

/// `chromex families`, `chromex strategies`, and `chromex games` as a list
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// Limits on all that builds graphs and works on them.
#[derive(Debug, Clone, Args)]
pub(crate) struct LimitArgs {
    /// Give up after this many seconds, for each graph anew if there are several
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Keep graphs and tables within this much memory; engines that cannot forget give up when it is full
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// The budget that these limits make.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget { time: self.seconds, ..Budget::default() };
        Budget { memory: self.memory.unwrap_or(budget.memory), ..budget }
    }
}

/// Limits on a search.
#[derive(Debug, Clone, Args)]
pub(crate) struct BudgetArgs {
    /// Give up after this many positions (1e6, 500k, 2M)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,
    /// Time and memory.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Threads to search with, for impartial games, Col, the colouring games, and scores of connected and orthogonal games (0:
    /// one for each core)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Save results to a file now and then, and start with what it contains
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Save solved positions in a folder and reuse those of earlier runs
    #[arg(long, value_name = "FOLDER", conflicts_with = "checkpoint")]
    pub positions: Option<PathBuf>,
}

impl BudgetArgs {
    /// A checkpoint belongs to one board.
    pub(crate) fn check_checkpoint(&self, count: GraphCount) -> anyhow::Result<()> {
        if count != GraphCount::Single && self.checkpoint.is_some() {
            anyhow::bail!("--checkpoint is for one graph: use --positions FOLDER for several");
        }
        Ok(())
    }

    /// Where solved positions are saved.
    pub(crate) fn saved(&self) -> Option<SavedPositions> {
        let file = self.checkpoint.clone().map(SavedPositions::File);
        file.or_else(|| self.positions.clone().map(SavedPositions::Folder))
    }

    /// The budget that these limits make.
    pub(crate) fn budget(&self) -> Budget {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Budget {
            nodes: self.nodes,
            threads: if self.threads == 0 { cores() } else { self.threads },
            ..self.limits.budget()
        }
    }
}

fn parse_count(text: &str) -> Result<u64, String> {
    read_number(text, 1000.0).ok_or("expected a positive number such as 1000, 1e6 or 2M".into())
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    read_number(text, 1024.0).ok_or("expected a size such as 512M or 4G".into())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or("expected a number of seconds such as 10 or 0.5".into())
}

/// An error about a part of the command line, with the part named.
pub(crate) fn about(option: &str, error: TextError) -> anyhow::Error {
    anyhow::anyhow!("{option}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_and_counts() {
        assert_eq!(parse_count("1e6"), Ok(1_000_000));
        assert_eq!(parse_count("500k"), Ok(500_000));
        assert_eq!(parse_bytes("4G"), Ok(4 << 30));
        assert_eq!(parse_bytes("512MiB"), Ok(512 << 20));
        for bad in ["", "0", "-3", "x", "1e99", "NaN", "k", "é", "4Gé"] {
            assert!(parse_count(bad).is_err(), "{bad}");
        }
        assert!(parse_seconds("-1").is_err() && parse_seconds("nan").is_err());
    }
}
