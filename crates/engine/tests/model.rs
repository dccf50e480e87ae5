//! Compiling, playing and decomposing agree with the literal rules: for every game whose rule is
//! about pairs, on random graphs and positions.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use chromex_budget::{Budget, Meter};
use chromex_engine::model::Model;
use chromex_engine::model::lattice::Lattice;
use chromex_engine::model::lists::{Component, ListGame, Lists};
use chromex_engine::model::literal::Literal;
use chromex_engine::model::normal::Normaliser;
use chromex_engine::model::piece::Piece;
use chromex_engine::model::word::{Word, vertices};
use chromex_engine::search::plain::grundy::Grundy;
use chromex_graph_tools::bits::VertexSet;
use chromex_graphs::random::SplitMix;
use chromex_graphs::{Board, Point, parse};
use chromex_rules::{Convention, Move, Player, Position};
use common::{play_at_random, random_board, start};

const GAMES: &[&str] = &[
    "node-kayles",
    "proper:2",
    "proper:3",
    "proper:4",
    "icol",
    "isnort",
    "distance:2:2",
    "distance:3:2",
    "blue-red",
    "col",
    "snort",
    "colouring:2",
    "colouring:3",
    "colouring:4",
];

/// A position some random moves into the game, with either player to move.
fn random_position(game: &str, order: usize, random: &mut SplitMix) -> Position {
    let board = random_board(random.below(order + 1), game == "blue-red", random);
    let turn = [Player::Left, Player::Right][random.below(2)];
    let first = start(game, &board).with_turn(turn);
    let moves = random.below(order / 2);
    play_at_random(first, moves, random, |_| false)
}

fn reach(position: &Position) -> usize {
    position.game().pairwise_reach().unwrap()
}

fn compile(position: &Position) -> ListGame {
    ListGame::compile(position, reach(position), &meter()).unwrap()
}

/// Positions of every game, `count` of each.
fn each_game(order: usize, count: usize, seed: u64, check: impl Fn(&Position, &mut SplitMix)) {
    let mut random = SplitMix::new(seed);
    for game in GAMES {
        for _ in 0..count {
            let position = random_position(game, order, &mut random);
            check(&position, &mut random);
        }
    }
}

/// The bit and colour of a move in a compiled game.
fn bit_and_colour(game: &ListGame, m: Move) -> (usize, usize) {
    let bit = game.cells().iter().position(|&cell| cell == m.cell).unwrap();
    (bit, usize::from(m.colour) - 1)
}

/// The moves of a player according to the lists, in the order of the rules.
fn moves_by_lists(game: &ListGame, lists: &Lists, position: &Position) -> Vec<Move> {
    let all = (0..game.colours()).flat_map(|c| vertices(lists[c]).map(move |v| (v, c)));
    let moves = all.map(|(v, c)| game.to_move(v, c));
    let allowed = moves.filter(|m| position.game().may_use(position.turn(), m.colour));
    let mut moves: Vec<Move> = allowed.collect();
    moves.sort_unstable();
    moves
}

fn check_moves(game: &ListGame, lists: &Lists, position: &Position) {
    if position.game().ended(position.board().graph(), position.colouring()).is_some() {
        return;
    }
    for turn in [Player::Left, Player::Right] {
        let position = position.clone().with_turn(turn);
        let mut literal = position.moves();
        literal.sort_unstable();
        assert_eq!(moves_by_lists(game, lists, &position), literal, "{position}");
    }
}

/// Plays a game to its end by both methods.
fn check_play(mut position: Position, random: &mut SplitMix) {
    let game = compile(&position);
    let mut lists = game.lists(&position);
    loop {
        check_moves(&game, &lists, &position);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        let m = moves[random.below(moves.len())];
        let (v, c) = bit_and_colour(&game, m);
        position = position.play(m).unwrap();
        lists = game.play(&lists, v, c);
        assert_eq!(lists, game.lists(&position), "{position}");
    }
}

#[test]
fn playing_on_lists_is_playing_by_the_rules() {
    each_game(12, 60, 1, |position, random| check_play(position.clone(), random));
}

