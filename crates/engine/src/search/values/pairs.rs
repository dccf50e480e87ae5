//! Positions as two words: for games on at most 64 vertices in which each player has a colour of
//! his own.
//!
//! The search for values spends its time on decomposing positions and looking up the parts, which
//! is several times as fast with two words as with lists of any number and width.

use smallvec::SmallVec;

use crate::model::lists::{ListGame, Lists};
use crate::model::word::{EVERY_WIDTH, Word, vertices};

/// The vertices that Left can still colour, and those that Right can still colour.
pub(super) type Pair = [u64; 2];

/// For each move, the vertices that both players lose.
pub(super) struct Pairs {
    /// For each vertex and colour, the vertices that both players lose by this move, including the
    /// vertex itself.
    losses: Vec<[Pair; 2]>,
    /// Whether the theorem of `dominance.rs` applies, so that some moves can be left out.
    thinned: bool,
}

impl Pairs {
    /// The game with positions as pairs, if they fit.
    pub(super) fn of(game: &ListGame, thinned: bool) -> Option<Pairs> {
        let applies = EVERY_WIDTH
            && game.colours() == 2
            && game.order() <= u64::BITS as usize
            && game.is_for(0, [true, false])
            && game.is_for(1, [false, true]);
        let lost = |v, c| {
            let kills = game.kills(v, c);
            [0, 1].map(|d: usize| kills[d] as u64 | 1 << v)
        };
        let losses = (0..game.order()).map(|v| [lost(v, 0), lost(v, 1)]);
        applies.then(|| Pairs { losses: losses.collect(), thinned })
    }

    /// The connected component of the least vertex of a position that is not empty.
    pub(super) fn first_part(&self, [left, right]: Pair) -> Pair {
        let all = left | right;
        let mut part = all & all.wrapping_neg();
        let mut fresh = part;
        while fresh != 0 && part != all {
            let near = self.near(fresh.least(), left, right);
            fresh = fresh.without_least() | near & !part;
            part |= near;
        }
        [left & part, right & part]
    }

    /// The vertices that a vertex shares a condition with.
    #[inline(always)]
    fn near(&self, v: usize, left: u64, right: u64) -> u64 {
        let [by_left, by_right] = &self.losses[v];
        let (in_left, in_right) = (all_if(left >> v & 1), all_if(right >> v & 1));
        let of_opponent = in_left & by_left[1] & right | in_right & by_right[0] & left;
        // If moves can be left out, a player's colour takes nothing else from himself.
        match self.thinned {
            true => of_opponent,
            false => of_opponent | in_left & by_left[0] & left | in_right & by_right[1] & right,
        }
    }

    /// The positions after the moves of Left (0) or Right (1) that may be needed.
    pub(super) fn children(&self, lists: Pair, side: usize) -> SmallVec<[Pair; 16]> {
        let mut moves = Moves::new();
        for v in vertices(lists[side]) {
            let loss = self.losses[v][side][1 - side] & lists[1 - side];
            if self.thinned {
                if moves.iter().any(|&(more, _)| loss & !more == 0) {
                    continue;
                }
                moves.retain(|(less, _)| *less & !loss != 0);
            }
            moves.push((loss, v));
        }
        if self.thinned {
            self.thin_out(lists, side, &mut moves);
        }
        let after = |&(_, v): &(u64, usize)| {
            let [left, right] = self.losses[v][side];
            [lists[0] & !left, lists[1] & !right]
        };
        moves.iter().map(after).collect()
    }

    /// Leaves out moves if another move is at least as good by the second part of the theorem.
    fn thin_out(&self, lists: Pair, side: usize, moves: &mut Moves) {
        let mut i = 0;
        while i < moves.len() {
            match moves.iter().any(|&better| self.is_as_good(lists, side, better, moves[i])) {
                true => _ = moves.remove(i),
                false => i += 1,
            }
        }
    }

    /// Whether one move is at least as good as another by the second part of the theorem.
    fn is_as_good(
        &self,
        lists: Pair,
        side: usize,
        (more, v): (u64, usize),
        (less, w): (u64, usize),
    ) -> bool {
        let x = less & !more;
        if !x.is_power_of_two() {
            return false;
        }
        let others = lists[side] & !(1 << v | 1 << w);
        let taken_by = |u: usize| self.losses[u][1 - side][side] & others;
        let by_x = taken_by(x.least());
        let elsewhere = lists[1 - side] & !(more | less);
        let is_confined = |u: usize| self.losses[u][side][1 - side] & elsewhere == 0;
        vertices(more & !less).any(|y| {
            let by_y = taken_by(y);
            by_x & !by_y == 0 && vertices(by_y & !by_x).all(is_confined)
        })
    }
}

/// Moves: the vertices that the other player loses, and the vertex itself.
type Moves = SmallVec<[(u64, usize); 16]>;

/// All bits for 1, none for 0.
fn all_if(bit: u64) -> u64 {
    bit.wrapping_neg()
}

/// The lists of a position as a pair, if they fit.
pub(super) fn pair(lists: &Lists) -> Option<Pair> {
    let &[left, right] = lists.as_slice() else { return None };
    Some([u64::try_from(left).ok()?, u64::try_from(right).ok()?])
}

/// A pair as lists.
pub(super) fn lists(pair: Pair) -> Lists {
    pair.iter().map(|&list| u128::from(list)).collect()
}
