//! What a release needs, and what must agree: manifests, changelog and citation.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn crates() -> Vec<(String, String)> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifest = |folder: PathBuf| {
        let name = folder.file_name()?.to_str()?.to_owned();
        Some((name, fs::read_to_string(folder.join("Cargo.toml")).ok()?))
    };
    folders.filter_map(manifest).collect()
}

#[test]
fn every_crate_says_what_it_is() {
    let crates = crates();
    assert!(crates.len() > 20);
    for (name, manifest) in crates {
        let fields = ["description = ", "version.workspace", "\nlicense", "rust-version.workspace"];
        let published = [
            "readme = \"README.md\"",
            "repository.workspace",
            "documentation = \"https://docs.rs/chromex",
            "keywords.workspace",
            "categories.workspace",
        ];
        // The Python package is described by pyproject.toml.
        let published = published.iter().filter(|_| name != "python");
        for field in fields.iter().chain(published) {
            assert!(manifest.contains(field), "crates/{name}/Cargo.toml has no {field}");
        }
        let readme = read(&format!("crates/{name}/README.md"));
        let crate_name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).unwrap();
        assert!(readme.starts_with(&format!("# {}\n", crate_name.trim_matches('"'))), "{name}");
    }
}

/// A crate is published after those that it needs: RELEASING.md says in which order.
#[test]
fn the_order_of_publishing_is_that_of_the_dependencies() {
    let releasing = read("RELEASING.md");
    let list = releasing.split("that order is ").nth(1).unwrap().split('.').next().unwrap();
    let order: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let place = |name: &str| order.iter().position(|one| *one == name);
    for (name, manifest) in crates() {
        let Some(mine) = place(&name) else {
            assert!(manifest.contains("publish = false"), "{name} is not in RELEASING.md");
            continue;
        };
        let needed = manifest.split("[dev-dependencies]").next().unwrap().lines();
        for line in needed.filter(|line| line.starts_with("chromex") && line.contains("workspace"))
        {
            let other = line.split(['.', ' ', '=']).next().unwrap();
            let other = other.strip_prefix("chromex-").unwrap_or(other);
            assert!(place(other).unwrap() < mine, "{name} before {other}");
        }
    }
}

/// The page for the authors, and the findings, cite claims that there are.
#[test]
fn claims_that_pages_cite_exist() {
    let record: serde_json::Value =
        serde_json::from_str(&read("crates/theory/verdicts.json")).unwrap();
    let mut cited = 0;
    for page in ["docs/for-authors.md", "FINDINGS.md"] {
        let text = read(page);
        let commands = text.split('`').skip(1).step_by(2);
        let words = commands
            .filter(|code| code.starts_with("chromex verify"))
            .flat_map(str::split_whitespace);
        for id in words.filter(|word| word.contains('/')) {
            assert!(record.get(id).is_some(), "{page}: there is no claim {id}");
            cited += 1;
        }
    }
    assert!(cited > 30, "{cited}");
}

#[test]
fn versions_agree() {
    let version = env!("CARGO_PKG_VERSION");
    let manifest = read("Cargo.toml");
    let ours = manifest.lines().filter(|line| line.contains("path = \"crates/"));
    assert!(ours.clone().count() > 15);
    for line in ours {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
    assert!(read("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    let changelog = read("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## ")).unwrap();
    assert_eq!(newest.split(' ').next(), Some(version), "the newest heading of CHANGELOG.md");
}

/// A crate that is published has nothing but what is in its folder: files that are compiled in are in there.
#[test]
fn no_published_crate_reaches_out_of_its_folder() {
    for (name, manifest) in crates() {
        if manifest.contains("publish = false") {
            continue;
        }
        for file in sources(&root().join(format!("crates/{name}/src"))) {
            let text = fs::read_to_string(&file).unwrap();
            for included in text.split("include_").skip(1) {
                let call = included.lines().next().unwrap_or_default();
                assert!(!call.contains("../../"), "{}: {call}", file.display());
            }
        }
    }
    // What people find among the examples is what is compiled in.
    let read = |folder: &str| {
        let files = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<(String, Vec<u8>)> = files
            .map(|file| {
                (file.file_name().unwrap().to_string_lossy().into_owned(), fs::read(file).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let (ours, examples) = (read("crates/theory/every-n"), read("examples/every-n"));
    assert!(ours.iter().all(|file| examples.contains(file)), "see examples/every-n");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// Links between the pages lead somewhere, also to headings.
#[test]
fn no_link_is_dead() {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let mut links = 0;
    for page in docs.chain(top).filter(is_page) {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            let found = heading.is_empty() || headings(&target).iter().any(|one| one == heading);
            assert!(found, "{}: {link}", page.display());
            links += 1;
        }
    }
    assert!(links > 30, "{links}");
}

/// The headings of a page as links write them.
fn headings(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let titles = text.lines().filter_map(|line| {
        line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
    });
    let linked = |title: &str| -> String {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    };
    titles.map(linked).collect()
}
