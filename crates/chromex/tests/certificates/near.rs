//! Certificates near the patients: made, checked, forged.

use chromex::certificate::prove_near;

use super::*;

const NEAR: &str = "replies: near the patients\n";

fn proved_near(position: &Position, claim: &str) -> Result<Vec<u8>, Unproved> {
    let statement = Statement::about(position, claim.parse().unwrap());
    let mut bytes = Vec::new();
    prove_near(statement, &Budget::default())?.write(&mut bytes).unwrap();
    Ok(bytes)
}

#[test]
fn wins_are_proved_near_the_patients() {
    let (mut positions, mut without) = (0, 0);
    let mut random = SplitMix::new(21);
    for (game, graph) in [
        ("colouring:4", "grid:4x5"),
        ("colouring:4:bob-skips", "grid:4x5"),
        ("colouring:4", "grid:5x5"),
        ("colouring:3", "grid:2x4"),
        ("colouring:4", "petersen:5,2"),
        ("colouring:3", "petersen:5,2"),
        ("colouring:4:alice-skips", "random:9,0.5,3"),
        ("colouring:5", "random:10,0.5,4"),
        ("colouring:4", "wheel:6"),
    ] {
        let mut position = start(game, graph);
        for first in [Player::Left, Player::Right, Player::Left] {
            position = position.with_turn(first);
            match proved_near(&position, "winner = alice") {
                Ok(bytes) => {
                    assert!(split(&bytes).0.contains(&format!("\n{NEAR}positions: ")));
                    let proof = checked(&bytes).unwrap_or_else(|why| panic!("{position}: {why}"));
                    assert!(proof.header.is_near);
                    positions += proof.header.positions;
                }
                Err(Unproved::NotNear(_)) => without += 1,
                Err(other) => panic!("{position}: {other}"),
            }
            let moves = position.moves();
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    assert!(positions > 100 && without > 3, "{positions} {without}");
}

/// What Bob wins is proved by whole positions in the same file.
#[test]
fn the_game_chromatic_number_with_alices_part_near_the_patients() {
    for (graph, claim) in
        [("grid:4x4", "chi = 4"), ("petersen:5,2", "chi = 4"), ("wheel:6", "chi <= 4")]
    {
        let bytes = proved_near(&start("colouring:1", graph), claim);
        let bytes = bytes.unwrap_or_else(|why| panic!("{graph}: {why}"));
        let proof = checked(&bytes).unwrap();
        assert_eq!(proof.tasks.iter().filter(|(task, _)| task.is_near()).count(), 1);
        let checked: Vec<String> = Explanation::new(&proof, false).checked;
        assert!(checked.iter().any(|line| line.contains("near")), "{checked:?}");
    }
}

#[test]
fn only_alices_wins_are_proved_near_the_patients() {
    for (game, graph, claim) in [
        ("icol", "grid:3x3", "nimber = 1"),
        ("colouring:2", "path:4", "winner = bob"),
        ("connected", "cycle:7", "score = 1"),
        ("colouring:1", "grid:2x4", "chi >= 3"),
    ] {
        let position = start(game, graph);
        let refused = proved_near(&position, claim).unwrap_err();
        assert!(matches!(refused, Unproved::Claim(_)), "{refused}");
        // The line is refused in a file of another kind.
        let (head, body) = split(&proved(&position, claim).unwrap());
        let head = head.replace("positions: ", &format!("{NEAR}positions: "));
        let why = checked(&joined(&head, &body)).unwrap_err();
        assert!(matches!(&why, Rejection::Header(text) if text.contains("near the patients")));
    }
}

#[test]
fn forged_files_near_the_patients_are_refused() {
    let bytes = proved_near(&start("colouring:4", "grid:5x5"), "winner = alice").unwrap();
    let count = checked(&bytes).unwrap().header.positions;
    let (head, body) = split(&bytes);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(checked(&damaged).is_err(), "{at}");
    }
    let counted = |positions: u64| {
        let line = format!("positions: {positions}\n");
        checked(&joined(&head.replace(&format!("positions: {count}\n"), &line), &body))
    };
    assert!(matches!(counted(count - 1), Err(Rejection::TooManyPositions(_))));
    assert!(matches!(counted(count + 1), Err(Rejection::WrongCount(..))));
    assert!(matches!(counted(u64::MAX), Err(Rejection::Memory { .. })));
    // As replies in whole positions they prove nothing, nor with another line in this place.
    assert!(checked(&joined(&head.replace(NEAR, ""), &body)).is_err());
    for line in ["replies: near the patient\n", "replies:  near the patients\n", "replies: all\n"] {
        let why = checked(&joined(&head.replace(NEAR, line), &body)).unwrap_err().to_string();
        assert!(why.contains("expected a line `positions: …`, found `replies:"), "{why}");
    }
    let twice = head.replace(NEAR, &NEAR.repeat(2));
    assert!(matches!(checked(&joined(&twice, &body)), Err(Rejection::Header(_))));
    // Other replies: each of them is a legal one or is refused, and few are right.
    let mut random = SplitMix::new(22);
    let mut refused = 0;
    for _ in 0..400 {
        let mut other = body.clone();
        let at = random.below(other.len());
        other[at] ^= 1 << random.below(8);
        refused += usize::from(checked(&joined(&head, &other)).is_err());
    }
    assert!(refused > 350, "{refused}");
}

/// Bob wins these, so there is no reply set near the patients, whatever the file says.
#[test]
fn nothing_false_is_proved_near_the_patients() {
    let mut random = SplitMix::new(23);
    for (game, graph) in [("colouring:3", "petersen:5,2"), ("colouring:3", "grid:4x4")] {
        let position = start(game, graph);
        let refused = proved_near(&position, "winner = alice").unwrap_err();
        assert!(matches!(refused, Unproved::NotNear(_)), "{refused}");
        let (head, _) = split(&by_hand(&position, "winner = alice", 500, &[]));
        let head = head.replace("positions: ", &format!("{NEAR}positions: "));
        for _ in 0..300 {
            let body: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
            assert!(checked(&joined(&head, &body)).is_err());
        }
    }
}

#[test]
fn a_search_near_the_patients_keeps_to_its_budget() {
    let position = start("colouring:4", "grid:5x6");
    let budget = Budget { nodes: Some(50), ..Budget::default() };
    let statement = Statement::about(&position, "winner = alice".parse().unwrap());
    let stopped = prove_near(statement, &budget).unwrap_err();
    assert!(matches!(stopped, Unproved::Stopped(_)), "{stopped}");
}
