//! The inner loops. The searches for one sum are plain loops over arrays of fixed size, compiled for
//! AVX2 and for any machine; the fitting one is chosen at run time.

/// Terms whose options are marked together: their heaps fit a vector register.
pub const LANES: usize = 8;

/// Pairs that are looked at together.
const SPAN: usize = 64;

/// The heaps 0 and below, which are no heaps to leave: equal to no value.
pub const NO_HEAP: u16 = u16::MAX;

/// Which machine code to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Any machine.
    Portable,
    /// x86-64 with AVX2; made by [`Level::detect`] only.
    Avx2,
}

impl Level {
    /// The best one that this machine has.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Level::Avx2;
        }
        Level::Portable
    }
}

/// The heap n has the option `value` ⊕ g(n − `offset`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offset {
    /// How far back.
    pub offset: u32,
    /// The value of the other heap.
    pub value: u16,
}

/// Marks options of the terms whose heap 0 is `line[at]`, `line[at + 1]`, …, by these offsets.
///
/// The table has a row of `SIZE` bytes for each term, and all values are below `SIZE`, a power of 2.
pub fn mark<const SIZE: usize>(line: &[u16], at: usize, offsets: &[Offset], table: &mut [u8]) {
    let rows = table.as_chunks_mut::<SIZE>().0;
    let Ok(rows) = <&mut [[u8; SIZE]; LANES]>::try_from(rows) else { return };
    for other in offsets {
        let from = at - other.offset as usize;
        let Some(heaps) = line[from..].first_chunk::<LANES>() else { return };
        for (row, heap) in rows.iter_mut().zip(heaps) {
            row[usize::from(heap ^ other.value) & (SIZE - 1)] = 1;
        }
    }
}

/// Marks the sums of `anchors` with the heaps that lie opposite: the i-th with `line[at − i]` for
/// the first term, and so on.
pub fn mark_pairs<const SIZE: usize>(line: &[u16], at: usize, anchors: &[u16], table: &mut [u8]) {
    let rows = table.as_chunks_mut::<SIZE>().0;
    let Ok(rows) = <&mut [[u8; SIZE]; LANES]>::try_from(rows) else { return };
    for (i, anchor) in anchors.iter().enumerate() {
        let Some(heaps) = line[at - i..].first_chunk::<LANES>() else { return };
        for (row, heap) in rows.iter_mut().zip(heaps) {
            row[usize::from(heap ^ anchor) & (SIZE - 1)] = 1;
        }
    }
}

/// Whether `sum` is the exclusive or of some `line[i]` and `line[line.len() − 1 − i]`.
pub fn any_pair(level: Level, line: &[u16], sum: u16) -> bool {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx2 {
        #[target_feature(enable = "avx2")]
        fn avx2(line: &[u16], sum: u16) -> bool {
            any_pair_body(line, sum)
        }
        // SAFETY: `detect` has found AVX2 on this machine, and nothing else makes this level.
        #[allow(unsafe_code)]
        return unsafe { avx2(line, sum) };
    }
    let _ = level;
    any_pair_body(line, sum)
}

#[inline(always)]
fn any_pair_body(line: &[u16], sum: u16) -> bool {
    let half = line.len().div_ceil(2);
    let (front, back) = (&line[..half], &line[line.len() - half..]);
    let mut at = 0;
    while at + SPAN <= half {
        let (a, b) = (&front[at..at + SPAN], &back[half - at - SPAN..half - at]);
        let mut hit = 0;
        for j in 0..SPAN {
            hit |= if (a[j] ^ b[SPAN - 1 - j]) == sum { u16::MAX } else { 0 };
        }
        if hit != 0 {
            return true;
        }
        at += SPAN;
    }
    (at..half).any(|i| front[i] ^ back[half - 1 - i] == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_where_they_are() {
        let line: Vec<u16> = (0..1000_u32).map(|i| (i * i * 31 % 509) as u16).collect();
        for length in [0, 1, 2, 63, 64, 127, 128, 129, 500, 999, 1000] {
            let part = &line[..length];
            for sum in 0..512 {
                let literal = (0..length).any(|i| part[i] ^ part[length - 1 - i] == sum);
                for level in [Level::Portable, Level::detect()] {
                    assert_eq!(any_pair(level, part, sum), literal, "{length} {sum}");
                }
            }
        }
    }

    #[test]
    fn marks_are_the_sums() {
        let line: Vec<u16> = (0..300_u32).map(|i| (i * 37 % 64) as u16).collect();
        let offsets: Vec<Offset> =
            (8..40).map(|i| Offset { offset: 5 * i, value: (i * 3 % 64) as u16 }).collect();
        let mut table = vec![0; 64 * LANES];
        mark::<64>(&line, 250, &offsets, &mut table);
        mark_pairs::<64>(&line, 200, &line[20..40], &mut table);
        for j in 0..LANES {
            for v in 0..64 {
                let by_offset =
                    offsets.iter().any(|o| line[250 + j - o.offset as usize] ^ o.value == v);
                let by_pair = (0..20).any(|i| line[20 + i] ^ line[200 + j - i] == v);
                let marked = table[64 * j + usize::from(v)] == 1;
                assert_eq!(marked, by_offset || by_pair);
            }
        }
    }
}
