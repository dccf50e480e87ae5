//! The claims, the statements of the papers and the record of verdicts fit each other.

#![allow(clippy::unwrap_used, missing_docs)]

/// The numbers of a paper that count propositions, theorems and the like together.
fn numbers(paper: &str, kinds: &[&str]) -> Vec<usize> {
    let of_paper = chromex_claims::STATEMENTS.iter().filter(|statement| statement.paper == paper);
    let number = |place: &str| {
        let (kind, number) = place.split_once(' ')?;
        kinds.contains(&kind).then(|| number.parse().ok()).flatten()
    };
    of_paper.filter_map(|statement| number(statement.place)).collect()
}

#[test]
fn no_numbered_statement_is_skipped() {
    let upto = |n: usize| (1..=n).collect::<Vec<_>>();
    let results = ["Proposition", "Corollary", "Theorem", "Lemma", "Fact", "Conjecture", "Problem"];
    assert_eq!(numbers("brosse", &["Claim"]), upto(2));
    assert_eq!(numbers("beaulieu", &results), upto(22));
    assert_eq!(numbers("beaulieu", &["Definition"]), upto(8));
    assert_eq!(numbers("andres", &results), upto(20));
    assert_eq!(numbers("uiterwijk", &results), upto(6));
    let bensmail = chromex_claims::STATEMENTS.iter().filter(|s| s.paper == "bensmail");
    let sections: Vec<&str> = bensmail.filter_map(|s| s.place.split(' ').nth(1)).collect();
    let expected = "2.1 2.2 2.3 3.1 3.2 4.1 4.2 4.3 4.4 4.5 5.1 6.1 6.2";
    assert_eq!(sections.join(" "), expected);
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
    // A claim that stands at a numbered place is under it.
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
