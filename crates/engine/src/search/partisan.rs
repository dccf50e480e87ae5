//! The engine for values on a board: list games are placed on a lattice if there is one, and values
//! come with the facts that people ask for.

use chromex_files::FileError;
use chromex_graphs::Point;
use chromex_rules::{Convention, Player, Position};

use crate::checkpoint::Checkpoint;
use crate::engine::{Engine, Findings, FormEngine, Member, Setup, Unsearchable};
use crate::model::Model;
use crate::model::lattice::Lattice;
use crate::model::lists::{ListGame, Lists, fingerprint};
use crate::model::normal::{Normaliser, has_many_symmetries};
use crate::model::word::{Word, vertices};
use crate::search::cold::{self, Cold, ColdValues};
use crate::search::misere::Misere;
use crate::search::nimbers::Resources;
use crate::search::plain::partisan::Partisan;
use crate::search::values::{self, Outcomes, Values};
use crate::value::{Class, FormValue, Outcome, Value};
use chromex_budget::{Budget, Meter, Stop};
use chromex_values::{Arena, Form};

/// Values and outcomes of Col, Snort and other partisan list games of two colours.
pub(crate) struct PartisanEngine {
    /// Reads positions; it has the numbering of the compiled game.
    game: ListGame,
    /// The numbers of its vertices in the numbering of the engines.
    places: Vec<usize>,
    /// Finds outcomes, and values too.
    outcomes: Outcomes,
    /// Finds values faster, if all values are numbers or numbers plus star.
    cold: Option<Box<dyn ColdValues<Lists>>>,
    /// Identifies the rule, for files.
    fingerprint: u64,
}

/// The engine for partisan games whose rule is about pairs of vertices, fast or plain, and for such
/// games in misère play, where it only finds outcomes.
pub(crate) fn engine(
    position: &Position,
    setup: &Setup<'_>,
) -> Option<Result<Box<dyn Engine>, Unsearchable>> {
    let game = position.game();
    let (convention, reach) = (game.convention(), game.pairwise_reach()?);
    if !matches!(convention, Convention::Partisan | Convention::Misere) {
        return None;
    }
    Some(ListGame::compile(position, reach, setup.meter).map_err(Unsearchable::from).and_then(
        |compiled| {
            if convention == Convention::Misere {
                setup.nothing_saved()?;
                return Ok(match game.colours_are_shared() && !setup.plain {
                    true => Box::new(Misere::new(compiled)) as Box<dyn Engine>,
                    false => Box::new(Partisan::misere(compiled)),
                });
            }
            if setup.plain {
                return Ok(Box::new(Partisan::new(compiled)));
            }
            let mut engine = PartisanEngine::new(compiled, position, setup.budget);
            if let Some(checkpoint) = setup.checkpoint(0)? {
                engine.save_to(checkpoint)?;
            }
            Ok(Box::new(engine))
        },
    ))
}

impl Engine for PartisanEngine {
    fn describe(&self) -> &'static str {
        match self.cold {
            Some(_) => "numbers, with or without star, of the components of a list game",
            None => "canonical forms of the components of a list game",
        }
    }

    fn value(&mut self, position: &Position, meter: &mut Meter) -> Result<Value, Stop> {
        self.value_of(self.lists(position), meter).map(Value::Form)
    }

    /// Found by the search that does not need the values of large components.
    fn outcome(&mut self, position: &Position, meter: &mut Meter) -> Result<Outcome, Stop> {
        if let Some(cold) = &mut self.cold {
            return cold.class(&self.game.lists(position), meter).map(Outcome::Class);
        }
        let lists = self.lists(position);
        let left = self.outcomes.wins(lists.clone(), Player::Left, meter)?;
        let right = self.outcomes.wins(lists, Player::Right, meter)?;
        Ok(Outcome::Class(Class::new(left, right)))
    }

    fn components(
        &mut self,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Vec<(Vec<usize>, Value)>, Stop> {
        let parts = self.outcomes.values().game().parts(self.lists(position));
        let found = parts.into_iter().map(|part| {
            let open = ListGame::open(&part);
            let here = |v: &usize| open >> self.places[*v] & 1 == 1;
            let cells = (0..self.game.order()).filter(here).map(|v| self.game.cells()[v]);
            Ok((cells.collect(), Value::Form(self.value_of(part, meter)?)))
        });
        found.collect()
    }

    fn forms(&mut self) -> Option<&mut dyn FormEngine> {
        Some(self)
    }

    fn found(&mut self, most: usize) -> Vec<Findings> {
        self.cold.iter_mut().map(|cold| cold.found(most)).collect()
    }

    fn take(&mut self, findings: &Findings) {
        self.cold.iter_mut().for_each(|cold| cold.take(findings));
    }

    fn stand_at(&mut self, member: Member) {
        self.cold.iter_mut().for_each(|cold| cold.stand_at(member));
    }
}

impl FormEngine for PartisanEngine {
    /// The form must stay valid, so nothing is forgotten when the memory is full.
    fn compare(
        &mut self,
        position: &Position,
        form: Form,
        meter: &mut Meter,
    ) -> Result<(bool, bool), Stop> {
        let value = match &self.cold {
            Some(_) => self.form_of(self.lists(position), meter)?,
            None => {
                let lists = self.lists(position);
                self.values().value_at_once(lists, meter)?
            }
        };
        let arena = self.values().arena_mut();
        Ok((arena.le(form, value), arena.le(value, form)))
    }

