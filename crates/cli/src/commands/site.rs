//! `chromex site`: the laboratory as a folder of files.

use std::io::Write;

use chromex_server::site;

use crate::Status;
use crate::args::SiteArgs;
use crate::output::{Style, count};

/// Runs the command.
pub fn run(args: &SiteArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let files = site::write(&args.folder, &args.modules)?;
    let bytes: usize = files.iter().map(|(_, bytes)| bytes).sum();
    let folder = args.folder.display();
    writeln!(
        out,
        "{} files, {} bytes, in {}",
        files.len(),
        count(bytes as u64),
        style.bold(&folder.to_string())
    )?;
    let how = format!("any web server shows it: python3 -m http.server -d {folder}");
    writeln!(out, "{}", style.dim(&how))?;
    Ok(Status::Done)
}
