//! Games such as Col, in which each player has a colour and a colour is forbidden only near the
//! same colour. Both players move by the same rule, so exchanging the colours gives the negative of
//! a position.

use super::{Places, Rule};
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::piece::{Piece, size};
use crate::model::word::{Word, each, vertices};

/// The rule of such a game: Left takes the first colour, Right the second.
pub(crate) struct Sides<W> {
    rule: Rule<W, 2>,
}

/// A connected piece in normal form, or its negative. Tables store only one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half<W> {
    /// The piece that is stored.
    pub key: Piece<W, 2>,
    /// Whether its negative is meant.
    pub negated: bool,
}

impl<W: Word> Half<W> {
    /// The piece that is meant.
    pub(crate) fn piece(&self) -> Piece<W, 2> {
        if self.negated { exchanged(self.key) } else { self.key }
    }

    /// The negative of this piece.
    pub(crate) fn negative(self) -> Half<W> {
        Half { negated: !self.negated, ..self }
    }

    /// The numbers of vertices on which Left and Right can move: upper bounds on the numbers of
    /// their moves.
    pub(crate) fn moves(&self) -> [u32; 2] {
        self.piece().map(Word::size)
    }

    /// The amount of work to search the piece.
    pub(crate) fn work(&self) -> u32 {
        size(&self.key)
    }
}

/// Whether a list game is such a game.
fn has_sides<G: Word>(game: &ListGame<G>) -> bool {
    game.colours() == 2
        && game.is_for(0, [true, false])
        && game.is_for(1, [false, true])
        && (0..game.order()).all(|v| {
            let (left, right) = (game.kills(v, 0), game.kills(v, 1));
            left[0] == right[1] && left[1] == G::EMPTY && right[0] == G::EMPTY
        })
}

impl<W: Word> Sides<W> {
    /// The rule of a list game, on a lattice if there is one; `None` if the game is not of this
    /// kind.
    pub(crate) fn new<G: Word>(
        game: &ListGame<G>,
        lattice: Option<&Lattice<G>>,
    ) -> Option<Sides<W>> {
        has_sides(game).then(|| Sides { rule: Rule::new(game, lattice) })
    }

    /// The position with these lists, and a set that contains a vertex of each of its components.
    pub(crate) fn placed<G: Word>(&self, lists: &Lists<G>) -> (Piece<W, 2>, W) {
        self.rule.placed(lists)
    }

    /// Calls `option` with the position after each move of Right, and a set that contains a vertex
    /// of each part into which the piece has been divided, until it returns false.
    pub(crate) fn right_options(
        &self,
        piece: &Piece<W, 2>,
        mut option: impl FnMut(Piece<W, 2>, W) -> bool,
    ) {
        for v in vertices(piece[1]) {
            if !option(self.rule.play(piece, v, 1), self.rule.balls[v]) {
                return;
            }
        }
    }

    /// Decomposes a position into connected pieces, each of which has a vertex in `near`. Calls
    /// `single` for each single vertex, with the players who can move on it, and `half` for each
    /// other piece.
    pub(crate) fn take_apart(
        &self,
        lists: &Piece<W, 2>,
        near: W,
        mut single: impl FnMut([bool; 2]),
        mut half: impl FnMut(Half<W>),
    ) {
        self.rule.for_each_component(lists, near, |part| {
            let piece = each(*lists, |set| set & part);
            if part.size() == 1 {
                return single(piece.map(|set| set != W::EMPTY));
            }
            let normaliser = &self.rule.normaliser;
            let (normal, negative) =
                (normaliser.normal(piece), normaliser.normal(exchanged(piece)));
            half(if normal <= negative {
                Half { key: normal, negated: false }
            } else {
                Half { key: negative, negated: true }
            });
        });
    }

    /// Identifies the rule, and distinguishes it from impartial games in which the same pairs are
    /// forbidden.
    pub(crate) fn fingerprint(&self) -> u64 {
        fingerprint([u64::from_le_bytes(*b"two-side"), self.rule.fingerprint].into_iter())
    }
}

fn exchanged<W>([left, right]: Piece<W, 2>) -> Piece<W, 2> {
    [right, left]
}
