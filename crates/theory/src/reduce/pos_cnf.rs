//! POS CNF as the largest connected subgraph game (Bensmail et al., Theorem 3.2).
//!
//! In POS CNF (their Definition 3.1) Alice sets a variable of a formula to true, Bob one to false, and so
//! on; the formula is a conjunction of clauses of variables without negations, and Alice wins if it is
//! true in the end. [`PosCnf::to_connected`] is the board of the hardness proof: Alice wins on it exactly
//! if she wins POS CNF, and otherwise it is a draw.
//!
//! Formulas are read from DIMACS CNF files: `c` comments, one line `p cnf N M`, then clauses as numbers of
//! variables, each ended by 0.

use std::fmt;

use chromex_graphs::{Board, Graph, GraphError};
use chromex_rules::{Game, Position, UNCOLOURED};
use rustc_hash::FxHashMap;

use super::{NotReduced, name, position};

/// A formula of POS CNF.
///
/// ```
/// use chromex_theory::reduce::pos_cnf::PosCnf;
/// let formula = PosCnf::parse("p cnf 3 2\n1 2 0\n3 0\n")?;
/// assert_eq!(formula.alice_wins(), Some(true));
/// assert_eq!(formula.to_connected().unwrap().order(), 33);
/// # Ok::<(), chromex_theory::reduce::pos_cnf::CnfError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PosCnf {
    variables: usize,
    /// The variables of each clause, numbered from 0, increasing.
    clauses: Vec<Vec<usize>>,
}

/// What is wrong with a DIMACS CNF file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("DIMACS CNF line {line}: {problem}")]
pub struct CnfError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: CnfProblem,
}

/// What is wrong with a line of a DIMACS CNF file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The messages say it.
pub enum CnfProblem {
    #[error("expected `p cnf N M` (N variables, M clauses), found {0:?}")]
    Header(String),
    #[error("a second line `p cnf`")]
    SecondHeader,
    #[error("a clause before the line `p cnf N M`")]
    ClauseBeforeHeader,
    #[error("the file ends without a line `p cnf N M`")]
    NoHeader,
    #[error("{0:?} is not a number of a variable")]
    NotANumber(String),
    #[error("variable {0} is outside 1..={1}")]
    NoSuchVariable(u64, usize),
    #[error("-{0} is a negation: POS CNF has variables in positive form only")]
    Negation(u64),
    #[error("a clause without variables, which nothing makes true")]
    EmptyClause,
    #[error("the last clause is not ended by 0")]
    Unended,
    #[error("{declared} clauses are declared but {found} found")]
    Count { declared: usize, found: usize },
    #[error("{0} variables: at most {MAX_VARIABLES}")]
    TooMany(usize),
}

/// More variables than this are refused.
const MAX_VARIABLES: usize = 10_000_000;

impl PosCnf {
    /// A formula over the variables `0..variables`. Repetitions within a clause count once.
    ///
    /// # Panics
    /// If a clause is empty or names another variable.
    pub fn new(variables: usize, clauses: Vec<Vec<usize>>) -> PosCnf {
        let tidy = |mut clause: Vec<usize>| {
            clause.sort_unstable();
            clause.dedup();
            assert!(!clause.is_empty() && clause.iter().all(|&x| x < variables));
            clause
        };
        PosCnf { variables, clauses: clauses.into_iter().map(tidy).collect() }
    }

