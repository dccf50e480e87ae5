//! Takes the place of `gpu.rs` in programs that were built without it.

use super::{Sparse, Trouble};

/// A GPU that continues the values of a code: this type has no values.
#[derive(Debug)]
pub enum Gpu {}

impl Gpu {
    /// Returns an error that says how to get a program that can use a GPU.
    pub fn new(_: &Sparse, _: usize) -> Result<Gpu, Trouble> {
        let how = "this program was built without it; build it with `cargo build --release --features cuda`";
        Err(Trouble::Gpu(how.into()))
    }

    /// Never called, because there is no value of this type.
    pub fn advance(&mut self, _: &mut Sparse, _: usize) -> Result<(), Trouble> {
        match *self {}
    }
}
