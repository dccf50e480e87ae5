//! Claims: statements of the papers that a computer can put to the test.
//!
//! The check of a claim goes through cases, smallest first, and compares what the paper says with
//! what is true. A disagreement counts only if a second computation, by the plain engine, confirms
//! it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use chromex_graphs::{Board, parse};
use chromex_rules::{Player, Position, parse_game};

use super::verdict::{Reading, Verdict};
use chromex_budget::clock::Instant;
use chromex_budget::{Budget, Stop};
use chromex_engine::{Outcome, Value};
use chromex_engine::{Solver, Unsearchable};
use chromex_theory::{PAPERS, Paper};

/// A statement of a paper, with the check that puts it to the test.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// The paper's key and the place, such as `beaulieu/prop-6`.
    pub id: &'static str,
    /// The place as the paper names it: `Proposition 6`.
    pub place: &'static str,
    /// What is claimed, in one sentence.
    pub statement: &'static str,
    /// What is checked.
    pub range: &'static str,
    /// What is checked with `--deep`.
    pub deep: &'static str,
    /// A deliberately wrong variant of the statement. Its check must fail.
    pub wrong: &'static str,
    /// Goes through the cases.
    pub check: fn(&mut Trial) -> Checked,
}

impl Claim {
    /// The paper that makes the claim.
    pub fn paper(&self) -> Paper {
        let key = self.id.split('/').next().unwrap_or_default();
        *PAPERS.iter().find(|paper| paper.key == key).expect("ids begin with the key of a paper")
    }
}

/// The result of a step of a check; `Err` ends the check.
pub type Checked = Result<(), Halt>;

/// Why a check ended before all cases were examined.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// A case in which the claim is false.
    #[error("{0}")]
    Counterexample(String),
    /// The budget was used up.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// The engine cannot handle a position.
    #[error("{0}")]
    Unsearchable(#[from] Unsearchable),
    /// Two engines disagree.
    #[error("{0}")]
    Broken(String),
}

/// How far a check goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Takes seconds.
    Default,
    /// Takes as long as necessary: an hour for all claims.
    Deep,
}

/// Puts a claim to the test.
///
/// ```
/// use chromex_claims::{all, claim::Scope, verify};
/// let claims = all();
/// let claim = claims.iter().find(|claim| claim.id == "uiterwijk/thm-3").unwrap();
/// assert_eq!(verify(claim, Scope::Default, &chromex_budget::Budget::default()).word(), "holds");
/// ```
pub fn verify(claim: &Claim, scope: Scope, budget: &Budget) -> Verdict {
    Trial::new(scope, false, budget).run(&mut { claim.check })
}

/// Checks claims on several threads; `each` is called with every verdict, in the order of the
/// claims.
pub fn verify_all(
    claims: &[Claim],
    scope: Scope,
    budget: &Budget,
    mut each: impl FnMut(&Claim, Verdict, Duration),
) {
    let threads = budget.threads.clamp(1, claims.len().max(1));
    let share = Budget { threads: 1, memory: budget.memory / threads as u64, ..budget.clone() };
    let (next, (sender, results)) = (AtomicUsize::new(0), mpsc::channel());
    std::thread::scope(|threads_scope| {
        for _ in 0..threads {
            let (next, share, sender) = (&next, &share, sender.clone());
            let work = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(claim) = claims.get(number) else { return };
                    if share.check().is_err() {
                        return;
                    }
                    let started = Instant::now();
                    let verdict = verify(claim, scope, share);
                    if sender.send((number, verdict, started.elapsed())).is_err() {
                        return;
                    }
                }
            };
            // The engines recurse once for each move, so the threads need large stacks.
            let spawned =
                std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(threads_scope, work);
            // With fewer threads it takes longer; without any, nothing is decided.
            if spawned.is_err() {
                break;
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, verdict, time) in results {
            waiting.insert(number, (verdict, time));
            while let Some((verdict, time)) = waiting.remove(&next) {
                each(&claims[next], verdict, time);
                next += 1;
                budget.monitor.report(next, claims.len());
            }
        }
    });
}

