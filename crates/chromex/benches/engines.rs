//! `cargo bench`: the time of the engines, compared with the plain ones where these are fast
//! enough.
//!
//! Prints the tables of BENCHMARKS.md. Times are CPU seconds of one thread. `cargo bench -- NAME`
//! runs the tables whose title contains NAME.

use std::time::Duration;

use chromex::graphs::parse;
use chromex::rules::{Position, parse_game};
use chromex::text::Bytes;
use chromex::{Budget, Solver, Stop, Value};
use cpu_time::ThreadTime;

/// A question, and whether the plain engine is asked too.
struct Row {
    game: &'static str,
    graph: String,
    plain: bool,
}

struct Table {
    title: &'static str,
    rows: Vec<Row>,
}

fn rows(game: &'static str, pattern: &str, sizes: &[usize], plain_up_to: usize) -> Vec<Row> {
    let row = |&n: &usize| Row {
        game,
        graph: pattern.replace('#', &n.to_string()),
        plain: n <= plain_up_to,
    };
    sizes.iter().map(row).collect()
}

fn tables() -> Vec<Table> {
    let mut tables = vec![
        Table {
            title: "Node Kayles on 3×n",
            rows: rows("node-kayles", "grid:3x#", &[12, 14, 16, 18, 20, 22, 24, 26, 27], 16),
        },
        Table {
            title: "Node Kayles on generalised Petersen graphs P(n,2)",
            rows: rows("node-kayles", "petersen:#,2", &[17, 19, 21, 23, 25, 27, 29, 31], 19),
        },
        Table {
            title: "Node Kayles on queens' graphs n×n",
            rows: rows("node-kayles", "queens:#", &[6, 7, 8, 9, 10, 11], 8),
        },
        Table {
            title: "Arc Kayles on grids (line graphs)",
            rows: rows("node-kayles", "line(grid:5x#)", &[3, 4, 5, 6, 7, 8], 5),
        },
        Table {
            title: "Arc Kayles on 4×9 and 3×12",
            rows: ["4x9", "3x12"]
                .map(|size| Row {
                    game: "node-kayles",
                    graph: format!("line(grid:{size})"),
                    plain: false,
                })
                .into(),
        },
        Table {
            title: "Arc Kayles on grids with both sides even",
            rows: rows("node-kayles", "line(grid:4x#)", &[4, 8, 10], 4),
        },
        Table {
            title: "Node Kayles on random trees of 56 vertices",
            rows: rows("node-kayles", "random-tree:56,#", &[1, 2, 3, 4], 0),
        },
        Table {
            title: "Oriented colouring on dipaths",
            rows: rows("oriented:3", "dipath:#", &[11, 13, 15, 17, 19, 21], 13),
        },
        Table { title: "Weak colouring on 4×n", rows: rows("weak:2", "grid:4x#", &[3, 4, 5], 4) },
        Table { title: "iCol on 3×n", rows: rows("icol", "grid:3x#", &[3, 5, 7, 9, 11], 7) },
        Table { title: "iCol on 5×n", rows: rows("icol", "grid:5x#", &[3, 5], 3) },
        Table {
            title: "2-distance 2-colouring on odd paths",
            rows: rows("distance:2:2", "path:#", &[17, 21, 25, 29, 33], 25),
        },
        Table {
            title: "Largest connected subgraph game on odd cycles",
            rows: rows("connected", "cycle:#", &[9, 11, 13, 15, 17], 13),
        },
    ];
    tables.push(symmetric_boards());
    tables.extend(more_tables());
    tables
}

/// Each row has a different kind of board, so a growth rate has no meaning here.
fn symmetric_boards() -> Table {
    let row = |(game, graph, plain): (&'static str, &str, bool)| Row {
        game,
        graph: graph.to_owned(),
        plain,
    };
    let boards = [
        ("node-kayles", "hypercube:5", true),
        ("node-kayles", "hypercube:6", false),
        ("node-kayles", "torus:7x7", false),
        ("node-kayles", "torus:8x8", false),
        ("icol", "torus:5x5", false),
        ("icol", "torus:6x6", false),
        ("proper:3", "latin:4", true),
        ("proper:3", "latin:5", false),
        ("node-kayles", "random-tree:60,1", false),
    ];
    Table { title: "Boards with many symmetries", rows: boards.map(row).into() }
}

