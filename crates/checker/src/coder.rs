//! How replies are written: adaptive binary arithmetic coding, as in the PAQ compressors.
//!
//! Nothing here has to be trusted: whatever a decoder reads from the bytes, replies are checked.

use crate::Rejection;

/// The interval in which the rest of the file lies, and the estimated chances of each bit.
#[derive(Debug, Clone)]
pub struct Interval {
    low: u32,
    high: u32,
    /// For each context, the chance of a one, times 65536.
    chances: Vec<Vec<u16>>,
}

/// The widest number that is coded, in bits.
const MAX_WIDTH: usize = 16;

impl Default for Interval {
    fn default() -> Interval {
        let chances = (0..=MAX_WIDTH).map(|width| vec![1 << 15; 1 << width]).collect();
        Interval { low: 0, high: u32::MAX, chances }
    }
}

impl Interval {
    /// The number of bits of numbers below `count`.
    pub fn width(count: usize) -> usize {
        (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
    }

    /// The last point of the part of the interval that stands for a one, if the bits `prefix` (with
    /// a one in front) of a number of this width have been coded.
    pub fn middle(&self, width: usize, prefix: usize) -> u32 {
        let chance = u64::from(self.chances[width][prefix]);
        self.low + ((u64::from(self.high - self.low) * chance) >> 16) as u32
    }

    /// Narrows the interval to the part for this bit, and adapts the chances.
    pub fn take(&mut self, width: usize, prefix: usize, bit: bool) {
        let middle = self.middle(width, prefix);
        let chance = &mut self.chances[width][prefix];
        if bit {
            self.high = middle;
            *chance += (u16::MAX - *chance) >> 4;
        } else {
            self.low = middle + 1;
            *chance -= *chance >> 4;
        }
    }

    /// The leading byte, if all points of the interval have the same one; it is then shifted out.
    pub fn shift(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.high >> 24) as u8;
        (self.low, self.high) = (self.low << 8, self.high << 8 | 0xff);
        Some(byte)
    }

    /// Bytes that end a file at a point inside the interval.
    pub fn end(&self) -> [u8; 4] {
        self.low.to_be_bytes()
    }
}

/// Reads numbers from bytes.
pub struct Decoder<B> {
    interval: Interval,
    code: u32,
    bytes: B,
}

impl<B: FnMut() -> Result<u8, Rejection>> Decoder<B> {
    /// Starts reading.
    pub fn new(mut bytes: B) -> Result<Decoder<B>, Rejection> {
        let mut code = 0;
        for _ in 0..4 {
            code = code << 8 | u32::from(bytes()?);
        }
        Ok(Decoder { interval: Interval::default(), code, bytes })
    }

    /// A number that was written as one below `count`; in a hostile file it may be larger.
    pub fn number(&mut self, count: usize) -> Result<usize, Rejection> {
        let width = Interval::width(count).min(MAX_WIDTH);
        let mut prefix = 1;
        for _ in 0..width {
            let bit = self.code <= self.interval.middle(width, prefix);
            self.interval.take(width, prefix, bit);
            while self.interval.shift().is_some() {
                self.code = self.code << 8 | u32::from((self.bytes)()?);
            }
            prefix = prefix << 1 | usize::from(bit);
        }
        Ok(prefix - (1 << width))
    }
}
