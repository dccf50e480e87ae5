//! Which of two values is better for Left.

use super::Form;
use super::stops::Stop;
use super::store::Arena;

impl Arena {
    /// Whether `a ≤ b`: that is, whether Right, moving second, wins `a − b`.
    pub fn le(&mut self, a: Form, b: Form) -> bool {
        self.le_at_sight(a, b).unwrap_or_else(|| self.le_in_spite_of(a, b))
    }

    /// Whether `a ≤ b`, if stops and trials settle it.
    #[inline]
    pub(super) fn le_at_sight(&self, a: Form, b: Form) -> Option<bool> {
        let n = b.shift - a.shift;
        if a.core == b.core {
            return Some(n >= 0);
        }
        let (a, b) = (self.core(a), self.core(b));
        let stops = [b.left_stop.shifted(n), b.right_stop.shifted(n)];
        Stop::tell([a.left_stop, a.right_stop], stops).or_else(|| a.trials.tell(&b.trials, n))
    }

    /// Whether `a ≤ b`, for forms whose stops and trials do not settle it.
    fn le_in_spite_of(&mut self, a: Form, b: Form) -> bool {
        let n = b.shift - a.shift;
        if let (Some(a), Some(b)) = (self.as_simple(a), self.as_simple(b)) {
            return b.plus(a.negative()).is_at_least_zero();
        }
        if let Some(known) = self.orders.get(a.core, b.core, n) {
            return known;
        }
        let le = self.le_by_options(a, b);
        self.orders.insert(a.core, b.core, n, le);
        le
    }

    /// The adorned stops.
    pub(super) fn stops(&self, form: Form) -> [Stop; 2] {
        let core = self.core(form);
        [core.left_stop.shifted(form.shift), core.right_stop.shifted(form.shift)]
    }

    /// The definition: no left option of `a` is `≥ b`, no right option of `b` is `≤ a`.
    fn le_by_options(&mut self, a: Form, b: Form) -> bool {
        for i in self.core(b).right() {
            let option = Arena::shifted(self.pool[i], b.shift);
            if self.le(option, a) {
                return false;
            }
        }
        for i in self.core(a).left() {
            let option = Arena::shifted(self.pool[i], a.shift);
            if self.le(b, option) {
                return false;
            }
        }
        true
    }
}
