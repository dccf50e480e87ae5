//! Strategies of the papers: one side of a game in progress, and duels against them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chromex::DuelReport;
use chromex::rules::Player;
use chromex::strategy::duel::{Duel, Opponent, play};
use chromex::strategy::{Options, Strategy as Plays, create, find};
use pyo3::prelude::*;

use crate::position::Position;
use crate::run::{BudgetArgs, bad, run};

/// One side of one game in progress, played by a theorem.
#[pyclass(frozen, module = "chromex._chromex")]
pub struct Strategy {
    plays: Mutex<Box<dyn Plays>>,
    start: chromex::rules::Position,
}

/// A reply: the move, the case of the proof, and whether no case applied.
type PyReply = (String, String, bool);

impl Strategy {
    fn plays(&self) -> MutexGuard<'_, Box<dyn Plays>> {
        self.plays.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Strategy {
    /// The strategy of this name for a side, or for the side that it can play.
    #[new]
    #[pyo3(signature = (name, position, side, literal))]
    fn new(
        name: &str,
        position: &Position,
        side: Option<&str>,
        literal: bool,
    ) -> PyResult<Strategy> {
        let options = Options { literal, ..Options::default() };
        let plays = create(name, &position.0, parse_side(side)?, &options).map_err(bad)?;
        Ok(Strategy { plays: Mutex::new(plays), start: position.0.clone() })
    }

    #[getter]
    fn side(&self) -> &'static str {
        self.start.player_name(self.plays().side())
    }

    #[getter]
    fn promise(&self) -> String {
        let plays = self.plays();
        plays.promise().describe(self.start.convention(), plays.side())
    }

    /// Tells the strategy a legal move.
    fn played(&self, by: &str, played: &str) -> PyResult<()> {
        let by: Player = by.parse().map_err(bad)?;
        self.plays().played(by, self.start.read_move(played).map_err(bad)?);
        Ok(())
    }

    /// The move to play now.
    fn answer(&self) -> Option<PyReply> {
        let reply = self.plays().answer()?;
        Some((self.start.write_move(reply.play), reply.case.into_owned(), reply.escaped))
    }

    /// The strategy's explanation of the position.
    fn explain(&self) -> String {
        self.plays().explain().text
    }
}

fn parse_side(side: Option<&str>) -> PyResult<Option<Player>> {
    side.map(str::parse).transpose().map_err(bad)
}

/// Plays a strategy against an opponent, `every`, `random`, `trouble` or `engine`: the same report as that of the
/// command line.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn duel(
    py: Python<'_>,
    name: &str,
    position: &Position,
    side: Option<&str>,
    literal: bool,
    against: &str,
    amount: u64,
    seed: u64,
    budget: BudgetArgs,
) -> PyResult<String> {
    let opponent = match against {
        "every" => Opponent::Every,
        "random" => Opponent::Random(amount, seed),
        "trouble" => Opponent::Trouble(amount, seed),
        "engine" => Opponent::Engine(amount, seed),
        _ => {
            return Err(bad(format!(
                "there is no opponent `{against}`: every, random, trouble or engine"
            )));
        }
    };
    let options = Options { literal, ..Options::default() };
    let (info, start) = (find(name).map_err(bad)?, &position.0);
    let duel =
        Duel::new(info.name, start, parse_side(side)?, &options).map_err(bad)?.checking(true);
    let budget = budget.budget()?;
    let monitor = budget.monitor.clone();
    let report = run(py, &monitor, move || {
        let tally = play(&duel, &opponent, &budget);
        DuelReport::new(info, &duel, &[(opponent, tally)])
    })?;
    serde_json::to_string(&report).map_err(bad)
}
