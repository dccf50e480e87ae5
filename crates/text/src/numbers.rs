//! Numbers, durations and sizes as people write them.

use std::fmt;

/// A duration for people.
pub fn seconds(time: std::time::Duration) -> String {
    let s = time.as_secs_f64();
    match s {
        _ if s < 0.001 => format!("{:.0} µs", s * 1e6),
        _ if s < 1.0 => format!("{:.1} ms", s * 1e3),
        _ => format!("{s:.1} s"),
    }
}

/// A whole number with separators.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of things: `1 row`, `12,431 rows`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Reads a number as people type it: 500, 1e6, 500k, 2M, 4G; `thousand` is 1000 or 1024.
pub fn read_number(text: &str, thousand: f64) -> Option<u64> {
    let trimmed = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let (digits, power) = match trimmed.chars().last()?.to_ascii_lowercase() {
        'k' => (&trimmed[..trimmed.len() - 1], 1),
        'm' => (&trimmed[..trimmed.len() - 1], 2),
        'g' => (&trimmed[..trimmed.len() - 1], 3),
        _ => (trimmed, 0),
    };
    let number: f64 = digits.replace('_', "").parse().ok()?;
    let scaled = number * thousand.powi(power);
    (scaled.is_finite() && (1.0..1e18).contains(&scaled)).then_some(scaled as u64)
}

/// A number of bytes as people write it.
#[derive(Debug, Clone, Copy)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
        let step = (self.0.max(1).ilog2() / 10).min(3);
        let scaled = self.0 as f64 / (1_u64 << (10 * step)) as f64;
        match step {
            0 => write!(f, "{} B", self.0),
            _ => write!(f, "{scaled:.1} {}", UNITS[step as usize]),
        }
    }
}
