#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("the_server_survives_any_request", data));
