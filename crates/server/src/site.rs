//! The laboratory as a folder of files, for any web host: the page, with the engine inside it instead of behind it.
//!
//! The page is the one that the server sends. These are added: the modules, a mark that says that
//! they are there, the answers that every visit begins with, and a service worker that stores
//! everything for visits without a network.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chromex::text::Checksum;
use chromex_files::{Disk, FileError, Replacement};
use chromex_lab::{Call, Lab, Method, Reply, Run};
use serde_json::{Map, Value};

use crate::pages;

/// The modules, which `crates/wasm/build` makes.
const MODULES: [&str; 2] = ["chromex.wasm", "checker.wasm"];

/// The first questions of every visit: the lists, and the board that a new visitor sees.
const FIRST: [(Method, &str, &str); 9] = [
    (Method::Get, "/games", ""),
    (Method::Get, "/families", ""),
    (Method::Get, "/strategies", ""),
    (Method::Get, "/formats", ""),
    (Method::Get, "/claims", ""),
    (Method::Get, "/figures", ""),
    (Method::Get, "/tables", ""),
    (Method::Get, "/sequences", ""),
    (Method::Post, "/position", r#"{"game":"icol","graph":"grid:3x3","moves":[]}"#),
];

/// The pages of the guide that are useful for a visitor of the page, as file names without the
/// ending.
const GUIDE: [&str; 9] = [
    "guide",
    "browser",
    "games",
    "values",
    "sequences",
    "certificates",
    "every-n",
    "open-problems",
    "for-authors",
];

/// Says that the engine is in the page, and that nothing is loaded from elsewhere.
const HEAD: &str = r#"<meta name="chromex-engine" content="page">
  <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'">
  <title>"#;

const SERVICE_WORKER: &str = include_str!("site/service-worker.js");

/// The name of a file of the site, and its content.
type SiteFile = (String, Vec<u8>);

/// Why a site was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// There is no such module.
    #[error(
        "there is no module `{}`: `crates/wasm/build` in the repository makes it, and --modules names the \
         folder", .0.display()
    )]
    NoModule(PathBuf),
    /// There is no such page of the guide.
    #[error("there is no page of the guide `{}`: --guide names the folder `docs` of the repository", .0.display())]
    NoGuide(PathBuf),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Writes the site into a folder and replaces existing files; adds the guide if its folder is
/// given. Returns the names of the files with their sizes.
pub fn write(
    folder: &Path,
    modules: &Path,
    guide: Option<&Path>,
) -> Result<Vec<(String, usize)>, SiteError> {
    let files = files(modules, guide)?;
    put(&Disk::real(), folder, &files)?;
    Ok(files.into_iter().map(|(name, bytes)| (name, bytes.len())).collect())
}

/// The files of the site. The service worker comes last: when a new one is there, so are all other
/// files.
fn files(modules: &Path, guide: Option<&Path>) -> Result<Vec<SiteFile>, SiteError> {
    let mut files = pages::all();
    let mut head = HEAD.to_owned();
    if let Some(guide) = guide {
        for name in GUIDE {
            let bytes = read(guide.join(format!("{name}.md")), SiteError::NoGuide)?;
            files.push((format!("guide/{name}.md"), bytes));
        }
        let meta = format!("<meta name=\"chromex-guide\" content=\"{}\">\n  ", GUIDE.join(" "));
        head.insert_str(0, &meta);
    }
    for name in MODULES {
        files.push((name.to_owned(), read(modules.join(name), SiteError::NoModule)?));
    }
    files.push(("answers.json".to_owned(), answers().into_bytes()));
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name == "index.html") {
        *bytes = String::from_utf8_lossy(bytes).replacen("<title>", &head, 1).into_bytes();
    }
    files.sort();
    files.push(("service-worker.js".to_owned(), service_worker(&files).into_bytes()));
    Ok(files)
}

/// The content of a file that has to exist.
fn read(path: PathBuf, missing: fn(PathBuf) -> SiteError) -> Result<Vec<u8>, SiteError> {
    fs::read(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing(path),
        _ => FileError::reading(&path)(error).into(),
    })
}

