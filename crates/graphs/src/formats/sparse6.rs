//! sparse6: `:`, then the edges in order, each in a few bits.
//!
//! Defined in nauty's `formats.txt`. Best for large sparse graphs. Incremental sparse6 (lines
//! beginning with `;`) is refused.

use super::nauty::{BIAS, Body, into_string, push_size, without_header};
use super::{Format, FormatError};
use crate::Graph;

const MARK: &str = ":";

/// Reads one graph; a header `>>sparse6<<` and a line end are tolerated, the leading `:` may be
/// missing. Repeated edges count once.
pub fn read(text: &str) -> Result<Graph, FormatError> {
    if without_header(text).starts_with(';') {
        return Err(FormatError::Incremental);
    }
    let body = Body::new(text, Format::Sparse6, MARK)?;
    let edges = Edges { bits: BitReader::new(body.data), order: body.order, current: 0 };
    body.graph(Graph::undirected_asking(body.order, edges))
}

/// Writes an undirected graph with its leading `:`, without header and line end.
pub fn write(graph: &Graph) -> Result<String, FormatError> {
    if graph.is_directed() {
        return Err(FormatError::WrongKind(Format::Sparse6));
    }
    let mut text = MARK.as_bytes().to_vec();
    push_size(&mut text, graph.order());
    let width = vertex_width(graph.order());
    let mut bits = BitWriter { text, pending: 0, count: 0 };
    let mut current = 0;
    for (v, u) in backward_edges(graph) {
        bits.push(u64::from(v != current), 1);
        if v > current + 1 {
            // One step up is not enough: jump to v, then stay there.
            bits.push(v as u64, width);
            bits.push(0, 1);
        }
        bits.push(u as u64, width);
        current = v;
    }
    Ok(bits.finish(graph.order(), current))
}

/// Every edge as `(v, u)` with `v > u`, sorted.
fn backward_edges(graph: &Graph) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..graph.order())
        .flat_map(|v| graph.out_neighbours(v).take_while(move |&u| u < v).map(move |u| (v, u)))
}

/// The number of bits that hold the largest vertex.
fn vertex_width(order: usize) -> u32 {
    usize::BITS - order.saturating_sub(1).leading_zeros()
}

/// Decodes the edges. Each step consists of one bit, which says whether to go up one vertex, and a
/// vertex x: if x is above the current vertex, it becomes the current vertex; otherwise it is
/// joined to it.
struct Edges<'a> {
    bits: BitReader<'a>,
    order: usize,
    current: usize,
}

impl Iterator for Edges<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let width = vertex_width(self.order);
        loop {
            let up = self.bits.take(1)? as usize;
            let x = self.bits.take(width)? as usize;
            self.current += up;
            let joined = x <= self.current;
            self.current = self.current.max(x);
            // Padding leads beyond the last vertex; no edge can follow it.
            if self.current >= self.order {
                return None;
            }
            if joined {
                return Some((x, self.current));
            }
        }
    }
}

struct BitReader<'a> {
    data: std::slice::Iter<'a, u8>,
    pending: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    fn new(data: &'a [u8]) -> Self {
        BitReader { data: data.iter(), pending: 0, count: 0 }
    }

    /// The next `width` bits (at most 58), if that many are left.
    fn take(&mut self, width: u32) -> Option<u64> {
        while self.count < width {
            let sextet = self.data.next()? - BIAS;
            self.pending = self.pending << 6 | u64::from(sextet);
            self.count += 6;
        }
        self.count -= width;
        let taken = self.pending >> self.count;
        self.pending &= (1 << self.count) - 1;
        Some(taken)
    }
}

struct BitWriter {
    text: Vec<u8>,
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Appends the lowest `width` bits (at most 58) of `bits`.
    fn push(&mut self, bits: u64, width: u32) {
        self.pending = self.pending << width | bits;
        self.count += width;
        while self.count >= 6 {
            self.count -= 6;
            self.text.push(BIAS + (self.pending >> self.count) as u8);
            self.pending &= (1 << self.count) - 1;
        }
    }

    /// Fills the last byte up with ones.
    ///
    /// If the order is a power of two and `current` is the last vertex but one, the ones could be
    /// read as a loop at the last vertex; in this case a zero comes first.
    fn finish(mut self, order: usize, current: usize) -> String {
        let (width, free) = (vertex_width(order), (6 - self.count) % 6);
        if free > width && current + 2 == order && order == 1 << width {
            self.push((1 << (free - 1)) - 1, free);
        } else if free > 0 {
            self.push((1 << free) - 1, free);
        }
        into_string(self.text)
    }
}
