//! Compiles the vendored nauty files and our shim into one static library.

const SOURCES: [&str; 6] = [
    "csrc/shim.c",
    "vendor/naugraph.c",
    "vendor/naurng.c",
    "vendor/nautil.c",
    "vendor/nauty.c",
    "vendor/schreier.c",
];

fn main() {
    println!("cargo::rerun-if-changed=csrc");
    println!("cargo::rerun-if-changed=vendor");
    let mut build = cc::Build::new();
    match std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() {
        // No C library: the few headers that nauty includes are ours, memory comes from `src/memory.rs`, and
        // clang must not replace loops by calls of functions that are not there.
        Ok("wasm") => build.include("csrc/wasm").flag("-fno-builtin-wcslen"),
        _ => build.define("USE_TLS", None),
    };
    build
        .files(SOURCES)
        .include("csrc")
        .include("vendor")
        .define("MAXN", "0")
        .define("WORDSIZE", "64")
        // Without this the search is slow; it also bounds the stack frames on which
        // `ffi::STACK_PER_VERTEX` counts.
        .opt_level(3)
        .warnings(false)
        .flag_if_supported("-w")
        .compile("chromex_nauty");
}
