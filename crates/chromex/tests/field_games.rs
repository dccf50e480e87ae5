//! Described games, and the games of the literature: engines agree with the literal rules on all
//! small graphs, claims about them are proved and checked, and the least numbers agree with the
//! literature.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashMap;

use chromex::certificate::checker::{Statement, check};
use chromex::certificate::{Unproved, prove, suggest, suggest_least};
use chromex::graphs::{Board, Graph, all, facts, invariants, parse};
use chromex::rules::{Boards, Convention, Game, Player, Position, Verdict, parse_game};
use chromex::{Budget, GameFamily, Solver, Sources, Value, describe, least};

const BOTH: [Player; 2] = [Player::Left, Player::Right];

/// Games of every kind that can be described, with the largest graphs on which they are played
/// exhaustively.
const GAMES: &[(&str, usize)] = &[
    ("own:colours=2:forbid=1-1", 4),
    ("own:colours=3:forbid=same/2,consecutive", 4),
    ("own:colours=Red,Green:left=Red:forbid=Red-Red,Red-Green/2", 4),
    ("own:colours=3:left=1,2:right=2,3:forbid=same", 3),
    ("own:colours=2:forbid=same:open=touching", 4),
    ("own:colours=2:forbid=1-1:open=touching:end=coloured", 4),
    ("own:colours=3:left=1,2:right=2,3:forbid=same:end=coloured", 4),
    ("own:colours=2:forbid=same/2:skip=left:end=coloured", 4),
    ("own:colours=3:left=1,2:right=2,3:forbid=different:end=misere", 3),
    ("own:colours=2:forbid=same:open=in-order:end=misere", 4),
    ("own:colours=1:forbid=same:end=count", 5),
    ("own:colours=2:forbid=same:skip=right:end=count", 3),
    ("own:colours=2:forbid=1-1:on=edges", 4),
    ("own:colours=2:forbid=same,1>2", 3),
    ("colouring:2:alice-skips", 4),
    ("colouring:3:alice-skips", 4),
    ("colouring:2:bob-skips", 4),
    ("colouring:3:bob-skips", 4),
    ("arc-kayles", 4),
    ("edge-colouring:2", 4),
    ("total-colouring:3", 3),
    ("connected-colouring:2", 4),
    ("connected-colouring:3", 4),
    ("labelling:3", 4),
    ("labelling:4", 4),
    ("indicated:2", 4),
    ("indicated:3", 3),
    ("marking:1", 5),
    ("marking:2", 5),
    ("marking:3", 5),
    ("misere:node-kayles", 5),
    ("misere:icol", 4),
    ("misere:isnort", 4),
    ("misere:col", 4),
    ("misere:snort", 4),
    ("misere:weak:2", 3),
    ("misere:arc-kayles", 4),
];

/// The result by the literal rules: a nimber, 1 or -1 for the winner, or the score.
struct Literal(HashMap<(Vec<u8>, Player), i32>);

impl Literal {
    fn value(&mut self, position: &Position) -> i32 {
        let key = (position.colouring().to_vec(), position.turn());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let after: Vec<i32> =
            position.moves().iter().map(|&m| self.value(&position.play(m).unwrap())).collect();
        let value = match (position.convention(), position.verdict()) {
            (Convention::Impartial, _) => (0..).find(|heap| !after.contains(heap)).unwrap(),
            (_, Some(Verdict::Score(score))) => score,
            (_, Some(Verdict::Wins(player))) => {
                if player == Player::Left {
                    1
                } else {
                    -1
                }
            }
            _ if position.turn() == Player::Left => after.into_iter().max().unwrap(),
            _ => after.into_iter().min().unwrap(),
        };
        self.0.insert(key, value);
        value
    }
}

/// The result by the engine.
fn searched(position: &Position) -> i32 {
    let sign = |player| if player == Player::Left { 1 } else { -1 };
    let value = Solver::new(position, &Budget::default()).unwrap().value(position).unwrap();
    match value {
        Value::Nimber(heap) => heap as i32,
        Value::Score(score) => score,
        other => sign(other.winner(position.turn()).unwrap()),
    }
}

fn boards(game: &Game, order: usize) -> Vec<Board> {
    if game.boards() == Boards::Directed {
        let names = ["empty:2", "dipath:3", "dicycle:3", "arcs:0>1,1>0,2", "arcs:0>1,2>1"];
        return names.map(|name| parse(name).unwrap()).into();
    }
    all::graphs(order).into_iter().map(all::board).collect()
}

fn start(game: &Game, board: &Board) -> Position {
    Position::start(game.clone(), board.clone()).unwrap()
}