/// Checks the deliberately wrong variant of a claim, which must be found false.
pub fn verify_wrong(claim: &Claim, budget: &Budget) -> Verdict {
    Trial::new(Scope::Default, true, budget).run(&mut { claim.check })
}

/// A claim while it is being checked: counts its cases.
#[derive(Debug)]
pub struct Trial {
    scope: Scope,
    wrong: bool,
    budget: Budget,
    cases: u64,
    aside: u64,
    readings: Vec<Reading>,
}

impl Trial {
    fn new(scope: Scope, wrong: bool, budget: &Budget) -> Trial {
        Trial { scope, wrong, budget: budget.running(), cases: 0, aside: 0, readings: Vec::new() }
    }

    fn run(mut self, check: &mut dyn FnMut(&mut Trial) -> Checked) -> Verdict {
        let cases = |trial: &Trial| trial.cases;
        match check(&mut self) {
            Err(Halt::Counterexample(counterexample)) => {
                Verdict::Fails { cases: cases(&self), counterexample }
            }
            Err(Halt::Broken(why)) => Verdict::Broken { why },
            Err(halt) => Verdict::Unfinished { cases: cases(&self), why: halt.to_string() },
            Ok(()) => self.verdict(),
        }
    }

    /// The readings give one verdict if the claim holds in all of them, each with some case.
    fn verdict(self) -> Verdict {
        let (mut cases, mut aside) = (self.cases, self.aside);
        for reading in &self.readings {
            match reading.verdict {
                Verdict::Holds { cases: some @ 1.., aside: more } => {
                    cases += some;
                    aside += more;
                }
                _ => return Verdict::Depends { readings: self.readings },
            }
        }
        Verdict::Holds { cases, aside }
    }

    /// Counts a case of the range about which the claim says nothing, or nothing that could be
    /// false; such cases are counted separately.
    pub fn aside(&mut self) {
        self.aside += 1;
    }

    /// The fast engine within the budget of the trial, to find out whether a case exercises the
    /// claim.
    pub fn oracle(&self) -> Oracle {
        Oracle::new(&self.budget)
    }

    /// The end of a range: the first by default, the second with `--deep`.
    pub fn up_to<T>(&self, default: T, deep: T) -> T {
        if self.scope == Scope::Deep { deep } else { default }
    }

    /// What the paper says, or, in the wrong variant, the wrong statement.
    pub fn stated<T>(&self, stated: T, wrong: T) -> T {
        if self.wrong { wrong } else { stated }
    }

    /// One case: what is claimed and what is found. If they differ, the plain engine computes the
    /// case again before the claim is called false.
    pub fn case<T: PartialEq + Display>(
        &mut self,
        name: impl Display,
        claimed: T,
        found: impl Fn(&Oracle) -> Result<T, Halt>,
    ) -> Checked {
        self.compare(&name, &claimed, &|oracle| {
            let found = found(oracle)?;
            Ok((found != claimed).then(|| found.to_string()))
        })
    }

    /// The common part of [`Trial::case`] for all types. `differs` returns what was found only if
    /// it differs from what is claimed.
    fn compare(
        &mut self,
        name: &dyn Display,
        claimed: &dyn Display,
        differs: &dyn Fn(&Oracle) -> Result<Option<String>, Halt>,
    ) -> Checked {
        self.budget.check()?;
        let Some(fast) = differs(&Oracle::new(&self.budget))? else {
            self.cases += 1;
            return Ok(());
        };
        let message = format!("{name}: claimed {claimed}, found {fast}");
        match differs(&Oracle { plain: true, budget: self.budget.clone() }) {
            Ok(Some(again)) if again == fast => Err(Halt::Counterexample(message)),
            Ok(again) => {
                let again = again.unwrap_or_else(|| claimed.to_string());
                Err(Halt::Broken(format!("{message}, by the plain engine {again}")))
            }
            Err(halt) => {
                Err(Halt::Counterexample(format!("{message} (not found a second time: {halt})")))
            }
        }
    }

