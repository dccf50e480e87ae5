//! The tables of the papers, computed anew and continued.

use chromex_graph_tools::all;
use chromex_graphs::parse;

use super::andres;
use super::beaulieu::blue_red::Nimbers;
use super::claim::{Halt, Oracle, start, start_on, winner};
use chromex_budget::Budget;

/// A table with a row for each number from the first to the last, or for some of these numbers.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// The name under which it is asked for.
    pub name: &'static str,
    /// The title of the table.
    pub title: &'static str,
    /// Where it was published, or where the question was asked.
    pub source: &'static str,
    /// The heads of the columns; the first is the number of the row.
    pub columns: &'static [&'static str],
    /// The numbers of the first and the last row that were published.
    pub published: (usize, usize),
    /// The number of the last row that takes seconds.
    pub extended: usize,
    /// The column that is a sequence of integers, for b-files.
    pub sequence: Option<usize>,
    row: fn(usize, &Oracle) -> Result<Option<Row>, Halt>,
}

/// The cells of a row.
pub type Row = Vec<String>;

impl Table {
    /// The row with this number, if the table has one.
    pub fn row(&self, number: usize, budget: &Budget) -> Result<Option<Row>, Halt> {
        (self.row)(number, &Oracle::new(budget))
    }

    /// The rows up to this number, as many as the budget allows, and why the rest is missing.
    pub fn rows(&self, last: usize, budget: &Budget) -> (Vec<Row>, Option<Halt>) {
        let (mut rows, budget) = (Vec::new(), budget.running());
        for number in self.published.0..=last {
            let row = budget.check().map_err(Halt::from);
            match row.and_then(|()| self.row(number, &budget)) {
                Ok(row) => rows.extend(row),
                Err(halt) => return (rows, Some(halt)),
            }
        }
        (rows, None)
    }
}

