//! Play near the patients, compared with exhaustive play by the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use chromex_checker::{Forms, Keys, Lists, Near, Played, Ply, State, Target, Task};
use chromex_graphs::parse;
use chromex_graphs::random::SplitMix;
use chromex_rules::{Move, Player, Position, UNCOLOURED, Verdict, parse_game};
use common::wander;

fn start(game: &str, graph: &str) -> Position {
    Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap()
}

fn task(position: Position) -> Task {
    let start = State { position, forms: Arc::new(Forms::zero()), other: 0 };
    Task { start, claimant: Player::Left, target: Target::Win }
}

fn keys(position: &Position) -> Keys {
    Keys::new(position.game(), position.board().graph(), &[]).unwrap()
}

/// Whether Alice has a proof near the patients from here.
fn wins_near(near: &Near<'_>, state: &Lists, known: &mut HashMap<(Box<[u8]>, bool), bool>) -> bool {
    match near.is_finished(state) {
        Ok(false) => {}
        over => return over.is_ok(),
    }
    let key = (near.key(state), state.is_alices);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut wins = |&ply: &Ply| wins_near(near, &near.after(state, ply), known);
    let plies = near.choices(state);
    let wins = if state.is_alices { plies.iter().any(wins) } else { plies.iter().all(&mut wins) };
    known.insert(key, wins);
    wins
}

/// Whether Alice wins by the literal rules.
fn wins(position: &Position, known: &mut HashMap<(Vec<u8>, Player), bool>) -> bool {
    if let Some(verdict) = position.verdict() {
        return verdict == Verdict::Wins(Player::Left);
    }
    let key = (position.colouring().to_vec(), position.turn());
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let moves = position.moves();
    let mut wins_after = |&m: &Move| wins(&position.play(m).unwrap(), known);
    let wins = match position.turn() {
        Player::Left => moves.iter().any(wins_after),
        Player::Right => moves.iter().all(&mut wins_after),
    };
    known.insert(key, wins);
    wins
}

#[test]
fn what_is_proved_near_the_patients_is_true_even_if_bob_may_skip() {
    let mut random = SplitMix::new(11);
    let (mut proved, mut true_only, mut false_ones) = (0, 0, 0);
    for seed in 0..48 {
        let graph = match seed % 6 {
            0 => "grid:2x4".to_owned(),
            1 => "wheel:6".to_owned(),
            2 => "grid:3x3".to_owned(),
            _ => format!("random:{},0.{},{seed}", 6 + seed % 2, 4 + seed % 5),
        };
        let position = start(&format!("colouring:{}:bob-skips", 3 + seed / 6 % 2), &graph);
        let mut known = HashMap::new();
        for _ in 0..12 {
            let mut here = wander(&position, position.cells(), &mut random);
            if seed % 6 == 2 && here.colouring().iter().filter(|&&c| c == UNCOLOURED).count() > 7 {
                continue;
            }
            for turn in [Player::Left, Player::Right] {
                here = here.with_turn(turn);
                let (task, keys) = (task(here.clone()), keys(&here));
                assert!(task.is_near());
                let near = Near::new(&task, &keys);
                match (
                    wins_near(&near, &near.start(), &mut HashMap::new()),
                    wins(&here, &mut known),
                ) {
                    (true, wins) => {
                        assert!(wins, "{here}");
                        proved +=
                            usize::from(near.is_finished(&near.start()).is_ok_and(|over| !over));
                    }
                    (false, true) => true_only += 1,
                    (false, false) => false_ones += 1,
                }
            }
        }
    }
    assert!(proved > 60 && false_ones > 60, "{proved} {true_only} {false_ones}");
}

/// The legal colours of a vertex, as a set.
fn legal(position: &Position, v: usize) -> u32 {
    let (graph, colouring) = (position.board().graph(), position.colouring());
    let seen = |c: u8| graph.neighbours(v).any(|w| colouring[w] == c);
    let colours = position.game().palette().colours();
    let legal = colours.filter(|&c| colouring[v] == UNCOLOURED && !seen(c));
    legal.fold(0, |set, c| set | 1 << (c - 1))
}

