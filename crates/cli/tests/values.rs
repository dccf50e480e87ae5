//! `chromex value`, and `chromex solve` of sums.

#![allow(clippy::unwrap_used)]

mod common;

use common::{json, run, stdout};
use serde_json::Value as Json;

#[test]
fn a_value_is_worked_out_and_drawn() {
    let out = stdout(&["value", "{3|1||-2} + *2"]);
    for part in ["{3*2|1*2||-2*2}", "N: the player to move wins", "hot", "0, temperature 2"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let drawn = |c: char| ('\u{2801}'..='\u{28ff}').contains(&c);
    assert!(out.contains(drawn), "{out}");
    let cold = stdout(&["value", "a={0|1}; a + a - 1"]);
    assert!(cold.contains("value    0") && !cold.contains(drawn), "{cold}");
    assert!(stdout(&["value", "^^*", "--ascii"]).contains("^^*"));
}

#[test]
fn what_is_told_to_programs_reads_back_whole() {
    let value = json(&["value", "{6||1|-5} + {9|-7} + {8|3||-4}", "--json"]);
    let again = json(&["value", value["value"].as_str().unwrap(), "--json"]);
    assert_eq!(value, again);
    assert_eq!(json(&["value", "{6||1|-5}", "--json"])["thermograph"]["right"][1][0], "3");
    let (_, out, _) = run(&["value", "-", "--json"], "{4|0}\n");
    let piped: Json = serde_json::from_str(&out).unwrap();
    assert_eq!((&piped["mean"], &piped["kind"]), (&"2".into(), &"hot".into()));
    let small = json(&["value", "^3*2", "--json"]);
    assert_eq!((&small["atomic_weight"], &small["outcome"]), (&"3".into(), &"L".into()));
}

#[test]
fn values_are_cooled_heated_and_reduced() {
    let value = |arguments: &[&str]| {
        let arguments = [&["value"], arguments, &["--json"]].concat();
        json(&arguments)["value"].as_str().unwrap().to_owned()
    };
    assert_eq!(value(&["{4|0}", "--cool", "1"]), "{3|1}");
    assert_eq!(value(&["*", "--heat", "1"]), "±1");
    assert_eq!(value(&["1/2", "--overheat", "1*", "1"]), "{1|*}");
    assert_eq!(value(&["{2*|1^} + +_3", "--reduce"]), "{2|1}");
}

#[test]
fn the_thermograph_goes_to_a_file() {
    let path = std::env::temp_dir().join(format!("chromex-thermograph-{}.svg", std::process::id()));
    stdout(&["value", "{6||1|-5}", "-o", path.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn bad_values_are_marked() {
    for (arguments, part) in [
        (vec!["value", "{1|"], "a bracket that is not closed\n  {1|\n  ^"),
        (vec!["value", "2 + 1.5"], "numbers are written as fractions: 3/2"),
        (vec!["value", "a + 1"], "a part that has not been named"),
        (vec!["value", "1/3"], "denominators are powers of two"),
        (vec!["value", "{4|0}", "--cool", "-1"], "expected a number from 0 on"),
        (vec!["value", "{4|0}", "--cool", "*"], "expected a number from 0 on"),
        (vec!["value", "@/no/such/file"], "cannot read `/no/such/file`"),
        (vec!["value", "1", "-o", "/no/such/folder/t.svg"], "/no/such/folder/t.svg"),
        (vec!["solve", "snort path:5 + connected path:3"], "`connected` does not add"),
        (vec!["solve", "snort path:5 + snrt path:3"], "did you mean `snort`?"),
        (vec!["solve", "snort path:5 + *3", "--start", "....."], "not for a sum"),
        (vec!["moves", "snort"], "a game and a graph"),
    ] {
        let (code, _, err) = run(&arguments, "");
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn a_sum_that_takes_too_long_is_given_up() {
    let hot = "{900|{70|5||-60}} + {800||64|-3} + {700|{61|3}||-500} + {640|{50|49||-48}||-600}";
    let text = format!("a={hot}; 99999·a");
    let (code, out, err) = run(&["value", &text, "--seconds", "0"], "");
    assert_eq!(code, 3, "{out} {err}");
    assert!(out.contains("stopped"), "{out}");
}

#[test]
fn sums_of_positions_and_values_are_solved() {
    let sum = "snort path:5 + col grid:2x3 + *3 - icol cycle:7";
    let out = stdout(&["solve", sum]);
    for part in [sum, "Left to move", "outcome", "winning  in 1 (snort path:5): 1=B 2=B 3=B"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let answer = json(&["solve", sum, "--first", "right", "--json"]);
    assert_eq!(answer["first"], "Right");
    assert_eq!(answer["components"].as_array().unwrap().len(), 4);
    assert_eq!(answer["moves"][0]["in"], "snort path:5");
    assert_eq!(answer["complete"], true);
}
