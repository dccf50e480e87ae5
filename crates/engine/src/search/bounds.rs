//! Where a score lies, as the engines for scoring games remember it.

/// Where a score lies, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least that it can be.
    pub low: i16,
    /// The most that it can be.
    pub high: i16,
}

impl Bounds {
    /// Whether the score is at least `goal`, if that is certain.
    pub fn answer(self, goal: i16) -> Option<bool> {
        (self.low >= goal || self.high < goal).then_some(self.low >= goal)
    }

    /// The bounds after it has been found out whether the score is at least `goal`.
    pub fn after(self, goal: i16, reached: bool) -> Bounds {
        if reached { Bounds { low: goal, ..self } } else { Bounds { high: goal - 1, ..self } }
    }

    /// Two bytes for a table. What does not fit (scores beyond ±127) is forgotten, so that the bounds
    /// stay true.
    pub fn pack(self) -> u16 {
        let low = (self.low.clamp(-128, 127) + 128) as u16;
        let high = (self.high.clamp(-127, 128) + 127) as u16;
        low << 8 | high
    }

    /// The bounds in these two bytes.
    pub fn unpack(packed: u16) -> Bounds {
        let (low, high) = ((packed >> 8) as i16 - 128, (packed & 0xFF) as i16 - 127);
        // Ends of the range stand for everything beyond.
        Bounds {
            low: if low == -128 { i16::MIN } else { low },
            high: if high == 128 { i16::MAX } else { high },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn packing_loses_nothing_small_and_lies_about_nothing_large() {
        for low in -140..=140 {
            for high in low..=140 {
                let bounds = Bounds { low, high };
                let again = Bounds::unpack(bounds.pack());
                assert!(again.low <= low && high <= again.high, "{bounds:?} {again:?}");
                if low >= -127 && high <= 127 && low <= 127 && high >= -127 {
                    assert_eq!(again, bounds);
                }
                assert!(bounds.pack() != 0 || high < -126);
            }
        }
    }

    #[test]
    fn answers() {
        let bounds = Bounds { low: -1, high: 3 };
        assert_eq!(
            [-1, 0, 3, 4].map(|goal| bounds.answer(goal)),
            [Some(true), None, None, Some(false)]
        );
        assert_eq!(bounds.after(2, true), Bounds { low: 2, high: 3 });
        assert_eq!(bounds.after(2, false), Bounds { low: -1, high: 1 });
    }
}
