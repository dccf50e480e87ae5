//! Graphs for the tests, and operations on them.

use nauty_sys::{Symmetry, symmetry};

/// A graph or digraph; an edge of a graph is kept in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub n: usize,
    pub directed: bool,
    adjacency: Vec<bool>,
}

impl Sample {
    pub(crate) fn new(n: usize, directed: bool) -> Self {
        let adjacency = vec![false; n * n];
        Self { n, directed, adjacency }
    }

    pub(crate) fn from_arcs(n: usize, directed: bool, arcs: &[(usize, usize)]) -> Self {
        let mut sample = Self::new(n, directed);
        for &(from, to) in arcs {
            sample.add(from, to);
        }
        sample
    }

    pub(crate) fn add(&mut self, from: usize, to: usize) {
        self.adjacency[from * self.n + to] = true;
        if !self.directed {
            self.adjacency[to * self.n + from] = true;
        }
    }

    pub(crate) fn has(&self, from: usize, to: usize) -> bool {
        self.adjacency[from * self.n + to]
    }

    pub(crate) fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let n = self.n;
        (0..n * n).filter(|&i| self.adjacency[i]).map(move |i| (i / n, i % n))
    }

    pub(crate) fn symmetry(&self, colours: &[u32]) -> Symmetry {
        symmetry(self.n, self.directed, self.arcs(), colours).unwrap()
    }

    /// `symmetry` when all vertices have one colour.
    pub(crate) fn plain_symmetry(&self) -> Symmetry {
        self.symmetry(&vec![0; self.n])
    }

    /// The graph in which vertex `i` is what `labelling[i]` is here.
    pub(crate) fn relabelled(&self, labelling: &[u32]) -> Self {
        let mut image = Self::new(self.n, self.directed);
        for i in 0..self.n {
            for j in 0..self.n {
                let here = self.has(labelling[i] as usize, labelling[j] as usize);
                image.adjacency[i * self.n + j] = here;
            }
        }
        image
    }
}

/// Vertices `0..n`; `v` leads to `v + s` (mod n) for each step `s`.
pub(crate) fn circulant(n: usize, directed: bool, steps: &[usize]) -> Sample {
    let mut sample = Sample::new(n, directed);
    for v in 0..n {
        for s in steps {
            sample.add(v, (v + s) % n);
        }
    }
    sample
}

pub(crate) fn complete(n: usize) -> Sample {
    circulant(n, false, &(1..n).collect::<Vec<_>>())
}

pub(crate) fn petersen() -> Sample {
    let mut sample = Sample::new(10, false);
    for i in 0..5 {
        sample.add(i, (i + 1) % 5);
        sample.add(i, i + 5);
        sample.add(i + 5, (i + 2) % 5 + 5);
    }
    sample
}

pub(crate) fn cube(dimension: usize) -> Sample {
    let mut sample = Sample::new(1 << dimension, false);
    for v in 0..sample.n {
        for bit in 0..dimension {
            sample.add(v, v ^ (1 << bit));
        }
    }
    sample
}

/// A deterministic stream of numbers (SplitMix64).
pub(crate) struct Rng(pub u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn permutation(&mut self, n: usize) -> Vec<u32> {
        let mut perm: Vec<u32> = (0..n as u32).collect();
        for i in (1..n).rev() {
            perm.swap(i, self.below(i + 1));
        }
        perm
    }

    /// Each arc, without loops, is there with the given percentage.
    pub(crate) fn graph(&mut self, n: usize, directed: bool, percent: usize) -> Sample {
        let mut sample = Sample::new(n, directed);
        for from in 0..n {
            for to in 0..n {
                let wanted = from < to || (directed && from != to);
                if wanted && self.below(100) < percent {
                    sample.add(from, to);
                }
            }
        }
        sample
    }

    /// A copy of the graph with its vertices renumbered at random.
    pub(crate) fn shuffled(&mut self, sample: &Sample) -> Sample {
        sample.relabelled(&self.permutation(sample.n))
    }
}

/// Graphs and digraphs of all kinds: symmetric or not, sparse or dense, of
/// one word per row or more, with and without loops.
pub(crate) fn assortment(rng: &mut Rng) -> Vec<Sample> {
    let mut all = vec![petersen(), cube(4), cube(6), complete(6), complete(40)];
    for directed in [false, true] {
        all.push(Sample::new(9, directed));
        all.push(circulant(37, directed, &[1, 3, 4, 7, 9, 10, 11, 12, 16]));
        all.push(circulant(70, directed, &[1, 9]));
        all.push(circulant(70, directed, &[2, 10, 14]));
        for (n, percent) in [(5, 40), (12, 10), (20, 50), (33, 4), (70, 3), (130, 50)] {
            all.push(rng.graph(n, directed, percent));
        }
        let mut looped = circulant(12, directed, &[2, 3]);
        looped.add(0, 0);
        looped.add(5, 5);
        all.push(looped);
    }
    all.iter().map(|sample| rng.shuffled(sample)).collect()
}
