//! The program as its users see it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{chromex, json, run, stdout};
use serde_json::Value as Json;

#[test]
fn solve_tells_value_outcome_and_winning_moves() {
    let out = stdout(&["solve", "icol", "grid:3x3"]);
    for part in ["icol on grid:3x3, Left to move", "*1", "N: the player to move wins", "4=B 4=W"] {
        assert!(out.contains(part), "{out}");
    }
}

#[test]
fn json_has_the_promised_fields() {
    let answer = json(&["solve", "icol", "path:3", "--start", "B..", "--first", "right", "--json"]);
    assert_eq!(answer["game"], "icol");
    assert_eq!(answer["graph"], "path:3");
    assert_eq!(answer["position"], "B..");
    assert_eq!(answer["first"], "Right");
    assert_eq!(answer["value"], "*2");
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["moves"][0]["move"], "2=W");
    assert_eq!(answer["complete"], true);
    let score = json(&["solve", "orthogonal:2", "cycle:4", "--json"]);
    assert_eq!((&score["value"], &score["outcome"]), (&"-2".into(), &"Bob".into()));
    let winner = json(&["solve", "colouring:3", "path:4", "--json"]);
    assert_eq!((&winner["value"], &winner["outcome"]), (&"Alice".into(), &"Alice".into()));
    let class = json(&["solve", "snort", "cycle:5", "--json"]);
    assert_eq!(class["outcome"], "N");
}

#[test]
fn a_described_game_is_read_from_its_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/labelling.game");
    let marked = format!("@{file}");
    assert_eq!(stdout(&["games", "check", file]), stdout(&["games", "check", &marked]));
    let solve = |game| stdout(&["solve", game, "path:3", "--ask", "outcome"]);
    assert_eq!(solve(file).lines().nth(2), solve(&marked).lines().nth(2));
}

#[test]
fn ranges_make_tables() {
    let out = stdout(&["solve", "node-kayles", "path:1..4"]);
    let rows: Vec<Vec<&str>> = out.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..3], ["graph", "value", "outcome"]);
    let values: Vec<&str> = rows[1..].iter().map(|row| row[1]).collect();
    assert_eq!(values, ["*1", "*1", "*2", "*0"]);
}

#[test]
fn streams_are_answered_line_by_line_in_order() {
    let input = ">>graph6<<DQc\n:An\n\nBw\n";
    let (code, out, _) = run(&["solve", "proper:2", "-"], input);
    let names: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!((code, names), (0, vec!["g6:DQc", "s6::An", "g6:Bw"]));
    let (_, out, _) = run(&["solve", "blue-red", "-", "--json"], "&B?_\n");
    let answer: Json = serde_json::from_str(&out).unwrap();
    assert!(answer["value"].as_str().unwrap().starts_with('*'));
}

#[test]
fn a_bad_line_in_a_stream_costs_only_its_own_answer() {
    let (code, out, err) = run(&["solve", "proper:2", "-"], "Bw\nnot a graph\nBw\n");
    assert_eq!(code, 2);
    assert_eq!(out.lines().count(), 3);
    assert!(out.lines().nth(1).unwrap().starts_with("error: standard input, line 2"));
    assert!(err.contains("line 2"));
    let (_, out, _) = run(&["solve", "proper:2", "-", "--json"], "Bw\nnot a graph\nBw\n");
    assert!(out.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));
}

#[test]
fn dimacs_and_edge_lists_are_read_too() {
    let dimacs = "c a path\np edge 3 2\ne 1 2\ne 2 3\n";
    let (code, out, _) = run(&["solve", "icol", "-", "--json"], dimacs);
    let answer: Json = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["value"]), (0, &"*1".into()));
    let (_, out, _) = run(&["graph", "-", "--to", "g6"], "0 1\n1 2\n");
    assert_eq!(out, "Bg\n");
}

