//! Values are those of SQL, except for division and remainders; mistakes are marked; only columns
//! can be read.

#![allow(clippy::unwrap_used)]

use chromex_census::{Cell, ColumnType, Columns, Database, Expression};
use proptest::prelude::*;

fn columns() -> Columns {
    [
        ("n", ColumnType::Int),
        ("chi_g", ColumnType::Int),
        ("proper_2", ColumnType::Int),
        ("mean", ColumnType::Real),
    ]
    .into_iter()
    .chain([("is_tree", ColumnType::Bool), ("icol_outcome", ColumnType::Text)])
    .map(|(name, kind)| (name.to_owned(), kind))
    .collect()
}

fn row() -> [Cell; 6] {
    [Cell::Int(7), Cell::Int(4), Cell::Null, Cell::Real(0.5), Cell::Bool(false), Cell::text("N")]
}

fn one_of(texts: &[&str]) -> BoxedStrategy<String> {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    prop::sample::select(texts).boxed()
}

fn number() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0_i64..1000).prop_map(|n| n.to_string()),
        (0.0..1000.0).prop_map(|x: f64| format!("{x:?}")),
        one_of(&["null", "n", "chi_g", "proper_2", "mean"]),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), one_of(&["+", "-", "*", "/", "%"]), inner.clone())
                .prop_map(|(a, o, b)| format!("{a}{o}{b}")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.clone().prop_map(|a| format!("ABS({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a},{b})")),
            inner.prop_map(|a| format!("case when n>3 then {a} else 0 end")),
        ]
    })
    .boxed()
}

fn condition() -> BoxedStrategy<String> {
    let text = || "[a-z' ]{0,5}".prop_map(|text| format!("'{}'", text.replace('\'', "\'\'")));
    let leaf = prop_oneof![
        one_of(&["true", "false", "is_tree"]),
        number().prop_map(|a| format!("{a} is null")),
        (number(), one_of(&["=", "==", "<>", "<", ">="]), number())
            .prop_map(|(a, o, b)| format!("{a}{o}{b}")),
        (number(), number()).prop_map(|(a, b)| format!("n not between {a} and {b}")),
        (text(), text()).prop_map(|(a, b)| format!("icol_outcome in ({a},{b})")),
        text().prop_map(|a| format!("icol_outcome like {a}")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), one_of(&["and", "or", "="]), inner.clone())
                .prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
            inner.prop_map(|a| format!("not {a}")),
        ]
    })
    .boxed()
}

proptest! {
    #[test]
    fn a_condition_or_its_contrary_is_true_or_both_are_unknown(text in condition()) {
        let value = value(&text);
        let contrary = match value {
            Cell::Bool(truth) => Cell::Bool(!truth),
            _ => Cell::Null,
        };
        prop_assert_eq!(self::value(&format!("not ({text})")), contrary);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let _ = Expression::parse(&text, &columns()).map_err(|error| error.to_string());
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            one_of(&["n", "chi_g", "is_tree", "and", "or", "not", "is", "null", "in", "(", ")", ",",
                "+", "-", "*", "%", "<", "=", "3", "0.5", "'x'", "abs", "min", "between", "like",
                "case", "when", "then", "else", "end", "count", "||"]), 0..12)
    ) {
        let text = words.join(" ");
        if let Err(error) = Expression::parse(&text, &columns()) {
            // Refused texts are refused here, where the spot is known, not by SQLite.
            prop_assert!(!error.message().contains("SQLite"), "{}", error);
        } else {
            value(&text);
        }
    }
}

fn value(text: &str) -> Cell {
    value_in(text, &columns(), &row())
}

fn value_in(text: &str, columns: &Columns, row: &[Cell]) -> Cell {
    let read = Expression::parse(text, columns).unwrap_or_else(|error| panic!("{error}"));
    let database = Database::new().unwrap();
    read.evaluator(&database).unwrap().value(row)
}

