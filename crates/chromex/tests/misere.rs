//! Misère play: outcomes, genera and tameness, compared with the literal rules on all small graphs
//! and on sums of them.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashMap;

use chromex::graphs::{Board, all, ops, parse};
use chromex::rules::{Game, Position, parse_game};
use chromex::{Ask, Budget, Class, Genus, Question, Solver, Tameness, Value, ask};

/// Games with the largest graphs on which they are played exhaustively.
const GAMES: &[(&str, usize)] = &[
    ("misere:node-kayles", 6),
    ("misere:icol", 5),
    ("misere:isnort", 4),
    ("misere:proper:3", 4),
    ("misere:distance:2:2", 4),
    ("misere:arc-kayles", 5),
    ("own:colours=2:forbid=1-1:end=misere", 4),
];

/// The nimber and the misère nimber by the literal rules, and whether every position that can be
/// reached has the genus of a sum of nim-heaps.
#[derive(Default)]
struct Literal(HashMap<Vec<u8>, (Genus, bool)>);

impl Literal {
    fn genus(&mut self, position: &Position) -> (Genus, bool) {
        let key = position.colouring().to_vec();
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let after = |m| self.genus(&position.play(m).unwrap());
        let options: Vec<(Genus, bool)> = position.moves().into_iter().map(after).collect();
        let mex = |number: fn(&Genus) -> u32| {
            (0..).find(|n| options.iter().all(|(option, _)| number(option) != *n)).unwrap()
        };
        let genus = match options.is_empty() {
            true => Genus { nimber: 0, misere: 1 },
            false => Genus { nimber: mex(|g| g.nimber), misere: mex(|g| g.misere) },
        };
        let like_nim =
            matches!((genus.nimber, genus.misere), (0, 1) | (1, 0)) || genus.nimber == genus.misere;
        let found = (genus, like_nim && options.iter().all(|(_, tame)| *tame));
        self.0.insert(key, found);
        found
    }
}

fn start(game: &Game, board: Board) -> Position {
    Position::start(game.clone(), board).unwrap()
}

fn searched(position: &Position) -> (Value, Tameness) {
    let mut solver = Solver::new(position, &Budget::default()).unwrap();
    let value = solver.value(position).unwrap();
    (value, solver.tameness(position).unwrap().unwrap())
}

#[test]
fn genera_are_those_of_the_literal_rules() {
    let (mut tame, mut wild) = (0, 0);
    for (name, most) in GAMES {
        let game = parse_game(name).unwrap();
        // The path of nine vertices is the first on which Node Kayles is wild.
        let paths = ["path:8", "path:9", "path:10"].map(|path| parse(path).unwrap());
        let paths = paths.into_iter().filter(|_| *name == "misere:node-kayles");
        for board in (0..=*most).flat_map(all::graphs).map(all::board).chain(paths) {
            let position = start(&game, board);
            let (genus, is_tame) = Literal::default().genus(&position);
            let (value, tameness) = searched(&position);
            let class = if genus.misere == 0 { Class::P } else { Class::N };
            assert_eq!(value, Value::Class(class), "{position}");
            let expected = if is_tame { Tameness::Tame(genus) } else { Tameness::Wild };
            assert_eq!(tameness, expected, "{position}");
            *(if is_tame { &mut tame } else { &mut wild }) += 1;
        }
    }
    assert!(tame > 300 && wild == 1, "{tame} and {wild}");
}

#[test]
fn sums_of_tame_positions_are_known_by_their_genera() {
    for (name, most) in [("misere:node-kayles", 4), ("misere:icol", 3), ("misere:isnort", 3)] {
        let game = parse_game(name).unwrap();
        let boards: Vec<Board> = (1..=most).flat_map(all::connected).map(all::board).collect();
        for a in &boards {
            for b in &boards {
                let parts = [a, b].map(|board| searched(&start(&game, board.clone())).1);
                let [Tameness::Tame(first), Tameness::Tame(second)] = parts else { continue };
                let whole = start(&game, ops::disjoint_union(a, b).unwrap());
                let (genus, tame) = Literal::default().genus(&whole);
                assert!(tame, "{a:?} {b:?}");
                assert_eq!(first.plus(second), genus, "{name}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn sums_with_wild_parts_are_searched() {
    let game = parse_game("misere:node-kayles").unwrap();
    let wild = parse("path:9").unwrap();
    for other in ["path:1", "path:2", "path:3", "path:4", "cycle:5"] {
        let other = parse(other).unwrap();
        let whole = start(&game, ops::disjoint_union(&wild, &other).unwrap());
        let (genus, _) = Literal::default().genus(&whole);
        let class = if genus.misere == 0 { Class::P } else { Class::N };
        assert_eq!(searched(&whole), (Value::Class(class), Tameness::Wild), "{whole}");
    }
}

#[test]
fn answers_tell_the_genus() {
    let told = |game: &str, graph: &str| {
        let position = start(&parse_game(game).unwrap(), parse(graph).unwrap());
        ask(&Question::new(&position, Ask::BestMoves)).unwrap().tameness
    };
    let tame = |nimber, misere| Some(Tameness::Tame(Genus { nimber, misere }));
    assert_eq!(told("misere:node-kayles", "path:1"), tame(1, 0));
    assert_eq!(told("misere:node-kayles", "path:3"), tame(2, 2));
    assert_eq!(told("misere:node-kayles", "empty:2"), tame(0, 1));
    // Only impartial games in misère play have one.
    assert_eq!(told("misere:col", "path:3"), None);
    assert_eq!(told("node-kayles", "path:3"), None);
}
