//! Section 5.2: the number of graphs that have a strictly matched involution.

use chromex_graph_tools::all;

use super::has_strictly_matched;
use crate::claim::{Checked, Claim, Halt, Trial, start_on};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "andres/fact-10",
        place: "Fact 10",
        statement: "The number g(n) of graphs lies between 2^C(n,2) / n! and 2^C(n,2).",
        range: "n ≤ 7",
        deep: "n ≤ 8",
        wrong: "… between 2^C(n,2) / (n−1)! and 2^C(n,2).",
        check: fact_10,
    },
    Claim {
        id: "andres/thm-11",
        place: "Theorem 11",
        statement: "A(n) ≤ Σ_k g(k) 2^C(k,2) 2^((n−2k)k), where A(n) counts graphs with a strictly matched \
                    involution.",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ Σ_k 2^C(k,2).",
        check: |trial| {
            let bound = trial.stated(upper_11 as fn(usize) -> f64, |n| {
                halves(n).map(|k| power(choose(k, 2))).sum()
            });
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/cor-12",
        place: "Corollary 12",
        statement: "A(n) ≤ Σ_k 2^(k(n−1−k)).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ Σ_k 2^k.",
        check: |trial| {
            let bound = trial.stated(upper_12 as fn(usize) -> f64, |n| halves(n).map(power).sum());
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/cor-13",
        place: "Corollary 13",
        statement: "A(n) ≤ 1 + ⌊n/2⌋ · 2^(((n−1)/2)²).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≤ 1 + ⌊n/2⌋.",
        check: |trial| {
            let bound = trial.stated(upper_13 as fn(usize) -> f64, |n| 1.0 + (n / 2) as f64);
            bounds(trial, bound, Side::Upper)
        },
    },
    Claim {
        id: "andres/cor-14",
        place: "Corollary 14",
        statement: "A(n) ≤ 1 + c(n) √g(n) with c(n) = ⌊n/2⌋ √(n!) / 2^((n−1)/4), and log c(n) is small against log ∛g(n).",
        range: "n ≤ 8; the logarithms, with g(n) from Fact 10, for n = 100, 1,000, 10,000 and 100,000",
        deep: "n ≤ 9; the same logarithms",
        wrong: "A(n) ≤ 1 + √g(n).",
        check: corollary_14,
    },
    Claim {
        id: "andres/thm-15",
        place: "Theorem 15",
        statement: "A(n) ≥ Σ_k g(k) 2^((n−2k)k) − ⌊n/2⌋ C(n,2).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≥ Σ_k g(k) 2^((n−2k)k).",
        check: |trial| {
            let bound = trial.stated(lower_15 as fn(usize) -> f64, |n| lower_15(n) + lost(n));
            bounds(trial, bound, Side::Lower)
        },
    },
    Claim {
        id: "andres/cor-16",
        place: "Corollary 16",
        statement: "A(n) ≥ Σ_k 2^((n−1/2)k − 3k²/2) / k! − ⌊n/2⌋ C(n,2).",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≥ Σ_k 2^((n−1/2)k − 3k²/2) / k!.",
        check: |trial| {
            let bound = trial.stated(lower_16 as fn(usize) -> f64, |n| lower_16(n) + lost(n));
            bounds(trial, bound, Side::Lower)
        },
    },
    Claim {
        id: "andres/thm-15-mended",
        place: "Theorem 15, mended",
        statement: "A(n) ≥ 2^(k(n−2−k)) / (k! (n−2k)!) for every k ≤ n/2. (Not in the paper; FINDINGS.md has the proof.)",
        range: "n ≤ 9",
        deep: "n ≤ 10",
        wrong: "A(n) ≥ 2^(k(n−1−k)) / (k! (n−2k)!).",
        check: |trial| {
            let more = trial.stated(0, 1);
            for n in 1..=trial.up_to(9, 10) {
                let said = halves(n).map(|k| (log_mended(n, k) + (more * k) as f64).exp2());
                let said = said.fold(0.0, f64::max);
                trial.case(format!("A({n}) is at least {said:.1}"), true, |oracle| {
                    Ok(matched_count(n, oracle.is_second_opinion())? >= said)
                })?;
            }
            Ok(())
        },
    },
    Claim {
        id: "andres/cor-17",
        place: "Corollary 17",
        statement: "A(n) ≥ ∛g(n) / (n! ∛2) − ⌊n/2⌋ C(n,2), and log n! is small against log ∛g(n). (The proof needs Corollary 16, \
                    which is false; here it follows from the mended Theorem 15.)",
        range: "n ≤ 300, with g(n) ≤ 2^C(n,2); counted are those n for which the bound is positive",
        deep: "n ≤ 3,000",
        wrong: "A(n) ≥ n! ∛g(n).",
        check: corollary_17,
    },
    Claim {
        id: "andres/conj-18",
        place: "Conjecture 18",
        statement: "A(n) is √g(n) up to a factor whose logarithm is small against log g(n): it is true, since |log₂ (A(n) / √g(n))| ≤ \
                    2 n log₂ n by Corollary 13, Fact 10 and the mended Theorem 15.",
        range: "2 ≤ n ≤ 8 by counting; n = 10, 100, …, 100,000 by the bounds",
        deep: "2 ≤ n ≤ 9 by counting; the same n by the bounds",
        wrong: "|log₂ (A(n) / √g(n))| ≤ 1.",
        check: conjecture_18,
    },
    Claim {
        id: "andres/one-colour",
        place: "Problem 20, one colour",
        statement: "With one colour the game is a draw on every graph with a strictly matched involution. (A guess, not in the paper.)",
        range: "all such graphs with up to 8 vertices",
        deep: "all such graphs with up to 8 vertices",
        wrong: "With two colours it is.",
        check: |trial| {
            let game = format!("orthogonal:{}", trial.stated(1, 2));
            for board in (1..=8).flat_map(all::strictly_matched).map(all::board) {
                let position = start_on(&game, &board);
                trial.case(&position, 0, |oracle| oracle.score(&position))?;
            }
            Ok(())
        },
    },
];

fn fact_10(trial: &mut Trial) -> Checked {
    let fewer = trial.stated(0, 1);
    for n in 1..=trial.up_to(7, 8) {
        let (g, most) = (graph_count(n), power(choose(n, 2)));
        trial.case(format!("g({n}) = {g} lies between the bounds"), true, |_| {
            Ok(most / factorial(n - fewer) <= g && g <= most)
        })?;
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Side {
    Upper,
    Lower,
}

/// Compares a bound with the true number of graphs that have a strictly matched involution.
fn bounds(trial: &mut Trial, bound: fn(usize) -> f64, side: Side) -> Checked {
    for n in 0..=trial.up_to(9, 10) {
        let said = bound(n);
        let claimed = match side {
            Side::Upper => format!("at most {said:.1}"),
            Side::Lower => format!("at least {said:.1}"),
        };
        trial.case(format!("A({n})"), claimed.clone(), |oracle| {
            let count = matched_count(n, oracle.is_second_opinion())?;
            let holds = match side {
                Side::Upper => count <= said,
                Side::Lower => count >= said,
            };
            Ok(if holds { claimed.clone() } else { count.to_string() })
        })?;
    }
    Ok(())
}

/// A(n), either by constructing the graphs or by testing each graph.
fn matched_count(n: usize, by_asking: bool) -> Result<f64, Halt> {
    if !by_asking {
        return Ok(all::strictly_matched(n).len() as f64);
    }
    let answers: Result<Vec<bool>, Halt> =
        all::graphs(n).iter().map(has_strictly_matched).collect();
    Ok(answers?.into_iter().filter(|&matched| matched).count() as f64)
}

/// The bounds on A(n): two from below (Theorem 15, Corollary 16), three from above (Theorem 11,
/// Corollaries 12 and 13).
pub(crate) fn bounds_on_matched(n: usize) -> [f64; 5] {
    [lower_15(n), lower_16(n), upper_11(n), upper_12(n), upper_13(n)]
}

fn halves(n: usize) -> impl Iterator<Item = usize> {
    0..=n / 2
}

fn power(exponent: usize) -> f64 {
    (exponent as f64).exp2()
}

fn choose(n: usize, k: usize) -> usize {
    debug_assert_eq!(k, 2);
    n * n.saturating_sub(1) / k
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn graph_count(n: usize) -> f64 {
    all::graphs(n).len() as f64
}

fn upper_11(n: usize) -> f64 {
    halves(n).map(|k| graph_count(k) * power(choose(k, 2) + (n - 2 * k) * k)).sum()
}

fn upper_12(n: usize) -> f64 {
    halves(n).map(|k| power(k * n.saturating_sub(1 + k))).sum()
}

fn upper_13(n: usize) -> f64 {
    1.0 + (n / 2) as f64 * ((n as f64 - 1.0) / 2.0).powi(2).exp2()
}

/// The part that the lower bounds subtract for graphs that are counted twice.
fn lost(n: usize) -> f64 {
    (n / 2 * choose(n, 2)) as f64
}

fn lower_15(n: usize) -> f64 {
    halves(n).map(|k| graph_count(k) * power((n - 2 * k) * k)).sum::<f64>() - lost(n)
}

fn lower_16(n: usize) -> f64 {
    let term = |k: usize| {
        let (n, k_) = (n as f64, k as f64);
        ((n - 0.5) * k_ - 1.5 * k_ * k_).exp2() / factorial(k)
    };
    halves(n).map(term).sum::<f64>() - lost(n)
}

/// log₂ n!.
fn log_factorial(n: usize) -> f64 {
    (1..=n).map(|i| (i as f64).log2()).sum()
}

/// The logarithm of the corrected bound. A labelled graph with a fixed strictly matched involution
/// of k pairs is determined by k(n−1−k) bits. At most 2^k k! (n−2k)! graphs of its isomorphism
/// class have this involution, because so many permutations commute with it.
fn log_mended(n: usize, k: usize) -> f64 {
    let exponent = (k * (n - k)) as f64 - 2.0 * k as f64;
    exponent - log_factorial(k) - log_factorial(n - 2 * k)
}

/// The best corrected bound for n ≥ 2.
fn log_best_mended(n: usize) -> f64 {
    // The maximum is near n/2, because the exponent is largest there.
    let near = (n / 2).saturating_sub(60)..=n / 2;
    near.map(|k| log_mended(n, k)).fold(0.0, f64::max)
}

/// The bounds of Fact 10, as logarithms.
fn log_graph_count(n: usize) -> [f64; 2] {
    let most = choose(n, 2) as f64;
    [most - log_factorial(n), most]
}

fn corollary_14(trial: &mut Trial) -> Checked {
    let plain = trial.stated(false, true);
    let log_c = |n: usize| {
        let half = ((n / 2) as f64).log2();
        half + log_factorial(n) / 2.0 - (n as f64 - 1.0) / 4.0
    };
    for n in 2..=trial.up_to(8, 9) {
        let c = if plain { 1.0 } else { log_c(n).exp2() };
        let said = 1.0 + c * graph_count(n).sqrt();
        trial.case(format!("A({n}) is at most {said:.1}"), true, |oracle| {
            Ok(matched_count(n, oracle.is_second_opinion())? <= said)
        })?;
    }
    let mut before = f64::INFINITY;
    for n in [100, 1_000, 10_000, 100_000] {
        let part = log_c(n) / (log_graph_count(n)[0] / 3.0);
        trial.case(format!("log c({n}) is {part:.4} of log ∛g({n})"), true, |_| {
            Ok(part < before)
        })?;
        before = part / 5.0;
    }
    Ok(())
}

fn corollary_17(trial: &mut Trial) -> Checked {
    let sign = trial.stated(-1.0, 1.0);
    for n in 2..=trial.up_to(300, 3_000) {
        let said = log_graph_count(n)[1] / 3.0 + sign * log_factorial(n) - 1.0 / 3.0;
        if said <= lost(n).max(1.0).log2() {
            trial.aside();
            continue;
        }
        let found = log_best_mended(n);
        let name = format!("log A({n}) is at least {said:.1}, by the mended bound {found:.1}");
        trial.case(name, true, |_| Ok(found >= said))?;
    }
    Ok(())
}

fn conjecture_18(trial: &mut Trial) -> Checked {
    let most = |trial: &Trial, n: usize| {
        let n = n as f64;
        trial.stated(2.0 * n * n.log2(), 1.0)
    };
    for n in 2..=trial.up_to(8, 9) {
        let most = most(trial, n);
        trial.case(format!("log₂ A({n}) is near half log₂ g({n})"), true, |oracle| {
            let count = matched_count(n, oracle.is_second_opinion())?;
            Ok((count.log2() - graph_count(n).log2() / 2.0).abs() <= most)
        })?;
    }
    for n in [10, 100, 1_000, 10_000, 100_000] {
        let ([least, greatest], most) = (log_graph_count(n), most(trial, n));
        let above = 1.0 + ((n / 2) as f64).log2() + ((n as f64 - 1.0) / 2.0).powi(2) - least / 2.0;
        let below = greatest / 2.0 - log_best_mended(n);
        let name = format!("n = {n}: at most {above:.0} above and {below:.0} below");
        trial.case(name, true, |_| Ok(above <= most && below <= most))?;
    }
    Ok(())
}