/// The children of a compiled position are the positions after each move, up to renaming
/// interchangeable colours.
fn check_children(position: &Position) {
    if position.game().ended(position.board().graph(), position.colouring()).is_some() {
        return;
    }
    let game = compile(position);
    let sorted = |mut states: Vec<Lists>| {
        states.sort_unstable();
        states.dedup();
        states
    };
    let lists = game.lists(position);
    let children = game.children(&lists, position.turn());
    let found = children.map(|lists| game.normalise(lists)).collect();
    let played = position.moves().into_iter().map(|m| position.play(m).unwrap());
    let expected = played.map(|after| game.normalise(game.lists(&after))).collect();
    assert_eq!(sorted(found), sorted(expected), "{position}");
}

#[test]
fn children_are_the_positions_after_each_move() {
    each_game(10, 60, 2, |position, _| check_children(position));
}

fn restricted(lists: &Lists, to: VertexSet) -> Lists {
    lists.iter().map(|list| list & to.0).collect()
}

/// A move in this part leaves all other vertices unchanged.
fn check_independence(game: &ListGame, lists: &Lists, part: VertexSet) {
    let rest = VertexSet(ListGame::open(lists)).without(part);
    for c in 0..game.colours() {
        for v in vertices(lists[c] & part.0) {
            let after = game.play(lists, v, c);
            assert_eq!(restricted(&after, rest), restricted(lists, rest), "{v} gets {c}");
        }
    }
}

fn check_parts(position: &Position) {
    let game = compile(position);
    let lists = game.lists(position);
    let mut seen = VertexSet::EMPTY;
    for part in game.parts(lists.clone()) {
        let set = VertexSet(ListGame::open(&part));
        assert!(!set.is_empty() && (set & seen).is_empty(), "{position}");
        assert_eq!(part, game.normalise(restricted(&lists, set)), "{position}");
        assert_eq!(game.parts(part.clone()), [part], "{position}");
        check_independence(&game, &lists, set);
        seen |= set;
    }
    assert_eq!(seen.0, ListGame::open(&lists), "{position}");
}

#[test]
fn parts_are_independent_and_make_up_the_whole() {
    each_game(14, 80, 3, |position, _| check_parts(position));
}

fn compile_components(position: &Position) -> Vec<ListGame> {
    let components = Component::all(position, reach(position), &meter()).unwrap();
    components
        .into_iter()
        .map(|component| component.compile(position.game(), &meter()).unwrap())
        .collect()
}

/// The components contain every open cell once, with the colours that it has in the whole position.
fn check_components(position: &Position) {
    let whole = compile(position);
    let lists = whole.lists(position);
    let components = compile_components(position);
    let mut cells: Vec<usize> = components.iter().flat_map(|game| game.cells()).copied().collect();
    cells.sort_unstable();
    assert_eq!(cells, whole.cells(), "{position}");
    let moves = components
        .iter()
        .flat_map(|game| moves_by_lists(game, &game.lists(position), position))
        .collect::<std::collections::BTreeSet<Move>>();
    let expected = moves_by_lists(&whole, &lists, position);
    assert!(moves.iter().eq(&expected), "{position}");
}

#[test]
fn components_hold_every_open_cell() {
    each_game(14, 60, 4, |position, _| check_components(position));
}

fn meter() -> Meter {
    Meter::new(&Budget::default())
}

/// The nimber by the rules, without decomposition.
fn literal_nimber(position: &Position) -> u32 {
    let model = Literal::new(position);
    let state = model.state(position);
    Grundy::new(model).nimber(state, &mut meter()).unwrap()
}

fn list_nimber(game: &ListGame, lists: &Lists) -> u32 {
    Grundy::new(game.clone()).nimber(lists.clone(), &mut meter()).unwrap()
}

/// The nim-sum of the parts, each solved by itself, and of the components, also if they were
/// compiled earlier in the game.
fn check_sums(position: &Position, random: &mut SplitMix) {
    let game = compile(position);
    let expected = literal_nimber(position);
    let parts = game.parts(game.lists(position));
    let sum = parts.iter().fold(0, |sum, part| sum ^ list_nimber(&game, part));
    assert_eq!(sum, expected, "{position}");
    let components = compile_components(position);
    let total = |position: &Position| {
        let nimbers = components.iter().map(|game| list_nimber(game, &game.lists(position)));
        nimbers.fold(0, |sum, nimber| sum ^ nimber)
    };
    assert_eq!(total(position), expected, "{position}");
    let later = play_at_random(position.clone(), 2, random, |_| false);
    assert_eq!(total(&later), literal_nimber(&later), "{later}");
}

