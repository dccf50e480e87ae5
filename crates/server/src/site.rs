//! The laboratory as a folder of files, for any web host: the page, with the engine inside it instead of behind it.
//!
//! The page is the one that the server sends. What is added: the modules, a mark that says that they are there, answers that
//! every visit begins with, and a service worker that keeps all of it for visits without a network.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use chromex::text::Checksum;
use chromex_files::{Disk, FileError, Replacement};
use chromex_lab::{Call, Lab, Method, Reply, Run};
use serde_json::{Map, Value};

use crate::pages;

/// The modules, which `crates/wasm/build` makes.
const MODULES: [&str; 2] = ["chromex.wasm", "checker.wasm"];

/// What a visit asks first: the lists, and the board that a new visitor sees.
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

/// The pages of the guide that a visitor of the page has use for, by their files' names without the ending.
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

/// Says that the engine is in the page, and that nothing comes from elsewhere.
const HEAD: &str = r#"<meta name="chromex-engine" content="page">
  <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'">
  <title>"#;

const SERVICE_WORKER: &str = include_str!("site/service-worker.js");

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
    /// A file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] FileError),
}

/// Writes the site into a folder, over what is there, with the guide if its folder is named; gives the names of the files with their
/// sizes.
pub fn write(
    folder: &Path,
    modules: &Path,
    guide: Option<&Path>,
) -> Result<Vec<(String, usize)>, SiteError> {
    let mut files = pages::all();
    let mut head = HEAD.to_owned();
    if let Some(guide) = guide {
        for name in GUIDE {
            let path = guide.join(format!("{name}.md"));
            let bytes = fs::read(&path).map_err(|_| SiteError::NoGuide(path))?;
            files.push((format!("guide/{name}.md"), bytes));
        }
        let meta = format!("<meta name=\"chromex-guide\" content=\"{}\">\n  ", GUIDE.join(" "));
        head.insert_str(0, &meta);
    }
    for name in MODULES {
        let path = modules.join(name);
        let bytes = fs::read(&path).map_err(|_| SiteError::NoModule(path))?;
        files.push((name.to_owned(), bytes));
    }
    files.push(("answers.json".to_owned(), answers().into_bytes()));
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name == "index.html") {
        *bytes = String::from_utf8_lossy(bytes).replacen("<title>", &head, 1).into_bytes();
    }
    files.sort();
    files.push(("service-worker.js".to_owned(), service_worker(&files).into_bytes()));
    let disk = Disk::real();
    for (name, bytes) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            disk.create_folder(parent).map_err(FileError::writing(parent))?;
        }
        let mut file = Replacement::begin(&disk, &path)?;
        file.write_all(bytes).map_err(file.failed())?;
        file.finish()?;
    }
    Ok(files.into_iter().map(|(name, bytes)| (name, bytes.len())).collect())
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

/// The service worker, which knows the files and, by their checksum, when they are others.
fn service_worker(files: &[(String, Vec<u8>)]) -> String {
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
}
