//! Values in the notation of the literature, written and read.

mod read;
mod shared;
mod write;

/// The marks of multiples of ↑ that have one.
const UP: char = '↑';
const DOUBLE_UP: char = '⇑';
const DOWN: char = '↓';
const DOUBLE_DOWN: char = '⇓';

#[cfg(test)]
mod tests {
    use crate::{Arena, Form};

    fn round_trip(arena: &mut Arena, form: Form) {
        let text = arena.display(form);
        assert_eq!(arena.parse(&text), Ok(form), "{text}");
    }

    #[test]
    fn values_have_their_names() {
        let mut arena = Arena::new();
        for (typed, shown) in [
            ("{|}", "0"),
            ("{2|}", "3"),
            ("{0|1}", "1/2"),
            ("-{0|1}", "-1/2"),
            ("{0|0}", "*"),
            ("{0,*|0,*}", "*2"),
            ("{0|*}", "↑"),
            ("^^ + *", "⇑*"),
            ("vv", "⇓"),
            ("v3*2", "↓3*2"),
            ("3^^^^*", "3↑4*"),
            ("-1 + ↑", "-1↑"),
            ("-(1+↑)", "-1↓"),
            ("{1|-1}", "±1"),
            ("{ 2 | 1 }", "{2|1}"),
            ("{3|{2|1}}", "{3||2|1}"),
            ("{4|||3||2|1}", "{4|||3||2|1}"),
            ("±{3|1}", "±{3|1}"),
            ("{1*|-1*}", "±(1*)"),
            ("{0|{0|-2}}", "+_2"),
            ("-_1/2", "-_1/2"),
            ("±1 + ±1", "0"),
            ("±1 + 1/2", "{3/2|-1/2}"),
            ("{1,{3|0}|-1}", "{1,{3|0}|-1}"),
        ] {
            let form = arena.parse(typed).unwrap();
            assert_eq!(arena.display(form), shown, "{typed}");
            round_trip(&mut arena, form);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let mut arena = Arena::new();
        let deep = "{".repeat(100_000);
        let minus = "-".repeat(100_000);
        for bad in [
            "",
            "{",
            "}",
            "{1}",
            "{1|2",
            "{1|2|3}",
            "1/3",
            "1/0",
            "1//2",
            "x",
            "±",
            "±1*",
            "1 2",
            "{1,,2|3}",
            "{,|}",
            "1+",
            "+1",
            "*9999",
            "^9999",
            "9999999999",
            "1/9999999999999",
            "(1",
            "1)",
            "+_",
            "{0||1||2}",
            "--_",
            "1_2",
            &deep,
            &minus,
            "٣",
        ] {
            assert!(arena.parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn long_values_are_cut_short() {
        let mut arena = Arena::new();
        let form = arena.parse("{10|{5|{3|1}}}").unwrap();
        assert_eq!(arena.display_within(form, 5), None);
        assert_eq!(arena.display_within(form, 50), Some(arena.display(form)));
    }
}
