//! Values as text and as words: reading gives back what was written.

#![allow(clippy::unwrap_used, missing_docs)]

mod text {
    use chromex_values::{Arena, Form};

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
            // CGSuite's notation.
            ("{3|1||-2}", "{3|1||-2}"),
            ("^2 + *2", "⇑*2"),
            ("+-1", "±1"),
            ("+-{3|1}", "±{3|1}"),
            ("1 + +-1", "{2|0}"),
            ("2+-1", "1"),
            ("{0||0|-2} - +_2", "0"),
            ("Tiny(2)", "+_2"),
            ("1/2+Miny(3/4)", "{5/4|1/2||1/2}"),
            ("Tiny({2|1})", "{0|||0||-1|-2}"),
            // Multiples, and parts with names.
            ("3.^", "↑3"),
            ("-3·^*", "↓3*"),
            ("2*(^ + *)", "⇑"),
            ("2*{1|-1}", "0"),
            ("3*", "3*"),
            ("3*2", "3*2"),
            ("0·{5|1}", "0"),
            ("a={2|0}; b = a - 1; a + b", "1"),
            ("x1={1|-1}; 3·x1 - x1", "0"),
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
            "Tiny",
            "Tiny()",
            "Tiny(2",
            "Tiny(2)3",
            "tiny(2)",
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
            "1.5",
            "3.",
            "3·",
            "1/2·^",
            "99999999999999999999·^",
            "9999.1",
            "x",
            "--_",
            "1_2",
            &deep,
            &minus,
            "٣",
        ] {
            assert!(arena.parse(bad).is_err(), "{bad}");
        }
    }

    /// Games that are built up from parts with names may be of any depth.
    #[test]
    fn what_is_too_deep_is_refused() {
        let chain = |depth: usize| {
            let links = (1..depth).map(|i| format!("g{i}={{5|g{}}}; ", i - 1));
            format!("g0=-5; {}g{}", links.collect::<String>(), depth - 1)
        };
        let mut arena = Arena::new();
        let deep = arena.parse(&chain(900)).unwrap();
        let negative = arena.neg(deep);
        assert_eq!(arena.add(deep, negative), Ok(Form::ZERO));
        let error = arena.parse(&chain(100_000)).unwrap_err();
        assert!(error.to_string().contains("out of range"), "{error}");
    }

    #[test]
    fn long_values_are_cut_short() {
        let mut arena = Arena::new();
        let form = arena.parse("{10|{5|{3|1}}}").unwrap();
        assert_eq!(arena.display_within(form, 5), None);
        assert_eq!(arena.display_within(form, 50), Some(arena.display(form)));
    }
}

mod shared {
    use chromex_values::Arena;

    #[test]
    fn whole_values_are_read_back() {
        let mut arena = Arena::new();
        let mut hot = arena.parse("±{5|{3|1}}").unwrap();
        for text in ["{4|{1|-2}}", "±{7|2}", "{9||3|-3}", "±{6|{4|{2|0}}}"] {
            let next = arena.parse(text).unwrap();
            hot = arena.add(hot, next).unwrap();
        }
        let shared = arena.display_whole(hot, 10);
        assert!(shared.starts_with("g1="), "{shared}");
        assert_eq!(arena.parse(&shared), Ok(hot));
        // An arena that has never seen it reads the same value.
        let mut other = Arena::new();
        let read = other.parse(&shared).unwrap();
        assert_eq!(other.display_whole(read, 10), shared);
    }

    /// Whatever the limit: a text is left out only if it is longer, and otherwise it is the same, also from the packed value.
    #[test]
    fn only_long_texts_are_left_out() {
        let mut arena = Arena::new();
        let (mut sum, mut left_out) = (arena.parse("3/4").unwrap(), 0);
        for text in ["*2", "{4|{1|-2}}", "±{7|2}", "{9||3|-3}", "±{6|{4|{2|0}}}", "{8|5||{1|-9}}"]
        {
            let next = arena.parse(text).unwrap();
            sum = arena.add(sum, next).unwrap();
            for most in [1, 10, 40, 100, 400, 2_000, 20_000] {
                let whole = arena.display_whole(sum, most);
                assert_eq!(arena.pack(sum).display_whole(most), whole);
                match arena.display_whole_within(sum, most) {
                    Some(text) => assert_eq!(text, whole),
                    None => {
                        assert!(whole.len() > most, "{most}: {whole}");
                        left_out += 1;
                    }
                }
            }
        }
        assert!(left_out > 5, "{left_out} texts were left out");
    }

    #[test]
    fn names_must_be_given_before_they_are_used() {
        let mut arena = Arena::new();
        for bad in [
            "g1",
            "g1=; g1",
            "g1={1|0}",
            "g1={1|0}; g2",
            "{1|0}; g1",
            "g1=g1; g1",
            "v=1; v",
            "v2=1; 1",
            "1a=1; 1",
            "=1; 1",
            "a b=1; 1",
        ] {
            assert!(arena.parse(bad).is_err(), "{bad}");
        }
    }
}

mod words {
    use chromex_values::{Arena, Form, Forms};

    const GAMES: [&str; 8] = ["3/4", "*5", "⇑*", "{3|1*}", "±{3|2}", "{5|4||1/2,{2|*}}", "-7", "0"];

    #[test]
    fn what_is_written_is_read() {
        let mut arena = Arena::new();
        let all: Vec<Form> = GAMES.iter().map(|text| arena.parse(text).unwrap()).collect();
        let sums: Vec<Form> = all.iter().map(|&form| arena.add(form, all[5]).unwrap()).collect();
        let row = arena.row(sums.iter().copied());
        let mut words = Vec::new();
        row.for_each(&mut |word| words.push(word));
        let mut fresh = Arena::new();
        let forms = Forms::read(&mut words.iter().copied(), &mut fresh).unwrap();
        for &sum in &sums {
            let read = forms.get(row.word(sum)).unwrap();
            let text = arena.display(sum);
            assert_eq!(fresh.display(read), text);
            assert_eq!(fresh.parse(&text).unwrap(), read, "it is the only one");
        }
        assert!(fresh.len() < arena.len());
        for length in 0..words.len() {
            let cut = Forms::read(&mut words[..length].iter().copied(), &mut Arena::new());
            assert!(cut.is_none());
        }
    }
}
