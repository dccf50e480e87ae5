//! `chromex solve`: value, outcome and best moves.

use std::io::Write;

use chromex::rules::{Convention, Move, Position};
use chromex::theory::Mirror;
use chromex::{
    Answer, Event, Provenance, Question, RedQuestion, Report, Tameness, Value, ask_with,
    reds_at_the_end,
};

use super::facts::{explain, fact, header, shortened};
use super::{for_each_board, position};
use crate::Status;
use crate::args::{Ask, SolveArgs};
use crate::input::{GraphCount, Source};
use crate::output::{self, Style, pad, wrap};
use crate::progress::Progress;
use crate::results::Results;

/// Runs the command.
pub(crate) fn run(args: SolveArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    if args.game.graph.is_none() {
        return super::sum::run(&args, style, out);
    }
    let game = args.game.game()?;
    let results = Results::of(&args.game.budget, &args.game.results, args.game.by);
    let source = Source::open(args.game.graph()?)?;
    let count = source.how_many();
    args.game.budget.check_checkpoint(count)?;
    if let (GraphCount::Table(width), false, false) =
        (count, args.game.json, args.ask == Ask::AStar)
    {
        writeln!(out, "{}", style.bold(&row(width, "graph", "value", "outcome", "positions")))?;
    }
    let budget = || args.game.budget.budget();
    for_each_board(source, budget, args.game.json, out, |board, budget, out| {
        let position = position(&args.game, &game, board)?;
        // These are asked of `connected` but are the values of its variants.
        let position = match args.ask {
            Ask::AMu => RedQuestion::AMu.position(&position)?,
            Ask::AMuStar => RedQuestion::AMuStar.position(&position)?,
            _ => position,
        };
        let what = what_to_ask(&args, count);
        let question = Question::new(&position, what).within(budget).from(results.sources());
        let progress = Progress::watch(&budget.monitor, position.board().name());
        let mut shown = Shown::new(&args, &position, style);
        let streams = count == GraphCount::Single && !args.game.json && what != chromex::Ask::AStar;
        let mut printed: anyhow::Result<()> = Ok(());
        let answer = ask_with(&question, &mut |event| {
            if streams && printed.is_ok() && shown.is_worth_showing(event) {
                printed = progress.suspend(|| shown.event(event, out));
            }
        })?;
        drop(progress);
        printed?;
        if args.game.json {
            let report = Report::new(&position, what, &answer);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            match count {
                GraphCount::Single if what == chromex::Ask::AStar => {
                    a_star(&position, &answer, out)?
                }
                GraphCount::Single => shown.rest(&answer, out)?,
                GraphCount::Table(width) => show_row(width, &position, &answer, out)?,
                GraphCount::Stream => show_row(0, &position, &answer, out)?,
            }
        }
        Ok(if answer.is_complete() { Status::Done } else { Status::Unfinished })
    })
}

/// The question; rows of a table have no room for moves.
fn what_to_ask(args: &SolveArgs, count: GraphCount) -> chromex::Ask {
    match args.ask {
        Ask::AStar => chromex::Ask::AStar,
        Ask::Outcome => chromex::Ask::Outcome,
        Ask::Value | Ask::AMu | Ask::AMuStar => chromex::Ask::Value,
        Ask::Moves if count == GraphCount::Single || args.game.json => chromex::Ask::BestMoves,
        Ask::Moves => chromex::Ask::Value,
    }
}

fn row(width: usize, graph: &str, value: &str, outcome: &str, positions: &str) -> String {
    format!("{}  {}  {}  {positions:>9}", pad(graph, width), pad(value, 6), pad(outcome, 7))
}

