//! Checks certificates of colouring games by the literal rules and nothing else.
//!
//! A certificate claims something about a game ([`Claim`]) and answers every move of the claimant's
//! opponent ([`replay()`]). What has to be shown for a claim is in `claim.rs`, which positions
//! count as equal in `keys.rs`, when nothing more has to be shown in `state.rs`, why a closed reply
//! set is a proof in `replay.rs`, and how it may leave out what can no longer go wrong in `near.rs`.
//! The format of the file is described in `header.rs`, `coder.rs` and `docs/certificates.md`. The
//! solver is not involved.

#![forbid(unsafe_code)]

pub mod blocks;
mod blocks_file;
mod claim;
mod coder;
mod column;
mod form;
mod header;
mod keys;
mod near;
mod replay;
mod state;
pub mod strip;
mod strip_file;
pub mod window;
mod window_file;

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use chromex_graphs::TextError;
use chromex_rules::{Game, parse_game};
pub use chromex_text::Checksum;

pub use blocks_file::{BlocksCertificate, is_blocks};
pub use claim::{Claim, Relation, Statement, Subject};
pub use coder::{Decoder, Interval};
pub use form::Forms;
pub use header::Header;
pub use keys::{Keys, MAX_ORDER, MAX_SYMMETRIES};
pub use near::{Lists, Near, Ply};
pub use replay::{Played, Positions, ReplySet, Turn, replay};
pub use state::{Choice, State, Target, Task, missing_doctors};
pub use strip_file::{StripCertificate, is_strip};
pub use window_file::{WindowCertificate, is_window};

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The head is wrong.
    #[error("{0}")]
    Header(String),
    /// The claim makes no sense.
    #[error("{0}")]
    Claim(String),
    /// The file ends before all replies are read.
    #[error("a reply is missing: the file ends too early")]
    Truncated,
    /// The file goes on after the last reply.
    #[error("{0} bytes of the file are left over after the last reply")]
    LeftOver(u64),
    /// The checksum is wrong, so the file was changed.
    #[error("the checksum is wrong: the file was damaged or tampered with")]
    Checksum,
    /// A reply that is not one of the legal moves.
    #[error("reply number {chosen} to {position} is not one of the {of} legal moves")]
    NoSuchReply {
        /// The position in which it was given.
        position: String,
        /// The number of the reply, from 0.
        chosen: usize,
        /// The number of legal moves.
        of: usize,
    },
    /// The game ends in a way that contradicts the claim.
    #[error("the game may end against the claim: {0}")]
    WrongEnd(String),
    /// There are more positions than the head says.
    #[error("the reply set is not closed within the {0} positions that the head declares")]
    TooManyPositions(u64),
    /// There are fewer positions than the head says.
    #[error("the head declares {0} positions, but the reply sets have {1}")]
    WrongCount(u64, u64),
    /// Something that has to be possible on boards of every length is impossible.
    #[error("{0}")]
    Unmet(String),
    /// There are more positions than fit into the memory.
    #[error("{positions} positions may take {bytes} bytes, more than is allowed")]
    Memory {
        /// The number of positions that the head declares.
        positions: u64,
        /// An upper bound on the bytes that they take.
        bytes: u64,
    },
    /// Checking would take more bytes than allowed.
    #[error("checking may take {0} bytes, more than is allowed")]
    Room(u64),
    /// The caller wanted to stop.
    #[error("stopped after {0} replies: nothing is proved")]
    Stopped(u64),
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Unreadable(#[from] io::Error),
}

/// What a certificate has proved.
#[derive(Debug, Clone)]
pub struct Proved {
    /// The head: the sentence [`Statement::sentence`] is true.
    pub header: Header,
    /// The tasks that were needed for it, each with the number of positions in its reply set.
    pub tasks: Vec<(Task, u64)>,
    /// The number of replies that were checked.
    pub replies: u64,
    /// The number of symmetries under which positions counted as equal.
    pub symmetries: usize,
}

/// Finds the game that a name in a certificate stands for.
pub type Games<'a> = dyn Fn(&str) -> Result<Game, TextError> + 'a;

/// Checks a certificate about a listed game, using no more than about `memory` bytes; `watch` is
/// called often with the number of replies checked so far, and says whether to go on.
pub fn check(
    input: &mut dyn BufRead,
    memory: u64,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Proved, Rejection> {
    check_with(input, &parse_game, memory, watch)
}

/// Checks a certificate about one of these games, which need not be listed. What such a game
/// declares is trusted; for listed games, the tests of `rules` check it.
pub fn check_with(
    input: &mut dyn BufRead,
    games: &Games<'_>,
    memory: u64,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Result<Proved, Rejection> {
    let (header, mut checksum) = Header::read(input, games)?;
    let start = header.statement.position().map_err(Rejection::Claim)?;
    let keys_of = |game: &Game| {
        Keys::new(game, start.board().graph(), &header.symmetries).map_err(Rejection::Claim)
    };
    let mut keys = keys_of(start.game())?;
    let needed = header.statement.tasks().map_err(Rejection::Claim)?;
    let is_near = |task: &Task| header.is_near && task.is_near();
    if header.is_near && !needed.iter().any(is_near) {
        let why = "the head says `replies: near the patients`, which only Alice's wins in the colouring game can have";
        return Err(Rejection::Header(why.to_owned()));
    }
    let bytes = |task: &Task| match is_near(task) {
        true => Near::bytes(task),
        false => keys.bytes(task.start.position.game()) + start.cells(),
    };
    let each = needed.iter().map(bytes).max().unwrap_or(0) + OVERHEAD;
    let (positions, bytes) = (header.positions, header.positions.saturating_mul(each as u64));
    if bytes > memory {
        return Err(Rejection::Memory { positions, bytes });
    }
    let mut left = header.bytes;
    let mut body = input.take(header.bytes.saturating_add(1)).bytes();
    let mut decoder = Decoder::new(|| {
        let byte = body.next().ok_or(Rejection::Truncated)??;
        left = left.checked_sub(1).ok_or(Rejection::Truncated)?;
        checksum.add(&[byte]);
        Ok(byte)
    })?;
    let replies = Cell::new(0);
    let mut go_on = || watch(replies.get()).then_some(()).ok_or(Rejection::Stopped(replies.get()));
    let mut reply = |choices| {
        replies.set(replies.get() + 1);
        decoder.number(choices)
    };
    let (mut positions, mut tasks) = (0, Vec::new());
    for task in needed {
        keys = keys_of(task.start.position.game())?;
        let left = header.positions - positions;
        let found = if is_near(&task) {
            replay(&Near::new(&task, &keys), left, &mut go_on, |turn| reply(turn.choices.len()))
        } else {
            let played = Positions { task: &task, keys: &keys };
            replay(&played, left, &mut go_on, |turn| reply(turn.choices.len()))
        }?;
        positions += found;
        tasks.push((task, found));
    }
    drop(decoder);
    if positions != header.positions {
        return Err(Rejection::WrongCount(header.positions, positions));
    }
    if left > 0 || body.next().is_some() {
        return Err(Rejection::LeftOver(left.max(1)));
    }
    if checksum.0 != header.checksum {
        return Err(Rejection::Checksum);
    }
    Ok(Proved { header, tasks, replies: replies.get(), symmetries: keys.symmetries() })
}

/// An upper bound on the bytes of a position in the set and on the list, besides its key and
/// colouring.
const OVERHEAD: usize = 200;
