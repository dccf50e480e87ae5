//! `chromex play`: a game in the terminal against the engine.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use chromex::rules::{Move, Player, Position, UNCOLOURED, Verdict};
use chromex::strategy::{Options, Reply, Strategy, create};
use chromex::text::Bytes;
use chromex::{Ask, Budget, Question, Sources, reply};

use super::facts::header;
use super::{only_board, position};
use crate::Status;
use crate::args::{PlayArgs, Side};
use crate::input::Source;
use crate::output::{self, Style, wrap};
use crate::progress::Progress;

const HELP: &str =
    "  4=B      colour vertex 4 Black (4 B works too; 4 alone if only one colour is possible)
  hint     ask the engine for a good move     moves   list your legal moves
  undo     take back your last move           board   draw the board again
  quit     leave";

/// The default time for a move of the engine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the command.
pub(crate) fn run(args: PlayArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let game = args.game.game()?;
    let mut source = Source::open(args.game.graph()?)?;
    if args.game.graph()? == "-" {
        anyhow::bail!("`play` reads your moves from standard input: give the graph another way");
    }
    let mut budget = args.game.budget.budget();
    budget.time.get_or_insert(PATIENCE);
    let Some(board) = only_board(&mut source, &budget)? else {
        anyhow::bail!("there is no graph to play on")
    };
    let start = position(&args.game, &game, board)?;
    let (seconds, watched) = (args.game.budget.limits.seconds, args.me == Some(Side::None));
    // Nobody is waited for, so that a limit can be one on the whole game.
    let budget = if watched && seconds.is_some() { budget.running() } else { budget };
    let me = args.me.unwrap_or(match start.turn() {
        Player::Left => Side::Left,
        Player::Right => Side::Right,
    });
    let by = args.strategy.map(|name| Opponent::new(name, &start, me)).transpose()?;
    let here = start.clone();
    let mut table = Table { start, here, played: Vec::new(), me, by, budget, style };
    table.play(&mut io::stdin().lock(), out)
}

/// Whoever types more than this before the end of a line is no person.
const LONGEST_LINE: u64 = 1 << 14;

