//! Pieces in which the player to move loses because the other player can mirror every move.
//!
//! The mirror is a symmetry of the piece that is its own inverse and under which no move is in the
//! way of its image; it may exchange two interchangeable colours. Then the image of a move is legal
//! after the move, and both together leave such a piece again (the strategy of Tweedledum and
//! Tweedledee).

use super::{Rule, union};
use crate::model::piece::Piece;
use crate::model::word::Word;

impl<W: Word, const K: usize> Rule<W, K> {
    /// Whether the second player wins by some mirror symmetry. The piece lies in the corner.
    pub(super) fn is_mirrored(&self, piece: &Piece<W, K>) -> bool {
        let mirrors = self.normaliser.symmetries_of(union(piece));
        mirrors.iter().any(|pairs| self.wins_by(piece, pairs))
    }

    /// Whether the second player wins by the mirror symmetry with these pairs of vertices and
    /// images.
    fn wins_by(&self, piece: &Piece<W, K>, pairs: &[(usize, usize)]) -> bool {
        let same = std::iter::once([0, 0]);
        let exchanges = (0..K * K).map(|i| [i % K, i / K]).filter(|[c, d]| c < d);
        let mut colours = same.chain(exchanges.filter(|_| self.alike));
        is_mirror(pairs) && colours.any(|exchange| self.can_answer(piece, pairs, exchange))
    }

    /// Whether each move can be answered by its image, with two colours exchanged.
    fn can_answer(
        &self,
        piece: &Piece<W, K>,
        pairs: &[(usize, usize)],
        [a, b]: [usize; 2],
    ) -> bool {
        (0..K).all(|c| {
            let d = match c {
                c if c == a => b,
                c if c == b => a,
                c => c,
            };
            let moves = pairs.iter().filter(|(v, _)| piece[c].contains(*v));
            let mut answers = moves.map(|&(v, w)| (self.kills[v][c][d], w));
            answers.all(|(killed, w)| piece[d].contains(w) && !killed.contains(w))
        })
    }
}