#[test]
fn nimbers_of_parts_and_components_add_up() {
    each_game(7, 40, 5, |position, random| {
        if position.convention() == Convention::Impartial {
            check_sums(position, random);
        }
    });
}

/// Boards with natural coordinates, and whether pieces can be moved on them.
const BOARDS: &[(&str, bool)] = &[
    ("path:9", true),
    ("grid:3x4", true),
    ("grid:4x2", true),
    ("grid:3x3", true),
    ("king:3x3", true),
    ("queens:3", true),
    ("line(grid:3x3)", true),
    ("line(path:9)", true),
    ("induced(grid:4x4;0,1,2,4,5,6,9,10,13,14,15)", false),
    ("grid:3x3^2", false),
    ("cycle:8", false),
    ("cylinder:2x5", false),
    ("petersen:5,2", false),
    ("tree:2,2", false),
];

struct OnLattice {
    board: Board,
    game: ListGame,
    lattice: Lattice,
}

fn on_lattice(game: &str, graph: &str) -> Option<OnLattice> {
    let board = parse(graph).unwrap();
    let compiled = compile(&start(game, &board));
    let points: Vec<Point> = compiled
        .cells()
        .iter()
        .map(|&cell| board.points()?.get(cell).copied())
        .collect::<Option<_>>()?;
    let lattice = Lattice::find(&compiled, &points, 64)?;
    Some(OnLattice { board, game: compiled, lattice })
}

/// The image of a set of vertices.
fn moved(set: u128, image: &[usize]) -> u128 {
    vertices(set).fold(0, |all, v| all | 1 << image[v])
}

fn check_lattice(found: &OnLattice) {
    let OnLattice { game, lattice, .. } = found;
    let places = lattice.places.iter().fold(0_u128, |set, &place| set | 1 << place);
    assert_eq!(places.count_ones() as usize, game.order(), "one place for each vertex");
    assert_eq!(places & !lattice.occupied, 0);
    for v in 0..game.order() {
        for c in 0..game.colours() {
            let here = game.kills(v, c).iter().map(|&kill| moved(kill, &lattice.places));
            let there = lattice.game.kills(lattice.places[v], c).iter().map(|kill| kill & places);
            assert!(here.eq(there), "{} with {c} at {v}", found.board.name());
        }
    }
}

#[test]
fn lattices_keep_the_rule() {
    let games = ["node-kayles", "icol", "isnort", "proper:3", "distance:2:2", "distance:3:2"];
    for (graph, regular) in BOARDS {
        for game in games {
            let found = on_lattice(game, graph);
            assert!(found.is_some() || !regular, "{game} on {graph} has a lattice");
            found.iter().for_each(check_lattice);
        }
    }
}

/// The image of each vertex when the board is moved, if it stays on the board.
fn images(board: &Board, moved: impl Fn(Point) -> Point) -> Vec<Option<usize>> {
    let points = board.points().unwrap();
    let near = |a: Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-6;
    let image = |&point: &Point| points.iter().position(|&p| near(p, moved(point)));
    points.iter().map(image).collect()
}

/// The image of a piece, if all of it stays on the board.
fn image_of(lists: &Lists, images: &[Option<usize>]) -> Option<Lists> {
    lists
        .iter()
        .map(|&list| vertices(list).try_fold(0, |set, v| Some(set | 1_u128 << images[v]?)))
        .collect()
}

/// The mirror images of the board.
fn mirror_images(board: &Board) -> Vec<Vec<Option<usize>>> {
    let points = board.points().unwrap();
    let across = points.iter().map(|p| p.0).fold(0.0, f64::max);
    let down = points.iter().map(|p| p.1).fold(0.0, f64::max);
    vec![
        images(board, |(x, y)| (across - x, y)),
        images(board, |(x, y)| (x, down - y)),
        images(board, |(x, y)| (across - x, down - y)),
    ]
}

/// The shifts of the board by whole steps.
fn shifts(board: &Board) -> Vec<Vec<Option<usize>>> {
    let steps = (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy)));
    steps.map(|(dx, dy)| images(board, |(x, y)| (x + f64::from(dx), y + f64::from(dy)))).collect()
}