/// The line that a person types, without spaces around it; `None` at the end of the input.
fn read_line(input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    out.flush()?;
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE {
        writeln!(out)?;
        anyhow::bail!("standard input: a line of more than {} is no move", Bytes(LONGEST_LINE));
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// A strategy that plays instead of the engine.
struct Opponent {
    name: String,
    /// As it is before the first move.
    fresh: Box<dyn Strategy>,
    /// As it is after so many moves of the game.
    strategy: Box<dyn Strategy>,
    seen: usize,
}

impl Opponent {
    fn new(name: String, start: &Position, me: Side) -> anyhow::Result<Opponent> {
        let side = match me {
            Side::Left => Some(Player::Right),
            Side::Right => Some(Player::Left),
            Side::Both => {
                anyhow::bail!("--strategy names your opponent, and with --me both there is none")
            }
            Side::None => None,
        };
        let strategy = create(&name, start, side, &Options::default())?;
        Ok(Opponent { name, fresh: strategy.fork(), strategy, seen: 0 })
    }

    /// Its answer to the moves so far, given those that are new.
    fn answer(&mut self, first: Player, played: &[Move]) -> Option<Reply> {
        let new = played.get(self.seen..)?;
        let mut by = if self.seen.is_multiple_of(2) { first } else { first.opponent() };
        for &m in new {
            self.strategy.played(by, m);
            by = by.opponent();
        }
        self.seen = played.len();
        self.strategy.answer()
    }

    /// Moves have been taken back: the strategy begins anew.
    fn forget(&mut self) {
        (self.strategy, self.seen) = (self.fresh.fork(), 0);
    }
}

/// A game in progress.
struct Table {
    start: Position,
    here: Position,
    /// The moves that led from the start to here.
    played: Vec<Move>,
    me: Side,
    by: Option<Opponent>,
    budget: Budget,
    style: Style,
}

/// What a person typed.
enum Order {
    Play(Move),
    Hint,
    Undo,
    Moves,
    Board,
    Help,
    Quit,
}

impl Table {
    fn here(&self) -> &Position {
        &self.here
    }

    fn is_mine(&self, player: Player) -> bool {
        match self.me {
            Side::Left => player == Player::Left,
            Side::Right => player == Player::Right,
            Side::Both => true,
            Side::None => false,
        }
    }

    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Status> {
        header(self.here(), self.style, out)?;
        if self.me != Side::None {
            writeln!(out, "{HELP}")?;
        }
        loop {
            while self.here().verdict().is_none() {
                if let Err(stop) = self.budget.check() {
                    writeln!(out, "stopped: {stop}; the position was: {}", self.here())?;
                    return Ok(Status::Unfinished);
                }
                let go_on = match self.is_mine(self.here().turn()) {
                    true => self.ask_person(input, out)?,
                    false => self.let_engine_move(out)?,
                };
                if !go_on {
                    writeln!(out, "the position was: {}", self.here())?;
                    return Ok(Status::Done);
                }
            }
            writeln!(out, "{}", self.style.bold(&self.result()))?;
            if !self.wants_to_go_on(input, out)? {
                return Ok(Status::Done);
            }
        }
    }

    /// After the end: whether the person takes a move back.
    fn wants_to_go_on(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        if self.me == Side::None || self.played.is_empty() {
            return Ok(false);
        }
        write!(out, "undo, or enter to leave> ")?;
        let typed = read_line(input, out)?;
        if !matches!(typed.as_deref(), Some("undo" | "u")) {
            return Ok(false);
        }
        self.undo(out)?;
        Ok(self.here().verdict().is_none())
    }

    fn result(&self) -> String {
        let here = self.here();
        match here.verdict() {
            Some(Verdict::Wins(player)) => {
                let you = self.is_mine(player) && self.me != Side::Both;
                format!(
                    "{} wins{}",
                    here.player_name(player),
                    if you { ": well played" } else { "" }
                )
            }
            Some(Verdict::Score(score)) => {
                format!("game over, score {}", chromex::Value::Score(score))
            }
            None => String::new(),
        }
    }

    fn ask_person(
        &mut self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        write!(out, "{}> ", self.here().player_name(self.here().turn()))?;
        let Some(typed) = read_line(input, out)? else { return Ok(false) };
        match self.understand(&typed) {
            Ok(Order::Quit) => return Ok(false),
            Ok(order) => self.obey(order, out)?,
            Err(message) => writeln!(out, "{message}")?,
        }
        Ok(true)
    }

    fn understand(&self, typed: &str) -> Result<Order, String> {
        match typed.to_ascii_lowercase().as_str() {
            "hint" | "h" => return Ok(Order::Hint),
            "undo" | "u" => return Ok(Order::Undo),
            "moves" | "m" => return Ok(Order::Moves),
            "board" => return Ok(Order::Board),
            "help" | "?" | "" => return Ok(Order::Help),
            "quit" | "q" | "exit" => return Ok(Order::Quit),
            _ => {}
        }
        let here = self.here();
        let words: Vec<&str> = typed.split_whitespace().collect();
        let m = match words.as_slice() {
            [word] if word.contains('=') || *word == "skip" => here.read_move(word),
            [vertex] => return self.only_move_at(vertex),
            [vertex, colour] => here.read_move(&format!("{vertex}={colour}")),
            _ => {
                return Err(format!(
                    "`{typed}` is neither a move such as 4=1 nor a command; try help"
                ));
            }
        };
        let m = m.map_err(|error| error.to_string())?;
        here.check(here.turn(), m).map(|()| Order::Play(m)).map_err(|error| error.to_string())
    }

    /// The move at a vertex for which there is just one colour.
    fn only_move_at(&self, vertex: &str) -> Result<Order, String> {
        let here = self.here();
        let probe = here.read_move(&format!("{vertex}=."));
        let cell = probe
            .map_err(|_| format!("`{vertex}` is neither a vertex nor a command; try help"))?
            .cell;
        let choices: Vec<Move> = here.moves().into_iter().filter(|m| m.cell == cell).collect();
        match choices.as_slice() {
            [m] => Ok(Order::Play(*m)),
            [] if here.colouring()[cell] != UNCOLOURED => {
                Err(format!("vertex {vertex} is already coloured"))
            }
            [] => Err(format!("vertex {vertex} cannot be coloured now")),
            several => {
                let list: Vec<_> = several.iter().map(|m| here.write_move(*m)).collect();
                Err(format!("which colour? {}", list.join("  ")))
            }
        }
    }

    fn obey(&mut self, order: Order, out: &mut impl Write) -> anyhow::Result<()> {
        match order {
            Order::Play(m) => self.make(m, out)?,
            Order::Hint => self.hint(out)?,
            Order::Undo => self.undo(out)?,
            Order::Moves => {
                let moves = self.here().moves();
                for line in wrap(moves.iter().map(|m| self.here().write_move(*m)), 78) {
                    writeln!(out, "  {line}")?;
                }
            }
            Order::Board => self.draw(out)?,
            Order::Help | Order::Quit => writeln!(out, "{HELP}")?,
        }
        Ok(())
    }

    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for line in output::draw(self.here(), self.style) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn make(&mut self, m: Move, out: &mut impl Write) -> anyhow::Result<()> {
        let here = self.here();
        writeln!(out, "{} plays {}", here.player_name(here.turn()), here.write_move(m))?;
        self.here = here.play(m)?;
        self.played.push(m);
        self.draw(out)
    }

    /// Takes back moves until it is the person's turn again.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        // Positions are large, and a game has many: they are found again from the moves.
        let (mut position, mut back) = (self.start.clone(), None);
        for (number, &m) in self.played.iter().enumerate() {
            let next = position.play(m)?;
            if self.is_mine(position.turn()) {
                back = Some((number, position));
            }
            position = next;
        }
        let Some((number, position)) = back else {
            return Ok(writeln!(out, "there is nothing to take back")?);
        };
        self.here = position;
        self.played.truncate(number);
        self.by.iter_mut().for_each(Opponent::forget);
        self.draw(out)
    }

    /// A best move and its result, or why there is none.
    fn think(&self) -> Result<(Move, String), String> {
        let here = self.here();
        let _progress = Progress::watch(&self.budget.monitor, "thinking");
        let question = Question::new(here, Ask::BestMoves).within(&self.budget);
        let choice = reply(&question.from(Sources::SEARCH)).map_err(|why| why.to_string())?;
        let after = here.play(choice.played).map_err(|why| why.to_string())?;
        let effect = match choice.outcome.winner(after.turn()) {
            Some(player) => format!("{} wins", here.player_name(player)),
            None => "a draw".to_owned(),
        };
        Ok((choice.played, effect))
    }

    fn hint(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.think() {
            Ok((m, effect)) => writeln!(out, "try {} ({effect})", self.here().write_move(m))?,
            Err(why) => writeln!(out, "no hint: {why}")?,
        }
        Ok(())
    }

    /// The move of the strategy, if one plays.
    fn by_strategy(&mut self) -> Option<(Move, String)> {
        let turn = self.here.turn();
        let by = self.by.as_mut().filter(|by| by.strategy.side() == turn)?;
        let reply = by.answer(self.start.turn(), &self.played)?;
        self.here.check(turn, reply.play).ok()?;
        Some((reply.play, format!("by {}: {}", by.name, reply.case)))
    }

    fn let_engine_move(&mut self, out: &mut impl Write) -> anyhow::Result<bool> {
        out.flush()?;
        if let Some((m, why)) = self.by_strategy() {
            writeln!(out, "{}", self.style.dim(&why))?;
            self.make(m, out)?;
            return Ok(true);
        }
        let m = match self.think() {
            Ok((m, _)) => m,
            Err(why) => {
                let Some(&first) = self.here().moves().first() else { return Ok(false) };
                writeln!(out, "(the engine has not solved this: {why}; it plays any legal move)")?;
                first
            }
        };
        self.make(m, out)?;
        Ok(true)
    }
}
