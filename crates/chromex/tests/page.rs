//! What the browser shows besides the value: components of sums, moves as they are found, replies,
//! and the status of vertices in the maker-breaker game.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use chromex::graphs::random::SplitMix;
use chromex::rules::{Colour, Convention, GAMES, Move, Player, Position, UNCOLOURED, parse_game};
use chromex::safety::{Status, safety_of_cells};
use chromex::values::Arena;
use chromex::{Ask, Budget, Event, NoReply, Question, Solver, Sources, Value, ask_with, reply};

const BOARDS: &[&str] = &["path:5", "cycle:6", "star:4", "grid:2x3", "edges:0-1,1-2,0-2,2-3,4"];
const DIRECTED: &[&str] = &["dipath:5", "dicycle:5", "tournament:4"];

fn by_search(position: &Position) -> Question<'_> {
    Question::new(position, Ask::BestMoves).from(Sources::SEARCH)
}

/// Positions after a few random moves of every game.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let info = &GAMES[random.below(GAMES.len())];
        let game = parse_game(info.example).unwrap();
        let all: Vec<&str> = BOARDS.iter().chain(DIRECTED).copied().collect();
        let board = chromex::graphs::parse(all[random.below(all.len())]).unwrap();
        let Ok(mut position) = Position::start(game, board) else { continue };
        for _ in 0..random.below(5) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
        found.push(position);
    }
    found
}

#[test]
fn moves_are_told_as_they_are_found() {
    for position in positions(300, 1) {
        if position.verdict().is_some() {
            continue;
        }
        let budget = Budget::default();
        let (mut told, mut value_first) = (Vec::new(), false);
        let question = Question::new(&position, Ask::AllMoves).from(Sources::SEARCH);
        let answer = ask_with(&question, &mut |event| match event {
            Event::Value(_) => value_first = told.is_empty(),
            Event::Move(found) => told.push(found.clone()),
            _ => {}
        })
        .unwrap();
        assert!(value_first && answer.moves_complete, "{position}");
        let listed: Vec<Move> = answer.moves.iter().map(|m| m.played).collect();
        assert_eq!(listed, position.moves());
        told.sort_by_key(|m| m.played);
        assert_eq!(told, answer.moves);
        // Every value is that of the position after the move, computed separately.
        for m in answer.moves {
            let after = position.play(m.played).unwrap();
            let alone = Solver::plain(&after, &budget).unwrap().value(&after).unwrap();
            assert_eq!(m.value.unwrap().outcome(), alone.outcome(), "{position}");
        }
    }
}

/// The best moves of a position in which some moves take far longer than others: the first is
/// reported before those, and all reported values are correct.
#[test]
fn what_is_easy_is_told_first() {
    let board = chromex::graphs::parse("grid:3x6").unwrap();
    let position = Position::start(parse_game("connected").unwrap(), board).unwrap();
    let question = Question::new(&position, Ask::BestMoves).from(Sources::SEARCH);
    let (mut told, mut told_early) = (0, None);
    let answer = ask_with(&question, &mut |event| match event {
        Event::Move(_) => told += 1,
        Event::OthersTakeLonger => told_early = told_early.or(Some(told)),
        _ => {}
    })
    .unwrap();
    assert!(told_early.is_some_and(|count| count > 0), "{told_early:?} of {told}");
    assert!(answer.moves_complete && told == answer.moves.len());
    let Some(Value::Score(score)) = answer.value else { panic!("{:?}", answer.value) };
    for played in position.moves() {
        let after = position.play(played).unwrap();
        let keeps = Solver::new(&after, &Budget::default()).unwrap().at_least(score, &after);
        let listed = answer.moves.iter().any(|found| found.played == played);
        assert_eq!(keeps, Ok(listed), "{played:?}");
    }
}