fn piece<W: Word, const K: usize>(lists: &Lists, places: &[usize]) -> Piece<W, K> {
    std::array::from_fn(|c| moved(lists[c], places).cast())
}

fn wide<W: Word, const K: usize>(piece: Piece<W, K>) -> Lists {
    piece.iter().map(|set| set.cast()).collect()
}

/// The normal form of a piece has the nimber of the piece, with and without a lattice.
fn check_nimber<W: Word, const K: usize>(found: &OnLattice, part: &Lists) {
    let OnLattice { game, lattice, .. } = found;
    let expected = list_nimber(game, part);
    let normal = Normaliser::on_lattice(lattice).normal(piece::<W, K>(part, &lattice.places));
    assert_eq!(list_nimber(&lattice.game, &wide(normal)), expected, "{part:?}");
    let identity: Vec<usize> = (0..game.order()).collect();
    let normal = Normaliser::new(game).normal(piece::<W, K>(part, &identity));
    assert_eq!(list_nimber(game, &wide(normal)), expected, "{part:?}");
}

/// The normal form of a piece is that of its images; returns how many there were.
fn check_images<W: Word, const K: usize>(found: &OnLattice, part: &Lists) -> usize {
    let OnLattice { board, lattice, .. } = found;
    let normaliser = Normaliser::<W>::on_lattice(lattice);
    let normal_of = |lists| normaliser.normal(piece::<W, K>(lists, &lattice.places));
    let motions = mirror_images(board).into_iter().chain(shifts(board));
    let images: Vec<Lists> = motions.filter_map(|images| image_of(part, &images)).collect();
    for image in &images {
        assert_eq!(normal_of(image), normal_of(part), "{} of {part:?}", board.name());
    }
    images.len()
}

/// Small boards may have symmetries that are not motions of the plane, or too many to use: there,
/// images may have different normal forms.
fn only_motions_of_the_plane(game: &str, graph: &str) -> bool {
    match graph {
        "king:3x3" | "queens:3" => false,
        "grid:4x2" | "line(grid:3x3)" => !game.starts_with("distance"),
        _ => true,
    }
}

/// Checks pieces of random positions; returns how many images they had.
fn check_pieces<const K: usize>(name: &str, graph: &str, random: &mut SplitMix) -> usize {
    let found = on_lattice(name, graph).unwrap();
    let plane = only_motions_of_the_plane(name, graph);
    let mut count = 0;
    for _ in 0..6 {
        let moves = 2 + random.below(3);
        let position = play_at_random(start(name, &found.board), moves, random, |_| false);
        for part in found.game.parts(found.game.lists(&position)) {
            check_nimber::<u64, K>(&found, &part);
            check_nimber::<u128, K>(&found, &part);
            if plane {
                count += check_images::<u64, K>(&found, &part);
                count += check_images::<u128, K>(&found, &part);
            }
        }
    }
    count
}

#[test]
fn normal_forms_are_those_of_translates_and_mirror_images() {
    let mut random = SplitMix::new(6);
    let mut images = 0;
    for (graph, _) in BOARDS.iter().filter(|(_, regular)| *regular) {
        images += check_pieces::<1>("node-kayles", graph, &mut random);
        images += check_pieces::<2>("icol", graph, &mut random);
        images += check_pieces::<2>("isnort", graph, &mut random);
        images += check_pieces::<2>("distance:2:2", graph, &mut random);
        images += check_pieces::<3>("proper:3", graph, &mut random);
    }
    assert!(images > 2000, "{images} images");
}

/// Compares the normal forms of random pieces with those found without boxes; returns how many of
/// them were symmetric.
fn check_boxes<const K: usize>(game: &str, graph: &str, random: &mut SplitMix) -> usize {
    let lattice = on_lattice(game, graph).unwrap().lattice;
    let normaliser = Normaliser::<u64>::on_lattice(&lattice);
    let plain = normaliser.clone().without_boxes();
    let occupied = lattice.occupied as u64;
    let sets = |_| -> Piece<u64, K> {
        let within = occupied & random.next_bits();
        let set = |_| within & (random.next_bits() | random.next_bits());
        std::array::from_fn(set)
    };
    let pieces = (0..300).map(sets).filter(|piece| piece.iter().any(|&set| set != 0));
    pieces
        .filter(|&piece| {
            let found = normaliser.normal_form(piece);
            assert_eq!(found, plain.normal_form(piece), "{game} {graph} {piece:?}");
            found.1
        })
        .count()
}

