//! All that defines a game, as data, and how that is written.

use crate::pairs::PairRule;
use crate::palette::Palette;
use crate::rules::{Boards, Condition, Convention, Elements, Goal, Places, Player, Rules};

/// The beginning of a text that describes a game instead of naming a listed one.
pub const OWN: &str = "own:";

/// The beginning of the identity of a game whose data do not say everything: only its author knows
/// the rest.
pub const UNTOLD: &str = "own:named:";

/// All that defines a game, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Description {
    pub convention: Convention,
    pub goal: Goal,
    pub boards: Boards,
    pub elements: Elements,
    /// For each colour, whether Left and whether Right may use it.
    pub rights: Vec<[bool; 2]>,
    pub condition: Condition,
    pub places: Places,
    pub skips: Option<Player>,
}

impl Description {
    /// A game in which each player may use every colour at every vertex of an undirected graph.
    pub(crate) fn shared(colours: u8, rule: PairRule, goal: Goal) -> Description {
        let convention = match goal {
            Goal::LastMove => Convention::Impartial,
            Goal::NotLastMove => Convention::Misere,
            Goal::ColourAll => Convention::MakerBreaker,
            _ => Convention::Scoring,
        };
        Description {
            convention,
            goal,
            boards: Boards::Undirected,
            elements: Elements::Vertices,
            rights: vec![[true, true]; colours.into()],
            condition: Condition::Pairs(rule),
            places: Places::Any,
            skips: None,
        }
    }

    /// The description of a game; `None` if its data do not say everything.
    pub(crate) fn of(game: &dyn Rules) -> Option<Description> {
        let may_use = |c| [Player::Left, Player::Right].map(|player| game.may_use(player, c));
        let this = Description {
            convention: game.convention(),
            goal: game.goal(),
            boards: without_digraphs(game.boards()),
            elements: game.elements(),
            rights: game.palette().colours().map(may_use).collect(),
            condition: game.condition(),
            places: game.places(),
            skips: game.skips(),
        };
        let copies = if this.condition == Condition::Orthogonal { 2 } else { 1 };
        let complete = game.copies() == copies
            && this.condition != Condition::Other
            && this.places != Places::Other
            && this.goal != Goal::Other;
        complete.then_some(this)
    }

    /// The description as it is typed, without clauses that have their default value, for games
    /// with a condition on pairs: `own:colours=2:forbid=1-1` if adjacent vertices may not both have
    /// the first of two colours.
    pub(crate) fn written(&self, palette: Palette<'_>) -> Option<String> {
        let Condition::Pairs(rule) = &self.condition else { return None };
        let end = match self.goal {
            Goal::LastMove => None,
            Goal::NotLastMove => Some("misere"),
            Goal::ColourAll => Some("coloured"),
            Goal::Count => Some("count"),
            Goal::LargestComponent { both_count: true } => Some("largest"),
            Goal::LargestComponent { both_count: false } => Some("largest-of-left"),
            Goal::Orthogonal | Goal::Other => return None,
        };
        let colours = match palette {
            Palette::Named(_) => self.colours(palette, |_| true),
            Palette::Numbers(count) => count.to_string(),
        };
        let rights = |player: usize| {
            let all = self.rights.iter().all(|may| may[player]);
            (!all).then(|| self.colours(palette, |may| may[player]))
        };
        let skips = self.skips.map(|player| if player == Player::Left { "left" } else { "right" });
        let clauses = [
            ("colours", Some(colours)),
            ("left", rights(0)),
            ("right", rights(1)),
            ("forbid", Some(rule.written(palette)).filter(|rule| !rule.is_empty())),
            ("on", written_elements(self.elements)),
            ("boards", (self.boards == Boards::Directed).then(|| "directed".to_owned())),
            ("open", written_places(&self.places)),
            ("skip", skips.map(str::to_owned)),
            ("end", end.map(str::to_owned)),
        ];
        let clauses =
            clauses.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?)));
        Some(format!("{OWN}{}", clauses.collect::<Vec<_>>().join(":")))
    }

    fn colours(&self, palette: Palette<'_>, wanted: impl Fn(&[bool; 2]) -> bool) -> String {
        let all = palette.colours().zip(&self.rights).filter(|(_, may)| wanted(may));
        all.map(|(colour, _)| palette.short(colour)).collect::<Vec<_>>().join(",")
    }
}

/// Removes the difference between games that refuse digraphs and games that take them but ignore
/// their directions: it does not make another game.
fn without_digraphs(boards: Boards) -> Boards {
    match boards {
        Boards::Either => Boards::Undirected,
        Boards::Undirected | Boards::Directed => boards,
    }
}

fn written_elements(elements: Elements) -> Option<String> {
    match elements {
        Elements::Vertices => None,
        Elements::Edges => Some("edges".to_owned()),
        Elements::Both => Some("both".to_owned()),
    }
}

fn written_places(places: &Places) -> Option<String> {
    match places {
        Places::Any | Places::Other => None,
        Places::Touching => Some("touching".to_owned()),
        Places::InOrder(None) => Some("in-order".to_owned()),
        Places::InOrder(Some(order)) => {
            Some(order.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
        }
    }
}