#[test]
fn components_add_up_to_the_position() {
    let mut sums = 0;
    for position in positions(400, 2) {
        let mut solver = Solver::new(&position, &Budget::default()).unwrap();
        let parts = solver.components(&position).unwrap();
        let cells: Vec<usize> = parts.iter().flat_map(|part| part.0.clone()).collect();
        let different: BTreeSet<usize> = cells.iter().copied().collect();
        assert_eq!(different.len(), cells.len(), "{position}");
        sums += usize::from(parts.len() > 1);
        match solver.value(&position).unwrap() {
            Value::Nimber(whole) if !parts.is_empty() => {
                let nimber = |value: &Value| match value {
                    Value::Nimber(nimber) => *nimber,
                    other => panic!("{other}"),
                };
                let sum = parts.iter().fold(0, |sum, part| sum ^ nimber(&part.1));
                assert_eq!(sum, whole, "{position}");
            }
            Value::Form(whole) => {
                let mut arena = Arena::default();
                let mut sum = arena.parse("0").unwrap();
                for (_, value) in &parts {
                    let part = arena.parse(&value.to_string()).unwrap();
                    sum = arena.add(sum, part).unwrap();
                }
                let shown = arena.display_within(sum, 2000).unwrap();
                assert_eq!(shown, *whole.text(), "{position}");
            }
            _ => {}
        }
    }
    assert!(sums > 20, "{sums}");
}

/// A player who plays the replies keeps his result against any answers.
#[test]
fn replies_keep_what_is_won() {
    let mut random = SplitMix::new(3);
    for start in positions(200, 4) {
        if start.verdict().is_some() {
            continue;
        }
        let budget = Budget::default();
        let mut solver = Solver::new(&start, &budget).unwrap();
        let me = start.turn();
        let promised = solver.value(&start).unwrap();
        let mut here = start.clone();
        while here.verdict().is_none() {
            let m = match here.turn() == me {
                true => reply(&by_search(&here)).unwrap().played,
                false => {
                    let moves = here.moves();
                    moves[random.below(moves.len())]
                }
            };
            here = here.play(m).unwrap();
        }
        assert_eq!(reply(&by_search(&here)).unwrap_err(), NoReply::Over);
        let reached = match here.verdict().unwrap() {
            chromex::rules::Verdict::Wins(winner) => i32::from(winner == me),
            chromex::rules::Verdict::Score(score) if me == Player::Left => score,
            chromex::rules::Verdict::Score(score) => -score,
        };
        let least = match promised {
            Value::Score(score) if me == Player::Left => score,
            Value::Score(score) => -score,
            value => i32::from(value.winner(me) == Some(me)),
        };
        assert!(reached >= least, "{start}: {reached} < {least}");
    }
}

/// Whether the player to move wins, and after how many moves if the winner hurries and the loser
/// delays: by the literal rules.
fn played_out(position: &Position, known: &mut BTreeMap<String, (bool, usize)>) -> (bool, usize) {
    if let Some(chromex::rules::Verdict::Wins(winner)) = position.verdict() {
        return (winner == position.turn(), 0);
    }
    let key = position.to_string();
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let moves = position.moves();
    let after = |m: &Move| {
        let after = position.play(*m).unwrap();
        let (wins, length) = played_out(&after, known);
        (wins == (after.turn() == position.turn()), length + 1)
    };
    let results: Vec<(bool, usize)> = moves.iter().map(after).collect();
    let quickest = results.iter().filter(|(wins, _)| *wins).map(|(_, length)| *length).min();
    let longest = results.iter().map(|(_, length)| *length).max();
    let found = quickest.map_or((false, longest.unwrap()), |length| (true, length));
    known.insert(key, found);
    found
}

