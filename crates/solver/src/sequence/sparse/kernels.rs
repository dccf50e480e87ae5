//! The inner loops. The searches for one sum are plain loops over arrays of fixed size, compiled for
//! AVX2 and for any machine; the fitting one is chosen at run time.

/// Terms whose options are looked at together.
pub const TILE: usize = 64;

/// Pairs that are looked at together.
const SPAN: usize = 64;

/// The heaps 0 and below, which are no heaps to leave: equal to no value.
pub const NO_HEAP: u16 = u16::MAX;

/// Which machine code to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Any machine.
    Portable,
    /// x86-64 with AVX2, BMI1 and BMI2; made by [`Level::detect`] only.
    Avx2,
}

impl Level {
    /// The best one that this machine has.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
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

/// Asserts that the offsets lead from all terms of a tile into the line.
#[inline(always)]
fn assert_heaps(line: &[u16], at: usize, offsets: &[Offset]) {
    let back = |other: &Offset| other.offset as usize;
    let inside = |other| back(other) <= at && at + TILE <= line.len() + back(other);
    assert!(offsets.iter().all(inside), "the heaps of a tile are known");
}

/// The heaps that the offset leads to from the terms `from..from + WIDTH` of a tile.
///
/// Only after `assert_heaps`, and with from + WIDTH ≤ TILE.
#[inline(always)]
fn heaps_at<const WIDTH: usize>(
    line: &[u16],
    at: usize,
    from: usize,
    other: &Offset,
) -> [u16; WIDTH] {
    let start = at + from - other.offset as usize;
    // SAFETY: `assert_heaps` has been called: offset ≤ at, so that the start is not before the line, and
    // start + WIDTH ≤ at + TILE − offset ≤ line.len(). Any alignment of u16 will do for an array of them.
    #[allow(unsafe_code)]
    unsafe {
        line.as_ptr().add(start).cast::<[u16; WIDTH]>().read()
    }
}

/// Marks options of the terms of a tile by these offsets: the heaps of the first term begin at
/// `line[at]`.
///
/// The table has a row of `WORDS` words for each term, and all values are below 64 · `WORDS`, a power of 2.
pub fn mark<const WORDS: usize>(
    level: Level,
    line: &[u16],
    at: usize,
    offsets: &[Offset],
    table: &mut [u64],
) {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx2 {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn avx2<const WORDS: usize>(line: &[u16], at: usize, by: &[Offset], table: &mut [u64]) {
            mark_body::<WORDS>(line, at, by, table);
        }
        // SAFETY: `detect` has found all this on the machine, and nothing else makes this level.
        #[allow(unsafe_code)]
        return unsafe { avx2::<WORDS>(line, at, offsets, table) };
    }
    let _ = level;
    mark_body::<WORDS>(line, at, offsets, table);
}

#[inline(always)]
fn mark_body<const WORDS: usize>(line: &[u16], at: usize, offsets: &[Offset], table: &mut [u64]) {
    assert_heaps(line, at, offsets);
    let (rows, _) = table.as_chunks_mut::<WORDS>();
    let Ok(rows) = <&mut [[u64; WORDS]; TILE]>::try_from(rows) else {
        unreachable!("a row for each term of the tile");
    };
    for other in offsets {
        let sums = heaps_at::<TILE>(line, at, 0, other).map(|heap| heap ^ other.value);
        for (row, sum) in rows.iter_mut().zip(sums) {
            row[usize::from(sum) / 64 % WORDS] |= 1 << (sum % 64);
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
    assert_heaps(line, at, offsets);
    // As many terms at a time as the registers have room for.
    match K {
        1 | 2 => check_part::<K, TILE>(line, at, offsets, wanted, &mut hits),
        3 | 4 => check_part::<K, 32>(line, at, offsets, wanted, &mut hits),
        _ => check_part::<K, 16>(line, at, offsets, wanted, &mut hits),
    }
    hits
}

/// The same, `WIDTH` terms at a time, after `assert_heaps`.
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
            let heaps = heaps_at::<WIDTH>(line, at, from, other);
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
        let line: Vec<u16> = (0..400_u32).map(|i| (i * 37 % 128) as u16).collect();
        let offsets: Vec<Offset> =
            (16..40).map(|i| Offset { offset: 5 * i, value: (i * 3 % 128) as u16 }).collect();
        for level in [Level::Portable, Level::detect()] {
            let mut table = vec![0; 2 * TILE];
            mark::<2>(level, &line, 250, &offsets, &mut table);
            for j in 0..TILE {
                for v in 0..128 {
                    let by_offset =
                        offsets.iter().any(|o| line[250 + j - o.offset as usize] ^ o.value == v);
                    let marked = table[2 * j + usize::from(v) / 64] >> (v % 64) & 1 == 1;
                    assert_eq!(marked, by_offset);
                }
            }
        }
    }
}
