//! Oriented colouring: the ends of an arc have different colours, and if arcs go from one colour to
//! another, none goes back.
//!
//! Two colours are *decided* when some arc joins them. All that matters about the coloured vertices
//! is which pairs of colours are decided, and how; which colours each open vertex may still take;
//! and which pairs it would decide by taking a colour. When all pairs are decided this is a list
//! game. Before that, parts that are not connected still belong together if both could decide the
//! same pair of colours or depend on how it is decided.

mod runs;

use std::cmp::Ordering;

use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Graph;
use chromex_rules::{Colour, UNCOLOURED};
use smallvec::SmallVec;

use super::{Pieces, Places, Rule, Shifts, union};
use crate::model::key::Key;
use crate::model::lists::fingerprint;
use crate::model::normal::Permutation;
use crate::model::word::{Word, each, outwards, sets, sort_few, vertices};
use runs::{middle_of_last_run, sorted_runs};

/// The rule of oriented colouring with `K` colours; `N` is twice as many.
pub(crate) struct Oriented<W, const K: usize, const N: usize> {
    /// Blue-red colouring on the same digraph: used for its arcs.
    graph: Rule<W, 2>,
    /// For each vertex, the vertices adjacent to it.
    adjacent: Vec<W>,
    /// Adjacency by shifts of words, if this is fast.
    shifts: Option<Shifts<W>>,
    /// Whether the digraph is a path whose arcs all have the same direction.
    is_line: bool,
    /// A permutation of the vertices that reverses all arcs, if there is one.
    turning: Option<Permutation<W>>,
    /// All permutations of the colours.
    orders: Vec<[usize; K]>,
}

/// The pairs of colours between which arcs go: bit `4·a + b` if an arc goes from `a` to `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Decided(u16);

impl Decided {
    fn has(self, a: usize, b: usize) -> bool {
        self.0 >> (4 * a + b) & 1 == 1
    }

    fn either_way(self, a: usize, b: usize) -> bool {
        self.has(a, b) || self.has(b, a)
    }

    fn add(&mut self, a: usize, b: usize) {
        self.0 |= 1 << (4 * a + b);
    }

    /// These pairs after the colours have been renamed so that the first colour in `order` becomes
    /// the first, and so on, with arcs reversed if `turned` says so.
    fn reordered<const K: usize>(self, order: &[usize; K], turned: bool) -> Decided {
        let mut all = 0;
        for_pairs::<K>(|a, b| {
            let (from, to) = if turned { (order[b], order[a]) } else { (order[a], order[b]) };
            all |= (self.0 >> (4 * from + to) & 1) << (4 * a + b);
        });
        Decided(all)
    }
}

/// Goes through all ordered pairs of different colours. (Loops of known length, which the compiler
/// unrolls: with an iterator, this took a twelfth of the time of a search.)
#[inline(always)]
fn for_pairs<const K: usize>(mut each: impl FnMut(usize, usize)) {
    for a in 0..K {
        for b in (0..K).filter(|&b| b != a) {
            each(a, b);
        }
    }
}

/// A position: for each colour a set of open vertices.
#[derive(Debug, Clone, Copy)]
struct Open<W, const K: usize> {
    /// For each colour: the open vertices that may take it.
    lists: [W; K],
    /// For each colour: the open vertices from which an arc goes to it, if that could decide
    /// something.
    to: [W; K],
    /// For each colour: the open vertices to which an arc goes from it, if that could decide
    /// something.
    from: [W; K],
    decided: Decided,
}

/// How parts that are not connected depend on each other.
struct Coupling<W, const K: usize> {
    /// For each undecided pair of colours: the vertices that could decide it or depend on it; empty
    /// if there is only one.
    sets: SmallVec<[W; 6]>,
    /// For each colour, the vertices that may take a colour of an undecided pair that contains it.
    deciding: [W; K],
}

impl<W: Word, const K: usize> Coupling<W, K> {
    /// Whether one of these sets contains all of these vertices.
    #[inline(always)]
    fn joins(&self, rest: W) -> bool {
        self.sets.iter().any(|&set| rest & !set == W::EMPTY)
    }
}

/// A compact position: two sets for each colour. A vertex in both sets may take the colour; one
/// only in the first has an arc to it; one only in the second has an arc from it. These three cases
/// exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Coupled<W, const N: usize> {
    decided: Decided,
    sets: [W; N],
}