#[test]
fn engines_agree_with_the_literal_rules_on_all_small_graphs() {
    for (name, most) in GAMES {
        let game = parse_game(name).unwrap();
        for board in (0..=*most).flat_map(|order| boards(&game, order)) {
            for turn in BOTH {
                let start = start(&game, &board).with_turn(turn);
                let literal = Literal(HashMap::new()).value(&start);
                assert_eq!(searched(&start), literal, "{name}: {start}");
            }
        }
    }
}

#[test]
fn vertices_that_wait_for_a_colour_get_it_in_any_order() {
    // In certificates, positions that are equal up to symmetries of the graph count once.
    let value = |start: &str| {
        let position: Position = format!("indicated:2 path:4 {start} right").parse().unwrap();
        (Literal(HashMap::new()).value(&position), position.moves().len())
    };
    assert_eq!(value("..11|...."), value("11..|...."));
    assert_eq!(value("11..|....").1, 4);
}

#[test]
fn what_is_claimed_of_them_is_proved_and_checked() {
    for (name, _) in GAMES {
        let game = parse_game(name).unwrap();
        let directed = game.boards() == Boards::Directed;
        for board in if directed { ["dipath:3", "dicycle:3"] } else { ["path:4", "cycle:4"] } {
            let position = start(&game, &parse(board).unwrap());
            let claim = suggest(&position, &Budget::default()).unwrap();
            let statement = Statement::about(&position, claim);
            let certificate = prove(statement, &Budget::default()).unwrap();
            let mut file = Vec::new();
            certificate.write(&mut file).unwrap();
            let proved = check(&mut &file[..], 1 << 30, &mut |_| true).unwrap();
            let said = proved.header.statement.sentence();
            assert!(said.contains(&position.game().name()), "{said}");
        }
    }
}

/// A certificate of a claim about the least number, if the claim is true in the checker's reading.
fn proved_least(games: &GameFamily, board: &Board, first: Player, claim: &str) -> Option<String> {
    let claim = claim.parse().unwrap();
    let statement = Statement::about_least(games.clone(), board.clone(), first, claim).unwrap();
    let certificate = match prove(statement, &Budget::default()) {
        Err(Unproved::False(_)) => return None,
        proved => proved.unwrap(),
    };
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    Some(check(&mut &file[..], 1 << 30, &mut |_| true).unwrap().header.statement.sentence())
}

#[test]
fn the_least_numbers_of_all_families_are_certified() {
    for (family, graph, says) in [
        ("colouring", "path:4", "the game chromatic number χ_g of path:4 (when Alice moves first)"),
        (
            "colouring:K:bob-skips",
            "path:4",
            "χ_[A,B] of path:4, the least K of colouring:K:bob-skips (when Alice moves first)",
        ),
        ("marking:K", "cycle:5", "col_g of cycle:5, the least K of marking:K"),
        ("edge-colouring:K", "star:3", "χ'_g of star:3, the least K of edge-colouring:K"),
        ("total-colouring:K", "path:3", "χ''_g of path:3, the least K of total-colouring:K"),
        ("connected-colouring:K", "cycle:4", "χ_cg of cycle:4, the least K of"),
        ("indicated:K", "cycle:5", "χ_i of cycle:5, the least K of indicated:K"),
        ("labelling:K", "path:3", "the least K with which Alice wins labelling:K on path:3"),
        ("own:colours=K:forbid=same/2:end=coloured", "path:4", "the least K with which Alice"),
    ] {
        let (games, board) = (family.parse::<GameFamily>().unwrap(), parse(graph).unwrap());
        let first = Player::Left;
        let least = number(family, &board, first);
        let claim = suggest_least(&games, &board, first, &Budget::default()).unwrap();
        assert_eq!(claim.to_string(), format!("chi = {least}"), "{family}");
        let words = proved_least(&games, &board, first, &claim.to_string()).unwrap();
        assert!(words.starts_with(says), "{words}");
        let holds = |claim: String| proved_least(&games, &board, first, &claim).is_some();
        assert!(holds(format!("chi >= {least}")) && holds(format!("chi <= {least}")), "{family}");
        assert!(!holds(format!("chi = {}", least + 1)) && !holds(format!("chi >= {}", least + 1)));
    }
    // Colours that are interchangeable in one game need not be so in another: each game has its own
    // keys.
    let games: GameFamily = "labelling:K".parse().unwrap();
    for graph in all::connected(3) {
        let board = all::board(graph);
        for first in BOTH {
            let claim = suggest_least(&games, &board, first, &Budget::default()).unwrap();
            proved_least(&games, &board, first, &claim.to_string()).unwrap();
        }
    }
}

