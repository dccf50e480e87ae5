//! Games of two players with a colour each, such as Col, in which a colour is forbidden only near the
//! same colour. Both players move by the same rule, so that exchanging the colours negates a position.

use super::{Places, Rule};
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::piece::{Piece, size};
use crate::model::word::{Word, each, vertices};

/// The rule of such a game: Left takes the first colour, Right the second.
pub(crate) struct Sides<W> {
    rule: Rule<W, 2>,
}

/// A connected piece in normal form, or its negative: one of the two stands for both in tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half<W> {
    /// The piece that stands for both.
    pub key: Piece<W, 2>,
    /// Whether its negative is meant.
    pub negated: bool,
}

impl<W: Word> Half<W> {
    /// The piece that is meant.
    pub(crate) fn piece(&self) -> Piece<W, 2> {
        if self.negated { exchanged(self.key) } else { self.key }
    }

    /// The negative.
    pub(crate) fn negative(self) -> Half<W> {
        Half { negated: !self.negated, ..self }
    }

    /// How many vertices Left and Right can move on, which is more than they can make moves.
    pub(crate) fn moves(&self) -> [u32; 2] {
        self.piece().map(Word::size)
    }

    /// How much there is to search.
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
    /// The rule of a list game, on a lattice if there is one; `None` if it is no such game.
    pub(crate) fn new<G: Word>(
        game: &ListGame<G>,
        lattice: Option<&Lattice<G>>,
    ) -> Option<Sides<W>> {
        has_sides(game).then(|| Sides { rule: Rule::new(game, lattice) })
    }

    /// The position with these lists, and a set that meets each of its components.
    pub(crate) fn placed<G: Word>(&self, lists: &Lists<G>) -> (Piece<W, 2>, W) {
        self.rule.placed(lists)
    }

    /// Calls `option` with what is left after each move of Right, and a set that meets all that the piece has
    /// fallen apart into, until it returns false.
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

    /// Takes a position apart into connected pieces, each of which has a vertex among `near`. Calls `single`
    /// for each that is a single vertex, with who can move on it, and `half` with each other one.
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

    /// Tells the rule from others, also from impartial games in which the same is forbidden.
    pub(crate) fn fingerprint(&self) -> u64 {
        fingerprint([u64::from_le_bytes(*b"two-side"), self.rule.fingerprint].into_iter())
    }
}

fn exchanged<W>([left, right]: Piece<W, 2>) -> Piece<W, 2> {
    [right, left]
}
