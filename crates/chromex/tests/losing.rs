//! Who loses, by the literal rules, by searches and by what is known already; and values found by nothing but such questions.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::parse;
use chromex::rules::{Convention, Player, Position, parse_game};
use chromex::{
    Ask, Budget, Class, LossQuestion, NextStep, Outcome, Question, Solver, Sources, Value, ask,
};

/// Games won in every way, their graphs, and what is coloured (`.` if nothing is).
const POSITIONS: &[(&str, &str, &str)] = &[
    ("icol", "path:4", "."),
    ("icol", "cycle:5", "B...."),
    ("node-kayles", "path:6", "."),
    ("node-kayles", "empty:3", "."),
    ("snort", "path:4", "."),
    ("snort", "cycle:4", "B..."),
    ("col", "grid:2x2", "."),
    ("misere:node-kayles", "path:5", "."),
    ("misere:icol", "path:3", "."),
    ("own:colours=2:forbid=1-1:end=misere", "path:4", "."),
    ("colouring:2", "path:4", "."),
    ("colouring:3", "cycle:5", "."),
    ("connected", "path:4", "."),
    ("connected", "cycle:5", "."),
    ("connected:maker-breaker", "path:5", "."),
    ("orthogonal:2", "path:3", "."),
];

fn position(game: &str, graph: &str, colouring: &str, turn: Player) -> Position {
    let (game, board) = (parse_game(game).unwrap(), parse(graph).unwrap());
    match colouring {
        "." => Position::start(game, board).unwrap().with_turn(turn),
        _ => Position::read(game, board, colouring, turn).unwrap(),
    }
}

fn positions() -> impl Iterator<Item = Position> {
    let turns = |&(game, graph, colouring): &(&str, &str, &str)| {
        [Player::Left, Player::Right].map(|turn| position(game, graph, colouring, turn))
    };
    POSITIONS.iter().flat_map(turns)
}

/// The answer by the definition alone.
fn literal(question: &LossQuestion) -> bool {
    let ended = question.at_the_end();
    ended.unwrap_or_else(|| !question.options().iter().any(literal))
}

/// The value and the outcome by questions that are answered in this way.
fn found(
    position: &Position,
    outcome_only: bool,
    answer: &mut dyn FnMut(&LossQuestion) -> bool,
) -> (Option<Value>, Option<Outcome>) {
    let mut answers = Vec::new();
    loop {
        match NextStep::after(&answers, position, outcome_only) {
            NextStep::Ask(question) => answers.push(answer(&question)),
            NextStep::Found { value, outcome } => return (value, outcome),
        }
    }
}

#[test]
fn questions_answered_by_the_rules_give_the_value() {
    for position in positions() {
        let question = Question::new(&position, Ask::Value).from(Sources::SEARCH);
        let direct = ask(&question).unwrap();
        let (value, outcome) = found(&position, false, &mut literal);
        assert_eq!(outcome, direct.outcome, "{position}");
        if position.convention() != Convention::Partisan {
            assert_eq!(value, direct.value, "{position}");
        }
        let (_, outcome) = found(&position, true, &mut literal);
        assert_eq!(outcome, direct.outcome, "{position}");
    }
}

#[test]
fn searches_and_facts_answer_like_the_rules() {
    for position in positions() {
        let mut solver = Solver::new(&position, &Budget::default()).unwrap();
        let question = Question::new(&position, Ask::Value).from(Sources::SEARCH);
        let known = ask(&question).unwrap();
        for number in 0..4 {
            let question = LossQuestion { position: position.clone(), number };
            let lost = literal(&question);
            assert_eq!(question.decide(&mut solver), Ok(lost), "{position}, {number}");
            let by_value = question.from_facts(known.value.as_ref(), None);
            assert_eq!(by_value, Some(lost), "{position}, {number}");
            let by_outcome = question.from_facts(None, known.outcome);
            assert!(by_outcome.is_none_or(|found| found == lost), "{position}, {number}");
        }
    }
}

#[test]
fn the_same_value_is_known_from_either_player() {
    let position = position("snort", "path:3", "B..", Player::Right);
    let question = LossQuestion { position, number: 0 };
    let turns = question.with_the_same_value().iter().map(Position::turn).collect::<Vec<_>>();
    assert_eq!(turns, [Player::Left, Player::Right]);
    let left = Outcome::Class(Class::L);
    assert_eq!(question.from_facts(None, Some(left)), Some(true));
}