#[test]
fn moves_lists_every_legal_move() {
    let answer = json(&["moves", "icol", "path:3", "--json"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    assert!(moves.iter().all(|m| m["value"].is_string()));
    assert!(stdout(&["moves", "icol", "path:3"]).contains("to *0    wins   1=B 1=W"));
}

#[test]
fn line_ends_with_the_verdict() {
    assert!(stdout(&["line", "connected", "path:5"]).contains("final score +1"));
    let line = json(&["line", "colouring:3", "path:5", "--json"]);
    let last = line["line"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["value"], "Alice");
}

#[test]
fn cographs_are_settled_from_graphs_and_from_cotrees() {
    let star = json(&["cograph", "cotree:j(1,u(1000000))", "--json"]);
    assert_eq!((&star["vertices"], &star["outcome"]), (&1_000_001.into(), &"Alice".into()));
    assert_eq!(star["a_star"], true);
    let complement = json(&["cograph", "complement(star:5)", "--complement", "--json"]);
    assert_eq!(complement["cotree"], "j(1,u(5))");
    assert_eq!(json(&["cograph", "path:4", "--json"])["induced_path"].as_array().unwrap().len(), 4);
    let folder = std::env::temp_dir().join(format!("chromex-cotree-{}", std::process::id()));
    std::fs::write(&folder, "u(j(3),2)\n").unwrap();
    let file = json(&["cograph", &format!("cotree:@{}", folder.display()), "--json"]);
    std::fs::remove_file(&folder).unwrap();
    assert_eq!((&file["cotree"], &file["outcome"]), (&"u(j(3),2)".into(), &"Alice".into()));
}

#[test]
fn chi_tells_both_numbers() {
    let answer = json(&["chi", "petersen:5,2", "--json"]);
    assert_eq!((&answer["chi_g"], &answer["chi_g_b"]), (&4.into(), &3.into()));
    assert!(stdout(&["chi", "path:4", "--first", "alice"]).contains("χ_g(path:4) = 3"));
    let all = json(&["chi", "star:4", "--all", "--json"]);
    assert_eq!(all["chi_g_winners"].as_array().unwrap().len(), 5);
    // More colours than there are symbols for: she has long won.
    assert_eq!(json(&["chi", "star:61", "--all", "--json"])["chi_g"], 2);
    assert_eq!(json(&["chi", "path:0", "--json"])["chi_g"], 0);
}

#[test]
fn the_class_a_star_and_a_mu() {
    assert!(stdout(&["solve", "connected", "path:3", "--ask", "a-star"]).contains(": yes"));
    assert!(stdout(&["solve", "connected", "path:7", "--ask", "a-star"]).contains(": no"));
    let answer = json(&["solve", "connected", "star:4", "--ask", "a-mu", "--json"]);
    assert_eq!(answer["value"], "+3");
}

#[test]
fn sequential_takes_an_order() {
    let forward = json(&["solve", "sequential:2", "path:3", "--json"]);
    let ends_first = json(&["solve", "sequential:2", "path:3", "--order", "0,2,1", "--json"]);
    assert_eq!((&forward["outcome"], &ends_first["outcome"]), (&"N".into(), &"P".into()));
    assert_eq!(ends_first["game"], "sequential:2:0,2,1");
}

#[test]
fn a_budget_that_runs_out_is_reported() {
    let (code, out, _) = run(&["solve", "icol", "grid:5x5", "--nodes", "100"], "");
    assert_eq!(code, 3);
    assert!(out.contains("the limit on positions (100) is reached") && out.contains("known"));
    let tight = ["solve", "weak:5", "grid:4x4", "--memory", "10k", "--by", "search", "--json"];
    let (code, out, _) = run(&tight, "");
    let answer: Json = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["value"], &answer["complete"]), (3, &Json::Null, &false.into()));
    let (code, out, _) = run(&["chi", "grid:6x6", "--nodes", "200"], "");
    assert!(code == 3 && out.contains("undecided"), "{out}");
}

#[test]
fn graphs_are_converted_and_drawn() {
    assert_eq!(stdout(&["graph", "path:5", "--to", "g6"]), "DhC\n");
    assert_eq!(stdout(&["graph", "dipath:3", "--to", "d6"]), "&BP?\n");
    assert!(stdout(&["graph", "cycle:3", "--to", "dimacs"]).contains("p edge 3 3"));
    assert!(stdout(&["graph", "grid:2x2", "--to", "svg"]).starts_with("<svg"));
    assert!(stdout(&["graph", "dicycle:3", "--to", "dot"]).contains("->"));
    assert_eq!(json(&["graph", "petersen:5,2", "--json"])["automorphisms"], "120");
    let bull = json(&["graph", "edges:0-1,1-2,0-2,0-3,1-4", "--json"]);
    assert_eq!(bull["spider"], "matching 3-0 4-1; rest of 1");
    assert_eq!((&bull["planar"], &bull["interval"]), (&"outerplanar".into(), &true.into()));
    let ring = json(&["graph", "cycle:4", "--json"]);
    assert_eq!(ring["cograph"], "j(u(2),u(2))");
    assert!(ring["reflection"].is_string() && ring["strictly_matched"].is_string(), "{ring}");
    assert_eq!((&ring["few_p4s"], &ring["interval"]), (&"(4, 0)".into(), &Json::Null));
    let (a, b) = ("edges:0-1,1-2,3", "edges:0-3,3-1,2");
    let canonical = |graph| stdout(&["graph", graph, "--canonical", "--to", "g6"]);
    assert_eq!(canonical(a), canonical(b));
}

