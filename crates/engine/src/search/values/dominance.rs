//! Moves that need not be examined, in games such as Snort.
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
//!
//! *Second part.* Let, besides, Right's colour `u` take the set `M(u)` from Left, with `u` in `M(w)` exactly if `w` is in
//! `N(u)`, as it is where the rule is one on pairs. Let Right be able to colour exactly one vertex `x` of `N(w)` that is not in
//! `N(v)`, and some `y` of `N(v)` that is not in `N(w)`; let `P` be what Left can colour besides `v` and `w`. If `M(x) ∩ P` lies
//! in `M(y)`, and what each other member of `M(y) ∩ P` takes from Right lies in `N(v) ∪ N(w)`, then colouring `v` is again at least as good
//! for Left as colouring `w`.
//!
//! *Proof.* Let `Q` be what Right can colour outside `N(v) ∪ N(w)`, and `Y ∋ y` what he can in `N(v)` but not in `N(w)`. Then `A` is `w` and `P` for
//! Left, `x` and `Q` for Right, `B` is `v` and `P` for Left, `Y` and `Q` for Right; what follows stays so while the sets shrink. Left wins `A − B` moving second.
//! * Right colours `u` of `Q` in `A`, or as Left might some `u` of `P` in `−B` that takes `x` or does not take `y`. Left does the same in the other
//!   one. If `x` is gone, the first part holds; otherwise this one does: `y` is there, and all conditions stay true of smaller sets.
//! * Right colours `x` in `A`, which takes `w` from Left. She answers with `y` in `−B`, which takes `v` there. Now Left has `P ∖ M(x)` in `A` and
//!   no more in `B`, Right has `Q` in `A` and no less in `B`, and having more or leaving less is no worse.
//! * Right colours `v` in `−B`. Left colours `w` in `A`, and `A` and `B` are the same.
//! * Right colours some `u` of `P` in `−B` that takes `y` and not `x`. Left colours `w` in `A`, which takes `x`. Now `A` is what
//!   `v` leads to from a position where Left has `v` and `P`, Right `Y` and `Q`, and `B` is what `u` leads to there. Since `u` takes
//!   nothing outside `N(v)` from Right, the first part holds. ∎

use chromex_rules::Player;

use crate::model::Model;
use crate::model::lists::{ListGame, Lists};
use crate::model::word::vertices;

/// For both players, the vertices that the other one loses by each of their moves.
pub(super) struct Dominance {
    losses: [Vec<u128>; 2],
}

impl Dominance {
    /// The sets for a game; `None` if the theorem does not apply.
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

/// The positions after those moves of a player that may be needed.
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