impl<W: Word, const N: usize> Key for Coupled<W, N> {
    fn words(&self) -> usize {
        N * W::LIMBS + 1
    }

    fn word(&self, i: usize) -> u64 {
        match i.checked_sub(1) {
            None => self.decided.0.into(),
            Some(i) => self.sets[i / W::LIMBS].limb(i % W::LIMBS),
        }
    }
}

impl<W: Word, const K: usize> Open<W, K> {
    fn packed<const N: usize>(&self) -> Coupled<W, N> {
        let set = |i: usize| self.lists[i % K] | if i < K { self.to[i] } else { self.from[i - K] };
        Coupled { decided: self.decided, sets: sets(set) }
    }

    fn unpacked<const N: usize>(packed: &Coupled<W, N>) -> Open<W, K> {
        let set = |i: usize| packed.sets[i];
        Open {
            lists: sets(|c| set(c) & set(c + K)),
            to: sets(|c| set(c) & !set(c + K)),
            from: sets(|c| set(c + K) & !set(c)),
            decided: packed.decided,
        }
    }

    fn map(&self, of: impl Fn(W) -> W) -> Open<W, K> {
        let Open { lists, to, from, decided } = self;
        Open {
            lists: each(*lists, &of),
            to: each(*to, &of),
            from: each(*from, &of),
            decided: *decided,
        }
    }

    /// Whether nothing changes when two colours are exchanged.
    fn are_alike(&self, c: usize, d: usize) -> bool {
        let mut order: [usize; K] = std::array::from_fn(|c| c);
        order.swap(c, d);
        [&self.lists, &self.to, &self.from].iter().all(|sets| sets[c] == sets[d])
            && self.decided.reordered(&order, false) == self.decided
    }

    /// Removes colours that decided pairs forbid, and arcs that cannot decide anything any more.
    fn settle(&mut self) {
        for_pairs::<K>(|a, b| {
            if self.decided.has(a, b) {
                self.lists[b] &= !self.to[a];
                self.lists[a] &= !self.from[b];
            }
        });
        for c in 0..K {
            let both = self.to[c] & self.from[c];
            self.lists.iter_mut().for_each(|list| *list &= !both);
        }
        for c in 0..K {
            let undecided = (0..K).filter(|&d| d != c && !self.decided.either_way(c, d));
            let could = undecided.fold(W::EMPTY, |all, d| all | self.lists[d]);
            self.to[c] &= could;
            self.from[c] &= could;
        }
    }
}

impl<W: Word, const N: usize> Coupled<W, N> {
    /// Numbers for each colour that no symmetry changes: how many vertices are in each of its sets,
    /// and to and from how many colours arcs go. If arcs are reversed, the last two are exchanged.
    fn looks<const K: usize>(&self) -> [[u64; 3]; K] {
        let mut looks = [[0; 3]; K];
        for (c, look) in looks.iter_mut().enumerate() {
            let [to, from] = [self.sets[c], self.sets[c + K]];
            let list = to & from;
            let decided = |way: &dyn Fn(usize) -> bool| (0..K).filter(|&d| way(d)).count() as u64;
            *look = [
                list.size().into(),
                u64::from((to & !list).size()) << 4 | decided(&|d| self.decided.has(c, d)),
                u64::from((from & !list).size()) << 4 | decided(&|d| self.decided.has(d, c)),
            ];
        }
        looks
    }

    /// The piece with its colours in this order, and with arcs reversed if `turned` says so.
    fn reordered<const K: usize>(&self, order: &[usize; K], turned: bool) -> Coupled<W, N> {
        let other_half = |i: usize| if (i < K) == turned { K } else { 0 };
        Coupled {
            decided: self.decided.reordered(order, turned),
            sets: sets(|i| self.sets[order[i % K] + other_half(i)]),
        }
    }
}

/// The colours sorted by their invariants, and the sorted invariants.
struct Sorted<const K: usize> {
    turned: bool,
    order: [usize; K],
    looks: [[u64; 3]; K],
}

