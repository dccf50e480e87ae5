//! The fast maker-breaker engine, compared with the plain one.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::HashSet;

use chromex_budget::Budget;
use chromex_budget::Meter;
use chromex_engine::model::lists::{ListGame, Lists};
use chromex_engine::search::maker_breaker::MakerBreaker;
use chromex_engine::search::plain::maker_breaker::MakerBreaker as Plain;
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, parse};
use chromex_rules::{Colour, Player, Position};
use common::{options, play_at_random, random_board, start, up_to_isomorphism};

const BOTH: [Player; 2] = [Player::Left, Player::Right];
const LARGE: u64 = 1 << 28;
/// Memory for only a few entries.
const TINY: u64 = 2048;

fn compile(position: &Position) -> (ListGame, Lists) {
    let game = ListGame::compile(position, 1, &Meter::new(&Budget::default())).unwrap();
    let lists = game.lists(position);
    (game, lists)
}

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

/// Who may skip.
const SKIPS: [Option<Player>; 3] = [None, Some(Player::Left), Some(Player::Right)];

/// Asks the plain engine and the fast one, with much memory, little and none.
fn compare(position: &Position, first: &[Player], skips: Option<Player>) {
    let (game, lists) = compile(position);
    let mut plain = Plain::new(game.clone(), true, skips);
    let mut fast = [(LARGE, 1), (TINY, 1), (0, 1), (LARGE, 2), (TINY, 2)]
        .map(|(memory, threads)| MakerBreaker::new(game.clone(), memory, threads));
    if let Some(player) = skips {
        fast.iter_mut().for_each(|engine| engine.let_skip(player));
    }
    for &player in first {
        let expected = plain.alice_wins(lists.clone(), player, &mut meter()).unwrap();
        for engine in &mut fast {
            let found = engine.alice_wins(lists.clone(), player, &mut meter()).unwrap();
            assert_eq!(found, expected, "{position}, {player:?} first, {skips:?} may skip");
        }
    }
}

fn compare_start(board: &Board) {
    for (k, skips) in (1..=5).flat_map(|k| SKIPS.map(|skips| (k, skips))) {
        compare(&start(&format!("colouring:{k}"), board), &BOTH, skips);
    }
}

#[test]
fn all_small_graphs() {
    for n in 0..=5 {
        up_to_isomorphism(n, false).iter().for_each(compare_start);
    }
}

#[test]
fn all_connected_graphs_on_six_vertices() {
    let connected = |board: &&Board| chromex_graphs::ops::components(board.graph()).len() == 1;
    let all = up_to_isomorphism(6, false);
    let all: Vec<_> = all.iter().filter(connected).collect();
    assert_eq!(all.len(), 112);
    all.into_iter().for_each(compare_start);
}

/// A position without dead vertices, reached by random moves; `None` if Bob has won.
fn random_position(n: usize, k: usize, random: &mut SplitMix) -> Option<Position> {
    let from = start(&format!("colouring:{k}"), &random_board(n, false, random));
    let moves = random.below(n);
    let position = play_at_random(from, moves, random, |_| false);
    position.verdict().is_none().then_some(position)
}

fn compare_at_random(count: usize, largest: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    let mut compared = 0;
    while compared < count {
        let (n, k) = (7 + random.below(largest - 6), 2 + random.below(5));
        let Some(position) = random_position(n, k, &mut random) else { continue };
        compare(&position, &[BOTH[random.below(2)]], SKIPS[random.below(3)]);
        compared += 1;
    }
}

#[test]
fn random_positions() {
    compare_at_random(3000, 11, 1);
}

#[test]
#[ignore = "minutes"]
fn many_random_positions() {
    compare_at_random(200_000, 12, 2);
}

/// What the fast engine claims at sight is what the plain engine finds by search.
fn check_sight(count: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    let mut claims = [0; 2];
    while claims[0] < count || claims[1] < count {
        let (n, k) = (5 + random.below(6), 2 + random.below(5));
        let Some(position) = random_position(n, k, &mut random) else { continue };
        let (game, lists) = compile(&position);
        for player in BOTH {
            let claim = MakerBreaker::new(game.clone(), 0, 1).at_sight(&lists, player);
            let Some(winner) = claim else { continue };
            let mut plain = Plain::new(game.clone(), true, None);
            let alice = plain.alice_wins(lists.clone(), player, &mut meter()).unwrap();
            assert_eq!(winner == Player::Left, alice, "{position}, {player:?} first");
            claims[winner as usize] += 1;
        }
    }
}

#[test]
fn sight_is_right() {
    check_sight(3000, 3);
}

#[test]
#[ignore = "minutes"]
fn sight_is_right_very_often() {
    check_sight(50_000, 4);
}

/// What the search near endangered vertices claims for Alice is what the plain engine finds, even
/// if Bob may skip. Counts the claims that are not seen at once, and the wins that are not found.
fn check_local_wins(position: &Position, counts: &mut [usize; 2]) {
    let (game, lists) = compile(position);
    let mut plain = Plain::new(game.clone(), true, Some(Player::Right));
    for player in BOTH {
        let mut fast = MakerBreaker::new(game.clone(), LARGE, 1);
        if fast.at_sight(&lists, player).is_some() {
            continue;
        }
        let claim = fast.alice_wins_locally(&lists, player, &mut meter()).unwrap();
        let alice = plain.alice_wins(lists.clone(), player, &mut meter()).unwrap();
        assert!(alice || !claim, "{position}, {player:?} first");
        counts[0] += usize::from(claim);
        counts[1] += usize::from(alice && !claim);
    }
}

