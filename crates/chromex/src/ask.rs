//! The steps of a question: is the game over, does a theorem settle it, does the store know the
//! answer, search.
//!
//! Each step reports facts as [`Event`]s, and the answer is their sum. The value comes first, then
//! the moves, so that a question that is stopped has what is known by then.

use std::collections::HashMap;
use std::time::Duration;

use chromex_budget::{Budget, Stop};
use chromex_engine::Component;
use chromex_engine::{Class, Outcome, Solver, Unsearchable, Value, finished};
use chromex_graph_tools::symmetry::Symmetry;
use chromex_graphs::Limit;
use chromex_rules::{Convention, Game, Goal, Move, Player, Position, UNCOLOURED};
use chromex_theory::{settle, settle_a_star};

use crate::answer::{Answer, Bound, Event, MoveValue, Provenance, has_outcome, is_lost};
use crate::question::{Ask, Question};
use crate::store::Recalled;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unanswerable {
    /// No theorem applies and the position cannot be searched.
    #[error(transparent)]
    Unsearchable(#[from] Unsearchable),
    /// There is nothing to win for one of the players.
    #[error(
        "nobody wins `{0}`: only Alice's component counts, so that Bob has nothing to win; ask for its \
         value"
    )]
    NoOutcome(String),
    /// A* was asked about another game.
    #[error("A* and A_µ are asked of the largest connected subgraph game, not of `{0}`")]
    NotConnected(String),
}

/// The number of positions that the search of a move may take in the first round, and the factor
/// for each further round.
const FIRST_ROUND: u64 = 1 << 12;
const ROUND_GROWTH: u64 = 8;

/// If a theorem gives the value, at most this many positions are searched for the best moves. On
/// boards with more vertices than that, fewer positions are searched, since each takes longer.
const POSITIONS_FOR_MOVES: u64 = 100_000;
const ORDINARY_ORDER: u64 = 64;

/// If the moves are stored, the parts of a position are reported only if this takes at most this
/// many positions.
const POSITIONS_FOR_COMPONENTS: u64 = 20_000;

/// The longest time that a question waits for other processes to unlock the store.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers a question.
pub fn ask(question: &Question<'_>) -> Result<Answer, Unanswerable> {
    ask_with(question, &mut |_| ())
}

/// Answers a question, and reports every fact as soon as it is known.
pub fn ask_with(
    question: &Question<'_>,
    report: &mut dyn FnMut(&Event),
) -> Result<Answer, Unanswerable> {
    let budget = question.budget.running();
    let question = Question { budget: budget.clone(), ..question.clone() };
    budget.during(|| answer(&question, report))
}

/// Reports the values of some of the moves, so that several programs that share nothing can divide
/// them: of moves that symmetry makes equal only one is solved, and of these every `of`th is
/// reported, starting with number `part`. Uses search only.
pub fn ask_share(
    question: &Question<'_>,
    part: usize,
    of: usize,
    report: &mut dyn FnMut(&Event),
) -> Result<(), Unanswerable> {
    let position = question.position;
    let budget = question.budget.running();
    budget.during(|| {
        let mut solver = match Solver::new(position, &budget) {
            Err(Unsearchable::Stopped(stop)) => {
                report(&Event::Stopped(stop));
                return Ok(());
            }
            made => made?,
        };
        for class in classes_of_moves(position).iter().skip(part).step_by(of.max(1)) {
            let after = position.play(class[0]).expect("listed moves are legal");
            match solver.value(&after) {
                Ok(value) => class.iter().for_each(|&played| {
                    report(&Event::Move(MoveValue { played, value: Some(value.clone()) }));
                }),
                Err(stop) => {
                    report(&Event::Stopped(stop));
                    return Ok(());
                }
            }
        }
        report(&Event::MovesComplete);
        Ok(())
    })
}

fn answer(question: &Question<'_>, report: &mut dyn FnMut(&Event)) -> Result<Answer, Unanswerable> {
    if question.ask == Ask::AStar {
        let position = RedQuestion::AStar.position(question.position)?;
        let question = Question { position: &position, ..question.clone() };
        return Inquiry { question: &question, answer: Answer::default(), report }.a_star();
    }
    if question.ask == Ask::Outcome && !has_outcome(question.position) {
        return Err(Unanswerable::NoOutcome(question.position.game().name()));
    }
    Inquiry { question, answer: Answer::default(), report }.run()
}

