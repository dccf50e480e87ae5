//! Normal forms of pieces on boards with many symmetries: one of the images of a piece, found
//! without examining all of them.
//!
//! Vertices of the board are fixed one after the other, as in the search for canonical labellings
//! (McKay): of some orbit, the members that are equivalent in the piece are each moved to the first
//! place of the orbit; then only those images are kept in which the next orbits, under the
//! symmetries that fix this place, look best. Equal images are kept once, so the symmetries of the
//! piece itself do no harm.
//!
//! The result is always an image of the piece, so a poor choice costs time but never makes an
//! answer wrong.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;

use super::key::hash;
use super::piece::Piece;
use super::word::{Word, each, image, vertices};

/// Groups that move more vertices are not used: a normal form takes time proportional to the cube
/// of their number.
const MAX_MOVED: u32 = 100;

/// If there are more images than this at a time, the smallest one so far is used.
const MAX_IMAGES: usize = 4096;

/// If the stored symmetries take more bytes than this, the smallest image so far is used.
const MAX_BYTES: usize = 64 << 20;

/// The symmetries of a board, as a product of groups that move different vertices.
#[derive(Debug, Clone)]
pub struct Group<W> {
    board: Board,
    factors: Vec<Stabiliser<W>>,
}

/// The board, and the number of bytes of its symmetries so far.
#[derive(Debug, Clone)]
struct Board {
    graph: Graph,
    bytes: Arc<AtomicUsize>,
}

impl<W: Word> Group<W> {
    /// Whether the whole group of these symmetries can be used.
    pub fn is_manageable(generators: &[Vec<u32>]) -> bool {
        supports(generators).iter().all(|moved: &W| moved.size() <= MAX_MOVED)
    }

    /// The group of these symmetries of a board, as much of it as can be used.
    pub fn new(graph: Graph, generators: &[Vec<u32>]) -> Group<W> {
        let board = Board { graph, bytes: Arc::default() };
        let fixed = |moved: W| (0..board.graph.order()).filter(|&v| !moved.contains(v)).collect();
        let factor = |moved| Stabiliser::new(&board, fixed(moved));
        let mut supports: Vec<W> = supports(generators);
        supports.retain(|moved| moved.size() <= MAX_MOVED);
        let factors = supports.into_iter().map(factor).collect();
        Group { board, factors }
    }

    /// Whether the group of these symmetries has more than one factor.
    pub fn is_product(generators: &[Vec<u32>]) -> bool {
        supports::<W>(generators).len() > 1
    }

    /// The normal form of a piece. `settle` is applied to each image; it sorts interchangeable
    /// colours.
    pub fn normal<const K: usize>(
        &self,
        piece: Piece<W, K>,
        settled: impl Fn(Piece<W, K>) -> Piece<W, K>,
    ) -> Piece<W, K> {
        let normal = |piece, factor: &Stabiliser<W>| factor.normal(&self.board, piece, &settled);
        self.factors.iter().fold(settled(piece), normal)
    }
}

/// The sets of vertices that the generators move; overlapping sets are merged.
fn supports<W: Word>(generators: &[Vec<u32>]) -> Vec<W> {
    let mut supports: Vec<W> = Vec::new();
    for generator in generators {
        let moved = (0..).zip(generator).filter(|(v, image)| v != *image);
        let mut support = moved.fold(W::EMPTY, |set, (v, _)| set | W::single(v as usize));
        supports.retain(|&other| {
            let apart = other & support == W::EMPTY;
            support |= if apart { W::EMPTY } else { other };
            apart
        });
        supports.push(support);
    }
    supports
}

/// The symmetries of a board that fix some of its vertices.
#[derive(Debug, Clone)]
struct Stabiliser<W> {
    fixed: Vec<usize>,
    /// The orbits with more than one vertex.
    orbits: Vec<Orbit<W>>,
}

#[derive(Debug, Clone)]
struct Orbit<W> {
    first: usize,
    members: W,
    /// For each vertex of the orbit, the images of all vertices under a symmetry that maps it to
    /// the first one.
    to_first: Vec<Option<Box<[u16]>>>,
    /// The symmetries that also fix the first vertex.
    rest: OnceLock<Box<Stabiliser<W>>>,
}