fn show_row(
    width: usize,
    position: &Position,
    answer: &Answer,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(member) = answer.a_star {
        let word = if member { "yes" } else { "no" };
        return Ok(writeln!(out, "{}  {word}", pad(position.board().name(), width))?);
    }
    let or_unknown = |text: Option<String>| text.unwrap_or("?".to_owned());
    let value = match &answer.value {
        Some(_) if answer.tameness.is_some() => match answer.tameness {
            Some(Tameness::Tame(genus)) => genus.to_string(),
            _ => "wild".to_owned(),
        },
        None if answer.outcome.is_some() => "-".to_owned(),
        value => or_unknown(value.as_ref().map(|value| shortened(&value.to_string()))),
    };
    let outcome = match answer.outcome {
        Some(outcome) => outcome.to_string(),
        None if answer.value.is_some() => "-".to_owned(),
        None => "?".to_owned(),
    };
    let cost = match answer.provenance {
        Provenance::Theorem(_) => "theorem".to_owned(),
        _ => output::count(answer.statistics.positions),
    };
    write!(out, "{}", row(width, position.board().name(), &value, &outcome, &cost))?;
    if let Some(file) = answer.stored.as_ref().and_then(|origin| origin.merged.as_ref()) {
        write!(out, "  merged from {file}")?;
    }
    if let Some(stop) = answer.stopped {
        write!(out, "  {stop}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// One answer while it is shown: the value as soon as it is known, then the moves. They are shown
/// together or, if some take long, first those found early and then the rest.
struct Shown<'a> {
    args: &'a SolveArgs,
    position: &'a Position,
    style: Style,
    /// Whether the value has been shown.
    begun: bool,
    /// Whether moves are shown as soon as they are found, because others take long.
    one_by_one: bool,
    /// The moves that have been found and not shown.
    found: Vec<Move>,
    /// How many lines of moves have been shown.
    lines: usize,
}

impl<'a> Shown<'a> {
    fn new(args: &'a SolveArgs, position: &'a Position, style: Style) -> Shown<'a> {
        let (found, lines) = (Vec::new(), 0);
        Shown { args, position, style, begun: false, one_by_one: false, found, lines }
    }

    /// Records what is found, and returns whether to show it before everything is known.
    fn is_worth_showing(&mut self, event: &Event) -> bool {
        match event {
            Event::Value(_) => return true,
            Event::Move(found) if self.args.ask == Ask::Moves => self.found.push(found.played),
            Event::OthersTakeLonger => self.one_by_one = self.begun,
            _ => {}
        }
        let complete = matches!(event, Event::OthersTakeLonger | Event::Progress { .. });
        complete && self.one_by_one && !self.found.is_empty()
    }

    fn event(&mut self, event: &Event, out: &mut dyn Write) -> anyhow::Result<()> {
        match event {
            Event::Value(value) => self.value(value, out),
            _ => Ok(self.moves(out).and_then(|()| Ok(out.flush()?))?),
        }
    }

    fn fact(&self, name: &str, text: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        fact(name, text, self.style, out)
    }

    fn value(&mut self, value: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
        self.begun = true;
        header(self.position, self.style, out)?;
        self.fact("value", &self.style.bold(&value.to_string()), out)?;
        if let Value::Form(form) = value {
            let text = format!("{}, temperature {}", form.mean, form.temperature);
            self.fact("mean", &text, out)?;
        }
        if self.position.game().has_outcome() {
            self.fact("outcome", &explain(self.position, value.outcome()), out)?;
        }
        Ok(out.flush()?)
    }

    fn rest(&mut self, answer: &Answer, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&answer.value, self.begun) {
            (Some(value), false) => self.value(value, out)?,
            (None, _) => {
                header(self.position, self.style, out)?;
                if let Some(outcome) = answer.outcome {
                    self.fact("outcome", &explain(self.position, outcome), out)?;
                }
            }
            (Some(_), true) => {}
        }
        if let Some(stop) = answer.stopped {
            self.fact("stopped", &stop.to_string(), out)?;
        }
        if let Some(known) = answer.known() {
            self.fact("known", &known, out)?;
        }
        if let Some(tameness) = answer.tameness {
            self.fact("genus", &explain_tameness(tameness), out)?;
        }
        if self.args.ask == Ask::Moves && (answer.moves_complete || !answer.moves.is_empty()) {
            if !self.one_by_one {
                self.found = answer.moves.iter().map(|found| found.played).collect();
            }
            self.moves(out)?;
        }
        if let Some(mirror) = answer.mirror(self.position) {
            self.mirror(&mirror, out)?;
        }
        self.fact("found", &answer.found_by(), out)
    }

    /// The involution of a mirror strategy: `0-3 1-2`.
    fn mirror(&self, mirror: &Mirror, out: &mut dyn Write) -> anyhow::Result<()> {
        let name = |v: usize| self.position.board().vertex_name(v);
        let shown = mirror.pairs.iter().take(MOST_PAIRS);
        let mut parts: Vec<_> = shown.map(|&(u, v)| format!("{}-{}", name(u), name(v))).collect();
        if mirror.pairs.len() > MOST_PAIRS {
            parts.push(format!("… {} pairs in all", mirror.pairs.len()));
        }
        if !mirror.fixed.is_empty() {
            let fixed: Vec<_> = mirror.fixed.iter().map(|&v| name(v)).collect();
            parts.push(format!("fixed {}", fixed.join(" ")));
        }
        parts.push(format!("(answer in the {})", mirror.answer));
        for (i, line) in wrap(parts, 80).iter().enumerate() {
            self.fact(if i == 0 { "mirror" } else { "" }, line, out)?;
        }
        Ok(())
    }

    /// The moves that have been found and not shown, in order.
    fn moves(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scoring = self.position.convention() == Convention::Scoring;
        let label = if scoring { "best" } else { "winning" };
        self.found.sort_unstable();
        let none = if self.lines == 0 { vec!["no move".to_owned()] } else { Vec::new() };
        let moves = self.found.iter().map(|&played| self.position.write_move(played));
        let lines = if self.found.is_empty() { none } else { wrap(moves, 80) };
        self.found.clear();
        for line in lines {
            self.fact(if self.lines == 0 { label } else { "" }, &line, out)?;
            self.lines += 1;
        }
        Ok(())
    }
}

/// If there are more pairs of vertices, they are not shown.
const MOST_PAIRS: usize = 24;

/// How a position in misère play behaves in sums, in words.
fn explain_tameness(tameness: Tameness) -> String {
    let Tameness::Tame(genus) = tameness else {
        return "wild: what it does in sums has to be searched".to_owned();
    };
    let like = match (genus.is_fickle(), genus.nimber) {
        (true, 0) => "nothing at all".to_owned(),
        (false, 0) => "*2 + *2".to_owned(),
        (false, 1) => "*2 + *3".to_owned(),
        (_, heap) => format!("*{heap}"),
    };
    format!("{genus}, tame: in sums with tame positions like {like}")
}

fn a_star(position: &Position, answer: &Answer, out: &mut dyn Write) -> anyhow::Result<()> {
    let word = match answer.a_star {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    };
    let (name, first) = (position.board().name(), position.player_name(position.turn()));
    writeln!(out, "A* on {name}, {first} to move: {word}")?;
    let hers = reds_at_the_end(position);
    writeln!(out, "(can Alice force a connected red component of all her {hers} vertices?)")?;
    Ok(writeln!(out, "found    {}", answer.found_by())?)
}
