//! Certificates: whatever is accepted is true.

use std::collections::HashMap;

use chromex::certificate::checker::{
    Checksum, Claim, Rejection, Relation, State, Statement, Subject, Target, Task, check,
};
use chromex::rules::{Convention, Player, Position, Verdict};

/// Games with more colourings than this are not checked exhaustively.
const MOST_COLOURINGS: usize = 100_000;

/// If the checker accepts a file, exhaustive play confirms its claim. The sentence, the length and
/// the checksum are corrected first, so that the claim is tested and not the exactness of the copy.
pub(crate) fn what_the_checker_accepts_is_true(data: &[u8]) {
    let checked = |data: &[u8]| {
        let (file, mut left) = (signed(data), 3_000);
        check(&mut &file[..], 1 << 24, &mut |_| {
            left -= 1;
            left > 0
        })
    };
    let checked = match checked(data) {
        Err(Rejection::Header(why)) => checked(&saying(data, &why)),
        checked => checked,
    };
    let Ok(proved) = checked else { return };
    let statement = &proved.header.statement;
    let start = statement.position().unwrap();
    // With as many colours as vertices Alice wins.
    let colours = match statement.claim {
        Claim::Chi(..) => start.cells(),
        _ => start.game().palette().len(),
    };
    let colourings = (colours + 1).checked_pow(start.cells() as u32);
    if colourings.is_some_and(|colourings| colourings <= MOST_COLOURINGS) {
        assert!(holds(statement, &start), "{}", statement.sentence());
    }
}

/// The file with the sentence that it ought to have, which the reason for its rejection may
/// contain.
fn saying(data: &[u8], why: &str) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = data.splitn(3, |&byte| byte == b'\n').collect();
    let sentence = why.split_once("”, but claims: ").map(|(_, words)| format!("says: {words}"));
    if let (Some(sentence), Some(line)) = (&sentence, lines.get_mut(1)) {
        *line = sentence.as_bytes();
    }
    lines.join(&b'\n')
}

/// The file with its length and checksum corrected, if it has these lines.
fn signed(data: &[u8]) -> Vec<u8> {
    let find = |from: usize, what: &[u8]| {
        data[from..].windows(what.len()).position(|part| part == what).map(|at| from + at)
    };
    let lines = find(0, b"\nbytes: ").and_then(|bytes| {
        let sum = find(bytes, b"\nchecksum: ")?;
        Some((bytes, sum, find(sum + 1, b"\n")?))
    });
    let Some((bytes, _, end)) = lines else { return data.to_vec() };
    let body = &data[end + 1..];
    let mut file = data[..bytes].to_vec();
    file.extend(format!("\nbytes: {}\n", body.len()).bytes());
    let mut checksum = Checksum::default();
    checksum.add(&file);
    checksum.add(body);
    file.extend(format!("checksum: {:016x}\n", checksum.0).bytes());
    file.extend(body);
    file
}

/// Whether a statement is true, by exhaustive play.
fn holds(statement: &Statement, start: &Position) -> bool {
    let compare = |relation: &Relation, found: i64, claimed: i64| match relation {
        Relation::AtLeast => found >= claimed,
        Relation::AtMost => found <= claimed,
        Relation::Exactly => found == claimed,
    };
    let result = |turn| result(&start.clone().with_turn(turn), &mut HashMap::new());
    let winner = |turn| if result(turn) > 0 { Player::Left } else { Player::Right };
    match &statement.claim {
        Claim::Winner(player) => match player {
            Player::Left => result(statement.first) > 0,
            Player::Right => result(statement.first) < 0,
        },
        Claim::Outcome(class) => {
            let turns = match start.convention() {
                Convention::Impartial => vec![statement.first],
                _ => vec![Player::Left, Player::Right],
            };
            turns.into_iter().all(|turn| match class {
                'L' => winner(turn) == Player::Left,
                'R' => winner(turn) == Player::Right,
                'N' => winner(turn) == turn,
                _ => winner(turn) != turn,
            })
        }
        Claim::Nimber(heap) => nimber(start, &mut HashMap::new()) == *heap,
        Claim::Score(relation, score) => {
            compare(relation, result(statement.first).into(), (*score).into())
        }
        Claim::Chi(relation, colours) => {
            let Subject::Family(games) = &statement.subject else { return false };
            let with = |k: usize| {
                let game = games.member(k).unwrap();
                let start = Position::start(game, statement.board.clone()).unwrap();
                self::result(&start.with_turn(statement.first), &mut HashMap::new()) > 0
            };
            let chi = (1..).find(|&k| with(k)).unwrap();
            compare(relation, chi as i64, (*colours).into())
        }
        Claim::Value(..) => statement
            .tasks()
            .unwrap()
            .iter()
            .all(|task| wins(task, &task.start, &mut HashMap::new())),
    }
}

/// The score under best play; if there are no scores, 1 if Left wins and −1 if Right does.
fn result(position: &Position, known: &mut HashMap<(Vec<u8>, Player), i32>) -> i32 {
    let key = (position.colouring().to_vec(), position.turn());
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let found = match position.verdict() {
        Some(Verdict::Score(score)) => score,
        Some(Verdict::Wins(player)) => {
            if player == Player::Left {
                1
            } else {
                -1
            }
        }
        None => {
            let after =
                position.moves().into_iter().map(|m| result(&position.play(m).unwrap(), known));
            let after: Vec<i32> = after.collect();
            let best = if position.turn() == Player::Left {
                after.iter().max()
            } else {
                after.iter().min()
            };
            *best.unwrap()
        }
    };
    known.insert(key, found);
    found
}

fn nimber(position: &Position, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
    if let Some(&nimber) = known.get(position.colouring()) {
        return nimber;
    }
    let after = position.moves().into_iter().map(|m| nimber(&position.play(m).unwrap(), known));
    let after: Vec<u32> = after.collect();
    let least = (0..).find(|nimber| !after.contains(nimber)).unwrap();
    known.insert(position.colouring().to_vec(), least);
    least
}

/// Whether the claimant wins the game minus a form.
fn wins(task: &Task, state: &State, known: &mut HashMap<(Vec<u8>, u16, Player), bool>) -> bool {
    assert_eq!(task.target, Target::Win);
    let key = (state.position.colouring().to_vec(), state.other, state.position.turn());
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mine = state.position.turn() == task.claimant;
    let won = |choice| wins(task, &state.play(choice), known) == mine;
    // A player who cannot move loses.
    let found = state.choices().into_iter().any(won) == mine;
    known.insert(key, found);
    found
}
