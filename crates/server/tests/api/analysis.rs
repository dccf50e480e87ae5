//! Streamed values agree with the solver, and replies win won games.

use chromex::graphs::random::SplitMix;
use chromex::rules::{GAMES, Player, Position, Verdict, parse_game};
use chromex::strategy::{Options, STRATEGIES, create};
use chromex::{Ask, Question, Sources, Value, ask};
use serde_json::{Value as Json, json};

use crate::client::Running;

const BOARDS: &[&str] = &["path:5", "cycle:5", "star:4", "grid:2x3", "2*path:3", "g6:DQc"];
const DIRECTED: &[&str] = &["dipath:5", "dicycle:4", "tournament:4", "2*dipath:3"];

fn random_position(game: &str, random: &mut SplitMix) -> Position {
    let game = parse_game(game).unwrap();
    loop {
        let all: Vec<&str> = BOARDS.iter().chain(DIRECTED).copied().collect();
        let board = chromex::graphs::parse(all[random.below(all.len())]).unwrap();
        let Ok(mut position) = Position::start(game.clone(), board) else { continue };
        for _ in 0..random.below(5) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
        return position;
    }
}

#[test]
fn streams_equal_the_solver() {
    let server = Running::new();
    let mut random = SplitMix::new(11);
    let (mut lines, mut parts) = (0, 0);
    for info in GAMES {
        for round in 0..12 {
            let position = random_position(info.example, &mut random);
            let by = if round % 2 == 0 { "search" } else { "theorem" };
            let input = json!({ "line": position.to_string(), "by": by });
            let answer = server.post("analyse", &input).ok();
            assert!(answer.head.contains("application/x-ndjson"));
            let mut told = answer.lines();
            let last = told.pop().unwrap();
            let question = Question::new(&position, Ask::AllMoves).from(Sources::SEARCH);
            let expected = ask(&question).unwrap();
            let text = |value: &Option<Value>| value.as_ref().map(ToString::to_string);
            assert_eq!(last["type"], "answer", "{last}");
            assert_eq!(
                last["value"].as_str().map(str::to_owned),
                text(&expected.value),
                "{position}"
            );
            let outcome = expected.outcome.map(|outcome| outcome.to_string());
            assert_eq!(last["outcome"].as_str().map(str::to_owned), outcome, "{position}");
            assert_eq!(last["complete"], true);
            let mut found: Vec<&Json> = told.iter().filter(|e| e["type"] == "move").collect();
            found.sort_by_key(|e| (e["cell"].as_u64(), e["colour_number"].as_u64()));
            assert_eq!(found.len(), expected.moves.len(), "{position}");
            for (event, m) in found.iter().zip(&expected.moves) {
                lines += 1;
                assert_eq!(event["move"].as_str().unwrap(), position.write_move(m.played));
                assert_eq!(
                    event["value"].as_str().map(str::to_owned),
                    text(&m.value),
                    "{position}"
                );
                let value = m.value.as_ref().unwrap();
                let class = match value.winner(position.turn().opponent()) {
                    Some(winner) if winner == position.turn() => "wins",
                    Some(_) => "loses",
                    None => "draws",
                };
                assert_eq!(event["effect"], class, "{position}");
            }
            parts += told.iter().filter(|event| event["type"] == "component").count();
        }
    }
    assert!(lines > 500 && parts > 20, "{lines} {parts}");
}

#[test]
fn theorems_answer_and_are_cited() {
    let server = Running::new();
    let input = json!({ "game": "icol", "graph": "path:2000", "seconds": 1 });
    let told = server.post("analyse", &input).ok().lines();
    assert_eq!(told[0]["words"], "Theorem 3 of Uiterwijk");
    let last = told.last().unwrap();
    assert_eq!((&last["value"], &last["provenance"]), (&json!("*0"), &json!("theorem")));
    assert_eq!(last["complete"], false);
}

#[test]
fn a_search_out_of_time_says_what_it_knows() {
    let server = Running::new();
    let input = json!({ "game": "weak:2", "graph": "grid:5x5", "seconds": 0.6, "by": "search" });
    let told = server.post("analyse", &input).ok().lines();
    let worked = |event: &Json| event["positions"].as_u64().is_some_and(|n| n > 0);
    assert!(told.iter().any(|event| event["type"] == "progress" && worked(event)), "{told:?}");
    let last = told.last().unwrap();
    assert_eq!((&last["type"], &last["complete"]), (&json!("answer"), &json!(false)));
    assert!(last["stopped"].as_str().unwrap().contains("time limit"), "{last}");
}