#[test]
fn boxes_change_no_normal_form() {
    let mut random = SplitMix::new(5);
    let mut symmetric = 0;
    for (graph, _) in BOARDS.iter().filter(|(_, regular)| *regular) {
        symmetric += check_boxes::<1>("node-kayles", graph, &mut random);
        symmetric += check_boxes::<2>("icol", graph, &mut random);
        symmetric += check_boxes::<2>("distance:2:2", graph, &mut random);
        symmetric += check_boxes::<3>("proper:3", graph, &mut random);
    }
    assert!(symmetric > 100, "{symmetric} symmetric pieces");
}

mod root {
    use chromex_engine::model::lists::ListGame;
    use chromex_engine::model::root::Root;
    use chromex_engine::model::word::Word;
    use chromex_graphs::{Point, parse};
    use chromex_rules::{Position, parse_game};

    fn root(graph: &str) -> Option<Root<u128>> {
        let board = parse(graph).unwrap();
        let points = board.points().map(<[Point]>::to_vec);
        let start = Position::start(parse_game("node-kayles").unwrap(), board).unwrap();
        Root::of(&ListGame::compile(&start, 1, &crate::meter()).unwrap(), points.as_deref())
    }

    #[test]
    fn roots_have_these_line_graphs() {
        for graph in
            ["grid:4x5", "complete:5", "petersen:5,2", "cylinder:3x5", "random:9,0.6,4", "wheel:6"]
        {
            let board = parse(graph).unwrap();
            let found = root(&format!("line({graph})")).unwrap();
            assert_eq!(found.game.order(), board.order(), "{graph}");
            let mut degrees: Vec<u32> =
                (0..board.order()).map(|v| found.game.kills(v, 0)[0].size()).collect();
            let mut expected: Vec<u32> =
                (0..board.order()).map(|v| board.graph().neighbours(v).count() as u32).collect();
            degrees.sort_unstable();
            expected.sort_unstable();
            assert_eq!(degrees, expected, "{graph}");
            let line = parse(&format!("line({graph})")).unwrap();
            for (e, a) in found.ends.iter().enumerate() {
                for (f, b) in found.ends.iter().enumerate().filter(|&(f, _)| f != e) {
                    let meet = a.iter().any(|end| b.contains(end));
                    assert_eq!(meet, line.graph().has_edge(e, f), "{graph}: {e}, {f}");
                }
            }
        }
    }

    #[test]
    fn grids_are_drawn_as_grids() {
        let points = root("line(grid:4x5)").unwrap().points.unwrap();
        let mut sites: Vec<(i32, i32)> =
            points.iter().map(|p| (p.0.round() as i32, p.1.round() as i32)).collect();
        sites.sort_unstable();
        sites.dedup();
        assert_eq!(sites.len(), 20);
    }

    #[test]
    fn other_graphs_have_none_that_is_smaller() {
        for graph in ["grid:3x3", "queens:4", "petersen:5,2", "path:9", "cycle:6", "star:5"] {
            assert!(root(graph).is_none(), "{graph}");
        }
    }
}

mod word {
    use chromex_engine::model::word::{Wide, Word, outwards, vertices};
    use chromex_graphs::random::SplitMix;

    #[test]
    fn outwards_is_up_and_then_down() {
        assert_eq!(Vec::from_iter(outwards(0b1011_0110_u64, 3)), [4, 5, 7, 2, 1]);
        assert_eq!(Vec::from_iter(outwards(0b1011_0110_u64, 0)), [1, 2, 4, 5, 7]);
        assert_eq!(Vec::from_iter(outwards(1_u64 << 63, 63)), [63]);
        assert_eq!(outwards(0_u64, 9).next(), None);
    }

