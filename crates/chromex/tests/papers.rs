//! Facts that the papers state or that follow from them, found again by search.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
#[path = "../../engine/tests/common/mod.rs"]
mod common;

use asking::{chi, value};
use chromex::graphs::parse;
use chromex::rules::{Player, Position};
use chromex::{Budget, Class, Value};
use common::{Brute, start_on};

fn value_of(position: &Position) -> Value {
    value(position, &Budget::default()).unwrap().value.unwrap()
}

fn nimber_of(position: &Position) -> u32 {
    match value_of(position) {
        Value::Nimber(nimber) => nimber,
        other => panic!("{position} is {other}, no nimber"),
    }
}

fn nimber(game: &str, graph: &str) -> u32 {
    nimber_of(&start_on(game, graph))
}

fn nimber_at(line: &str) -> u32 {
    nimber_of(&line.parse().unwrap())
}

fn nimbers<T: ToString>(
    game: &str,
    family: &str,
    members: impl IntoIterator<Item = T>,
) -> Vec<u32> {
    members.into_iter().map(|n| nimber(game, &format!("{family}{}", n.to_string()))).collect()
}

fn is_p(game: &str, graph: &str) -> bool {
    nimber(game, graph) == 0
}

fn score(game: &str, graph: &str) -> i32 {
    match value_of(&start_on(game, graph)) {
        Value::Score(score) => score,
        other => panic!("{game} on {graph} is {other}, no score"),
    }
}

fn class(game: &str, graph: &str) -> Class {
    match value_of(&start_on(game, graph)) {
        Value::Form(form) => form.class,
        other => panic!("{game} on {graph} is {other}, no form"),
    }
}

fn chi_first(first: Player, graph: &str) -> usize {
    let board = parse(graph).unwrap();
    chi(&board, first, false, &Budget::default()).unwrap().number().unwrap()
}

fn chi_g(graph: &str) -> usize {
    chi_first(Player::Left, graph)
}

fn chi_g_bob(graph: &str) -> usize {
    chi_first(Player::Right, graph)
}

// Node Kayles.

#[test]
fn node_kayles_on_paths_is_dawsons_kayles() {
    let expected = [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5];
    assert_eq!(nimbers("node-kayles", "path:", 1..=15), expected);
}

#[test]
fn node_kayles_on_boards_with_three_rows() {
    let expected = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5];
    assert_eq!(nimbers("node-kayles", "grid:3x", 1..=12), expected);
}

// Proper colouring: Beaulieu, Burke, Duchêne, section 2.

/// Corollary 4 and Proposition 6.
#[test]
fn proper_2_colouring_is_1_on_odd_paths_and_0_on_even_ones() {
    for n in 1..=16 {
        assert_eq!(nimber("proper:2", &format!("path:{n}")), n % 2, "path:{n}");
    }
}

/// Proposition 6 is stated for any number of colours.
#[test]
fn proper_colouring_is_1_on_odd_paths_whatever_the_colours() {
    for k in 2..=4 {
        let expected = [1; 4];
        assert_eq!(nimbers(&format!("proper:{k}"), "path:", [1, 3, 5, 7]), expected, "{k} colours");
    }
}

/// Corollary 5.
#[test]
fn proper_2_colouring_is_lost_by_the_first_player_on_cycles() {
    assert!((3..=14).all(|n| is_p("proper:2", &format!("cycle:{n}"))));
}

#[test]
fn proper_2_colouring_is_lost_by_the_first_player_on_hypercubes() {
    assert!((1..=4).all(|d| is_p("proper:2", &format!("hypercube:{d}"))));
}

/// The pairs (rows, columns) with at most `cells` cells and no more rows than columns.
fn sizes(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=cells).flat_map(move |r| (r..=cells / r).map(move |c| (r, c)))
}

/// Also Theorems 1, 2, 4 and 5 of Uiterwijk.
#[test]
fn on_grids_the_second_player_wins_exactly_if_a_side_is_even() {
    for (r, c) in sizes(15) {
        for game in ["proper:2", "icol", "isnort"] {
            let second = is_p(game, &format!("grid:{r}x{c}"));
            assert_eq!(second, r * c % 2 == 0, "{game} on {r}x{c}");
        }
    }
}

#[test]
fn on_odd_grids_the_first_player_wins_with_three_colours_too() {
    assert!(["grid:1x9", "grid:3x3"].iter().all(|graph| !is_p("proper:3", graph)));
}

#[test]
fn in_three_dimensions_an_even_side_decides_as_well() {
    assert!(is_p("proper:2", "grid:2x2x2"));
    assert!(is_p("proper:2", "grid:2x2x3"));
}

