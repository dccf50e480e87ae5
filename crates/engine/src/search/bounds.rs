//! Bounds of a score, as the engines for scoring games store them.

/// The bounds of a score, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub low: i16,
    /// The upper bound.
    pub high: i16,
}

impl Bounds {
    /// Whether the score is at least `goal`, if that is certain.
    pub fn answer(self, goal: i16) -> Option<bool> {
        (self.low >= goal || self.high < goal).then_some(self.low >= goal)
    }

    /// What to ask next about a score that is usually near zero: first who wins, then about scores
    /// further and further away, at most half of the remaining range. Questions about scores far
    /// away are quick.
    pub fn goal_near_zero(self, far: &mut i16) -> i16 {
        let middle = self.low + (self.high - self.low + 1) / 2;
        let goal = match self {
            Bounds { low: 1.., .. } => middle.min(self.low + *far),
            Bounds { high: ..1, .. } => middle.max(self.high + 1 - *far),
            _ => 1,
        };
        if goal != 1 {
            *far *= 2;
        }
        goal
    }

    /// The bounds after it was found out whether the score is at least `goal`.
    pub fn after(self, goal: i16, reached: bool) -> Bounds {
        if reached { Bounds { low: goal, ..self } } else { Bounds { high: goal - 1, ..self } }
    }

    /// The bounds that follow from both.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// What two tables know about a score together, each in two bytes; 0 is nothing.
    pub fn join(ours: u16, theirs: u16) -> u16 {
        match ours {
            0 => theirs,
            _ => Bounds::unpack(ours).and(Bounds::unpack(theirs)).pack(),
        }
    }

    /// Two bytes for a table. Bounds that do not fit (scores beyond ±127) are widened, so that they
    /// stay true.
    pub fn pack(self) -> u16 {
        let low = (self.low.clamp(-128, 127) + 128) as u16;
        let high = (self.high.clamp(-127, 128) + 127) as u16;
        low << 8 | high
    }

    /// The bounds in these two bytes.
    pub fn unpack(packed: u16) -> Bounds {
        let (low, high) = ((packed >> 8) as i16 - 128, (packed & 0xFF) as i16 - 127);
        // The ends of the range stand for everything beyond.
        Bounds {
            low: if low == -128 { i16::MIN } else { low },
            high: if high == 128 { i16::MAX } else { high },
        }
    }
}
