//! The search engines.

pub mod bounds;
pub mod checkpoint;
pub mod components;
pub mod maker_breaker;
pub mod memory;
pub mod nimbers;
pub mod orthogonal;
pub mod plain;
pub mod sums;
pub mod table;
pub mod together;
pub mod values;
