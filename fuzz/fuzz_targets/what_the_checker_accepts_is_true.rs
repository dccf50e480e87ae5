#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("what_the_checker_accepts_is_true", data));
