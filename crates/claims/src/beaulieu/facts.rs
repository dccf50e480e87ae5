//! Section 3: what the authors observed about the nimbers of blue-red colouring on paths.
//!
//! They computed them up to ten million; here the plain recurrence computes fewer terms.

use chromex_rules::Position;

use super::blue_red::Nimbers;
use super::oriented::path;
use crate::claim::{Checked, Claim, Halt, Trial};
use chromex_sequences::sparse::Sparse;
use chromex_sequences::{Code, plain};

/// The observations at the end of section 3's first half.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "beaulieu/fact-positive",
        place: "Section 3, first observation",
        statement: "A_k and B_k are not 0 for k > 3.",
        range: "k up to 10,000, by recurrence",
        deep: "k up to 100,000, by recurrence",
        wrong: "D_k is not 0 for k > 3.",
        check: fact_positive,
    },
    Claim {
        id: "beaulieu/fact-p-positions",
        place: "Section 3, second observation",
        statement: "There are 26 known P-positions D_k, the last of them for k = 8084.",
        range: "k up to 20,000, by recurrence",
        deep: "k up to 100,000, by recurrence",
        wrong: "There are 8 known P-positions D_k, the last of them for k = 8084.",
        check: fact_p_positions,
    },
    Claim {
        id: "beaulieu/fact-maximum",
        place: "Section 3, third observation",
        statement: "The largest nimber of D_k found is 1401, for k = 3,099,736 (here: none is larger; `chromex verify --deep` goes up to that k).",
        range: "k up to 20,000, by recurrence",
        deep: "k up to 3,100,000, by the sparse-space algorithm; that it comes first at k = 3,099,736",
        wrong: "None is larger than 401.",
        check: |trial| {
            let most = trial.stated(1401, 401);
            if trial.up_to(false, true) {
                return far_maximum(trial, most);
            }
            each(trial, trial.up_to(20_000, 100_000), |n, k| {
                if n.d(k) <= most { None } else { Some(format!("D_{k} is *{}", n.d(k))) }
            })
        },
    },
    Claim {
        id: "beaulieu/fact-rare",
        place: "Section 3, on rare values",
        statement: "The values in the closure of {0, …, 7, 24, 40, 64, 136, 264, 520, 1032} under nim-sum are rare \
                    among the D_k (here: less than a third in each tenth of the range, a fifth in the last).",
        range: "k up to 20,000, by recurrence",
        deep: "k up to 100,000, by recurrence",
        wrong: "The same of the numbers with an even number of binary ones.",
        check: fact_rare,
    },
    Claim {
        id: "beaulieu/fact-last-rare",
        place: "Section 3, fourth observation",
        statement: "The largest known index of a rare value D_k is k = 642,196. (It is false, as `chromex verify --deep` shows: D_1039822 is rare. \
                    The default range does not reach so far.)",
        range: "k up to 20,000, by recurrence: none of them is beyond",
        deep: "k up to 1,100,000, by the sparse-space algorithm",
        wrong: "It is k = 10,000.",
        check: fact_last_rare,
    },
    Claim {
        id: "beaulieu/fact-odd",
        place: "Section 3, fifth observation",
        statement: "Some odd paths D_k are P-positions.",
        range: "k up to 59",
        deep: "k up to 101",
        wrong: "All odd paths D_k are P-positions.",
        check: fact_odd,
    },
    Claim {
        id: "beaulieu/fact-aperiodic",
        place: "Section 3, sixth observation",
        statement: "The nimbers of D_k are not periodic (here: no period of up to a quarter of the range fits \
                    its second half).",
        range: "k up to 10,000, by recurrence",
        deep: "k up to 100,000, by recurrence",
        wrong: "Whether A_k is 0 is not periodic.",
        check: fact_aperiodic,
    },
    Claim {
        id: "beaulieu/treblecross",
        place: "Section 3 (open questions)",
        statement: "The paper's open questions are those of Treblecross, the octal game .007: with h its nimbers, D_k \
                    = h(2k + 2), A_k = B_k = h(2k − 1) and C_k = h(2k − 4). (Not in the paper; docs/sequences.md \
                    has the proof.)",
        range: "k up to 3,000, by recurrence",
        deep: "k up to 60,000, by recurrence",
        wrong: "D_k = h(2k + 1).",
        check: treblecross,
    },
];

/// One case for each length up to `n`; `wrong` says what is wrong with it, if anything.
fn each(trial: &mut Trial, n: usize, wrong: impl Fn(&Nimbers, usize) -> Option<String>) -> Checked {
    let nimbers = Nimbers::up_to(n);
    (1..=n).try_for_each(|k| {
        let found = wrong(&nimbers, k).unwrap_or_else(|| "as claimed".to_owned());
        trial.case(format!("k = {k}"), "as claimed".to_owned(), |_| Ok(found.clone()))
    })
}

fn fact_positive(trial: &mut Trial) -> Checked {
    let of: fn(&Nimbers, usize) -> u16 = trial.stated(Nimbers::a, Nimbers::d);
    each(trial, trial.up_to(10_000, 100_000), |nimbers, k| {
        (k > 3 && of(nimbers, k) == 0).then(|| "0".to_owned())
    })
}

