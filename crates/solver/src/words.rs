//! Answers in words: what they cost and where they come from.

use crate::answer::{Answer, Provenance};
use crate::budget::{Bytes, Statistics};

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

/// So many things: `1 row`, `12,431 rows`.
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

/// Where an answer comes from and what it cost, in words.
pub fn provenance(answer: &Answer) -> String {
    match answer.provenance {
        Provenance::Rules => "the game is over".to_owned(),
        Provenance::Search if answer.statistics.positions == 0 => {
            format!("at sight, {}", seconds(answer.statistics.time))
        }
        Provenance::Search => format!("by search of {}", cost(&answer.statistics)),
        Provenance::Theorem(theorem) => match answer.statistics.positions {
            0 => format!("by {}", theorem.citation()),
            _ => format!("by {}; search of {}", theorem.citation(), cost(&answer.statistics)),
        },
    }
}

/// `12,431 positions, 3.1 MiB, 40 ms`
pub fn cost(statistics: &Statistics) -> String {
    format!(
        "{}, {}, {}",
        counted(statistics.positions, "position"),
        Bytes(statistics.bytes),
        seconds(statistics.time)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!(count(123), "123");
        assert_eq!(counted(1, "row"), "1 row");
        assert_eq!(counted(1200, "row"), "1,200 rows");
        assert_eq!(read_number("1e6", 1000.0), Some(1_000_000));
    }
}
