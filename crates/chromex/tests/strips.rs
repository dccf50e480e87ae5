//! Certificates for boards of every length: accepted ones are true of boards that can be played on,
//! and none that lacks a pair is accepted.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chromex::Budget;
use chromex::certificate::checker::strip::{Bob, Column, Event, Pair, SideBySide, Strip, Unmet};
use chromex::certificate::checker::window::{Columns, Window};
use chromex::certificate::checker::{Rejection, StripCertificate, WindowCertificate};
use chromex::certificate::{Explanation, NoStrip, NoWindow, prove_strip, prove_window};
use chromex::graphs::{parse, random::SplitMix};
use chromex::rules::{Player, Position, UNCOLOURED, Verdict, parse_game};
use chromex::theory::strips::{
    self, ATTACK_COLUMNS, ATTACKS, BUILT_IN, CONNECTED, FOUR_ROWS, OTHER_ATTACKS, TWO_ROWS,
};

fn strip(game: &str, boards: &str, bob: Bob) -> Strip {
    Strip::new(parse_game(game).unwrap(), boards, bob).unwrap()
}

fn allowed(strip: &Strip, pairs: &[Pair]) -> SideBySide {
    let mut set = SideBySide::default();
    pairs.iter().for_each(|&pair| set.allow(strip, pair));
    set
}

fn unmet(strip: &Strip, set: &SideBySide, limit: usize) -> Vec<Unmet> {
    strip.unmet(set, limit, &mut || true).unwrap()
}

fn checked(text: &str) -> Result<StripCertificate, Rejection> {
    StripCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 30, &mut |_| true)
}

#[test]
fn the_examples_prove_what_they_say() {
    let says = BUILT_IN.map(|certificate| certificate.check().unwrap().strip.sentence());
    let skipping = "whoever moves first, even if Bob may skip turns";
    assert_eq!(
        says,
        [
            format!("Alice wins colouring:3 on grid:1xN for every N ≥ 1 {skipping}"),
            format!("Alice wins colouring:4 on grid:2xN for every N ≥ 1 {skipping}"),
            format!("Alice wins colouring:4 on grid:3xN for every N ≥ 1 {skipping}"),
            format!("Alice wins colouring:4 on cylinder:3xN for every N ≥ 3 {skipping}"),
            "Alice wins colouring:4 on grid:4xN for every N ≥ 1 when Bob moves first".to_owned(),
            "Alice wins colouring:4 on cylinder:4xN for every N ≥ 3 when Bob moves first"
                .to_owned(),
        ]
    );
}

#[test]
fn the_documentation_tells_how_large_they_are() {
    let page = include_str!("../../../docs/certificates.md");
    for certificate in BUILT_IN {
        let file = certificate.check().unwrap();
        let row = page.lines().find(|line| line.contains(&format!("`{}`", certificate.file)));
        let size = format!("| {} | {} |", file.pairs.len(), file.to_string().len());
        assert!(row.unwrap().contains(&size), "{}: {size}", certificate.file);
    }
}

#[test]
fn what_is_found_is_accepted_and_written_as_it_is_read() {
    for (game, boards) in
        [("colouring:3", "grid:1xN"), ("colouring:4", "grid:2xN"), ("colouring:3", "cylinder:1xN")]
    {
        let found =
            prove_strip(strip(game, boards, Bob::MaySkip), &Budget::default(), None).unwrap();
        let text = found.to_string();
        assert_eq!(checked(&text).unwrap().to_string(), text);
    }
}

#[test]
fn no_pair_can_be_missing() {
    for certificate in BUILT_IN {
        let StripCertificate { strip, pairs } = certificate.check().unwrap();
        for left_out in 0..pairs.len() {
            let mut fewer = pairs.clone();
            fewer.remove(left_out);
            let unmet = unmet(&strip, &allowed(&strip, &fewer), 1);
            assert!(!unmet.is_empty(), "{} without pair {left_out}", certificate.file);
        }
    }
}

