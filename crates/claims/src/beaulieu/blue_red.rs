//! Blue-red colouring on directed paths v_1 → v_2 → … → v_k (section 3).
//!
//! A coloured vertex cuts a path: below a Blue one the next vertex can only be Red, above it
//! nothing can be coloured; and conversely for Red. So positions are sums of paths of four classes:
//! A_k begins with Blue, B_k ends with Red, C_k does both, D_k is uncoloured; k counts the coloured
//! ends too.

/// The nimbers of A_k, B_k, C_k and D_k for all k up to some length, from Propositions 7, 8 and 9.
#[derive(Debug, Clone)]
pub(crate) struct Nimbers {
    /// A_1, A_2, …
    a: Vec<u16>,
    /// D_−1, D_0, D_1, …: the first two are empty.
    d: Vec<u16>,
}

impl Nimbers {
    /// Computes the nimbers for lengths up to `n`, in time quadratic in `n`.
    ///
    /// With B_k = A_k and C_k = D_{k−3} the three sets of Proposition 9 become sums over two
    /// sequences, half of which repeat the other half.
    pub(crate) fn up_to(n: usize) -> Nimbers {
        let (mut a, mut d): (Vec<u16>, Vec<u16>) = (Vec::new(), vec![0, 0]);
        let mut mex = Mex::new();
        for k in 1..=n {
            // Blue leaves A_i and A_{k−1−i}, Red leaves C_i and D_{k−1−i}, that is D_{i−3}.
            let blue = k.saturating_sub(2);
            mex.add_sums(&a[..blue], blue.div_ceil(2));
            let red = &d[..k.saturating_sub(1)];
            mex.add_sums(red, red.len().div_ceil(2));
            a.push(mex.take());
            // Blue on v_i leaves D_{i−2} and A_{k+1−i}; Red leaves the same, mirrored.
            d.push(mex.of(d[..k].iter().zip(a.iter().rev()).map(|(&x, &y)| x ^ y)));
        }
        Nimbers { a, d }
    }

    /// The largest length for which the nimbers are known.
    pub(crate) fn len(&self) -> usize {
        self.a.len()
    }

    /// The nimber of A_k, k ≥ 1.
    ///
    /// # Panics
    /// If `k` is larger than the largest length; the same holds for the other functions.
    pub(crate) fn a(&self, k: usize) -> u16 {
        self.a[k - 1]
    }

    /// The nimber of B_k, k ≥ 1: that of A_k (Proposition 7).
    pub(crate) fn b(&self, k: usize) -> u16 {
        self.a(k)
    }

    /// The nimber of C_k, k ≥ 2: that of D_{k−3} (Proposition 8).
    pub(crate) fn c(&self, k: usize) -> u16 {
        self.d[k - 2]
    }

    /// The nimber of D_k.
    pub(crate) fn d(&self, k: usize) -> u16 {
        self.d[k + 1]
    }

    /// The lengths k ≥ 1 for which D_k is a P-position.
    pub(crate) fn p_positions(&self) -> Vec<usize> {
        (1..=self.len()).filter(|&k| self.d(k) == 0).collect()
    }
}

/// The least number that was not added.
#[derive(Debug)]
struct Mex {
    /// For each number, the round in which it was last added.
    seen: Box<[u32; 1 << 16]>,
    now: u32,
}

impl Mex {
    fn new() -> Mex {
        Mex { seen: Box::new([0; 1 << 16]), now: 1 }
    }

    fn add(&mut self, number: u16) {
        self.seen[usize::from(number)] = self.now;
    }

    /// Adds the `count` sums of the first and the last value, the second and the last but one, and
    /// so on.
    fn add_sums(&mut self, of: &[u16], count: usize) {
        of.iter().zip(of.iter().rev()).take(count).for_each(|(&x, &y)| self.add(x ^ y));
    }

    /// The least number not among the options.
    fn of(&mut self, options: impl Iterator<Item = u16>) -> u16 {
        options.for_each(|option| self.add(option));
        self.take()
    }

    /// The least number not added since this was last asked.
    fn take(&mut self) -> u16 {
        let mex = self.seen.iter().position(|&when| when != self.now);
        self.now += 1;
        mex.expect("fewer nimbers than 65,536 occur") as u16
    }
}

/// The nimbers computed by Proposition 9 alone, as it is printed, without any knowledge about B and
/// C. Paths of length 0 and −1 are empty. Index 0 of each list stands for length 0.
#[derive(Debug, Clone)]
pub(super) struct Literal {
    pub a: Vec<u16>,
    pub b: Vec<u16>,
    pub c: Vec<u16>,
    pub d: Vec<u16>,
}

impl Literal {
    /// Computes the nimbers for lengths up to `n`. `gap` is 1 as printed: Red on v_i leaves
    /// D_{k−(i+gap)}.
    pub(super) fn up_to(n: usize, gap: usize) -> Literal {
        let [mut a, mut b, mut c, mut d] = [0; 4].map(|zero: u16| vec![zero; n + 1]);
        let at = |of: &[u16], k: usize, less: usize| k.checked_sub(less).map_or(0, |i| of[i]);
        let mut mex = Mex::new();
        for k in 1..=n {
            let blue = (3..k).map(|i| a[i - 2] ^ c[k + 1 - i]);
            let red = (2..k - 1).map(|i| c[i] ^ at(&b, k, i + gap));
            c[k] = mex.of(blue.chain(red));
            let blue = (3..=k).map(|i| a[i - 2] ^ a[k + 1 - i]);
            let red = (2..=k).map(|i| c[i] ^ at(&d, k, i + gap));
            a[k] = mex.of(blue.chain(red));
            // This is the mirror image of the line for A_k; the paper leaves it out.
            let blue = (1..k).map(|i| at(&d, i, 2) ^ c[k + 1 - i]);
            let red = (1..k - 1).map(|i| b[i] ^ at(&b, k, i + gap));
            b[k] = mex.of(blue.chain(red));
            let blue = (1..=k).map(|i| at(&d, i, 2) ^ a[k + 1 - i]);
            let red = (1..=k).map(|i| b[i] ^ at(&d, k, i + gap));
            d[k] = mex.of(blue.chain(red));
        }
        Literal { a, b, c, d }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_way_is_proposition_9() {
        let n = 400;
        let (quick, literal) = (Nimbers::up_to(n), Literal::up_to(n, 1));
        for k in 1..=n {
            let quick = (quick.a(k), quick.b(k), if k > 1 { quick.c(k) } else { 0 }, quick.d(k));
            assert_eq!(quick, (literal.a[k], literal.b[k], literal.c[k], literal.d[k]), "{k}");
        }
    }
}
