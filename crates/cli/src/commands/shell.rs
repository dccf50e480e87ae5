//! `chromex completions` and `chromex man`.

use std::io::Write;
use std::path::Path;

use chromex_files::FileError;
use clap::CommandFactory;

use crate::Status;
use crate::args::Arguments;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, out: &mut impl Write) -> anyhow::Result<Status> {
    clap_complete::generate(shell, &mut Arguments::command(), "chromex", out);
    Ok(Status::Done)
}

/// Writes `chromex.1`, `chromex-solve.1`, … into a folder.
pub fn man_pages(folder: &Path, out: &mut impl Write) -> anyhow::Result<Status> {
    let written = clap_mangen::generate_to(Arguments::command(), folder);
    written.map_err(FileError::writing(folder))?;
    writeln!(out, "man pages written to {}", folder.display())?;
    Ok(Status::Done)
}