#[test]
fn values() {
    for (text, expected) in [
        ("n - chi_g - 1", Cell::Int(2)),
        ("n / 2", Cell::Real(3.5)),
        ("-7 % 4", Cell::Int(1)),
        ("2 + 3 * 4", Cell::Int(14)),
        ("(2 + 3) * 4", Cell::Int(20)),
        ("n % 0", Cell::Null),
        ("1 / 0", Cell::Null),
        ("9223372036854775807 + 1", Cell::Null),
        ("mean * 2", Cell::Real(1.0)),
        ("abs(chi_g - n)", Cell::Int(3)),
        ("max(n, chi_g, 5)", Cell::Int(7)),
        ("min(n, proper_2)", Cell::Null),
        ("n > chi_g and not is_tree", Cell::Bool(true)),
        ("n == 7 AND chi_g <> 5", Cell::Bool(true)),
        ("proper:2 > 1", Cell::Null),
        ("proper_2 > 1 and n < 3", Cell::Bool(false)),
        ("proper_2 > 1 or n > 3", Cell::Bool(true)),
        ("not proper_2 > 1", Cell::Null),
        ("proper_2 is null", Cell::Bool(true)),
        ("n is not null", Cell::Bool(true)),
        ("icol_outcome = 'N'", Cell::Bool(true)),
        ("icol_outcome in ('P', \"N\")", Cell::Bool(true)),
        ("n not in (1, 2)", Cell::Bool(true)),
        ("n in (1, null)", Cell::Null),
        ("not n < 3 = true", Cell::Bool(true)),
        ("5 - 2 * -n % 4", Cell::Int(3)),
        ("2 * (n + 1) % 5 * 3", Cell::Int(3)),
        ("100 % 7 % 2 + 1", Cell::Int(1)),
        ("-n % 2.5", Cell::Real(0.5)),
        ("n / 2 / 2", Cell::Real(1.75)),
        ("abs(-9223372036854775807 - 1)", Cell::Null),
        ("1 = 1.0", Cell::Bool(true)),
        ("not is_tree", Cell::Bool(true)),
        ("is_tree = false", Cell::Bool(true)),
        ("null", Cell::Null),
        ("n is null or null", Cell::Null),
        ("false and proper_2 > 1", Cell::Bool(false)),
        ("proper_2 is chi_g", Cell::Bool(false)),
        ("n is not proper_2", Cell::Bool(true)),
        ("n between chi_g and 7", Cell::Bool(true)),
        ("n not between 1 and 3 and is_tree", Cell::Bool(false)),
        ("icol_outcome like 'n%'", Cell::Bool(true)),
        ("icol_outcome not glob 'n*'", Cell::Bool(true)),
        ("icol_outcome || '!' || icol_outcome", Cell::text("N!N")),
        ("case when is_tree then 'tree' else 'none' end", Cell::text("none")),
        ("case n when 7 then is_tree end", Cell::Bool(false)),
        ("CASE WHEN n < 3 THEN 1 END", Cell::Null),
        ("coalesce(proper_2, n)", Cell::Int(7)),
        ("round(mean * 5)", Cell::Real(3.0)),
        ("length(icol_outcome) + instr('xN', icol_outcome)", Cell::Int(3)),
        ("lower(replace(icol_outcome, 'N', 'It''s'))", Cell::text("it's")),
        ("'a' < 'b' and 'Z' < 'a'", Cell::Bool(true)),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn mistakes_are_marked() {
    for (text, shown) in [
        ("", "the expression is empty"),
        ("chi > 2", "there is no column `chi`\n  chi > 2\n  ^^^\n  did you mean `chi_g`?"),
        ("n >", "expected a column, a number, a text or `(`\n  n >\n     ^"),
        ("n > 'x'", "a whole number cannot be compared with a text\n  n > 'x'\n  ^^^^^^^"),
        (
            "n and is_tree",
            "`and` needs a truth value, and this is a whole number\n  n and is_tree\n  ^",
        ),
        (
            "n + is_tree",
            "`+` needs a number, and this is a truth value\n  n + is_tree\n      ^^^^^^^",
        ),
        ("(n > 3", "expected `)`\n  (n > 3\n        ^"),
        ("n > 3 chi_g", "expected an operator"),
        ("n ? 3", "unexpected `?`\n  n ? 3\n    ^"),
        ("'abc", "this text has no end"),
        ("sqrt(n)", "there is no function `sqrt`"),
        ("sqr(n)", "there is no function `sqr`"),
        ("roun(n)", "there is no function `roun`\n  roun(n)\n  ^^^^\n  did you mean `round`?"),
        ("n is", "expected a column, a number, a text or `(`\n  n is\n      ^"),
        ("n not 3", "expected `in`, `like`"),
        (
            "1 < n < 5",
            "a truth value cannot be compared with a whole number\n  1 < n < 5\n  ^^^^^^^^^",
        ),
        ("n like '7'", "`like` needs a text, and this is a whole number\n  n like '7'\n  ^"),
        ("n between 1 or 2", "expected `and`\n  n between 1 or 2\n              ^^"),
        ("case n then 3 end", "expected `when`\n  case n then 3 end\n         ^^^^"),
        ("case when n then 3 end", "`when` needs a truth value"),
        ("case when is_tree then 1 else 'x' end", "a whole number cannot be compared with a text"),
        ("abs(n, 3)", "`abs` does not take 2 arguments\n  abs(n, 3)\n  ^^^^^^^^^"),
        ("n > avg(chi_g)", "this is about many rows, not one\n  n > avg(chi_g)\n      ^^^^^^^^^^"),
        ("max(1 + count(*))", "max is over many rows, and so is this within it"),
        ("1.2.3", "this is no number"),
    ] {
        let error = Expression::parse(text, &columns()).unwrap_err().to_string();
        assert!(error.starts_with(shown), "{error}");
    }
    let deep = "(".repeat(5000) + "n" + &")".repeat(5000);
    assert!(Expression::parse(&deep, &columns()).is_err());
    let error = Expression::condition("n + 1", &columns()).unwrap_err().to_string();
    assert!(error.starts_with("this is a whole number, not a condition"), "{error}");
}

/// Only expressions over the columns reach SQLite: no other statement, table, function or parameter.
#[test]
fn nothing_but_the_columns_can_be_read() {
    for text in [
        "load_extension('evil')",
        "readfile('/etc/passwd') is null",
        "writefile('x', 'y') > 0",
        "randomblob(1000000000) is null",
        "zeroblob(1000000000) is null",
        "printf('%1000000000d', 1) = ''",
        "sqlite_version() = ''",
        "n = 1; DROP TABLE kept",
        "n = 1; ATTACH 'x' AS y",
        "ATTACH 'x' AS y",
        "PRAGMA database_list",
        "(SELECT count(*) FROM sqlite_master) > 0",
        "exists (select 1)",
        "n in (select 1)",
        "n in sqlite_master",
        "n in (WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT x FROM t)",
        "1) FROM kept --",
        "n = 1 -- comment",
        "n /* comment */ = 1",
        "n = 1 limit 1",
        "n = 1 union select 1",
        "n = ?1",
        "n = :x",
        "n = @x",
        "n = $x",
        "[n] = 1",
        "`n` = 1",
        "c0 = 7",
        "rowid = 1",
        "times = 1",
        "modulo(n, 2) = 1",
        "cast(n as blob) is null",
        "n collate nocase = 1",
        "n = x'00'",
        "(n, n) = (1, 2)",
        "n like 'x' escape 'y'",
        "sum(n) over () > 1",
        "'a\0b' = ''; select 1",
    ] {
        let error = Expression::condition(text, &columns()).expect_err(text);
        assert!(!error.message().contains("SQLite"), "{text}: {error}");
    }
}

/// Texts cannot grow until the memory is full.
#[test]
fn what_gets_too_large_is_null() {
    let mut text = "'aaaaaaaaaa'".to_owned();
    for _ in 0..12 {
        text = format!("replace({text}, 'a', 'aaaaaaaaaa')");
    }
    assert_eq!(value(&format!("length({text})")), Cell::Null);
    let long = vec!["n"; 5000].join(" + ");
    let error = Expression::parse(&long, &columns()).unwrap_err().to_string();
    assert!(error.contains("SQLite cannot answer this") && error.contains("depth"), "{error}");
}

#[test]
fn names_of_columns_are_found_without_a_table() {
    let names = |text| Expression::names(text);
    assert_eq!(names("chi_g > CHI + 1 and not is_tree"), ["chi_g", "CHI", "is_tree"]);
    assert_eq!(names("max(proper:2, 3) in (1, 'x', \"y\")"), ["proper_2"]);
    assert_eq!(names("case when n like '%' then null end"), ["n"]);
    assert_eq!(names("'no end"), [""; 0]);
}

/// Whatever a column is called, its name is not mistaken for a keyword of SQL.
#[test]
fn columns_may_be_called_like_words_of_sql() {
    let columns: Columns = ["order", "select", "N", "n", "end"]
        .map(|name| (name.to_owned(), ColumnType::Int))
        .to_vec();
    let row = [1, 2, 3, 4, 5].map(Cell::Int);
    let value = |text: &str| value_in(text, &columns, &row);
    assert_eq!(value("order + 10 * select + 100 * N + 1000 * n"), Cell::Int(4321));
    assert_eq!(value("case when end > 4 then 1 end"), Cell::Int(1));
}