/// If every pair is allowed Alice has all answers, but vertices die.
#[test]
fn dead_vertices_are_seen() {
    let strip = strip("colouring:3", "grid:2xN", Bob::Begins);
    let texts = ["#", "..", "1.", ".1", "12"];
    let columns: Vec<Column> = texts.iter().map(|text| strip.read(text).unwrap()).collect();
    let images = columns.iter().flat_map(|&a| strip.images((a, a)).map(|(image, _)| image));
    let images: Vec<Column> = images.collect();
    let pairs = images.iter().flat_map(|&a| images.iter().map(move |&b| (a, b)));
    let pairs: Vec<Pair> = pairs.filter(|&pair| strip.is_legal(pair)).collect();
    let unmet = unmet(&strip, &allowed(&strip, &pairs), usize::MAX);
    assert!(!unmet.is_empty());
    assert!(unmet.iter().any(|unmet| matches!(unmet.event, Event::Dead(_))));
}

#[test]
fn twins_do_not_survive_a_bob_who_skips() {
    let text = FOUR_ROWS.check().unwrap();
    let strip = strip("colouring:4", "grid:4xN", Bob::MaySkip);
    let unmet = unmet(&strip, &allowed(&strip, &text.pairs), usize::MAX);
    assert!(unmet.iter().any(|unmet| unmet.event == Event::Skip));
}

#[test]
fn three_colours_are_not_enough_on_two_rows() {
    let strip = strip("colouring:3", "grid:2xN", Bob::Begins);
    let error = prove_strip(strip, &Budget::default(), None).unwrap_err();
    let NoStrip::None { why, obligations, .. } = &error else { panic!("{error}") };
    // The reported obligations contradict each other, and each is needed for that: few of many.
    assert!(why.obligations > 1 && why.obligations < 10 && *obligations > 100, "{why:?}");
    let (line, bobs) = why.board.clone().unwrap();
    let position: Position = line.parse().unwrap();
    assert!(position.play(position.read_move(&bobs).unwrap()).is_ok(), "{why:?}");
    let link = why.link().unwrap();
    assert!(link.starts_with("#/play?line=colouring:3+grid:2x") && link.ends_with(&bobs), "{link}");
    assert!(error.to_string().contains("Bob plays"), "{error}");
}

#[test]
fn damaged_files_are_rejected() {
    let text = TWO_ROWS.check().unwrap().to_string();
    let rejected = |from: &str, to: &str| checked(&text.replacen(from, to, 1)).unwrap_err();
    assert!(matches!(rejected("\n21 43", "\n21 34"), Rejection::Checksum));
    assert!(rejected("\n21 43", "\n21 23").to_string().contains("no legal pair"));
    assert!(rejected("grid:2xN\nbob", "torus:2xN\nbob").to_string().contains("write grid:4xN"));
    assert!(rejected("bob: may skip", "bob: sleeps").to_string().contains("neither"));
    assert!(rejected("bob: may skip", "bob: begins").to_string().contains("but claims"));
    assert!(matches!(checked(&format!("{text}\n")).unwrap_err(), Rejection::LeftOver(1)));
    let pairs = format!("pairs: {}", u64::MAX);
    assert!(matches!(rejected("pairs: 11", &pairs), Rejection::Memory { .. }));
    let stopped =
        StripCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 30, &mut |_| false);
    assert!(matches!(stopped.unwrap_err(), Rejection::Stopped(1)));
    let directed = "own:colours=4:forbid=same:boards=directed:end=coloured";
    for game in ["icol", "distance:2:4", "connected", directed] {
        assert!(Strip::new(parse_game(game).unwrap(), "grid:2xN", Bob::MaySkip).is_err(), "{game}");
    }
}

/// Alice's moves after which all pairs are allowed, by the literal rules.
fn answer(position: &Position, strip: &Strip, set: &SideBySide, around: bool) -> Option<Position> {
    let position = position.clone().with_turn(Player::Left);
    let after = position.moves().into_iter().map(|m| position.play(m).unwrap());
    after.into_iter().find(|after| is_word(after, strip, set, around))
}

/// Whether all columns of a position may stand side by side.
fn is_word(position: &Position, strip: &Strip, set: &SideBySide, around: bool) -> bool {
    let columns = position.cells() / strip.rows();
    let symbol = |row: usize, column: usize| match position.colouring()[row * columns + column] {
        UNCOLOURED => ".".to_owned(),
        colour => colour.to_string(),
    };
    let text = |column| (0..strip.rows()).map(|row| symbol(row, column)).collect::<String>();
    let mut word: Vec<Column> = (0..columns).map(|c| strip.read(&text(c)).unwrap()).collect();
    if around {
        word.push(word[0]);
    } else {
        word.insert(0, Column::WALL);
        word.push(Column::WALL);
    }
    word.windows(2).all(|two| set.allows((two[0], two[1])))
}

