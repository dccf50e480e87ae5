//! The inner loops: plain loops over arrays of fixed size, compiled for AVX-512, for AVX2 and for any
//! machine; the fitting one is chosen at run time.

/// The number of terms whose options are looked at together.
pub(super) const TILE: usize = 64;

/// The largest number of terms in a block.
pub(super) const MAX_BLOCK: usize = 4 * TILE;

/// The number of terms whose marks share a word.
const STRIP: usize = 32;

/// The number of offsets whose sums are computed together before they are marked.
const BATCH: usize = 32;

/// The number of pairs that are looked at together.
const SPAN: usize = 256;

/// The value of heaps 0 and below, which cannot be left: it differs from every nimber.
pub(super) const NO_HEAP: u16 = u16::MAX;

/// Which machine code to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) enum Level {
    /// Any machine.
    Portable,
    /// x86-64 with AVX2, BMI1 and BMI2; made by [`Level::all`] only.
    Avx2,
    /// x86-64 with AVX-512F, BW and VL as well; made by [`Level::all`] only.
    Avx512,
}

impl Level {
    /// The instruction sets available on this machine, the fastest last.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
    pub(super) fn all() -> Vec<Level> {
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            levels.push(Level::Avx2);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                levels.push(Level::Avx512);
            }
        }
        levels
    }

    /// The fastest instruction set available on this machine.
    pub(super) fn best() -> Level {
        Level::all().last().copied().unwrap_or(Level::Portable)
    }
}

/// Compiles a function for each level and calls the one that is wanted.
macro_rules! at_level {
    ($level:ident, $body:ident $(<$const:ident>)? ($($arg:ident: $type:ty),*) $(-> $out:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2")]
            fn avx2$(<const $const: usize>)?($($arg: $type),*) $(-> $out)? {
                $body$(::<$const>)?($($arg),*)
            }
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2")]
            fn avx512$(<const $const: usize>)?($($arg: $type),*) $(-> $out)? {
                $body$(::<$const>)?($($arg),*)
            }
            match $level {
                // SAFETY: `all` has found these features on the machine, and nothing else makes this level.
                #[allow(unsafe_code)]
                Level::Avx2 => return unsafe { avx2$(::<$const>)?($($arg),*) },
                // SAFETY: `all` has found these features too, and nothing else makes this level.
                #[allow(unsafe_code)]
                Level::Avx512 => return unsafe { avx512$(::<$const>)?($($arg),*) },
                Level::Portable => {}
            }
        }
        let _ = $level;
        $body$(::<$const>)?($($arg),*)
    }};
}

/// The heap n has the option `value` ⊕ g(n − `offset`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    /// How far back the other heap is.
    pub offset: u32,
    /// The value of the other heap.
    pub value: u16,
}

/// A list of offsets together with the smallest and largest of them, so that the inner loops need
/// no bounds checks.
#[derive(Debug, Clone)]
pub(super) struct Offsets {
    list: Vec<Offset>,
    least: usize,
    most: usize,
}

impl Default for Offsets {
    fn default() -> Offsets {
        Offsets { list: Vec::new(), least: usize::MAX, most: 0 }
    }
}

impl FromIterator<Offset> for Offsets {
    fn from_iter<I: IntoIterator<Item = Offset>>(offsets: I) -> Offsets {
        let mut all = Offsets::default();
        all.extend(offsets);
        all
    }
}

impl Extend<Offset> for Offsets {
    fn extend<I: IntoIterator<Item = Offset>>(&mut self, offsets: I) {
        for other in offsets {
            self.least = self.least.min(other.offset as usize);
            self.most = self.most.max(other.offset as usize);
            self.list.push(other);
        }
    }
}

impl Offsets {
    /// All offsets of the list.
    pub(super) fn all(&self) -> Part<'_> {
        Part { list: &self.list, least: self.least, most: self.most }
    }

    /// The offsets in parts of at most this size.
    pub(super) fn chunks(&self, size: usize) -> impl Iterator<Item = Part<'_>> {
        self.list.chunks(size).map(|list| Part { list, ..self.all() })
    }

    #[cfg(test)]
    fn list(&self) -> &[Offset] {
        &self.list
    }
}

/// Some of the offsets of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    list: &'a [Offset],
    least: usize,
    most: usize,
}

impl Part<'_> {
    /// Asserts that the offsets lead from all terms of a tile into the line.
    #[inline(always)]
    fn assert_heaps(&self, line: &[u16], at: usize) {
        let inside = self.most <= at && (at + TILE).saturating_sub(self.least) <= line.len();
        assert!(inside, "the heaps of a tile are known");
    }
}

