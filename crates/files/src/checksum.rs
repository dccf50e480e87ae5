//! The checksum of files that are kept between runs.

/// FNV-1a, which is enough against accidents.
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// Sums up more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
