//! Certificates: true claims can be proved and are accepted, and nothing else is accepted.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../asking/mod.rs"]
mod asking;
mod near;

use chromex::certificate::checker::{
    Checksum, Claim, Interval, Proved, Rejection, Relation, Statement, Subject, check,
};
use chromex::certificate::{
    Explanation, Unproved, prove, prove_by, subject, suggest, suggest_least,
};
use chromex::graphs::{parse, random::SplitMix};
use chromex::rules::{Move, Player, Position, UNCOLOURED, parse_game};
use chromex::{Budget, GameFamily, Value};

fn start(game: &str, graph: &str) -> Position {
    Position::start(parse_game(game).unwrap(), parse(graph).unwrap()).unwrap()
}

fn checked(bytes: &[u8]) -> Result<Proved, Rejection> {
    check(&mut &bytes[..], 1 << 30, &mut |_| true)
}

fn proved(position: &Position, claim: &str) -> Result<Vec<u8>, Unproved> {
    let statement = Statement::about(position, claim.parse().unwrap());
    let mut bytes = Vec::new();
    prove(statement, &Budget::default())?.write(&mut bytes).unwrap();
    Ok(bytes)
}

/// A game of each kind on a few graphs each.
const SMALL: &[(&str, &[&str])] = &[
    ("node-kayles", &["path:7", "grid:3x3", "petersen:5,2", "empty:0", "random:9,0.3,1"]),
    ("proper:3", &["path:4", "cycle:5"]),
    ("icol", &["grid:2x3", "grid:3x3", "cycle:6", "2*path:3"]),
    ("isnort", &["path:6", "grid:2x3", "star:4"]),
    ("distance:2:2", &["path:8", "cycle:7"]),
    ("blue-red", &["dipath:6", "dicycle:5"]),
    ("oriented:3", &["dipath:4", "dicycle:4"]),
    ("weak:2", &["path:5", "grid:2x3"]),
    ("sequential:2", &["path:6", "cycle:5"]),
    ("sequential:3:2,0,1,3", &["cycle:4"]),
    ("col", &["path:6", "grid:2x3", "cycle:5", "star:3"]),
    ("snort", &["path:5", "grid:2x3", "star:3"]),
    ("colouring:2", &["path:4", "path:3", "grid:2x3"]),
    ("colouring:3", &["grid:2x4", "petersen:5,2", "wheel:5"]),
    ("connected", &["path:6", "cycle:7", "grid:2x4", "star:4"]),
    ("connected:maker-breaker", &["path:6", "cycle:7"]),
    ("orthogonal:1", &["path:3", "cycle:4"]),
    ("orthogonal:2", &["path:3", "cycle:4"]),
    ("orthogonal:2:normal", &["path:3"]),
];

#[test]
fn the_exact_answer_of_every_game_can_be_proved() {
    let mut random = SplitMix::new(5);
    for (game, graphs) in SMALL {
        for graph in *graphs {
            let mut position = start(game, graph);
            for first in [Player::Left, Player::Right] {
                position = position.with_turn(first);
                let claim = suggest(&position, &Budget::default()).unwrap();
                let bytes = proved(&position, &claim.to_string()).unwrap();
                let found = checked(&bytes).unwrap_or_else(|why| panic!("{position}: {why}"));
                assert_eq!(found.header.statement.claim, claim);
                let value = asking::value(&position, &Budget::default()).unwrap().value.unwrap();
                agrees(&claim, &value);
                let moves = position.moves();
                if !moves.is_empty() {
                    position = position.play(moves[random.below(moves.len())]).unwrap();
                }
            }
        }
    }
}

