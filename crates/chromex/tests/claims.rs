//! Every claim is checked, and its deliberately wrong variant is found false.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use chromex::Budget;
use chromex::claims::claim::{Scope, verify_wrong};
use chromex::claims::{self, Claim, Reading, Verdict, verify};

/// Runs all claims on two threads.
fn for_all_claims(check: impl Fn(&Claim) + Sync) {
    let claims = claims::all();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(claim) =
                    claims.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    check(claim);
                }
            });
        }
    });
}

/// The time of a claim starts when its check starts.
#[test]
fn claims_obey_the_budget() {
    let all = claims::all();
    let claim = all.iter().find(|claim| claim.id == "brosse/theorem-1").unwrap();
    let budget = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let verdict = verify(claim, Scope::Default, &budget);
    assert!(matches!(verdict, Verdict::Unfinished { .. }), "{verdict:?}");
}

/// The record is what a check of all claims finds: `crates/cli/tests/verification.rs` compares it with a new one.
#[test]
fn every_claim_is_decided() {
    for claim in claims::all() {
        let verdict = &claims::record::recorded()[claim.id];
        assert_decided(&claim, verdict, claim.range == claim.deep);
    }
}

#[test]
#[ignore = "takes long"]
fn every_claim_is_decided_deep() {
    for_all_claims(|claim| {
        let started = std::time::Instant::now();
        let verdict = verify(claim, Scope::Deep, &Budget::default());
        println!("{} {:.2?} {verdict:?}", claim.id, started.elapsed());
        assert_decided(claim, &verdict, true);
        // If some cases decide a claim, more cases do not decide it differently.
        let recorded = claims::record::recorded()[claim.id].word();
        assert!(recorded == "vacuous" || recorded == verdict.word(), "{}: {verdict:?}", claim.id);
    });
}

/// A claim may need more than the default range to be exercised at all, or, as it then says, more than any range.
fn assert_decided(claim: &Claim, verdict: &Verdict, everything: bool) {
    let undecided = matches!(verdict, Verdict::Unfinished { .. } | Verdict::Broken { .. });
    let admitted = claim.deep.ends_with("none of which exercises it");
    let vacuous = verdict.word() == "vacuous" && everything && !admitted;
    assert!(!undecided && !vacuous, "{}: {verdict:?}", claim.id);
}

#[test]
fn every_wrong_variant_fails() {
    for_all_claims(|claim| {
        let verdict = verify_wrong(claim, &Budget::default());
        let caught = match &verdict {
            Verdict::Fails { .. } => true,
            // No reading of the wrong variant may hold in any case.
            Verdict::Depends { readings } => {
                let fails = |one: &Reading| matches!(one.verdict, Verdict::Fails { .. });
                let vacuous = |one: &Reading| one.verdict.word() == "vacuous";
                readings.iter().any(fails) && readings.iter().all(|one| fails(one) || vacuous(one))
            }
            _ => false,
        };
        assert!(caught, "{}, {}: {verdict:?}", claim.id, claim.wrong);
    });
}

#[test]
fn ids_are_unique_and_name_a_paper() {
    let mut ids: Vec<&str> = claims::all().iter().map(|claim| claim.id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(claims::all().iter().all(|claim| claim.id.starts_with(claim.paper().key)));
}
