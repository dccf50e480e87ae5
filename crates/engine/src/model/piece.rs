//! Connected pieces of a list game, as sets of vertices.

use super::word::Word;

/// The lists of a piece: for each colour, the vertices that can still take it.
pub type Piece<W, const K: usize> = [W; K];

/// How many colours its vertices can take, all together.
pub(crate) fn size<W: Word, const K: usize>(piece: &Piece<W, K>) -> u32 {
    piece.iter().map(|set| set.size()).sum()
}