    /// Reads a DIMACS CNF file.
    pub fn parse(text: &str) -> Result<PosCnf, CnfError> {
        let mut reader = Reader { header: None, clauses: Vec::new(), open: Vec::new() };
        let mut last = 1;
        for (line, number) in text.lines().zip(1..) {
            last = number;
            reader.line(line).map_err(|problem| CnfError { line: number, problem })?;
        }
        reader.finish().map_err(|problem| CnfError { line: last, problem })
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The clauses, as increasing numbers of variables from 0.
    pub fn clauses(&self) -> &[Vec<usize>] {
        &self.clauses
    }

    /// Whether Alice, moving first, wins; found by exhaustive search, for up to 20 variables.
    pub fn alice_wins(&self) -> Option<bool> {
        if self.variables > 20 {
            return None;
        }
        let masks: Vec<u32> =
            self.clauses.iter().map(|c| c.iter().fold(0, |mask, &x| mask | 1 << x)).collect();
        let mut known = FxHashMap::default();
        Some(wins(&masks, (1 << self.variables) - 1, 0, true, &mut known))
    }

    /// The formula with an odd number of variables: a variable in no clause is added if necessary.
    /// It does not change who wins.
    fn odd(&self) -> PosCnf {
        PosCnf { variables: self.variables | 1, clauses: self.clauses.clone() }
    }

    /// The board of Theorem 3.2. Its vertices, for n variables (made odd by one in no clause) and m
    /// clauses: x₁ … xₙ; C₁¹ … C₁⁶, …, Cₘ¹ … Cₘ⁶; u, v₁, v₂, w₁, w₂; y₁ … y₍ₙ₊₆ₘ₋₂₎.
    pub fn to_connected(&self) -> Result<Board, GraphError> {
        let formula = self.odd();
        let (n, m) = (formula.variables, formula.clauses.len());
        let u = n + 6 * m;
        let [v1, v2, w1, w2] = [u + 1, u + 2, u + 3, u + 4];
        let y = u + 5..u + 5 + (n + 6 * m).saturating_sub(2);
        let spine = [(w1, v1), (v1, u), (u, v2), (v2, w2)];
        let to_variables = (0..n).map(|x| (u, x));
        let clause = |(j, clause): (usize, &Vec<usize>)| {
            let ends: Vec<usize> = (n + 6 * j..n + 6 * (j + 1)).collect();
            let edges = clause.iter().flat_map(|&x| ends.iter().map(move |&c| (x, c)));
            edges.collect::<Vec<_>>()
        };
        let in_clauses = formula.clauses.iter().enumerate().flat_map(clause);
        let far = y.clone().flat_map(|y| [(w1, y), (w2, y)]);
        let edges = spine.into_iter().chain(to_variables).chain(in_clauses).chain(far);
        let graph = Graph::undirected_asking(y.end, edges)?;
        let name = name(&graph);
        Ok(Board::new(graph, name))
    }
}

/// The start of the largest connected subgraph game on the board of a formula in a DIMACS CNF file.
pub fn to_connected(text: &str) -> Result<Position, NotReduced> {
    let board = PosCnf::parse(text)?.to_connected()?;
    position(Game::connected(), board.graph().clone(), vec![UNCOLOURED; board.order()])
}

/// Whether Alice wins if the variables `open` are still open and the variables `truths` are true.
fn wins(
    clauses: &[u32],
    open: u32,
    truths: u32,
    alice_moves: bool,
    known: &mut FxHashMap<(u32, u32), bool>,
) -> bool {
    if open == 0 {
        return clauses.iter().all(|clause| clause & truths != 0);
    }
    if let Some(&found) = known.get(&(open, truths)) {
        return found;
    }
    let mut variables = (0..32).filter(|x| open >> x & 1 == 1);
    let found = match alice_moves {
        true => variables.any(|x| wins(clauses, open & !(1 << x), truths | 1 << x, false, known)),
        false => variables.all(|x| wins(clauses, open & !(1 << x), truths, true, known)),
    };
    known.insert((open, truths), found);
    found
}

/// `(x1|x2)&(x3)`, over the variables `x1 … xN`.
impl fmt::Display for PosCnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} variables: ", self.variables)?;
        let clause = |clause: &Vec<usize>| {
            let names: Vec<String> = clause.iter().map(|x| format!("x{}", x + 1)).collect();
            format!("({})", names.join("|"))
        };
        f.write_str(&self.clauses.iter().map(clause).collect::<Vec<_>>().join("&"))
    }
}

struct Reader {
    header: Option<(usize, usize)>,
    clauses: Vec<Vec<usize>>,
    /// The clause that is being read.
    open: Vec<usize>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), CnfProblem> {
        match line.split_whitespace().next() {
            None | Some("c") => Ok(()),
            Some("p") => self.size_line(line),
            Some(_) => line.split_whitespace().try_for_each(|word| self.literal(word)),
        }
    }

    fn size_line(&mut self, line: &str) -> Result<(), CnfProblem> {
        if self.header.is_some() {
            return Err(CnfProblem::SecondHeader);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let header = match words[..] {
            ["p", "cnf", n, m] => n.parse().ok().zip(m.parse().ok()),
            _ => None,
        };
        let (n, m) = header.ok_or_else(|| CnfProblem::Header(line.to_owned()))?;
        if n > MAX_VARIABLES {
            return Err(CnfProblem::TooMany(n));
        }
        self.header = Some((n, m));
        Ok(())
    }

    fn literal(&mut self, word: &str) -> Result<(), CnfProblem> {
        let (variables, _) = self.header.ok_or(CnfProblem::ClauseBeforeHeader)?;
        let number: i64 = word.parse().map_err(|_| CnfProblem::NotANumber(word.to_owned()))?;
        let variable = number.unsigned_abs();
        match number {
            0 if self.open.is_empty() => return Err(CnfProblem::EmptyClause),
            0 => self.clauses.push(std::mem::take(&mut self.open)),
            ..0 => return Err(CnfProblem::Negation(variable)),
            _ if variable > variables as u64 => {
                return Err(CnfProblem::NoSuchVariable(variable, variables));
            }
            _ => self.open.push(variable as usize - 1),
        }
        Ok(())
    }

    fn finish(self) -> Result<PosCnf, CnfProblem> {
        let (variables, declared) = self.header.ok_or(CnfProblem::NoHeader)?;
        let found = self.clauses.len();
        if !self.open.is_empty() {
            return Err(CnfProblem::Unended);
        }
        if found != declared {
            return Err(CnfProblem::Count { declared, found });
        }
        Ok(PosCnf::new(variables, self.clauses))
    }
}
