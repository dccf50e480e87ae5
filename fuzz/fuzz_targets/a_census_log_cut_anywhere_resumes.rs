#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("a_census_log_cut_anywhere_resumes", data));
