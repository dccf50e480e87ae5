//! The drawings of ARCHITECTURE.md are the truth: which crates depend on which, and in which order the
//! modules of each crate stand, so that every one uses only those before it.
//!
//! Two kinds of blocks are read there:
//!
//! ```text
//! ```crates
//! graphs: text            a crate, and what it depends on
//! ```
//! ```modules engine
//! value, engine           each line uses only modules of earlier lines and, in the order given, its own
//! ```
//! ```
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Names = BTreeSet<String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The blocks whose first line is "```" and this word, each with the rest of that line.
fn blocks(word: &str) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix(&format!("```{word}")) else { continue };
        let inside = lines.by_ref().take_while(|line| *line != "```");
        found.push((rest.trim().to_owned(), inside.map(str::to_owned).collect()));
    }
    found
}

fn crates() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    let named = folders.filter(|entry| entry.path().join("Cargo.toml").exists());
    named.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// The crates of this workspace that a crate depends on, not counting tests.
fn dependencies(name: &str) -> Names {
    let manifest = root().join("crates").join(name).join("Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let section = text.split("\n[").find(|part| part.starts_with("dependencies]")).unwrap_or("");
    let ours = section.lines().filter_map(|line| {
        let package = line.split(['.', ' ', '=']).next()?;
        if package == "chromex" { Some("chromex") } else { package.strip_prefix("chromex-") }
    });
    ours.map(str::to_owned).collect()
}

#[test]
fn the_crates_depend_on_each_other_as_drawn() {
    let drawn: BTreeMap<String, Names> = blocks("crates")
        .into_iter()
        .flat_map(|(_, lines)| lines)
        .map(|line| {
            let (name, rest) = line.split_once(':').unwrap();
            (name.trim().to_owned(), rest.split_whitespace().map(str::to_owned).collect())
        })
        .collect();
    let real: BTreeMap<String, Names> =
        crates().into_iter().map(|name| (name.clone(), dependencies(&name))).collect();
    assert_eq!(drawn, real, "ARCHITECTURE.md (left) and the manifests (right) differ");
    // The drawing is in order: each crate depends only on those above it.
    let lines: Vec<String> = blocks("crates").into_iter().flat_map(|(_, lines)| lines).collect();
    let mut above = Names::new();
    for line in lines {
        let name = line.split(':').next().unwrap().trim().to_owned();
        let unknown: Vec<_> = real[&name].difference(&above).collect();
        assert!(unknown.is_empty(), "{name} depends on {unknown:?}, which stand below it");
        above.insert(name);
    }
}

/// The code without comments and without what is compiled for tests alone.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => found.extend(files(&entry)),
            false if entry.extension().is_some_and(|ending| ending == "rs") => found.push(entry),
            false => {}
        }
    }
    found
}

/// What changes files without asking the one layer that tests can make fail. (SQLite writes by itself: its calls are made to fail
/// in `crates/cli/tests/faults`.)
const AROUND_THE_LAYER: &[&str] = &[
    "fs::write(",
    "File::create",
    "File::options",
    "OpenOptions",
    "fs::rename(",
    "fs::copy(",
    "fs::remove_",
    "fs::create_dir",
    "fs::hard_link(",
    ".set_len(",
    "generate_to(",
];

/// But for the layer itself, and the laws, which write what a test needs.
#[test]
fn files_are_written_through_one_layer() {
    for name in crates().into_iter().filter(|name| name != "files" && name != "laws") {
        for file in files(&root().join("crates").join(&name).join("src")) {
            let code = code(&file);
            let around = AROUND_THE_LAYER.iter().find(|call| code.contains(**call));
            assert!(
                around.is_none(),
                "{}: `{}` goes around chromex-files",
                file.display(),
                around.unwrap()
            );
        }
    }
}

/// The path of the module that a file holds, below the root of its crate.
fn module_of(source: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(source).unwrap().with_extension("");
    inside
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .filter(|part| part != "mod")
        .collect()
}

/// The paths that are used in the code: what follows `crate::` and `super::`, with groups taken apart.
fn used_paths(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, word) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        let before = &code[..at];
        // `super::super::x` is seen at its first `super`; `$crate` and `pub(crate)` are no paths here.
        if before.ends_with("super::") || before.ends_with('$') {
            continue;
        }
        let (mut base, mut rest) = match word {
            "crate::" => (Vec::new(), &code[at + word.len()..]),
            _ => (module[..module.len() - 1].to_vec(), &code[at + word.len()..]),
        };
        while let Some(next) = rest.strip_prefix("super::") {
            base.pop();
            rest = next;
        }
        found.extend(heads(rest).into_iter().map(|head| [base.clone(), vec![head]].concat()));
    }
    found
}

