//! The claims, the statements of the papers and the record of verdicts are consistent.

#![allow(clippy::unwrap_used, missing_docs)]

/// The numbered statements of each paper, in the order of its text.
const PRINTED: [(&str, &str); 5] = [
    ("brosse", "Claim 1, Claim 2, Lemma 1, Observation 1, Theorem 1"),
    (
        "beaulieu",
        "Definition 1, Definition 2, Proposition 1, Proposition 2, Proposition 3, Corollary 4, Corollary 5, Proposition 6, Definition 3, \
         Definition 4, Proposition 7, Proposition 8, Proposition 9, Proposition 10, Corollary 11, Corollary 12, Proposition 13, Definition 5, \
         Theorem 14, Corollary 15, Definition 6, Theorem 16, Proposition 17, Proposition 18, Corollary 19, Definition 7, Proposition 20, \
         Definition 8, Proposition 21, Theorem 22",
    ),
    (
        "bensmail",
        "Theorem 2.1, Theorem 2.2, Theorem 2.3, Definition 3.1, Theorem 3.2, Lemma 4.1, Lemma 4.2, Theorem 4.3, Lemma 4.4, Theorem 4.5, \
         Theorem 5.1, Theorem 6.1, Theorem 6.2",
    ),
    (
        "andres",
        "Theorem 1, Lemma 2, Lemma 3, Corollary 4, Lemma 5, Corollary 6, Lemma 7, Theorem 8, Corollary 9, Fact 10, Theorem 11, Corollary 12, \
         Corollary 13, Corollary 14, Theorem 15, Corollary 16, Corollary 17, Conjecture 18, Problem 19, Problem 20",
    ),
    (
        "uiterwijk",
        "Definition 1, Theorem 1, Theorem 2, Theorem 3, Equation 1, Theorem 4, Theorem 5, Theorem 6, Equation 2, Table 1, Table 2",
    ),
];

#[test]
fn no_numbered_statement_is_skipped() {
    for (paper, printed) in PRINTED {
        let of_paper = chromex_claims::STATEMENTS.iter().filter(|s| s.paper == paper);
        let places: Vec<&str> = of_paper.map(|statement| statement.place).collect();
        assert_eq!(places.join(", "), printed, "{paper}");
    }
    let known = PRINTED.map(|(paper, _)| paper);
    assert!(chromex_claims::STATEMENTS.iter().all(|s| known.contains(&s.paper)));
}

/// The figures of each paper are numbered from 1 to `last`.
#[test]
fn every_figure_can_be_opened_or_is_said_to_be_lost() {
    for (paper, last) in
        [("brosse", 21), ("beaulieu", 6), ("bensmail", 2), ("andres", 5), ("uiterwijk", 4)]
    {
        for number in 1..=last {
            let id = format!("{paper}/figure-{number}");
            let drawn = |figure: &str| figure == id || figure.starts_with(&format!("{id}-"));
            let opened = chromex_claims::figures().iter().any(|figure| drawn(figure.id));
            let lost = chromex_claims::LOST.iter().any(|(figure, _)| drawn(figure));
            assert!(opened || lost, "{id}");
        }
    }
}

#[test]
fn statements_name_claims_that_exist_or_say_why_there_is_none() {
    let claims = chromex_claims::all();
    for statement in chromex_claims::STATEMENTS {
        let place = statement.place;
        assert!(!statement.claims.is_empty() || !statement.unchecked.is_empty(), "{place}");
        for id in statement.claims {
            let claim = claims.iter().find(|claim| claim.id == *id);
            assert!(claim.is_some_and(|claim| claim.paper().key == statement.paper), "{id}");
        }
    }
    // A claim whose place is a numbered statement is listed under that statement.
    for claim in claims {
        let numbered = |place: &str| claim.place.split([',', '(', ':']).next() == Some(place);
        let key = claim.paper().key;
        for statement in chromex_claims::STATEMENTS
            .iter()
            .filter(|statement| statement.paper == key && numbered(statement.place))
        {
            assert!(statement.claims.contains(&claim.id), "{}: {}", statement.place, claim.id);
        }
    }
}

#[test]
fn every_claim_has_a_recorded_verdict() {
    for claim in chromex_claims::all() {
        let verdict = chromex_claims::record::recorded().get(claim.id).unwrap();
        let word = verdict.word();
        assert!(["holds", "vacuous", "fails", "depends"].contains(&word), "{}", claim.id);
        assert_eq!(word != "holds", !verdict.details().is_empty(), "{}", claim.id);
    }
}
