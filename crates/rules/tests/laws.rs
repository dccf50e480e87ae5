//! Laws that hold for every game: its notation reads back, its moves are consistent with its
//! positions, and what it declares about itself is true.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::formats::{digraph6, graph6};
use chromex_graphs::ops::within;
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, Graph, parse};
use chromex_rules::{
    Boards, Colour, Condition, Convention, GAMES, Game, Goal, Move, PairRule, Places, Player,
    Position, Rules, UNCOLOURED, Verdict, parse_game,
};
use common::{FAMILIES, NAMES};
use proptest::prelude::*;

const DIGRAPH_FAMILIES: &[&str] =
    &["dipath:5", "dicycle:2", "dicycle:3", "dicycle:6", "2*dipath:2", "arcs:0>1,1>0,2"];

const BOTH: [Player; 2] = [Player::Left, Player::Right];

/// Whether the board should be a digraph; if the game takes both kinds, every other board is one.
fn on_digraph(game: &str, random: &mut SplitMix) -> bool {
    match parse_game(game).unwrap().boards() {
        Boards::Undirected => false,
        Boards::Directed => true,
        Boards::Either => random.below(2) == 0,
    }
}

fn random_graph(directed: bool, random: &mut SplitMix) -> Graph {
    let (n, density) = (random.below(7), random.unit());
    let all = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let pairs = all.filter(|&(u, v)| u < v || directed && u != v);
    let edges: Vec<_> = pairs.filter(|_| random.unit() < density).collect();
    if directed { Graph::directed(n, edges).unwrap() } else { Graph::undirected(n, edges).unwrap() }
}

/// A family, or a random graph under the name that graph6 or digraph6 gives it.
fn random_board(directed: bool, random: &mut SplitMix) -> Board {
    let families = if directed { DIGRAPH_FAMILIES } else { FAMILIES };
    if random.below(3) == 0 {
        return parse(families[random.below(families.len())]).unwrap();
    }
    let graph = random_graph(directed, random);
    let name = match directed {
        true => format!("d6:{}", digraph6::write(&graph).unwrap().trim()),
        false => format!("g6:{}", graph6::write(&graph).unwrap().trim()),
    };
    Board::new(graph, name)
}

/// A permutation of `0..n`.
fn shuffled(n: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        all.swap(i, random.below(i + 1));
    }
    all
}

/// The game with this name; sequential colouring gets an order every other time.
fn game_on(name: &str, board: &Board, random: &mut SplitMix) -> Game {
    if name.starts_with("sequential") && board.order() > 0 && random.below(2) == 0 {
        let order: Vec<_> = shuffled(board.order(), random).iter().map(usize::to_string).collect();
        return parse_game(&format!("{name}:{}", order.join(","))).unwrap();
    }
    parse_game(name).unwrap()
}

/// A game on a board, before any move.
fn random_start(name: &str, random: &mut SplitMix) -> Position {
    // Some games do not take every board: `orthogonal-parts:3:2` refuses one with four vertices.
    let (game, board) = loop {
        let board = random_board(on_digraph(name, random), random);
        let game = game_on(name, &board, random);
        if game.accepts(board.graph()).is_ok() {
            break (game, board);
        }
    };
    Position::start(game, board).unwrap().with_turn(BOTH[random.below(2)])
}

/// A position reached by random play.
fn random_position(name: &str, random: &mut SplitMix) -> Position {
    let mut position = random_start(name, random);
    for _ in 0..random.below(position.cells() + 2) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[random.below(moves.len())]).unwrap();
    }
    position
}

/// A random colouring that ignores the rules.
fn random_colouring(position: &Position, random: &mut SplitMix) -> Vec<Colour> {
    let colours = position.game().palette().len();
    let sparse = 1 + random.below(3);
    let mut any = || if random.below(sparse) == 0 { 1 + random.below(colours) } else { 0 };
    (0..position.cells()).map(|_| any() as Colour).collect()
}

fn legal(position: &Position, colouring: &[Colour]) -> bool {
    legal_on(position, position.board().graph(), colouring)
}

fn legal_on(position: &Position, graph: &Graph, colouring: &[Colour]) -> bool {
    let coloured = (0..colouring.len()).filter(|&v| colouring[v] != UNCOLOURED);
    coloured.into_iter().all(|v| position.game().conflict(graph, colouring, v).is_none())
}

