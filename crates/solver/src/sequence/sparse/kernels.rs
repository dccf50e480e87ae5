//! The inner loops. The searches for one sum are plain loops over arrays of fixed size, compiled for
//! AVX2 and for any machine; the fitting one is chosen at run time.

/// Terms whose options are marked together: their heaps fit a vector register.
pub const LANES: usize = 8;

/// Terms whose candidates are checked together.
pub const TILE: usize = 64;

/// Offsets from one whose heaps are fetched to the one in hand.
const AHEAD: usize = 24;

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
    for (i, other) in offsets.iter().enumerate() {
        // Fetches what is needed soon: the heaps are all over the place.
        let soon = offsets.get(i + AHEAD).unwrap_or(other);
        std::hint::black_box(line[at - soon.offset as usize]);
        let from = at - other.offset as usize;
        let Some(heaps) = line[from..].first_chunk::<LANES>() else { return };
        // Four heaps in a word: fewer loads, and one ⊕ for all.
        let values = u64::from(other.value) * 0x0001_0001_0001_0001;
        for (rows, heaps) in rows.chunks_exact_mut(4).zip(heaps.chunks_exact(4)) {
            let word = |i: usize| u64::from(heaps[i]) << (16 * i);
            let sums = (word(0) | word(1) | word(2) | word(3)) ^ values;
            for (i, row) in rows.iter_mut().enumerate() {
                row[(sums >> (16 * i)) as usize & (SIZE - 1)] = 1;
            }
        }
    }
}

/// Marks in `hits[k][j]` (all ones) whether one of the offsets gives the value `wanted[k][j]` to the j-th
/// term of a tile: the heaps of the first term begin at `line[at]`.
pub fn check<const K: usize>(
    level: Level,
    line: &[u16],
    at: usize,
    offsets: &[Offset],
    wanted: &[[u16; TILE]; K],
) -> [[u16; TILE]; K] {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx2 {
        #[target_feature(enable = "avx2")]
        fn avx2<const K: usize>(
            line: &[u16],
            at: usize,
            offsets: &[Offset],
            wanted: &[[u16; TILE]; K],
        ) -> [[u16; TILE]; K] {
            check_body(line, at, offsets, wanted)
        }
        // SAFETY: `detect` has found AVX2 on this machine, and nothing else makes this level.
        #[allow(unsafe_code)]
        return unsafe { avx2(line, at, offsets, wanted) };
    }
    let _ = level;
    check_body(line, at, offsets, wanted)
}

#[inline(always)]
fn check_body<const K: usize>(
    line: &[u16],
    at: usize,
    offsets: &[Offset],
    wanted: &[[u16; TILE]; K],
) -> [[u16; TILE]; K] {
    let mut hits = [[0; TILE]; K];
    let back = |other: &Offset| other.offset as usize;
    let inside = |other| back(other) <= at && at + TILE <= line.len() + back(other);
    assert!(offsets.iter().all(inside), "heaps that are not there");
    // As many terms at a time as the registers have room for.
    match K {
        1 | 2 => check_part::<K, TILE>(line, at, offsets, wanted, &mut hits),
        3 | 4 => check_part::<K, 32>(line, at, offsets, wanted, &mut hits),
        _ => check_part::<K, 16>(line, at, offsets, wanted, &mut hits),
    }
    hits
}

/// The same, `WIDTH` terms at a time. The offsets must be as `check_body` asserts.
#[inline(always)]
fn check_part<const K: usize, const WIDTH: usize>(
    line: &[u16],
    at: usize,
    offsets: &[Offset],
    wanted: &[[u16; TILE]; K],
    hits: &mut [[u16; TILE]; K],
) {
    for from in (0..TILE).step_by(WIDTH) {
        let wanted: [[u16; WIDTH]; K] =
            std::array::from_fn(|k| std::array::from_fn(|j| wanted[k][from + j]));
        let mut found = [[0_u16; WIDTH]; K];
        for other in offsets {
            let start = at + from - other.offset as usize;
            // SAFETY: offset ≤ at and at + TILE ≤ line.len() + offset, which `check_body` has asserted, so
            // the part begins in the line and ends at start + WIDTH ≤ at + TILE − offset ≤ line.len().
            #[allow(unsafe_code)]
            let heaps = unsafe { line.as_ptr().add(start).cast::<[u16; WIDTH]>().read() };
            for j in 0..WIDTH {
                let sum = heaps[j] ^ other.value;
                for k in 0..K {
                    found[k][j] |= if sum == wanted[k][j] { u16::MAX } else { 0 };
                }
            }
        }
        for k in 0..K {
            hits[k][from..from + WIDTH].copy_from_slice(&found[k]);
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
    fn candidates_are_checked_against_all_offsets() {
        let line: Vec<u16> = (0..900_u32).map(|i| (i * i * 37 % 251) as u16).collect();
        let offsets: Vec<Offset> =
            (8..60).map(|i| Offset { offset: 9 * i, value: (i * 29 % 256) as u16 }).collect();
        let one: [[u16; TILE]; 1] = [std::array::from_fn(|j| (j * 53 % 256) as u16)];
        let four: [[u16; TILE]; 4] =
            std::array::from_fn(|k| std::array::from_fn(|j| (j * 53 + k * 71) as u16 % 256));
        let is_option = |j: usize, value: u16| {
            offsets.iter().any(|o| line[700 + j - o.offset as usize] ^ o.value == value)
        };
        for level in [Level::Portable, Level::detect()] {
            let hits = check(level, &line, 700, &offsets, &one);
            let more = check(level, &line, 700, &offsets, &four);
            for j in 0..TILE {
                assert_eq!(hits[0][j] != 0, is_option(j, one[0][j]));
                for k in 0..4 {
                    assert_eq!(more[k][j] != 0, is_option(j, four[k][j]));
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
        for j in 0..LANES {
            for v in 0..64 {
                let by_offset =
                    offsets.iter().any(|o| line[250 + j - o.offset as usize] ^ o.value == v);
                let marked = table[64 * j + usize::from(v)] == 1;
                assert_eq!(marked, by_offset);
            }
        }
    }
}