fn check_local_wins_at_random(count: usize, seed: u64) {
    let boards = ["grid:4x5", "cylinder:4x5", "grid:5x5", "torus:4x4", "cylinder:5x4", "grid:3x6"];
    let mut random = SplitMix::new(seed);
    let mut counts = [0; 2];
    for _ in 0..count {
        let (board, k) = match random.below(2) {
            0 => (parse(boards[random.below(boards.len())]).unwrap(), 3 + random.below(2)),
            _ => (random_board(8 + random.below(6), false, &mut random), 2 + random.below(4)),
        };
        let open = 6 + random.below(7);
        let moves = board.graph().order().saturating_sub(open);
        let from = start(&format!("colouring:{k}"), &board);
        let position = play_at_random(from, moves, &mut random, |_| false);
        if position.verdict().is_none() {
            check_local_wins(&position, &mut counts);
        }
    }
    assert!(counts[0] > count / 20 && counts[1] < counts[0] / 4, "{counts:?}");
}

#[test]
fn wins_near_endangered_vertices_are_wins() {
    check_local_wins_at_random(4000, 5);
}

#[test]
#[ignore = "minutes"]
fn wins_near_endangered_vertices_are_wins_very_often() {
    check_local_wins_at_random(100_000, 6);
}

/// Checks a position and everything that can follow.
fn check_all_local_wins(
    position: &Position,
    seen: &mut HashSet<Vec<Colour>>,
    counts: &mut [usize; 2],
) {
    if position.verdict().is_some() || !seen.insert(position.colouring().to_vec()) {
        return;
    }
    check_local_wins(position, counts);
    for (_, after) in options(position) {
        check_all_local_wins(&after, seen, counts);
    }
}

#[test]
#[ignore = "minutes"]
fn wins_near_endangered_vertices_of_all_graphs_on_six_vertices() {
    let mut counts = [0; 2];
    for board in up_to_isomorphism(6, false) {
        check_all_local_wins(&start("colouring:3", &board), &mut HashSet::new(), &mut counts);
    }
    assert!(counts[0] > 0, "{counts:?}");
}

/// Games that need both searches, with one thread and with two.
#[test]
fn longer_games() {
    for (graph, wins) in [
        ("grid:5x6", true),
        ("cylinder:4x5", true),
        ("torus:4x5", false),
        ("king:4x4", false),
        ("hypercube:4", false),
    ] {
        let (game, lists) = compile(&start("colouring:4", &parse(graph).unwrap()));
        for threads in [1, 2] {
            let mut engine = MakerBreaker::new(game.clone(), LARGE, threads);
            let found = engine.alice_wins(lists.clone(), Player::Left, &mut meter()).unwrap();
            assert_eq!(found, wins, "{graph} {threads}");
        }
    }
}

#[test]
fn a_budget_stops_the_search() {
    let (game, lists) = compile(&start("colouring:4", &parse("grid:6x6").unwrap()));
    let mut engine = MakerBreaker::new(game, LARGE, 1);
    let mut meter = Meter::new(&Budget { nodes: Some(100), ..Budget::default() });
    assert!(engine.alice_wins(lists, Player::Left, &mut meter).is_err());
    assert_eq!(meter.statistics().positions, 100);
}

#[test]
fn many_colours_and_many_vertices() {
    // With more colours than the maximum degree Alice always wins; in a clique a vertex dies if
    // there are fewer colours than vertices.
    for (graph, k, wins) in [
        ("complete:12", 12, true),
        ("complete:8", 7, false),
        ("complete:61", 61, true),
        ("star:127", 2, true),
        ("grid:8x16", 5, true),
        ("path:128", 3, true),
    ] {
        let (game, lists) = compile(&start(&format!("colouring:{k}"), &parse(graph).unwrap()));
        let mut engine = MakerBreaker::new(game, LARGE, 1);
        let found = engine.alice_wins(lists, Player::Left, &mut meter()).unwrap();
        assert_eq!(found, wins, "{graph} {k}");
    }
}

/// The connected graphs on so many vertices, from nauty's `geng`.
fn connected(n: usize) -> Vec<Board> {
    let n = n.to_string();
    let output = std::process::Command::new("nauty-geng").args(["-cq", &n]).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| parse(&format!("g6:{line}")).unwrap()).collect()
}

#[test]
#[ignore = "needs nauty-geng, minutes"]
fn all_connected_graphs_on_seven_and_eight_vertices_agree() {
    connected(7).iter().for_each(compare_start);
    for board in connected(8) {
        (2..=4).for_each(|k| compare(&start(&format!("colouring:{k}"), &board), &BOTH, None));
    }
}

/// χ_g of all connected graphs on eight vertices.
#[test]
#[ignore = "needs nauty-geng"]
fn all_connected_graphs_on_eight_vertices() {
    let boards = connected(8);
    let mut counts = [0; 9];
    for board in boards {
        let chi = (1..).find(|k| {
            let (game, lists) = compile(&start(&format!("colouring:{k}"), &board));
            MakerBreaker::new(game, LARGE, 1).alice_wins(lists, Player::Left, &mut meter()).unwrap()
        });
        counts[chi.unwrap()] += 1;
    }
    assert_eq!(counts, [0, 0, 1, 1042, 6872, 3022, 168, 11, 1]);
}
