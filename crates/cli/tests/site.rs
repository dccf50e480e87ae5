//! The guide as a site: every page is made, and no link in it is dead.

#![allow(clippy::unwrap_used)]

#[path = "../examples/site/pages.rs"]
mod pages;

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_site_is_whole_and_no_link_is_dead() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let _ = fs::remove_dir_all(&folder);
    let count = pages::write(&pages::root(), &folder).unwrap();
    let source = folder.join("src");
    let pages = pages_in(&source);
    // All but the list of chapters.
    assert_eq!(pages.len(), count + 1);
    for game in chromex::rules::GAMES {
        assert!(source.join(format!("games/{}.md", game.name)).exists(), "{}", game.name);
    }
    for entry in fs::read_dir(pages::root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        let missing = is_page && !source.join(path.file_name().unwrap()).exists();
        assert!(!missing, "{} is not in the site", path.display());
    }
    let mut links = 0;
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            assert!(
                heading.is_empty() || has_heading(&target, heading),
                "{}: {link}",
                page.display()
            );
            links += 1;
        }
    }
    assert!(links > 150, "{links}");
    sequences_have_files_that_check(&source.join("sequences"));
}

fn sequences_have_files_that_check(sequences: &Path) {
    let certificates: Vec<PathBuf> = fs::read_dir(sequences)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cert"))
        .collect();
    assert!(certificates.len() >= 5, "{certificates:?}");
    for path in certificates {
        let bytes = fs::read(&path).unwrap();
        let checked =
            chromex::certificate::checker::check(&mut bytes.as_slice(), 1 << 30, &mut |_| true);
        assert!(checked.is_ok(), "{}", path.display());
    }
    let kayles = fs::read_to_string(sequences.join("77.md")).unwrap();
    assert!(kayles.contains("period **12** from k = 71 on"), "{kayles}");
    assert!(fs::read_to_string(sequences.join("77.txt")).unwrap().contains("\n5 4\n"));
    assert!(fs::read_to_string(sequences.join("77.svg")).unwrap().contains("<svg"));
}

fn pages_in(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => pages.extend(pages_in(&path)),
            false if path.extension().is_some_and(|ending| ending == "md") => pages.push(path),
            false => {}
        }
    }
    pages
}

/// Whether a page has a heading as links write it.
fn has_heading(page: &Path, heading: &str) -> bool {
    let text = fs::read_to_string(page).unwrap();
    text.lines().filter(|line| line.starts_with('#')).any(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let kept: String =
            title.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect();
        kept == heading
    })
}
