//! `chromex value`

use std::path::PathBuf;

use clap::Args;

use super::LimitArgs;

const VALUE_EXAMPLES: &str = "\
Values are typed as they are printed, with ^ v +- for ↑ ↓ ± where that is easier:
  3/2   *2   ^   vv*   ^3*2   +-1   {3|1||-2}   {2,{4|0}|-1}   +_2 and -_2 (tiny and miny)
sums, differences and integer multiples of them, and parts with names: a={3|1}; {a|-2} + 3·a - *2

Examples:
  chromex value '{3|1||-2} + *2'            canonical form, mean, temperature, thermograph
  chromex value 'a={4|0}; 2·a - {a|-3}'     parts with names
  chromex value '{6||1|-5}' -o t.svg        the thermograph as a picture
  chromex value '{4|0}' --cool 1            cooled, heated, overheated, reduced
  chromex value '{2*|1^} + +_3' --reduce
  chromex value @FILE --json                a long value from a file, everything about it for programs";

/// `chromex value`
#[derive(Debug, Args)]
#[command(after_help = VALUE_EXAMPLES)]
pub(crate) struct ValueArgs {
    /// The value, for example '{3|1||-2} + *2'; @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub value: String,
    /// Cool it by a number: every move costs this much
    #[arg(long, value_name = "T", allow_hyphen_values = true, conflicts_with_all = ["heat", "overheat", "reduce"])]
    pub cool: Option<String>,
    /// Heat it by a value: every move brings this much; numbers stay as they are
    #[arg(long, value_name = "T", allow_hyphen_values = true, conflicts_with_all = ["overheat", "reduce"])]
    pub heat: Option<String>,
    /// Overheat it: every move brings T, an integer n becomes n copies of S
    #[arg(long, value_names = ["S", "T"], num_args = 2, allow_hyphen_values = true, conflicts_with = "reduce")]
    pub overheat: Option<Vec<String>>,
    /// The reduced canonical form: infinitesimals are forgotten
    #[arg(long)]
    pub reduce: bool,
    /// Write the thermograph to a file, as SVG
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print ^ v +- instead of ↑ ↓ ±
    #[arg(long)]
    pub ascii: bool,
    /// One JSON object; its value is whole and is read back
    #[arg(long)]
    pub json: bool,
    /// What it may cost.
    #[command(flatten)]
    pub limits: LimitArgs,
}
