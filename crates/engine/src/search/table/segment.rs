//! The memory of a table.
//!
//! A search looks into its table at random places. Where the table is large, processors spend much time on finding out where
//! pages of 4 KiB lie: a tenth of the time of iCol on 5×7. So the system is asked for pages of 2 MiB.

use std::sync::atomic::AtomicU64;

/// Consecutive buckets.
#[derive(Default)]
pub(super) struct Segment {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line, so that the head of a bucket lies in one cache
    /// line.
    first: usize,
}

/// The number of words in a cache line.
const LINE: usize = 8;

impl Segment {
    /// This number of zeros, if there is enough memory.
    pub(super) fn new(count: usize) -> Option<Segment> {
        let mut words = Vec::new();
        words.try_reserve_exact(count + LINE).ok()?;
        ask_for_large_pages(&mut words);
        words.resize_with(count + LINE, || AtomicU64::new(0));
        let first = words.as_ptr().align_offset(8 * LINE).min(LINE);
        Some(Segment { words: words.into(), first })
    }

    #[inline]
    pub(super) fn get(&self, start: usize, count: usize) -> &[AtomicU64] {
        self.words.get(self.first + start..self.first + start + count).unwrap_or_default()
    }
}

/// Asks the system for large pages under the memory of an empty vector, before that is filled. A system that has none refuses,
/// and then nothing changes.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(words: &mut Vec<AtomicU64>) {
    /// The size of a large page.
    const LARGE: usize = 1 << 21;
    let start = words.as_mut_ptr();
    let skipped = start.align_offset(LARGE);
    let Some(count) = words.capacity().checked_sub(skipped) else { return };
    let bytes = count * size_of::<AtomicU64>() / LARGE * LARGE;
    if bytes > 0 {
        // SAFETY: the bytes lie within the memory of the vector, which is borrowed alone; the advice leaves contents as they are,
        // and when `madvise` fails it has done nothing.
        #[allow(unsafe_code)]
        unsafe {
            libc::madvise(start.add(skipped).cast(), bytes, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_words: &mut Vec<AtomicU64>) {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    /// Below, at and above the size of some large pages.
    #[test]
    fn segments_are_zeros_in_whole_cache_lines() {
        for count in [1, 8, 100, 1 << 18, (1 << 19) + 24, 3 << 19] {
            let segment = Segment::new(count).expect("a few MiB");
            let words = segment.get(0, count);
            assert_eq!(words.len(), count);
            assert_eq!(words.as_ptr().align_offset(8 * LINE), 0);
            assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            assert!(segment.get(1, count + LINE).is_empty());
        }
    }
}
