//! Moves that need not be looked at, in games such as Snort.
//!
//! *Theorem.* Let each player have a colour that only takes vertices from the other player: if Left colours `v`, Right
//! loses the set `N(v)`, which holds `v`. If Left can colour `v` and `w`, and Right can colour nothing of `N(w)`
//! that is not in `N(v)`, then colouring `v` is at least as good for Left as colouring `w`.
//!
//! *Proof.* Let `A` and `B` be the positions after `v` and after `w`. Left wins `A − B` moving second.
//! * Right colours `u` in `A`. He can in `B`, too: `u` is not in `N(v)`, hence not in `N(w)`. Left answers with that
//!   move in `−B`. It takes neither `v` nor `w` from her, since they would take `u` from Right; so `A` and `B` are
//!   again what two such moves lead to, and the claim holds by induction.
//! * Right moves in `−B`, where he colours `u ≠ v` as Left might in `B`. Left colours `u` in `A`, and the same holds.
//! * Right moves in `−B`, where he colours `v`. Left colours `w` in `A`, and `A` and `B` are the same. ∎
//!
//! A better move is better in every sum, too.

use chromex_rules::Player;

use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use crate::model::word::vertices;

/// For both players, what the other one loses by each of their moves.
pub(super) struct Dominance {
    losses: [Vec<u128>; 2],
}

impl Dominance {
    /// What the theorem tells about a game; `None` if it does not apply.
    pub(super) fn of(game: &ListGame) -> Option<Dominance> {
        let applies = game.colours() == 2
            && game.is_for(0, [true, false])
            && game.is_for(1, [false, true])
            && (0..game.order()).all(|v| (0..2).all(|c| game.kills(v, c)[c] == 0));
        let loss = |v: usize, c: usize| game.kills(v, c)[1 - c] | 1 << v;
        let losses = |c: usize| (0..game.order()).map(|v| loss(v, c)).collect();
        applies.then(|| Dominance { losses: [0, 1].map(losses) })
    }

    /// The positions after the moves of a player, except those that another move is at least as good as.
    fn children(&self, game: &ListGame, lists: &Lists, player: Player) -> Vec<Lists> {
        let side = player as usize;
        let mut best: Vec<(usize, u128)> = Vec::new();
        for v in vertices(lists[side]) {
            let loss = self.losses[side][v] & lists[1 - side];
            if best.iter().any(|&(_, more)| loss & !more == 0) {
                continue;
            }
            best.retain(|&(_, less)| less & !loss != 0);
            best.push((v, loss));
        }
        best.into_iter().map(|(v, _)| game.play(lists, v, side)).collect()
    }
}

/// The positions after the moves of a player that may be needed.
pub(super) fn children(
    game: &ListGame,
    dominance: Option<&Dominance>,
    lists: &Lists,
    player: Player,
) -> Vec<Lists> {
    match dominance {
        Some(dominance) => dominance.children(game, lists, player),
        None => game.children(lists, player).collect(),
    }
}
