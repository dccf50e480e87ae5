//! The numbers of a census, compared with the literal rules, the solver and known counts.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, HashMap};

use chromex::graphs::{Board, all};
use chromex::rules::{Player, Position, Verdict, parse_game};
use chromex::{Ask, Budget, Question, Sources, ask};
use chromex_census::files::Format;
use chromex_census::{Cell, Plan, Questions, Source, answer, run, run_into};

/// Who wins the colouring game, or the nimber of an impartial game, by exhaustive play.
fn literal(position: &Position, known: &mut HashMap<(Vec<u8>, Player), i64>) -> i64 {
    let key = (position.colouring().to_vec(), position.turn());
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let impartial = position.game().convention() == chromex::rules::Convention::Impartial;
    let value = match position.verdict() {
        Some(Verdict::Score(score)) => score.into(),
        Some(Verdict::Wins(_)) if impartial => 0,
        Some(Verdict::Wins(player)) => i64::from(player == Player::Left),
        None => {
            let after = position.moves().into_iter().map(|m| position.play(m).unwrap());
            let values: Vec<i64> = after.map(|next| literal(&next, known)).collect();
            match (impartial, position.turn()) {
                (true, _) => (0..).find(|n| !values.contains(n)).unwrap(),
                (false, Player::Left) => *values.iter().max().unwrap(),
                (false, Player::Right) => *values.iter().min().unwrap(),
            }
        }
    };
    known.insert(key, value);
    value
}

fn played(game: &str, board: &Board, first: Player) -> i64 {
    let start = Position::start(parse_game(game).unwrap(), board.clone()).unwrap();
    literal(&start.with_turn(first), &mut HashMap::new())
}

/// The class of a partisan game, from who wins when either player begins.
fn class(game: &str, board: &Board) -> &'static str {
    let left_wins = |first| played(game, board, first) == 1;
    match (left_wins(Player::Left), left_wins(Player::Right)) {
        (true, true) => "L",
        (true, false) => "N",
        (false, true) => "P",
        (false, false) => "R",
    }
}

/// Two games whose texts differ only in signs that column names cannot have.
#[test]
fn no_question_is_lost_because_columns_have_letters_only() {
    let games =
        ["own:colours=2:forbid=1-2", "own:colours=2:forbid=1>2", "own:colours=2:forbid=1-2"];
    let columns = Questions::parse(&games).unwrap().columns();
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[3..], ["own_colours_2_forbid_1_2", "own_colours_2_forbid_1_2_2"]);
}

fn chi_g(board: &Board, first: Player) -> i64 {
    (1..).find(|k| played(&format!("colouring:{k}"), board, first) == 1).unwrap()
}

/// Whether Alice wins with all numbers of colours from some number on, and with no smaller one.
fn is_monotone(board: &Board, first: Player) -> bool {
    let wins = |k: usize| played(&format!("colouring:{k}"), board, first) == 1;
    (2..=board.order()).all(|k| wins(k) || !wins(k - 1))
}

fn proper_colours(board: &Board) -> i64 {
    let n = board.order() as u32;
    let fits = |k: i64| {
        (0..k.pow(n)).any(|code| {
            let colour = |v: usize| code / k.pow(v as u32) % k;
            board.graph().edges().all(|(u, v)| colour(u) != colour(v))
        })
    };
    (1..).find(|&k| fits(k)).unwrap()
}

/// The answer to a question by the literal rules.
type Literal = fn(&Board) -> Cell;

const A_MU: &str = "connected:maker-breaker";

const QUESTIONS: &[(&str, Literal)] = &[
    ("node-kayles", |b| Cell::Int(played("node-kayles", b, Player::Left))),
    ("icol", |b| Cell::Int(played("icol", b, Player::Left))),
    ("isnort", |b| Cell::Int(played("isnort", b, Player::Left))),
    ("weak:2", |b| Cell::Int(played("weak:2", b, Player::Left))),
    ("distance:2:2", |b| Cell::Int(played("distance:2:2", b, Player::Left))),
    ("proper:3", |b| Cell::Int(played("proper:3", b, Player::Left))),
    ("connected", |b| Cell::Int(played("connected", b, Player::Left))),
    ("connected.bob", |b| Cell::Int(played("connected", b, Player::Right))),
    ("a_mu", |b| Cell::Int(played(A_MU, b, Player::Left))),
    // All the vertices that Alice colours are in one component.
    ("a_star", |b| Cell::Bool(played(A_MU, b, Player::Left) == b.order().div_ceil(2) as i64)),
    ("col.outcome", |b| Cell::text(class("col", b))),
    ("snort.outcome", |b| Cell::text(class("snort", b))),
    ("colouring:2", |b| {
        Cell::text(["Bob", "Alice"][played("colouring:2", b, Player::Left) as usize])
    }),
    ("chi", |b| Cell::Int(proper_colours(b))),
];