/// The first words of a path, or of the paths in a group.
fn heads(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = text.strip_prefix('{') else { return vec![word(text)] };
    let (mut depth, mut found, mut start) = (0, Vec::new(), 0);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            '}' | ',' => {
                found.push(word(&group[start..i]));
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found.into_iter().filter(|word| !word.is_empty()).collect()
}

/// The module of the crate's root that an item of the root comes from.
fn reexports(source: &Path, modules: &Names) -> BTreeMap<String, String> {
    let roots = ["lib.rs", "main.rs"].map(|name| source.join(name));
    let root: String = roots.iter().filter(|file| file.exists()).map(|file| code(file)).collect();
    let mut found = BTreeMap::new();
    for (at, _) in root.match_indices("use ") {
        let path = &root[at + 4..];
        let module: String =
            path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(rest) = path[module.len()..].strip_prefix("::") else { continue };
        if modules.contains(&module) {
            let items = heads(rest).into_iter().map(|item| (item, module.clone()));
            found.extend(items);
        }
    }
    found
}

/// Which modules of the root of a crate use which others.
fn module_dependencies(name: &str) -> BTreeMap<String, Names> {
    let source = root().join("crates").join(name).join("src");
    let all = files(&source);
    let modules: Names = all
        .iter()
        .map(|file| module_of(&source, file)[0].clone())
        .filter(|module| module != "lib" && module != "main")
        .collect();
    let items = reexports(&source, &modules);
    let mut found: BTreeMap<String, Names> =
        modules.iter().map(|module| (module.clone(), Names::new())).collect();
    for file in &all {
        let module = module_of(&source, file);
        if !modules.contains(&module[0]) {
            continue;
        }
        for path in used_paths(&code(file), &module) {
            let head = path.first().cloned().unwrap_or_default();
            let target = if modules.contains(&head) { Some(&head) } else { items.get(&head) };
            if let Some(target) = target.filter(|target| **target != module[0]) {
                found.get_mut(&module[0]).unwrap().insert(target.clone());
            }
        }
    }
    found
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let drawn: BTreeMap<String, Vec<String>> = blocks("modules").into_iter().collect();
    for name in crates() {
        let real = module_dependencies(&name);
        if real.len() < 2 {
            continue;
        }
        let lines = drawn.get(&name).unwrap_or_else(|| {
            panic!("ARCHITECTURE.md has no block of the modules of `{name}`: {real:#?}")
        });
        let order: Vec<String> = lines
            .iter()
            .flat_map(|line| line.split(','))
            .map(|module| module.trim().to_owned())
            .collect();
        let listed: Names = order.iter().cloned().collect();
        assert_eq!(listed, real.keys().cloned().collect(), "the modules of {name}");
        let mut before = Names::new();
        for module in order {
            let later: Vec<_> = real[&module].difference(&before).collect();
            assert!(later.is_empty(), "{name}: `{module}` uses {later:?}, which stand after it");
            before.insert(module);
        }
    }
}

/// What the checker and the rules stand on, all the way down.
#[test]
fn the_trusted_base_is_small() {
    let mut base = Names::from(["checker".to_owned(), "rules".to_owned()]);
    loop {
        let more: Names = base.iter().flat_map(|name| dependencies(name)).collect();
        if more.is_subset(&base) {
            break;
        }
        base.extend(more);
    }
    for name in ["nauty-sys", "graph-tools", "engine", "values", "theory", "chromex"] {
        assert!(!base.contains(name), "{name} has become part of what must be trusted");
    }
    for name in &base {
        let folder = root().join("crates").join(name);
        assert!(!folder.join("build.rs").exists(), "{name} builds something before it is compiled");
        for file in files(&folder.join("src")) {
            let code = code(&file);
            let found =
                ["unsafe {", "unsafe fn", "unsafe impl"].iter().any(|word| code.contains(word));
            assert!(!found, "{} has unsafe code", file.display());
        }
    }
    // Crates from outside: a change here is a change of what must be believed.
    let outside: Names = base
        .iter()
        .flat_map(|name| {
            let text = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml"));
            let text = text.unwrap();
            let section = text.split("\n[").find(|part| part.starts_with("dependencies]"));
            let section = section.unwrap_or("").to_owned();
            let names = section
                .lines()
                .skip(1)
                .filter_map(|line| line.split(['.', ' ']).next().map(str::to_owned));
            names
                .filter(|name| !name.is_empty() && !name.starts_with("chromex"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(outside, Names::from(["strsim".to_owned(), "thiserror".to_owned()]));
}

/// docs/certificates.md tells how much code must be believed: not far from what there is.
#[test]
fn the_lines_that_must_be_trusted_are_counted() {
    let text = fs::read_to_string(root().join("docs/certificates.md")).unwrap();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    for name in ["text", "graphs", "rules", "checker"] {
        let lines = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            code.lines().filter(is_code).count()
        };
        let counted: usize =
            files(&root().join("crates").join(name).join("src")).iter().map(lines).sum();
        let told = text.split(&format!("`{name}` (")).nth(1).unwrap();
        let told: String = told
            .chars()
            .take_while(|c| c.is_ascii_digit() || *c == ',')
            .filter(char::is_ascii_digit)
            .collect();
        let told: usize = told.parse().unwrap();
        let near = told.abs_diff(counted) * 10 <= counted;
        assert!(near, "docs/certificates.md tells {told} lines of {name}, there are {counted}");
    }
}
