//! Cographs and reductions, compared with the plain definitions.

#![allow(clippy::unwrap_used, missing_docs)]

mod cographs {
    use chromex_theory::cographs::solve;

    #[test]
    fn cases_of_the_theorem() {
        for (tree, alice_wins, in_a_star) in [
            ("1", true, true),
            ("u(2)", false, true),
            ("u(3)", false, false),
            ("j(2)", false, true),
            ("j(1,u(3))", true, true),
            ("j(1,u(2))", true, true),
            ("j(1,u(1,j(2)))", true, true),
            ("j(u(2),u(2))", false, true),
            ("u(1,j(3))", true, true),
            ("u(1,j(4))", false, false),
            ("u(j(3),j(3))", false, false),
            ("u(j(1,u(3)),j(2))", true, false),
            ("u(j(1,u(3)),j(3))", true, false),
            ("u(j(1,u(3)),j(3),j(3))", false, false),
        ] {
            let found = solve(&tree.parse().unwrap());
            assert_eq!((found.alice_wins, found.in_a_star), (alice_wins, in_a_star), "{tree}");
        }
    }
}

mod reduce {
    use chromex_theory::reduce::find;

    #[test]
    fn reductions_are_found_by_the_game_whatever_it_is_called() {
        for (game, to) in [
            ("icol", "proper:K"),
            ("distance:1:3", "proper:K"),
            ("oriented:3", "oriented:K"),
            ("blue-red", "blue-red"),
            ("distance:2:2", "distance:2:K"),
        ] {
            assert_eq!(find("node-kayles", &game.parse().unwrap()).unwrap().to, to);
        }
        assert!(find("node-kayles", &"distance:3:2".parse().unwrap()).is_err());
    }

    #[test]
    fn unknown_reductions_are_told_with_the_known_ones() {
        let message = |from, to: &str| find(from, &to.parse().unwrap()).unwrap_err().to_string();
        assert!(message("kayles", "proper:3").contains("but node-kayles"));
        assert!(message("node-kayles", "col").contains("but to proper:K, oriented:K"));
    }
}

mod pos_cnf {
    use chromex_theory::reduce::pos_cnf::PosCnf;

    #[test]
    fn files_are_read() {
        let formula = PosCnf::parse("c by hand\np cnf 4 2\n1 2\n 2 0 4\n0\n").unwrap();
        assert_eq!(formula, PosCnf::new(4, vec![vec![0, 1], vec![3]]));
        assert_eq!(formula.to_string(), "4 variables: (x1|x2)&(x4)");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, expected) in [
            ("", "line 1: the file ends without a line `p cnf N M`"),
            ("c\n1 0", "line 2: a clause before the line `p cnf N M`"),
            (
                "p cnf x 1",
                "line 1: expected `p cnf N M` (N variables, M clauses), found \"p cnf x 1\"",
            ),
            ("p cnf 1 1\np cnf 1 1", "line 2: a second line `p cnf`"),
            (
                "p cnf 2 1\n1 -2 0",
                "line 2: -2 is a negation: POS CNF has variables in positive form only",
            ),
            ("p cnf 2 1\n3 0", "line 2: variable 3 is outside 1..=2"),
            ("p cnf 2 1\n1 a 0", "line 2: \"a\" is not a number of a variable"),
            ("p cnf 2 1\n0", "line 2: a clause without variables, which nothing makes true"),
            ("p cnf 2 1\n1 2", "line 2: the last clause is not ended by 0"),
            ("p cnf 2 2\n1 2 0", "line 2: 2 clauses are declared but 1 found"),
            ("p cnf 99999999 0", "line 1: 99999999 variables: at most 10000000"),
        ] {
            let error = PosCnf::parse(text).unwrap_err().to_string();
            assert_eq!(error, format!("DIMACS CNF {expected}"), "{text:?}");
        }
    }

    #[test]
    fn known_winners() {
        for (variables, clauses, alice) in [
            (1, vec![vec![0]], true),
            (3, vec![vec![0], vec![1]], false),
            (3, vec![vec![0, 1], vec![2]], true),
            (4, vec![vec![0, 1], vec![2, 3]], true),
            (3, vec![vec![0, 1], vec![0, 2], vec![1, 2]], true),
            (0, vec![], true),
        ] {
            let formula = PosCnf::new(variables, clauses);
            assert_eq!(formula.alice_wins(), Some(alice), "{formula}");
        }
    }
}
