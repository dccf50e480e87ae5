//! The drawings of ARCHITECTURE.md are true: they say which crates depend on which, and give the
//! modules of each crate in an order in which every module uses only those before it.
//! Inside modules nothing is drawn, but there are no cycles either.
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

/// A path of names: a module below the root of its crate, or an item in one.
type Place = Vec<String>;

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
    // The drawing is sorted: each crate depends only on those above it.
    let lines: Vec<String> = blocks("crates").into_iter().flat_map(|(_, lines)| lines).collect();
    let mut above = Names::new();
    for line in lines {
        let name = line.split(':').next().unwrap().trim().to_owned();
        let unknown: Vec<_> = real[&name].difference(&above).collect();
        assert!(unknown.is_empty(), "{name} depends on {unknown:?}, which stand below it");
        above.insert(name);
    }
}

/// The code without comments and without parts that are compiled only for tests.
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

/// Calls that change files without the one layer that tests can make fail. (SQLite writes by
/// itself: its calls are made to fail in `crates/cli/tests/faults`.)
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

/// Except the layer itself, and the laws, which write what a test needs.
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
fn module_of(source: &Path, file: &Path) -> Place {
    let inside = file.strip_prefix(source).unwrap().with_extension("");
    inside
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .filter(|part| !["mod", "lib", "main"].contains(&part.as_str()))
        .collect()
}

/// The paths that are used in the code: what follows `crate::` and `super::`, with groups expanded.
fn used_paths(code: &str, module: &[String]) -> Vec<Place> {
    let mut found = Vec::new();
    for (at, word) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        let before = &code[..at];
        // `super::super::x` is handled at its first `super`; `$crate` and `pub(crate)` are not
        // paths here.
        if before.ends_with("super::") || before.ends_with('$') {
            continue;
        }
        let (mut base, mut rest) = match word {
            "crate::" => (Vec::new(), &code[at + word.len()..]),
            _ => (module[..module.len().saturating_sub(1)].to_vec(), &code[at + word.len()..]),
        };
        while let Some(next) = rest.strip_prefix("super::") {
            base.pop();
            rest = next;
        }
        found.extend(paths(rest).into_iter().map(|(path, _)| [base.clone(), path].concat()));
    }
    found
}

/// The paths at the beginning of a text, one or those of a group, each with the name under which it is used.
fn paths(text: &str) -> Vec<(Place, String)> {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        return members(group).into_iter().flat_map(paths).collect();
    }
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.is_empty() {
        return Vec::new();
    }
    let rest = &text[name.len()..];
    let deeper = rest.strip_prefix("::").map(paths).unwrap_or_default();
    if deeper.is_empty() {
        let renamed = rest.strip_prefix(" as ").and_then(|new| paths(new).pop());
        let used_as = renamed.map_or_else(|| name.clone(), |(_, new)| new);
        return vec![(vec![name], used_as)];
    }
    let whole = |(path, used_as): (Place, String)| match path.as_slice() {
        [own] if own == "self" => (vec![name.clone()], name.clone()),
        _ => ([vec![name.clone()], path].concat(), used_as),
    };
    deeper.into_iter().map(whole).collect()
}

/// The members of a group, whose opening brace has been read.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut found, mut start) = (0, Vec::new(), 0);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                found.push(&group[start..i]);
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// The modules of a crate, each a file, and what they import.
struct Modules {
    code: Vec<(Place, String)>,
    all: BTreeSet<Place>,
    /// Where a name that a module imports from modules below it comes from.
    imported: BTreeMap<(Place, String), Place>,
}

impl Modules {
    fn of(name: &str) -> Modules {
        let source = root().join("crates").join(name).join("src");
        let read = |file: &PathBuf| (module_of(&source, file), code(file));
        let code: Vec<_> = files(&source).iter().map(read).collect();
        let all: BTreeSet<Place> = code.iter().map(|(module, _)| module.clone()).collect();
        let mut modules = Modules { code, all, imported: BTreeMap::new() };
        for (module, code) in &modules.code {
            for (at, word) in code.match_indices("use ") {
                let rest = &code[at + word.len()..];
                let rest = rest.strip_prefix("self::").unwrap_or(rest);
                for (path, used_as) in paths(rest) {
                    let from = [module.clone(), path].concat();
                    if modules.all.contains(&from[..=module.len()]) {
                        modules.imported.insert((module.clone(), used_as), from);
                    }
                }
            }
        }
        modules
    }

