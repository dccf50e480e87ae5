//! Writes certificates: for each claim that the solver knows to be true, a closed reply set that
//! `chromex-checker` accepts.
//!
//! The set is built by the checker's own [`replay`], which asks for a reply whenever one is needed;
//! here the solver answers, and its answers are written to the file. Any other source of replies,
//! such as a strategy from a paper, can take its place ([`prove_by`]).
//!
//! ```
//! use chromex::certificate::{checker::{Statement, check}, prove};
//! let position = "icol grid:3x3 .../.../... left".parse()?;
//! let statement = Statement::about(&position, "nimber = 1".parse()?);
//! let mut file = Vec::new();
//! prove(statement, &chromex::Budget::default())?.write(&mut file)?;
//! let proved = check(&mut file.as_slice(), 1 << 30, &mut |_| true)?;
//! assert_eq!(proved.header.statement.sentence(), "the nimber of icol on grid:3x3 is exactly *1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod clauses;
mod contradiction;
mod encoder;
mod explain;
mod near;
mod oracle;
mod saved;
mod strips;
mod subject;
mod suggest;
mod windows;

use std::io::{self, Write};

use chromex_checker::{
    Checksum, Choice, Header, Keys, Positions, Rejection, Statement, Task, Turn, replay,
};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::TextError;
use chromex_rules::{Move, Position};

use crate::ask::Unanswerable;
use crate::chi::ChiError;
use chromex_budget::{Budget, Stop};
use chromex_engine::Unsearchable;
use encoder::Encoder;
use near::Script;
use oracle::{Oracle, Ranking};

pub use blocks::prove_blocks;
pub use chromex_checker as checker;
pub use contradiction::Contradiction;
pub use explain::{Explanation, GraphFacts, Quotation, Shown, rules};
pub use saved::check_saved;
pub use strips::{NoStrip, prove_strip};
pub use subject::subject;
pub use suggest::{prove_claim, prove_least, suggest, suggest_least};
pub use windows::{NoWindow, prove_window};