fn more_tables() -> Vec<Table> {
    vec![
        Table {
            title: "Snort on paths: values",
            rows: rows("snort", "path:#", &[12, 14, 16, 18, 20], 16),
        },
        Table { title: "Snort on 3×n: values", rows: rows("snort", "grid:3x#", &[3, 4, 5, 6], 4) },
        Table { title: "Snort on 4×n: values", rows: rows("snort", "grid:4x#", &[3, 4, 5], 4) },
        Table { title: "Col on paths: values", rows: rows("col", "path:#", &[10, 20, 30, 40], 20) },
        Table {
            title: "Col on 3×n: values",
            rows: rows("col", "grid:3x#", &[3, 4, 5, 6, 8, 10], 4),
        },
        Table { title: "Col on 4×n: values", rows: rows("col", "grid:4x#", &[3, 4, 5, 6, 7], 4) },
        Table {
            title: "Col on random trees: values",
            rows: rows("col", "random-tree:#,1", &[18, 22, 26, 30, 40], 0),
        },
        Table {
            title: "Col on random graphs: values",
            rows: rows("col", "random:#,0.15,1", &[14, 16, 18, 20, 22, 24], 0),
        },
        cubic("Col on random cubic graphs: values", "col"),
        cubic("Snort on random cubic graphs: values", "snort"),
        Table {
            title: "Snort on random trees: values",
            rows: rows("snort", "random-tree:#,1", &[12, 14, 16, 18, 20, 22], 0),
        },
        Table {
            title: "Largest connected subgraph game on 3×n",
            rows: rows("connected", "grid:3x#", &[3, 4, 5, 6, 7], 4),
        },
        Table {
            title: "Largest connected subgraph game on 5×n",
            rows: rows("connected", "grid:5x#", &[2, 3, 4, 5], 2),
        },
        Table {
            title: "Orthogonal colouring on 3×n",
            rows: rows("orthogonal:3", "grid:3x#", &[1, 2, 3, 4], 2),
        },
        Table {
            title: "Orthogonal colouring on latin:3",
            rows: [1, 2, 3, 4]
                .map(|m| Row {
                    game: ["orthogonal:1", "orthogonal:2", "orthogonal:3", "orthogonal:4"][m - 1],
                    graph: "latin:3".to_owned(),
                    plain: m <= 3,
                })
                .into(),
        },
        Table {
            title: "Maker-breaker with 4 colours, Alice first",
            rows: ["4x4", "4x5", "4x6", "5x5", "5x6", "6x6", "5x7"]
                .map(|size| Row {
                    game: "colouring:4",
                    graph: format!("grid:{size}"),
                    plain: matches!(size, "4x4" | "4x5"),
                })
                .into(),
        },
        Table {
            title: "Maker-breaker with 3 colours on 4×n, Alice first",
            rows: rows("colouring:3", "grid:4x#", &[4, 6, 8, 10, 12, 14, 17], 6),
        },
    ]
}

/// Random cubic graphs of 16, 18, 20 and 22 vertices.
fn cubic(title: &'static str, game: &'static str) -> Table {
    let row = |graph: &str| Row { game, graph: graph.to_owned(), plain: false };
    let graphs = [
        "g6:O?T@Oh@_D??aGAC?_QK@G",
        "g6:QG?C?UCAA`???To@A_?CHL??gO?",
        "g6:S?O_@CO@?@QAA?gOQ@?@?Q?CAAOCSAG_?",
        "g6:U?Gi??O_C_@OO??O?aG?O?OdA_C@G?A_??B@K?C?",
    ];
    Table { title, rows: graphs.map(row).into() }
}

struct Measured {
    value: Result<Value, Stop>,
    cpu: Duration,
    positions: u64,
    /// The number of different positions remembered at the end; the plain engines do not report it.
    different: u64,
    bytes: u64,
}

fn measure(position: &Position, plain: bool) -> Result<Measured, Box<dyn std::error::Error>> {
    let budget = Budget { time: Some(Duration::from_secs(120)), ..Budget::default() };
    let started = ThreadTime::now();
    let mut solver = match plain {
        true => Solver::plain(position, &budget)?,
        false => Solver::new(position, &budget)?,
    };
    let value = solver.value(position);
    let statistics = solver.statistics();
    let (positions, bytes) = (statistics.positions, statistics.bytes);
    let (cpu, different) = (started.elapsed(), solver.remembered());
    Ok(Measured { value, cpu, positions, different, bytes })
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A value that fits into a cell of a Markdown table.
fn short(value: &str) -> String {
    let cut: String = value.chars().take(24).collect();
    let dots = if cut.len() < value.len() { "…" } else { "" };
    format!("{}{dots}", cut.replace('|', "\\|"))
}

fn print(table: &Table) -> Result<(), Box<dyn std::error::Error>> {
    println!("### {}\n", table.title);
    println!(
        "| question | value | CPU time | positions | different | µs each | memory | growth: time | different | plain engine |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut before: Option<Measured> = None;
    for row in &table.rows {
        let position = Position::start(parse_game(row.game)?, parse(&row.graph)?)?;
        let fast = measure(&position, false)?;
        let value = short(&fast.value.as_ref().map_or_else(Stop::to_string, Value::to_string));
        let times = |now: f64, then: f64| match then > 0.0 {
            true => format!("{:.1}×", now / then),
            false => String::new(),
        };
        let growth = before.as_ref().map_or_else(
            || " | ".to_owned(),
            |before| {
                let time = times(fast.cpu.as_secs_f64(), before.cpu.as_secs_f64());
                format!("{time} | {}", times(fast.different as f64, before.different as f64))
            },
        );
        let each = fast.cpu.as_secs_f64() * 1e6 / fast.positions.max(1) as f64;
        let plain = match row.plain {
            true => {
                let plain = measure(&position, true)?;
                format!("{}, {} positions", seconds(plain.cpu), plain.positions)
            }
            false => String::new(),
        };
        let (positions, different, memory) = (fast.positions, fast.different, Bytes(fast.bytes));
        let (graph, cpu) = (format!("{} {}", row.game, row.graph), seconds(fast.cpu));
        println!(
            "| {graph} | {value} | {cpu} | {positions} | {different} | {each:.1} | {memory} | {growth} | {plain} |"
        );
        before = Some(fast);
    }
    println!();
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let chosen = |table: &&Table| wanted.as_ref().is_none_or(|name| table.title.contains(name));
    tables().iter().filter(chosen).try_for_each(print)
}
