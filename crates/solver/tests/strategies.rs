//! Strategies keep their promises, and the referee that watches them agrees with the literal rules.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::parse;
use chromex::graphs::random::SplitMix;
use chromex::rules::{GAMES, Position, parse_game};
use chromex::strategy::Referee;

/// Boards that between them suit every game.
const BOARDS: &[&str] = &["grid:3x3", "path:7", "cycle:6", "dipath:6", "dicycle:5", "star:4"];

#[test]
fn the_referee_agrees_with_the_literal_rules() {
    let mut random = SplitMix::new(5);
    let mut played = 0;
    for info in GAMES {
        for board in BOARDS {
            let (game, board) = (parse_game(info.example).unwrap(), parse(board).unwrap());
            let Ok(start) = Position::start(game, board) else { continue };
            for _ in 0..20 {
                played += follow(start.clone(), &mut random);
            }
        }
    }
    assert!(played > 5000, "{played}");
}

/// Plays one random game, asking the referee and the position everything after each move.
fn follow(mut position: Position, random: &mut SplitMix) -> usize {
    let mut referee = Referee::new(&position);
    for played in 0.. {
        assert_eq!(referee.verdict(), position.verdict(), "{position}");
        assert_eq!(referee.moves(), position.moves(), "{position}");
        assert_eq!(referee.turn(), position.turn());
        let moves = position.moves();
        if moves.is_empty() {
            return played;
        }
        let m = moves[random.below(moves.len())];
        position = position.play(m).unwrap();
        referee.play(m).unwrap();
        assert!(referee.play(m).is_err(), "the cell is coloured now");
        assert_eq!(referee.colouring(), position.colouring());
    }
    unreachable!()
}
