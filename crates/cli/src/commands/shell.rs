//! `chromex completions` and `chromex man`.

use std::io::Write;
use std::path::Path;

use chromex_files::{Disk, Replacement};
use clap::{Command, CommandFactory};

use crate::Status;
use crate::args::Arguments;

/// Prints a completion script.
pub(crate) fn completions(
    shell: clap_complete::Shell,
    out: &mut impl Write,
) -> anyhow::Result<Status> {
    // The generator panics if writing fails, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "chromex", &mut script);
    out.write_all(&script)?;
    Ok(Status::Done)
}

/// Writes `chromex.1`, `chromex-solve.1`, … into a folder.
pub(crate) fn man_pages(folder: &Path, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    write_pages(program, folder)?;
    writeln!(out, "man pages written to {}", folder.display())?;
    Ok(Status::Done)
}

/// Writes the page of a command, and those of the commands within it.
fn write_pages(command: Command, folder: &Path) -> anyhow::Result<()> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        write_pages(inner.clone(), folder)?;
    }
    let page = clap_mangen::Man::new(command);
    let mut file = Replacement::begin(&Disk::real(), &folder.join(page.get_filename()))?;
    page.render(&mut file).map_err(file.failed())?;
    Ok(file.finish()?)
}