/// Plays to the end: `me` by the server, the other at random.
fn play(
    server: &Running,
    start: &Position,
    me: Player,
    by: &str,
    random: &mut SplitMix,
) -> Verdict {
    let (mut here, mut played) = (start.clone(), Vec::new());
    loop {
        if let Some(verdict) = here.verdict() {
            return verdict;
        }
        let text = match here.turn() == me {
            true => {
                let input = json!({
                    "line": here.to_string(), "start": { "line": start.to_string() },
                    "played": played, "by": by,
                });
                let reply = server.post("reply", &input).ok().json();
                reply["move"].as_str().unwrap().to_owned()
            }
            false => {
                let moves = here.moves();
                here.write_move(moves[random.below(moves.len())])
            }
        };
        here = here.play(here.read_move(&text).unwrap()).unwrap();
        played.push(text);
    }
}

#[test]
fn the_engine_wins_won_games() {
    let server = Running::new();
    let mut random = SplitMix::new(12);
    let mut won = 0;
    for info in GAMES {
        for _ in 0..4 {
            let start = random_position(info.example, &mut random);
            let me = start.turn();
            let question = Question::new(&start, Ask::Value).from(Sources::SEARCH);
            let promised = match ask(&question).unwrap().value.unwrap() {
                Value::Score(score) => Verdict::Score(score),
                value if value.winner(me) == Some(me) => Verdict::Wins(me),
                _ => continue,
            };
            won += 1;
            match (promised, play(&server, &start, me, "engine", &mut random)) {
                (Verdict::Score(least), Verdict::Score(score)) => {
                    let sign = if me == Player::Left { 1 } else { -1 };
                    assert!(sign * score >= sign * least, "{start}");
                }
                (promised, reached) => assert_eq!(promised, reached, "{start}"),
            }
        }
    }
    assert!(won > 20, "{won}");
}

#[test]
fn strategies_keep_their_promises() {
    let server = Running::new();
    let mut random = SplitMix::new(13);
    for info in STRATEGIES {
        let words: Vec<&str> = info.example.split_whitespace().collect();
        let game = parse_game(words[0]).unwrap();
        let board = chromex::graphs::parse(words[1]).unwrap();
        let mut start = Position::start(game, board).unwrap();
        if let Some(at) = words.iter().position(|word| *word == "--first") {
            start = start.with_turn(words[at + 1].parse().unwrap());
        }
        let strategy = create(info.name, &start, None, &Options::default()).unwrap();
        for _ in 0..3 {
            let verdict = play(&server, &start, strategy.side(), info.name, &mut random);
            assert!(strategy.promise().kept(strategy.side(), verdict), "{}", info.name);
        }
        let input = json!({ "line": start.to_string(), "by": info.name });
        assert!(server.post("explain", &input).ok().json()["marks"].is_array());
    }
}

#[test]
fn replies_that_cannot_be_are_refused() {
    let server = Running::new();
    let post = |input: Json| server.post("reply", &input);
    let over = json!({ "line": "icol path:1 B left" });
    assert_eq!(post(over).error(422), "over");
    let unknown = json!({ "line": "icol path:2 .. left", "by": "four-row" });
    assert_eq!(post(unknown).error(422), "bad_strategy");
    let unfit = json!({ "line": "icol path:2 .. left", "by": "four-rows" });
    assert_eq!(post(unfit).error(422), "unsuitable");
    let other = json!({
        "line": "icol path:3 B.. right", "start": { "line": "icol path:3 ... left" },
        "played": ["1=B"],
    });
    assert_eq!(post(other).error(422), "bad_position");
    let engine = json!({ "line": "icol path:2 .. left", "by": "engine" });
    assert_eq!(server.post("explain", &engine).error(422), "bad_strategy");
    // Far too large to be solved: the server says so and plays on.
    let large = json!({ "game": "weak:2", "graph": "random-tree:81,1", "seconds": 0.2 });
    let reply = post(large).ok().json();
    assert_eq!(reply["best"], false);
    assert!(reply["words"].as_str().unwrap().contains("any legal move"), "{reply}");
}

#[test]
fn a_proof_answers_where_search_cannot() {
    let server = Running::new();
    let post = |input: Json| server.post("reply", &input).ok().json();
    let first = post(json!({ "game": "icol", "graph": "grid:9x9", "seconds": 0.2 }));
    assert_eq!((&first["move"], &first["best"]), (&json!("40=B"), &json!(true)), "{first}");
    assert!(first["words"].as_str().unwrap().starts_with("Left wins, by mirror"), "{first}");
    // It continues only if it was followed so far.
    let game = |moves: Json| json!({ "game": "icol", "graph": "grid:9x9", "moves": moves, "seconds": 0.2 });
    assert_eq!(post(game(json!(["40=B", "0=W"])))["best"], true);
    assert_eq!(post(game(json!(["41=B", "0=W"])))["best"], false);
}