/// The edge colouring game, implemented a second time: colours of edges, without a line graph.
fn alice_colours_all_edges(graph: &Graph, colours: u8, turn: Player) -> bool {
    fn wins(edges: &[(usize, usize)], given: &mut Vec<u8>, colours: u8, turn: Player) -> bool {
        let meets = |e: usize, f: usize| {
            let (a, b) = (edges[e], edges[f]);
            e != f && (a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1)
        };
        let open: Vec<usize> = (0..edges.len()).filter(|&e| given[e] == 0).collect();
        let fits = |given: &[u8], e: usize, colour: u8| {
            (0..edges.len()).all(|f| !meets(e, f) || given[f] != colour)
        };
        if open.iter().any(|&e| (1..=colours).all(|colour| !fits(given, e, colour))) {
            return false;
        }
        let alice = turn == Player::Left;
        for &e in &open {
            for colour in (1..=colours).filter(|&colour| fits(given, e, colour)).collect::<Vec<_>>()
            {
                given[e] = colour;
                let won = wins(edges, given, colours, turn.opponent());
                given[e] = 0;
                if won == alice {
                    return alice;
                }
            }
        }
        open.is_empty() || !alice
    }
    let edges: Vec<_> = graph.edges().collect();
    wins(&edges, &mut vec![0; edges.len()], colours, turn)
}

#[test]
fn edges_are_coloured_as_edges() {
    for graph in (0..=4).flat_map(all::graphs) {
        for (colours, turn) in (1..=3).flat_map(|k| BOTH.map(|turn| (k, turn))) {
            let game = Game::edge_colouring(colours.into()).unwrap();
            let position = start(&game, &all::board(graph.clone())).with_turn(turn);
            let expected = if alice_colours_all_edges(&graph, colours, turn) { 1 } else { -1 };
            assert_eq!(searched(&position), expected, "{position}");
        }
    }
}

fn number(family: &str, board: &Board, first: Player) -> usize {
    let family: GameFamily = family.parse().unwrap();
    let found = least(&family, board, first, false, &Budget::default(), Sources::default());
    found.unwrap().number().unwrap()
}

#[test]
fn the_least_number_is_the_first_with_which_alice_wins() {
    for family in ["colouring:K:bob-skips", "marking:K", "labelling:K", "connected-colouring:K"] {
        let games: GameFamily = family.parse().unwrap();
        for graph in (1..=4).flat_map(all::graphs) {
            let board = all::board(graph);
            for first in BOTH {
                let wins = |k: &usize| {
                    let position = start(&games.member(*k).unwrap(), &board).with_turn(first);
                    Literal(HashMap::new()).value(&position) == 1
                };
                let found = number(family, &board, first);
                assert_eq!((1..).find(wins), Some(found), "{family} on {}", board.name());
            }
        }
    }
}

#[test]
fn numbers_are_in_the_order_that_the_rules_force() {
    for board in (1..=5).flat_map(all::connected).map(all::board) {
        let [alice, bob] = BOTH.map(|first| {
            let of = |family| number(family, &board, first);
            // A player who may skip need not do so.
            let [helped, plain, harmed] =
                [of("colouring:K:alice-skips"), of("colouring:K"), of("colouring:K:bob-skips")];
            assert!(helped <= plain && plain <= harmed, "{}", board.name());
            // Zhu (1999): the player who can keep the number of marked neighbours small can also
            // keep the number of colours small.
            assert!(plain <= of("marking:K"), "{}", board.name());
            [helped, harmed]
        });
        // Moving first and being able to skip means being able to choose who moves first.
        assert!(alice[0] <= bob[0] && alice[1] <= bob[1], "{}", board.name());
        // Beveridge et al. (2008).
        let degree = board.graph().max_degree();
        let index = number("edge-colouring:K", &board, Player::Left);
        assert!(degree == 0 || (degree..2 * degree).contains(&index), "{}", board.name());
    }
}

#[test]
fn numbers_of_the_literature() {
    let of = |family, graph, first| number(family, &parse(graph).unwrap(), first);
    // Chia et al., the talk: the cycle of four vertices.
    assert_eq!(of("colouring:K", "cycle:4", Player::Left), 3);
    assert_eq!(of("colouring:K", "cycle:4", Player::Right), 2);
    // Charpentier et al. (2020): Alice wins the connected game with two colours on bipartite graphs.
    for graph in (2..=6).flat_map(all::connected) {
        if facts::is_bipartite(&graph) {
            let found = number("connected-colouring:K", &all::board(graph), Player::Left);
            assert!(found <= 2);
        }
    }
    // Ann needs at least as many colours as any proper colouring.
    for board in (1..=4).flat_map(all::graphs).map(all::board) {
        let needed = invariants::chromatic_number(board.graph(), 1_000_000).unwrap();
        assert!(number("indicated:K", &board, Player::Left) >= needed);
    }
}

