//! A law about a census that was killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use chromex_census::files::Format;
use chromex_census::{CensusError, Plan, Questions, Source, run};

fn plan() -> Plan {
    let source = Source::parse("connected:1..4").unwrap();
    Plan::new(source, Questions::parse(&["icol", "chi_g"]).unwrap())
}

/// A folder that nothing else uses.
fn folder() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("chromex-law-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run_in(folder: &Path, plan: &Plan) -> Result<bool, CensusError> {
    Ok(run(plan, &folder.join("table"), Format::Csv, &mut |_| ())?.complete)
}

/// The table of the whole census, and the log of one that was stopped after its first graphs.
fn table_and_log() -> &'static (Vec<u8>, Vec<u8>) {
    static FOUND: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    FOUND.get_or_init(|| {
        let folder = folder();
        run_in(&folder, &plan()).unwrap();
        let table = fs::read(folder.join("table")).unwrap();
        fs::remove_file(folder.join("table")).unwrap();
        // Stopped again and again, so that the log has several records.
        for graphs in 1..8 {
            let stopped = plan();
            let monitor = stopped.budget.monitor.clone();
            let mut stop_after = |progress: &chromex_census::Progress| {
                if progress.totals.graphs >= graphs {
                    monitor.cancel();
                }
            };
            run(&stopped, &folder.join("table"), Format::Csv, &mut stop_after).unwrap();
        }
        let log = fs::read(folder.join("table.part")).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        (table, log)
    })
}

/// If a log is cut off anywhere, and anything is written behind the cut, then the same command
/// finishes the census with the same table, or refuses the log as damaged; `--force` then starts
/// from the beginning.
pub(crate) fn a_census_log_cut_anywhere_resumes(data: &[u8]) {
    let (table, log) = table_and_log();
    let (cut, garbage) = data.split_at(data.len().min(2));
    let cut = cut.iter().fold(0, |cut, &byte| cut << 8 | usize::from(byte)) % (log.len() + 1);
    let folder = folder();
    let part = folder.join("table.part");
    fs::write(&part, [&log[..cut], garbage].concat()).unwrap();
    match run_in(&folder, &plan()) {
        Ok(complete) => assert!(complete),
        // Only added bytes may make it senseless.
        Err(error) => {
            assert!(!garbage.is_empty(), "cut at {cut}: {error}");
            assert!(run_in(&folder, &Plan { force: true, ..plan() }).unwrap());
        }
    }
    assert_eq!(&fs::read(folder.join("table")).unwrap(), table, "cut at {cut}, then {garbage:?}");
    fs::remove_dir_all(&folder).unwrap();
}
