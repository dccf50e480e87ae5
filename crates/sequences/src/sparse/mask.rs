//! The sparse space of a sequence, found from the values of the sequence.
//!
//! A mask m splits the values: v is *rare* if popcount(v & m) is even, *common* otherwise. The rare
//! values are a subspace, and the common ones its coset; a good mask makes rare values rare. The
//! choice of the mask affects only the speed.

/// The mask that makes the fewest values rare, with the number of rare ones.
///
/// `histogram[v]` counts the values v. The Walsh–Hadamard transform counts, for all masks at once,
/// how many more rare than common values there are.
pub fn best_mask(histogram: &[u64]) -> (u16, u64) {
    let total: u64 = histogram.iter().sum();
    let mut balance: Vec<i64> = histogram.iter().map(|&count| count as i64).collect();
    balance.resize(histogram.len().next_power_of_two(), 0);
    let mut half = 1;
    while half < balance.len() {
        for block in balance.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let best = balance.iter().enumerate().min_by_key(|&(_, excess)| excess);
    let (mask, excess) = best.unwrap_or((0, &0));
    (mask as u16, ((total as i64 + excess) / 2) as u64)
}

/// Whether a value is rare under a mask.
pub fn is_rare(value: u16, mask: u16) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}
