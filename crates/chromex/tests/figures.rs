//! The figures of the papers can be opened, and show what the papers say about them.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::claims::{LOST, figures};
use chromex::graphs::random::SplitMix;
use chromex::rules::{Player, Position};
use chromex::strategy::{FourRowsSeen, Options, create, four_rows_seen};
use chromex::theory::PAPERS;

#[test]
fn every_figure_is_a_legal_position_with_a_legal_answer() {
    for figure in figures() {
        let position: Position =
            figure.position.parse().unwrap_or_else(|e| panic!("{figure:?}: {e}"));
        assert_eq!(position.to_string(), figure.position, "{figure:?}");
        if let Some(answer) = figure.answer {
            let m = position.read_move(answer).unwrap();
            assert!(position.play(m).is_ok(), "{figure:?}");
        }
        let paper = figure.id.split('/').next().unwrap();
        assert!(PAPERS.iter().any(|known| known.key == paper), "{figure:?}");
        assert!(LOST.iter().all(|(id, _)| *id != figure.id), "{figure:?}");
    }
}

#[test]
fn the_games_that_are_drawn_to_their_end_are_over() {
    for (id, winner) in [
        ("uiterwijk/figure-1-4x4", Player::Right),
        ("uiterwijk/figure-1-4x5", Player::Right),
        ("uiterwijk/figure-2", Player::Left),
        ("uiterwijk/figure-4", Player::Left),
    ] {
        let figure = figures().iter().find(|figure| figure.id == id).unwrap();
        let end: Position = figure.position.parse().unwrap();
        assert!(end.moves().is_empty() && end.turn() == winner.opponent(), "{id}");
    }
}

fn seen(id: &str) -> FourRowsSeen {
    let figure = figures().iter().find(|figure| figure.id == id).unwrap();
    four_rows_seen(&figure.position.parse().unwrap()).unwrap()
}

#[test]
fn the_configurations_of_figures_2_and_3_are_seen() {
    for (id, letter) in [("alpha", "α"), ("beta", "β"), ("gamma", "γ"), ("delta", "δ"), ("pi", "π")]
    {
        let seen = seen(&format!("brosse/figure-2-{id}"));
        // A block that consists of column 1 counts as β if it could be α, and has no left border.
        let wanted = if id == "alpha" { "β" } else { letter };
        let right = seen.borders.iter().filter(|border| border.side == "right");
        let found: Vec<_> = right.map(|border| border.configuration).collect();
        assert_eq!(found, [Some(wanted)], "{id}: {seen:?}");
    }
    for (id, name) in [
        ("delta", "Δ"),
        ("delta-prime", "Δ'"),
        ("delta-prime-2", "Δ'₂"),
        ("lambda", "Λ"),
        ("lambda-prime", "Λ'"),
    ] {
        let seen = seen(&format!("brosse/figure-3-{id}"));
        assert!(seen.specials.iter().any(|special| special.name == name), "{id}: {seen:?}");
    }
}

/// After each move of the strategy, the view of the position agrees with its invariants; and a
/// vertex in trouble is reported.
#[test]
fn the_induction_hypothesis_is_seen_to_hold_in_play() {
    let mut random = SplitMix::new(4);
    for columns in [1, 2, 3, 5, 8, 13] {
        let line = format!(
            "colouring:4 grid:4x{columns} {} alice",
            vec![".".repeat(columns); 4].join("/")
        );
        for _ in 0..20 {
            let mut position: Position = line.parse().unwrap();
            let mut alice = create("four-rows", &position, None, &Options::default()).unwrap();
            while let Some(reply) = alice.answer().filter(|_| !position.moves().is_empty()) {
                position = position.play(reply.play).unwrap();
                alice.played(Player::Left, reply.play);
                let seen = four_rows_seen(&position).unwrap();
                assert_eq!(seen.broken, Vec::<String>::new(), "{position}");
                let marks = |kind: &str| {
                    alice.explain().marks.iter().filter(|mark| mark.kind == kind).count()
                };
                assert_eq!(seen.blocks.len(), marks("block"), "{position}");
                assert_eq!(seen.borders.len(), marks("border"), "{position}");
                assert_eq!(seen.specials.len(), marks("sick"), "{position}");
                assert_eq!(seen.patients.len(), marks("patient and doctors"), "{position}");
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                position = position.play(m).unwrap();
                alice.played(Player::Right, m);
            }
        }
    }
    let trouble: Position = "colouring:4 grid:4x5 ...../..1../.2.3./..... bob".parse().unwrap();
    let seen = four_rows_seen(&trouble).unwrap();
    assert!(seen.broken.iter().any(|text| text.contains("Property")), "{seen:?}");
    for line in ["colouring:3 grid:4x2 ../../../.. bob", "colouring:4 grid:3x2 ../../.. bob"] {
        assert!(four_rows_seen(&line.parse().unwrap()).is_err(), "{line}");
    }
}
