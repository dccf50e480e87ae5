//! The plain engines: memoised search, one for each way of winning, simple enough to be believed.
//!
//! They answer where no faster engine applies, and are the baseline that the fast ones are tested
//! and measured against.

pub mod grundy;
pub mod maker_breaker;
pub mod partisan;
pub mod score;
