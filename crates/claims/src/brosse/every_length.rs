//! Certificates for boards of every length as cases of claims: the checker accepts them.

use chromex_theory::strips::{ATTACKS, Attack, Drawn, EveryLength};

use crate::claim::{Checked, Trial};

/// A case of a claim for each of [`ATTACKS`]: the checker accepts it.
pub(super) fn confirm_attacks(trial: &mut Trial) -> Checked {
    ATTACKS.into_iter().try_for_each(|attack| confirm_attack(trial, attack))
}

/// A case of a claim: the checker accepts this attack of Bob.
pub(super) fn confirm_attack(trial: &mut Trial, attack: Attack) -> Checked {
    trial.case(attack.file, "proved".to_owned(), |_| {
        Ok(attack.check().map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}

/// A case of a claim: the checker accepts this certificate by drawings of blocks.
pub(super) fn confirm_drawn(trial: &mut Trial, certificate: Drawn) -> Checked {
    trial.case(certificate.file, "proved".to_owned(), |oracle| {
        let checked = certificate.check(&mut || oracle.budget().check().is_ok());
        // Whoever runs out of time has not been refuted.
        oracle.budget().check()?;
        Ok(checked.map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}

/// A case of a claim: the checker accepts this certificate.
pub(super) fn confirm(trial: &mut Trial, certificate: EveryLength) -> Checked {
    trial.case(certificate.file, "proved".to_owned(), |_| {
        Ok(certificate.check().map_or_else(|why| why.to_string(), |_| "proved".to_owned()))
    })
}
