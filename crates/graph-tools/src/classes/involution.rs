//! Involutions of graphs: symmetries that are their own inverses, of the kinds that mirror
//! strategies need.
//!
//! Beaulieu et al., Propositions 2 and 3; Uiterwijk, Theorems 1, 2, 4, 5; Andres et al., section 3.
//! Whether a graph has one is hard to decide in general; the search here is exponential in the
//! worst case and immediate on boards. On boards with coordinates, the symmetries that people see
//! are tried first: half a turn about the centre, and reflections.

use crate::symmetry::Symmetry;
use chromex_graphs::limit::is_stopped;
use chromex_graphs::{Board, Graph, Point};

/// A symmetry σ of a graph with σ(σ(v)) = v.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Involution {
    images: Vec<u32>,
}

/// The kinds of involutions that are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvolutionKind {
    /// No vertex is its own image (Beaulieu et al., Proposition 3).
    FixedPointFree,
    /// No vertex is its own image or adjacent to its image.
    FixedPointFreeApart,
    /// Exactly one vertex is its own image.
    OneFixedPoint,
    /// Exactly one vertex is its own image, and none is adjacent to its image (Beaulieu et al.,
    /// Proposition 2).
    OneFixedPointApart,
    /// The vertices that are their own images form a clique; the others are adjacent to their
    /// images (Andres et al.).
    StrictlyMatched,
}

/// How many vertices may be their own images.
#[derive(Clone, Copy, PartialEq)]
enum Fixed {
    None,
    One,
    Clique,
}

impl InvolutionKind {
    fn fixed(self) -> Fixed {
        match self {
            InvolutionKind::FixedPointFree | InvolutionKind::FixedPointFreeApart => Fixed::None,
            InvolutionKind::OneFixedPoint | InvolutionKind::OneFixedPointApart => Fixed::One,
            InvolutionKind::StrictlyMatched => Fixed::Clique,
        }
    }

    /// Whether two vertices may be each other's images, depending on whether they are adjacent.
    fn may_swap(self, adjacent: bool) -> bool {
        match self {
            InvolutionKind::FixedPointFree | InvolutionKind::OneFixedPoint => true,
            InvolutionKind::FixedPointFreeApart | InvolutionKind::OneFixedPointApart => !adjacent,
            InvolutionKind::StrictlyMatched => adjacent,
        }
    }
}

impl Involution {
    /// The image of a vertex.
    pub fn image(&self, v: usize) -> usize {
        self.images[v] as usize
    }

    /// The images of all vertices.
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The vertices that are their own images.
    pub fn fixed_points(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.images.len()).filter(|&v| self.image(v) == v)
    }

    /// Whether this is an involution of the graph and of this kind: checks a witness.
    pub fn is(&self, graph: &Graph, kind: InvolutionKind) -> bool {
        let n = graph.order();
        let in_range = self.images.len() == n && self.images.iter().all(|&w| (w as usize) < n);
        in_range
            && (0..n).all(|v| self.image(self.image(v)) == v)
            && graph.edges().all(|(u, v)| graph.has_edge(self.image(u), self.image(v)))
            && self.fits(graph, kind)
    }

    fn fits(&self, graph: &Graph, kind: InvolutionKind) -> bool {
        let fixed: Vec<usize> = self.fixed_points().collect();
        let fixed_fit = match kind.fixed() {
            Fixed::None => fixed.is_empty(),
            Fixed::One => fixed.len() == 1,
            Fixed::Clique => {
                // If there are many fixed points, no vertex has enough neighbours.
                fixed.iter().all(|&v| graph.degree(v) + 1 >= fixed.len())
                    && fixed
                        .iter()
                        .enumerate()
                        .all(|(i, &v)| fixed[..i].iter().all(|&w| graph.adjacent(v, w)))
            }
        };
        let moved = (0..self.images.len()).filter(|&v| self.image(v) != v);
        fixed_fit && moved.map(|v| graph.adjacent(v, self.image(v))).all(|a| kind.may_swap(a))
    }
}

/// The search for an involution took more steps than allowed, or the limit that holds now stopped
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("whether there is such an involution was not found out in the steps allowed")]
pub struct GaveUp;

/// Graphs with more vertices are not searched; only the visible symmetries are tried.
pub const MAX_SEARCHED: usize = 500;

/// A number of steps that takes a fraction of a second on boards of a hundred vertices.
pub const USUAL_STEPS: u64 = 20_000;