/// The certificates for connected colouring.
fn others() -> Vec<(&'static str, StripCertificate)> {
    let read =
        |proof: strips::Connected| (proof.certificate.file, proof.certificate.check().unwrap());
    CONNECTED.map(read).into()
}

/// `solve` uses the tables; they agree with what the certificates prove.
#[test]
fn the_tables_of_certificates_are_right() {
    for strips::Connected { certificate, boards, rows, colours } in CONNECTED {
        let says = format!(
            "Alice wins connected-colouring:{colours} on {boards}:{rows}xN for every N ≥ 1 whoever moves first, even if Bob \
             may skip turns"
        );
        assert_eq!(certificate.check().unwrap().strip.sentence(), says);
    }
    for strips::OtherAttack { attack, boards, rows, columns, colours } in OTHER_ATTACKS {
        let window = attack.check().unwrap().window;
        let game = window.game().clone();
        assert_eq!(window.boards(), format!("{boards}:{rows}xN"));
        assert_eq!((window.size(), game.palette().len()), ((rows, columns), colours));
        assert_eq!(game, parse_game(&format!("colouring:{colours}")).unwrap());
    }
}

#[test]
fn the_examples_for_other_games_prove_what_they_say() {
    let page = include_str!("../../../docs/certificates.md");
    let skipping = "for every N ≥ 1 whoever moves first, even if Bob may skip turns";
    let games = [
        "connected-colouring:3 on grid:2xN",
        "connected-colouring:4 on grid:3xN",
        "connected-colouring:4 on triangular:2xN",
        "connected-colouring:5 on triangular:3xN",
        "connected-colouring:6 on king:3xN",
    ];
    for ((name, certificate), game) in others().into_iter().zip(games) {
        assert_eq!(certificate.strip.sentence(), format!("Alice wins {game} {skipping}"));
        let row = page.lines().find(|line| line.contains(&format!("`{name}`"))).unwrap();
        let size = format!("| {} | {} |", certificate.pairs.len(), certificate.to_string().len());
        assert!(row.contains(&size), "{name}: {size}");
        let StripCertificate { strip, pairs } = certificate;
        for left_out in 0..pairs.len() {
            let mut fewer = pairs.clone();
            fewer.remove(left_out);
            assert!(!unmet(&strip, &allowed(&strip, &fewer), 1).is_empty(), "{name}: {left_out}");
        }
    }
}

/// A triangular strip looks different from the right, so spare moves are looked for from both ends:
/// with one more pair she has none at the right end of a position, which was overlooked once.
#[test]
fn moves_to_spare_are_looked_for_from_both_ends() {
    let StripCertificate { strip, mut pairs } = others().swap_remove(2).1;
    let [left, right] = [".1", "1."].map(|column| strip.read(column).unwrap());
    pairs.push((left, right));
    let found = unmet(&strip, &allowed(&strip, &pairs), 1);
    let reason = "in 23 [.1] 1. 32 Bob skips, and Alice has no move to spare";
    assert_eq!(strip.explain(&found[0]), reason);
}