    /// A set in a word of 128 bits and the same set in a wide word behave alike, and so does the
    /// wide one shifted beyond 128 bits.
    #[test]
    fn wide_words_are_words() {
        let mut random = SplitMix::new(5);
        let mut word = || u128::from_limbs(|_| random.next_bits() & random.next_bits());
        for by in (0..128).chain(0..128) {
            let (a, b) = (word(), word());
            let (x, y): (Wide<4>, Wide<4>) = (a.cast(), b.cast());
            assert!(vertices(x).eq(vertices(a)));
            assert_eq!((x & y).cast::<u128>(), a & b);
            assert_eq!((x | y).cast::<u128>(), a | b);
            assert_eq!((!x & y).cast::<u128>(), !a & b);
            assert_eq!(x.size(), a.size());
            assert_eq!(x.greatest(), a.greatest());
            assert!(outwards(x, by).eq(outwards(a, by)));
            assert_eq!(x.moved_down(by).cast::<u128>(), a >> by);
            let up = x.moved_up(by);
            assert!(vertices(up).eq(vertices(a).map(|v| v + by)));
            assert_eq!(up.moved_down(by), x);
            assert_eq!(up.cast::<Wide<8>>().moved_up(200).moved_down(200).cast::<Wide<4>>(), up);
            assert!(
                (0..256)
                    .all(|v| up.contains(v) == (v >= by && v < 128 + by && a >> (v - by) & 1 == 1))
            );
            assert!((0..16).all(|i| x.byte(i) == a.byte(i)));
            assert_eq!(x.reversed().moved_down(128).cast::<u128>(), a.reversed());
            assert!((0..256).all(|v| up.contains(v) == up.reversed().contains(255 - v)));
        }
        let limbs = [u64::MAX, u64::MAX, 3, 0];
        assert_eq!(Wide::<4>::first(130), Word::from_limbs(|i| limbs[i]));
    }
}

mod stabilisers {
    use chromex_engine::model::piece::Piece;
    use chromex_engine::model::stabilisers::Group;
    use chromex_engine::model::word::{Word, image};
    use chromex_graph_tools::symmetry::Symmetry;
    use chromex_graphs::random::SplitMix;
    use chromex_graphs::{Graph, parse};

    fn sorted<const K: usize>(mut piece: Piece<u64, K>) -> Piece<u64, K> {
        piece.sort_unstable();
        piece
    }

    fn moved<const K: usize>(piece: Piece<u64, K>, images: &[u32]) -> Piece<u64, K> {
        piece.map(|set| image(set, |v| images[v] as usize))
    }

    /// The board with its vertices coloured by their lists, up to isomorphism.
    fn class<const K: usize>(board: &Graph, piece: &Piece<u64, K>) -> (Graph, Vec<u32>) {
        let list = |v: usize| (0..K).fold(0, |list, c| list | u32::from(piece[c].contains(v)) << c);
        let lists: Vec<u32> = (0..board.order()).map(list).collect();
        let symmetry = Symmetry::of(board, &lists).unwrap();
        let labelled = symmetry.labelling().iter().map(|&v| lists[v as usize]).collect();
        (symmetry.canonical(board), labelled)
    }

    /// All images of a piece have the same normal form, and it is one of them.
    fn check<const K: usize>(board: &Graph, random: &mut SplitMix) {
        let symmetry = Symmetry::of_uncoloured(board).unwrap();
        let generators = symmetry.generators();
        let group = Group::<u64>::new(board.clone(), generators);
        for _ in 0..200 {
            let all = u64::first(board.order());
            let thin = if random.below(2) == 0 { random.next_bits() } else { all };
            let piece: Piece<u64, K> = std::array::from_fn(|_| random.next_bits() & thin & all);
            let normal = group.normal(piece, |piece| piece);
            assert_eq!(class(board, &normal), class(board, &piece));
            let blind = group.normal(piece, sorted);
            let mut image = piece;
            for _ in 0..10 {
                image = moved(image, &generators[random.below(generators.len())]);
                assert_eq!(group.normal(image, |piece| piece), normal);
                // Each factor exchanges colours independently, so the factors may disagree.
                if !Group::<u64>::is_product(generators) {
                    image.rotate_left(1);
                    assert_eq!(group.normal(image, sorted), blind);
                    image.rotate_right(1);
                }
            }
        }
    }

    #[test]
    fn images_have_one_normal_form() {
        let mut random = SplitMix::new(46_080);
        for board in ["hypercube:4", "torus:5x5", "latin:4", "bipartite:5,6", "star:7", "6*path:3"]
        {
            let board = parse(board).unwrap();
            check::<1>(board.graph(), &mut random);
            check::<2>(board.graph(), &mut random);
            check::<3>(board.graph(), &mut random);
        }
    }
}
