#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("a_compiled_position_has_the_moves_of_the_rules", data));
