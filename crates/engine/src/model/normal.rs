//! Cheap normal forms of connected pieces: translation on a lattice, symmetries of the board,
//! permutations of colours.

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;

use super::lattice::Lattice;
use super::lists::ListGame;
use super::piece::Piece;
use super::stabilisers::Group;
use super::word::{self, Word, each, sort_few, vertices};

/// If a board has at most this many symmetries, they are tried one by one.
const FEW_SYMMETRIES: u128 = 128;

/// A permutation of vertices, applied to a whole word by looking up one byte (eight vertices) at a
/// time.
#[derive(Debug, Clone)]
pub struct Permutation<W> {
    images: Vec<[W; 256]>,
}

/// The vertices that a permutation moves.
fn moved<W: Word>(image: &[usize]) -> W {
    let moved = image.iter().enumerate().filter(|(v, image)| v != *image);
    moved.fold(W::EMPTY, |set, (v, _)| set | W::single(v))
}

impl<W: Word> Permutation<W> {
    /// The permutation that takes `v` to `image[v]`.
    pub fn new(image: &[usize]) -> Permutation<W> {
        let of_byte = |chunk: &[usize]| {
            let mut table = [W::EMPTY; 256];
            for (byte, entry) in table.iter_mut().enumerate() {
                let members = chunk.iter().enumerate().filter(|(i, _)| byte >> i & 1 == 1);
                *entry = members.fold(W::EMPTY, |set, (_, &v)| set | W::single(v));
            }
            table
        };
        Permutation { images: image.chunks(8).map(of_byte).collect() }
    }

    /// The image of a set.
    pub fn apply(&self, set: W) -> W {
        self.images
            .iter()
            .enumerate()
            .fold(W::EMPTY, |image, (i, table)| image | table[usize::from(set.byte(i))])
    }
}

/// Moves a piece into the corner of a lattice.
#[derive(Debug, Clone)]
struct Corner<W> {
    /// For each place, the first place of its slow line.
    slow: Vec<usize>,
    /// For each place of the first slow line, the first place of its fast line.
    fast: Vec<usize>,
    /// Distances by which a set is shifted down, one after the other, so that all its slow lines
    /// are folded onto the first one.
    folds: Vec<usize>,
    first_line: W,
}

impl<W: Word> Corner<W> {
    fn new<G: Word>(lattice: &Lattice<G>) -> Corner<W> {
        let (slow, fast) = (lattice.row.max(lattice.column), lattice.row.min(lattice.column));
        let bits = lattice.game.order();
        // With a single line there is no difference between slow and fast lines.
        let slow = if slow == fast { bits } else { slow };
        let doubled = std::iter::successors(Some(slow), |distance| Some(2 * distance));
        let mut folds: Vec<usize> = doubled.take_while(|&distance| distance < bits).collect();
        folds.reverse();
        Corner {
            slow: (0..bits).map(|bit| bit / slow * slow).collect(),
            fast: (0..slow).map(|bit| bit / fast * fast).collect(),
            folds,
            first_line: W::first(slow),
        }
    }

    #[inline(always)]
    fn folded(&self, all: W) -> W {
        self.folds.iter().fold(all, |set, &by| set | set.moved_down(by)) & self.first_line
    }

    fn shift(&self, all: W) -> usize {
        self.slow[all.least()] + self.fast[self.folded(all).least()]
    }

    /// How far a set can be moved down into the corner, and the end of the box around it then: the
    /// place in its last lines. Every place is a fast line of its own.
    #[inline(always)]
    fn box_around(&self, all: W) -> (usize, usize) {
        let (first, lines) = (self.slow[all.least()], self.folded(all));
        let (low, high) = (lines.least(), lines.greatest());
        (first + low, self.slow[all.greatest()] - first + high - low)
    }
}

/// How far from the corner the images of a set in the corner lie.
///
/// On a rectangle of places whose symmetries leave distances as they are, a symmetry takes the box around a set to the box
/// around its image. So how far an image has to go depends on the symmetry and on where the box ends.
#[derive(Debug, Clone)]
struct Boxes {
    /// For each symmetry, starting with the identity, alone and followed by the reversal: the
    /// distance for each end of a box.
    shifts: Vec<[Vec<usize>; 2]>,
}