/// The answer in the store, if it contains everything that was asked for.
pub(crate) fn recalled(question: &Question<'_>) -> Option<Answer> {
    let mut inquiry = Inquiry { question, answer: Answer::default(), report: &mut |_| () };
    inquiry.recall();
    inquiry.is_answered().then_some(inquiry.answer)
}

/// What is asked of the largest connected subgraph game about Alice's component alone (Bensmail et al., section 5): each is a
/// question about a variant of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RedQuestion {
    /// A*: whether Alice can force a single red component.
    AStar,
    /// A_µ: the order of the largest red component that she can force.
    AMu,
    /// A_µ*: the same while she wins; 0 if she does not win.
    AMuStar,
}

impl RedQuestion {
    /// All of them.
    pub const ALL: [RedQuestion; 3] = [RedQuestion::AStar, RedQuestion::AMu, RedQuestion::AMuStar];

    /// As it is typed: `a_star`, `a_mu`, `a_mu_star`.
    pub fn name(self) -> &'static str {
        match self {
            RedQuestion::AStar => "a_star",
            RedQuestion::AMu => "a_mu",
            RedQuestion::AMuStar => "a_mu_star",
        }
    }

    /// The question of this name.
    pub fn named(name: &str) -> Option<RedQuestion> {
        RedQuestion::ALL.into_iter().find(|question| name == question.name())
    }

    /// The variant of the game, and what is asked of that.
    pub fn variant(self) -> (Game, Ask) {
        match self {
            RedQuestion::AStar => (Game::connected_maker_breaker(), Ask::AStar),
            RedQuestion::AMu => (Game::connected_maker_breaker(), Ask::Value),
            RedQuestion::AMuStar => (Game::connected_when_winning(), Ask::Value),
        }
    }

    /// The same position in the variant.
    pub fn position(self, position: &Position) -> Result<Position, Unanswerable> {
        let ((variant, _), game) = (self.variant(), position.game());
        if *game == variant {
            return Ok(position.clone());
        }
        let other = || Unanswerable::NotConnected(game.name());
        if game.goal() != (Goal::LargestComponent { both_count: true }) {
            return Err(other());
        }
        let (board, colouring) = (position.board().clone(), position.colouring().to_vec());
        Position::new(variant, board, colouring, position.turn()).map_err(|_| other())
    }
}

/// The number of vertices that Alice will have coloured at the end.
pub fn reds_at_the_end(position: &Position) -> usize {
    let red = position.colouring().iter().filter(|&&colour| colour == 1).count();
    let open = position.colouring().iter().filter(|&&colour| colour == UNCOLOURED).count();
    let mover = usize::from(position.turn() == Player::Left);
    red + (open + mover) / 2
}

/// A question that is being answered.
struct Inquiry<'a> {
    question: &'a Question<'a>,
    answer: Answer,
    report: &'a mut dyn FnMut(&Event),
}

