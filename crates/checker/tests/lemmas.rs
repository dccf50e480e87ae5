//! The lemmas by which the checker stops early, compared with exhaustive play by the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use chromex_checker::{Forms, State, Target, Task, missing_doctors};
use chromex_graphs::parse;
use chromex_graphs::random::SplitMix;
use chromex_rules::{Player, Position, Verdict, parse_game};
use common::wander;

/// What Alice reaches by best play: the score, or 1 if she wins and −1 if not.
fn best(position: &Position, known: &mut HashMap<(Vec<u8>, Player), i32>) -> i32 {
    let key = (position.colouring().to_vec(), position.turn());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let value = match position.verdict() {
        Some(Verdict::Score(score)) => score,
        Some(Verdict::Wins(player)) => {
            if player == Player::Left {
                1
            } else {
                -1
            }
        }
        None => {
            let moves = position.moves();
            let values = moves.iter().map(|&m| best(&position.play(m).unwrap(), known));
            let values: Vec<i32> = values.collect();
            let alice = position.turn() == Player::Left;
            if alice {
                values.into_iter().max().unwrap()
            } else {
                values.into_iter().min().unwrap()
            }
        }
    };
    known.insert(key, value);
    value
}

#[test]
fn alice_wins_where_no_doctor_is_missing() {
    let mut random = SplitMix::new(7);
    let (mut settled, mut open) = (0, 0);
    for seed in 0..60 {
        let graph = match seed % 4 {
            0 => "grid:2x3".to_owned(),
            1 => "wheel:5".to_owned(),
            _ => format!("random:{},0.{},{seed}", 5 + seed % 3, 3 + seed % 4),
        };
        let game = parse_game(&format!("colouring:{}", 2 + seed % 3)).unwrap();
        let start = Position::start(game, parse(&graph).unwrap()).unwrap();
        let mut known = HashMap::new();
        for _ in 0..40 {
            let here = wander(&start, start.cells() + 1, &mut random);
            if here.verdict().is_some() {
                continue;
            }
            for turn in [Player::Left, Player::Right] {
                let here = here.clone().with_turn(turn);
                if missing_doctors(&here) == 0 {
                    settled += 1;
                    assert_eq!(best(&here, &mut known), 1, "{here}");
                } else {
                    open += 1;
                }
            }
        }
    }
    assert!(settled > 300 && open > 300, "{settled} {open}");
}

/// Alice wins wherever no doctor is missing, on larger graphs.
#[test]
fn alice_wins_where_no_doctor_is_missing_on_grids() {
    let mut random = SplitMix::new(9);
    for (graph, colours) in [("grid:3x3", 3), ("grid:2x5", 3), ("grid:3x3", 4), ("petersen:5,2", 3)]
    {
        let game = parse_game(&format!("colouring:{colours}")).unwrap();
        let start = Position::start(game, parse(graph).unwrap()).unwrap();
        let mut known = HashMap::new();
        for _ in 0..300 {
            let here = wander(&start, start.cells() + 1, &mut random);
            if here.verdict().is_none() && missing_doctors(&here) == 0 {
                assert_eq!(best(&here, &mut known), 1, "{here}");
            }
        }
    }
}

#[test]
fn settled_scores_are_reached() {
    let mut random = SplitMix::new(8);
    let (mut settled, mut open) = (0, 0);
    for seed in 0..40 {
        let game = parse_game(["connected", "connected:maker-breaker"][seed % 2]).unwrap();
        let graph = format!("random:{},0.4,{seed}", 5 + seed % 4);
        let start = Position::start(game, parse(&graph).unwrap()).unwrap();
        let mut known = HashMap::new();
        for _ in 0..30 {
            let here = wander(&start, start.cells() + 1, &mut random);
            let value = best(&here, &mut known);
            for bound in -4..=4 {
                for (claimant, target) in
                    [(Player::Left, Target::AtLeast(bound)), (Player::Right, Target::AtMost(bound))]
                {
                    let forms = Arc::new(Forms::zero());
                    let state = State { position: here.clone(), forms, other: 0 };
                    let task = Task { start: state.clone(), claimant, target };
                    if task.is_settled(&state) {
                        settled += 1;
                        assert!(task.satisfied_by(Verdict::Score(value)), "{here} {target:?}");
                    } else {
                        open += 1;
                    }
                }
            }
        }
    }
    assert!(settled > 500 && open > 500, "{settled} {open}");
}