/// The tables, paper by paper.
pub const TABLES: &[Table] = &[
    Table {
        name: "chi-grids",
        title: "χ_g of the m×n grid, Alice first",
        source: "Brosse et al., abstract (one to three rows), Theorem 1 (four rows)",
        columns: &["n", "1×n", "2×n", "3×n", "4×n"],
        published: (1, 5),
        extended: 8,
        sequence: None,
        row: |n, oracle| {
            let cells: Result<Row, Halt> =
                (1..=4).map(|rows| chi_g(&format!("grid:{rows}x{n}"), oracle)).collect();
            Ok(Some([vec![n.to_string()], cells?].concat()))
        },
    },
    Table {
        name: "distance-paths",
        title: "2-distance 2-colouring on odd paths",
        source: "Beaulieu et al., table after Theorem 16",
        columns: &["length", "nimber", "outcome"],
        published: (3, 17),
        extended: 33,
        sequence: Some(1),
        row: |n, oracle| {
            odd(n)
                .then(|| nimber_and_outcome(n, "distance:2:2", &format!("path:{n}"), oracle))
                .transpose()
        },
    },
    Table {
        name: "blue-red",
        title: "Oriented blue-red colouring on directed paths: first vertex Blue (A), last Red (B), both (C), \
                none (D)",
        source: "Beaulieu et al., section 3",
        columns: &["k", "A_k", "B_k", "C_k", "D_k"],
        published: (1, 16),
        extended: 200,
        sequence: Some(4),
        row: |k, _| {
            let nimbers = Nimbers::up_to(k);
            let c = if k < 2 { "-".to_owned() } else { nimbers.c(k).to_string() };
            let [a, b, d] = [nimbers.a(k), nimbers.b(k), nimbers.d(k)].map(|n| n.to_string());
            Ok(Some(vec![k.to_string(), a, b, c, d]))
        },
    },
    Table {
        name: "connected-paths",
        title: "The largest connected subgraph game on paths and cycles: what Alice gets more than Bob",
        source: "Bensmail et al., Theorems 4.3 and 4.5",
        columns: &["n", "P_n", "C_n"],
        published: (1, 12),
        extended: 17,
        sequence: Some(1),
        row: |n, oracle| {
            let score = |graph: String| oracle.value(&start("connected", &graph));
            let cycle = match n {
                0..3 => "-".to_owned(),
                _ => score(format!("cycle:{n}"))?.to_string(),
            };
            Ok(Some(vec![n.to_string(), score(format!("path:{n}"))?.to_string(), cycle]))
        },
    },
    Table {
        name: "strictly-matched",
        title: "A(n), the number of graphs with a strictly matched involution, between the bounds of the paper",
        source: "Andres et al., Theorems 11 and 15, Corollaries 12, 13 and 16",
        columns: &["n", "A(n)", "Thm 15 ≤", "Cor 16 ≤", "≤ Thm 11", "≤ Cor 12", "≤ Cor 13"],
        published: (1, 5),
        extended: 10,
        sequence: Some(1),
        row: |n, _| {
            let count = all::strictly_matched(n).len();
            let bounds = andres::bounds_on_matched(n).map(|bound| format!("{bound:.0}"));
            Ok(Some([vec![n.to_string(), count.to_string()], bounds.to_vec()].concat()))
        },
    },
    Table {
        name: "icol-boards",
        title: "Outcome classes of iCol and iSnort on n×n and n×(n+1) boards",
        source: "Uiterwijk, Table 1",
        columns: &["n", "iCol n×n", "iCol n×(n+1)", "iSnort n×n", "iSnort n×(n+1)"],
        published: (1, 4),
        extended: 5,
        sequence: None,
        row: |n, oracle| {
            let mut cells = vec![n.to_string()];
            for game in ["icol", "isnort"] {
                for columns in [n, n + 1] {
                    let board = format!("grid:{n}x{columns}");
                    cells.push(oracle.outcome(&start(game, &board))?.to_string());
                }
            }
            Ok(Some(cells))
        },
    },
    Table {
        name: "icol-chains",
        title: "Values of iCol and iSnort on chains",
        source: "Uiterwijk, Table 2",
        columns: &["k", "iCol", "iSnort"],
        published: (1, 8),
        extended: 40,
        sequence: None,
        row: |k, oracle| {
            let value = |game: &str| oracle.value(&start(game, &format!("path:{k}")));
            Ok(Some(vec![k.to_string(), value("icol")?.to_string(), value("isnort")?.to_string()]))
        },
    },
    Table {
        name: "odd-boards",
        title: "Nimbers of iCol on 3×n boards, n odd",
        source: "left open by Uiterwijk, sections 3.1 and 4",
        columns: &["n", "nimber", "outcome"],
        published: (1, 7),
        extended: 9,
        sequence: Some(1),
        row: |n, oracle| {
            odd(n)
                .then(|| nimber_and_outcome(n, "icol", &format!("grid:3x{n}"), oracle))
                .transpose()
        },
    },
    Table {
        name: "node-kayles-3xn",
        title: "Nimbers of Node Kayles on 3×n boards",
        source: "a known sequence that ends at n = 16",
        columns: &["n", "nimber", "outcome"],
        published: (1, 16),
        extended: 24,
        sequence: Some(1),
        row: |n, oracle| {
            nimber_and_outcome(n, "node-kayles", &format!("grid:3x{n}"), oracle).map(Some)
        },
    },
    Table {
        name: "node-kayles-petersen",
        title: "Nimbers of Node Kayles on the generalised Petersen graphs P(n,2)",
        source: "a known sequence that ends at n = 26",
        columns: &["n", "nimber", "outcome"],
        published: (5, 26),
        extended: 30,
        sequence: Some(1),
        row: |n, oracle| {
            nimber_and_outcome(n, "node-kayles", &format!("petersen:{n},2"), oracle).map(Some)
        },
    },
];

fn odd(n: usize) -> bool {
    n % 2 == 1
}

fn nimber_and_outcome(n: usize, game: &str, graph: &str, oracle: &Oracle) -> Result<Row, Halt> {
    let nimber = oracle.nimber(&start(game, graph))?;
    let outcome = if nimber == 0 { "P" } else { "N" };
    Ok(vec![n.to_string(), nimber.to_string(), outcome.to_owned()])
}

fn chi_g(graph: &str, oracle: &Oracle) -> Result<String, Halt> {
    let board = parse(graph).unwrap_or_else(|error| panic!("{error}"));
    for colours in 1..=board.graph().max_degree() {
        if oracle.outcome(&start_on(&format!("colouring:{colours}"), &board))? == winner(true) {
            return Ok(colours.to_string());
        }
    }
    // With this number of colours a vertex can always be coloured (Brosse et al., section 1).
    Ok((board.graph().max_degree() + 1).to_string())
}
