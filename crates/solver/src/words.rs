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
    let noun = if statistics.positions == 1 { "position" } else { "positions" };
    format!(
        "{} {noun}, {}, {}",
        count(statistics.positions),
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
    }
}