fn fact_p_positions(trial: &mut Trial) -> Checked {
    let known = Nimbers::up_to(trial.up_to(20_000, 100_000)).p_positions();
    let last = known.last().copied().unwrap_or(0);
    trial.case("the last k with D_k = 0", 8084, |_| Ok(last))?;
    trial.case("how many D_k are 0", trial.stated(26, 8), |_| Ok(known.len()))
}

fn fact_rare(trial: &mut Trial) -> Checked {
    let digits: u16 = trial.stated(DIGITS, 0xffff);
    let n = trial.up_to(20_000, 100_000);
    let nimbers = Nimbers::up_to(n);
    let is_rare = |k: &usize| (nimbers.d(*k) & digits).count_ones().is_multiple_of(2);
    for tenth in 0..10 {
        let most = n / 10 / if tenth < 9 { 3 } else { 5 };
        let (from, to) = (tenth * n / 10 + 1, (tenth + 1) * n / 10);
        let rare = (from..=to).filter(is_rare).count();
        let name = format!("at most {most} rare values from {from} to {to} ({rare} there are)");
        trial.case(name, true, |_| Ok(rare <= most))?;
    }
    Ok(())
}

/// The binary digits of nimbers that matter: a value is rare if an even number of these digits are
/// 1.
const DIGITS: u16 = 8 | 16 | 32 | 128 | 256 | 512 | 1024;

fn is_rare(nimber: u16) -> bool {
    (nimber & DIGITS).count_ones().is_multiple_of(2)
}

/// D_0, …, D_n, computed from Treblecross.
fn far(n: usize) -> Result<Vec<u16>, Halt> {
    let code = Code::parse(".007").expect("a code");
    let broken = |trouble: String| Halt::Broken(format!("the sparse-space algorithm: {trouble}"));
    let mut heaps = Sparse::new(&code, &[], 1).map_err(|trouble| broken(trouble.to_string()))?;
    while heaps.last() < 2 * n + 2 {
        heaps.advance(2 * n + 2).map_err(|trouble| broken(trouble.to_string()))?;
    }
    let values = heaps.into_values();
    Ok((0..=n).map(|k| values[2 * k + 2]).collect())
}

fn far_maximum(trial: &mut Trial, most: u16) -> Checked {
    let d = far(3_100_000)?;
    let first = (1..d.len()).find(|&k| d[k] == most).unwrap_or(0);
    trial.case("the first k at which it comes", 3_099_736, |_| Ok(first))?;
    (1..d.len())
        .try_for_each(|k| trial.case(format!("D_{k} is *{}", d[k]), true, |_| Ok(d[k] <= most)))
}

fn fact_last_rare(trial: &mut Trial) -> Checked {
    let (last, n) = (trial.stated(642_196, 10_000), trial.up_to(20_000, 1_100_000));
    let d: Vec<u16> = match trial.up_to(false, true) {
        true => far(n)?,
        false => {
            let nimbers = Nimbers::up_to(n);
            (0..=n).map(|k| nimbers.d(k)).collect()
        }
    };
    for (k, &nimber) in d.iter().enumerate().skip(1) {
        if k <= last {
            trial.aside();
            continue;
        }
        trial.case(format!("D_{k} = *{nimber} is rare"), false, |_| Ok(is_rare(nimber)))?;
    }
    Ok(())
}

fn fact_odd(trial: &mut Trial) -> Checked {
    let positions: Vec<Position> =
        (1..=trial.up_to(59, 101)).step_by(2).map(|k| path('D', k)).collect();
    trial.case("odd k with D_k = 0", trial.stated("some", "all").to_owned(), |oracle| {
        let mut zeros = 0;
        for position in &positions {
            zeros += usize::from(oracle.nimber(position)? == 0);
        }
        let quantity = match zeros {
            0 => "none",
            zeros if zeros == positions.len() => "all",
            _ => "some",
        };
        Ok(quantity.to_owned())
    })
}

fn fact_aperiodic(trial: &mut Trial) -> Checked {
    let n = trial.up_to(10_000, 100_000);
    let nimbers = Nimbers::up_to(n);
    let sign_of_a = trial.stated(false, true);
    let value = |k: usize| if sign_of_a { nimbers.a(k).min(1) } else { nimbers.d(k) };
    for period in 1..=n / 4 {
        let fits = (n / 2..=n - period).all(|k| value(k) == value(k + period));
        trial.case(format!("period {period}"), false, |_| Ok(fits))?;
    }
    Ok(())
}

fn treblecross(trial: &mut Trial) -> Checked {
    let n = trial.up_to(3_000, 60_000);
    let h = plain::values(&Code::parse(".007").expect("a code"), 2 * n + 2);
    let shift = trial.stated(2, 1);
    each(trial, n, |nimbers, k| {
        let own = [nimbers.d(k), nimbers.a(k), nimbers.b(k)];
        let heaps = [h[2 * k + shift], h[2 * k - 1], h[2 * k - 1]];
        let c_differs = k >= 2 && nimbers.c(k) != h[2 * k - 4];
        (own != heaps || c_differs).then(|| format!("{own:?} against {heaps:?}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treblecross_tells_the_same_as_the_recurrences() {
        let (far, nimbers) = (far(3_000).unwrap(), Nimbers::up_to(3_000));
        assert_eq!(far.len(), 3_001);
        for (k, &nimber) in far.iter().enumerate().skip(1) {
            assert_eq!(nimber, nimbers.d(k), "D_{k}");
        }
    }
}