impl Inquiry<'_> {
    fn report(&mut self, event: Event) {
        self.answer.add(&event);
        (self.report)(&event);
    }

    fn run(mut self) -> Result<Answer, Unanswerable> {
        let position = self.question.position;
        if let Some(value) = self.question.budget.during(|| finished(position)) {
            self.value(value);
            self.answer.provenance = Provenance::Rules;
            self.report(Event::MovesComplete);
            return Ok(self.answer);
        }
        let theorem = if self.question.sources.theorems { settle(position) } else { None };
        if let Some((theorem, settled)) = theorem {
            self.report(Event::Theorem(theorem, settled));
        }
        if !self.is_answered() {
            self.recall();
        }
        if !self.is_answered() {
            self.search()?;
        }
        if position.convention() == Convention::Misere && self.answer.stopped.is_none() {
            self.tameness();
        }
        Ok(self.answer)
    }

    /// Finds how a position in misère play behaves in sums, if that is quick.
    fn tameness(&mut self) {
        let little =
            Budget { nodes: Some(POSITIONS_FOR_COMPONENTS), ..self.question.budget.clone() };
        let position = self.question.position;
        let found = Solver::new(position, &little).map(|mut solver| solver.tameness(position));
        if let Ok(Ok(Some(tameness))) = found {
            self.report(Event::Tameness(tameness));
        }
    }

    fn is_answered(&self) -> bool {
        let Answer { value, outcome, moves_complete, .. } = &self.answer;
        match self.question.ask {
            Ask::Outcome => outcome.is_some(),
            Ask::Value => value.is_some(),
            Ask::BestMoves | Ask::AllMoves => value.is_some() && *moves_complete,
            Ask::AStar => self.answer.a_star.is_some(),
        }
    }

    /// Reports the value, and the winner that follows from it.
    fn value(&mut self, value: Value) {
        if has_outcome(self.question.position) && self.answer.outcome.is_none() {
            self.report(Event::Outcome(value.outcome()));
        }
        self.report(Event::Value(value));
    }

    /// How long to wait for the store.
    fn patience(&self) -> Duration {
        self.question.budget.time_left().map_or(PATIENCE, |left| left.min(PATIENCE))
    }

    /// Stores what is known, even if the time is up: the store has already computed the symmetries
    /// of this position.
    fn keep(&self) {
        let Some(store) = self.question.sources.store else { return };
        Limit::NONE.during(|| store.keep(self.question.position, &self.answer, self.patience()));
    }

    fn recall(&mut self) {
        let Some(store) = self.question.sources.store else { return };
        let Some(known) = store.recall(self.question.position, self.patience()) else { return };
        let Recalled { value, outcome, best, moves, statistics, origin, .. } = known;
        let by_theorem = self.answer.value.is_some();
        if value.is_some() || outcome.is_some() {
            self.report(Event::Stored(origin, statistics));
        }
        match (value, outcome) {
            (Some(value), _) if !by_theorem => self.value(value),
            (None, Some(outcome)) if self.answer.outcome.is_none() => {
                self.report(Event::Outcome(outcome));
            }
            _ => {}
        }
        self.recall_moves(best, moves);
    }

    fn recall_moves(&mut self, best: Option<Vec<Move>>, moves: Option<Vec<MoveValue>>) {
        let position = self.question.position;
        let Some(whole) = self.answer.value.clone() else { return };
        let found: Vec<MoveValue> = match (self.question.ask, best, moves) {
            (Ask::AllMoves, _, Some(moves)) => moves,
            (Ask::BestMoves, _, Some(moves)) => moves
                .into_iter()
                .filter(|m| m.value.as_ref().is_some_and(|v| is_best(position, &whole, v)))
                .collect(),
            (Ask::BestMoves, Some(best), None) => {
                let value = value_of_best(position, &whole);
                best.into_iter().map(|played| MoveValue { played, value: value.clone() }).collect()
            }
            _ => return,
        };
        found.into_iter().for_each(|found| self.report(Event::Move(found)));
        self.report(Event::MovesComplete);
        if self.question.ask == Ask::AllMoves {
            let little =
                Budget { nodes: Some(POSITIONS_FOR_COMPONENTS), ..self.question.budget.clone() };
            // The parts are reported if they are found quickly.
            let _ = Solver::new(position, &little).map(|mut solver| self.components(&mut solver));
        }
    }

    fn search(&mut self) -> Result<(), Unanswerable> {
        let (position, sources) = (self.question.position, self.question.sources);
        // A theorem has given the value: the best moves are listed if they are found quickly.
        let in_passing = self.answer.value.is_some()
            && self.answer.stored.is_none()
            && self.question.ask == Ask::BestMoves;
        let mut budget = self.question.budget.clone();
        if in_passing {
            let order = ORDINARY_ORDER.max(position.board().graph().order() as u64);
            let most = POSITIONS_FOR_MOVES * ORDINARY_ORDER / order;
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let mut solver = match Solver::saving(position, &budget, sources.saved) {
            Ok(solver) => solver,
            Err(unusable @ Unsearchable::Checkpoint(_)) => return Err(unusable.into()),
            Err(_) if in_passing => return Ok(()),
            Err(Unsearchable::Stopped(stop)) => {
                self.report(Event::Stopped(stop));
                self.keep();
                return Ok(());
            }
            Err(why) if self.answer.outcome.is_some() => {
                self.report(Event::Unsearchable(why.to_string()));
                return Ok(());
            }
            Err(why) => return Err(why.into()),
        };
        let found = self.find(&mut solver);
        // If the value comes from the store, the cost of finding it is reported.
        if self.answer.stored.is_none() {
            self.report(Event::Cost(solver.statistics()));
        }
        match found {
            Err(_) if in_passing => self.answer.moves.clear(),
            Err(stop) => self.report(Event::Stopped(stop.of(&self.question.budget))),
            Ok(()) => {}
        }
        self.answer.moves.sort_by_key(|found| found.played);
        self.keep();
        Ok(())
    }

    /// Finds the winner, the value and the moves, if they were asked for and are not known.
    fn find(&mut self, solver: &mut Solver) -> Result<(), Stop> {
        let position = self.question.position;
        if self.question.ask == Ask::AllMoves {
            self.components(solver)?;
        }
        if self.question.ask == Ask::Outcome {
            let outcome = solver.outcome(position)?;
            self.report(Event::Outcome(outcome));
            return Ok(());
        }
        if self.answer.value.is_none() {
            let value = match position.convention() {
                Convention::Impartial => self.nimber(solver)?,
                Convention::Scoring => self.score(solver)?,
                _ => solver.value(position)?,
            };
            self.value(value);
        }
        match self.question.ask {
            Ask::BestMoves => self.best_moves(solver)?,
            Ask::AllMoves => self.all_moves(solver)?,
            Ask::Outcome | Ask::Value | Ask::AStar => {}
        }
        if self.answer.stored.is_some() && self.moves_contradict() {
            // The store is wrong. The final answer is compared with the store when it is stored,
            // and the contradiction is reported.
            self.answer = Answer::default();
            return self.find(solver);
        }
        Ok(())
    }

    /// Whether the moves imply a different value.
    fn moves_contradict(&self) -> bool {
        let (position, moves) = (self.question.position, &self.answer.moves);
        let Some(whole) = &self.answer.value else { return false };
        match self.question.ask {
            Ask::AllMoves => value_from_moves(position, moves).is_some_and(|value| value != *whole),
            Ask::BestMoves => moves.is_empty() && !is_lost(position.turn(), whole),
            Ask::Outcome | Ask::Value | Ask::AStar => false,
        }
    }

    /// The values of the parts, if there are several.
    fn components(&mut self, solver: &mut Solver) -> Result<(), Stop> {
        let position = self.question.position;
        let sum = matches!(position.convention(), Convention::Impartial | Convention::Partisan);
        let reach = position.game().pairwise_reach().filter(|_| sum);
        let Some(reach) = reach else { return Ok(()) };
        if Component::all(position, reach, solver.meter())?.len() < 2 {
            return Ok(());
        }
        for (cells, value) in solver.components(position)? {
            self.report(Event::Component(cells, value));
        }
        Ok(())
    }

    /// Asks: is it *0, *1, …? This is how the engines look for the nimber, and every “no” is worth
    /// knowing.
    fn nimber(&mut self, solver: &mut Solver) -> Result<Value, Stop> {
        let position = self.question.position;
        // A position with m moves has at most the nimber m.
        let most = position.moves().len() as u32;
        self.report(Event::Bound(Bound::Nimber { least: 0, most }));
        // If the engine prefers to be asked about another nimber first, a “yes” to that question is
        // already the answer.
        let first = solver.first_nimber();
        if (1..=most).contains(&first) && solver.is_nimber(first, position)? {
            return Ok(Value::Nimber(first));
        }
        for heap in 0..most {
            if solver.is_nimber(heap, position)? {
                return Ok(Value::Nimber(heap));
            }
            if heap == 0 && self.answer.outcome.is_none() {
                self.report(Event::Outcome(Outcome::Class(Class::N)));
            }
            self.report(Event::Bound(Bound::Nimber { least: heap + 1, most }));
        }
        Ok(Value::Nimber(most))
    }

    /// Finds the winner, and then the score.
    fn score(&mut self, solver: &mut Solver) -> Result<Value, Stop> {
        let position = self.question.position;
        if has_outcome(position) && self.answer.outcome.is_none() {
            let outcome = solver.outcome(position)?;
            self.report(Event::Outcome(outcome));
        }
        match self.answer.outcome {
            Some(Outcome::Winner(Player::Left)) => self.report(Event::Bound(Bound::AtLeast(1))),
            Some(Outcome::Winner(Player::Right)) => self.report(Event::Bound(Bound::AtMost(-1))),
            Some(Outcome::Draw) => return Ok(Value::Score(0)),
            _ => {}
        }
        solver.value(position)
    }

    fn best_moves(&mut self, solver: &mut Solver) -> Result<(), Stop> {
        let position = self.question.position;
        let Some(whole) = self.answer.value.clone() else { return Ok(()) };
        let lost = is_lost(position.turn(), &whole) && position.convention() != Convention::Scoring;
        if !lost {
            self.each_class(solver, |solver, after| best_value(position, &whole, solver, after))?;
        }
        self.report(Event::MovesComplete);
        Ok(())
    }

    fn all_moves(&mut self, solver: &mut Solver) -> Result<(), Stop> {
        self.each_class(solver, |solver, after| solver.value(after).map(Some))?;
        self.report(Event::MovesComplete);
        Ok(())
    }

    /// Examines each legal move, but only one of those that symmetry makes equal, and reports those
    /// whose values are found. All moves get a little time first; those that are still unsolved get
    /// more in each round. So what the search for the value has found out, and what is easy, is
    /// reported early.
    fn each_class(
        &mut self,
        solver: &mut Solver,
        mut find: impl FnMut(&mut Solver, &Position) -> Result<Option<Value>, Stop>,
    ) -> Result<(), Stop> {
        let position = self.question.position;
        let mut open = classes_of_moves(position);
        let (of, mut done) = (open.iter().map(Vec::len).sum(), 0);
        self.report(Event::Progress { done, of });
        let mut positions = FIRST_ROUND;
        while !open.is_empty() {
            // The last one does not have to wait for others.
            let most = if open.len() == 1 { u64::MAX } else { positions };
            let mut later = Vec::new();
            for class in open {
                solver.report_root(done, of);
                let after = position.play(class[0]).expect("listed moves are legal");
                let Some(value) = solver.within(most, |solver| find(solver, &after))? else {
                    later.push(class);
                    continue;
                };
                done += class.len();
                for played in class.into_iter().filter(|_| value.is_some()) {
                    self.report(Event::Move(MoveValue { played, value: value.clone() }));
                }
                self.report(Event::Progress { done, of });
            }
            open = later;
            positions = positions.saturating_mul(ROUND_GROWTH);
            if !open.is_empty() {
                self.report(Event::OthersTakeLonger);
            }
        }
        Ok(())
    }

    /// A*, in the game in which only Alice's component counts.
    fn a_star(mut self) -> Result<Answer, Unanswerable> {
        let (position, sources) = (self.question.position, self.question.sources);
        let theorem = if sources.theorems { settle_a_star(position) } else { None };
        if let Some((theorem, member)) = theorem {
            self.report(Event::AStar(member));
            self.answer.provenance = Provenance::Theorem(theorem);
            return Ok(self.answer);
        }
        let known = sources.store.and_then(|store| store.recall(position, self.patience()));
        if let Some(Recalled { a_star: Some(member), statistics, origin, .. }) = known {
            self.report(Event::Stored(origin, statistics));
            self.report(Event::AStar(member));
            return Ok(self.answer);
        }
        let mut solver = match Solver::saving(position, &self.question.budget, sources.saved) {
            Err(Unsearchable::Stopped(stop)) => {
                self.report(Event::Stopped(stop));
                self.keep();
                return Ok(self.answer);
            }
            made => made?,
        };
        let found = solver.at_least(reds_at_the_end(position) as i32, position);
        self.report(Event::Cost(solver.statistics()));
        match found {
            Ok(member) => self.report(Event::AStar(member)),
            Err(stop) => self.report(Event::Stopped(stop)),
        }
        self.keep();
        Ok(self.answer)
    }
}

