//! Encodes numbers for the checker's decoder.

use chromex_checker::Interval;

/// Collects the bytes.
#[derive(Default)]
pub(super) struct Encoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Encoder {
    /// Writes a number below `count`.
    pub(super) fn number(&mut self, number: usize, count: usize) {
        let width = Interval::width(count);
        let mut prefix = 1;
        for i in (0..width).rev() {
            let bit = number >> i & 1 == 1;
            self.interval.take(width, prefix, bit);
            self.bytes.extend(std::iter::from_fn(|| self.interval.shift()));
            prefix = prefix << 1 | usize::from(bit);
        }
    }

    /// All bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.end());
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromex_checker::{Decoder, Rejection};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers in prop::collection::vec((1..3000_usize, any::<u16>()), 0..500)) {
            let numbers: Vec<(usize, usize)> =
                numbers.into_iter().map(|(count, n)| (usize::from(n) % count, count)).collect();
            let mut encoder = Encoder::default();
            for &(number, count) in &numbers {
                encoder.number(number, count);
            }
            let mut bytes = encoder.finish().into_iter();
            let mut decoder = Decoder::new(|| bytes.next().ok_or(Rejection::Truncated)).unwrap();
            for &(number, count) in &numbers {
                prop_assert_eq!(decoder.number(count).unwrap(), number);
            }
            drop(decoder);
            prop_assert!(bytes.next().is_none());
        }
    }
}