    fn form(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Stop> {
        self.values().arena_mut().from_options(left, right).map_err(|_| Stop::OutOfRange)
    }

    fn value_as_form(
        &mut self,
        position: &Position,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<String>, Stop> {
        let value = self.form_of(self.lists(position), meter)?;
        Ok(plain(self.values().arena_mut(), value, most))
    }
}

impl PartisanEngine {
    /// An engine for the compiled form of this position.
    pub(crate) fn new(game: ListGame, position: &Position, budget: &Budget) -> PartisanEngine {
        let points = position.board().points();
        let points: Option<Vec<Point>> =
            points.map(|points| game.cells().iter().map(|&cell| points[cell]).collect());
        let resources = Resources { bytes: budget.memory, threads: budget.threads };
        let cold = cold::search(&game, points.as_deref(), resources);
        let points = points.filter(|_| !has_many_symmetries(&game));
        let lattice = points.and_then(|points| Lattice::find(&game, &points, 128));
        let places = match &lattice {
            Some(lattice) => lattice.places.clone(),
            None => (0..game.order()).collect(),
        };
        let outcomes = Outcomes::new(values(&game, lattice.as_ref()));
        let fingerprint = rule_fingerprint(&game, lattice.as_ref());
        PartisanEngine { places, outcomes, cold, game, fingerprint }
    }

    /// Reads what an earlier search has saved, and saves what this one finds.
    pub(crate) fn save_to(&mut self, checkpoint: Checkpoint) -> Result<(), FileError> {
        match &mut self.cold {
            Some(cold) => cold.save_to(checkpoint),
            None => self.outcomes.values_mut().save_to(checkpoint, self.fingerprint),
        }
    }

    fn values(&mut self) -> &mut Values {
        self.outcomes.values_mut()
    }

    fn value_of(&mut self, lists: Lists, meter: &mut Meter) -> Result<FormValue, Stop> {
        let form = self.form_of(lists, meter)?;
        FormValue::new(self.values().arena_mut(), form).map_err(|_| Stop::OutOfRange)
    }

    /// The value of a position in the numbering of the engines.
    fn form_of(&mut self, lists: Lists, meter: &mut Meter) -> Result<Form, Stop> {
        let Some(cold) = &mut self.cold else { return self.values().value(lists, meter) };
        let back = |set: &u128| {
            let here = |v: &usize| set.contains(self.places[*v]);
            (0..self.places.len()).filter(here).fold(0, |all, v| all | 1 << v)
        };
        let Cold { number, star } = cold.value(&lists.iter().map(back).collect(), meter)?;
        let arena = self.outcomes.values_mut().arena_mut();
        let number = arena.number(number).map_err(|_| Stop::OutOfRange)?;
        let star = arena.nimber(star.into()).map_err(|_| Stop::OutOfRange)?;
        arena.add(number, star).map_err(|_| Stop::OutOfRange)
    }

    fn lists(&self, position: &Position) -> Lists {
        let placed = |set: &u128| vertices(*set).fold(0, |all, v| all | 1 << self.places[v]);
        self.game.lists(position).iter().map(placed).collect()
    }
}

/// A form written only with numbers, nimbers and braces, if it has at most `most` characters.
fn plain(arena: &mut Arena, form: Form, most: usize) -> Option<String> {
    let text = arena.display_within(form, most)?;
    let digits = |c: char| c.is_ascii_digit() || "-/".contains(c);
    let number =
        |text: &str| text.starts_with('-') || text.starts_with(|c: char| c.is_ascii_digit());
    if text.chars().all(digits) && number(&text)
        || text.strip_prefix('*').is_some_and(|rest| rest.chars().all(digits))
    {
        return Some(text);
    }
    let mut sides = Vec::new();
    for options in [arena.left_options(form), arena.right_options(form)] {
        let texts: Option<Vec<String>> =
            options.into_iter().map(|option| plain(arena, option, most)).collect();
        sides.push(texts?.join(","));
    }
    let text = format!("{{{}|{}}}", sides[0], sides[1]);
    (text.len() <= most).then_some(text)
}

/// If this number is equal, equal lists are equal positions. Impartial games with the same rule
/// have a different number.
fn rule_fingerprint(game: &ListGame, lattice: Option<&Lattice>) -> u64 {
    let kind = u64::from_le_bytes(*b"partisan");
    let meaning = lattice.map_or_else(|| vec![game.fingerprint()], |found| found.meaning.clone());
    fingerprint([kind, lattice.is_some().into()].into_iter().chain(meaning))
}

fn values(game: &ListGame, lattice: Option<&Lattice>) -> Values {
    let normaliser = match lattice {
        Some(lattice) => Normaliser::<u128>::on_lattice(lattice),
        None => Normaliser::new(game),
    };
    let lists = move |lists: Lists| match lists.as_slice() {
        &[left, right] => Lists::from_slice(&normaliser.normal([left, right])),
        _ => lists,
    };
    let pairs = match lattice {
        Some(lattice) if lattice.game.order() <= 64 => Some(Normaliser::<u64>::on_lattice(lattice)),
        None if game.order() <= 64 => {
            Some(Normaliser::new(game)).filter(|found| !found.is_trivial())
        }
        _ => None,
    };
    let pairs = pairs.map(|normaliser| Box::new(move |pair| normaliser.normal(pair)) as _);
    let game = lattice.map_or(game, |lattice| &lattice.game);
    Values::with_normaliser(game.clone(), values::Normaliser { lists: Box::new(lists), pairs })
}
