//! Stands in for `gpu.rs` in programs that were built without it.

use super::{Sparse, Trouble};

/// A GPU that goes on with the values of a code: there is none.
#[derive(Debug)]
pub enum Gpu {}

impl Gpu {
    /// Says how to get a program that can use a GPU.
    pub fn new(_: &Sparse, _: usize) -> Result<Gpu, Trouble> {
        let how = "this program was built without it; build it with `cargo build --release --features cuda`";
        Err(Trouble::Gpu(how.into()))
    }

    /// Never called.
    pub fn advance(&mut self, _: &mut Sparse, _: usize) -> Result<(), Trouble> {
        match *self {}
    }
}
