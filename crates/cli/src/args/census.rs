//! `chromex census`, `chromex query`, `chromex conjecture`, `chromex store`, and where results are kept.

use std::path::PathBuf;
use std::time::Duration;

use chromex::graphs::generate::Part;
use chromex_census::files::Format;
use clap::{Args, Subcommand};

use super::{By, LimitArgs, parse_bytes, parse_count, parse_seconds};

const CENSUS_HELP: &str = "\
Questions: a game asks for its value (icol, proper:2, col), with .outcome for who wins, .mean,
.temperature or .birthday for these numbers of a partisan game, and .bob for
the other player first (connected.bob); chi_g, chi_g_bob, a_star, a_mu; chi_g.monotone: whether Alice
wins with every larger number of colours too; numbers such as chi, girth, automorphisms; classes such as is_tree, is_cograph (--list shows all). The columns of the table have
the same names with _ for other signs: proper_2, icol_outcome. A column that only an expression uses
need not be asked for.

Graphs: all:N, connected:N, trees:N, bipartite:N, connected-bipartite:N, cubic:N (connected ones),
cographs:N, strictly-matched:N, each up to isomorphism and with ranges (connected:1..7); a graph6,
sparse6 or digraph6 file; - for standard input (geng -c 9 | chromex census … --graphs -); any graph
expression (grid:3x1..9).

A run that was stopped or killed goes on where it was when the same command is given again.

Examples:
  chromex census icol proper:2 chi_g --graphs connected:7 -o out.parquet
  chromex census chi_g --graphs connected:1..8 --where \"chi_g > chi + 1\" --find-smallest
  chromex census chi_g --graphs connected:6 --count-by chi,chi_g
  chromex query out.parquet \"chi_g = 4\" --select graph,icol --limit 5";

/// `chromex census`
#[derive(Debug, Args)]
#[command(after_help = CENSUS_HELP)]
pub(crate) struct CensusArgs {
    /// What to ask about every graph
    #[arg(value_name = "QUESTION", required_unless_present = "list")]
    pub questions: Vec<String>,
    /// The graphs
    #[arg(
        long,
        value_name = "SOURCE",
        allow_hyphen_values = true,
        required_unless_present = "list"
    )]
    pub graphs: Option<String>,
    /// The table to write: .parquet, .csv or .jsonl (without it, rows are printed)
    #[arg(long, short, value_name = "FILE", allow_hyphen_values = true)]
    pub output: Option<PathBuf>,
    /// The format of the table, whatever it is called
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub format: Option<Format>,
    /// Replace the table and whatever was begun
    #[arg(long)]
    pub force: bool,
    /// Only part I of N of the graphs (1/8, …, 8/8), for several machines
    #[arg(long, value_name = "I/N")]
    pub part: Option<Part>,
    /// Which rows, and how to show them.
    #[command(flatten)]
    pub query: QueryOptions,
    /// Give up a question after this many positions
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,
    /// Give up a question after this many seconds; nothing limits how long the whole census takes
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Keep each graph, and the tables of each thread, within this much memory
    /// [default: 1G, or its share of half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Graphs to work on at once (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Where answers may come from
    #[arg(long, value_enum, default_value = "theorem")]
    pub by: By,
    /// Where answers are kept.
    #[command(flatten)]
    pub store: ResultsArgs,
    /// List what can be asked
    #[arg(long)]
    pub list: bool,
}

