//! Estimates of nimbers, for the order of a search, from the two classes of moves of a bipartite
//! game.
//!
//! A list game with two colours is Node Kayles on its moves, where two moves are joined if they
//! exclude each other. On a bipartite board this graph is bipartite too. In iCol one class consists
//! of black moves on even squares and white moves on odd ones; in iSnort a class consists of the
//! moves of one colour. If only moves of one class are played, all of them are played. So play
//! tends to have as many moves as the larger class, and in four pieces of five, if both classes are
//! even or both are odd, the nimber is even or odd like the size of the class. The estimates only
//! affect the time of a search, never its result.

use super::Rule;
use crate::model::piece::{Piece, size};
use crate::model::word::{Word, sets, vertices};

/// The probabilities of the nimbers 0 to 7 for a piece.
pub(crate) type Guess = [f32; 8];

/// How often pieces have each nimber, depending on how many more moves the larger class has (up to
/// nine), and on whether this class is odd. Counted in pieces that were solved on 5×6 and 3×11.
#[rustfmt::skip]
static COUNTED: [[Guess; 2]; 10] = [
    [[0.633, 0.112, 0.168, 0.065, 0.011, 0.009, 0.001, 0.002], [0.104, 0.645, 0.067, 0.165, 0.008, 0.009, 0.002, 0.001]],
    [[0.342, 0.272, 0.214, 0.081, 0.038, 0.044, 0.006, 0.003], [0.254, 0.354, 0.078, 0.215, 0.053, 0.037, 0.005, 0.004]],
    [[0.631, 0.105, 0.173, 0.048, 0.030, 0.010, 0.003, 0.001], [0.095, 0.640, 0.048, 0.178, 0.010, 0.026, 0.002, 0.001]],
    [[0.336, 0.164, 0.381, 0.044, 0.033, 0.034, 0.005, 0.002], [0.146, 0.356, 0.043, 0.381, 0.038, 0.030, 0.003, 0.004]],
    [[0.677, 0.090, 0.136, 0.035, 0.038, 0.018, 0.003, 0.002], [0.080, 0.692, 0.030, 0.137, 0.019, 0.036, 0.004, 0.002]],
    [[0.317, 0.099, 0.495, 0.022, 0.029, 0.032, 0.004, 0.002], [0.087, 0.337, 0.027, 0.478, 0.036, 0.026, 0.005, 0.003]],
    [[0.742, 0.070, 0.109, 0.018, 0.034, 0.024, 0.002, 0.001], [0.061, 0.759, 0.018, 0.106, 0.023, 0.027, 0.004, 0.001]],
    [[0.262, 0.075, 0.591, 0.019, 0.022, 0.026, 0.003, 0.003], [0.055, 0.308, 0.018, 0.574, 0.025, 0.014, 0.004, 0.002]],
    [[0.825, 0.057, 0.066, 0.006, 0.019, 0.025, 0.001, 0.001], [0.053, 0.824, 0.008, 0.073, 0.025, 0.016, 0.001, 0.001]],
    [[0.515, 0.056, 0.392, 0.009, 0.008, 0.019, 0.001, 0.001], [0.050, 0.523, 0.008, 0.397, 0.013, 0.007, 0.001, 0.001]],
];

/// One of the classes of moves: for each colour, the vertices that take it in such a move. `None`
/// if there are no two classes.
pub(super) fn first_class<W: Word, const K: usize>(
    kills: &[[Piece<W, K>; K]],
) -> Option<Piece<W, K>> {
    if K != 2 {
        return None;
    }
    let (mut classes, mut stack) = ([[W::EMPTY; K]; 2], Vec::new());
    for start in 0..kills.len() {
        if classes[0][0].contains(start) || classes[1][0].contains(start) {
            continue;
        }
        classes[0][0] |= W::single(start);
        stack.push((start, 0, 0));
        while let Some((v, c, class)) = stack.pop() {
            for d in 0..K {
                let of_its_own = if c == d { W::EMPTY } else { W::single(v) };
                let excluded = kills[v][c][d] | of_its_own;
                if excluded & classes[class][d] != W::EMPTY {
                    return None;
                }
                let fresh = excluded & !classes[1 - class][d];
                classes[1 - class][d] |= fresh;
                stack.extend(vertices(fresh).map(|w| (w, d, 1 - class)));
            }
        }
    }
    Some(classes[0])
}

impl<W: Word, const K: usize> Rule<W, K> {
    /// The guess from the classes of a piece.
    pub(super) fn guess_by_classes(&self, piece: &Piece<W, K>) -> Option<&'static Guess> {
        let class = self.first_class.as_ref()?;
        let one = size(&sets::<W, K>(|c| piece[c] & class[c]));
        let other = size(piece) - one;
        let more = one.abs_diff(other).min(COUNTED.len() as u32 - 1);
        Some(&COUNTED[more as usize][(one.max(other) % 2) as usize])
    }
}
