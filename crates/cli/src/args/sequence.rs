//! `chromex sequence`

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{parse_bytes, parse_count, parse_seconds};

const SEQUENCE_EXAMPLES: &str = "\
Examples:
  chromex sequence .007 --to 1e6 --checkpoint t.ckpt   Treblecross, resumed if killed
  chromex sequence blue-red --to 1e5 --report          the D_k of Beaulieu, Burke and Duchêne
  chromex sequence .77 --period                        Kayles: period 12, proved
  chromex sequence icol/BW --to 50                     paths with coloured ends
  chromex sequence .137 --to 1000 -o b.txt -o plot.svg OEIS b-file and a picture

The values take two bytes a term; blue-red takes two heaps of .007 for each k.";

/// `chromex sequence`
#[derive(Debug, Args)]
#[command(after_help = SEQUENCE_EXAMPLES)]
pub(crate) struct SequenceArgs {
    /// The sequence: a code (.007), or a game on paths (blue-red, icol/BW, node-kayles/cycle)
    pub name: Option<String>,
    /// The last term (default: 100, or 1e5 for --period)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub to: Option<u64>,
    /// P-positions, records, rare values, frequent values
    #[arg(long)]
    pub report: bool,
    /// Look for a period and prove it; stop when it is found
    #[arg(long)]
    pub period: bool,
    /// List what can be typed
    #[arg(long)]
    pub list: bool,
    /// Write the values to a file: .csv, .txt (OEIS b-file), .svg, .png or .parquet
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// By the plain recurrences of the game itself, without the identity
    #[arg(long)]
    pub recurrence: bool,
    /// Save the values to a file now and then, and begin with what it holds
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Let an NVIDIA GPU do the bulk of the work (a program built with `--features cuda`)
    #[arg(long, conflicts_with = "recurrence")]
    pub gpu: bool,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub seconds: Option<Duration>,
    /// Refuse to begin if the values take more than this
    /// [default: 4G, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
}
