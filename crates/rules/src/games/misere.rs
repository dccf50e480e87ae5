//! Misère play of any game in which a player who cannot move loses: here such a player wins.

use super::*;
use crate::{Boards, Condition, Convention, Goal, Places, Player, Verdict};

#[derive(Debug)]
struct Misere(Game);

pub(super) const INFO: GameInfo = GameInfo {
    name: "misere",
    usage: "misere:GAME",
    title: "Misère play",
    summary: "Any game that who cannot move loses, with the other end: who cannot move wins. Only the outcome is known.",
    paper: "Plambeck: Taming the wild in impartial combinatorial games (2005)",
    example: "misere:node-kayles",
    like: |game| {
        let this = Description::of(&**game).filter(|this| this.goal == Goal::NotLastMove)?;
        let convention = match game.colours_are_shared() {
            true => Convention::Impartial,
            false => Convention::Partisan,
        };
        let normal = Description { goal: Goal::LastMove, convention, ..this };
        let text = normal.written(Palette::Numbers(game.palette().len() as u8))?;
        let name = parse_game(&text).ok()?.identity();
        // A described game has its own clause for the end.
        let listed = (!name.starts_with(OWN)).then_some(name)?;
        Game::misere(parse_game(&listed).ok()?)
    },
    build: |parameters| {
        let from = parameters.info.name.len() + 1;
        let inner = parameters.text.get(from..).ok_or_else(|| parameters.wrong_count())?;
        let game = parse_game(inner)?;
        let name = game.name();
        Game::misere(game).ok_or_else(|| {
            let span = from..parameters.text.len();
            TextError::new(parameters.text, span, format!("{name} is not lost by who cannot move"))
                .help("misère play is for impartial and partisan games, such as misere:icol")
        })
    },
};

impl Game {
    /// The misère version of a game, if in that game a player who cannot move loses.
    pub fn misere(game: Game) -> Option<Game> {
        (game.goal() == Goal::LastMove).then(|| Game::listed(Misere(game)))
    }
}

impl Rules for Misere {
    fn name(&self) -> String {
        format!("misere:{}", self.0.name())
    }

    fn convention(&self) -> Convention {
        Convention::Misere
    }

    fn palette(&self) -> Palette<'_> {
        self.0.palette()
    }

    fn copies(&self) -> usize {
        self.0.copies()
    }

    fn boards(&self) -> Boards {
        self.0.boards()
    }

    fn elements(&self) -> Elements {
        self.0.elements()
    }

    fn accepts(&self, graph: &Graph) -> Result<(), String> {
        self.0.accepts(graph)
    }

    fn conflict(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<Conflict> {
        self.0.conflict(graph, colouring, v)
    }

    fn condition(&self) -> Condition {
        self.0.condition()
    }

    fn may_use(&self, player: Player, colour: Colour) -> bool {
        self.0.may_use(player, colour)
    }

    fn not_yet(&self, graph: &Graph, colouring: &[Colour], v: usize) -> Option<&'static str> {
        self.0.not_yet(graph, colouring, v)
    }

    fn places(&self) -> Places {
        self.0.places()
    }

    fn when_stuck(&self, _graph: &Graph, _colouring: &[Colour], turn: Player) -> Verdict {
        Verdict::Wins(turn)
    }

    fn respects_symmetry(&self) -> bool {
        self.0.respects_symmetry()
    }
}
