//! What certificates can claim, and what has to be shown for it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use chromex_graphs::Board;
use chromex_rules::{Convention, Game, Player, Position, UNCOLOURED};

use crate::form::Forms;
use crate::state::{State, Target, Task};

/// A claim about a game on a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// This player wins.
    Winner(Player),
    /// The outcome class: one of L, R, N and P.
    Outcome(char),
    /// The nimber of an impartial game.
    Nimber(u32),
    /// A bound on the score under best play, or the score.
    Score(Relation, i32),
    /// A bound on the value of a partisan game, or the value, as a form.
    Value(Relation, String),
    /// A bound on the game chromatic number, or the number.
    Chi(Relation, u8),
}

/// How something compares with a claimed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `=`
    Exactly,
}

/// What stands for the colouring game with each number of colours.
pub(crate) const COLOURING: &str = "colouring";

/// A claim with what it is about.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What is said to be true.
    pub claim: Claim,
    /// The game; `None` for [`Claim::Chi`], which is about the colouring game with each number of colours.
    pub game: Option<Game>,
    /// The board on which it is played.
    pub board: Board,
    /// The colouring to begin with, in the notation of positions.
    pub start: String,
    /// Who moves first.
    pub first: Player,
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let bad = || {
            format!(
                "`{text}` is no claim: write winner = alice, outcome = P, nimber = 2, score >= 1, \
                 value = 1/2 or chi <= 4"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[what, relation, value] = words.as_slice() else { return Err(bad()) };
        let relation = match relation {
            ">=" => Relation::AtLeast,
            "<=" => Relation::AtMost,
            "=" => Relation::Exactly,
            _ => return Err(bad()),
        };
        match (what, relation) {
            ("winner", Relation::Exactly) => value.parse().map(Claim::Winner).ok(),
            ("outcome", Relation::Exactly) => match value {
                "L" | "R" | "N" | "P" => value.chars().next().map(Claim::Outcome),
                _ => None,
            },
            ("nimber", Relation::Exactly) => value.parse().map(Claim::Nimber).ok(),
            ("score", _) => value.parse().map(|score| Claim::Score(relation, score)).ok(),
            ("value", _) => Some(Claim::Value(relation, value.to_owned())),
            ("chi", _) => value.parse().map(|k| Claim::Chi(relation, k)).ok(),
            _ => None,
        }
        .ok_or_else(bad)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Winner(player) => {
                write!(f, "winner = {}", Convention::Scoring.player_name(*player).to_lowercase())
            }
            Claim::Outcome(class) => write!(f, "outcome = {class}"),
            Claim::Nimber(heap) => write!(f, "nimber = {heap}"),
            Claim::Score(relation, score) => write!(f, "score {} {score}", relation.symbol()),
            Claim::Value(relation, value) => write!(f, "value {} {value}", relation.symbol()),
            Claim::Chi(relation, k) => write!(f, "chi {} {k}", relation.symbol()),
        }
    }
}

impl Relation {
    fn symbol(self) -> &'static str {
        match self {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Exactly => "=",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Relation::AtLeast => "at least",
            Relation::AtMost => "at most",
            Relation::Exactly => "exactly",
        }
    }

    fn includes(self, other: Relation) -> bool {
        self == other || self == Relation::Exactly
    }
}

impl Statement {
    /// A claim about a position; for [`Claim::Chi`], of a colouring game.
    pub fn about(position: &Position, claim: Claim) -> Statement {
        let is_chi = matches!(claim, Claim::Chi(..));
        let start = position.write_colouring();
        Statement {
            claim,
            game: (!is_chi).then(|| position.game().clone()),
            board: position.board().clone(),
            start: if start.is_empty() { "-".to_owned() } else { start },
            first: position.turn(),
        }
    }

    /// What the game is called in the file.
    pub fn game_name(&self) -> String {
        self.game.as_ref().map_or_else(|| COLOURING.to_owned(), |game| game.name())
    }

    /// Where play begins, which must be legal whatever is claimed. χ_g is about the uncoloured graph; which
    /// number of colours it begins with does not matter.
    pub fn position(&self) -> Result<Position, String> {
        let game = match &self.game {
            Some(game) => game.clone(),
            None => Game::colouring(1).map_err(|error| error.to_string())?,
        };
        let start = if self.start == "-" { "" } else { &self.start };
        let position = Position::read(game, self.board.clone(), start, self.first)
            .map_err(|error| error.message().to_owned())?;
        if self.game.is_none() && position.colouring().iter().any(|&c| c != UNCOLOURED) {
            return Err("χ_g is about the uncoloured graph".to_owned());
        }
        match position.write_colouring() {
            written if written != start => Err(format!("the start is written `{written}`")),
            _ => Ok(position),
        }
    }

