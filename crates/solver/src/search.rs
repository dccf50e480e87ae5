//! The search engines.

pub mod plain;