fn agrees(claim: &Claim, value: &Value) {
    match (claim, value) {
        (Claim::Nimber(a), Value::Nimber(b)) => assert_eq!(a, b),
        (Claim::Winner(a), Value::Winner(b)) => assert_eq!(a, b),
        (Claim::Score(Relation::Exactly, a), Value::Score(b)) => assert_eq!(a, b),
        (Claim::Value(Relation::Exactly, _), Value::Form(_)) => {}
        (Claim::Outcome(class), value) => {
            assert_eq!(class.to_string(), value.outcome().to_string())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bounds_hold_just_where_they_should() {
    for (game, graph, claims) in [
        ("connected", "cycle:7", "score"),
        ("orthogonal:2", "cycle:4", "score"),
        ("connected:maker-breaker", "path:6", "score"),
    ] {
        let position = start(game, graph);
        let value = asking::value(&position, &Budget::default()).unwrap().value;
        let Some(Value::Score(score)) = value else { panic!("{value:?}") };
        for bound in score - 2..=score + 2 {
            for (relation, holds) in
                [(">=", score >= bound), ("<=", score <= bound), ("=", score == bound)]
            {
                let claim = format!("{claims} {relation} {bound}");
                match proved(&position, &claim) {
                    Ok(bytes) => assert!(holds && checked(&bytes).is_ok(), "{game} {claim}"),
                    Err(Unproved::False(_)) => assert!(!holds, "{game} {claim}"),
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
}

/// (position, true claims, false ones)
const CLAIMS: &[(&str, &[&str], &[&str])] = &[
    (
        "icol grid:3x3 .../.../... left",
        &["nimber = 1", "outcome = N", "winner = left"],
        &["nimber = 0", "nimber = 2", "outcome = P", "winner = right"],
    ),
    (
        "node-kayles path:4 .... right",
        &["nimber = 0", "outcome = P"],
        &["nimber = 3", "outcome = N"],
    ),
    (
        "col path:3 B.. left",
        &["value = -1/2", "value <= 0", "value >= -1", "value = {-1|0}", "outcome = R"],
        &["value = 0", "value >= 0", "value <= -1", "value = -1/4", "outcome = N", "outcome = L"],
    ),
    (
        "col path:1 . left",
        &["value = *", "value <= 1", "value >= -1", "outcome = N", "value = {0|0}"],
        &["value = 0", "value >= 0", "value <= 0", "outcome = P", "value = 1/2"],
    ),
    (
        "snort path:2 .. left",
        &["value = {1|-1}", "outcome = N", "value <= 2"],
        &["value = *", "value >= 0", "value = {2|-1}"],
    ),
    ("colouring:3 petersen:5,2 .......... alice", &["winner = bob"], &["winner = alice"]),
    ("connected cycle:5 ..... alice", &["winner = alice"], &["winner = bob", "score = 0"]),
];

#[test]
fn true_claims_are_proved_and_false_ones_cannot_be() {
    for (position, right, wrong) in CLAIMS {
        let position: Position = position.parse().unwrap();
        for claim in *right {
            let bytes =
                proved(&position, claim).unwrap_or_else(|e| panic!("{position} {claim}: {e}"));
            checked(&bytes).unwrap();
        }
        for claim in *wrong {
            let result = proved(&position, claim);
            assert!(matches!(result, Err(Unproved::False(_))), "{position} {claim}");
        }
    }
}

#[test]
fn claims_that_make_no_sense_are_refused() {
    for (game, claim) in [
        ("icol", "score >= 1"),
        ("icol", "outcome = L"),
        ("icol", "value = 1"),
        ("col", "nimber = 1"),
        ("connected:maker-breaker", "winner = alice"),
        ("colouring:3", "outcome = N"),
        ("col", "value = x"),
        ("icol", "nimber = 256"),
    ] {
        let result = proved(&start(game, "path:3"), claim);
        assert!(matches!(result, Err(Unproved::Claim(_))), "{game} {claim}");
    }
    for text in
        ["", "winner", "winner >= alice", "nimber = -1", "outcome = X", "chi = 999", "x = 1"]
    {
        assert!(text.parse::<Claim>().is_err(), "{text}");
    }
}

#[test]
fn the_game_chromatic_number_from_both_sides() {
    for (graph, first) in
        [("petersen:5,2", Player::Left), ("grid:2x3", Player::Right), ("path:1", Player::Left)]
    {
        let position = start("colouring:1", graph).with_turn(first);
        let claim =
            suggest_least(&GameFamily::colouring(), position.board(), first, &Budget::default())
                .unwrap();
        let Claim::Chi(_, chi) = claim else { panic!("{claim}") };
        for bound in 1..chi + 2 {
            for (relation, holds) in
                [(">=", chi >= bound), ("<=", chi == bound), ("=", chi == bound)]
            {
                let result = proved(&position, &format!("chi {relation} {bound}"));
                // A bound from above: Alice may also win with more colours, and usually does.
                assert!(result.is_ok() || !holds, "{graph} {relation} {bound}");
                assert!(result.is_err() || holds || relation == "<=" && bound > chi);
                result.into_iter().for_each(|bytes| drop(checked(&bytes).unwrap()));
            }
        }
    }
    let empty = proved(&start("colouring:1", "empty:0"), "chi = 1");
    assert!(matches!(empty, Err(Unproved::Claim(_))));
}

/// What a claim about the least number is about: the number that was typed does not matter, but all the rest does.
#[test]
fn a_claim_about_the_least_number_keeps_the_game_that_was_typed() {
    let about = |game: &str, claim: Option<&str>| {
        let claim = claim.map(|claim| claim.parse().unwrap());
        subject(game, claim.as_ref()).map_err(|error| error.to_string())
    };
    for (game, family) in [
        ("colouring", "colouring:K"),
        ("colouring:K", "colouring:K"),
        ("colouring:4", "colouring:K"),
        ("colouring:9", "colouring:K"),
        ("colouring:4:bob-skips", "colouring:K:bob-skips"),
        ("colouring:K:alice-skips", "colouring:K:alice-skips"),
        ("marking", "marking:K"),
        ("marking:3", "marking:K"),
        ("own:colours=3:forbid=same/2:end=coloured", "own:colours=K:forbid=same/2:end=coloured"),
    ] {
        let expected: GameFamily = family.parse().unwrap();
        assert_eq!(about(game, Some("chi = 3")), Ok(Subject::Family(expected)), "{game}");
    }
    for (game, why) in [
        ("colouring:4:nonsense", "the variants are"),
        ("colouring:x", "the number of colours is a number from 1"),
        ("colouring:0", "the number of colours is a number from 1"),
        ("coloring:4", "unknown game"),
        ("icol", "claimed of games with a number K"),
        ("proper:3", "claimed of games with a number K"),
        ("proper:K", "the least K is asked of games that Alice wins or loses"),
        ("own:colours=2:left=1:end=coloured", "write K in the place of the number"),
    ] {
        let error = about(game, Some("chi = 3")).unwrap_err();
        assert!(error.contains(why), "{game}: {error}");
    }
    for game in ["colouring:4", "colouring:4:bob-skips", "icol"] {
        let expected = Subject::Game(parse_game(game).unwrap());
        assert_eq!(about(game, None), Ok(expected.clone()));
        assert_eq!(about(game, Some("winner = alice")), Ok(expected));
    }
    assert!(matches!(about("colouring", None), Ok(Subject::Family(_))));
    // A position of another game is not exchanged for one of the colouring game either.
    for game in ["colouring:4:bob-skips", "connected-colouring:3", "icol"] {
        let result = proved(&start(game, "cycle:5"), "chi = 3");
        assert!(matches!(result, Err(Unproved::Claim(_))), "{game}");
    }
}

/// A game is explained in the words of the paper that defines it, however it is typed.
#[test]
fn the_definition_is_found_under_any_name() {
    let explained = |game: &str, graph: &str| {
        let position = start(game, graph);
        let claim = suggest(&position, &Budget::default()).unwrap();
        Explanation::new(&checked(&proved(&position, &claim.to_string()).unwrap()).unwrap(), false)
    };
    for (own, listed, graph) in [
        ("own:colours=2:forbid=same", "icol", "path:3"),
        ("own:colours=1:forbid=same", "node-kayles", "path:3"),
        ("own:colours=2:forbid=different", "isnort", "path:3"),
        ("own:colours=2:left=1:right=2:forbid=same", "col", "path:3"),
        ("own:colours=3:forbid=same:end=coloured", "colouring:3", "path:3"),
        ("own:colours=2:forbid=1-1,2-2,2>1:boards=directed", "blue-red", "dipath:3"),
    ] {
        let [own, listed] = [explained(own, graph), explained(listed, graph)];
        assert!(own.definition.is_some(), "{}", own.game);
        let words = |explanation: &Explanation| explanation.definition.map(|quoted| quoted.words);
        assert_eq!(words(&own), words(&listed), "{}", own.game);
    }
    assert!(explained("own:colours=2:forbid=1-1", "path:3").definition.is_none());
    let rules = |game: &str| chromex::certificate::rules(&subject(game, None).unwrap());
    assert!(rules("own:colours=2:forbid=same").starts_with("icol: Impartial Col"));
    assert!(rules("own:colours=K:forbid=same:end=coloured").starts_with("colouring: "));
    let other = rules("own:colours=K:forbid=same,different:end=coloured");
    assert!(!other.starts_with("colouring: "), "the same with one colour only: {other}");
}

#[test]
fn a_strategy_can_be_the_source_of_replies() {
    let position = start("icol", "grid:3x5");
    let mirror = |position: &Position| {
        let (colours, last) = (position.colouring(), position.cells() - 1);
        if colours[last / 2] == UNCOLOURED {
            return Move { cell: last / 2, colour: 1 };
        }
        let open = |&v: &usize| colours[v] == UNCOLOURED && colours[last - v] != UNCOLOURED;
        let cell = (0..=last).find(open).unwrap();
        Move { cell, colour: colours[last - cell] }
    };
    let statement = |claim: &str| Statement::about(&position, claim.parse().unwrap());
    let mut bytes = Vec::new();
    prove_by(statement("outcome = N"), mirror).unwrap().write(&mut bytes).unwrap();
    assert!(checked(&bytes).is_ok());
    // The same strategy does not work for the second player, and a bad one works for nobody.
    let bad = prove_by(statement("outcome = P"), mirror);
    assert!(matches!(bad, Err(Unproved::Rejected(_) | Unproved::Claim(_))), "{bad:?}");
    let bad = prove_by(statement("outcome = N"), |p| p.moves()[0]);
    assert!(matches!(bad, Err(Unproved::Rejected(Rejection::WrongEnd(_)))), "{bad:?}");
}

// Corruption.

fn split(bytes: &[u8]) -> (String, Vec<u8>) {
    let at = bytes.windows(9).position(|w| w == b"checksum:").unwrap();
    let end = at + bytes[at..].iter().position(|&b| b == b'\n').unwrap() + 1;
    (String::from_utf8(bytes[..at].to_vec()).unwrap(), bytes[end..].to_vec())
}

/// A file with the right checksum and length, so that only its content can be wrong.
fn joined(head: &str, body: &[u8]) -> Vec<u8> {
    let lines = head.lines().map(|line| match line.starts_with("bytes: ") {
        true => format!("bytes: {}\n", body.len()),
        false => format!("{line}\n"),
    });
    let head: String = lines.collect();
    let mut checksum = Checksum::default();
    checksum.add(head.as_bytes());
    checksum.add(body);
    let mut all = format!("{head}checksum: {:016x}\n", checksum.0).into_bytes();
    all.extend(body);
    all
}

#[test]
fn the_parts_fit_together_again() {
    let bytes = proved(&start("icol", "grid:3x3"), "nimber = 1").unwrap();
    let (head, body) = split(&bytes);
    assert_eq!(joined(&head, &body), bytes);
}

/// (from, to, a part of the reason)
const LIES: &[(&str, &str, &str)] = &[
    ("certificate 1", "certificate 2", "does not begin with"),
    ("exactly *1", "exactly *2", "but claims"),
    ("grid:3x3 is", "grid:3x4 is", "but claims"),
    ("claim: nimber = 1", "claim: nimber = 2", "but claims"),
    ("claim: nimber = 1", "claim: nimber", "is no claim"),
    ("game: icol", "game: isnort", "but claims"),
    ("game: icol", "game: chess", "unknown game `chess`"),
    ("game: icol", "game: isnort", "but claims"),
    ("graph: grid:3x3", "graph: grid:3x", "graph:"),
    ("graph: grid:3x3", "graph: hypercube:24", "too many"),
    ("graph: grid:3x3", "graph: king:3x3", "the edges are not those of king:3x3"),
    ("0-1 ", "", "the edges are not those"),
    ("9 vertices", "10 vertices", "the edges are not those"),
    ("start: .../.../...", "start: B../.../...", "but claims"),
    ("start: .../.../...", "start: .", "1 symbols for 9 vertices"),
    ("first: left", "first: carol", "there is no player"),
    ("symmetries: ", "symmetries: 1 0 2 3 4 5 6 7 8; ", "is no symmetry"),
    ("symmetries: ", "symmetries: 0 0 2 3 4 5 6 7 8; ", "is no symmetry"),
    ("symmetries: ", "symmetries: 0 1 2; ", "is no symmetry"),
    ("symmetries: ", "symmetries: 0 1 999; ", "list of vertices"),
    ("symmetries: ", "symmetries: ; ", "list of vertices"),
    ("positions: ", "positions: 1", "the head declares"),
    ("positions: ", "positions: 99999999999999999999", "no number"),
    ("positions: ", "positions: 99999999999", "more than is allowed"),
    ("positions: ", "positions: -", "no number"),
    ("says: ", "sais: ", "expected a line `says: …`"),
];

#[test]
fn every_lie_in_the_head_is_refused() {
    let bytes = proved(&start("icol", "grid:3x3"), "nimber = 1").unwrap();
    let (head, body) = split(&bytes);
    for (from, to, part) in LIES {
        assert!(head.contains(from), "{from}");
        let why = checked(&joined(&head.replacen(from, to, 1), &body)).unwrap_err().to_string();
        assert!(why.contains(part), "{from} → {to}: {why}");
    }
    // Without symmetries the set is not closed in so few positions.
    let line = head.lines().find(|line| line.starts_with("symmetries")).unwrap();
    let why = checked(&joined(&head.replace(line, "symmetries: none"), &body)).unwrap_err();
    assert!(
        matches!(
            why,
            Rejection::TooManyPositions(_)
                | Rejection::Truncated
                | Rejection::WrongEnd(_)
                | Rejection::NoSuchReply { .. }
        ),
        "{why}"
    );
    // A stronger claim, consistently worded, with the replies of the weaker one.
    let stronger = head.replace("exactly *1", "exactly *2").replace("nimber = 1", "nimber = 2");
    assert!(checked(&joined(&stronger, &body)).is_err());
}

#[test]
fn truncated_extended_and_damaged_files_are_refused() {
    let bytes = proved(&start("connected", "cycle:7"), "score = 1").unwrap();
    assert!(checked(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(checked(&bytes[..end]).is_err(), "cut at {end}");
    }
    let (head, body) = split(&bytes);
    for end in 0..body.len() {
        let why = checked(&joined(&head, &body[..end])).unwrap_err();
        assert!(!matches!(why, Rejection::Checksum), "cut at {end}: {why}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(checked(&longer), Err(Rejection::LeftOver(_))));
    let more: Vec<u8> = body.iter().copied().chain([0]).collect();
    assert!(matches!(checked(&joined(&head, &more)), Err(Rejection::LeftOver(1))));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(checked(&damaged).is_err(), "damaged at {at}");
    }
}

/// Replies written by hand, as numbers together with the number of choices.
fn by_hand(
    position: &Position,
    claim: &str,
    positions: u64,
    replies: &[(usize, usize)],
) -> Vec<u8> {
    let statement = Statement::about(position, claim.parse().unwrap());
    let mut interval = Interval::default();
    let mut body = Vec::new();
    for &(number, of) in replies {
        let width = Interval::width(of);
        let mut prefix = 1;
        for i in (0..width).rev() {
            let bit = number >> i & 1 == 1;
            interval.take(width, prefix, bit);
            body.extend(std::iter::from_fn(|| interval.shift()));
            prefix = prefix << 1 | usize::from(bit);
        }
    }
    body.extend(interval.end());
    let header = chromex::certificate::checker::Header {
        statement,
        symmetries: Vec::new(),
        is_near: false,
        positions,
        bytes: body.len() as u64,
        checksum: 0,
    };
    joined(&header.to_string(), &body)
}

#[test]
fn certificates_made_by_hand() {
    // Node Kayles on a path of two: the first player takes a vertex and has won.
    let two = start("node-kayles", "path:2");
    assert!(checked(&by_hand(&two, "outcome = N", 0, &[(0, 2)])).is_ok());
    assert!(checked(&by_hand(&two, "outcome = N", 0, &[(1, 2)])).is_ok());
    let wrong = |bytes: &[u8]| checked(bytes).unwrap_err();
    assert!(matches!(wrong(&by_hand(&two, "outcome = P", 1, &[])), Rejection::WrongEnd(_)));
    // Path of three: only the middle wins.
    let three = start("node-kayles", "path:3");
    assert!(checked(&by_hand(&three, "outcome = N", 0, &[(1, 3)])).is_ok());
    assert!(matches!(wrong(&by_hand(&three, "outcome = N", 1, &[(0, 3)])), Rejection::WrongEnd(_)));
    let no_such = wrong(&by_hand(&three, "outcome = N", 0, &[(3, 3)]));
    assert!(matches!(no_such, Rejection::NoSuchReply { chosen: 3, of: 3, .. }), "{no_such}");
    // Four isolated vertices: two positions in the set, and each needs a reply.
    let four = start("node-kayles", "empty:4");
    let good = by_hand(
        &four,
        "outcome = P",
        8,
        &[(0, 3); 4].iter().chain(&[(0, 1); 12]).copied().collect::<Vec<_>>(),
    );
    assert!(checked(&good).is_err(), "positions are shared, so there are fewer");
    let closed = prove(Statement::about(&four, "outcome = P".parse().unwrap()), &Budget::default());
    assert_eq!(closed.unwrap().header.positions, 2);
    assert!(matches!(
        wrong(&by_hand(&four, "outcome = P", 1, &[(0, 3); 4])),
        Rejection::TooManyPositions(1)
    ));
}

/// Thousands of mutations with a fixed seed: no panic, and only true claims are accepted.
#[test]
fn mutated_files_never_panic_nor_prove_anything_false() {
    let mut random = SplitMix::new(2026);
    let cases = [
        ("icol", "grid:3x3", "nimber = 1"),
        ("connected", "cycle:7", "score = 1"),
        ("snort", "path:4", "outcome = N"),
        ("colouring:3", "petersen:5,2", "winner = bob"),
        ("orthogonal:2", "cycle:4", "score = -2"),
    ];
    for (game, graph, claim) in cases {
        let bytes = proved(&start(game, graph), claim).unwrap();
        let (head, body) = split(&bytes);
        for round in 0..1500 {
            let (mut head, mut body) = (head.clone().into_bytes(), body.clone());
            for _ in 0..1 + random.below(4) {
                let target = if round % 3 == 0 { &mut head } else { &mut body };
                mutate(target, &mut random);
            }
            // The checksum is corrected, so that the content is checked.
            let file = match String::from_utf8(head) {
                Ok(head) => joined(&head, &body),
                Err(error) => error.into_bytes(),
            };
            let Ok(proof) = check(&mut &file[..], 1 << 24, &mut |_| true) else { continue };
            let statement = proof.header.statement;
            // The result may be another proof of something true; this is not an error.
            assert!(
                prove(statement.clone(), &Budget::default()).is_ok(),
                "{}",
                statement.sentence()
            );
        }
    }
}

fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix) {
    if bytes.is_empty() {
        return bytes.push(0);
    }
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = b"0123456789 -;:>\n.BW*"[random.below(20)],
        2 => bytes.truncate(at),
        3 => bytes.insert(at, random.below(256) as u8),
        4 => drop(bytes.remove(at)),
        _ => {
            let piece = bytes[at..bytes.len().min(at + 20)].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, piece);
        }
    }
}

/// The table of docs/certificates.md: claim, file, bytes, positions, replies.
#[test]
fn the_examples_are_valid_and_as_the_documentation_says() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("examples/certificates");
    let text = std::fs::read_to_string(root.join("docs/certificates.md")).unwrap();
    let rows = text.lines().filter(|line| line.contains("](../examples/certificates/"));
    let rows: Vec<Vec<String>> = rows
        .map(|line| {
            line.replace("\\|", "¦").split(" | ").map(|cell| cell.replace('¦', "|")).collect()
        })
        .collect();
    for row in &rows {
        let file = row[1].split('`').nth(1).unwrap();
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let proved = checked(&bytes).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert_eq!(row[0], format!("| {}", proved.header.statement.sentence()), "{file}");
        let numbers = [bytes.len() as u64, proved.header.positions, proved.replies];
        assert_eq!(row[2..5], numbers.map(chromex::text::count), "{file}");
    }
    assert_eq!(rows.len(), std::fs::read_dir(folder).unwrap().count(), "each file has a row");
}

// Everything in a file is checked, and nothing in it costs more than allowed.

/// A certificate of χ_g ≥ 1, for which nothing has to be shown, with one line of its head changed.
fn nothing_to_show(graph: &str, line: &str, value: &str) -> Vec<u8> {
    let position = start("colouring:1", "path:1");
    let mut statement = Statement::about(&position, "chi >= 1".parse().unwrap());
    statement.board = parse(graph).unwrap();
    statement.start = ".".repeat(statement.board.order());
    let header = chromex::certificate::checker::Header {
        statement,
        symmetries: Vec::new(),
        is_near: false,
        positions: 0,
        bytes: 4,
        checksum: 0,
    };
    let head = header.to_string();
    let lines = head.lines().map(|old| match old.strip_prefix(line) {
        Some(rest) if rest.starts_with(": ") => format!("{line}: {value}\n"),
        _ => format!("{old}\n"),
    });
    joined(&lines.collect::<String>(), &[0; 4])
}

#[test]
fn everything_is_checked_even_where_nothing_has_to_be_shown() {
    assert!(checked(&nothing_to_show("path:3", "start", "...")).is_ok());
    for (graph, line, value, part) in [
        ("dipath:3", "start", "...", "is played on undirected graphs"),
        ("path:3", "start", "garbage", "is no colour of this game"),
        ("path:3", "start", ".1.", "χ_g is about the uncoloured graph"),
        ("path:3", "start", "0..", "the start is written `...`"),
        ("path:3", "start", "....", "4 symbols for 3 vertices"),
        ("path:3", "symmetries", "0 1 77", "is no symmetry of the graph"),
        ("path:3", "symmetries", "1 0 2", "is no symmetry of the graph"),
        ("path:3", "symmetries", "0 1 300", "a symmetry is a list of vertices"),
        ("path:3", "symmetries", "none; none", "`symmetries: none; none` is written"),
        ("path:129", "start", "-", "129 vertices: a certificate has at most 128"),
        ("empty:200000", "start", "-", "200000 vertices: a certificate has at most 128"),
        ("path:3", "positions", "1", "the head declares 1 positions, but the reply sets have 0"),
        ("path:3", "positions", "+0", "`positions: +0` is written `positions: 0`"),
        ("path:3", "first", "Alice", "`first: Alice` is written `first: left`"),
        ("path:3", "claim", "chi  >=  1", "is written `claim: chi >= 1`"),
    ] {
        let why = checked(&nothing_to_show(graph, line, value)).unwrap_err().to_string();
        assert!(why.contains(part), "{graph}, {line}: {value}: {why}");
    }
}

#[test]
fn nothing_from_the_head_misleads_a_terminal() {
    let bytes = proved(&start("icol", "grid:3x3"), "nimber = 1").unwrap();
    let (head, body) = split(&bytes);
    for character in ['\u{1b}', '\u{7f}', '\u{9b}', '\r', '\u{202e}', '\u{2066}', '\u{200b}'] {
        for (at, line) in head.lines().enumerate() {
            let mut changed: Vec<String> = head.lines().map(str::to_owned).collect();
            changed[at] = format!("{}{character}{}", &line[..1], &line[1..]);
            let why = checked(&joined(&(changed.join("\n") + "\n"), &body)).unwrap_err();
            let shown =
                format!("the head has the invisible character {}", character.escape_unicode());
            assert_eq!(why.to_string(), shown, "{line}");
        }
    }
}

/// Colours on isolated vertices: any reply is fine, and there are far too many positions to wait
/// for.
#[test]
fn a_check_ends_when_whoever_waits_wants_it() {
    let position = start("icol", "empty:40");
    let mut file = by_hand(&position, "outcome = P", 15_000_000, &[]);
    let (head, _) = split(&file);
    file = joined(&head, &[255; 2400]);
    let stopped = check(&mut &file[..], 4 << 30, &mut |replies| replies < 1000).unwrap_err();
    assert!(matches!(stopped, Rejection::Stopped(1000)), "{stopped}");
    let memory = check(&mut &file[..], 1 << 30, &mut |_| true).unwrap_err();
    assert!(matches!(memory, Rejection::Memory { positions: 15_000_000, .. }), "{memory}");
    let declared = joined(&head.replace("positions: 15000000", "positions: 50"), &[255; 2400]);
    let beyond = checked(&declared).unwrap_err();
    assert!(matches!(beyond, Rejection::TooManyPositions(50)), "{beyond}");
}

/// Numbers are built once, however often they occur: this once took ten seconds.
#[test]
fn a_value_with_many_numbers_is_read_at_once() {
    let value = format!("{{{}|}}", vec!["32767/32"; 400].join(","));
    let position = start("col", "path:1");
    let why = checked(&by_hand(&position, &format!("value = {value}"), 0, &[])).unwrap_err();
    assert!(!matches!(why, Rejection::Header(_)), "{why}");
}
