//! PNG files of pictures with large areas of one colour: each row is written as the difference to
//! the row above, and the compression only shortens runs of equal bytes.

/// A picture, row by row from the top.
#[derive(Debug, Clone, Copy)]
pub enum Pixels<'a> {
    /// A grey level for each pixel.
    Greys(&'a [u8]),
    /// Red, green and blue for each pixel.
    Colours(&'a [[u8; 3]]),
}

/// The PNG file of a picture of this width; an empty one is one white pixel.
///
/// ```
/// let file = chromex_png::encode(2, chromex_png::Pixels::Greys(&[0, 255, 255, 0]));
/// assert!(file.starts_with(b"\x89PNG"));
/// ```
pub fn encode(width: usize, pixels: Pixels) -> Vec<u8> {
    let (bytes, size, colour_type) = match pixels {
        Pixels::Greys(bytes) => (bytes, 1, 0),
        Pixels::Colours(pixels) => (pixels.as_flattened(), 3, 2),
    };
    let row = width * size;
    if row == 0 || bytes.len() < row {
        return encode(1, Pixels::Greys(&[255]));
    }
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend(((bytes.len() / row) as u32).to_be_bytes());
    // Eight bits for each channel, and the only compression, filter and interlacing methods that
    // the format needs here.
    header.extend([8, colour_type, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &compressed(&differences(bytes, row)));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Every row with its filter type, 2: each byte minus the byte above.
fn differences(bytes: &[u8], row: usize) -> Vec<u8> {
    let mut filtered = Vec::with_capacity(bytes.len() + bytes.len() / row);
    let mut above: &[u8] = &vec![0; row];
    for here in bytes.chunks_exact(row) {
        filtered.push(2);
        filtered.extend(here.iter().zip(above).map(|(here, above)| here.wrapping_sub(*above)));
        above = here;
    }
    filtered
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(crc(kind.iter().chain(data)).to_be_bytes());
}

fn crc<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
        })
    };
    !bytes.fold(u32::MAX, step)
}

/// A zlib stream of one block with the fixed codes of RFC 1951, section 3.2.6.
fn compressed(data: &[u8]) -> Vec<u8> {
    let mut bits = Bits { bytes: vec![0x78, 0x01], filled: 8 };
    // Marks the last block, which uses fixed codes.
    bits.push(0b1, 1);
    bits.push(0b10, 2);
    for run in data.chunk_by(|a, b| a == b) {
        bits.push_literal(run[0]);
        let mut left = run.len() - 1;
        while left >= 3 {
            let length = if left >= 258 { 258 } else { left.min(10) };
            bits.push_repeat(length);
            left -= length;
        }
        (0..left).for_each(|_| bits.push_literal(run[0]));
    }
    bits.push(0, 7);
    let mut stream = bits.bytes;
    stream.extend(adler(data).to_be_bytes());
    stream
}

fn adler(data: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in data {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

/// Bits that are packed into bytes from the lowest bit on.
struct Bits {
    bytes: Vec<u8>,
    /// How many bits of the last byte are in use.
    filled: u32,
}

impl Bits {
    /// Adds the lowest `count` bits of a code, the highest of them first.
    fn push(&mut self, code: u32, count: u32) {
        for place in (0..count).rev() {
            if self.filled == 8 {
                self.bytes.push(0);
                self.filled = 0;
            }
            let bit = (code >> place & 1) as u8;
            if let Some(last) = self.bytes.last_mut() {
                *last |= bit << self.filled;
            }
            self.filled += 1;
        }
    }

    fn push_literal(&mut self, byte: u8) {
        match u32::from(byte) {
            byte @ 0..=143 => self.push(0x30 + byte, 8),
            byte => self.push(0x190 + byte - 144, 9),
        }
    }

    /// Repeats the previous byte 3 to 10 or 258 times.
    fn push_repeat(&mut self, length: usize) {
        match length {
            258 => self.push(0xC5, 8),
            _ => self.push(length as u32 - 2, 7),
        }
        // The distance back is 1.
        self.push(0, 5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksums_are_those_of_the_standards() {
        assert_eq!(crc(b"123456789".iter()), 0xCBF4_3926);
        assert_eq!(crc(b"IEND".iter()), 0xAE42_6082);
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }

    /// As zlib reads it back: `zlib.decompress(bytes.fromhex("…"))`.
    #[test]
    fn runs_are_short() {
        let data = [[0_u8; 600].as_slice(), &[200, 7, 7, 7, 7]].concat();
        let stream = compressed(&data);
        let text: String = stream.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, "7801631805a300011000011000011000011000084eb0030100068b00e5");
    }
}