/// From a lost position the reply is one after which the game lasts longest and, of those, one with the smallest share
/// of winning answers.
#[test]
fn lost_positions_are_defended() {
    let lines = [
        "icol path:6 ...... left",
        "snort path:4 B..W left",
        "colouring:3 grid:3x3 ......... alice",
    ];
    let fixed = lines.iter().map(|line| line.parse().unwrap());
    let random = positions(300, 8).into_iter();
    let random = random.filter(|start| start.convention() != Convention::Scoring);
    let (mut known, mut defended) = (BTreeMap::new(), 0);
    for position in fixed.chain(random).filter(|start: &Position| start.verdict().is_none()) {
        let (wins, length) = played_out(&position, &mut known);
        let choice = reply(&by_search(&position)).unwrap();
        assert!(!wins || choice.lasts.is_none(), "{position}");
        // On the largest boards it takes too long to compute.
        let Some(lasts) = choice.lasts else { continue };
        assert_eq!(lasts, length, "{position}");
        defended += 1;
        let mut lengths_and_shares: Vec<(Move, usize, f64)> = Vec::new();
        for m in position.moves() {
            let after = position.play(m).unwrap();
            let lasts = 1 + played_out(&after, &mut known).1;
            let answers = after.moves();
            let wins = |m: &&Move| {
                let last = after.play(**m).unwrap();
                let (wins, _) = played_out(&last, &mut known);
                wins == (last.turn() == after.turn())
            };
            let share = answers.iter().filter(wins).count() as f64 / answers.len().max(1) as f64;
            lengths_and_shares.push((m, lasts, share));
        }
        let longest = lengths_and_shares.iter().filter(|(_, lasts, _)| *lasts == length);
        let least = longest.map(|(_, _, share)| *share).fold(f64::INFINITY, f64::min);
        let played = lengths_and_shares.iter().find(|(m, ..)| *m == choice.played).unwrap();
        assert_eq!((played.1, played.2), (length, least), "{position}");
    }
    assert!(defended > 50, "{defended}");
}

/// Tries every proper colouring that can still be reached, ignoring ends of the game: which cells
/// can die?
fn can_die(position: &Position) -> Vec<bool> {
    let (game, graph) = (position.game(), position.board().graph());
    let mut seen: BTreeSet<Vec<Colour>> = BTreeSet::new();
    let mut waiting = vec![position.colouring().to_vec()];
    let mut dies = vec![false; position.cells()];
    while let Some(mut colouring) = waiting.pop() {
        if !seen.insert(colouring.clone()) {
            continue;
        }
        for cell in 0..colouring.len() {
            if colouring[cell] != UNCOLOURED {
                continue;
            }
            let mut dead = true;
            for colour in game.palette().colours() {
                colouring[cell] = colour;
                if game.conflict(graph, &colouring, cell).is_none() {
                    dead = false;
                    waiting.push(colouring.clone());
                }
            }
            colouring[cell] = UNCOLOURED;
            dies[cell] |= dead;
        }
    }
    dies
}

#[test]
fn safe_vertices_cannot_die_and_threatened_ones_can_at_once() {
    let mut random = SplitMix::new(5);
    let mut counts = [0; 4];
    for _ in 0..250 {
        let graph = ["grid:2x3", "star:4", "cycle:5", "wheel:4", "random:6,0.5,3"][random.below(5)];
        let game = parse_game(["colouring:2", "colouring:3"][random.below(2)]).unwrap();
        let mut position = Position::start(game, chromex::graphs::parse(graph).unwrap()).unwrap();
        for _ in 0..random.below(4) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
        let (stands, dies) = (safety_of_cells(&position).unwrap(), can_die(&position));
        let after: Vec<Vec<Option<Status>>> = position
            .moves()
            .iter()
            .map(|&m| safety_of_cells(&position.play(m).unwrap()).unwrap())
            .map(|all| all.into_iter().map(|one| one.status).collect())
            .collect();
        let over = position.verdict().is_some();
        for (cell, stand) in stands.iter().enumerate() {
            let Some(status) = stand.status else { continue };
            counts[status as usize] += 1;
            assert_eq!(status != Status::Safe, dies[cell], "{position}, vertex {cell}");
            let at_once = after.iter().any(|all| all[cell] == Some(Status::Dead));
            if !over {
                assert_eq!(status == Status::Threatened, at_once, "{position}, vertex {cell}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    assert!(safety_of_cells(&"icol path:3 ... left".parse().unwrap()).is_none());
}
