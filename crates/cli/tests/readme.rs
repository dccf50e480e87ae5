//! What the README and the guide show is what the program prints.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;

/// The commands of the console blocks with the output shown below each.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            found.push((command.to_owned(), Vec::new()));
        } else if let (true, Some((_, output))) = (inside, found.last_mut()) {
            output.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Measured times differ from run to run.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    for i in 1..words.len() {
        if ["µs", "ms", "s"].contains(&words[i]) {
            words[i - 1] = "TIME";
            words[i] = "";
        }
    }
    words.join(" ")
}

#[test]
fn the_tour_shows_real_output() {
    let pages = [include_str!("../../../README.md"), include_str!("../../../docs/guide.md")];
    let examples: Vec<_> = pages.into_iter().flat_map(examples).collect();
    let ours = examples
        .iter()
        .filter_map(|(command, output)| Some((command.strip_prefix("chromex ")?, output)));
    let mut count = 0;
    for (arguments, shown) in ours {
        let mut command = Command::cargo_bin("chromex").unwrap();
        // Certificates are written to files.
        command.current_dir(env!("CARGO_TARGET_TMPDIR"));
        let output = command.args(arguments.split(' ')).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<String> = printed.trim_end().lines().map(without_times).collect();
        let shown: Vec<String> = shown.iter().map(|line| without_times(line)).collect();
        assert_eq!(printed, shown, "chromex {arguments}");
        count += 1;
    }
    assert!(count >= 5, "the README has a tour");
}
