//! The search engines.

pub mod bounds;
pub(crate) mod cold;
pub(crate) mod components;
pub mod maker_breaker;
pub(crate) mod memory;
pub(crate) mod misere;
pub(crate) mod nimbers;
pub mod orthogonal;
pub(crate) mod parallel;
pub(crate) mod partisan;
pub mod plain;
pub(crate) mod recent;
pub(crate) mod stateful;
pub(crate) mod sums;
pub mod table;
pub mod values;
