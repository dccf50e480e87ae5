//! The arguments of `chromex serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use super::census::ResultsArgs;
use super::{parse_bytes, parse_seconds};

pub(super) const SERVE_HELP: &str = "\
Examples:
  chromex serve                    prints an address to open in a browser on this machine
  chromex serve --open             opens it as well
  chromex serve --port 0           any port that is free
  chromex serve --host 0.0.0.0     for a classroom: others need the token that it prints
  chromex serve --searches 8 --memory 2G --seconds 300    for a large machine

The server answers this machine only, unless --host says otherwise; then requests need a token.
It keeps no games: they live in the page and in its address. Dear answers are kept in the results
store, as those of `chromex solve` are (--no-store: none). Ctrl-C ends it. The page's API is
described at /api/v1/openapi.json.";

pub(super) const SITE_HELP: &str = "\
Examples:
  crates/wasm/build                in the repository: makes the modules, in target/wasm
  chromex site public              writes the page with the modules into the folder public
  python3 -m http.server -d public any web server shows it, under any path

The folder holds everything: nothing is asked of a server, and after the first visit the page works
without a network. Links made there work with `chromex serve`, and the other way round.";

/// `chromex site`
#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder to write; files of the same names are replaced
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The folder with chromex.wasm and checker.wasm, as `crates/wasm/build` makes them
    #[arg(long, value_name = "FOLDER", default_value = "target/wasm")]
    pub modules: PathBuf,
    /// The folder with the pages of the guide: `docs` by default, if it exists
    #[arg(long, value_name = "FOLDER")]
    pub guide: Option<PathBuf>,
}

/// The port at which `chromex serve` listens by default.
pub(crate) const PORT: u16 = 8765;

/// `chromex serve`
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port to listen at (0: any that is free)
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen at; any but this machine's own requires a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// The secret that requests must know (made up if it is needed and not given)
    #[arg(long, value_name = "TOKEN", value_parser = parse_token)]
    pub token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Serve the page from a folder instead of the one inside the program, for people who change it
    #[arg(long, value_name = "FOLDER")]
    pub web: Option<PathBuf>,
    /// The most seconds that a search may take
    #[arg(long, value_name = "S", default_value = "60", value_parser = parse_seconds)]
    pub seconds: Duration,
    /// The most memory that the tables of a search may take
    /// [default: 512M, or half of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// How many searches may run at a time (default: one for each core, at least 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub searches: Option<u16>,
    /// The most vertices that a graph may have
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least_one())]
    pub vertices: usize,
    /// Where answers are kept.
    #[command(flatten)]
    pub results: ResultsArgs,
}

fn at_least_one() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..).map(|number| number as usize)
}

/// A token goes into an address and a header: letters, digits and a few signs.
fn parse_token(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    match text.len() >= 8 && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("a token has at least 8 letters and digits (and - . _ ~)".to_owned()),
    }
}
