//! The search engines.

pub mod bounds;
pub mod components;
pub mod maker_breaker;
pub mod memory;
pub mod nimbers;
pub mod orthogonal;
pub mod parallel;
pub mod partisan;
pub mod plain;
pub mod sums;
pub mod table;
pub mod values;