impl<W: Word> Stabiliser<W> {
    /// The symmetries of a board that fix these vertices.
    fn new(board: &Board, fixed: Vec<usize>) -> Stabiliser<W> {
        let order = board.graph.order();
        let mut colours = vec![0; order];
        for (&v, colour) in fixed.iter().zip(1..) {
            colours[v] = colour;
        }
        let symmetry = Symmetry::of(&board.graph, &colours);
        let orbit = |first| {
            let symmetry = symmetry.as_ref().filter(|symmetry| symmetry.orbit(first) == first)?;
            Orbit::new(symmetry.generators(), first, order)
        };
        let orbits: Vec<Orbit<W>> = (0..order).filter_map(orbit).collect();
        let permutations: usize = orbits.iter().map(|orbit| orbit.members.size() as usize).sum();
        board.bytes.fetch_add(permutations * order * size_of::<u16>(), Ordering::Relaxed);
        Stabiliser { fixed, orbits }
    }

    /// The normal form of a piece. `settle` is applied to each image.
    fn normal<const K: usize>(
        &self,
        board: &Board,
        piece: Piece<W, K>,
        settled: impl Fn(Piece<W, K>) -> Piece<W, K>,
    ) -> Piece<W, K> {
        let (mut group, mut images) = (self, vec![piece]);
        while let Some((orbit, class)) = group.distinguished(&images[0]) {
            let mut next = Vec::new();
            for image in &images {
                let alike = with_colours(image, class) & orbit.members;
                let moved = vertices(alike).filter_map(|v| orbit.moved_to_first(image, v));
                next.extend(moved.map(&settled));
            }
            let rest = orbit.rest(board, &group.fixed).filter(|_| next.len() <= MAX_IMAGES);
            let Some(rest) = rest else { break };
            group = rest;
            images = group.best(next);
        }
        images.into_iter().min().unwrap_or(piece)
    }

    /// The smallest class of equivalent vertices that is not a whole orbit: the orbit, and the
    /// number of colours that they can take. If there is none, an orbit whose vertices some colour
    /// distinguishes, as a whole. If there is none either, the symmetries do not change the piece.
    fn distinguished<const K: usize>(&self, piece: &Piece<W, K>) -> Option<(&Orbit<W>, usize)> {
        let mut smallest: Option<(u32, &Orbit<W>, usize)> = None;
        for class in 0..=K {
            let alike = with_colours(piece, class);
            for orbit in &self.orbits {
                let size = (alike & orbit.members).size();
                let is_partial = size > 0 && size < orbit.members.size();
                if is_partial && smallest.is_none_or(|(least, ..)| size < least) {
                    smallest = Some((size, orbit, class));
                }
            }
        }
        if let Some((_, orbit, class)) = smallest {
            return Some((orbit, class));
        }
        let orbit = self.orbits.iter().find(|orbit| {
            let partial = |set: &W| ![W::EMPTY, orbit.members].contains(&(*set & orbit.members));
            piece.iter().any(partial)
        })?;
        Some((
            orbit,
            (0..=K).find(|&class| with_colours(piece, class) & orbit.members != W::EMPTY)?,
        ))
    }

    /// The images whose orbits look best, each once.
    fn best<const K: usize>(&self, images: Vec<Piece<W, K>>) -> Vec<Piece<W, K>> {
        if images.len() == 1 {
            return images;
        }
        let looks: Vec<u64> = images.iter().map(|image| self.looks(image)).collect();
        let best = looks.iter().max();
        let best = (0..images.len()).filter(|&i| Some(&looks[i]) == best);
        // Numbers are sorted in place of images: then the sort is compiled only once, and not for
        // every width.
        let mut best: Vec<(u64, usize)> = best.map(|i| (hash(&images[i]), i)).collect();
        best.sort_unstable();
        best.dedup_by_key(|(hash, _)| *hash);
        best.iter().map(|&(_, i)| images[i]).collect()
    }