/// Writes the files into a folder, one after the other.
fn put(disk: &Disk, folder: &Path, files: &[SiteFile]) -> Result<(), FileError> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            disk.create_folder(parent).map_err(FileError::writing(parent))?;
        }
        let mut file = Replacement::begin(disk, &path)?;
        file.write_all(bytes).map_err(file.failed())?;
        file.finish()?;
    }
    Ok(())
}

/// The answers that every visit begins with, by their questions.
fn answers() -> String {
    let lab = Lab::default();
    let mut all = Map::new();
    for (method, path, body) in FIRST {
        if let Some(answer) = quick_answer(&lab, method, path, body) {
            let separator = if body.is_empty() { "" } else { " " };
            all.insert(format!("{method} {path}{separator}{body}"), answer);
        }
    }
    Value::from(all).to_string()
}

fn quick_answer(lab: &Lab, method: Method, path: &str, body: &str) -> Option<Value> {
    let call = Call::find(method, path).ok()?;
    let Run::Quick(run) = call.run else { return None };
    match run(lab, &call.asked(path, body.into())).ok()? {
        Reply::Json(text) => serde_json::from_str(&text).ok(),
        Reply::File(_) => None,
    }
}

/// The service worker, which lists the files and whose checksum changes when they change.
fn service_worker(files: &[SiteFile]) -> String {
    let mut checksum = Checksum::default();
    for (name, bytes) in files {
        checksum.add(name.as_bytes());
        checksum.add(bytes);
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let names = Value::from(names).to_string();
    SERVICE_WORKER
        .replace("'VERSION'", &format!("'{:016x}'", checksum.0))
        .replace("['FILES']", &names)
}

#[cfg(test)]
mod tests {
    use chromex_files::faults::at_every_operation;

    use super::*;

    #[test]
    fn the_first_answers_are_all_there() {
        let answers: Value = serde_json::from_str(&answers()).unwrap();
        assert_eq!(answers.as_object().unwrap().len(), FIRST.len());
        assert!(answers["GET /games"].as_array().unwrap().len() > 10);
        let board = &answers[r#"POST /position {"game":"icol","graph":"grid:3x3","moves":[]}"#];
        assert_eq!(board["cells"], 9);
    }

    #[test]
    fn another_file_is_another_version() {
        let files = |text: &str| vec![("index.html".to_owned(), text.as_bytes().to_vec())];
        let (old, new) = (service_worker(&files("a")), service_worker(&files("b")));
        assert!(old != new && old.contains(r#"["index.html"]"#));
        assert!(!old.contains("VERSION'") && !old.contains("'FILES'"));
    }
    #[test]
    fn a_site_that_is_not_written_is_the_old_one_or_has_the_old_service_worker() {
        let site = |text: &str| {
            let names = ["chromex.wasm", "index.html", "service-worker.js"];
            names.map(|name| (name.to_owned(), format!("{name}: {text}").into_bytes()))
        };
        let (old, new) = (site("old"), site("new"));
        let folder = std::env::temp_dir().join(format!("chromex-site-{}", std::process::id()));
        let happened = at_every_operation(
            &folder,
            |folder| put(&Disk::real(), folder, &old).unwrap(),
            |folder, disk| put(disk, folder, &new).is_ok(),
            |folder, fault, at, written| {
                let found = |name: &str| fs::read(folder.join(name)).unwrap();
                let is_new = |(old, new): (&SiteFile, &SiteFile)| {
                    let found = found(&old.0);
                    assert!(found == old.1 || found == new.1, "{fault:?} at {at}: {}", old.0);
                    found == new.1
                };
                let are_new: Vec<bool> = old.iter().zip(&new).map(is_new).collect();
                let all = are_new.iter().all(|&is_new| is_new);
                assert!(all || !are_new[2] && !written, "{fault:?} at {at}: {are_new:?}");
            },
        );
        assert!(happened.unwrap() > 30);
    }
}