// Oriented blue-red colouring: Beaulieu, Burke, Duchêne, section 3.

/// A directed path of `k` vertices whose first is Blue and whose last is Red, where asked for.
fn chain(k: usize, blue_first: bool, red_last: bool) -> u32 {
    if k == 0 {
        return 0;
    }
    let mut colours = vec!['.'; k];
    if blue_first {
        colours[0] = 'B';
    }
    if red_last {
        colours[k - 1] = 'R';
    }
    nimber_at(&format!("blue-red dipath:{k} {} left", String::from_iter(colours)))
}

fn a(k: usize) -> u32 {
    chain(k, true, false)
}

fn b(k: usize) -> u32 {
    chain(k, false, true)
}

fn c(k: usize) -> u32 {
    chain(k, true, true)
}

fn d(k: usize) -> u32 {
    chain(k, false, false)
}

fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.into_iter().collect();
    (0..).find(|n| !values.contains(n)).unwrap()
}

/// Proposition 7.
#[test]
fn a_blue_first_vertex_is_worth_as_much_as_a_red_last_one() {
    assert!((1..=12).all(|k| a(k) == b(k)));
}

/// Proposition 8, and for k = 0.
#[test]
fn both_ends_coloured_are_worth_a_path_three_shorter() {
    assert!((0..=12).all(|k| c(k + 3) == d(k)));
}

/// Proposition 9, first formula: v_i becomes Blue and v_(i−1) dies, or Red and v_(i+1) dies.
#[test]
fn uncoloured_directed_paths_split_as_proposition_9_says() {
    for k in 1..=12_usize {
        let blue = (1..=k).map(|i| d(i.saturating_sub(2)) ^ a(k + 1 - i));
        let red = (1..=k).map(|i| b(i) ^ d((k - i).saturating_sub(1)));
        assert_eq!(d(k), mex(blue.chain(red)), "D_{k}");
    }
}

/// Proposition 9, second formula: v_2 cannot become Blue.
#[test]
fn paths_with_a_blue_first_vertex_split_as_proposition_9_says() {
    for k in 1..=12 {
        let blue = (3..=k).map(|i| a(i - 2) ^ a(k + 1 - i));
        let red = (2..=k).map(|i| c(i) ^ d((k - i).saturating_sub(1)));
        assert_eq!(a(k), mex(blue.chain(red)), "A_{k}");
    }
}

/// Proposition 9, third formula: nor can v_(k−1) become Red. C_k has two ends, so k ≥ 2.
#[test]
fn paths_with_both_ends_coloured_split_as_proposition_9_says() {
    for k in 2..=12 {
        let blue = (3..k).map(|i| a(i - 2) ^ c(k + 1 - i));
        let red = (2..k - 1).map(|i| c(i) ^ b(k - (i + 1)));
        assert_eq!(c(k), mex(blue.chain(red)), "C_{k}");
    }
}

#[test]
fn the_first_values_of_uncoloured_directed_paths() {
    let expected = [1, 2, 0, 3, 1, 0, 3, 3, 2, 4, 0, 5, 2, 3, 0, 0];
    assert_eq!(nimbers("blue-red", "dipath:", 1..=16), expected);
}

/// Proposition 10 says so for k > 3; it holds for k = 2 and 3 as well.
#[test]
fn paths_with_one_end_coloured_are_won_by_the_first_player() {
    assert_eq!((a(1), b(1)), (0, 0));
    assert!((2..=14).all(|k| a(k) > 0 && b(k) > 0));
}

/// Corollary 11 says so for length l > 3. It holds for l = 3 as well, and not for l = 2, where one
/// move ends the game.
#[test]
fn directed_cycles_of_three_or_more_are_lost_by_the_first_player() {
    assert_eq!(nimber("blue-red", "dicycle:2"), 1);
    assert!((3..=14).all(|l| is_p("blue-red", &format!("dicycle:{l}"))));
}

// Weak and distance colouring: Beaulieu, Burke, Duchêne, sections 4 and 5.

#[test]
fn weak_2_colouring_on_paths_is_won_by_parity() {
    for n in 1..=9 {
        assert_eq!(is_p("weak:2", &format!("path:{n}")), n % 2 == 0, "path:{n}");
    }
}

/// Theorem 14 and Corollary 15 for the odd ones.
#[test]
fn weak_2_colouring_on_cycles_is_worth_the_parity() {
    assert_eq!(nimbers("weak:2", "cycle:", 3..=9), [1, 0, 1, 0, 1, 0, 1]);
}

