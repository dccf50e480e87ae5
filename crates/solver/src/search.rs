//! The search engines.

pub mod components;
pub mod keep;
pub mod maker_breaker;
pub mod nimbers;
pub mod orthogonal;
pub mod plain;
pub mod table;
pub mod values;