/// What is found for games and graphs of every kind is true on all short boards: whatever Bob
/// plays, Alice can keep all pairs allowed, by the literal rules.
#[test]
fn certificates_of_every_kind_hold_against_all_of_bobs_play() {
    let mut tried = 0;
    for (game, boards, bob, longest) in [
        ("colouring:3", "grid:1xN", Bob::MaySkip, 6),
        ("colouring:4", "grid:2xN", Bob::MaySkip, 3),
        ("colouring:3:bob-skips", "cylinder:1xN", Bob::MaySkip, 6),
        ("colouring:4:alice-skips", "grid:2xN", Bob::Begins, 3),
        ("colouring:6", "king:2xN", Bob::MaySkip, 2),
        ("colouring:5", "triangular:2xN", Bob::MaySkip, 2),
        ("connected-colouring:2", "grid:3xN", Bob::MaySkip, 4),
        ("connected-colouring:3", "grid:2xN", Bob::MaySkip, 4),
        ("connected-colouring:3", "grid:2xN", Bob::Begins, 4),
        ("connected-colouring:4", "cylinder:2xN", Bob::MaySkip, 3),
        ("connected-colouring:4", "triangular:2xN", Bob::MaySkip, 3),
        ("own:colours=5:forbid=same/2:end=coloured", "grid:1xN", Bob::MaySkip, 6),
        ("own:colours=5:forbid=same/2:end=coloured", "king:1xN", Bob::MaySkip, 6),
    ] {
        let StripCertificate { strip, pairs } =
            prove_strip(strip(game, boards, bob), &Budget::default(), None).unwrap();
        let set = allowed(&strip, &pairs);
        for length in if boards.starts_with("cylinder") { 3..=longest } else { 1..=longest } {
            let board = parse(&boards.replace('N', &length.to_string())).unwrap();
            let start = Position::start(strip.game().clone(), board).unwrap();
            let mut seen = BTreeSet::new();
            assert!(withstands(&start.with_turn(Player::Right), &strip, &set, &mut seen), "{game}");
            tried += seen.len();
        }
    }
    assert!(tried > 2000, "{tried}");
}

/// Whether Alice can keep all pairs allowed whatever Bob plays from here on.
fn withstands(
    position: &Position,
    strip: &Strip,
    set: &SideBySide,
    seen: &mut BTreeSet<Vec<u8>>,
) -> bool {
    if !position.colouring().contains(&UNCOLOURED) || !seen.insert(position.colouring().to_vec()) {
        return true;
    }
    let around = strip.boards().starts_with("cylinder");
    let moves = position.moves().into_iter().filter(|m| !m.is_skip());
    let mut after: Vec<Position> = moves.map(|m| position.play(m).unwrap()).collect();
    if strip.bob() == Bob::MaySkip {
        after.push(position.clone());
    }
    let alice_skips = strip.game().skips() == Some(Player::Left);
    !after.is_empty()
        && after.into_iter().all(|after| {
            let may_pass = alice_skips || !after.colouring().contains(&UNCOLOURED);
            let passed = (may_pass && is_word(&after, strip, set, around)).then(|| after.clone());
            let next = passed.or_else(|| answer(&after, strip, set, around));
            next.is_some_and(|next| withstands(&next.with_turn(Player::Right), strip, set, seen))
        })
}

/// The conditions are about vertices that are coloured in any order, or next to each other, and
/// about a Bob who skips only if it is stated.
#[test]
fn games_for_which_the_conditions_prove_nothing_are_refused() {
    for (game, boards, bob) in [
        ("colouring:4:bob-skips", "grid:2xN", Bob::Begins),
        ("own:colours=4:forbid=same:skip=right:end=coloured", "grid:2xN", Bob::Begins),
        ("own:colours=4:forbid=same:on=edges:end=coloured", "grid:2xN", Bob::MaySkip),
        ("own:colours=4:forbid=same:open=in-order:end=coloured", "grid:2xN", Bob::MaySkip),
        ("own:colours=4:forbid=same/3:end=coloured", "grid:2xN", Bob::MaySkip),
        ("own:colours=5:forbid=same/2:end=coloured", "cylinder:1xN", Bob::MaySkip),
        ("colouring:4", "torus:3xN", Bob::MaySkip),
    ] {
        let Ok(game) = parse_game(game) else { panic!("{game} is no game") };
        assert!(Strip::new(game.clone(), boards, bob).is_err(), "{} {boards}", game.name());
    }
    for game in ["own:colours=3:forbid=same:on=edges:end=coloured", "connected-colouring:3"] {
        assert!(Window::new(parse_game(game).unwrap(), "grid:3xN", 3, 5).is_err(), "{game}");
    }
}

