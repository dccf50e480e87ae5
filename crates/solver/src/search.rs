//! The search engines.

pub mod nimbers;
pub mod plain;
pub mod table;