impl Boxes {
    /// The effect of the symmetries of a lattice on boxes; `None` if they do not preserve distances
    /// on a rectangle. The first symmetry is the identity.
    fn new<W: Word>(corner: &Corner<W>, symmetries: &[Vec<usize>]) -> Option<Boxes> {
        let line = corner.fast.len();
        let keeps_distances = |image: &Vec<usize>| {
            let apart = |v: usize, w: usize| {
                (v / line).abs_diff(w / line).pow(2) + (v % line).abs_diff(w % line).pow(2)
            };
            let pairs = (0..image.len()).flat_map(|v| (0..v).map(move |w| (v, w)));
            pairs.into_iter().all(|(v, w)| apart(v, w) == apart(image[v], image[w]))
        };
        let n = corner.slow.len();
        let in_box = |v: usize, end: usize| v / line <= end / line && v % line <= end % line;
        let shift = |image: &dyn Fn(usize) -> usize, end: usize| {
            let members = (0..n).filter(|&v| in_box(v, end));
            corner.shift(members.fold(W::EMPTY, |set, v| set | W::single(image(v))))
        };
        let both = |image: &Vec<usize>| {
            let alone = (0..n).map(|end| shift(&|v| image[v], end)).collect();
            [alone, (0..n).map(|end| shift(&|v| n - 1 - image[v], end)).collect()]
        };
        let applies = n.is_multiple_of(line)
            && corner.fast.iter().enumerate().all(|(v, &first)| v == first)
            && symmetries.iter().all(keeps_distances);
        applies.then(|| Boxes { shifts: symmetries.iter().map(both).collect() })
    }
}

/// Brings pieces of one list game into a normal form: pieces with equal normal forms have equal
/// values.
#[derive(Debug, Clone)]
pub struct Normaliser<W> {
    corner: Option<Corner<W>>,
    /// Used if the distance of images from the corner can be looked up.
    boxes: Option<Boxes>,
    /// If counting the vertices from the other end is a symmetry: by how much to move down
    /// afterwards.
    reversal: Option<usize>,
    /// The symmetries other than the identity; of two that differ by the reversal, only one.
    symmetries: Vec<Permutation<W>>,
    /// The vertices that the identity and these symmetries move, each alone and followed by the
    /// reversal. On a lattice, where pieces are moved too, all vertices.
    moved: Vec<[W; 2]>,
    /// The symmetries, if there are too many to try one by one, or if they are a product of groups.
    group: Option<Group<W>>,
    /// How many sets of a piece, counted from the first one, belong to interchangeable colours.
    alike: usize,
}

impl<W: Word> Normaliser<W> {
    /// The normaliser for pieces of this game.
    pub fn new<G: Word>(game: &ListGame<G>) -> Normaliser<W> {
        Normaliser::with(game, G::first(game.order()), None)
    }

    /// The normaliser for pieces of the game on a lattice.
    pub fn on_lattice<G: Word>(lattice: &Lattice<G>) -> Normaliser<W> {
        Normaliser::with(&lattice.game, lattice.occupied, Some(Corner::new(lattice)))
    }

    fn with<G: Word>(game: &ListGame<G>, occupied: G, corner: Option<Corner<W>>) -> Normaliser<W> {
        let n = game.order();
        let found = Symmetries::of(game, occupied);
        let group = found.as_ref().filter(|_| corner.is_none()).and_then(|found| found.group(game));
        let one_by_one = found.filter(|_| group.is_none());
        let mut elements = one_by_one.map_or_else(Vec::new, |found| found.elements(game));
        let reversed = |image: &[usize]| image.iter().map(|v| n - 1 - v).collect::<Vec<usize>>();
        let reversal = reversed(&Vec::from_iter(0..n));
        let reverses = elements.contains(&reversal);
        if reverses {
            elements.retain(|image| *image != reversal && *image < reversed(image));
        }
        let mut with_identity: Vec<Vec<usize>> = vec![(0..n).collect()];
        with_identity.extend(elements.iter().cloned());
        let moved = match corner {
            None => {
                let both = |image: &Vec<usize>| [moved(image), moved(&reversed(image))];
                with_identity.iter().map(both).collect()
            }
            Some(_) => vec![[!W::EMPTY; 2]; elements.len() + 1],
        };
        Normaliser {
            boxes: corner.as_ref().and_then(|corner| Boxes::new(corner, &with_identity)),
            corner,
            moved,
            reversal: reverses.then(|| W::BITS - n),
            symmetries: elements.iter().map(|image| Permutation::new(image)).collect(),
            group,
            alike: if game.colours_alike() { game.colours() } else { 0 },
        }
    }

    /// This normaliser, for pieces whose first `alike` sets may be exchanged with each other.
    pub(crate) fn with_alike(self, alike: usize) -> Normaliser<W> {
        Normaliser { alike, ..self }
    }

