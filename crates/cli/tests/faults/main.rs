//! Each call to the file system fails in turn, in the real program with its real files: whatever happens,
//! nothing is lost that was reported saved, and nothing is false afterwards.
//!
//! `cargo test -p chromex-cli --test faults` tries some of the calls of each command; with `-- --ignored` all of
//! them.

#![allow(clippy::unwrap_used, missing_docs)]

#[cfg(target_os = "linux")]
mod harness;
#[cfg(target_os = "linux")]
mod scenarios;

#[cfg(not(target_os = "linux"))]
#[test]
fn faults_are_only_tried_on_linux() {
    eprintln!("skipped: calls are made to fail by LD_PRELOAD, as Linux has it");
}