fn with_colouring(position: &Position, colouring: Vec<Colour>) -> Option<Position> {
    let (game, board) = (position.game().clone(), position.board().clone());
    Position::new(game, board, colouring, position.turn()).ok()
}

fn after(position: &Position, m: Move) -> Vec<Colour> {
    let mut colouring = position.colouring().to_vec();
    if !m.is_skip() {
        colouring[m.cell] = m.colour;
    }
    colouring
}

fn same(a: &Position, b: &Position) -> bool {
    a.game().name() == b.game().name()
        && a.board().name() == b.board().name()
        && a.board().graph() == b.board().graph()
        && a.colouring() == b.colouring()
        && a.turn() == b.turn()
}

/// Applies a law to every game, with random numbers.
fn for_every_game(seed: u64, mut law: impl FnMut(&str, &mut SplitMix)) {
    for name in NAMES {
        law(name, &mut SplitMix::new(seed));
    }
}

#[test]
fn every_game_is_among_those_tested() {
    for info in GAMES {
        let is_tested = |name: &&str| name.split(':').next() == Some(info.name);
        assert!(NAMES.iter().any(is_tested), "{}", info.name);
    }
}

// The moves for callers with little time.

proptest! {
    #[test]
    fn moves_are_all_or_none(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            assert_eq!(position.moves_while(&mut || true), Some(position.moves()), "{position}");
            let looked_at = position.moves().iter().any(|m| !m.is_skip());
            assert!(!looked_at || position.moves_while(&mut || false).is_none(), "{position}");
        });
    }
}

// The notation.

proptest! {
    #[test]
    fn positions_read_back_as_they_are_printed(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            let line = position.to_string();
            let read: Position = line.parse().unwrap();
            assert!(same(&read, &position), "{line}");
            assert_eq!(read.to_string(), line);
        });
    }

    #[test]
    fn positions_read_back_as_pairs(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            if position.cells() == 0 {
                return;
            }
            let all = position.colouring().iter().enumerate();
            let pairs: Vec<String> = all
                .map(|(cell, &colour)| position.write_move(Move { cell, colour }))
                .enumerate()
                // Uncoloured vertices may be left out, but some `=` has to be there.
                .filter(|(i, pair)| *i == 0 || !pair.ends_with('.'))
                .map(|(_, pair)| pair)
                .collect();
            let (game, board) = (position.game().clone(), position.board().clone());
            let read = Position::read(game, board, &pairs.join(","), position.turn()).unwrap();
            assert!(same(&read, &position), "{position}: {pairs:?}");
        });
    }

    #[test]
    fn moves_read_back_as_they_are_printed(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            for m in position.moves() {
                assert_eq!(position.read_move(&position.write_move(m)).unwrap(), m, "{position}");
            }
        });
    }
}

// Moves and positions.

/// Every move that can be written, and a few that cannot be played.
fn thinkable(position: &Position) -> Vec<Move> {
    let colours = position.game().palette().len() as Colour;
    let cells = 0..position.cells() + 2;
    let colourings =
        cells.flat_map(|cell| (0..=colours + 1).map(move |colour| Move { cell, colour }));
    colourings.chain([Move::SKIP]).collect()
}

proptest! {
    #[test]
    fn a_move_is_refused_exactly_if_it_is_not_listed(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            for player in BOTH {
                let his = position.clone().with_turn(player);
                let listed = his.moves();
                for m in thinkable(&position) {
                    let allowed = listed.contains(&m);
                    assert_eq!(position.check(player, m).is_ok(), allowed, "{position}: {m:?}");
                    assert_eq!(his.play(m).is_ok(), allowed, "{his}: {m:?}");
                }
            }
        });
    }

    #[test]
    fn a_legal_move_leads_to_a_legal_position(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            for m in position.moves() {
                let next = position.play(m).unwrap();
                assert_eq!(next.colouring(), after(&position, m));
                assert_eq!(next.turn(), position.turn().opponent());
                assert!(with_colouring(&next, next.colouring().to_vec()).is_some(), "{next}");
            }
        });
    }

    #[test]
    fn a_move_is_legal_exactly_if_the_colouring_after_it_is(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            let (game, graph) = (position.game(), position.board().graph());
            if game.places() != Places::Any || game.ended(graph, position.colouring()).is_some() {
                return;
            }
            let open = |m: &Move| position.colouring().get(m.cell) == Some(&UNCOLOURED);
            let usable = |m: &Move| {
                game.palette().colours().any(|c| c == m.colour)
                    && game.may_use(position.turn(), m.colour)
            };
            for m in thinkable(&position).into_iter().filter(open).filter(usable) {
                let whole = with_colouring(&position, after(&position, m)).is_some();
                assert_eq!(position.check(position.turn(), m).is_ok(), whole, "{position}: {m:?}");
            }
        });
    }

    #[test]
    fn a_game_is_over_exactly_if_there_is_no_move(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            assert_eq!(position.verdict().is_some(), position.moves().is_empty(), "{position}");
        });
    }

    #[test]
    fn positions_are_accepted_exactly_if_no_vertex_has_a_conflict(seed: u64) {
        for_every_game(seed, |name, random| {
            let start = random_start(name, random);
            let colouring = random_colouring(&start, random);
            let accepted = with_colouring(&start, colouring.clone()).is_some();
            assert_eq!(accepted, legal(&start, &colouring), "{start}: {colouring:?}");
        });
    }

    #[test]
    fn in_sequential_colouring_all_moves_are_on_one_vertex(seed: u64) {
        for name in ["sequential:2", "sequential:3"] {
            let position = random_position(name, &mut SplitMix::new(seed));
            let moves = position.moves();
            assert!(moves.iter().all(|m| m.cell == moves[0].cell), "{position}");
        }
    }
}