/// What near.rs says of a state and the real position.
fn check_invariants(position: &Position, state: &Lists) {
    let graph = position.board().graph();
    let order = graph.order();
    let list = |v: usize| {
        let colours = state.colours.iter().enumerate();
        colours.fold(0_u32, |set, (c, layer)| set | ((layer >> v & 1) as u32) << c)
    };
    let legal: Vec<u32> = (0..order).map(|v| legal(position, v)).collect();
    let is_in = |set: u128, v: usize| set >> v & 1 == 1;
    for v in 0..order {
        let uncoloured = position.colouring()[v] == UNCOLOURED;
        if is_in(state.core, v) {
            assert!(uncoloured && list(v) == legal[v], "(A) {position}: {v}");
        }
        for w in graph.neighbours(v).filter(|&w| is_in(state.core, w)) {
            assert_eq!(legal[v] & !list(v) & list(w), 0, "(B) {position}: {v} beside {w}");
        }
        assert!(!is_in(state.patients, v) || is_in(state.core, v), "(C) {position}: {v}");
        let takers = |s: u32| graph.neighbours(v).filter(|&w| legal[w] & s != 0).count();
        let mut sets = (1..1_u32 << state.colours.len()).filter(|s| s & !legal[v] == 0);
        let mut is_safe = || sets.any(|s| takers(s) < s.count_ones() as usize);
        assert!(!uncoloured || is_in(state.patients, v) || is_safe(), "(D) {position}: {v}");
    }
}

/// Bob's real move as a move near the patients.
fn near_move(state: &Lists, m: Move) -> Ply {
    match m.is_skip() {
        false if state.colours[usize::from(m.colour) - 1] >> m.cell & 1 == 1 => {
            Ply::Colour(m.cell, usize::from(m.colour) - 1)
        }
        _ => Ply::Skip,
    }
}

#[test]
fn the_invariants_hold_along_real_play() {
    let mut random = SplitMix::new(12);
    let (mut plies, mut skipped) = (0, 0);
    for (round, graph) in
        ["grid:4x5", "grid:5x5", "random:9,0.5,1", "king:4x4", "petersen:5,2", "random:12,0.4,2"]
            .iter()
            .cycle()
            .take(240)
            .enumerate()
    {
        let position = start(&format!("colouring:{}:bob-skips", 3 + round / 6 % 3), graph);
        let mut position = wander(&position, position.cells(), &mut random);
        let (task, keys) = (task(position.clone()), keys(&position));
        let near = Near::new(&task, &keys);
        let mut state = near.start();
        check_invariants(&position, &state);
        while near.is_finished(&state).is_ok() && state.patients != 0 {
            let alices = near.choices(&state);
            let bobs = position.moves();
            let ply = if state.is_alices {
                alices[random.below(alices.len())]
            } else {
                let m = bobs[random.below(bobs.len())];
                position = position.play(m).unwrap();
                let ply = near_move(&state, m);
                skipped += usize::from(ply == Ply::Skip && !m.is_skip());
                ply
            };
            if let (true, Ply::Colour(cell, colour)) = (state.is_alices, ply) {
                position = position.play(Move { cell, colour: colour as u8 + 1 }).unwrap();
            }
            assert!(near.choices(&state).contains(&ply));
            state = near.after(&state, ply);
            check_invariants(&position, &state);
            plies += 1;
        }
    }
    assert!(plies > 500 && skipped > 20, "{plies} {skipped}");
}

/// Four colours on 3×3: the vertex in the middle may run out of colours, and nothing else can.
#[test]
fn one_patient_in_the_middle() {
    let position = start("colouring:4", "grid:3x3").with_turn(Player::Right);
    let (task, keys) = (task(position.clone()), keys(&position));
    let near = Near::new(&task, &keys);
    let state = near.start();
    assert_eq!((state.patients, state.core), (1 << 4, 0b010_111_010));
    assert_eq!(state.colours, [0b111_111_111; 4]);
    // Every colour everywhere, and the skip.
    assert_eq!(near.choices(&state).len(), 9 * 4 + 1);
    let after = near.after(&state, Ply::Colour(1, 2));
    assert_eq!(near.choices(&after).len(), 4 * 4 - 1);
    assert_eq!(after.colours[2] & 1 << 4, 0);
    assert!(near.write(&after).contains("vertex 4 (patient): 1 2 4"), "{}", near.write(&after));
    let healed = near.after(&after, Ply::Colour(4, 0));
    assert!(near.is_finished(&healed).unwrap());
    assert_eq!((healed.patients, healed.core, healed.colours), (0, 0, vec![0; 4]));
}