/// Which rows of a table, and how to show them.
#[derive(Debug, Clone, Args)]
pub(crate) struct QueryOptions {
    /// Only rows for which this is true: "chi_g > chi + 2 and not is_tree"
    #[arg(long = "where", value_name = "EXPR", allow_hyphen_values = true)]
    pub condition: Option<String>,
    /// Only the smallest: fewest vertices, then fewest edges, then first in order
    #[arg(long, conflicts_with_all = ["count_by", "sort", "limit"])]
    pub find_smallest: bool,
    /// How many rows there are for each combination of these columns or expressions
    #[arg(long, value_name = "COLUMNS")]
    pub count_by: Vec<String>,
    /// Only these columns or expressions; with --count-by, functions of many rows: "avg(m),max(chi_g)"
    #[arg(long, value_name = "COLUMNS")]
    pub select: Vec<String>,
    /// Order by these columns or expressions; with - in front, the largest first
    #[arg(long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub sort: Vec<String>,
    /// Show at most this many rows
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// One JSON object a row
    #[arg(long)]
    pub json: bool,
    /// As comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

const QUERY_HELP: &str = "\
Expressions are those of SQL: the columns of the table; + - * / % ||; = != < <= > >=; and, or, not;
is null, in (…), between … and …, like, glob; case when … then … else … end; abs, round, min, max,
coalesce, nullif, length, lower, upper, instr, replace; numbers, 'texts', true, false.
Null is as in SQL; division does not round, and what % leaves is not negative.
Of many rows, to select: count, sum, avg, and min or max of one column.

Examples:
  chromex query out.parquet \"chi_g > chi + 1 and not is_tree\" --limit 10
  chromex query out.parquet --count-by chi,chi_g --sort -count
  chromex query out.parquet \"icol = 0\" --select graph,n,m/n --csv
  chromex query out.parquet --count-by n --select \"avg(chi_g),max(chi_g - chi)\"
  chromex query 'part-*.parquet' -o whole.parquet     the parts of a census as one table, if all are there";

/// `chromex query`
#[derive(Debug, Args)]
#[command(after_help = QUERY_HELP)]
pub(crate) struct QueryArgs {
    /// Tables that `chromex census` wrote, folders of them, or other CSV or JSON lines files; behind them,
    /// an expression: only rows for which it is true (the same as --where)
    #[arg(required = true, value_name = "TABLE")]
    pub tables: Vec<String>,
    /// Write the rows to a table: .parquet, .csv or .jsonl
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
    pub output: Option<PathBuf>,
    /// Parts of a census will do, though some are missing
    #[arg(long)]
    pub incomplete: bool,
    /// Which rows, and how to show them.
    #[command(flatten)]
    pub query: QueryOptions,
    /// The format of the table, whatever it is called
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

const CONJECTURE_HELP: &str = "\
Conjectures are formed on the graphs with few vertices, constants included, and tested on the larger ones:
what holds for all of them is listed, the strongest first, and so is what was refuted, with its smallest counterexample.
Looked for are bounds between numbers (x <= y + c, 2 * y + c, y / 2 + c, y + z + c, y - z + c,
(y + z) / 2 + c), also within a class of graphs; conditions that are true for the same graphs; and
conditions that follow from one or two others. What follows on these graphs from simpler ones, or from what
is known, is left out.

Examples:
  chromex census chi_g chi_g_bob chi clique max_degree is_tree --graphs connected:2..8 -o eight.parquet
  chromex conjecture eight.parquet
  chromex conjecture eight.parquet --about chi_g --with \"max_degree = n - 1\" --formed-on 7
  chromex conjecture eight.parquet --known \"chi_g <= chi_g_bob + 1\" --fallen 20";

/// `chromex conjecture`
#[derive(Debug, Args)]
#[command(after_help = CONJECTURE_HELP)]
pub(crate) struct ConjectureArgs {
    /// Tables that `chromex census` wrote, or folders of them
    #[arg(required = true, value_name = "TABLE")]
    pub tables: Vec<PathBuf>,
    /// The columns that conjectures are about (default: those that come from games)
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub about: Vec<String>,
    /// A number or condition to use beside the columns: "n - 1", "icol = 0"
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub with: Vec<String>,
    /// What is known: "chi_g <= n", "is_tree => chi_g <= 4"
    #[arg(long, value_name = "FORMULA")]
    pub known: Vec<String>,
    /// Form conjectures on graphs with at most this many vertices (default: two fewer than the largest have)
    #[arg(long, value_name = "N")]
    pub formed_on: Option<i64>,
    /// For how many graphs a conjecture must say something that others do not
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub support: u64,
    /// Show at most this many of each kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Show at most this many that fell
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub fallen: usize,
    /// Parts of a census will do, though some are missing
    #[arg(long)]
    pub incomplete: bool,
    /// As JSON, all of them
    #[arg(long)]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Where results are kept between runs.
#[derive(Debug, Clone, Args)]
pub(crate) struct ResultsArgs {
    /// Keep answers in this store instead of the user's, or in none: `off` (CHROMEX_STORE does the same)
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Neither look answers up nor keep them: `--store off`
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
}

const STORE_HELP: &str = "\
Answers of searches that took a millisecond or more are kept, for every position that is the same up
to symmetry, in store.sqlite in the folder chromex of the user's data folder ($XDG_DATA_HOME or
~/.local/share). CHROMEX_STORE names another file, or is `off`. Several processes may use a store at
once, though not over a network file system.

Examples:
  chromex store                           what is in it
  chromex store verify --sample 100       find a hundred answers again and compare
  chromex store verify --forget           … all of them, and remove those that are wrong or damaged
  chromex store verify --merged           find again what was merged from elsewhere
  chromex store export > answers.jsonl    every answer as a line of JSON
  chromex store merge other.sqlite        take in another store, or an export";

/// `chromex store`
#[derive(Debug, Args)]
#[command(after_help = STORE_HELP)]
pub(crate) struct StoreArgs {
    /// What to do (default: show what is in it).
    #[command(subcommand)]
    pub action: Option<StoreAction>,
    /// This store instead of the user's
    #[arg(long, value_name = "FILE", global = true)]
    pub store: Option<PathBuf>,
    /// As JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Give up after this many seconds; `verify`: give up an answer after this many
    #[arg(long, value_name = "S", value_parser = parse_seconds, global = true)]
    pub seconds: Option<Duration>,
    /// Keep what is read at once within this much memory
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, global = true)]
    pub memory: Option<u64>,
}

/// What can be done with a store.
#[derive(Debug, Subcommand)]
pub(crate) enum StoreAction {
    /// Where it is, and how much is in it
    Show,
    /// Check the file, and find answers again and compare
    Verify {
        /// This many answers, chosen at random (default: all)
        #[arg(long, value_name = "N")]
        sample: Option<u64>,
        /// Only answers that were merged from elsewhere; those that are found again count as found here
        #[arg(long)]
        merged: bool,
        /// Remove answers that are wrong or damaged
        #[arg(long)]
        forget: bool,
    },
    /// Write every answer as a line of JSON
    Export {
        /// To a file instead of standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Take in other stores or exports
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also entries without checksums, as the first versions wrote them: nobody can tell whether they were changed
        #[arg(long)]
        unsummed: bool,
    },
}