/// The heaps that the offset leads to from the terms `from..from + WIDTH` of a tile.
///
/// Only for an offset of a part for which `assert_heaps` was called, and with from + WIDTH ≤ TILE.
#[inline(always)]
fn heaps_at<const WIDTH: usize>(
    line: &[u16],
    at: usize,
    from: usize,
    other: Offset,
) -> [u16; WIDTH] {
    let start = at + from - other.offset as usize;
    // SAFETY: least ≤ offset ≤ most, because nothing else adds to a list. `assert_heaps` has been called:
    // offset ≤ at, so that the start is not before the line, and start + WIDTH ≤ at + TILE − offset ≤
    // line.len(). Any alignment of u16 will do for an array of them.
    #[allow(unsafe_code)]
    unsafe {
        line.as_ptr().add(start).cast::<[u16; WIDTH]>().read()
    }
}

/// Marks options of the terms of a tile by these offsets: the heaps of the first term begin at
/// `line[at]`.
///
/// The table has a row of `WORDS` words for each term, and all values are below 64 · `WORDS`, a power of 2.
pub(super) fn mark<const WORDS: usize>(
    level: Level,
    line: &[u16],
    at: usize,
    offsets: Part,
    table: &mut [u64],
) {
    at_level!(level, mark_body<WORDS>(line: &[u16], at: usize, offsets: Part, table: &mut [u64]))
}

/// The marks are first made value by value, with one bit for each term of a strip: this takes one
/// instruction for each mark and a small table.
#[inline(always)]
fn mark_body<const WORDS: usize>(line: &[u16], at: usize, offsets: Part, table: &mut [u64]) {
    offsets.assert_heaps(line, at);
    let (rows, _) = table.as_chunks_mut::<WORDS>();
    assert!(rows.len() == TILE, "a row for each term of the tile");
    for (i, rows) in rows.chunks_exact_mut(STRIP).enumerate() {
        let mut marks = [[[0_u32; 32]; 2]; WORDS];
        mark_strip::<WORDS>(line, at, i * STRIP, offsets, &mut marks);
        for (w, [low, high]) in marks.into_iter().enumerate() {
            let (low, high) = (transposed(low), transposed(high));
            for (row, (low, high)) in rows.iter_mut().zip(low.into_iter().zip(high)) {
                row[w] |= u64::from(low) | u64::from(high) << 32;
            }
        }
    }
}

#[inline(always)]
fn mark_strip<const WORDS: usize>(
    line: &[u16],
    at: usize,
    from: usize,
    offsets: Part,
    marks: &mut [[[u32; 32]; 2]; WORDS],
) {
    let marks = marks.as_flattened_mut().as_flattened_mut();
    let mut sums = [[0_u16; STRIP]; BATCH];
    for batch in offsets.list.chunks(BATCH) {
        for (sums, &other) in sums.iter_mut().zip(batch) {
            let heaps = heaps_at::<STRIP>(line, at, from, other);
            let mut places = [0; STRIP];
            for j in 0..STRIP {
                places[j] = (heaps[j] ^ other.value) % (64 * WORDS) as u16;
            }
            *sums = places;
        }
        for sums in &sums[..batch.len()] {
            for (j, &sum) in sums.iter().enumerate() {
                // SAFETY: the sums are remainders by 64 · WORDS, which is the number of marks.
                #[allow(unsafe_code)]
                let mark = unsafe { marks.get_unchecked_mut(usize::from(sum)) };
                *mark |= 1 << j;
            }
        }
    }
}

