//! `chromex site`: the laboratory as a folder of files.

use std::io::Write;
use std::path::Path;

use chromex_server::site;

use crate::Status;
use crate::args::SiteArgs;
use crate::output::{Style, count};

/// Runs the command.
pub(crate) fn run(args: &SiteArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let usual = Path::new("docs");
    let guide = args.guide.as_deref().or_else(|| usual.join("guide.md").exists().then_some(usual));
    let files = site::write(&args.folder, &args.modules, guide)?;
    let bytes: usize = files.iter().map(|(_, bytes)| bytes).sum();
    let folder = args.folder.display();
    writeln!(
        out,
        "{} files, {} bytes, in {}",
        files.len(),
        count(bytes as u64),
        style.bold(&folder.to_string())
    )?;
    if guide.is_none() {
        let note = "without the guide: --guide names the folder `docs` of the repository";
        writeln!(out, "{}", style.dim(note))?;
    }
    let how = format!("any web server shows it: python3 -m http.server -d {folder}");
    writeln!(out, "{}", style.dim(&how))?;
    Ok(Status::Done)
}
