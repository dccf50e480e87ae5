//! Tests of the public function, against theory and against `labelg`.

#![allow(clippy::unwrap_used)]

mod canonical;
mod errors;
mod groups;
mod labelg;
mod sample;
mod threads;
