//! Weak colouring: adjacent vertices may have the same colour only if each of them has a neighbour
//! of another colour.
//!
//! Call a coloured vertex *lonely* if it has no neighbour of another colour yet. Of the coloured
//! vertices, only the lonely ones matter by themselves; of the others it only matters which of
//! their colours each uncoloured vertex sees. So a position consists of a set for each colour and
//! the set of *open* vertices, which are uncoloured. The set of a colour contains the lonely
//! vertices of that colour, which are not open, and the open vertices that have a neighbour of that
//! colour which is not lonely.
//!
//! An open vertex that sees two colours in this way is *free*: whatever colour it takes, it will
//! not be lonely, and it does not matter which other colours it sees.

use chromex_rules::{Colour, UNCOLOURED};

use super::{Pieces, Places, Rule, union};
use crate::model::lists::fingerprint;
use crate::model::piece::Piece;
use crate::model::word::{Word, each, vertices};

/// The rule of weak colouring with `N - 1` colours, at least two.
pub(crate) struct Weak<W, const N: usize> {
    /// Node Kayles on the same graph: used for adjacency.
    graph: Rule<W, 1>,
}

impl<W: Word, const N: usize> Weak<W, N> {
    const COLOURS: usize = N - 1;

    /// The rule on the graph of this one.
    pub(crate) fn new(graph: Rule<W, 1>) -> Weak<W, N> {
        let normaliser = graph.normaliser.with_alike(Self::COLOURS);
        Weak { graph: Rule { normaliser, ..graph } }
    }

    fn adjacent(&self, v: usize) -> W {
        self.graph.kills[v][0][0]
    }

    fn open(position: &Piece<W, N>) -> W {
        position[Self::COLOURS]
    }

    fn lonely(position: &Piece<W, N>, c: usize) -> W {
        position[c] & !Self::open(position)
    }

    /// For each colour, the open vertices that may take it; the last set, that of open vertices, is
    /// empty.
    fn legal(&self, position: &Piece<W, N>) -> Piece<W, N> {
        let open = Self::open(position);
        let colours = 0..Self::COLOURS;
        let mut near_lonely = [W::EMPTY; N];
        colours.clone().for_each(|c| near_lonely[c] = self.graph.around(Self::lonely(position, c)));
        let sees = |c: usize| position[c] | near_lonely[c];
        let mut legal = [W::EMPTY; N];
        for c in colours.clone() {
            let others = colours.clone().filter(|&d| d != c);
            let another = others.fold(W::EMPTY, |all, d| all | sees(d));
            legal[c] = open & !near_lonely[c] & (!position[c] | another);
        }
        legal
    }

    fn play(&self, position: &Piece<W, N>, v: usize, c: usize) -> Piece<W, N> {
        let (one, around) = (W::single(v), self.adjacent(v));
        let open = Self::open(position) & !one;
        let mut after = each(*position, |set| set & !one);
        let mut sees_another = false;
        for d in (0..Self::COLOURS).filter(|&d| d != c) {
            let met = Self::lonely(position, d) & around;
            sees_another |= met != W::EMPTY || position[d].contains(v);
            after[d] = after[d] & !met | self.graph.around(met) & open;
        }
        after[c] |= if sees_another { around & open } else { one };
        after
    }

    /// The position without parts that no longer matter.
    fn simplified(&self, mut position: Piece<W, N>) -> Piece<W, N> {
        loop {
            let open = Self::open(&position);
            let (near, more_than_one) = (self.graph.around(open), self.graph.around_twice(open));
            // A lonely vertex with one open neighbour stays lonely as long as that neighbour is
            // open, which therefore never takes its colour.
            let mut never = open;
            for c in 0..Self::COLOURS {
                position[c] &= open | near;
                never &= self.graph.around(Self::lonely(&position, c) & !more_than_one);
            }
            if never == W::EMPTY {
                break;
            }
            position = each(position, |set| set & !never);
        }
        let free = Self::free(&position);
        position[..Self::COLOURS].iter_mut().for_each(|set| *set |= free);
        position
    }

    /// The open vertices that see two colours at vertices that are not lonely.
    fn free(position: &Piece<W, N>) -> W {
        let count = |(once, twice), &set: &W| (once | set, twice | once & set);
        let colours = position[..Self::COLOURS].iter();
        colours.fold((W::EMPTY, W::EMPTY), count).1 & Self::open(position)
    }

    /// The vertices that are connected with an open one. Free vertices do not depend on free
    /// neighbours, nor lonely vertices on each other.
    fn connected(&self, position: &Piece<W, N>, start: W) -> W {
        let (all, open, free) = (union(position), Self::open(position), Self::free(position));
        let mut reached = start;
        loop {
            let from_open = self.graph.around(reached & open & !free) & all;
            let from_free = self.graph.around(reached & free) & all & !free;
            let from_lonely = self.graph.around(reached & !open) & open;
            let more = reached | from_open | from_free | from_lonely;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

impl<W: Word, const N: usize> Places<[Colour]> for Weak<W, N> {
    fn placed(&self, colouring: &[Colour]) -> (Piece<W, N>, ()) {
        let with = |colour: usize| {
            let alike = (0..colouring.len()).filter(|&v| usize::from(colouring[v]) == colour);
            alike.fold(W::EMPTY, |all, v| all | W::single(self.graph.places[v]))
        };
        let open = with(usize::from(UNCOLOURED));
        let coloured: Vec<W> = (1..N).map(with).collect();
        let mut position = [open; N];
        for c in 0..Self::COLOURS {
            let others = (0..Self::COLOURS).filter(|&d| d != c);
            let another = others.fold(W::EMPTY, |all, d| all | self.graph.around(coloured[d]));
            let lonely = coloured[c] & !another;
            position[c] = lonely | self.graph.around(coloured[c] & another) & open;
        }
        (position, ())
    }
}

impl<W: Word, const N: usize> Pieces for Weak<W, N> {
    type Piece = Piece<W, N>;
    type Set = ();
    const WORDS: usize = N * W::LIMBS;

    fn take_apart(
        &self,
        position: &Piece<W, N>,
        (): (),
        mut seen: impl FnMut(u16),
        mut piece: impl FnMut(Piece<W, N>),
    ) {
        let position = self.simplified(*position);
        let mut rest = Self::open(&position);
        while rest != W::EMPTY {
            let part = self.connected(&position, rest & !rest.without_least());
            rest &= !part;
            let connected = each(position, |set| set & part);
            if Self::open(&connected).size() > 1 {
                piece(connected);
            } else {
                seen(u16::from(union(&self.legal(&connected)) != W::EMPTY));
            }
        }
    }

    fn normal(&self, piece: &Piece<W, N>) -> Option<Piece<W, N>> {
        Some(self.graph.normaliser.normal(*piece))
    }

    fn options(&self, piece: &Piece<W, N>, mut option: impl FnMut(Piece<W, N>, ()) -> bool) {
        let legal = self.legal(piece);
        for c in (0..Self::COLOURS).filter(|&c| !piece[..c].contains(&piece[c])) {
            for v in vertices(legal[c]) {
                if !option(self.play(piece, v, c), ()) {
                    return;
                }
            }
        }
    }

    fn work(&self, piece: &Piece<W, N>) -> u32 {
        Self::open(piece).size()
    }

    fn fingerprint(&self) -> u64 {
        fingerprint([self.graph.fingerprint, u64::from(b'w'), N as u64].into_iter())
    }
}
