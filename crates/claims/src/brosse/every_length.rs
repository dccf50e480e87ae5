//! Certificates for boards of every length as cases of claims: the checker accepts them.

use chromex_theory::strips::{ATTACKS, Attack, Drawn, EveryLength};

use crate::claim::{Checked, Halt, Oracle, Trial};

/// A case of a claim for each of [`ATTACKS`]: the checker must accept it.
pub(super) fn confirm_attacks(trial: &mut Trial) -> Checked {
    ATTACKS.into_iter().try_for_each(|attack| confirm_attack(trial, attack))
}

/// A case of a claim: the checker must accept this attack of Bob.
pub(super) fn confirm_attack(trial: &mut Trial, attack: Attack) -> Checked {
    trial.case(attack.file, "proved".to_owned(), |_| {
        Ok(attack.check().map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}

/// A case of a claim: the checker must accept this certificate by drawings of blocks.
pub(super) fn confirm_drawn(trial: &mut Trial, certificate: Drawn) -> Checked {
    trial.case(certificate.file, "proved".to_owned(), |oracle| drawn(oracle, certificate))
}

/// The checker's answer about a certificate by drawings, which takes seconds, within the budget.
fn drawn(oracle: &Oracle, certificate: Drawn) -> Result<String, Halt> {
    let checked = certificate.check(&mut || oracle.budget().check().is_ok());
    // If the time is up, nothing has been refuted.
    oracle.budget().check()?;
    Ok(checked.map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
}

/// A case of a claim: the checker must accept this certificate.
pub(super) fn confirm(trial: &mut Trial, certificate: EveryLength) -> Checked {
    trial.case(certificate.file, "proved".to_owned(), |_| {
        Ok(certificate.check().map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use chromex_budget::Budget;
    use chromex_theory::strips::FOUR_ROWS_DRAWN;

    use super::*;

    /// If the budget is used up while a certificate is checked, the check ends, and nothing is
    /// refuted.
    #[test]
    fn a_check_that_is_stopped_decides_nothing() {
        let budget = Budget::default();
        budget.monitor.cancel();
        assert!(matches!(drawn(&Oracle::new(&budget), FOUR_ROWS_DRAWN), Err(Halt::Stopped(_))));
    }
}
