//! Section 3: the game is as hard as POS CNF.

use chromex_graph_tools::facts;

use super::outcome;
use crate::claim::{Claim, winner};
use chromex_engine::Outcome;
use chromex_theory::reduce::pos_cnf::PosCnf;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "bensmail/dummy-variable",
        place: "Theorem 3.2, proof",
        statement: "A variable in no clause, added to an even number of variables, does not change who wins POS \
                    CNF.",
        range: "all formulas with 2 variables, and with 4 and up to 2 clauses",
        deep: "all formulas with 2 variables, and with 4 and up to 3 clauses",
        wrong: "A variable that is also a clause of its own, added to an even number of variables, does not change who wins.",
        check: |trial| {
            let clause = trial.stated(false, true);
            for (n, m) in [(2, 1), (2, 2), (2, 3), (4, 1), (4, 2), (4, trial.up_to(1, 3))] {
                for formula in formulas(n, m) {
                    let mut clauses = formula.clauses().to_vec();
                    clauses.extend(clause.then(|| vec![n]));
                    let larger = PosCnf::new(n + 1, clauses);
                    let winner = |formula: &PosCnf| formula.alice_wins().expect("it is small");
                    trial.case(&formula, winner(&formula), |_| Ok(winner(&larger)))?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-3.2-graph",
        place: "Theorem 3.2",
        statement: "The graph of the construction is bipartite and has diameter 5.",
        range: "all formulas with 1 or 3 variables and up to 3 clauses",
        deep: "all formulas with 1, 3 or 5 variables and up to 3 clauses",
        wrong: "The graph of the construction is bipartite and has diameter 4.",
        check: |trial| {
            let diameter = trial.stated(5, 4);
            for (n, m) in
                (1..=trial.up_to(3, 5)).step_by(2).flat_map(|n| (1..=3).map(move |m| (n, m)))
            {
                for formula in formulas(n, m) {
                    let board = formula.to_connected().expect("it is small");
                    let shape = |bipartite: bool, diameter: Option<usize>| {
                        format!("bipartite: {bipartite}, diameter: {diameter:?}")
                    };
                    trial.case(&formula, shape(true, Some(diameter)), |_| {
                        let graph = board.graph();
                        Ok(shape(facts::is_bipartite(graph), facts::diameter(graph)))
                    })?;
                }
            }
            Ok(())
        },
    },
    Claim {
        id: "bensmail/thm-3.2",
        place: "Theorem 3.2",
        statement: "Alice wins on the graph of the construction if she wins POS CNF; otherwise it is drawn.",
        range: "all formulas with 1 or 3 variables and one clause (17 and 21 vertices), and two with two clauses (33)",
        deep: "all formulas with 3 variables and two clauses, too",
        wrong: "The graph of the construction is drawn if Alice wins POS CNF.",
        check: |trial| {
            let alice = trial.stated(winner(true), Outcome::Draw);
            let one_clause = [1, 3].into_iter().flat_map(|n| formulas(n, 1));
            let some = [vec![vec![0], vec![1]], vec![vec![0, 1], vec![2]]];
            let some = some.map(|clauses| PosCnf::new(3, clauses)).to_vec();
            let more = trial.up_to(some, formulas(3, 2));
            for formula in one_clause.chain(more) {
                let board = formula.to_connected().expect("it is small");
                let wins = formula.alice_wins().expect("it is small");
                let claimed = if wins { alice } else { Outcome::Draw };
                trial.case(&formula, claimed, |o| outcome(o, &board))?;
            }
            Ok(())
        },
    },
];

/// All formulas with this number of variables and clauses, the clauses in increasing order.
fn formulas(variables: usize, clauses: usize) -> Vec<PosCnf> {
    let clause = |bits: usize| (0..variables).filter(|x| bits >> x & 1 == 1).collect::<Vec<_>>();
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..clauses {
        let longer = chosen.iter().flat_map(|so_far| {
            let from = so_far.last().copied().unwrap_or(1);
            (from..1 << variables).map(|next| [&so_far[..], &[next]].concat())
        });
        chosen = longer.collect();
    }
    let formula = |bits: Vec<usize>| PosCnf::new(variables, bits.into_iter().map(clause).collect());
    chosen.into_iter().map(formula).collect()
}
