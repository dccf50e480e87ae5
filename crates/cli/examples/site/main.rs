//! Makes the sources of the guide as a small site, for mdBook: the pages under `docs/`, the findings, and a page for each game,
//! paper and sequence.
//!
//! `docs/site` calls it: `cargo run -p chromex-cli --example site -- FOLDER`.

mod pages;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("name the folder to write to");
        return ExitCode::from(2);
    };
    match pages::write(&pages::root(), Path::new(&folder)) {
        Ok(count) => {
            println!("{count} pages are in {}", Path::new(&folder).join("src").display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
