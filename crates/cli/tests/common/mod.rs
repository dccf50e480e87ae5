//! The program, as its users start it.

use assert_cmd::Command;
use serde_json::Value as Json;

/// The program with these arguments, without a store.
pub(crate) fn chromex(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chromex").unwrap();
    command.env("CHROMEX_STORE", "off");
    command.args(arguments);
    command
}

/// Its exit code, what it says and what it complains of.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = chromex(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What it says, if all is well.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments, "");
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

/// The JSON that it says.
pub(crate) fn json(arguments: &[&str]) -> Json {
    serde_json::from_str(&stdout(arguments)).unwrap()
}