/// An involution of the board of this kind, if there is one. Gives up after `steps` steps.
///
/// ```
/// use chromex_graph_tools::classes::involution::{InvolutionKind, USUAL_STEPS, find};
/// let board = chromex_graphs::parse("grid:3x3")?;
/// let turn = find(&board, InvolutionKind::OneFixedPointApart, USUAL_STEPS).unwrap().unwrap();
/// assert_eq!(turn.fixed_points().collect::<Vec<_>>(), [4]);
/// assert_eq!(find(&board, InvolutionKind::FixedPointFree, USUAL_STEPS), Ok(None));
/// # Ok::<(), chromex_graphs::TextError>(())
/// ```
pub fn find(board: &Board, kind: InvolutionKind, steps: u64) -> Result<Option<Involution>, GaveUp> {
    let graph = board.graph();
    let seen = board.points().and_then(|points| visible(graph, points, kind));
    match seen {
        Some(involution) => Ok(Some(involution)),
        None => find_in_graph(graph, kind, steps),
    }
}

/// An involution of this kind of a graph without coordinates, if there is one. Gives up after
/// `steps` steps.
pub fn find_in_graph(
    graph: &Graph,
    kind: InvolutionKind,
    steps: u64,
) -> Result<Option<Involution>, GaveUp> {
    let n = graph.order();
    let parity_forbids = match kind.fixed() {
        Fixed::None => n % 2 == 1,
        Fixed::One => n.is_multiple_of(2),
        Fixed::Clique => false,
    };
    if parity_forbids {
        return Ok(None);
    }
    let symmetry = if n <= MAX_SEARCHED { Symmetry::of_uncoloured(graph) } else { None };
    let Some(symmetry) = symmetry else { return Err(GaveUp) };
    if odd_orbits_forbid(&symmetry, n, kind) {
        return Ok(None);
    }
    let mut search = Search { graph, kind, steps, rows: rows(graph) };
    let domains = search.first_domains(&symmetry);
    let images = vec![None; n];
    Ok(search.extend(images, domains)?.map(|images| {
        let involution = Involution { images };
        debug_assert!(involution.is(graph, kind));
        involution
    }))
}

/// Whether orbits of odd size rule out an involution: a symmetry maps each orbit to itself, and an
/// involution of an orbit of odd size has a fixed point.
fn odd_orbits_forbid(symmetry: &Symmetry, n: usize, kind: InvolutionKind) -> bool {
    let mut odd = vec![false; n];
    (0..n).for_each(|v| odd[symmetry.orbit(v)] ^= true);
    let odd = odd.into_iter().filter(|&odd| odd).count();
    match kind.fixed() {
        Fixed::None => odd > 0,
        Fixed::One => odd != 1,
        Fixed::Clique => false,
    }
}

/// Half a turn about the centre and the reflections of the picture, if they are involutions of the
/// graph.
fn visible(graph: &Graph, points: &[Point], kind: InvolutionKind) -> Option<Involution> {
    let middle = |coordinate: fn(&Point) -> f64| {
        let all = || points.iter().map(coordinate);
        (all().fold(f64::MAX, f64::min) + all().fold(f64::MIN, f64::max)) / 2.0
    };
    let (cx, cy) = (middle(|p| p.0), middle(|p| p.1));
    let key = |(x, y): Point| ((x * 1024.0).round() as i64, (y * 1024.0).round() as i64);
    let place: rustc_hash::FxHashMap<(i64, i64), u32> =
        points.iter().enumerate().map(|(v, &point)| (key(point), v as u32)).collect();
    let reflections: [fn(f64, f64) -> Point; 4] =
        [|x, y| (-x, -y), |x, y| (-x, y), |x, y| (x, -y), |x, y| (y, x)];
    reflections.into_iter().find_map(|reflect| {
        let image = |&(x, y): &Point| {
            let (x, y) = reflect(x - cx, y - cy);
            place.get(&key((x + cx, y + cy))).copied()
        };
        let images: Option<Vec<u32>> = points.iter().map(image).collect();
        images.map(|images| Involution { images }).filter(|found| found.is(graph, kind))
    })
}

/// A set of vertices.
type Set = Vec<u64>;

fn contains(set: &Set, v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}

fn members(set: &Set) -> impl Iterator<Item = usize> + '_ {
    (0..64 * set.len()).filter(|&v| contains(set, v))
}