/// The value of a position from the values of all its moves; `None` for partisan and misère games,
/// whose values need the moves of both players, and if there are no moves.
pub fn value_from_moves(position: &Position, moves: &[MoveValue]) -> Option<Value> {
    let values: Vec<&Value> = moves.iter().filter_map(|m| m.value.as_ref()).collect();
    let scores = || {
        values.iter().filter_map(|value| match value {
            Value::Score(score) => Some(*score),
            _ => None,
        })
    };
    let mover = position.turn();
    match position.convention() {
        _ if moves.is_empty() => None,
        Convention::Impartial => (0..).map(Value::Nimber).find(|nimber| !values.contains(&nimber)),
        Convention::Partisan | Convention::Misere => None,
        Convention::MakerBreaker => {
            let wins = values.contains(&&Value::Winner(mover));
            Some(Value::Winner(if wins { mover } else { mover.opponent() }))
        }
        Convention::Scoring if mover == Player::Left => scores().max().map(Value::Score),
        Convention::Scoring => scores().min().map(Value::Score),
    }
}

/// Whether a move with value `after` is one of the best moves of a position with value `whole`.
pub(crate) fn is_best(position: &Position, whole: &Value, after: &Value) -> bool {
    let mover = position.turn();
    match position.convention() {
        Convention::Scoring => whole == after,
        _ => after.winner(mover.opponent()) == Some(mover),
    }
}

