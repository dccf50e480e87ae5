//! The checksum that all files use.

/// A checksum (FNV-1a with 64 bits); it finds accidents, not forgeries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// The checksum of these bytes.
    pub fn of(bytes: &[u8]) -> Checksum {
        let mut sum = Checksum::default();
        sum.add(bytes);
        sum
    }

    /// Includes more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