impl<const K: usize> Sorted<K> {
    fn new(looks: &[[u64; 3]; K], turned: bool) -> Sorted<K> {
        let look = |c: usize| {
            let [list, to, from] = looks[c];
            if turned { [list, from, to] } else { [list, to, from] }
        };
        let mut sorted = Sorted { turned, order: [0; K], looks: [[0; 3]; K] };
        sorted.order.iter_mut().enumerate().for_each(|(c, place)| *place = c);
        sort_few(&mut sorted.order, |&c| look(c));
        for (place, &c) in sorted.looks.iter_mut().zip(&sorted.order) {
            *place = look(c);
        }
        sorted
    }

    /// Whether there is only one order in which they are sorted.
    fn is_only_one(&self) -> bool {
        self.looks.windows(2).all(|two| two[0] != two[1])
    }

    /// Whether the invariants stay the same if the first colour of this order becomes the first of
    /// that one, and so on.
    fn is_also(&self, order: &[usize; K]) -> bool {
        (0..K).all(|i| (0..K).all(|j| self.order[j] != order[i] || self.looks[i] == self.looks[j]))
    }
}

impl<W: Word, const K: usize, const N: usize> Oriented<W, K, N> {
    /// The rule on the digraph of this one.
    pub(crate) fn new(graph: Rule<W, 2>) -> Oriented<W, K, N> {
        let mut orders = vec![std::array::from_fn(|c| c)];
        for c in 1..K {
            let exchanged = |order: &[usize; K]| {
                let order = *order;
                (0..=c).map(move |d| {
                    let mut order = order;
                    order.swap(c, d);
                    order
                })
            };
            orders = orders.iter().flat_map(exchanged).collect();
        }
        let adjacent: Vec<W> = graph.kills.iter().map(|row| row[1][0] | row[0][1]).collect();
        let shifts = Shifts::new(adjacent.iter().copied());
        let mut rule = Oriented { graph, adjacent, shifts, is_line: false, turning: None, orders };
        rule.is_line = rule.looks_like_a_line();
        rule.turning = rule.find_turning();
        rule
    }

    fn looks_like_a_line(&self) -> bool {
        let order = self.adjacent.len();
        let between =
            |v: usize, w: usize| [self.arcs_from(v), self.arcs_to(v)].map(|set| set.contains(w));
        let only_next = |(v, set): (usize, &W)| vertices(*set).all(|w| v.abs_diff(w) == 1);
        self.adjacent.iter().enumerate().all(only_next)
            && (1..order).all(|v| between(v - 1, v) == between(0, 1))
    }

    fn arcs_from(&self, v: usize) -> W {
        // An arc forbids Red at its tail together with Blue at its head.
        self.graph.kills[v][1][0]
    }

    fn arcs_to(&self, v: usize) -> W {
        self.graph.kills[v][0][1]
    }

    fn heads(&self, tails: W) -> W {
        vertices(tails).fold(W::EMPTY, |all, v| all | self.arcs_from(v))
    }

    fn tails(&self, heads: W) -> W {
        vertices(heads).fold(W::EMPTY, |all, v| all | self.arcs_to(v))
    }

    fn around(&self, set: W) -> W {
        match &self.shifts {
            Some(shifts) => shifts.around(set),
            None => vertices(set).fold(W::EMPTY, |all, v| all | self.adjacent[v]),
        }
    }

    /// The digraph and its reversed copy have the same canonical form if a permutation maps one to
    /// the other.
    fn find_turning(&self) -> Option<Permutation<W>> {
        let order = self.graph.kills.len();
        let arcs = || (0..order).flat_map(|v| vertices(self.arcs_from(v)).map(move |w| (v, w)));
        let graph = Graph::directed(order, arcs()).ok()?;
        let turned = Graph::directed(order, arcs().map(|(v, w)| (w, v))).ok()?;
        let (one, other) = (Symmetry::of_uncoloured(&graph)?, Symmetry::of_uncoloured(&turned)?);
        if one.canonical(&graph) != other.canonical(&turned) {
            return None;
        }
        let mut image = vec![0; order];
        for (&v, &w) in one.labelling().iter().zip(other.labelling()) {
            image[v as usize] = w as usize;
        }
        Some(Permutation::new(&image))
    }