    /// Checks one way of reading the claim; if the reading is false, the claim need not be.
    pub fn reading(
        &mut self,
        name: impl Into<String>,
        mut check: impl FnMut(&mut Trial) -> Checked,
    ) -> Checked {
        self.read(name.into(), &mut check)
    }

    /// The common part of [`Trial::reading`], which is compiled only once.
    fn read(&mut self, reading: String, check: &mut dyn FnMut(&mut Trial) -> Checked) -> Checked {
        match Trial::new(self.scope, self.wrong, &self.budget).run(check) {
            Verdict::Broken { why } => Err(Halt::Broken(why)),
            verdict => {
                self.readings.push(Reading { reading, verdict });
                Ok(self.budget.check()?)
            }
        }
    }
}

/// Computes what is true: with the fast engine, or with the plain one as a second opinion.
#[derive(Debug)]
pub struct Oracle {
    plain: bool,
    budget: Budget,
}

impl Oracle {
    /// The fast engine within a budget.
    pub fn new(budget: &Budget) -> Oracle {
        Oracle { plain: false, budget: budget.clone() }
    }

    /// The budget of a question.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether this is the second opinion: then a check that uses no engines should compute its
    /// case in another way.
    pub fn is_second_opinion(&self) -> bool {
        self.plain
    }

    /// A solver for the game of this position and the positions that follow it.
    pub fn solver(&self, position: &Position) -> Result<Solver, Halt> {
        Ok(match self.plain {
            true => Solver::plain(position, &self.budget)?,
            false => Solver::new(position, &self.budget)?,
        })
    }

    /// The value of a position.
    pub fn value(&self, position: &Position) -> Result<Value, Halt> {
        Ok(self.solver(position)?.value(position)?)
    }

    /// Who wins.
    pub fn outcome(&self, position: &Position) -> Result<Outcome, Halt> {
        Ok(self.solver(position)?.outcome(position)?)
    }

    /// The nimber of an impartial game.
    ///
    /// # Panics
    /// If the game is not impartial.
    pub fn nimber(&self, position: &Position) -> Result<u32, Halt> {
        match self.value(position)? {
            Value::Nimber(nimber) => Ok(nimber),
            other => panic!("{position} has the value {other}, no nimber"),
        }
    }

    /// The score of a scoring game.
    ///
    /// # Panics
    /// If the game is not a scoring game.
    pub fn score(&self, position: &Position) -> Result<i32, Halt> {
        match self.value(position)? {
            Value::Score(score) => Ok(score),
            other => panic!("{position} has the value {other}, no score"),
        }
    }
}

/// The start of a game on a graph, both as they are typed: for checks, whose texts are known to be
/// correct.
///
/// # Panics
/// If they are not understood.
pub fn start(game: &str, graph: &str) -> Position {
    start_on(game, &parse(graph).unwrap_or_else(|error| panic!("{error}")))
}

/// The start of a game on a board.
///
/// # Panics
/// If the game is not understood or not played on the board.
pub fn start_on(game: &str, board: &Board) -> Position {
    let game = parse_game(game).unwrap_or_else(|error| panic!("{error}"));
    Position::start(game, board.clone()).unwrap_or_else(|error| panic!("{error}"))
}

/// A position in the one-line notation.
///
/// # Panics
/// If it is not understood.
pub fn position(line: &str) -> Position {
    line.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// `P` if the second player wins an impartial game, `N` if the first does.
pub fn class(second_wins: bool) -> Outcome {
    Value::Nimber(u32::from(!second_wins)).outcome()
}

/// The winner of a game of Alice and Bob.
pub fn winner(alice: bool) -> Outcome {
    Outcome::Winner(if alice { Player::Left } else { Player::Right })
}