/// Theorem 16.
#[test]
fn distance_2_colouring_is_lost_by_the_first_player_on_even_paths_and_cycles() {
    for n in (4..=12).step_by(2) {
        assert!(is_p("distance:2:2", &format!("path:{n}")), "path:{n}");
        assert!(is_p("distance:2:2", &format!("cycle:{n}")), "cycle:{n}");
    }
}

/// The table in section 5.
#[test]
fn distance_2_colouring_on_odd_paths_up_to_17() {
    let outcomes: String = (3..=17)
        .step_by(2)
        .map(|n| if is_p("distance:2:2", &format!("path:{n}")) { 'P' } else { 'N' })
        .collect();
    assert_eq!(outcomes, "PNNPPNPP");
}

// Linear iCol and iSnort: Uiterwijk, sections 3.2 and 3.4.

/// What the colour of an extra vertex at the end of a chain makes of the vertex next to it: `b` can
/// only be Black, `w` only White, `o` either.
fn beside(game: &str, tint: char) -> &'static str {
    match (game, tint) {
        ("icol", 'b') | ("isnort", 'w') => "W",
        ("icol", 'w') | ("isnort", 'b') => "B",
        _ => "",
    }
}

/// The chain of `k` vertices with these end vertices.
fn tinted(game: &str, left: char, k: usize, right: char) -> u32 {
    let colours = format!("{}{}{}", beside(game, left), ".".repeat(k), beside(game, right));
    nimber_at(&format!("{game} path:{} {colours} left", colours.len()))
}

/// Theorem 3 and Equation (1).
fn icol_chain(left: char, k: usize, right: char) -> usize {
    match (left, right) {
        ('o', 'o') => k % 2,
        ('o', _) | (_, 'o') => k,
        _ if left == right => 1,
        _ => 0,
    }
}

/// Theorem 6 and Equation (2).
fn isnort_chain(left: char, k: usize, right: char) -> usize {
    match (left, right) {
        ('o', 'o') => k % 2,
        ('o', _) | (_, 'o') => k,
        _ if left == right => k % 2,
        _ => 1 - k % 2,
    }
}

fn check_chains(game: &str, expected: fn(char, usize, char) -> usize) {
    let ends = ['o', 'b', 'w'].into_iter().flat_map(|l| ['o', 'b', 'w'].map(|r| (l, r)));
    for (left, right) in ends {
        for k in 1..=12 {
            let found = tinted(game, left, k, right);
            assert_eq!(found as usize, expected(left, k, right), "{game} {left}…{right}, {k} long");
        }
    }
}

#[test]
fn icol_chains_have_the_values_of_equation_1() {
    check_chains("icol", icol_chain);
}

#[test]
fn isnort_chains_have_the_values_of_equation_2() {
    check_chains("isnort", isnort_chain);
}

// The largest connected subgraph game: Bensmail et al., section 4.

/// Theorem 4.3.
#[test]
fn alice_wins_the_connected_game_on_paths_of_1_3_5_7_and_9_only() {
    for n in 1..=14 {
        let alice = [1, 3, 5, 7, 9].contains(&n);
        assert_eq!(score("connected", &format!("path:{n}")).signum(), i32::from(alice), "path:{n}");
    }
}

/// Theorem 4.5.
#[test]
fn alice_wins_the_connected_game_on_odd_cycles_only() {
    for n in 3..=13 {
        assert_eq!(score("connected", &format!("cycle:{n}")).signum(), n % 2, "cycle:{n}");
    }
}

// The orthogonal colouring game: Andres et al.

#[test]
fn alice_is_one_ahead_with_one_colour_on_two_isolated_vertices() {
    assert_eq!(score("orthogonal:1", "2*empty:1"), 1);
}

#[test]
fn bob_is_two_ahead_with_two_colours_on_the_cycle_of_four() {
    assert_eq!(score("orthogonal:2", "cycle:4"), -2);
}

// The game chromatic number: Brosse et al., and Raspaud and Wu.

#[test]
fn the_game_chromatic_number_of_paths() {
    let numbers: Vec<_> = (1..=3).map(|n| chi_g(&format!("path:{n}"))).collect();
    assert_eq!(numbers, [1, 2, 2]);
    assert!((4..=20).all(|n| chi_g(&format!("path:{n}")) == 3));
}

#[test]
fn the_game_chromatic_number_of_cycles_is_three() {
    assert!((3..=20).all(|n| chi_g(&format!("cycle:{n}")) == 3));
}

