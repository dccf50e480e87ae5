#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chromex_laws::check("a_parsed_graph_prints_and_parses_back", data));
