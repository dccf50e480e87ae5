//! Mirror strategies for the second player (Andres et al., Theorem 1), from any state on.
//!
//! Let σ be a symmetry of the graph that is its own inverse, and π a permutation of colours. The second player answers a move, colour c
//! at v of the first player's copy, by colour π(c) at σ(v) of his own, and the other way round. In a state that this mirror leaves
//! as it is, an answer is legal before the move, and the move can forbid it in two ways only:
//!
//! * σ(v) = v, and the pair (c, π(c)), which the answer makes, is used already. So it must not be used, and vertices of this kind
//!   with a colour in common must be neighbours: then only one of them ever takes it.
//! * The move makes, with the colour that its twin has, the pair that the answer would make at σ(v). Then that is the pair
//!   (c, π(c)) at v, and both v and σ(v) have c in the first copy. So they must be neighbours (σ is strictly matched there), or not be
//!   able to have the same colour, or the pair must be used already.
//!
//! If nothing of this can happen, and no spare move upsets the turn, the second player mirrors to the end and no score is above 0.

use crate::model::normal::Permutation;
use crate::model::word::{Word, vertices};

use super::PLACES;
use super::remaining::Remaining;
use super::sets::Sets;

/// A symmetry of the graph that is its own inverse.
pub(super) struct Mirror<W> {
    image: Vec<usize>,
    /// The vertices that are their own images.
    fixed: W,
    sets: Permutation<W>,
}

impl<W: Word> Mirror<W> {
    pub(super) fn new(image: &[usize]) -> Option<Mirror<W>> {
        let own_inverse = image.iter().enumerate().all(|(v, &w)| image[w] == v);
        let own_images = (0..image.len()).filter(|&v| image[v] == v);
        own_inverse.then(|| Mirror {
            image: image.to_vec(),
            fixed: own_images.fold(W::EMPTY, |set, v| set | W::single(v)),
            sets: Permutation::new(image),
        })
    }

    /// Whether the player who is not to move gets at least as much as the other one by mirroring. A `false` says nothing.
    pub(super) fn is_good_for_second<S: Sets<Set = W>>(
        &self,
        state: &Remaining<S>,
        neighbours: &[W],
    ) -> bool {
        !state.spare
            && self.colours(state).is_some_and(|colours| {
                self.keeps_pairs(state, &colours)
                    && (0..S::COLOURS).all(|c| self.answers_stay(state, c, colours[c], neighbours))
            })
    }

    /// For each colour of the first copy, one that plays its part in the mirror image, if each has one.
    fn colours<S: Sets<Set = W>>(&self, state: &Remaining<S>) -> Option<[usize; PLACES]> {
        let (mut colours, mut taken) = ([0; PLACES], 0_u8);
        for (c, colour) in colours.iter_mut().enumerate().take(S::COLOURS) {
            let list = self.sets.apply(state.lists[0].of(c));
            let half = self.sets.apply(state.halves[0].of(c));
            let same = |&d: &usize| {
                taken >> d & 1 == 0 && state.lists[1].of(d) == list && state.halves[1].of(d) == half
            };
            *colour = (0..S::COLOURS).find(same)?;
            taken |= 1 << *colour;
        }
        Some(colours)
    }

    fn keeps_pairs<S: Sets<Set = W>>(
        &self,
        state: &Remaining<S>,
        colours: &[usize; PLACES],
    ) -> bool {
        let used = |c: usize, d: usize| state.used.contains(c, d);
        (0..S::COLOURS).all(|c| (0..S::COLOURS).all(|e| used(c, colours[e]) == used(e, colours[c])))
    }

    /// Whether no answer with these colours can become illegal.
    fn answers_stay<S: Sets<Set = W>>(
        &self,
        state: &Remaining<S>,
        colour: usize,
        partner: usize,
        neighbours: &[W],
    ) -> bool {
        let used = state.used.contains(colour, partner);
        let able = state.concerned(0).of(colour);
        let fixed = able & self.fixed;
        vertices(able).all(|v| {
            let image = self.image[v];
            if image == v {
                !used && fixed & !neighbours[v] & !W::single(v) == W::EMPTY
            } else {
                used || !able.contains(image) || neighbours[v].contains(image)
            }
        })
    }
}
