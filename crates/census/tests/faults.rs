//! Whatever fails and whenever the power is lost while a census runs: the same command finishes it,
//! and the table equals that of an undisturbed run.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use chromex_census::files::Format;
use chromex_census::{CensusError, Plan, Questions, Source, run};
use chromex_files::Disk;
use chromex_files::faults::at_every_operation;

fn census(folder: &Path, disk: &Disk, format: Format) -> Result<bool, CensusError> {
    let source = Source::parse("connected:1..4").unwrap();
    let mut plan = Plan::new(source, Questions::parse(&["icol", "chi_g"]).unwrap());
    plan.budget.disk = disk.clone();
    Ok(run(&plan, &folder.join("table"), format, &mut |_| ())?.complete)
}

#[test]
fn a_disturbed_census_ends_like_any_other() {
    let place = std::env::temp_dir().join(format!("chromex-disturbed-{}", std::process::id()));
    for format in [Format::Csv, Format::Parquet] {
        std::fs::create_dir_all(&place).unwrap();
        census(&place, &Disk::real(), format).unwrap();
        let table = std::fs::read(place.join("table")).unwrap();
        std::fs::remove_dir_all(&place).unwrap();
        let happened = at_every_operation(
            &place,
            |_| (),
            |folder, disk| census(folder, disk, format),
            |folder, fault, at, result| {
                let found = std::fs::read(folder.join("table")).ok();
                let lost = found.is_none() && matches!(result, Ok(true));
                assert!(!lost, "{fault:?} at {at}: a finished table is lost");
                assert!(found.is_none_or(|found| found == table), "{fault:?} at {at}");
                let again = census(folder, &Disk::real(), format);
                // A finished table is not changed.
                let exists = matches!(again, Err(CensusError::Exists(_)));
                assert!(exists || matches!(again, Ok(true)), "{fault:?} at {at}: {again:?}");
                let found = std::fs::read(folder.join("table")).unwrap();
                assert_eq!(found, table, "{fault:?} at {at}");
            },
        );
        assert!(happened.unwrap() > 50);
    }
}