/// Bob plays at random, by the literal rules; Alice always has an answer after which all pairs are
/// allowed, and all vertices get coloured.
#[test]
fn alice_can_keep_to_the_pairs_on_boards_of_many_lengths() {
    let mut random = SplitMix::new(19);
    let built_in = BUILT_IN.map(|certificate| (certificate.file, certificate.check().unwrap()));
    for (file, StripCertificate { strip, pairs }) in built_in.into_iter().chain(others()) {
        let (set, around) = (allowed(&strip, &pairs), strip.boards().starts_with("cylinder"));
        for length in 3..12 {
            let board = parse(&strip.boards().replace('N', &length.to_string())).unwrap();
            let start = Position::start(strip.game().clone(), board).unwrap();
            let mut position = start.with_turn(Player::Right);
            while position.colouring().contains(&UNCOLOURED) {
                let skips = strip.bob() == Bob::MaySkip && random.below(5) == 0;
                if !skips {
                    let moves = position.moves();
                    position = position.play(moves[random.below(moves.len())]).unwrap();
                }
                if position.colouring().contains(&UNCOLOURED) {
                    let next = answer(&position, &strip, &set, around);
                    position = next.unwrap_or_else(|| panic!("{file}: {position}"));
                }
                position = position.with_turn(Player::Right);
            }
        }
    }
}

fn window_checked(text: &str) -> Result<WindowCertificate, Rejection> {
    WindowCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 30, &mut |_| true)
}

/// A certificate with these positions, with its count and checksum corrected.
fn window_text(window: &Window, positions: BTreeSet<Columns>) -> String {
    WindowCertificate { window: window.clone(), positions }.to_string()
}

#[test]
fn bobs_examples_prove_what_they_say() {
    let says = ATTACKS.map(|attack| attack.check().unwrap().window.sentence());
    let end = "even if Alice may skip turns";
    let bob = "when Bob moves first";
    assert_eq!(
        says,
        [
            format!(
                "Bob wins colouring:3 on grid:3xN for every N ≥ 10 whoever moves first, and for every N ≥ 5 {bob}, {end}"
            ),
            format!(
                "Bob wins colouring:3 on grid:4xN for every N ≥ 10 whoever moves first, and for every N ≥ 5 {bob}, {end}"
            ),
            format!(
                "Bob wins colouring:3 on cylinder:4xN for every N ≥ 6 whoever moves first, and for every N ≥ 5 {bob}, {end}"
            ),
            format!(
                "Bob wins colouring:3 on grid:MxN for all M ≥ 5 and N ≥ 10 whoever moves first, and for all M ≥ 5 and N ≥ 5 {bob}, {end}"
            ),
        ]
    );
    for attack in ATTACKS {
        let certificate = attack.check().unwrap();
        assert_eq!(certificate.window.size().1, ATTACK_COLUMNS);
        let explained = Explanation::of_window(&certificate, false).to_string();
        assert!(explained.contains("each vertex is joined to the one below it"), "{explained}");
    }
}

/// The attacks for other graphs.
fn other_attacks() -> [WindowCertificate; 2] {
    OTHER_ATTACKS.map(|proof| proof.attack.check().unwrap())
}

#[test]
fn bobs_attacks_on_other_graphs_prove_what_they_say() {
    let says = other_attacks().map(|certificate| certificate.window.sentence());
    let end = "when Bob moves first, even if Alice may skip turns";
    let rest = |n: usize| {
        format!("for every N ≥ {} whoever moves first, and for every N ≥ {n} {end}", 2 * n)
    };
    assert_eq!(
        says,
        [
            format!("Bob wins colouring:3 on triangular:2xN {}", rest(6)),
            format!("Bob wins colouring:4 on king:3xN {}", rest(5)),
        ]
    );
    for certificate in other_attacks() {
        let explained = Explanation::of_window(&certificate, false).to_string();
        assert!(explained.contains(" on its right, and to th"), "{explained}");
        let WindowCertificate { window, positions } = certificate;
        let lacks = |left_out: &Columns| {
            let mut fewer = positions.clone();
            fewer.remove(left_out);
            window_checked(&window_text(&window, fewer)).is_err()
        };
        let needed = positions.iter().filter(|position| lacks(position)).count();
        assert!(4 * needed > positions.len(), "{needed} of {}", positions.len());
    }
}

