//! The record of verdicts, and the page that is made from it, are what `chromex verify` finds today.
//!
//! `UPDATE_DOCS=1 cargo test -p chromex-cli --test verification` writes both anew.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use chromex::claims::{self, record};

#[test]
fn the_record_and_the_page_of_verdicts_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (kept, page) =
        (root.join("crates/claims/verdicts.json"), root.join("docs/verification.md"));
    let (code, found, err) = verify(&["--record"]);
    assert_eq!(code, Some(0), "{err}");
    let verdicts: record::Record = serde_json::from_str(&found).unwrap();
    let made = record::page(&claims::all(), &verdicts, false);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&kept, found).unwrap();
        fs::write(&page, made).unwrap();
    } else {
        assert_eq!(fs::read_to_string(&kept).unwrap(), found, "see the top of this test");
        assert_eq!(fs::read_to_string(&page).unwrap(), made, "see the top of this test");
    }
}

fn verify(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    let output = command.arg("verify").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn claims_and_papers_are_chosen_by_name() {
    let (code, out, _) = verify(&["andres/thm-15", "uiterwijk/thm-3"]);
    assert_eq!(code, Some(0), "a false claim is a result, not a failure");
    assert!(
        out.contains("fails") && out.contains("found 65") && out.contains("1 hold, 1 fail"),
        "{out}"
    );
    let (code, _, err) = verify(&["andres/thm-51"]);
    assert!(code == Some(2) && err.contains("did you mean `andres/thm-1`?"), "{err}");
    let (_, out, _) = verify(&["--list"]);
    assert!(
        ["brosse/", "beaulieu/", "bensmail/", "andres/", "uiterwijk/"]
            .iter()
            .all(|p| out.contains(p))
    );
    let (_, out, _) = verify(&["beaulieu/prop-6", "--json"]);
    assert!(out.contains("\"verdict\":\"depends\"") && out.contains("\"readings\""), "{out}");
}

#[test]
fn tables_come_in_all_formats() {
    let table = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.env("CHROMEX_STORE", "off");
        let output = command.arg("table").args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, text) = table(&["distance-paths"]);
    assert!(text.contains("17      0       P"), "{text}");
    let (_, csv) = table(&["distance-paths", "--format", "csv"]);
    assert!(csv.starts_with("length,nimber,outcome\n3,0,P\n"), "{csv}");
    let (_, b_file) = table(&["node-kayles-3xn", "--to", "4", "--format", "b-file"]);
    assert!(b_file.ends_with("1 2\n2 1\n3 1\n4 0\n"), "{b_file}");
    let (_, latex) = table(&["blue-red", "--format", "latex"]);
    assert!(latex.contains("$A_k$") && latex.contains("\\end{tabular}"), "{latex}");
    let (_, markdown) = table(&["icol-chains", "--format", "markdown"]);
    assert!(markdown.contains("| 3 | *1 | *1 |"), "{markdown}");
    let (code, _) = table(&["chi-grids", "--format", "b-file"]);
    assert_eq!(code, Some(2), "it is no sequence");
    let (code, _) = table(&["no-such-table"]);
    assert_eq!(code, Some(2));
    let (code, all) = table(&[]);
    assert!(code == Some(0) && all.contains("strictly-matched"), "{all}");
}

/// The graph column of a census is what `chromex all` prints, and canonical.
#[test]
fn tables_can_be_joined() {
    let stdout = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("chromex").unwrap();
        let output = command.env("CHROMEX_STORE", "off").args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let path = std::env::temp_dir().join(format!("chromex-joined-{}.csv", std::process::id()));
    for kind in ["connected:6", "trees:1..8", "cographs:6", "strictly-matched:6", "cubic:8"] {
        let graphs = stdout(&["all", kind]);
        stdout(&["census", "chi", "--graphs", kind, "--force", "-o", path.to_str().unwrap()]);
        let table = fs::read_to_string(&path).unwrap();
        let rows = table.lines().skip(1);
        let column: String =
            rows.map(|row| row.split(',').next().unwrap().to_owned() + "\n").collect();
        assert_eq!(column, graphs, "{kind}");
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.args(["graph", "-", "--canonical", "--to", "g6"]).write_stdin(graphs.clone());
        assert_eq!(String::from_utf8(command.output().unwrap().stdout).unwrap(), graphs, "{kind}");
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn all_graphs_are_listed_and_counted() {
    let all = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("chromex").unwrap();
        command.env("CHROMEX_STORE", "off");
        let output = command.arg("all").args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(all(&["strictly-matched", "8", "--count"]), (Some(0), "240\n".to_owned()));
    assert_eq!(all(&["trees", "6"]).1.lines().count(), 6);
    assert_eq!(all(&["graphs", "5"]), all(&["all", "5"]));
    assert_eq!(all(&["bipartite", "7", "--count"]).1, "88\n");
    assert_eq!(all(&["cubic", "10", "--count"]).1, "19\n");
    assert_eq!(all(&["cubic", "40"]).0, Some(2));
    assert_eq!(all(&["graphs", "30"]).0, Some(2));
    assert_eq!(all(&["trees:6"]), all(&["trees", "6"]));
    assert_eq!(all(&["cographs:1..5", "--count"]).1, "41\n");
}