/// The value after all best moves, if it follows from the value of the position.
fn value_of_best(position: &Position, whole: &Value) -> Option<Value> {
    match position.convention() {
        Convention::Impartial => Some(Value::Nimber(0)),
        Convention::MakerBreaker | Convention::Scoring => Some(whole.clone()),
        Convention::Partisan | Convention::Misere => None,
    }
}

/// The value after a move if the move is one of the best; it does no more work than necessary to
/// decide this.
pub(crate) fn best_value(
    position: &Position,
    whole: &Value,
    solver: &mut Solver,
    after: &Position,
) -> Result<Option<Value>, Stop> {
    let best = match (position.convention(), whole) {
        (Convention::Impartial, _) => solver.is_nimber(0, after)?,
        (Convention::Scoring, Value::Score(score)) if position.turn() == Player::Left => {
            solver.at_least(*score, after)?
        }
        (Convention::Scoring, Value::Score(score)) => !solver.at_least(score + 1, after)?,
        _ => {
            let value = solver.value(after)?;
            return Ok(is_best(position, whole, &value).then_some(value));
        }
    };
    Ok(if best { value_of_best(position, whole) } else { None })
}

/// The legal moves, grouped by symmetry.
pub(crate) fn classes_of_moves(position: &Position) -> Vec<Vec<Move>> {
    let classes = MoveClasses::new(position);
    let mut places: HashMap<(usize, u8), usize> = HashMap::new();
    let mut groups: Vec<Vec<Move>> = Vec::new();
    for m in position.moves() {
        let place = *places.entry(classes.of(m)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(m),
            None => groups.push(vec![m]),
        }
    }
    groups
}