/// For each vertex the sets that it has arcs to and from.
fn rows(graph: &Graph) -> Vec<[Set; 2]> {
    let n = graph.order();
    let set = |members: &mut dyn Iterator<Item = usize>| {
        let mut set = vec![0u64; n.div_ceil(64)];
        members.for_each(|v| set[v / 64] |= 1 << (v % 64));
        set
    };
    (0..n).map(|v| [set(&mut graph.out_neighbours(v)), set(&mut graph.in_neighbours(v))]).collect()
}

/// Assigns images to vertices one after the other; each vertex has the set of images that are
/// consistent with those assigned so far.
struct Search<'a> {
    graph: &'a Graph,
    kind: InvolutionKind,
    steps: u64,
    rows: Vec<[Set; 2]>,
}

impl Search<'_> {
    /// The image of a vertex lies in the same orbit.
    fn first_domains(&self, symmetry: &Symmetry) -> Vec<Set> {
        let n = self.graph.order();
        let domain = |v: usize| {
            let mut set = vec![0u64; n.div_ceil(64)];
            let fits = |&w: &usize| symmetry.orbit(w) == symmetry.orbit(v) && self.allows(v, w);
            (0..n).filter(fits).for_each(|w| set[w / 64] |= 1 << (w % 64));
            set
        };
        (0..n).map(domain).collect()
    }

    fn allows(&self, v: usize, w: usize) -> bool {
        match v == w {
            true => self.kind.fixed() != Fixed::None,
            false => self.kind.may_swap(self.graph.adjacent(v, w)),
        }
    }

    fn extend(
        &mut self,
        images: Vec<Option<u32>>,
        domains: Vec<Set>,
    ) -> Result<Option<Vec<u32>>, GaveUp> {
        let open = (0..images.len()).filter(|&v| images[v].is_none());
        let size = |v: &usize| domains[*v].iter().map(|word| word.count_ones()).sum::<u32>();
        let Some(v) = open.min_by_key(size) else {
            return Ok(self.finished(images.into_iter().flatten().collect()));
        };
        let mut choices: Vec<usize> = members(&domains[v]).collect();
        if self.kind.fixed() == Fixed::Clique {
            // Few vertices can be fixed points, and a wrong fixed point is discovered late, so it
            // is tried last.
            choices.sort_by_key(|&w| w == v);
        }
        for w in choices {
            self.steps = self.steps.checked_sub(1).filter(|_| !is_stopped()).ok_or(GaveUp)?;
            let mut images = images.clone();
            images[v] = Some(w as u32);
            images[w] = Some(v as u32);
            let Some(domains) = self.narrowed(&images, &domains, v, w) else { continue };
            if let Some(found) = self.extend(images, domains)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn finished(&self, images: Vec<u32>) -> Option<Vec<u32>> {
        let involution = Involution { images };
        involution.fits(self.graph, self.kind).then_some(involution.images)
    }

    /// The sets of images that remain once `v` and `w` are each other's images; `None` if some
    /// vertex has no image left.
    fn narrowed(
        &self,
        images: &[Option<u32>],
        domains: &[Set],
        v: usize,
        w: usize,
    ) -> Option<Vec<Set>> {
        let mut domains = domains.to_vec();
        for u in (0..images.len()).filter(|&u| images[u].is_none()) {
            self.keep_consistent(&mut domains[u], u, v, w);
            self.keep_consistent(&mut domains[u], u, w, v);
            for taken in [v, w] {
                domains[u][taken / 64] &= !(1 << (taken % 64));
            }
            self.keep_fixed_possible(&mut domains[u], u, v, w);
            if domains[u].iter().all(|&word| word == 0) {
                return None;
            }
        }
        Some(domains)
    }

    /// The image of `u` must be related to `w` as `u` is related to `v`.
    fn keep_consistent(&self, domain: &mut Set, u: usize, v: usize, w: usize) {
        for direction in 0..2 {
            let related = contains(&self.rows[v][direction], u);
            for (word, row) in domain.iter_mut().zip(&self.rows[w][direction]) {
                *word &= if related { *row } else { !*row };
            }
        }
    }

    /// A second fixed point is forbidden, or must be adjacent to the first.
    fn keep_fixed_possible(&self, domain: &mut Set, u: usize, v: usize, w: usize) {
        let forbidden = v == w
            && match self.kind.fixed() {
                Fixed::None | Fixed::One => true,
                Fixed::Clique => !self.graph.adjacent(u, v),
            };
        if forbidden {
            domain[u / 64] &= !(1 << (u % 64));
        }
    }
}