    /// This normaliser without what it knows about boxes: it moves every image by itself.
    #[cfg(feature = "internals")]
    pub fn without_boxes(self) -> Normaliser<W> {
        Normaliser { boxes: None, ..self }
    }

    /// Whether every piece is its own normal form.
    pub(crate) fn is_trivial(&self) -> bool {
        let moves = self.corner.is_some() || self.reversal.is_some() || self.group.is_some();
        !moves && self.symmetries.is_empty() && self.alike < 2
    }

    /// The normal form of a piece that is not empty.
    pub fn normal<const K: usize>(&self, piece: Piece<W, K>) -> Piece<W, K> {
        self.normal_form(piece).0
    }

    /// The normal form of a nonempty piece, and whether a fixed-point-free symmetry of the piece
    /// was found.
    pub fn normal_form<const K: usize>(&self, piece: Piece<W, K>) -> (Piece<W, K>, bool) {
        if let Some(group) = &self.group {
            return (group.normal(piece, |image| self.settled(image)), false);
        }
        if let (Some(corner), Some(boxes)) = (&self.corner, &self.boxes) {
            return self.normal_form_in_box(piece, corner, boxes);
        }
        let settled = self.settled(piece);
        let (mut best, mut symmetric) = (settled, false);
        let mut look_at = |image, moved: W| {
            symmetric |= image == settled && piece.iter().all(|&set| set & !moved == W::EMPTY);
            best = best.min(image);
        };
        if self.reversal.is_some() {
            look_at(self.settled(each(piece, |set| self.reversed(set))), self.moved[0][1]);
        }
        for (symmetry, moved) in self.symmetries.iter().zip(&self.moved[1..]) {
            let image = each(piece, |set| symmetry.apply(set));
            look_at(self.settled(image), moved[0]);
            if self.reversal.is_some() {
                look_at(self.settled(each(image, |set| self.reversed(set))), moved[1]);
            }
        }
        (best, symmetric)
    }

    /// As [`Normaliser::normal_form`], if the distances of images from the corner are known from
    /// boxes. On a lattice every symmetry moves all vertices.
    #[inline(always)]
    fn normal_form_in_box<const K: usize>(
        &self,
        piece: Piece<W, K>,
        corner: &Corner<W>,
        Boxes { shifts }: &Boxes,
    ) -> (Piece<W, K>, bool) {
        let (by, end) = corner.box_around(piece.iter().fold(W::EMPTY, |all, &set| all | set));
        let settled = self.sorted(each(piece, |set| set.moved_down(by)));
        let (mut best, mut symmetric) = (settled, false);
        for (i, [alone, reversed]) in shifts.iter().enumerate() {
            let symmetry = i.checked_sub(1).map(|i| &self.symmetries[i]);
            let image = each(settled, |set| symmetry.map_or(set, |by| by.apply(set)));
            let mut look_at = |image: Piece<W, K>| {
                let image = self.sorted(image);
                symmetric |= image == settled;
                best = best.min(image);
            };
            if i > 0 {
                look_at(each(image, |set| set.moved_down(alone[end])));
            }
            if let Some(by) = self.reversal {
                let by = by + reversed[end];
                look_at(each(image, |set| set.reversed().moved_down(by)));
            }
        }
        (best, symmetric)
    }

    /// As [`Normaliser::normal_form`], for a piece whose second set is contained in the first, and
    /// whose sets may not be exchanged. Images of the second set are computed only if the images of
    /// the first are equal.
    pub fn nested_normal_form(&self, piece: Piece<W, 2>) -> (Piece<W, 2>, bool) {
        if self.group.is_some() {
            return self.normal_form(piece);
        }
        if let (Some(corner), Some(boxes)) = (&self.corner, &self.boxes) {
            return self.nested_in_box(piece, corner, boxes);
        }
        let [outer, inner] = piece;
        let shift = |set| self.corner.as_ref().map_or(0, |corner| corner.shift(set));
        let settled = each(piece, |set| set.moved_down(shift(outer)));
        let (mut best, mut symmetric) = (settled, false);
        let mut look_at = |outer_image: W, inner_image: &dyn Fn() -> W, moved: W| {
            let by = shift(outer_image);
            let first = outer_image.moved_down(by);
            if first > best[0] && first != settled[0] {
                return;
            }
            let image = [first, inner_image().moved_down(by)];
            symmetric |= image == settled && outer & !moved == W::EMPTY;
            best = best.min(image);
        };
        if self.reversal.is_some() {
            look_at(self.reversed(outer), &|| self.reversed(inner), self.moved[0][1]);
        }
        for (symmetry, moved) in self.symmetries.iter().zip(&self.moved[1..]) {
            let image = symmetry.apply(outer);
            look_at(image, &|| symmetry.apply(inner), moved[0]);
            if self.reversal.is_some() {
                let inner_image = || self.reversed(symmetry.apply(inner));
                look_at(self.reversed(image), &inner_image, moved[1]);
            }
        }
        (best, symmetric)
    }