/// Transposes a bit matrix: halves of blocks are exchanged, then halves of these, and so on
/// (*Hacker's Delight* 7-3).
#[inline(always)]
fn transposed(mut rows: [u32; 32]) -> [u32; 32] {
    let (mut half, mut mask) = (16, u32::MAX >> 16);
    while half > 0 {
        for block in rows.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                let change = (*a >> half ^ *b) & mask;
                (*a, *b) = (*a ^ change << half, *b ^ change);
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
    rows
}

/// Marks in `hits[k][j]` (all ones) whether one of the offsets gives the value `wanted[k][j]` to the j-th
/// term of a tile: the heaps of the first term begin at `line[at]`.
pub(super) fn check<const K: usize>(
    level: Level,
    line: &[u16],
    at: usize,
    offsets: Part,
    wanted: &[[u16; TILE]; K],
) -> [[u16; TILE]; K] {
    at_level!(
        level,
        check_body<K>(line: &[u16], at: usize, offsets: Part, wanted: &[[u16; TILE]; K])
            -> [[u16; TILE]; K]
    )
}

#[inline(always)]
fn check_body<const K: usize>(
    line: &[u16],
    at: usize,
    offsets: Part,
    wanted: &[[u16; TILE]; K],
) -> [[u16; TILE]; K] {
    let mut hits = [[0; TILE]; K];
    offsets.assert_heaps(line, at);
    // As many terms at a time as fit into the registers.
    match K {
        1 | 2 => check_part::<K, TILE>(line, at, offsets, wanted, &mut hits),
        3 | 4 => check_part::<K, 32>(line, at, offsets, wanted, &mut hits),
        _ => check_part::<K, 16>(line, at, offsets, wanted, &mut hits),
    }
    hits
}

/// As `check`, `WIDTH` terms at a time, after `assert_heaps`.
#[inline(always)]
fn check_part<const K: usize, const WIDTH: usize>(
    line: &[u16],
    at: usize,
    offsets: Part,
    wanted: &[[u16; TILE]; K],
    hits: &mut [[u16; TILE]; K],
) {
    for from in (0..TILE).step_by(WIDTH) {
        let wanted: [[u16; WIDTH]; K] =
            std::array::from_fn(|k| std::array::from_fn(|j| wanted[k][from + j]));
        let mut found = [[0_u16; WIDTH]; K];
        for &other in offsets.list {
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

/// Whether `sum` is the exclusive or of some `a[i]` and `b[i]`.
pub(super) fn any_sum(level: Level, a: &[u16], b: &[u16], sum: u16) -> bool {
    at_level!(level, any_sum_body(a: &[u16], b: &[u16], sum: u16) -> bool)
}

#[inline(always)]
fn any_sum_body(a: &[u16], b: &[u16], sum: u16) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<SPAN>(), b.as_chunks::<SPAN>());
    for (a, b) in a.iter().zip(b) {
        let mut hit = 0_u16;
        for i in 0..SPAN {
            hit |= if a[i] ^ b[i] == sum { u16::MAX } else { 0 };
        }
        if hit != 0 {
            return true;
        }
    }
    a_rest.iter().zip(b_rest).any(|(a, b)| a ^ b == sum)
}

/// Whether `sum` is the exclusive or of some `line[i]` and `line[line.len() − 1 − i]`.
pub(super) fn any_pair(level: Level, line: &[u16], sum: u16) -> bool {
    at_level!(level, any_pair_body(line: &[u16], sum: u16) -> bool)
}

#[inline(always)]
fn any_pair_body(line: &[u16], sum: u16) -> bool {
    let half = line.len().div_ceil(2);
    let (front, back) = (&line[..half], &line[line.len() - half..]);
    let ((a, a_rest), (b_rest, b)) = (front.as_chunks::<SPAN>(), back.as_rchunks::<SPAN>());
    for (a, b) in a.iter().zip(b.iter().rev()) {
        let mut hit = 0_u16;
        for i in 0..SPAN {
            hit |= if a[i] ^ b[SPAN - 1 - i] == sum { u16::MAX } else { 0 };
        }
        if hit != 0 {
            return true;
        }
    }
    a_rest.iter().zip(b_rest.iter().rev()).any(|(a, b)| a ^ b == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_where_they_are() {
        let line: Vec<u16> = (0..1000_u32).map(|i| (i * i * 31 % 509) as u16).collect();
        for length in [0, 1, 2, 255, 256, 511, 512, 513, 514, 999, 1000] {
            let part = &line[..length];
            for sum in 0..512 {
                let literal = (0..length).any(|i| part[i] ^ part[length - 1 - i] == sum);
                let back: Vec<u16> = part.iter().rev().copied().collect();
                for level in Level::all() {
                    assert_eq!(any_pair(level, part, sum), literal, "{length} {sum}");
                    assert_eq!(any_sum(level, part, &back, sum), literal, "{length} {sum}");
                }
            }
        }
    }

    #[test]
    fn candidates_are_checked_against_all_offsets() {
        let line: Vec<u16> = (0..900_u32).map(|i| (i * i * 37 % 251) as u16).collect();
        let offsets: Offsets =
            (8..60).map(|i| Offset { offset: 9 * i, value: (i * 29 % 256) as u16 }).collect();
        let one: [[u16; TILE]; 1] = [std::array::from_fn(|j| (j * 53 % 256) as u16)];
        let four: [[u16; TILE]; 4] =
            std::array::from_fn(|k| std::array::from_fn(|j| (j * 53 + k * 71) as u16 % 256));
        let is_option = |j: usize, value: u16| {
            offsets.list().iter().any(|o| line[700 + j - o.offset as usize] ^ o.value == value)
        };
        for level in Level::all() {
            let hits = check(level, &line, 700, offsets.all(), &one);
            let more = check(level, &line, 700, offsets.all(), &four);
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
        let offsets: Offsets =
            (16..40).map(|i| Offset { offset: 5 * i, value: (i * 3 % 128) as u16 }).collect();
        for level in Level::all() {
            let mut table = vec![0; 2 * TILE];
            mark::<2>(level, &line, 250, offsets.all(), &mut table);
            for j in 0..TILE {
                for v in 0..128 {
                    let by_offset = offsets
                        .list()
                        .iter()
                        .any(|o| line[250 + j - o.offset as usize] ^ o.value == v);
                    let marked = table[2 * j + usize::from(v) / 64] >> (v % 64) & 1 == 1;
                    assert_eq!(marked, by_offset);
                }
            }
        }
    }
}