/// With up to six colours.
const CHI: &[(&str, Literal)] = &[
    ("chi_g", |b| Cell::Int(chi_g(b, Player::Left))),
    ("chi_g_bob", |b| Cell::Int(chi_g(b, Player::Right))),
];

/// With as many colours as vertices, which takes longer.
const MONOTONE: &[(&str, Literal)] = &[
    ("chi_g.monotone", |b| Cell::Bool(is_monotone(b, Player::Left))),
    ("colouring:K.bob.monotone", |b| Cell::Bool(is_monotone(b, Player::Right))),
];

/// Compares the answers about all graphs with these numbers of vertices, with and without theorems.
fn compare(questions: &[(&str, Literal)], orders: std::ops::RangeInclusive<usize>) {
    let names: Vec<&str> = questions.iter().map(|(name, _)| *name).collect();
    let asked = Questions::parse(&names).unwrap();
    for board in orders.flat_map(all::graphs).map(all::board) {
        let expected: Vec<Cell> = questions.iter().map(|(_, literal)| literal(&board)).collect();
        for theorems in [false, true] {
            let sources = Sources { theorems, ..Sources::SEARCH };
            let row = answer(&board, &asked, &Budget::default(), sources).unwrap();
            assert_eq!(row.cells[3..], expected, "{} {names:?}", board.name());
        }
    }
}

#[test]
fn a_census_tells_what_the_literal_rules_tell() {
    compare(QUESTIONS, 1..=6);
}

#[test]
fn game_chromatic_numbers_are_those_of_the_literal_rules() {
    compare(CHI, 1..=6);
    compare(MONOTONE, 1..=5);
}

/// If a theorem answers, a search gives the same answer.
#[test]
fn theorems_and_searches_agree() {
    let asked = ["icol", "isnort", "proper:3", "connected.outcome", "a_star", "chi_g", "chi_g_bob"];
    let questions = Questions::parse(&asked).unwrap();
    for graph in [
        "path:11",
        "path:12",
        "cycle:11",
        "cycle:12",
        "grid:3x4",
        "star:11",
        "complete:11",
        "bipartite:5,6",
        "cotree:j(u(3,4),u(2,3))",
        "petersen:6,2",
        "wheel:11",
    ] {
        let board = chromex::graphs::parse(graph).unwrap();
        let told = |theorems| {
            let sources = Sources { theorems, ..Sources::SEARCH };
            answer(&board, &questions, &Budget::default(), sources).unwrap()
        };
        assert_eq!(told(true), told(false), "{graph}");
    }
}

#[test]
fn a_census_tells_what_the_solver_tells() {
    let asked = [
        "icol",
        "icol.outcome",
        "col",
        "col.outcome",
        "colouring:3",
        "connected.outcome",
        "a_star",
        "a_mu",
    ];
    let questions = Questions::parse(&asked).unwrap();
    for board in all::graphs(6).into_iter().map(all::board) {
        let row = answer(&board, &questions, &Budget::default(), Sources::SEARCH).unwrap();
        let solved = |game: &str| chromex::solve(game, board.name()).unwrap();
        let start = Position::start(parse_game("connected").unwrap(), board.clone()).unwrap();
        let text = |text: String| Cell::text(text);
        let nimber: i64 = solved("icol").value.unwrap().to_string()[1..].parse().unwrap();
        let reds: i64 =
            solved("connected:maker-breaker").value.unwrap().to_string().parse().unwrap();
        let expected = [
            Cell::Int(nimber),
            text(solved("icol").outcome.unwrap().to_string()),
            text(solved("col").value.unwrap().to_string()),
            text(solved("col").outcome.unwrap().to_string()),
            text(solved("colouring:3").value.unwrap().to_string()),
            text(solved("connected").outcome.unwrap().to_string()),
            Cell::Bool(ask(&Question::new(&start, Ask::AStar)).unwrap().a_star.unwrap()),
            Cell::Int(reds),
        ];
        assert_eq!(row.cells[3..], expected, "{}", board.name());
        // Her component contains all her vertices exactly if the graph is in A*.
        assert_eq!(row.cells[9] == Cell::Bool(true), reds == 3, "{}", board.name());
    }
}

