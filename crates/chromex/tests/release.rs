//! The requirements of a release, and files that must agree: manifests, changelog and citation.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The page for the authors and the findings only cite claims that exist.
#[test]
fn claims_that_pages_cite_exist() {
    let record: serde_json::Value =
        serde_json::from_str(&read("crates/claims/verdicts.json")).unwrap();
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
    for lock in ["Cargo.lock", "benches/peers/Cargo.lock"] {
        let versions = locked_versions(&read(lock));
        assert!(versions.len() > 9, "{lock}");
        for (name, found) in versions {
            assert_eq!(found, version, "{lock}: {name}");
        }
    }
    // The wheel takes its version from its crate.
    let pyproject = read("pyproject.toml");
    assert!(pyproject.contains("dynamic = [\"version\"]") && !pyproject.contains("\nversion ="));

    let changelog = read("CHANGELOG.md");
    let (newest, date) = releases(&changelog).next().unwrap();
    assert_eq!(newest, version, "the newest heading of CHANGELOG.md");
    let citation = read("CITATION.cff");
    assert!(citation.contains(&format!("\nversion: {version}\ndate-released: {date}\n")));
    assert!(read("RELEASING.md").contains(&format!("git tag -a v{version} ")), "RELEASING.md");
}

/// The crates of this workspace that a lock file names, with their versions.
fn locked_versions(lock: &str) -> Vec<(String, String)> {
    let ours: Vec<String> = crates().iter().map(|(_, manifest)| field(manifest, "name")).collect();
    let packages = lock.split("[[package]]").skip(1);
    let versions = packages.map(|package| (field(package, "name"), field(package, "version")));
    versions.filter(|(name, _)| ours.contains(name)).collect()
}

fn field(table: &str, name: &str) -> String {
    let start = format!("{name} = \"");
    let value = table.lines().find_map(|line| line.strip_prefix(&start));
    value.and_then(|value| value.split('"').next()).unwrap_or_default().to_owned()
}

/// The versions of the changelog with their dates, newest first.
fn releases(changelog: &str) -> impl Iterator<Item = (&str, &str)> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    headings.map(|line| {
        let (version, date) = line.split_once(' ').unwrap_or_else(|| panic!("no date: {line}"));
        (version, date.trim_matches(['(', ')']))
    })
}

#[test]
fn the_changelog_goes_back_in_time() {
    let changelog = read("CHANGELOG.md");
    let number = |text: &str| -> Vec<u32> {
        text.split(['.', '-']).map(|part| part.parse().unwrap()).collect()
    };
    let releases: Vec<_> =
        releases(&changelog).map(|(version, date)| (number(version), number(date))).collect();
    assert!(releases.len() > 1);
    assert!(releases.iter().all(|(version, date)| version.len() == 3 && date.len() == 3));
    for pair in releases.windows(2) {
        assert!(pair[0].0 > pair[1].0 && pair[0].1 >= pair[1].1, "{pair:?}");
    }
}

/// The same check as `cargo deny check licenses sources`, without that program: all linked packages
/// have licences that deny.toml allows, and come from crates.io.
#[test]
fn dependencies_have_allowed_licences() {
    let deny = read("deny.toml");
    let allowed = deny.lines().find_map(|line| line.strip_prefix("allow = [")).unwrap();
    let allowed: Vec<&str> = allowed.split('"').skip(1).step_by(2).collect();
    assert!(allowed.contains(&"MIT") && is_allowed("MIT AND (GPL-3.0 OR Zlib)", &allowed));
    assert!(!is_allowed("GPL-3.0", &allowed) && !is_allowed("MIT AND GPL-3.0", &allowed));

    let mut checked = 0;
    for package in dependencies() {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or_else(|| panic!("{name}: no licence"));
        assert!(is_allowed(licence, &allowed), "{name}: {licence} is not in deny.toml");
        if let Some(source) = package["source"].as_str() {
            assert!(source.starts_with("registry+https://github.com/rust-lang/crates.io-index"));
        } else {
            assert!(name.starts_with("chromex"), "{name} has no source");
        }
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

/// Every package that is built here, tests included, according to cargo.
fn dependencies() -> Vec<serde_json::Value> {
    let cargo = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let about = cargo(&["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // Packages for other systems may not have been downloaded.
    let fields =
        ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", host];
    let told: serde_json::Value = serde_json::from_str(&cargo(&fields)).unwrap();
    told["packages"].as_array().unwrap().clone()
}

/// Whether a licence expression (`MIT OR (Apache-2.0 AND Zlib)`, and `/` of older crates for `OR`) can be met by the licences allowed.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (met, rest) = any_of(&words, allowed);
    assert!(rest.is_empty(), "{expression}");
    met
}

fn any_of<'a>(words: &'a [&'a str], allowed: &[&str]) -> (bool, &'a [&'a str]) {
    let (mut met, mut rest) = all_of(words, allowed);
    while let ["OR", more @ ..] = rest {
        let (next, after) = all_of(more, allowed);
        (met, rest) = (met || next, after);
    }
    (met, rest)
}

fn all_of<'a>(words: &'a [&'a str], allowed: &[&str]) -> (bool, &'a [&'a str]) {
    let (mut met, mut rest) = one_licence(words, allowed);
    while let ["AND", more @ ..] = rest {
        let (next, after) = one_licence(more, allowed);
        (met, rest) = (met && next, after);
    }
    (met, rest)
}

fn one_licence<'a>(words: &'a [&'a str], allowed: &[&str]) -> (bool, &'a [&'a str]) {
    match words {
        ["(", inner @ ..] => {
            let (met, rest) = any_of(inner, allowed);
            assert_eq!(rest.first(), Some(&")"), "{words:?}");
            (met, &rest[1..])
        }
        [licence, "WITH", exception, rest @ ..] => {
            (allowed.contains(&format!("{licence} WITH {exception}").as_str()), rest)
        }
        [licence, rest @ ..] => (allowed.contains(licence), rest),
        [] => panic!("a licence expression ends too early"),
    }
}

/// A published crate consists of the files in its folder; files that are compiled in have to be
/// there.
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
    // The files among the examples are those that are compiled in.
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

/// Links between the pages have targets, also links to headings.
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

/// The headings of a page in the form that links use.
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
