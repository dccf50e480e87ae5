//! What is printed is read back; null is as in SQL; mistakes are marked.

use proptest::prelude::*;

use super::*;

fn columns() -> Columns {
    [("n", Kind::Int), ("chi_g", Kind::Int), ("proper_2", Kind::Int), ("mean", Kind::Real)]
        .into_iter()
        .chain([("is_tree", Kind::Bool), ("icol_outcome", Kind::Text)])
        .map(|(name, kind)| (name.to_owned(), kind))
        .collect()
}

fn column(kind: Kind) -> BoxedStrategy<Node> {
    let fitting: Vec<Node> = columns()
        .into_iter()
        .enumerate()
        .filter(|(_, (_, k))| *k == kind)
        .map(|(i, (name, _))| Node::Column(i, name))
        .collect();
    prop::sample::select(fitting).boxed()
}

fn number() -> BoxedStrategy<Node> {
    let leaf = prop_oneof![
        (0_i64..1000).prop_map(|n| Node::Literal(Cell::Int(n))),
        (0.0..1000.0).prop_map(|x| Node::Literal(Cell::Real(x))),
        Just(Node::Literal(Cell::Null)),
        column(Kind::Int),
        column(Kind::Real),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let operators =
            [Operator::Plus, Operator::Minus, Operator::Times, Operator::Over, Operator::Modulo];
        prop_oneof![
            (prop::sample::select(operators.to_vec()), inner.clone(), inner.clone())
                .prop_map(|(o, a, b)| Node::Binary(o, Box::new(a), Box::new(b))),
            inner.clone().prop_map(|a| Node::Negative(Box::new(a))),
            inner.clone().prop_map(|a| Node::Call(Function::Abs, vec![a])),
            prop::collection::vec(inner, 1..4).prop_map(|list| Node::Call(Function::Min, list)),
        ]
    })
    .boxed()
}

fn condition() -> BoxedStrategy<Node> {
    let comparisons =
        [Operator::Equal, Operator::Different, Operator::Less, Operator::GreaterOrEqual];
    let text = "[a-z' ]{0,5}".prop_map(|text| Node::Literal(Cell::text(text)));
    let leaf = prop_oneof![
        any::<bool>().prop_map(|truth| Node::Literal(Cell::Bool(truth))),
        column(Kind::Bool),
        number().prop_map(|node| Node::IsNull(Box::new(node))),
        (prop::sample::select(comparisons.to_vec()), number(), number())
            .prop_map(|(o, a, b)| Node::Binary(o, Box::new(a), Box::new(b))),
        (column(Kind::Text), prop::collection::vec(text, 1..3))
            .prop_map(|(a, list)| Node::In(Box::new(a), list)),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let operators = [Operator::And, Operator::Or, Operator::Equal];
        prop_oneof![
            (prop::sample::select(operators.to_vec()), inner.clone(), inner.clone())
                .prop_map(|(o, a, b)| Node::Binary(o, Box::new(a), Box::new(b))),
            inner.prop_map(|a| Node::Not(Box::new(a))),
        ]
    })
    .boxed()
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(root in condition()) {
        let printed = Expression { root: root.clone(), kind: Some(Kind::Bool) }.to_string();
        let read = Expression::parse(&printed, &columns()).unwrap();
        prop_assert_eq!(read.root, root, "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let _ = Expression::parse(&text, &columns()).map_err(|error| error.to_string());
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec!["n", "chi_g", "is_tree", "and", "or", "not", "is", "null", "in",
                "(", ")", ",", "+", "-", "*", "<", "=", "3", "0.5", "'x'", "abs", "min"]), 0..12)
    ) {
        let text = words.join(" ");
        if let Ok(expression) = Expression::parse(&text, &columns()) {
            let again = Expression::parse(&expression.to_string(), &columns()).unwrap();
            prop_assert_eq!(again.root, expression.root);
        }
    }
}

fn value(text: &str) -> Cell {
    let row = [
        Cell::Int(7),
        Cell::Int(4),
        Cell::Null,
        Cell::Real(0.5),
        Cell::Bool(false),
        Cell::text("N"),
    ];
    Expression::parse(text, &columns()).unwrap_or_else(|error| panic!("{error}")).evaluate(&row)
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
    ] {
        let read = std::panic::catch_unwind(|| value(text));
        // A comparison of a comparison is not written without brackets.
        if text == "not n < 3 = true" {
            assert!(read.is_err());
            continue;
        }
        assert_eq!(read.unwrap(), expected, "{text}");
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
        ("n is 3", "expected `null`"),
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
