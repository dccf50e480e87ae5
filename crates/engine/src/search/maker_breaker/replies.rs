//! Moves of Alice that have recently led to a win at sight.
//!
//! Bob's moves vary more than Alice's answers to them: the next position is often won by the move
//! that won the one before.

use super::board::Board;
use super::node::Node;
use super::state::Ply;

/// The number of moves that are remembered.
const COUNT: usize = 8;

/// Moves, the most recently successful first.
#[derive(Default)]
pub(super) struct Replies(Vec<Ply>);

impl Replies {
    /// Whether one of the moves that she may make leads to a win at sight; Alice is to move.
    pub(super) fn win<const K: usize>(
        &mut self,
        node: &Node<K>,
        board: &Board,
        may: &impl Fn(Ply) -> bool,
    ) -> bool {
        let mut child = node.clone();
        let wins = |&ply: &Ply| {
            may(ply) && {
                node.write_after(board, ply, &mut child);
                child.is_sound(board)
            }
        };
        let Some(found) = self.0.iter().position(wins) else { return false };
        self.0[..=found].rotate_right(1);
        true
    }

    /// Remembers a move that has led to a win at sight and was not in the list.
    pub(super) fn remember(&mut self, ply: Ply) {
        self.0.truncate(COUNT - 1);
        self.0.insert(0, ply);
    }
}