#[test]
fn the_game_chromatic_number_of_boards_with_two_rows() {
    let numbers: Vec<_> = (1..=10).map(|n| chi_g(&format!("grid:2x{n}"))).collect();
    assert_eq!(numbers, [2, 3, 3, 4, 4, 4, 4, 4, 4, 4]);
}

/// Four colours are needed from 3×3 on; the paper says from 3×4.
#[test]
fn the_game_chromatic_number_of_boards_with_three_rows() {
    let numbers: Vec<_> = (1..=6).map(|n| chi_g(&format!("grid:3x{n}"))).collect();
    assert_eq!(numbers, [2, 3, 4, 4, 4, 4]);
}

#[test]
fn the_game_chromatic_number_when_bob_begins() {
    let paths: Vec<_> = (1..=12).map(|n| chi_g_bob(&format!("path:{n}"))).collect();
    assert_eq!(paths, [1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
    let cycles: Vec<_> = (3..=12).map(|n| chi_g_bob(&format!("cycle:{n}"))).collect();
    assert_eq!(cycles, [3, 2, 3, 2, 3, 3, 3, 3, 3, 3]);
    let two_rows: Vec<_> = (1..=7).map(|n| chi_g_bob(&format!("grid:2x{n}"))).collect();
    assert_eq!(two_rows, [2, 2, 2, 3, 3, 3, 3]);
    let three_rows: Vec<_> = (1..=6).map(|n| chi_g_bob(&format!("grid:3x{n}"))).collect();
    assert_eq!(three_rows, [2, 2, 4, 4, 4, 4]);
}

/// The least number of colours with which Alice wins, by brute force.
fn brute_chi(first: Player, graph: &str) -> usize {
    let start = |k: usize| start_on(&format!("colouring:{k}"), graph).with_turn(first);
    (1..).find(|&k| Brute::default().winner(&start(k)) == Player::Left).unwrap()
}

#[test]
fn the_game_chromatic_numbers_of_small_boards_are_what_brute_force_says() {
    for graph in
        ["path:4", "path:5", "path:6", "cycle:4", "cycle:6", "grid:2x3", "grid:2x4", "grid:3x3"]
    {
        for first in [Player::Left, Player::Right] {
            assert_eq!(
                chi_first(first, graph),
                brute_chi(first, graph),
                "{graph}, {first:?} first"
            );
        }
    }
}

// Col and Snort.

#[test]
fn col_and_snort_on_small_boards_are_what_brute_force_says() {
    for (m, n) in (1..=3).flat_map(|m| (1..=4).map(move |n| (m, n))) {
        for game in ["col", "snort"] {
            let start = start_on(game, &format!("grid:{m}x{n}"));
            assert_eq!(
                value_of(&start).outcome(),
                Brute::default().value(&start).outcome(),
                "{start}"
            );
        }
    }
}

/// Opposite squares get opposite colours.
#[test]
fn col_is_lost_by_the_first_player_on_boards_with_an_even_side() {
    for (m, n) in sizes(16).filter(|(m, n)| m * n % 2 == 0) {
        assert_eq!(class("col", &format!("grid:{m}x{n}")), Class::P, "{m}x{n}");
    }
}

/// He takes the centre first.
#[test]
fn snort_is_won_by_the_first_player_on_odd_boards() {
    for (m, n) in sizes(15).filter(|(m, n)| m * n % 2 == 1) {
        assert_eq!(class("snort", &format!("grid:{m}x{n}")), Class::N, "{m}x{n}");
    }
}

/// Opposite squares are never adjacent there.
#[test]
fn snort_is_lost_by_the_first_player_on_even_by_even_boards() {
    for (m, n) in sizes(16).filter(|(m, n)| m % 2 == 0 && n % 2 == 0) {
        assert_eq!(class("snort", &format!("grid:{m}x{n}")), Class::P, "{m}x{n}");
    }
}

#[test]
fn col_and_snort_outcomes_on_boards_with_up_to_three_rows() {
    let row = |game: &str, m: usize| -> String {
        (1..=4).map(|n| class(game, &format!("grid:{m}x{n}")).to_string()).collect()
    };
    assert_eq!([1, 2, 3].map(|m| row("col", m)), ["NPPP", "PPPP", "PPPP"]);
    assert_eq!([1, 2, 3].map(|m| row("snort", m)), ["NNNN", "NPNP", "NNNN"]);
}

#[test]
fn snort_on_two_cycles() {
    assert_eq!(class("snort", "cycle:5"), Class::N);
    assert_eq!(class("snort", "cycle:8"), Class::P);
}
