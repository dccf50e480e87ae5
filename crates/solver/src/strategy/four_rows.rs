//! Alice's strategy with four colours on 4×n grids.

pub mod board;
