//! Conjectures: true formulas are found, their consequences are left out, and false ones are
//! refuted by their smallest counterexamples.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use chromex_census::conjecture::{ConjectureKind, Conjectures, Search, conjectures};
use chromex_census::files::Format;
use chromex_census::tables::Tables;
use chromex_census::{Database, Expression, Plan, Questions, Source, run};

/// A table of a few columns, written by hand.
fn table(name: &str, text: &str) -> Tables {
    let path = folder().join(format!("{name}.csv"));
    std::fs::write(&path, text).unwrap();
    Tables::open(&[path], None).unwrap()
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("conjectures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn census(name: &str, questions: &[&str], graphs: &str) -> Tables {
    let path = folder().join(format!("{name}.parquet"));
    let questions = Questions::parse(questions).unwrap();
    let plan = Plan { force: true, ..Plan::new(Source::parse(graphs).unwrap(), questions) };
    run(&plan, &path, Format::Parquet, &mut |_| {}).unwrap();
    Tables::open(&[path], None).unwrap()
}

fn texts(found: &Conjectures, kind: ConjectureKind) -> Vec<&str> {
    let wanted = |one: &&chromex_census::conjecture::Conjecture| one.kind == kind;
    found.holding.iter().filter(wanted).map(|one| one.text.as_str()).collect()
}

fn search(support: u64) -> Search {
    let mut search = Search::default();
    search.support = support;
    search
}

#[test]
fn bounds_are_found_and_what_they_imply_is_not() {
    // x = y + 1 for even n, x = y for odd n; z is always far away.
    let mut text = "graph,n,m,x,y,z,even\n".to_owned();
    for n in 1..=8 {
        for y in 0..6 {
            let x = y + i64::from(n % 2 == 0);
            text += &format!("g{n}-{y},{n},{y},{x},{y},{},{}\n", 100 * y + 3 * n, n % 2 == 0);
        }
    }
    let mut about = search(3);
    about.about = vec!["x".to_owned()];
    let found = conjectures(&table("bounds", &text), &about).unwrap();
    assert_eq!((found.graphs, found.formed_on, found.largest), (48, 6, 8));
    let bounds = texts(&found, ConjectureKind::Bound);
    // m equals y and comes first; the same holds for the parity of n and the column that says the
    // same.
    assert!(bounds.contains(&"x <= m + 1") && bounds.contains(&"x >= m"), "{bounds:?}");
    assert!(bounds.contains(&"n % 2 = 0 => x = m + 1"), "{bounds:?}");
    // Weaker bounds are left out.
    assert!(
        !bounds.iter().any(|bound| bound.contains("+ 2") || bound.contains("2 *")),
        "{bounds:?}"
    );
    assert!(found.fallen.is_empty(), "{:?}", found.fallen);
    // A known bound is not offered, nor are its consequences.
    let mut informed = about;
    informed.known = vec!["x <= y + 1".to_owned(), "x >= y".to_owned()];
    let found = conjectures(&table("known", &text), &informed).unwrap();
    let general: Vec<&str> = texts(&found, ConjectureKind::Bound)
        .into_iter()
        .filter(|bound| !bound.contains("=>"))
        .collect();
    assert!(!general.contains(&"x <= m + 1") && !general.contains(&"x >= m"), "{general:?}");
}

#[test]
fn what_falls_has_its_smallest_counterexample() {
    let mut text = "graph,n,m,x,y,p,q\n".to_owned();
    for n in 1..=6_i64 {
        for m in 0..4_i64 {
            // On five vertices x exceeds y for the first time, and p no longer implies q.
            let large = n >= 5 && m >= 2;
            let x = if large { m + 1 } else { m };
            text += &format!("g{n}-{m},{n},{m},{x},{m},{},{}\n", m % 2 == 0, m % 2 == 0 && !large);
        }
    }
    let mut search = search(2);
    search.formed_on = Some(4);
    search.about = vec!["x".to_owned(), "q".to_owned()];
    let found = conjectures(&table("fallen", &text), &search).unwrap();
    let fallen = |text: &str| {
        let one = found.fallen.iter().find(|one| one.text == text);
        one.unwrap_or_else(|| panic!("{text}: {:?}", found.fallen)).counterexample.clone().unwrap()
    };
    let equal = found.fallen.iter().find(|one| one.text.starts_with("x = ")).unwrap();
    let smallest = equal.counterexample.as_ref().unwrap();
    assert_eq!((smallest.graph.as_str(), smallest.n, smallest.m), ("g5-2", 5, 2));
    assert_eq!(fallen("m % 2 = 0 <=> q").graph, "g5-2");
}

/// Each formula is true for every row, and its negation, read by `--where`, finds nothing; for
/// refuted formulas it finds the counterexample. SQLite computes all this, not the code that
/// searches for formulas.
#[test]
fn what_is_said_of_real_graphs_is_true_of_every_row() {
    let questions = [
        "chi_g",
        "chi_g_bob",
        "icol",
        "chi",
        "clique",
        "max_degree",
        "is_bipartite",
        "is_cograph",
        "snort.outcome",
    ];
    let tables = census("real", &questions, "connected:2..6");
    let found = conjectures(&tables, &search(4)).unwrap();
    assert!(found.holding.len() > 10 && !found.fallen.is_empty(), "{found:?}");
    let mut rows = Vec::new();
    tables
        .for_each_row(&mut |row| {
            rows.push(row);
            true
        })
        .unwrap();
    let database = Database::new().unwrap();
    for one in found.holding.iter().chain(&found.fallen) {
        let condition = Expression::condition(&one.violated, tables.columns()).unwrap();
        let mut condition = condition.evaluator(&database).unwrap();
        let wrong: Vec<String> =
            rows.iter().filter(|row| condition.holds(row)).map(|row| row[0].to_string()).collect();
        match &one.counterexample {
            None => assert!(wrong.is_empty(), "{}: {wrong:?}", one.text),
            Some(smallest) => assert!(wrong.contains(&smallest.graph), "{}: {wrong:?}", one.text),
        }
        assert!(one.cases >= one.tight && one.cases > 0, "{one:?}");
    }
    // Well-known facts are not offered.
    assert!(!found.holding.iter().any(|one| one.text == "chi_g <= max_degree + 1"));
    assert!(!found.holding.iter().any(|one| one.text == "chi_g >= chi"));
}

#[test]
fn bad_input_is_refused_in_words() {
    let tables = table("words", "graph,n,m,x,word\na,1,0,1,a\nb,2,1,,b\n");
    let refused = |change: fn(&mut Search)| {
        let mut search = search(1);
        change(&mut search);
        conjectures(&tables, &search).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused(|search| search.about = vec!["y".to_owned()]).contains("no column `y`"));
    assert!(refused(|search| search.with = vec!["1 +".to_owned()]).contains("1 +"));
    assert!(refused(|search| search.known = vec!["n <= ".to_owned()]).contains("n <="));
    assert!(refused(|search| search.formed_on = Some(0)).contains("at most 0 vertices"));
    // A column with unknown cells is left out and listed with the reason.
    let mut about = search(1);
    about.about = vec!["n".to_owned()];
    let found = conjectures(&tables, &about).unwrap();
    assert_eq!(found.left_out, [("x".to_owned(), "unknown for some graphs".to_owned())]);
    let none = table("columns", "n,m,x\n1,0,1\n");
    assert!(conjectures(&none, &search(1)).unwrap_err().to_string().contains("`graph`"));
}