#[test]
fn families_that_make_no_sense_are_refused() {
    for (text, message) in [
        ("icol:K", "no game with a number K: wrong number of parameters for `icol`"),
        ("proper:K", "the least K is asked of games that Alice wins or loses"),
        ("colouring:3", "no game with a number K: the variants are `alice-skips` and `bob-skips`"),
        ("own:colours=K:forbid=sam", "no game with a number K: `sam` is no pair of colours"),
    ] {
        let error = text.parse::<GameFamily>().unwrap_err();
        assert_eq!(error.message(), message, "{text}");
    }
    assert_eq!("marking".parse::<GameFamily>().unwrap().to_string(), "marking:K");
}

#[test]
fn games_are_told_back_as_they_were_understood() {
    let told = |text: &str| describe(&parse_game(text).unwrap());
    let game = told("own:colours=Red,Green,Blue:left=Red,Green:forbid=Red-Red/2,Green>Blue");
    assert_eq!(
        game.rules,
        [
            "Left colours with Red or Green.",
            "Right colours with Red, Green or Blue.",
            "Red and Red may not stand within distance 2.",
            "No arc may go from Green to Blue.",
            "Who cannot move loses.",
            "It is played on digraphs.",
        ]
    );
    let icol = told("own:colours=Black,White:forbid=same");
    assert_eq!(icol.identity, "icol");
    assert_eq!(icol.engine, Some("nimbers of the components of a list game"));
    assert_eq!(icol.theorems[0].theorem, "Theorem 3 of Uiterwijk");
    let example = icol.example.unwrap();
    assert_eq!(example.moves, ["1=W", "2=B", "2=W", "3=B"]);
    let (refused, why) = example.forbidden.unwrap();
    assert_eq!(refused, "1=B");
    assert!(why.starts_with("vertex 1 (Black) against vertex 0 (Black)"), "{why}");
    let slow = told("own:colours=2:forbid=same:open=touching");
    assert!(slow.engine.unwrap().contains("slow") && slow.theorems.is_empty());
    // Every listed game can be put into words.
    for info in chromex::rules::GAMES {
        let report = told(info.example);
        assert!(report.example.is_some() && report.engine.is_some(), "{}", info.name);
    }
}

/// Whether Alice wins by the literal rules, trying every move.
fn alice_wins_literally(position: &Position, known: &mut HashMap<(Vec<u8>, Player), bool>) -> bool {
    if let Some(verdict) = position.verdict() {
        return verdict == Verdict::Wins(Player::Left);
    }
    let key = (position.colouring().to_vec(), position.turn());
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut after = position.moves().into_iter().map(|m| position.play(m).unwrap());
    let wins = match position.turn() {
        Player::Left => after.any(|next| alice_wins_literally(&next, known)),
        Player::Right => after.all(|next| alice_wins_literally(&next, known)),
    };
    known.insert(key, wins);
    wins
}

/// For positions the answer to Zhu's question is different: Alice wins these with k colours and
/// loses them with k + 1 (FINDINGS.md).
#[test]
fn positions_that_one_colour_more_loses() {
    for (graph, coloured, turn, k) in [
        ("g6:IZ_zIkA?_", 2, Player::Left, 3),
        ("g6:I@DiwCA^?", 3, Player::Right, 3),
        ("g6:I@Lwp`SZ?", 4, Player::Right, 4),
    ] {
        let board = parse(graph).unwrap();
        let open = board.order() - coloured;
        let colouring: Vec<u8> =
            (0..board.order()).map(|v| (v + 1).saturating_sub(open) as u8).collect();
        let wins = |k: usize| {
            let game = Game::colouring(k).unwrap();
            let position = Position::new(game, board.clone(), colouring.clone(), turn).unwrap();
            let wins = alice_wins_literally(&position, &mut HashMap::new());
            let mut solver = Solver::new(&position, &Budget::default()).unwrap();
            assert_eq!(solver.value(&position).unwrap(), Value::won_by_alice(wins), "{graph} {k}");
            wins
        };
        assert_eq!([wins(k), wins(k + 1)], [true, false], "{graph}");
    }
}