    /// A number computed from everything on which [`Stabiliser::distinguished`] depends: for each
    /// orbit, how many of its vertices can take each number of colours, and how many can take each
    /// colour, ignoring the names of colours.
    fn looks<const K: usize>(&self, piece: &Piece<W, K>) -> u64 {
        let size = |set: W, orbit: &Orbit<W>| u64::from((set & orbit.members).size());
        self.orbits.iter().fold(0, |looks: u64, orbit| {
            let colours = piece.iter().map(|&set| mix(size(set, orbit)));
            let colours = colours.fold(0, u64::wrapping_add);
            let classes = (1..=K).map(|class| size(with_colours(piece, class), orbit));
            classes.fold(mix(looks ^ colours), |looks, size| mix(looks ^ size))
        })
    }
}

/// A hash of the number.
fn mix(x: u64) -> u64 {
    let product = (x ^ x >> 31).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 29
}

impl<W: Word> Orbit<W> {
    /// The orbit of a vertex under the group with these generators, if it has other members.
    fn new(generators: &[Vec<u32>], first: usize, order: usize) -> Option<Orbit<W>> {
        let mut from_first: Vec<Option<Vec<u16>>> = vec![None; order];
        from_first[first] = Some((0..order as u16).collect());
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for generator in generators {
                let w = generator[v] as usize;
                if from_first[w].is_none() {
                    let to_v = from_first[v].as_deref().unwrap_or_default();
                    let to_w = to_v.iter().map(|&x| generator[usize::from(x)] as u16).collect();
                    from_first[w] = Some(to_w);
                    reached.push(w);
                }
            }
        }
        let to_first = from_first.into_iter().map(|images| Some(inverse(&images?))).collect();
        let members = reached.iter().fold(W::EMPTY, |set, &v| set | W::single(v));
        (reached.len() > 1).then(|| Orbit { first, members, to_first, rest: OnceLock::new() })
    }

    fn moved_to_first<const K: usize>(&self, piece: &Piece<W, K>, v: usize) -> Option<Piece<W, K>> {
        let images = self.to_first[v].as_deref()?;
        Some(each(*piece, |set| image(set, |v| images[v].into())))
    }

    /// The symmetries that also fix the first member, if they are known or there is memory for
    /// them.
    fn rest(&self, board: &Board, fixed: &[usize]) -> Option<&Stabiliser<W>> {
        if self.rest.get().is_none() && board.bytes.load(Ordering::Relaxed) > MAX_BYTES {
            return None;
        }
        Some(self.rest.get_or_init(|| {
            let fixed = fixed.iter().copied().chain([self.first]).collect();
            Box::new(Stabiliser::new(board, fixed))
        }))
    }
}

fn inverse(images: &[u16]) -> Box<[u16]> {
    let mut inverse = vec![0; images.len()].into_boxed_slice();
    for (v, &image) in images.iter().enumerate() {
        inverse[usize::from(image)] = v as u16;
    }
    inverse
}

/// The vertices that can take this number of colours.
fn with_colours<W: Word, const K: usize>(piece: &Piece<W, K>, count: usize) -> W {
    // The vertices that can take more than a given number of the colours examined so far.
    let mut more_than = [W::EMPTY; K];
    for set in piece {
        for j in (1..K).rev() {
            more_than[j] |= more_than[j - 1] & *set;
        }
        more_than[0] |= *set;
    }
    let at_least = if count == 0 { !W::EMPTY } else { more_than[count - 1] };
    if count < K { at_least & !more_than[count] } else { at_least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_graphs::parse;
    use chromex_graphs::random::SplitMix;

    /// Without memory for more symmetries, the form is still an image of the piece.
    #[test]
    fn a_group_without_room_chooses_an_image() {
        let board = parse("hypercube:4").unwrap();
        let symmetry = Symmetry::of_uncoloured(board.graph()).unwrap();
        let [group, roomy] =
            [(); 2].map(|()| Group::<u64>::new(board.graph().clone(), symmetry.generators()));
        group.board.bytes.store(MAX_BYTES + 1, Ordering::Relaxed);
        let mut random = SplitMix::new(16);
        for _ in 0..100 {
            let piece = [random.next_bits() & 0xFFFF, random.next_bits() & 0xFFFF];
            let normal = group.normal(piece, |piece| piece);
            assert_eq!(roomy.normal(normal, |piece| piece), roomy.normal(piece, |piece| piece));
        }
    }
}
