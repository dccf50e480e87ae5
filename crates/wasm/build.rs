//! How the module is linked: memory comes from the page, and the stack, on which engines recurse once a move, has 16 MiB.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-cdylib=--import-memory");
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=16777216");
    }
}