fn histogram(source: &str, question: &str, threads: usize) -> BTreeMap<i64, u64> {
    let plan = Plan {
        threads,
        ..Plan::new(Source::parse(source).unwrap(), Questions::parse(&[question]).unwrap())
    };
    let mut counts = BTreeMap::new();
    let mut sink = |row: Vec<Cell>| {
        let Cell::Int(number) = row[3] else { panic!("{row:?}") };
        *counts.entry(number).or_default() += 1;
        Ok(())
    };
    let summary = run_into(&plan, &mut sink, &mut |_| ()).unwrap();
    assert!(summary.complete && summary.progress.totals.unanswered == 0);
    counts
}

/// These graphs are all generated when the first is asked for, which would take minutes and a
/// gigabyte.
#[test]
fn a_census_is_cancelled_while_graphs_are_made() {
    for source in ["cubic:20", "strictly-matched:12"] {
        let questions = Questions::parse(&["n"]).unwrap();
        let plan = Plan::new(Source::parse(source).unwrap(), questions);
        plan.budget.monitor.cancel();
        let summary = run_into(&plan, &mut |_| Ok(()), &mut |_| ()).unwrap();
        assert!(!summary.complete && summary.progress.totals.graphs == 0, "{source}");
    }
}

#[test]
fn game_chromatic_numbers_of_connected_graphs() {
    let counts = histogram("connected:7", "chi_g", 2);
    assert_eq!(counts.values().sum::<u64>(), 853);
    assert_eq!(counts, histogram("connected:7", "chi_g", 1));
    // Only complete graphs need n colours; Alice wins with two colours only on stars (and on a
    // single edge).
    assert_eq!((counts[&7], counts[&2]), (1, 1));
}

#[test]
#[ignore = "slow: 11,117 graphs"]
fn game_chromatic_numbers_of_connected_graphs_on_eight_vertices() {
    let counts = histogram("connected:8", "chi_g", 2);
    assert_eq!(counts.values().sum::<u64>(), 11_117);
    let geng = histogram_by_chi("connected:8");
    assert_eq!(counts, geng);
}

/// The histogram computed by `chromex::chi` over the sorted list of graphs.
fn histogram_by_chi(source: &str) -> BTreeMap<i64, u64> {
    let n = source.rsplit(':').next().unwrap().parse().unwrap();
    let mut counts = BTreeMap::new();
    for board in all::connected(n).into_iter().map(all::board) {
        let chi =
            chromex::chi(&board, Player::Left, true, &Budget::default(), Sources::SEARCH).unwrap();
        *counts.entry(chi.number().unwrap() as i64).or_default() += 1;
    }
    counts
}

/// The graphs of nauty's geng, in canonical form, if it is installed.
#[test]
fn generated_graphs_are_those_of_geng() {
    use chromex::graphs::symmetry::Symmetry;
    let canonical = |board: &Board| {
        let symmetry = Symmetry::of_uncoloured(board.graph()).unwrap();
        symmetry.canonical(board.graph())
    };
    let geng = ["geng", "nauty-geng"]
        .into_iter()
        .find(|name| std::process::Command::new(name).arg("-help").output().is_ok());
    let Some(geng) = geng else {
        assert!(std::env::var_os("CHROMEX_REQUIRE_NAUTY").is_none(), "geng is not installed");
        return;
    };
    for (source, options) in [
        ("all:7", vec!["-q", "7"]),
        ("connected:8", vec!["-cq", "8"]),
        ("bipartite:9", vec!["-bq", "9"]),
        ("connected-bipartite:9", vec!["-bcq", "9"]),
        ("cubic:10", vec!["-cq", "-d3", "-D3", "10"]),
        ("trees:11", vec!["-cq", "11", "10:10"]),
    ] {
        let output = std::process::Command::new(geng).args(options).output().unwrap();
        let path = std::env::temp_dir().join(format!("chromex-geng-{}.g6", std::process::id()));
        std::fs::write(&path, output.stdout).unwrap();
        let graphs = |text: &str| {
            let boards = Source::parse(text).unwrap().boards().unwrap();
            let mut graphs: Vec<String> =
                boards.map(|b| all::board(canonical(&b.unwrap())).name().to_owned()).collect();
            graphs.sort();
            graphs
        };
        assert_eq!(graphs(source), graphs(&format!("@{}", path.display())), "{source}");
        std::fs::remove_file(path).unwrap();
    }
}

