//! Laws that hold whatever the input. Each is a function that panics if the law is broken. The
//! targets of `fuzz/` call them with inputs that a fuzzer invents, `tests/laws.rs` with a fixed
//! number of mutations of `fuzz/corpus`.

#![allow(clippy::unwrap_used)]

mod census;
mod certificates;
mod server;
mod text;

/// A law: panics if it does not hold for this input.
pub type Law = fn(&[u8]);

/// The laws by name: `fuzz/corpus` has a folder for each, with initial inputs.
pub const LAWS: &[(&str, Law)] = &[
    ("a_parsed_graph_prints_and_parses_back", text::a_parsed_graph_prints_and_parses_back),
    ("a_value_reads_back", text::a_value_reads_back),
    (
        "a_compiled_position_has_the_moves_of_the_rules",
        text::a_compiled_position_has_the_moves_of_the_rules,
    ),
    ("what_the_checker_accepts_is_true", certificates::what_the_checker_accepts_is_true),
    ("a_census_log_cut_anywhere_resumes", census::a_census_log_cut_anywhere_resumes),
    ("the_server_survives_any_request", server::the_server_survives_any_request),
];

/// Tests one law.
pub fn check(name: &str, data: &[u8]) {
    let law = LAWS.iter().find(|(law, _)| *law == name).expect("the name of a law").1;
    law(data);
}
