//! Games in which directions do not matter are played on digraphs as on the underlying graphs.

#![allow(clippy::unwrap_used, missing_docs)]

use chromex::graphs::random::SplitMix;
use chromex::graphs::{Board, Graph, ops, parse};
use chromex::rules::{Boards, Game, Player, Position, UNCOLOURED, parse_game};
use chromex::{Ask, Budget, Provenance, Question, Solver, Sources, ask};

const GAMES: [&str; 8] = [
    "node-kayles",
    "icol",
    "proper:3",
    "distance:1:2",
    "distance:2:2",
    "distance:2:3",
    "distance:3:2",
    "misere:icol",
];

fn random_digraph(random: &mut SplitMix) -> Board {
    let (n, density) = (1 + random.below(6), random.unit());
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).filter(|(u, v)| u != v);
    let arcs: Vec<_> = pairs.filter(|_| random.unit() < density).collect();
    Board::new(Graph::directed(n, arcs).unwrap(), "random")
}

/// The nimber by the literal rules; in misère play, whether the player to move wins.
fn literal(position: &Position, misere: bool) -> u32 {
    let after: Vec<u32> =
        position.moves().into_iter().map(|m| literal(&position.play(m).unwrap(), misere)).collect();
    match misere {
        true => u32::from(after.is_empty() || after.contains(&0)),
        false => (0..).find(|value| !after.contains(value)).unwrap(),
    }
}

#[test]
fn directions_do_not_count() {
    let mut random = SplitMix::new(21);
    for _ in 0..60 {
        let board = random_digraph(&mut random);
        let plain = ops::underlying(&board).unwrap();
        assert!(!plain.graph().is_directed());
        for name in GAMES {
            let game = parse_game(name).unwrap();
            if game.palette().len() > 2 && board.order() > 4 {
                continue;
            }
            let mut on_arcs = Position::start(game.clone(), board.clone()).unwrap();
            let mut on_edges = Position::start(game, plain.clone()).unwrap();
            let solved = |position: &Position| {
                Solver::new(position, &Budget::default()).unwrap().value(position).unwrap()
            };
            loop {
                assert_eq!(on_arcs.moves(), on_edges.moves(), "{on_arcs}");
                let found = solved(&on_arcs);
                assert_eq!(found, solved(&on_edges), "{on_arcs}");
                let misere = name.starts_with("misere");
                let wins = found.winner(on_arcs.turn()) == Some(on_arcs.turn());
                assert_eq!(wins, literal(&on_arcs, misere) != 0, "{on_arcs}");
                let moves = on_arcs.moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                (on_arcs, on_edges) = (on_arcs.play(m).unwrap(), on_edges.play(m).unwrap());
            }
        }
    }
}

#[test]
fn theorems_are_asked_about_the_graph_without_directions() {
    for (game, graph) in
        [("icol", "dicycle:1001"), ("distance:2:2", "dipath:1000"), ("icol", "dipath:999")]
    {
        let start = Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap();
        let answer = ask(&Question::new(&start, Ask::Value)).unwrap();
        assert!(matches!(answer.provenance, Provenance::Theorem(_)), "{start}");
    }
    let small: Position = "icol dicycle:7 ....... left".parse().unwrap();
    let [said, found] = [Sources::default(), Sources::SEARCH]
        .map(|sources| ask(&Question::new(&small, Ask::Value).from(sources)).unwrap().value);
    assert_eq!(said, found);
}

/// Taking digraphs too does not make it a different game.
#[test]
fn the_game_is_the_same() {
    assert_eq!(Game::icol().boards(), Boards::Either);
    let described = parse_game("own:colours=2:forbid=same").unwrap();
    assert_eq!(described.boards(), Boards::Undirected);
    assert_eq!((described.identity(), &described), ("icol".to_owned(), &Game::icol()));
    let on_arcs: Position = "distance:2:2 arcs:0>1,2>1 1.. left".parse().unwrap();
    assert_eq!(on_arcs.turn(), Player::Left);
    assert_eq!(on_arcs.colouring()[1], UNCOLOURED);
    // Vertex 2 is two steps from vertex 0, though no directed path joins them.
    assert!(on_arcs.moves().iter().all(|m| m.colour == 2), "{:?}", on_arcs.moves());
}
