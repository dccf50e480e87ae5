//! The search engines, one for each way of winning.

pub mod grundy;
pub mod maker_breaker;
pub mod partisan;
pub mod score;