/// Decides which moves are equal up to symmetry of the graph and, if colours are interchangeable,
/// up to renaming of colours.
struct MoveClasses {
    orbits: Option<Vec<usize>>,
    order: usize,
    /// For each copy of the graph, the smallest colour not used on it; larger ones are equivalent
    /// to it.
    first_unused: Vec<u8>,
}

impl MoveClasses {
    fn new(position: &Position) -> MoveClasses {
        let (game, order) = (position.game(), position.board().order());
        let used = |copy: &[u8]| copy.iter().copied().max().unwrap_or(UNCOLOURED);
        let all_from = |copy: &[u8]| match game.colours_alike() {
            true => used(copy) + 1,
            false => u8::MAX,
        };
        MoveClasses {
            orbits: game.respects_symmetry().then(|| orbits_of(position)).flatten(),
            order,
            first_unused: position.colouring().chunks(order.max(1)).map(all_from).collect(),
        }
    }

    fn of(&self, m: Move) -> (usize, u8) {
        if m.is_skip() {
            return (m.cell, m.colour);
        }
        let (copy, vertex) = (m.cell / self.order, m.cell % self.order);
        let vertex = self.orbits.as_ref().map_or(vertex, |orbits| orbits[vertex]);
        (copy * self.order + vertex, m.colour.min(self.first_unused[copy]))
    }
}

/// On larger boards only twins are looked for: nauty can be slow for thousands of vertices.
const MAX_FOR_SYMMETRY: usize = 500;

/// For each vertex, a vertex to which a symmetry of the coloured graph maps it: on boards that are
/// small enough for nauty the least such vertex, on larger boards the first one with the same
/// neighbours and colours. `None` if nauty was stopped.
fn orbits_of(position: &Position) -> Option<Vec<usize>> {
    let (graph, order) = (position.board().graph(), position.board().order());
    let colour_of = |v: usize| {
        position.colouring().iter().skip(v).step_by(order.max(1)).fold(0, |all, &colour| {
            all * (1 + chromex_rules::MAX_COLOURS as u32) + u32::from(colour)
        })
    };
    if order <= MAX_FOR_SYMMETRY {
        let colours: Vec<u32> = (0..order).map(colour_of).collect();
        let symmetry = Symmetry::of(graph, &colours)?;
        return Some((0..order).map(|v| symmetry.orbit(v)).collect());
    }
    let mut first = HashMap::new();
    let sides = |v: usize| -> [Box<[usize]>; 2] {
        [graph.out_neighbours(v).collect(), graph.in_neighbours(v).collect()]
    };
    Some((0..order).map(|v| *first.entry((colour_of(v), sides(v))).or_insert(v)).collect())
}