/// A certificate, ready to be written.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The claim, and the size of the proof.
    pub header: Header,
    /// The number of replies.
    pub replies: u64,
    body: Vec<u8>,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// The game was not understood.
    #[error(transparent)]
    Game(#[from] TextError),
    /// The claim is not true.
    #[error("it is not true that {0}")]
    False(String),
    /// The claim makes no sense for the game.
    #[error("{0}")]
    Claim(String),
    /// The budget was used up.
    #[error("no certificate: {0}")]
    Stopped(#[from] Stop),
    /// The position is too large to be searched.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
    /// The exact answer, which should be claimed, was not found.
    #[error(transparent)]
    Unanswerable(#[from] Unanswerable),
    /// χ_g cannot be computed.
    #[error(transparent)]
    Chi(#[from] ChiError),
    /// Alice has no proof near the patients.
    #[error(
        "there is no proof near the patients that {0}. This does not mean that she loses: whole positions may prove it"
    )]
    NotNear(String),
    /// The checker would reject it.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// Proves a statement with the solver's replies.
///
/// The size of a certificate depends on which of several winning replies is chosen, and the best
/// way to rank them depends on the game. So each ranking is tried with a limit on the positions,
/// which grows until one succeeds; the smallest certificate is kept.
pub fn prove(statement: Statement, budget: &Budget) -> Result<Certificate, Unproved> {
    prove_beside(statement, &[], budget)
}

/// Proves that Alice wins the colouring game, with replies near the patients: states keep only what
/// is near vertices that can still go wrong. On large boards such sets are far smaller, but there
/// may be none although she wins. What Bob wins, as for `chi = 4`, is proved by whole positions.
pub fn prove_near(statement: Statement, budget: &Budget) -> Result<Certificate, Unproved> {
    let budget = &budget.running();
    let tasks = statement.tasks().map_err(Unproved::Claim)?;
    let mut scripts = Vec::new();
    for task in tasks.iter().filter(|task| task.is_near()) {
        let script = Script::find(task, &keys(task, &generators(&task.start.position))?, budget)?;
        scripts.push(script.ok_or_else(|| Unproved::NotNear(statement.sentence()))?);
    }
    match scripts.is_empty() {
        true => Err(Unproved::Claim(format!(
            "`{}` is no claim that Alice wins the colouring game, and nothing else is proved near the patients",
            statement.claim
        ))),
        false => prove_beside(statement, &scripts, budget),
    }
}

/// Proves what is left to prove beside the tasks with these scripts.
fn prove_beside(
    statement: Statement,
    scripts: &[Script],
    budget: &Budget,
) -> Result<Certificate, Unproved> {
    let budget = &budget.running();
    let mut oracles = Vec::new();
    let mut tasks = statement.tasks().map_err(Unproved::Claim)?;
    tasks.retain(|task| scripts.is_empty() || !task.is_near());
    let rankings = Ranking::for_tasks(&tasks);
    for task in tasks {
        let mut oracle = Oracle::new(task, budget)?;
        if !oracle.start_is_won()? {
            return Err(Unproved::False(statement.sentence()));
        }
        oracles.push(oracle);
    }
    let mut limit = FIRST_LIMIT + scripts.iter().map(|script| script.positions).sum::<u64>();
    loop {
        let mut best: Option<Certificate> = None;
        for &ranking in rankings {
            let most = best.as_ref().map_or(limit, |best| best.header.positions);
            let attempt = write(statement.clone(), scripts, most, |task, turn| {
                oracles[task].reply(turn, ranking)
            });
            match attempt {
                Err(Unproved::Rejected(Rejection::TooManyPositions(_))) => {}
                Err(error) => return Err(error),
                Ok(found) => best = Some(found),
            }
        }
        match best {
            Some(best) => return Ok(best),
            None => limit = limit.saturating_mul(10),
        }
    }
}

/// The number of positions that each ranking may use at first.
const FIRST_LIMIT: u64 = 100;

/// Proves a statement with the replies of a strategy; the checker's rules judge each of them.
///
/// The claim must not be one that is proved by comparison with another game (`nimber`, `value`).
pub fn prove_by(
    statement: Statement,
    mut strategy: impl FnMut(&Position) -> Move,
) -> Result<Certificate, Unproved> {
    write(statement, &[], u64::MAX, |_, turn| {
        let position = &turn.state.position;
        let m = strategy(position);
        let found = turn.choices.iter().position(|&choice| choice == Choice::Colour(m));
        found.ok_or_else(|| {
            let shown = position.write_move(m);
            Unproved::Claim(format!("the strategy plays {shown} in {position}: illegal"))
        })
    })
}

/// Replays the reply sets with these replies, one set after the other, and encodes the replies. If
/// there are scripts, they are for the tasks that can be shown near the patients; the others are
/// numbered for `reply`.
fn write(
    statement: Statement,
    scripts: &[Script],
    limit: u64,
    mut reply: impl FnMut(usize, &Turn<'_, Positions<'_>>) -> Result<usize, Unproved>,
) -> Result<Certificate, Unproved> {
    let tasks = statement.tasks().map_err(Unproved::Claim)?;
    let symmetries = tasks.first().map(|task| generators(&task.start.position));
    let symmetries = symmetries.unwrap_or_default();
    let mut encoder = Encoder::default();
    let (mut positions, mut replies) = (0, 0);
    let (mut scripts, is_near, mut index) = (scripts.iter(), !scripts.is_empty(), 0);
    for task in &tasks {
        let mut encode = |chosen, choices| {
            encoder.number(chosen, choices);
            replies += 1;
        };
        if is_near && task.is_near() {
            let script = scripts.next();
            script.iter().flat_map(|s| &s.replies).for_each(|&(chosen, of)| encode(chosen, of));
            positions += script.map_or(0, |script| script.positions);
            continue;
        }
        let played = Positions { task, keys: &keys(task, &symmetries)? };
        positions += replay(
            &played,
            limit - positions,
            || Ok(()),
            |turn| {
                let chosen = reply(index, turn)?;
                encode(chosen, turn.choices.len());
                Ok::<usize, Unproved>(chosen)
            },
        )?;
        index += 1;
    }
    let body = encoder.finish();
    let bytes = body.len() as u64;
    let mut header = Header { statement, symmetries, is_near, positions, bytes, checksum: 0 };
    let mut checksum = Checksum::default();
    checksum.add(header.to_string().as_bytes());
    checksum.add(&body);
    header.checksum = checksum.0;
    Ok(Certificate { header, replies, body })
}

fn keys(task: &Task, symmetries: &[Vec<u8>]) -> Result<Keys, Unproved> {
    let start = &task.start.position;
    Keys::new(start.game(), start.board().graph(), symmetries).map_err(Unproved::Claim)
}

/// Generators of symmetries of the board: as many of nauty's as generate a group that is not too
/// large.
fn generators(position: &Position) -> Vec<Vec<u8>> {
    let (game, graph) = (position.game(), position.board().graph());
    let mut chosen: Vec<Vec<u8>> = Vec::new();
    if !game.respects_symmetry() || graph.order() > chromex_checker::MAX_ORDER {
        return chosen;
    }
    let Some(symmetry) = Symmetry::of_uncoloured(graph) else { return chosen };
    for images in symmetry.generators() {
        chosen.push(images.iter().map(|&v| v as u8).collect());
        if Keys::new(game, graph, &chosen).is_err() {
            chosen.pop();
        }
    }
    chosen
}

impl Certificate {
    /// The number of bytes of the whole file.
    pub fn bytes(&self) -> u64 {
        (self.head().len() + self.body.len()) as u64
    }

    fn head(&self) -> String {
        format!("{}checksum: {:016x}\n", self.header, self.header.checksum)
    }

    /// Writes the file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.head().as_bytes())?;
        out.write_all(&self.body)
    }
}