    /// As [`Normaliser::nested_normal_form`], if the distances of images from the corner are known
    /// from boxes.
    #[inline(always)]
    fn nested_in_box(
        &self,
        piece: Piece<W, 2>,
        corner: &Corner<W>,
        Boxes { shifts }: &Boxes,
    ) -> (Piece<W, 2>, bool) {
        let (by, end) = corner.box_around(piece[0]);
        let settled = each(piece, |set| set.moved_down(by));
        let (mut best, mut symmetric) = (settled, false);
        for (i, shifts) in shifts.iter().enumerate() {
            let symmetry = i.checked_sub(1).map(|i| &self.symmetries[i]);
            let apply = |set| symmetry.map_or(set, |symmetry| symmetry.apply(set));
            let first = apply(settled[0]);
            if i > 0 {
                let second = || apply(settled[1]).moved_down(shifts[0][end]);
                let image = first.moved_down(shifts[0][end]);
                symmetric |= lesser_of(&mut best, settled, image, second);
            }
            if let Some(by) = self.reversal {
                let by = by + shifts[1][end];
                let second = || apply(settled[1]).reversed().moved_down(by);
                symmetric |= lesser_of(&mut best, settled, first.reversed().moved_down(by), second);
            }
        }
        (best, symmetric)
    }

    /// The symmetries that map a set of vertices to itself and have no fixed point in it: for each,
    /// the members and their images. The set lies in the corner.
    pub fn symmetries_of(&self, set: W) -> Vec<Vec<(usize, usize)>> {
        let mut found = Vec::new();
        for (i, moved) in self.moved.iter().enumerate() {
            let element = i.checked_sub(1).map(|i| &self.symmetries[i]);
            for (reverses, &moved) in [false, true].into_iter().zip(moved) {
                let is_identity = element.is_none() && !reverses;
                let is_missing = reverses && self.reversal.is_none();
                if !is_identity && !is_missing && set & !moved == W::EMPTY {
                    found.extend(self.pairs(set, element, reverses));
                }
            }
        }
        found
    }

    /// The members of a set, each with its image, if a symmetry maps the set to itself; `reverses`
    /// says whether the reversal follows.
    fn pairs(
        &self,
        set: W,
        element: Option<&Permutation<W>>,
        reverses: bool,
    ) -> Option<Vec<(usize, usize)>> {
        let image = |set| {
            let image = element.map_or(set, |element| element.apply(set));
            if reverses { self.reversed(image) } else { image }
        };
        let shift = self.corner.as_ref().map_or(0, |corner| corner.shift(image(set)));
        let settled = |set| image(set).moved_down(shift);
        let pairs = || vertices(set).map(|v| (v, settled(W::single(v)).least())).collect();
        (settled(set) == set).then(pairs)
    }

    /// A set counted from the other end, if that is a symmetry.
    pub(super) fn reversed(&self, set: W) -> W {
        self.reversal.map_or(set, |by| set.reversed().moved_down(by))
    }

    /// The piece moved into the corner, with its colours sorted if they are interchangeable.
    fn settled<const K: usize>(&self, mut piece: Piece<W, K>) -> Piece<W, K> {
        if let Some(corner) = &self.corner {
            let shift = corner.shift(piece.iter().fold(W::EMPTY, |all, &set| all | set));
            piece = each(piece, |set| set.moved_down(shift));
        }
        self.sorted(piece)
    }

    /// The piece with its colours sorted if they are interchangeable.
    #[inline(always)]
    fn sorted<const K: usize>(&self, mut piece: Piece<W, K>) -> Piece<W, K> {
        // Sorting an array of known length is faster than sorting a part of it.
        match self.alike {
            0 | 1 => {}
            all if all == K => sort_few(&mut piece, |&set| set),
            some => sort_few(&mut piece[..some], |&set| set),
        }
        piece
    }
}