#[test]
fn bobs_attacks_are_found_and_written_as_they_are_read() {
    for (game, boards) in
        [("colouring:2", "grid:1xN"), ("colouring:3", "grid:4xN"), ("colouring:3", "grid:MxN")]
    {
        let game = parse_game(game).unwrap();
        let found = prove_window(&game, boards, &Budget::default(), None).unwrap();
        let text = found.to_string();
        assert_eq!(window_checked(&text).unwrap().to_string(), text);
    }
    let four = parse_game("colouring:4").unwrap();
    let budget = Budget { nodes: Some(2000), ..Budget::default() };
    let error = prove_window(&four, "grid:2xN", &budget, None).unwrap_err();
    assert!(matches!(error, NoWindow::Stopped(_) | NoWindow::None { .. }), "{error}");
    let error = prove_window(&parse_game("icol").unwrap(), "grid:4xN", &budget, None).unwrap_err();
    assert!(matches!(error, NoWindow::Unsuitable(_)), "{error}");
}

/// Whatever position is left out, Bob has no answer somewhere, unless another position is as good;
/// then it was not needed.
#[test]
fn a_set_that_lacks_positions_is_rejected() {
    for attack in ATTACKS {
        let WindowCertificate { window, positions } = attack.check().unwrap();
        let mut rejected = 0;
        for left_out in &positions {
            let fewer = positions.iter().filter(|p| *p != left_out).cloned().collect();
            match window_checked(&window_text(&window, fewer)) {
                Ok(_) => {}
                Err(Rejection::Unmet(why)) => {
                    assert!(why.contains("Bob has no"), "{why}");
                    rejected += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(
            rejected * 2 > positions.len(),
            "{}: {rejected} of {}",
            attack.file,
            positions.len()
        );
        let none = window_checked(&window_text(&window, BTreeSet::new())).unwrap_err();
        assert!(none.to_string().contains("Bob has no first move"), "{none}");
        // The same positions prove nothing about four colours.
        let four =
            Window::new(parse_game("colouring:4").unwrap(), &window.boards(), window.size().0, 5);
        assert!(window_checked(&window_text(&four.unwrap(), positions)).is_err());
    }
}

#[test]
fn damaged_windows_are_rejected() {
    let text = ATTACKS[1].check().unwrap().to_string();
    let rejected = |from: &str, to: &str| window_checked(&text.replacen(from, to, 1)).unwrap_err();
    assert!(rejected("window: 4x5", "window: 4x4").to_string().contains("but claims"));
    assert!(rejected("window: 4x5", "window: 5x5").to_string().contains("has 4 rows, not 5"));
    assert!(rejected("window: 4x5", "window: 4x99").to_string().contains("3 to 15 columns"));
    assert!(rejected("window: 4x5", "window: four").to_string().contains("is no size"));
    assert!(rejected("N ≥ 10", "N ≥ 9").to_string().contains("but claims"));
    assert!(rejected("checksum: ", "checksum: 0").to_string().contains("16 hexadecimal"));
    let count = text.lines().find(|line| line.starts_with("positions: ")).unwrap();
    let many = format!("positions: {}", u64::MAX);
    assert!(matches!(rejected(count, &many), Rejection::Memory { .. }));
    assert!(matches!(window_checked(&format!("{text}\n")).unwrap_err(), Rejection::LeftOver(1)));
    let stopped =
        WindowCertificate::check(&mut text.as_bytes(), &parse_game, 1 << 30, &mut |_| false);
    assert!(matches!(stopped.unwrap_err(), Rejection::Stopped(1)));
}

/// Bob follows a certificate on real boards, by the literal rules, against random play of Alice; he
/// always has an answer and wins.
#[test]
fn bob_wins_by_his_windows_on_boards_of_many_sizes() {
    let mut random = SplitMix::new(29);
    let boards = [
        (0, "grid:3x10"),
        (1, "grid:4x11"),
        (2, "cylinder:4x6"),
        (3, "grid:5x10"),
        (3, "grid:7x13"),
        (4, "triangular:2x12"),
        (4, "triangular:2x15"),
        (5, "king:3x10"),
        (5, "king:3x13"),
    ];
    let certificates: Vec<WindowCertificate> =
        ATTACKS.iter().map(|attack| attack.check().unwrap()).chain(other_attacks()).collect();
    for (at, board) in boards {
        let certificate = &certificates[at];
        for _ in 0..40 {
            let start = Position::start(certificate.window.game().clone(), parse(board).unwrap());
            let mut position = start.unwrap();
            let moves = position.moves();
            position = position.play(moves[random.below(moves.len())]).unwrap();
            let place = free_window(&position, &certificate.window).unwrap();
            while position.verdict().is_none() {
                let next = attack(&position, certificate, place);
                position = next.unwrap_or_else(|| panic!("{board}: {position}"));
                if position.verdict().is_none() {
                    let moves = position.moves();
                    position = position.play(moves[random.below(moves.len())]).unwrap();
                }
            }
            let won = position.verdict();
            assert_eq!(won, Some(Verdict::Wins(Player::Right)), "{position}");
        }
    }
}

fn columns_of(position: &Position) -> usize {
    let name = position.board().name();
    name.rsplit_once('x').unwrap().1.parse().unwrap()
}

/// The window whose first vertex is in this row and column of the board; on a cylinder it may cross
/// the last column.
fn seen(position: &Position, window: &Window, (row, column): (usize, usize)) -> Columns {
    let (height, width) = window.size();
    let columns = columns_of(position);
    let symbol = |r: usize, c: usize| match position.colouring()
        [(row + r) * columns + (column + c) % columns]
    {
        UNCOLOURED => ".".to_owned(),
        colour => colour.to_string(),
    };
    let text = |c| (0..height).map(|r| symbol(r, c)).collect::<String>();
    window.read(&(0..width).map(text).collect::<Vec<_>>().join(" ")).unwrap()
}

fn free_window(position: &Position, window: &Window) -> Option<(usize, usize)> {
    let (height, width) = window.size();
    let columns = columns_of(position);
    let rows = position.cells() / columns;
    let last = if window.boards().starts_with("cylinder") { columns - 1 } else { columns - width };
    let places = (0..=rows - height).flat_map(|row| (0..=last).map(move |column| (row, column)));
    places.into_iter().find(|&place| seen(position, window, place) == window.uncoloured())
}

/// Bob's move into one of the positions, or one that wins.
fn attack(
    position: &Position,
    certificate: &WindowCertificate,
    place: (usize, usize),
) -> Option<Position> {
    let WindowCertificate { window, positions } = certificate;
    let now = seen(position, window, place);
    let after = position.moves().into_iter().map(|m| position.play(m).unwrap());
    after.into_iter().find(|after| {
        let next = seen(after, window, place);
        let inside = window.after_bob(&now).contains(&next);
        inside && (window.is_won(&next) || positions.contains(&window.first_image(&next)))
    })
}

/// A search that is stopped continues from its file; a file of another search is refused.
#[test]
fn a_search_can_be_resumed() {
    let folder = tempfile_folder("strips");
    let file = folder.join("search");
    let twins = || strip("colouring:4", "cylinder:3xN", Bob::MaySkip);
    let (mut obligations, mut rounds) = (0, 0);
    let found = loop {
        let budget = Budget { nodes: Some(obligations + 400), ..Budget::default() };
        match prove_strip(twins(), &budget, Some(&file)) {
            Ok(found) => break found,
            Err(NoStrip::Stopped(_)) => {}
            Err(error) => panic!("{error}"),
        }
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        let now = text.lines().filter(|line| line.contains(" > ")).count() as u64;
        assert!(now > obligations, "it goes on where it stopped");
        (obligations, rounds) = (now, rounds + 1);
    };
    assert!(rounds > 2, "{rounds}");
    assert!(checked(&found.to_string()).is_ok());
    let other = prove_strip(
        strip("colouring:4", "grid:2xN", Bob::MaySkip),
        &Budget::default(),
        Some(&file),
    );
    assert!(
        other.unwrap_err().to_string().contains("belongs to the search for a proof that Alice")
    );
    let windows = folder.join("windows");
    let three = parse_game("colouring:3").unwrap();
    for nodes in [10, 1000, 1_000_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let found = prove_window(&three, "grid:3xN", &budget, Some(&windows));
        assert_eq!(found.is_ok(), nodes == 1_000_000);
        assert!(windows.exists());
    }
    std::fs::write(&file, "nonsense").unwrap();
    assert!(prove_strip(twins(), &Budget::default(), Some(&file)).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}

fn tempfile_folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
