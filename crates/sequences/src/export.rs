//! Values in the formats of other programs.

use std::io::{self, Write};

/// An OEIS b-file: a line `k g(k)` for each k.
pub fn b_file(out: &mut dyn Write, name: &str, first: usize, values: &[u16]) -> io::Result<()> {
    writeln!(out, "# Nimbers of {name}, computed by chromex")?;
    values.iter().enumerate().skip(first).try_for_each(|(k, value)| writeln!(out, "{k} {value}"))
}

/// Comma-separated values with a header.
pub fn csv(out: &mut dyn Write, first: usize, values: &[u16]) -> io::Result<()> {
    writeln!(out, "k,nimber")?;
    values.iter().enumerate().skip(first).try_for_each(|(k, value)| writeln!(out, "{k},{value}"))
}