/// Keeps the smaller of two pieces. Of the other piece, the first set is given, and the second is
/// computed only if it matters. Also returns whether it is equal to a third piece.
#[inline(always)]
fn lesser_of<W: Word>(
    best: &mut Piece<W, 2>,
    settled: Piece<W, 2>,
    first: W,
    second: impl Fn() -> W,
) -> bool {
    if first > best[0] && first != settled[0] {
        return false;
    }
    let image = [first, second()];
    *best = (*best).min(image);
    image == settled
}

/// Whether a board has so many symmetries that normal forms should use them instead of
/// translations.
pub fn has_many_symmetries<G: Word>(game: &ListGame<G>) -> bool {
    let found = Symmetries::of(game, G::first(game.order()));
    found.is_some_and(|found| found.are_many::<G>() && found.are_of_rule(game))
}

/// The symmetries of a board: those of the compiled rule, and perhaps more.
struct Symmetries {
    board: Graph,
    found: Symmetry,
}

impl Symmetries {
    /// The symmetries that fix all vertices that are not occupied.
    fn of<G: Word>(game: &ListGame<G>, occupied: G) -> Option<Symmetries> {
        let board = rule_graph(game)?;
        let fixed = |v: usize| if occupied.contains(v) { 0 } else { 1 + v as u32 };
        let colours: Vec<u32> = (0..game.order()).map(fixed).collect();
        Symmetry::of(&board, &colours).map(|found| Symmetries { board, found })
    }

    fn are_of_rule<G: Word>(&self, game: &ListGame<G>) -> bool {
        let mut generators = self.found.generators().iter();
        generators.all(|images| preserves_rule(game, &indices(images)))
    }

    /// Whether there are too many of them to try one by one, and they can all be used in another
    /// way.
    fn are_many<W: Word>(&self) -> bool {
        let few = self.found.group_order().is_some_and(|order| order <= FEW_SYMMETRIES);
        !few && Group::<W>::is_manageable(self.found.generators())
    }

    /// The group of the symmetries of the rule, if it is large or a product of groups.
    fn group<G: Word, W: Word>(&self, game: &ListGame<G>) -> Option<Group<W>> {
        let generators = self.found.generators();
        let worth_it = self.are_many::<W>() || Group::<W>::is_product(generators);
        (worth_it && self.are_of_rule(game)).then(|| Group::new(self.board.clone(), generators))
    }

    /// The symmetries of the rule other than the identity, if there are not too many.
    fn elements<G: Word>(&self, game: &ListGame<G>) -> Vec<Vec<usize>> {
        let mut group = elements(&self.found, game.order());
        group.retain(|element| preserves_rule(game, element));
        group
    }
}

/// The elements of a group other than the identity, if there are not too many.
pub fn elements(symmetry: &Symmetry, n: usize) -> Vec<Vec<usize>> {
    if symmetry.group_order().is_none_or(|order| order > FEW_SYMMETRIES) {
        return Vec::new();
    }
    let generators: Vec<Vec<usize>> =
        symmetry.generators().iter().map(|images| indices(images)).collect();
    let mut group: Vec<Vec<usize>> = vec![(0..n).collect()];
    let mut next = 0;
    while let Some(element) = group.get(next).cloned() {
        next += 1;
        for generator in &generators {
            let product: Vec<usize> = element.iter().map(|&v| generator[v]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
    }
    group.split_off(1)
}

fn indices(images: &[u32]) -> Vec<usize> {
    images.iter().map(|&v| v as usize).collect()
}

/// A graph that has the symmetries of the rule and perhaps more: vertices are joined if some pair
/// of colours is forbidden between them.
fn rule_graph<G: Word>(game: &ListGame<G>) -> Option<Graph> {
    let n = game.order();
    let joined = |v: usize| {
        let kills = (0..game.colours()).flat_map(|c| game.kills(v, c));
        vertices(kills.fold(G::EMPTY, |all, &kill| all | kill))
    };
    Graph::undirected(n, (0..n).flat_map(|v| joined(v).map(move |w| (v, w)))).ok()
}

/// Whether a permutation of the vertices maps the rule to itself, colour by colour.
fn preserves_rule<G: Word>(game: &ListGame<G>, image: &[usize]) -> bool {
    let k = game.colours();
    let moved = |set: G| -> G { word::image(set, |v| image[v]) };
    (0..game.order()).all(|v| {
        (0..k).all(|c| {
            let (here, there) = (game.kills(v, c), game.kills(image[v], c));
            here.iter().zip(there).all(|(&here, &there)| moved(here) == there)
        })
    })
}