// What games declare.

/// Only the cells `u` and `v` of a colouring.
fn only(colouring: &[Colour], u: usize, v: usize) -> Vec<Colour> {
    let mut pair = vec![UNCOLOURED; colouring.len()];
    (pair[u], pair[v]) = (colouring[u], colouring[v]);
    pair
}

/// The graph without the directions of its arcs.
fn underlying(graph: &Graph) -> Graph {
    Graph::undirected(graph.order(), graph.edges()).unwrap()
}

/// The colouring with the colours of each copy permuted on their own.
fn recoloured(colouring: &[Colour], order: usize, permutations: &[Vec<usize>]) -> Vec<Colour> {
    let new = |(cell, &colour): (usize, &Colour)| match colour {
        UNCOLOURED => UNCOLOURED,
        colour => permutations[cell / order][usize::from(colour) - 1] as Colour + 1,
    };
    colouring.iter().enumerate().map(new).collect()
}

/// The colouring with the vertices of each copy renamed: `v` becomes `image[v]`.
fn renamed(colouring: &[Colour], image: &[usize]) -> Vec<Colour> {
    let mut new = colouring.to_vec();
    for (cell, &colour) in colouring.iter().enumerate() {
        new[renamed_cell(cell, image)] = colour;
    }
    new
}

fn renamed_cell(cell: usize, image: &[usize]) -> usize {
    let n = image.len();
    cell / n * n + image[cell % n]
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// A position and its image under a symmetry have corresponding moves and the same verdict.
fn check_image(position: &Position, image: &Position, of_move: impl Fn(Move) -> Move) {
    let of_any = |m: Move| if m.is_skip() { m } else { of_move(m) };
    let moves = position.moves().into_iter().map(of_any).collect();
    assert_eq!(sorted(moves), sorted(image.moves()), "{position}, {image}");
    assert_eq!(position.verdict(), image.verdict(), "{position}, {image}");
}

/// Whether a pair rule lets the cells `u` and `v` have their colours, computed separately: by
/// distances in the graph without directions, and by arcs.
fn pair_is_allowed(
    rule: &PairRule,
    graph: &Graph,
    colouring: &[Colour],
    u: usize,
    v: usize,
) -> bool {
    let (a, b) = (colouring[u], colouring[v]);
    let near = |distance| within(&underlying(graph), u, distance).contains(&v);
    let arc = |tail: usize, head: usize| graph.is_directed() && graph.has_edge(tail, head);
    (1..=rule.reach()).all(|distance| rule.allows_beyond(distance - 1, a, b) || !near(distance))
        && (!arc(u, v) || rule.allows_arc(a, b))
        && (!arc(v, u) || rule.allows_arc(b, a))
}

/// Whether a colouring is legal by what the game declares; `None` if it declares nothing.
fn legal_as_declared(game: &Game, graph: &Graph, colouring: &[Colour]) -> Option<bool> {
    let (cells, n) = (colouring.len(), graph.order());
    let coloured = |&v: &usize| colouring[v] != UNCOLOURED;
    let all = || (0..cells).filter(coloured);
    let pairs = || all().flat_map(|u| all().map(move |v| (u, v))).filter(|(u, v)| u != v);
    let other =
        |v: usize| graph.neighbours(v).filter(coloured).any(|w| colouring[w] != colouring[v]);
    let colours = |(u, v): (usize, usize)| (colouring[u], colouring[v]);
    Some(match game.condition() {
        Condition::Other => return None,
        Condition::Pairs(rule) => {
            pairs().all(|(u, v)| pair_is_allowed(&rule, graph, colouring, u, v))
        }
        Condition::Weak => pairs().all(|(u, v)| {
            !graph.adjacent(u, v) || colouring[u] != colouring[v] || other(u) && other(v)
        }),
        Condition::Oriented => {
            let arcs = || pairs().filter(|&(u, v)| graph.has_edge(u, v)).map(colours);
            arcs().all(|(a, b)| a != b && arcs().all(|arc| arc != (b, a)))
        }
        Condition::Orthogonal => {
            let both = |v: usize| (colouring[v], colouring[v + n]);
            let full = || (0..n).filter(|&v| coloured(&v) && coloured(&(v + n)));
            let apart = |(u, v): (usize, usize)| {
                u / n != v / n || !graph.adjacent(u % n, v % n) || colouring[u] != colouring[v]
            };
            pairs().all(apart) && full().all(|u| full().all(|v| u == v || both(u) != both(v)))
        }
    })
}

fn declares(name: &str, declared: impl Fn(&dyn Rules) -> bool) -> bool {
    declared(&*parse_game(name).unwrap())
}

proptest! {
    #[test]
    fn conditions_are_what_games_declare(seed: u64) {
        for_every_game(seed, |name, random| {
            let start = random_start(name, random);
            let (game, graph) = (start.game(), start.board().graph());
            let colouring = random_colouring(&start, random);
            let Some(declared) = legal_as_declared(game, graph, &colouring) else { return };
            assert_eq!(legal(&start, &colouring), declared, "{start}: {colouring:?}");
        });
    }

    #[test]
    fn places_are_open_as_games_declare(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            let (game, colouring) = (position.game(), position.colouring());
            let open = |v: &usize| colouring[*v] == UNCOLOURED;
            let order = game.places().order(position.cells());
            let next = order.and_then(|order| order.into_iter().find(open));
            let graph = position.board().graph();
            let touches = |v: &usize| graph.neighbours(*v).any(|w| !open(&w));
            let any_touches = || (0..position.cells()).filter(open).any(|v| touches(&v));
            for v in (0..position.cells()).filter(open) {
                let declared = match game.places() {
                    Places::Other => continue,
                    Places::Any => true,
                    Places::Touching => touches(&v) || !any_touches(),
                    _ => next == Some(v),
                };
                let is_open = game.not_yet(graph, colouring, v).is_none();
                assert_eq!(is_open, declared, "{position}: {v}");
            }
        });
    }

    #[test]
    fn who_cannot_move_loses_or_wins_where_games_declare_it(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            let winner = match position.game().goal() {
                Goal::LastMove => position.turn().opponent(),
                Goal::NotLastMove => position.turn(),
                _ => return,
            };
            let over = position.moves().is_empty().then_some(Verdict::Wins(winner));
            assert_eq!(position.verdict(), over, "{position}");
        });
    }

    #[test]
    fn who_may_skip_can_do_so_while_something_can_be_coloured(seed: u64) {
        for_every_game(seed, |name, random| {
            let position = random_position(name, random);
            for player in BOTH {
                let skips = position.check(player, Move::SKIP).is_ok();
                let allowed = position.game().skips() == Some(player);
                let colours = |player| {
                    let moves = position.clone().with_turn(player).moves();
                    moves.iter().any(|m| !m.is_skip())
                };
                assert_eq!(skips, allowed && BOTH.into_iter().any(colours), "{position}");
            }
        });
    }

    #[test]
    fn in_impartial_games_both_players_have_the_same_moves(seed: u64) {
        for_every_game(seed, |name, random| {
            if !declares(name, |game| game.convention() == Convention::Impartial) {
                return;
            }
            let position = random_position(name, random);
            let turned = position.clone().with_turn(position.turn().opponent());
            assert_eq!(position.moves(), turned.moves(), "{position}");
        });
    }

    #[test]
    fn pairwise_rules_are_conditions_on_near_pairs(seed: u64) {
        for_every_game(seed, |name, random| {
            let start = random_start(name, random);
            let Some(reach) = start.game().pairwise_reach() else { return };
            let colouring = random_colouring(&start, random);
            let graph = underlying(start.board().graph());
            let mut all_legal = true;
            for u in 0..start.cells() {
                assert!(legal(&start, &only(&colouring, u, u)), "a vertex alone is legal");
                let near = within(&graph, u, reach);
                for v in (0..start.cells()).filter(|&v| v != u) {
                    let fine = legal(&start, &only(&colouring, u, v));
                    assert!(fine || near.contains(&v), "{start}: {u} and {v} are too far apart");
                    all_legal &= fine;
                }
            }
            assert_eq!(legal(&start, &colouring), all_legal, "{start}: {colouring:?}");
        });
    }

    #[test]
    fn alike_colours_can_be_permuted(seed: u64) {
        for_every_game(seed, |name, random| {
            if !declares(name, |game| game.colours_alike()) {
                return;
            }
            let position = random_position(name, random);
            let (order, colours) = (position.board().order(), position.game().palette().len());
            let copies = 0..position.game().copies();
            let permutations: Vec<_> = copies.map(|_| shuffled(colours, random)).collect();
            let new = |colouring: &[Colour]| recoloured(colouring, order, &permutations);

            let any = random_colouring(&position, random);
            assert_eq!(legal(&position, &any), legal(&position, &new(&any)), "{position}: {any:?}");
            let image = with_colouring(&position, new(position.colouring())).unwrap();
            check_image(&position, &image, |m| {
                let colour = permutations[m.cell / order][usize::from(m.colour) - 1] as Colour + 1;
                Move { colour, ..m }
            });
        });
    }

    #[test]
    fn games_that_respect_symmetry_do_not_see_the_names_of_vertices(seed: u64) {
        for_every_game(seed, |name, random| {
            if !declares(name, |game| game.respects_symmetry()) {
                return;
            }
            let position = random_position(name, random);
            let image = shuffled(position.board().order(), random);
            let graph = position.board().graph().relabelled(&image);
            let any = random_colouring(&position, random);
            let other = renamed(&any, &image);
            assert_eq!(legal(&position, &any), legal_on(&position, &graph, &other), "{position}");

            let colouring = renamed(position.colouring(), &image);
            let (game, board) = (position.game().clone(), Board::new(graph, "renamed"));
            let renamed = Position::new(game, board, colouring, position.turn()).unwrap();
            check_image(&position, &renamed, |m| Move { cell: renamed_cell(m.cell, &image), ..m });
        });
    }

    #[test]
    fn automorphisms_map_legal_positions_to_legal_ones(seed: u64) {
        for_every_game(seed, |name, random| {
            if !declares(name, |game| game.respects_symmetry()) {
                return;
            }
            let position = random_position(name, random);
            let symmetry = Symmetry::of_uncoloured(position.board().graph()).unwrap();
            for generator in symmetry.generators() {
                let image: Vec<usize> = generator.iter().map(|&v| v as usize).collect();
                let other = with_colouring(&position, renamed(position.colouring(), &image));
                check_image(&position, &other.unwrap(), |m| {
                    Move { cell: renamed_cell(m.cell, &image), ..m }
                });
            }
        });
    }

    #[test]
    fn where_all_must_be_coloured_alice_wins_exactly_then(seed: u64) {
        for_every_game(seed, |name, random| {
            if !declares(name, |game| game.goal() == Goal::ColourAll) {
                return;
            }
            let position = random_position(name, random);
            let fits = |v: usize| {
                let colours = position.game().palette().colours();
                let mut after = colours.map(|colour| after(&position, Move { cell: v, colour }));
                after.any(|colouring| legal(&position, &colouring))
            };
            let mut open = (0..position.cells()).filter(|&v| position.colouring()[v] == UNCOLOURED);
            let full = open.clone().next().is_none();
            let expected = match open.any(|v| !fits(v)) {
                true => Some(Verdict::Wins(Player::Right)),
                false => full.then_some(Verdict::Wins(Player::Left)),
            };
            assert_eq!(position.verdict(), expected, "{position}");
        });
    }
}

#[test]
fn sequential_colouring_does_see_the_names_of_vertices() {
    let forwards: Position = "sequential:2 path:3 1.. left".parse().unwrap();
    let backwards: Position = "sequential:2 path:3 ..1 left".parse().unwrap();
    assert!(!forwards.game().respects_symmetry());
    assert_ne!(forwards.moves().len(), backwards.moves().len());
}
