//! Which of two values is better for Left.

use super::Form;
use super::stops::Stop;
use super::store::Arena;

impl Arena {
    /// Whether `a ≤ b`: that is, whether Right, moving second, wins `a − b`.
    pub fn le(&mut self, a: Form, b: Form) -> bool {
        let stops = [self.stops(a), self.stops(b)];
        Stop::tell(stops[0], stops[1]).unwrap_or_else(|| self.le_in_spite_of(stops, a, b))
    }

    /// Whether `a ≤ b`, for forms whose stops do not settle it.
    fn le_in_spite_of(&mut self, stops: [[Stop; 2]; 2], a: Form, b: Form) -> bool {
        if a.core == b.core {
            return a.shift <= b.shift;
        }
        let n = b.shift - a.shift;
        if let (Some(a), Some(b)) = (self.as_simple(a), self.as_simple(b)) {
            return b.plus(a.negative()).is_at_least_zero();
        }
        if let Some(known) = self.orders.get(a.core, b.core, n) {
            return known;
        }
        let le = self.le_by_options(stops, a, b);
        self.orders.insert(a.core, b.core, n, le);
        le
    }

    /// The adorned stops.
    pub(super) fn stops(&self, form: Form) -> [Stop; 2] {
        let core = self.core(form);
        [core.left_stop.shifted(form.shift), core.right_stop.shifted(form.shift)]
    }

    /// The definition: no left option of `a` is `≥ b`, no right option of `b` is `≤ a`.
    fn le_by_options(&mut self, [of_a, of_b]: [[Stop; 2]; 2], a: Form, b: Form) -> bool {
        for i in self.core(b).right() {
            let option = Arena::shifted(self.pool[i], b.shift);
            let stops = [self.stops(option), of_a];
            let told = Stop::tell(stops[0], stops[1]);
            if told.unwrap_or_else(|| self.le_in_spite_of(stops, option, a)) {
                return false;
            }
        }
        for i in self.core(a).left() {
            let option = Arena::shifted(self.pool[i], a.shift);
            let stops = [of_b, self.stops(option)];
            let told = Stop::tell(stops[0], stops[1]);
            if told.unwrap_or_else(|| self.le_in_spite_of(stops, b, option)) {
                return false;
            }
        }
        true
    }
}
