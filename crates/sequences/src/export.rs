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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_where_the_sequence_begins() {
        let mut text = Vec::new();
        csv(&mut text, 1, &[7, 0, 2]).unwrap();
        assert_eq!(text, b"k,nimber\n1,0\n2,2\n");
        let mut text = Vec::new();
        b_file(&mut text, ".77", 0, &[0, 1]).unwrap();
        assert_eq!(text, b"# Nimbers of .77, computed by chromex\n0 0\n1 1\n");
    }
}