    fn play(&self, state: &Open<W, K>, v: usize, c: usize) -> Open<W, K> {
        let one = W::single(v);
        let mut after = state.map(|set| set & !one);
        for d in 0..K {
            if state.to[d].contains(v) {
                after.decided.add(c, d);
            }
            if state.from[d].contains(v) {
                after.decided.add(d, c);
            }
        }
        let (heads, tails) = (self.arcs_from(v), self.arcs_to(v));
        after.lists[c] &= !(heads | tails);
        after.from[c] |= heads;
        after.to[c] |= tails;
        after.settle();
        after
    }

    /// How parts that are not connected depend on each other. `near` has the neighbours of each
    /// list.
    fn coupling(state: &Open<W, K>, near: &[W; K]) -> Coupling<W, K> {
        let about: [W; K] = sets(|c| state.to[c] | state.from[c] | near[c]);
        let mut coupling = Coupling { sets: SmallVec::new(), deciding: [W::EMPTY; K] };
        for_pairs::<K>(|a, b| {
            if a > b || state.decided.either_way(a, b) {
                return;
            }
            let set = state.lists[a] & about[b] | state.lists[b] & about[a];
            // A set with a single vertex concerns no other vertex.
            if set.without_least() != W::EMPTY {
                coupling.sets.push(set);
                coupling.deciding[a] |= state.lists[b];
                coupling.deciding[b] |= state.lists[a];
            }
        });
        coupling
    }

    /// The open vertices that belong to the same part as the first one of `rest`.
    fn connected(&self, state: &Open<W, K>, coupling: &Coupling<W, K>, rest: W) -> W {
        let matters = |way: &dyn Fn(usize, usize) -> bool| -> [W; K] {
            sets(|a| {
                let bad = (0..K).filter(|&b| !way(a, b));
                bad.fold(W::EMPTY, |all, b| all | state.lists[b])
            })
        };
        let after = matters(&|a, b| state.decided.has(a, b));
        let before = matters(&|a, b| state.decided.has(b, a));
        let start = rest & !rest.without_least();
        let (mut fresh, mut reached) = (start, start);
        while fresh != W::EMPTY && reached != rest {
            let v = fresh.least();
            let coupled = coupling.sets.iter().filter(|set| set.contains(v));
            let mut near = coupled.fold(W::EMPTY, |all, &set| all | set);
            for a in (0..K).filter(|&a| state.lists[a].contains(v)) {
                near |= self.arcs_from(v) & after[a] | self.arcs_to(v) & before[a];
            }
            fresh = fresh.without_least() | near & !reached;
            reached |= near;
        }
        reached
    }

    /// The part of a state in some vertices. Decided pairs of colours that no arc can join there do
    /// not matter.
    fn part(state: &Open<W, K>, near: &[W; K], part: W) -> Open<W, K> {
        let mut piece = state.map(|set| set & part);
        piece.decided = Decided(0);
        for_pairs::<K>(|a, b| {
            let may_meet = (piece.lists[a] & near[b]) | (piece.lists[b] & near[a]) != W::EMPTY;
            if may_meet && state.decided.has(a, b) {
                piece.decided.add(a, b);
            }
        });
        piece
    }

    /// The smallest of the images under symmetries and permutations of the colours; only those
    /// permutations are tried that sort the colours by invariants.
    fn least_image(&self, piece: &Coupled<W, N>) -> Coupled<W, N> {
        let looks = piece.looks();
        let way = Sorted::<K>::new(&looks, false);
        let Some(turning) = &self.turning else { return self.least_of(piece, &way, None) };
        let back = Sorted::new(&looks, true);
        match way.looks.cmp(&back.looks) {
            Ordering::Less => self.least_of(piece, &way, None),
            Ordering::Greater => self.least_of(piece, &back, Some(turning)),
            Ordering::Equal => {
                self.least_of(piece, &way, None).min(self.least_of(piece, &back, Some(turning)))
            }
        }
    }

    /// The smallest of the images with colours in this order, or in another one with the same
    /// invariants.
    fn least_of(
        &self,
        piece: &Coupled<W, N>,
        sorted: &Sorted<K>,
        turning: Option<&Permutation<W>>,
    ) -> Coupled<W, N> {
        let first = self.image(piece, &sorted.order, sorted.turned, turning);
        if sorted.is_only_one() {
            return first;
        }
        let others = self.orders.iter().filter(|order| sorted.is_also(order));
        others.map(|order| self.image(piece, order, sorted.turned, turning)).fold(first, Ord::min)
    }

