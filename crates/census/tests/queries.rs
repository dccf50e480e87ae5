//! Queries: conditions, selections, counts, order and limits over the rows of a table.

#![allow(clippy::unwrap_used)]

use chromex_census::query::Query;
use chromex_census::{Cell, ColumnType, Columns, Database};

fn columns() -> Columns {
    [
        ("graph", ColumnType::Text),
        ("n", ColumnType::Int),
        ("m", ColumnType::Int),
        ("chi_g", ColumnType::Int),
    ]
    .map(|(name, kind)| (name.to_owned(), kind))
    .to_vec()
}

fn row(graph: &str, n: i64, m: i64, chi: Option<i64>) -> Vec<Cell> {
    vec![Cell::text(graph), Cell::Int(n), Cell::Int(m), chi.map_or(Cell::Null, Cell::Int)]
}

fn answer_for(query: &Query, rows: impl Iterator<Item = Vec<Cell>>) -> Vec<String> {
    let database = Database::new().unwrap();
    let mut answering = query.prepare(&columns(), &database).unwrap();
    let mut shown = Vec::new();
    for row in rows {
        shown.extend(answering.push(&row));
        if answering.has_enough() {
            break;
        }
    }
    shown.extend(answering.finish().unwrap());
    shown.iter().map(|row| chromex_census::files::csv_row(row)).collect()
}

fn answer(query: &Query) -> Vec<String> {
    let rows =
        [("a", 4, 3, Some(2)), ("b", 3, 3, Some(3)), ("c", 3, 2, None), ("d", 3, 2, Some(2))];
    answer_for(query, rows.into_iter().map(|(graph, n, m, chi)| row(graph, n, m, chi)))
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn queries() {
    let database = Database::new().unwrap();
    let query = Query { condition: Some("chi_g <= 3".to_owned()), ..Query::default() };
    assert_eq!(answer(&query), ["a,4,3,2", "b,3,3,3", "d,3,2,2"]);
    assert_eq!(answer(&Query { limit: Some(1), ..query.clone() }), ["a,4,3,2"]);
    assert_eq!(answer(&Query { smallest: true, ..query.clone() }), ["d,3,2,2"]);
    let query = Query { select: words(&["graph", "n - m"]), ..Query::default() };
    assert_eq!(answer(&query), ["a,1", "b,0", "c,1", "d,1"]);
    let query = Query { count_by: words(&["n", "chi_g"]), ..Query::default() };
    assert_eq!(answer(&query), ["3,2,1", "3,3,1", "3,,1", "4,2,1"]);
    let query = Query { count_by: words(&["n"]), sort: words(&["-count"]), ..Query::default() };
    assert_eq!(answer(&query), ["3,3", "4,1"]);
    let query = Query { sort: words(&["-chi_g", "m"]), ..Query::default() };
    assert_eq!(answer(&query), ["b,3,3,3", "d,3,2,2", "a,4,3,2", "c,3,2,"]);
    let bad = Query { sort: words(&["count"]), ..Query::default() };
    assert!(bad.prepare(&columns(), &database).is_err());
}

#[test]
fn selections_are_sorted_and_counted_by_expressions() {
    let database = Database::new().unwrap();
    let query =
        Query { select: words(&["graph"]), sort: words(&["-n % 2", "1"]), ..Query::default() };
    assert_eq!(answer(&query), ["b", "c", "d", "a"]);
    assert_eq!(answer(&Query { limit: Some(2), ..query.clone() }), ["b", "c"]);
    assert_eq!(answer(&Query { limit: Some(0), ..query }), [""; 0]);
    let query = Query { count_by: words(&["n = m", "1"]), ..Query::default() };
    assert_eq!(answer(&query), ["false,1,3", "true,1,1"]);
    let query = Query { count_by: words(&["'all'"]), ..Query::default() };
    assert_eq!(answer(&query), ["all,4"]);
    let named = Query { select: words(&["n-m", "N_ = 'x'"]), ..Query::default() };
    assert!(
        named.prepare(&columns(), &database).unwrap_err().to_string().contains("no column `N_`")
    );
    let named = Query { select: words(&["-n-m", "max(n,m)", "(n)<>3"]), ..Query::default() };
    let named = named.prepare(&columns(), &database).unwrap();
    assert_eq!(
        *named.columns(),
        [("-n-m", ColumnType::Int), ("max(n,m)", ColumnType::Int), ("(n)<>3", ColumnType::Bool)]
            .map(|(name, kind)| (name.to_owned(), kind))
    );
}

#[test]
fn many_rows_are_summed_up() {
    let database = Database::new().unwrap();
    let select = words(&["max(chi_g)", "avg(m)", "count(chi_g)", "sum(m) > 5"]);
    let query = Query { select, ..Query::default() };
    assert_eq!(answer(&query), ["3,2.5,3,true"]);
    assert_eq!(answer_for(&query, std::iter::empty()), [",,0,"]);
    let grouped = Query { count_by: words(&["n"]), ..query.clone() };
    assert_eq!(answer(&grouped), ["3,3,3,2.3333333333333335,2,true", "4,1,2,3,1,false"]);
    let sorted = Query { sort: words(&["-n"]), limit: Some(1), ..grouped };
    assert_eq!(answer(&sorted), ["4,1,2,3,1,false"]);
    let one = Query { select: words(&["max(n)", "m"]), ..Query::default() };
    let error = one.prepare(&columns(), &database).unwrap_err().to_string();
    assert!(error.starts_with("this is about one row, not many\n  m\n  ^"), "{error}");
}

/// So many rows that they are combined, or dropped, several times in between.
#[test]
fn large_tables_are_counted_and_sorted() {
    let rows = || (0..400_000).map(|i: i64| row("", i % 3, i * 7919 % 400_009, Some(i)));
    let query = Query { count_by: words(&["n"]), ..Query::default() };
    assert_eq!(answer_for(&query, rows()), ["0,133334", "1,133333", "2,133333"]);
    let sort = words(&["-n", "m"]);
    let query = Query { select: words(&["n", "m"]), sort, limit: Some(2), ..Query::default() };
    let mut expected: Vec<(i64, i64)> =
        (0..400_000).map(|i| (-(i % 3), i * 7919 % 400_009)).collect();
    expected.sort_unstable();
    let expected = expected[..2].iter().map(|(n, m)| format!("{},{m}", -n)).collect::<Vec<_>>();
    assert_eq!(answer_for(&query, rows()), expected);
    let smallest = Query { smallest: true, select: words(&["chi_g"]), ..Query::default() };
    assert_eq!(answer_for(&smallest, rows()), ["0"]);
}