#[test]
fn every_format_is_offered_for_graphs_and_positions() {
    let folder = std::env::temp_dir().join(format!("chromex-export-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for format in chromex::graphs::draw::export::FORMATS {
        let path = folder.join(format!("x.{}", format.endings[0]));
        let file = path.to_str().unwrap();
        let graph = if format.name == "d6" { "dipath:3" } else { "path:3" };
        let position: &[&str] = match format.name {
            "d6" => &["--game", "blue-red", "--start", "B.."],
            _ => &["--game", "icol", "--start", "B..", "--first", "right"],
        };
        stdout(&[&["graph", graph, "-o", file], position].concat());
        let by_ending = std::fs::read(&path).unwrap();
        stdout(&[&["graph", graph, "-o", file, "--to", format.name], position].concat());
        assert_eq!(std::fs::read(&path).unwrap(), by_ending, "{}", format.name);
        assert!(!by_ending.is_empty(), "{}", format.name);
    }
    let line = std::fs::read_to_string(folder.join("x.position")).unwrap();
    assert_eq!(line, "icol path:3 B.. right\n");
    std::fs::remove_dir_all(&folder).unwrap();
    let (code, _, error) = run(&["graph", "path:3", "--to", "position"], "");
    assert!(code == 2 && error.contains("needs a position"), "{error}");
    let (code, _, error) = run(&["graph", "path:3", "--game", "icol"], "");
    assert!(code == 2 && error.contains("--to FORMAT"), "{error}");
    let (code, _, error) = run(&["graph", "path:1..3", "--to", "png"], "");
    assert!(code == 2 && error.contains("is for one graph"), "{error}");
}

#[test]
fn files_are_read_and_written() {
    let folder = std::env::temp_dir().join(format!("chromex-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("graphs.g6");
    let text = path.to_str().unwrap();
    stdout(&["graph", "path:2..4", "--to", "g6", "--output", text]);
    let table = stdout(&["solve", "node-kayles", &format!("@{text}")]);
    assert_eq!(table.lines().count(), 3);
    stdout(&["man", folder.to_str().unwrap()]);
    assert!(folder.join("chromex-solve.1").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_families_and_completions_are_listed() {
    let games = stdout(&["games"]);
    for game in ["proper:K", "isnort", "connected", "orthogonal:M", "Beaulieu", "Uiterwijk"] {
        assert!(games.contains(game), "{game}");
    }
    assert!(stdout(&["families"]).contains("petersen:7,2"));
    assert!(stdout(&["games", "--json"]).lines().count() >= 14);
    assert!(stdout(&["completions", "bash"]).contains("chromex"));
    assert!(stdout(&["solve", "--help"]).contains("--start"));
}

#[test]
fn games_of_ones_own_are_read_from_files() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        format!("@{}", folder.join(name).display())
    };
    let good =
        file("good.game", "# L(2,1)\ncolours = 5\nforbid = same/2, consecutive\nend = coloured\n");
    assert!(stdout(&["games", "check", &good]).contains("known as  labelling:5"));
    let typed = "own:colours=5:forbid=same/2,consecutive:end=coloured";
    let [read, typed] =
        [good.as_str(), typed].map(|game| json(&["solve", game, "path:4", "--json"]));
    assert_eq!((&read["value"], &read["game"]), (&typed["value"], &typed["game"]));
    let bad = file("bad.game", "colours = 5\nforbid = same/two # far\n");
    let (code, _, err) = run(&["solve", &bad, "path:4"], "");
    let told = "bad.game: line 2: the distance is a number from 1 to 1000000\n  forbid = same/two # far\n                ^^^";
    assert!(code == 2 && err.contains(told), "{err}");
}

#[test]
fn skips_are_typed_and_told() {
    let out = stdout(&["moves", "colouring:2:bob-skips", "path:3", "--first", "bob"]);
    assert!(out.contains("skip"), "{out}");
    let game = &["play", "colouring:2:bob-skips", "path:2", "--first", "bob", "--me", "both"];
    let (code, out, err) = run(game, "skip\n0=1\n1=2\n");
    assert!(code == 0 && out.contains("Alice wins"), "{out}{err}");
}

#[test]
fn the_least_number_of_other_games() {
    let out = stdout(&["chi", "petersen:5,2", "--game", "marking:K", "--first", "alice"]);
    assert!(out.contains("col_g(petersen:5,2) = 4   Alice first"), "{out}");
    let found = json(&["chi", "star:4", "--game", "edge-colouring", "--json"]);
    assert_eq!((&found["least"], &found["least_b"]), (&4.into(), &4.into()));
    let table = stdout(&[
        "census",
        "col_g",
        "marking:K",
        "own:colours=K:forbid=same:end=coloured",
        "--graphs",
        "cycle:4",
    ]);
    let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[3..], ["3", "3", "3"], "{table}");
}

#[test]
fn play_takes_moves_hints_and_undo() {
    // The first player wins on a path of three by the middle; the engine answers at an end.
    let (code, out, _) = run(&["play", "icol", "path:3"], "hint\n1=B\n2\n");
    assert_eq!(code, 0);
    assert!(out.contains("try 1=B") && out.contains("Left wins: well played"), "{out}");
    let (_, out, _) = run(&["play", "icol", "path:5"], "0 B\nundo\nmoves\n9=B\n0\nfoo\nquit\n");
    for part in ["is no vertex", "which colour?", "neither a vertex nor a command", "0=B 0=W"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.contains("the position was: icol path:5 ..... left"));
    let (_, out, _) = run(&["play", "icol", "path:3"], "0=B\nundo\n1=B\n2\n");
    assert!(out.contains("Right wins") && out.contains("Left wins"), "{out}");
    let (_, out, _) = run(&["play", "snort", "path:4", "--me", "none"], "");
    assert!(out.contains("wins"));
}

#[test]
fn play_against_a_strategy_that_tells_its_cases() {
    let game = ["play", "colouring:4", "grid:4x12", "--strategy", "drawings"];
    let (code, out, _) = run(&[&game[..], &["--me", "bob"]].concat(), "29=2\nundo\n29=3\nquit\n");
    assert_eq!(code, 0);
    for part in
        ["by drawings: opening", "by drawings: border α", "Alice plays 5=2", "Alice plays 5=3"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, _, error) = run(&[&game[..], &["--me", "both"]].concat(), "");
    assert!(code == 2 && error.contains("with --me both there is none"), "{error}");
    let (code, _, error) = run(&[&game[..], &["--me", "alice"]].concat(), "");
    assert!(code == 2 && error.contains("it plays for Alice"), "{error}");
}

#[test]
fn colour_only_when_asked_for() {
    assert!(!stdout(&["solve", "icol", "path:3", "--start", "B.."]).contains('\x1b'));
    let coloured = stdout(&["solve", "icol", "path:3", "--start", "B..", "--color", "always"]);
    assert!(coloured.contains("\x1b["));
}

#[test]
fn reductions_print_positions_that_can_be_solved() {
    for (graph, to) in [
        ("cycle:5", "proper:3"),
        ("cycle:5", "oriented:3"),
        ("star:3", "blue-red"),
        ("path:4", "distance:2:2"),
        ("path:4", "distance:2:4"),
        ("empty:0", "proper:2"),
    ] {
        let line = stdout(&["reduce", "node-kayles", graph, "--to", to]);
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 4, "{line}");
        let image = json(&[&["solve", "--json"], words.as_slice()].concat());
        let source = json(&["solve", "--json", "node-kayles", graph]);
        assert_eq!(image["value"], source["value"], "{line}");
    }
}

#[test]
fn reductions_in_other_forms() {
    let image = json(&["reduce", "node-kayles", "path:2", "--to", "proper:2", "--json"]);
    assert_eq!(image["game"], "proper:2");
    assert_eq!(image["position"], "..11");
    assert_eq!(image["from"], "node-kayles path:2");
    assert_eq!(image["by"], "Beaulieu et al., Proposition 1");
    let edges =
        stdout(&["reduce", "node-kayles", "path:2", "--to", "proper:2", "--to-graph", "edges"]);
    assert!(edges.contains("0 1") && edges.contains("0 2") && edges.contains("1 3"), "{edges}");
    let svg = stdout(&["reduce", "node-kayles", "path:2", "--to", "proper:2", "--to-graph", "svg"]);
    assert!(svg.starts_with("<svg"), "{svg}");
    let table = stdout(&["reduce", "node-kayles", "path:1..3", "--to", "blue-red"]);
    assert_eq!(table.lines().count(), 3);
    let help = stdout(&["reduce", "--help"]);
    assert!(help.contains("node-kayles --to distance:2:K"), "{help}");
}

#[test]
fn formulas_become_boards() {
    let (code, line, err) =
        run(&["reduce", "pos-cnf", "-", "--to", "connected"], "p cnf 1 1\n1 0\n");
    assert_eq!(code, 0, "{err}");
    assert!(line.starts_with("connected g6:"), "{line}");
    let words: Vec<&str> = line.split_whitespace().collect();
    let answer = json(&["solve", words[0], words[1], "--ask", "outcome", "--json"]);
    assert_eq!(answer["outcome"], "Alice", "{answer}");
    for (formula, part) in [("p cnf 1 1\n-1 0", "line 2: -1 is a negation"), ("1 0", "line 1")] {
        let (code, _, err) = run(&["reduce", "pos-cnf", "-", "--to", "connected"], formula);
        assert!(code == 2 && err.contains(part), "{err}");
    }
    let (code, _, err) = run(&["reduce", "pos-cnf", "formula", "--to", "connected"], "");
    assert!(code == 2 && err.contains("@FILE"), "{err}");
}

#[test]
fn impossible_reductions_are_refused() {
    for (arguments, part) in [
        (&["reduce", "node-kayles", "path:3", "--to", "col"][..], "but to proper:K"),
        (&["reduce", "chess", "path:3", "--to", "proper:2"], "nothing is reduced from `chess`"),
        (&["reduce", "node-kayles", "dipath:3", "--to", "proper:2"], "undirected graphs"),
        (&["reduce", "node-kayles", "path:3", "--to", "propr:2"], "did you mean `proper`?"),
        (&["reduce", "node-kayles", "path:9000000", "--to", "proper:60"], "too many vertices"),
        (&["reduce", "node-kayles", "path:3"], "--to"),
        (&["solve", "icol", "path:3", "BB.", "left"], "the colouring"),
        (&["solve", "icol", "path:3", "B..", "left", "--start", "..."], "cannot be used with"),
    ] {
        let (code, _, err) = run(arguments, "");
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn duels_are_told_and_counted() {
    let out =
        stdout(&["duel", "four-rows", "colouring:4", "grid:4x3", "--check", "--moves", "1000"]);
    for part in ["Alice wins", "Theorem 1", "every", "random", "trouble", "engine", "never lost"] {
        assert!(out.contains(part), "{out}");
    }
    let duel = ["duel", "four-rows", "colouring:4", "grid:4x9", "--literal", "--json", "--line"];
    let line = "20=1,13=1,24=1,17=1,4=2,8=3,15=2";
    let report = json(&[&duel[..], &[line]].concat());
    assert_eq!((&report["strategy"], &report["side"]), (&"four-rows".into(), &"Alice".into()));
    assert_eq!((&report["game"], &report["graph"]), (&"colouring:4".into(), &"grid:4x9".into()));
    let tally = &report["opponents"][0];
    assert_eq!((&tally["opponent"], &tally["games"]), (&"line".into(), &1.into()));
    assert_eq!((&tally["losses"], &tally["complete"]), (&1.into(), &true.into()));
    let loss = &tally["loss"];
    assert_eq!(loss["what"], "the promise is broken");
    assert_eq!(loss["moves"][0]["case"], "opening");
    assert_eq!(loss["moves"][1]["move"], "20=1");
    assert!(stdout(&["strategies"]).contains("four-rows"));
}

#[test]
fn duels_that_cannot_be_are_refused() {
    for (arguments, part) in [
        (&["duel", "four-row", "colouring:4", "grid:4x3"][..], "did you mean `four-rows`?"),
        (&["duel", "four-rows", "colouring:3", "grid:4x3"], "it is for colouring:4"),
        (&["duel", "four-rows", "colouring:4", "grid:4x3", "--without", "R99"], "no repair `R99`"),
        (&["duel", "four-rows", "colouring:4", "grid:4x3", "--line", "x=1"], "--line"),
    ] {
        let (code, _, err) = run(arguments, "");
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(part), "{err}");
    }
    let capped = ["duel", "four-rows", "colouring:4", "grid:4x5", "--against", "every"];
    let (code, out, _) = run(&[&capped[..], &["--positions", "100"]].concat(), "");
    assert_eq!(code, 3, "a cap that is reached is no answer");
    assert!(out.contains("not all was tried: the limit on positions (100) is reached"), "{out}");
}

#[test]
fn a_store_that_is_off_is_no_file() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("store-off");
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = chromex(&["solve", "icol", "grid:4x4", "--by", "search", "--store", "off"]);
    command.current_dir(&folder).assert().success();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_completion_script_for_which_there_is_no_room_is_an_error() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chromex"));
    let output = command.args(["completions", "bash"]).stdout(full).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && told.contains("No space left"), "{told}");
}