/// A run that is killed after the table was put in its place, but before its log was removed, is
/// finished by the same command.
#[test]
fn killed_between_the_last_two_steps() {
    let path = std::env::temp_dir().join(format!("chromex-last-{}.csv", std::process::id()));
    let beside = |suffix: &str| std::path::PathBuf::from(format!("{}{suffix}", path.display()));
    let plan = Plan::new(
        Source::parse("connected:1..6").unwrap(),
        Questions::parse(&["icol", "chi_g"]).unwrap(),
    );
    // The log as it was before the end.
    let mut keep = |_: &chromex_census::Progress| {
        std::fs::copy(beside(".part"), beside(".kept")).unwrap();
    };
    let first = run(&plan, &path, Format::Csv, &mut keep).unwrap();
    assert!(first.complete && !beside(".part").exists());
    let table = std::fs::read(&path).unwrap();
    assert!(
        run(&plan, &path, Format::Csv, &mut |_| ()).is_err(),
        "a finished table is not touched"
    );
    std::fs::rename(beside(".kept"), beside(".part")).unwrap();
    let again = run(&plan, &path, Format::Csv, &mut |_| ()).unwrap();
    assert!(again.complete && !beside(".part").exists());
    let counts = |summary: &chromex_census::Summary| {
        (summary.progress.totals.graphs, summary.progress.totals.rows)
    };
    assert_eq!(counts(&again), counts(&first));
    assert_eq!(std::fs::read(&path).unwrap(), table);
    std::fs::remove_file(&path).unwrap();
}

mod questions {
    use chromex::{Budget, Sources};
    use chromex_census::{Cell, Questions, answer};

    #[test]
    fn columns_are_usable_in_expressions() {
        let typed = ["icol", "proper:2", "node-kayles.outcome", "connected.bob", "chi_g", "n"];
        let columns = Questions::parse(&typed).unwrap().columns();
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let expected = ["icol", "proper_2", "node_kayles_outcome", "connected_bob", "chi_g"];
        assert_eq!(names[..3], ["graph", "n", "m"]);
        assert_eq!(names[3..], expected);
    }

    #[test]
    fn bad_questions_are_marked() {
        for (text, start) in [
            ("icoll", "unknown question `icoll`\n  icoll\n  ^^^^^\n  did you mean `icol`?"),
            ("chi_gg", "unknown question `chi_gg`\n  chi_gg\n  ^^^^^^\n  did you mean `chi_g`?"),
            ("chi_g.more", "unknown ending `.more`\n  chi_g.more\n       ^^^^^"),
            ("icol.monotone", "unknown ending `.monotone`\n  icol.monotone\n       ^^^^^^^^"),
            ("icol.winner", "unknown ending `.winner`\n  icol.winner\n       ^^^^^^"),
            ("proper:0", "the number of colours is a number from 1 to 61"),
            ("", "unknown question ``"),
        ] {
            let shown = Questions::parse(&[text]).unwrap_err().to_string();
            assert!(shown.starts_with(start), "{shown}");
        }
    }

    #[test]
    fn a_budget_leaves_cells_empty_and_never_wrong() {
        let board = chromex::graphs::parse("grid:3x3").unwrap();
        let questions = Questions::parse(&["chi", "icol", "chi_g", "a_star"]).unwrap();
        let budget = Budget { nodes: Some(2), ..Budget::default() };
        let row = answer(&board, &questions, &budget, Sources::SEARCH).unwrap();
        let whole = answer(&board, &questions, &Budget::default(), Sources::SEARCH).unwrap();
        assert!(row.unanswered >= 2 && whole.unanswered == 0);
        let agrees = |(a, b): (&Cell, &Cell)| a.is_null() || a == b;
        assert!(row.cells.iter().zip(&whole.cells).all(agrees));
    }

    #[test]
    fn games_on_digraphs_refuse_graphs() {
        let board = chromex::graphs::parse("path:3").unwrap();
        let questions = Questions::parse(&["blue-red"]).unwrap();
        assert!(answer(&board, &questions, &Budget::default(), Sources::SEARCH).is_err());
    }
}

mod source {
    use chromex_census::Source;

    #[test]
    fn families_and_kinds_keep_apart() {
        assert_eq!(Source::parse("bipartite:3,4").unwrap().total(), Some(1));
        assert_eq!(Source::parse("bipartite:5").unwrap().total(), Some(13));
        let error = |text: &str| Source::parse(text).unwrap_err().to_string();
        assert!(
            error("conected:7").contains("did you mean `connected`?"),
            "{}",
            error("conected:7")
        );
        assert!(error("connected:99").contains("at most 16 vertices"));
        assert!(error("connected:5..3").contains("the range is empty"));
        assert!(error("trees:x").contains("expected a number of vertices"));
        assert!(error("@/no/such/file").contains("cannot open"));
        for missing in ["nowhere.g6", "/no/such/file", "folder/connected:7"] {
            assert_eq!(error(missing), format!("there is no file `{missing}`"));
        }
    }
}