    fn image(
        &self,
        piece: &Coupled<W, N>,
        order: &[usize; K],
        turned: bool,
        turning: Option<&Permutation<W>>,
    ) -> Coupled<W, N> {
        let Coupled { decided, mut sets } = piece.reordered(order, turned);
        if let Some(turning) = turning {
            sets = each(sets, |set| turning.apply(set));
        }
        let normal =
            if self.is_line { sorted_runs(&sets) } else { self.graph.normaliser.normal(sets) };
        Coupled { decided, sets: normal }
    }
}

impl<W: Word, const K: usize, const N: usize> Places<[Colour]> for Oriented<W, K, N> {
    fn placed(&self, colouring: &[Colour]) -> (Coupled<W, N>, ()) {
        let with = |colour: usize| {
            let alike = (0..colouring.len()).filter(|&v| usize::from(colouring[v]) == colour);
            alike.fold(W::EMPTY, |all, v| all | W::single(self.graph.places[v]))
        };
        let open = with(usize::from(UNCOLOURED));
        let coloured: [W; K] = sets(|c| with(c + 1));
        let (heads, tails) =
            (each(coloured, |set| self.heads(set)), each(coloured, |set| self.tails(set)));
        let mut state = Open {
            lists: sets(|c| open & !(heads[c] | tails[c])),
            to: each(tails, |set| set & open),
            from: each(heads, |set| set & open),
            decided: Decided(0),
        };
        for_pairs::<K>(|a, b| {
            if heads[a] & coloured[b] != W::EMPTY {
                state.decided.add(a, b);
            }
        });
        state.settle();
        (state.packed(), ())
    }
}

impl<W: Word, const K: usize, const N: usize> Pieces for Oriented<W, K, N> {
    type Piece = Coupled<W, N>;
    type Set = ();
    const WORDS: usize = N * W::LIMBS + 1;

    fn take_apart(
        &self,
        position: &Coupled<W, N>,
        (): (),
        mut seen: impl FnMut(u16),
        mut piece: impl FnMut(Coupled<W, N>),
    ) {
        let mut state: Open<W, K> = Open::unpacked(position);
        let near = each(state.lists, |list| self.around(list));
        let coupling = Self::coupling(&state, &near);
        for c in 0..K {
            state.to[c] &= coupling.deciding[c];
            state.from[c] &= coupling.deciding[c];
        }
        let mut rest = union(&state.lists);
        while rest != W::EMPTY {
            // Usually all vertices belong together, which is quickly seen.
            let part = match coupling.joins(rest) {
                true => rest,
                false => self.connected(&state, &coupling, rest),
            };
            rest &= !part;
            if part.size() == 1 {
                seen(1);
            } else {
                let mut found: Coupled<W, N> = Self::part(&state, &near, part).packed();
                if self.is_line {
                    // Its place does not matter, and without it the same part occurs more often.
                    found.sets = each(found.sets, |set| set.moved_down(part.least()));
                }
                piece(found);
            }
        }
    }

    fn normal(&self, piece: &Coupled<W, N>) -> Option<Coupled<W, N>> {
        Some(self.least_image(piece))
    }

    fn options(&self, piece: &Coupled<W, N>, mut option: impl FnMut(Coupled<W, N>, ()) -> bool) {
        let state: Open<W, K> = Open::unpacked(piece);
        // On a path the longest run is the last one; moves in its middle are more often good when a
        // nimber is hard to find.
        let from = if self.is_line { middle_of_last_run(union(&state.lists)) } else { 0 };
        for c in (0..K).filter(|&c| !(0..c).any(|d| state.are_alike(c, d))) {
            for v in outwards(state.lists[c], from) {
                if !option(self.play(&state, v, c).packed(), ()) {
                    return;
                }
            }
        }
    }

    /// The number of moves.
    fn work(&self, piece: &Coupled<W, N>) -> u32 {
        Open::<W, K>::unpacked(piece).lists.iter().map(|list| list.size()).sum()
    }

    fn fingerprint(&self) -> u64 {
        fingerprint([self.graph.fingerprint, u64::from(b'o'), K as u64].into_iter())
    }
}
