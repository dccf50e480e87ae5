//! Cographs by their numbers. A cograph with several vertices is either disconnected or the
//! complement of a disconnected one, and a disconnected one is a collection of smaller connected
//! ones. Counting the collections is enough to construct the cograph with a given number, without
//! the ones before it.

use super::small::Small;

/// The numbers of cographs.
pub(super) struct Cographs {
    /// The numbers of connected cographs, by number of vertices.
    connected: Vec<u64>,
    /// `unions[n][k]`: the graphs on `n` vertices whose components have at most `k` vertices each.
    unions: Vec<Vec<u64>>,
}

impl Cographs {
    /// The numbers of cographs with up to `most` vertices.
    pub(super) fn new(most: usize) -> Cographs {
        let mut counts =
            Cographs { connected: vec![0, 1], unions: vec![vec![0; most + 1]; most + 1] };
        counts.unions[0] = vec![1; most + 1];
        for k in 1..=most {
            if k > 1 {
                // The complements of the disconnected cographs.
                counts.connected.push(counts.unions[k][k - 1]);
            }
            for n in 1..=most {
                counts.unions[n][k] = (0..=n / k).map(|copies| counts.ways(n, k, copies)).sum();
            }
        }
        counts
    }

    /// The number of cographs on `n` vertices.
    pub(super) fn count(&self, n: usize) -> u64 {
        self.unions[n][n]
    }

    /// How many of the graphs counted by `unions[n][k]` have exactly `copies` components with `k`
    /// vertices.
    fn ways(&self, n: usize, k: usize, copies: usize) -> u64 {
        collections(self.connected[k], copies) * self.unions[n - copies * k][k - 1]
    }

    /// The cograph on `n` vertices with this number, which is less than [`Cographs::count`].
    pub(super) fn numbered(&self, n: usize, number: u64) -> Small {
        self.union(n, n, number)
    }

    /// The graph with this number among those counted by `unions[n][k]`.
    fn union(&self, n: usize, k: usize, mut number: u64) -> Small {
        if n == 0 {
            return Small::empty(0);
        }
        let mut copies = 0;
        while number >= self.ways(n, k, copies) {
            number -= self.ways(n, k, copies);
            copies += 1;
        }
        let others = self.unions[n - copies * k][k - 1];
        let rest = self.union(n - copies * k, k - 1, number % others);
        let parts = collection(self.connected[k], copies, number / others);
        parts.into_iter().fold(rest, |all, part| all.union(&self.connected(k, part)))
    }

    fn connected(&self, n: usize, number: u64) -> Small {
        match n {
            1 => Small::empty(1),
            _ => self.union(n, n - 1, number).complement(),
        }
    }
}

/// The number of ways to choose `size` of `things` things, where each may be chosen repeatedly.
fn collections(things: u64, size: usize) -> u64 {
    binomial((things + size as u64).saturating_sub(1), size)
}

/// The collection with this number, as decreasing numbers of things.
fn collection(things: u64, size: usize, mut number: u64) -> Vec<u64> {
    let mut chosen = Vec::with_capacity(size);
    for left in (1..=size).rev() {
        // The number of collections of smaller things is the number of collections that come
        // before.
        let (mut low, mut high) = (0, things);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match collections(middle, left) <= number {
                true => low = middle,
                false => high = middle,
            }
        }
        number -= collections(low, left);
        chosen.push(low);
    }
    chosen
}

fn binomial(n: u64, k: usize) -> u64 {
    let product = (0..k as u64)
        .fold(1_u128, |product, i| product * u128::from(n.saturating_sub(i)) / u128::from(i + 1));
    product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn collections_are_numbered() {
        let all: HashSet<Vec<u64>> = (0..collections(4, 3)).map(|i| collection(4, 3, i)).collect();
        assert_eq!(all.len(), 20);
        assert!(all.iter().all(|three| three.is_sorted_by(|a, b| a >= b) && three[0] < 4));
    }

    /// OEIS A000084.
    #[test]
    fn the_numbers_of_cographs_are_the_known_ones() {
        let counts = Cographs::new(32);
        let found: Vec<u64> = (1..=12).map(|n| counts.count(n)).collect();
        assert_eq!(found, [1, 2, 4, 10, 24, 66, 180, 522, 1532, 4624, 14136, 43930]);
        let last = counts.count(32);
        assert_eq!(counts.numbered(32, last - 1).order, 32);
    }
}