    /// What has to be shown: the claim holds if and only if each of these does.
    pub fn tasks(&self) -> Result<Vec<Task>, String> {
        let cannot = || format!("`{}` cannot be claimed of {}", self.claim, self.game_name());
        let position = self.position()?;
        match (&self.game, &self.claim) {
            (None, Claim::Chi(relation, k)) => return self.chi_tasks(*relation, *k),
            (None, _) => return Err(cannot()),
            _ => {}
        }
        let convention = position.convention();
        let first = self.first;
        let with_score = convention == Convention::Scoring;
        let task = |turn, claimant, target, forms: &Arc<Forms>| Task {
            start: State {
                position: position.clone().with_turn(turn),
                forms: Arc::clone(forms),
                other: forms.root,
            },
            claimant,
            target,
        };
        let zero = Arc::new(Forms::zero());
        let win = |turn, claimant| task(turn, claimant, Target::Win, &zero);
        let score = |claimant, target| task(first, claimant, target, &zero);
        let other = |turn, form: &Arc<Forms>| task(turn, turn.opponent(), Target::Win, form);
        let (left, right) = (Player::Left, Player::Right);
        Ok(match (&self.claim, convention) {
            (Claim::Winner(player), _) if !with_score => vec![win(first, *player)],
            (Claim::Winner(player), _) if position.game().has_outcome() => match player {
                Player::Left => vec![score(left, Target::AtLeast(1))],
                Player::Right => vec![score(right, Target::AtMost(-1))],
            },
            (Claim::Outcome('N'), Convention::Impartial) => vec![win(first, first)],
            (Claim::Outcome('P'), Convention::Impartial) => vec![win(first, first.opponent())],
            (Claim::Outcome(class), Convention::Partisan | Convention::Misere) => {
                let winner = |turn: Player| match class {
                    'L' => left,
                    'R' => right,
                    'N' => turn,
                    _ => turn.opponent(),
                };
                vec![win(left, winner(left)), win(right, winner(right))]
            }
            // The previous player wins the game plus a heap of that size, and no other heap.
            (Claim::Nimber(heap), Convention::Impartial) => {
                vec![other(first, &Arc::new(Forms::parse(&format!("*{heap}"))?))]
            }
            // G ≥ x if and only if Left, moving second, wins G − x.
            (Claim::Value(relation, value), Convention::Partisan) => {
                let form = Arc::new(Forms::parse(value)?);
                let bounds = [(Relation::AtLeast, right), (Relation::AtMost, left)];
                let needed = bounds.iter().filter(|(bound, _)| relation.includes(*bound));
                needed.map(|&(_, turn)| other(turn, &form)).collect()
            }
            (Claim::Score(relation, s), Convention::Scoring) => {
                let bounds = [
                    (Relation::AtLeast, left, Target::AtLeast(*s)),
                    (Relation::AtMost, right, Target::AtMost(*s)),
                ];
                let needed = bounds.iter().filter(|(bound, ..)| relation.includes(*bound));
                needed.map(|&(_, claimant, target)| score(claimant, target)).collect()
            }
            _ => return Err(cannot()),
        })
    }

    /// χ_g is the least number of colours with which Alice wins. So it is at most k if she wins with
    /// k colours, and at least k if Bob wins with 1, …, k − 1.
    fn chi_tasks(&self, relation: Relation, k: u8) -> Result<Vec<Task>, String> {
        if self.board.order() == 0 || k == 0 {
            let claim = &self.claim;
            return Err(format!("`{claim}`: at least one vertex and one colour are needed"));
        }
        let bob = if relation.includes(Relation::AtLeast) { 1..k } else { k..k };
        let alice = relation.includes(Relation::AtMost).then_some(k);
        let games = bob.map(|k| (k, Player::Right)).chain(alice.map(|k| (k, Player::Left)));
        let task = |(k, claimant): (u8, Player)| {
            let game = Game::colouring(k.into()).map_err(|error| error.to_string())?;
            let position = Position::start(game, self.board.clone()).map_err(|e| e.to_string())?;
            let position = position.with_turn(self.first);
            let forms = Arc::new(Forms::zero());
            Ok(Task { start: State { position, forms, other: 0 }, claimant, target: Target::Win })
        };
        games.map(task).collect()
    }

    /// The claim as a sentence.
    pub fn words(&self) -> String {
        let (game, graph) = (self.game_name(), self.board.name());
        let convention =
            self.game.as_ref().map_or(Convention::MakerBreaker, |game| game.convention());
        let name = |player| convention.player_name(player);
        let coloured = self.start.contains(|c| !"./|-".contains(c));
        let from = if coloured { format!(" from {}", self.start) } else { String::new() };
        let what = format!("{game} on {graph}{from}");
        let first = format!("when {} moves first", name(self.first));
        match &self.claim {
            Claim::Winner(player) => format!("{} wins {what} {first}", name(*player)),
            Claim::Outcome(class) => {
                let who = match class {
                    'N' => "the player who moves first wins",
                    'P' => "the player who moves first loses",
                    'L' => "Left wins, whoever moves first",
                    _ => "Right wins, whoever moves first",
                };
                format!("the outcome of {what} is {class}: {who}")
            }
            Claim::Nimber(heap) => format!("the nimber of {what} is exactly *{heap}"),
            Claim::Score(relation, score) => format!(
                "the score of {what} under best play {first} is {} {score}",
                relation.words()
            ),
            Claim::Value(relation, value) => {
                format!("the value of {what} is {} {value}", relation.words())
            }
            Claim::Chi(relation, k) => {
                let symbol = if self.first == Player::Left { "χ_g" } else { "χ_g^B" };
                format!(
                    "the game chromatic number {symbol} of {graph} ({first}) is {} {k}",
                    relation.words()
                )
            }
        }
    }
}
