//! The description of the API that is served is the one that the code makes. `UPDATE_DOCS=1` writes it.

#![allow(clippy::unwrap_used, missing_docs)]

#[test]
fn the_description_is_that_of_the_code() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let made = chromex_server::describe();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, serde_json::to_string_pretty(&made).unwrap() + "\n").unwrap();
    }
    let written: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(written, made, "UPDATE_DOCS=1 writes openapi.json anew");
}