/// Whether a symmetry, given as pairs of vertices and images in the order of the vertices, is its
/// own inverse and fixes no vertex.
pub(super) fn is_mirror(pairs: &[(usize, usize)]) -> bool {
    pairs.iter().all(|&(v, w)| v != w && pairs.binary_search(&(w, v)).is_ok())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chromex_budget::{Budget, Meter};
    use chromex_graphs::random::SplitMix;
    use chromex_graphs::{Point, parse};
    use chromex_rules::{Position, parse_game};

    use super::super::Arcs;
    use super::*;
    use crate::model::lattice::Lattice;
    use crate::model::lists::{Component, ListGame};
    use crate::model::root::Root;
    use crate::model::word::vertices;
    use crate::search::plain::grundy::mex;

    /// The nimber of the lists by exhaustive play, without decomposition.
    fn nimber<const K: usize>(
        rule: &Rule<u64, K>,
        lists: [u64; K],
        known: &mut HashMap<[u64; K], u32>,
    ) -> u32 {
        if let Some(&nimber) = known.get(&lists) {
            return nimber;
        }
        let moves = (0..K).flat_map(|c| (0..64).map(move |v| (v, c)));
        let legal: Vec<_> = moves.filter(|&(v, c)| lists[c].contains(v)).collect();
        let play = |&(v, c): &(usize, usize)| nimber(rule, rule.play(&lists, v, c), known);
        let nimber = mex(&legal.iter().map(play).collect::<Vec<u32>>());
        known.insert(lists, nimber);
        nimber
    }

    /// How many of some random pieces have a mirror symmetry; all of these have nimber 0.
    fn mirrored<const K: usize>(game: &str, board: &str, random: &mut SplitMix) -> usize {
        let position = Position::start(parse_game(game).unwrap(), parse(board).unwrap()).unwrap();
        let reach = position.game().pairwise_reach().unwrap();
        let component = Component::all(&position, reach, &Meter::new(&Budget::default()));
        let component = component.unwrap().pop().unwrap();
        let compiled: ListGame<u128> =
            component.compile(position.game(), &Meter::new(&Budget::default())).unwrap();
        let points: Option<&[Point]> = position.board().points();
        let lattice = points.and_then(|points| Lattice::find(&compiled, points, 64));
        let rule: Rule<u64, K> = Rule::new(&compiled, lattice.as_ref());
        let (all, mut known) = (u64::first(compiled.order()), HashMap::new());
        let mut found = 0;
        for _ in 0..400 {
            let sets = std::array::from_fn(|_| random.next_bits() & all);
            // Half of them are made symmetric.
            let sets: [u64; K] = match random.below(2) {
                0 => sets,
                _ => sets.map(|set| set | rule.normaliser.reversed(set)),
            };
            if union(&sets) == 0 {
                continue;
            }
            let piece = rule.normaliser.normal(sets);
            if rule.is_mirrored(&piece) {
                found += 1;
                assert_eq!(nimber(&rule, piece, &mut known), 0, "{game} {board} {piece:?}");
            }
        }
        found
    }

    #[test]
    fn mirrored_pieces_have_nimber_zero() {
        let mut random = SplitMix::new(871);
        let mut found = 0;
        for board in ["path:9", "cycle:8", "grid:3x3", "grid:2x4", "king:2x4", "petersen:4,1"] {
            found += mirrored::<1>("node-kayles", board, &mut random);
            found += mirrored::<2>("icol", board, &mut random);
            found += mirrored::<2>("isnort", board, &mut random);
            found += mirrored::<2>("distance:2:2", board, &mut random);
            found += mirrored::<3>("proper:3", board, &mut random);
        }
        assert!(found > 1000, "only {found} of them are mirrored");
    }

    /// In Arc Kayles too. Boards with both sides even are mirrored as they are.
    #[test]
    fn mirrored_pieces_of_arc_kayles_have_nimber_zero() {
        let mut random = SplitMix::new(872);
        let mut found = 0;
        for (board, whole) in [("4x4", true), ("2x6", true), ("3x4", false), ("3x5", false)] {
            let board = parse(&format!("line(grid:{board})")).unwrap();
            let position = Position::start(parse_game("node-kayles").unwrap(), board).unwrap();
            let component = Component::all(&position, 1, &Meter::new(&Budget::default()));
            let component = component.unwrap().pop().unwrap();
            let game: ListGame<u128> =
                component.compile(position.game(), &Meter::new(&Budget::default())).unwrap();
            let root = Root::of(&game, position.board().points()).unwrap();
            let points = root.points.unwrap();
            let lattice = Lattice::find(&root.game, &points, 64).unwrap();
            let rule = Arcs::<u64>::new(Rule::new(&root.game, Some(&lattice)), root.ends);
            let all = u64::first(root.game.order());
            assert_eq!(rule.is_mirrored(&[all, 0]), whole);
            for _ in 0..200 {
                let set = random.next_bits() & random.next_bits() & all;
                let inner = all & !(set | rule.graph().normaliser.reversed(set));
                if inner != 0 && rule.is_mirrored(&[inner, 0]) {
                    found += 1;
                    assert_eq!(arc_kayles(&rule, inner, &mut HashMap::new()), 0, "{inner:b}");
                }
            }
        }
        assert!(found > 100, "only {found} of them are mirrored");
    }

    /// The nimber by trying all edges that can be taken.
    fn arc_kayles(rule: &Arcs<u64>, open: u64, known: &mut HashMap<u64, u32>) -> u32 {
        if let Some(&nimber) = known.get(&open) {
            return nimber;
        }
        let mut options = Vec::new();
        for v in vertices(open) {
            for w in vertices(rule.adjacent(v) & open).filter(|&w| w > v) {
                options.push(arc_kayles(rule, open & !(1 << v | 1 << w), known));
            }
        }
        let nimber = mex(&options);
        known.insert(open, nimber);
        nimber
    }
}