    /// The module in which a path ends, or in which the item stands that it names.
    fn end(&self, path: &[String]) -> Place {
        let mut module = Place::new();
        for (i, name) in path.iter().enumerate() {
            let inner = [module.clone(), vec![name.clone()]].concat();
            if self.all.contains(&inner) {
                module = inner;
            } else if let Some(from) = self.imported.get(&(module.clone(), name.clone())) {
                return self.end(&[from, &path[i + 1..]].concat());
            } else {
                break;
            }
        }
        module
    }

    /// For each module that has others inside: which of these use which.
    fn uses(&self) -> BTreeMap<Place, BTreeMap<String, Names>> {
        let mut found: BTreeMap<Place, BTreeMap<String, Names>> = BTreeMap::new();
        for module in self.all.iter().filter(|module| !module.is_empty()) {
            let (name, parent) = module.split_last().unwrap();
            found.entry(parent.to_vec()).or_default().entry(name.clone()).or_default();
        }
        for (user, code) in &self.code {
            for used in used_paths(code, user).iter().map(|path| self.end(path)) {
                let shared = user.iter().zip(&used).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (user.get(shared), used.get(shared)) {
                    let siblings = found.get_mut(&user[..shared]).unwrap();
                    siblings.get_mut(from).unwrap().insert(to.clone());
                }
            }
        }
        found
    }
}

/// What is left of modules when those that use none of the others are taken away, again and again: nothing, or cycles.
fn cycles(mut uses: BTreeMap<String, Names>) -> BTreeMap<String, Names> {
    loop {
        let left: Names = uses.keys().cloned().collect();
        let used: Names = uses.values().flatten().cloned().collect();
        let before = uses.len();
        uses.retain(|name, targets| !targets.is_disjoint(&left) && used.contains(name));
        if uses.len() == before {
            return uses;
        }
    }
}

#[test]
fn no_modules_use_each_other_in_a_cycle() {
    let mut found = BTreeMap::new();
    for name in crates() {
        for (parent, uses) in Modules::of(&name).uses() {
            let cycle = cycles(uses);
            if !cycle.is_empty() {
                found.insert([vec![name.clone()], parent].concat().join("::"), cycle);
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let drawn: BTreeMap<String, Vec<String>> = blocks("modules").into_iter().collect();
    for name in crates() {
        let real = Modules::of(&name).uses().remove(&Place::new()).unwrap_or_default();
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

/// All crates that the checker and the rules depend on, directly or indirectly.
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
    // Crates from outside: a change here changes what has to be trusted.
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

/// The lines of code in a file, without comments, empty lines and tests.
fn code_lines(file: &PathBuf) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(is_code).count()
}

/// The page has a number directly after these words, and the number is not far from the true one.
fn check_number(page: &str, words: &str, counted: usize) {
    let text = fs::read_to_string(root().join("docs").join(page)).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let after = text.split(words).nth(1).unwrap_or_else(|| panic!("{page} has no “{words}”"));
    let digits = after.chars().take_while(|c| c.is_ascii_digit() || *c == ',');
    let written: usize = digits.filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
    let is_near = written.abs_diff(counted) * 10 <= counted;
    assert!(is_near, "docs/{page} says “{words}{written}”, there are {counted} lines");
}

/// docs/certificates.md and docs/every-n.md say how much code has to be trusted; their numbers must
/// be close to the real ones.
#[test]
fn the_lines_that_must_be_trusted_are_counted() {
    for name in ["text", "graphs", "rules", "checker"] {
        let files = files(&root().join("crates").join(name).join("src"));
        check_number("certificates.md", &format!("`{name}` ("), files.iter().map(code_lines).sum());
    }
    let checker = root().join("crates/checker/src");
    let strips = ["strip.rs", "strip_file.rs"].map(|name| code_lines(&checker.join(name)));
    check_number(
        "certificates.md",
        "`strip_file.rs` the file, together about ",
        strips.iter().sum(),
    );
    check_number("every-n.md", "the checker for it is about ", strips.iter().sum());
}
