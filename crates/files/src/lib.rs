//! Files that must survive: checksums.

mod checksum;

pub use checksum::Checksum;
