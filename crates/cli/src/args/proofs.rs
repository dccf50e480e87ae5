//! The commands that convince: duels and certificates.

use std::path::PathBuf;
use std::time::Duration;

use chromex::Budget;
use chromex::rules::Player;
use clap::{Args, ValueEnum};

use super::{GameArgs, parse_bytes, parse_count, parse_seconds};

pub(super) const PROVE_HELP: &str = "\
Claims: winner = alice, outcome = P, nimber = 2, score >= 1, score = 0, value <= 1/2 (a number, *k or
{…|…}), chi <= 4, chi >= 3, chi = 4. Without --claim the exact answer is claimed.

Examples:
  chromex prove colouring:4 grid:5x5 -o alice.cert
  chromex prove connected cycle:11 --claim 'score >= 1' -o c11.cert
  chromex prove colouring petersen:5,2 -o chi.cert        χ_g, exactly
  chromex prove colouring:4 grid:5x7 --near -o large.cert Alice wins, even if Bob may skip
  chromex prove colouring:4 grid:3xN -o three-rows.cert   Alice wins for every N, though Bob may skip turns
  chromex prove colouring:4 cylinder:4xN --first bob -o twins.cert
  chromex prove colouring:4 grid:5xN -o five.cert --seconds 600 --checkpoint five.search   goes on from the file next time

A claim that is not true exits with code 2, a budget that runs out with 3.";

pub(super) const CHECK_HELP: &str = "\
Exit codes: 0 all certificates are valid, 2 some certificate is rejected (or no certificate at all),
3 one needs more memory or time than --memory and --seconds allow. docs/certificates.md defines the files.

Examples:
  chromex check examples/certificates/*.cert
  chromex check --explain FILE                 what is claimed, by which rules, what was checked
  chromex check --explain -o page.html FILE    the same as a page that can be attached to a paper";

const DUEL_HELP: &str = "\
Opponents (--against, several with commas; without it all that make sense on the board):
  every    all opponents at once: each of their moves in each position that can arise
  random   random moves; each game has its own liking for close moves and repeated colours
  trouble  of a dozen moves the one that leaves most vertices in danger
  engine   random moves until the exact engine sees that the strategy has gone wrong

Examples:
  chromex duel four-rows colouring:4 grid:4x4           Alice's strategy on four rows
  chromex duel four-rows colouring:4 grid:4x100 --against random --moves 1e6 --check
  chromex duel four-rows colouring:4 grid:4x5 --literal --against engine
  chromex duel column-twins colouring:4 grid:4x9 --first bob

Exit codes: 0 played, whatever came of it (--json tells losses); 2 bad input; 3 an opponent that was asked for
ran into its cap.";

/// `chromex duel`
#[derive(Debug, Args)]
#[command(after_help = DUEL_HELP)]
pub(crate) struct DuelArgs {
    /// The strategy (`chromex strategies` lists them)
    pub strategy: String,
    /// The game, for example colouring:4
    pub game: String,
    /// The graph, for example grid:4x5, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub graph: String,
    /// The position to start from: a symbol a vertex, or pairs (0=1,4=2)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first: left or right, alice or bob
    #[arg(long, value_name = "PLAYER", default_value = "left")]
    pub first: Player,
    /// The side that the strategy plays (otherwise whichever it can)
    #[arg(long, value_name = "PLAYER")]
    pub side: Option<Player>,
    /// Only these opponents
    #[arg(long, value_enum, value_name = "WHO", value_delimiter = ',')]
    pub against: Vec<Against>,
    /// Only the opponent who makes these moves (8=1,12=2), and then trouble
    #[arg(long, value_name = "MOVES", conflicts_with = "against")]
    pub line: Option<String>,
    /// How many moves random opponents make; those who look for trouble make a tenth
    #[arg(long, value_name = "N", default_value = "1e5", value_parser = parse_count)]
    pub moves: u64,
    /// How many games the engine plays
    #[arg(long, value_name = "N", default_value = "20", value_parser = parse_count)]
    pub games: u64,
    /// Where random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many positions `every` looks at, and the engine, before they give up
    #[arg(long, value_name = "N", default_value = "1e5", value_parser = parse_count)]
    pub positions: u64,
    /// How long each opponent may play
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Keep the graph, and what opponents remember, within this much memory
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Check the invariants of the proof after each move of the strategy
    #[arg(long)]
    pub check: bool,
    /// Play the paper word for word, without our repairs
    #[arg(long)]
    pub literal: bool,
    /// Leave out just these repairs (R1,R2)
    #[arg(long, value_name = "REPAIRS", value_delimiter = ',', conflicts_with = "literal")]
    pub without: Vec<String>,
    /// One JSON object a graph
    #[arg(long)]
    pub json: bool,
}

/// `chromex prove`
#[derive(Debug, Args)]
pub(crate) struct ProveArgs {
    /// The game; `colouring` without a number of colours for the game chromatic number.
    #[command(flatten)]
    pub game: GameArgs,
    /// What to prove (default: the exact answer)
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Prove it for boards of every length: grid:4x7 is read as grid:4xN
    #[arg(long)]
    pub every: bool,
    /// Keep only what is near vertices that can still go wrong (Alice's wins in the colouring game):
    /// far smaller certificates for large boards
    #[arg(long, conflicts_with = "every")]
    pub near: bool,
    /// Where to write the certificate
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

/// `chromex check`
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Refuse certificates that may need more memory
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Give up after this many seconds (for each certificate)
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Say what was claimed, on what graph, by which rules, what was checked and what must be trusted
    #[arg(long)]
    pub explain: bool,
    /// Write the explanation as a page, with a picture of the board
    #[arg(long, short, value_name = "FILE", requires = "explain")]
    pub output: Option<PathBuf>,
    /// Have the checker that is proved correct look at them too (chromex-verified; see docs/verified.md)
    #[arg(long)]
    pub verified: bool,
    /// One JSON object a file
    #[arg(long)]
    pub json: bool,
}

impl CheckArgs {
    /// What the checking of each certificate may take.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget { time: self.seconds, ..Budget::default() };
        Budget { memory: self.memory.unwrap_or(budget.memory), ..budget }
    }
}

/// The opponents of `chromex duel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Against {
    /// All opponents at once
    Every,
    /// Random moves
    Random,
    /// The moves that make most trouble
    Trouble,
    /// The exact engine
    Engine,
}
