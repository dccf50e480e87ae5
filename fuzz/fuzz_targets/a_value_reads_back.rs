#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("a_value_reads_back", data));
