//! What certificates can claim, and what has to be shown for each claim.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use chromex_graphs::Board;
use chromex_rules::{Convention, Game, GameFamily, Player, Position, UNCOLOURED};

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
    /// A bound on the score under best play, or the score itself.
    Score(Relation, i32),
    /// A bound on the value of a partisan game, or the value itself, as a form.
    Value(Relation, String),
    /// A bound on the least number with which Alice wins, or this number: χ_g and similar numbers.
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

/// The name in a certificate that stands for the colouring game with each number of colours.
pub(crate) const COLOURING: &str = "colouring";

/// What a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// One game.
    Game(Game),
    /// A game with each number, for [`Claim::Chi`].
    Family(GameFamily),
}

/// A claim together with its subject.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The claim.
    pub claim: Claim,
    /// The game, or the games.
    pub subject: Subject,
    /// The board on which it is played.
    pub board: Board,
    /// The colouring at the start, in the notation of positions.
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

    fn in_words(self) -> &'static str {
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
    /// A claim about a position; for [`Claim::Chi`], of a colouring game, whose number of colours does not matter.
    pub fn about(position: &Position, claim: Claim) -> Statement {
        let game = position.game();
        let colouring = GameFamily::colouring();
        let is_member =
            || colouring.member(game.palette().len()).is_ok_and(|member| member == *game);
        let subject = match claim {
            Claim::Chi(..) if is_member() => Subject::Family(colouring),
            _ => Subject::Game(game.clone()),
        };
        let (board, first) = (position.board().clone(), position.turn());
        Statement { claim, subject, board, start: written(position), first }
    }

    /// A claim about the least number with which Alice wins one of these games.
    pub fn about_least(
        games: GameFamily,
        board: Board,
        first: Player,
        claim: Claim,
    ) -> Result<Statement, String> {
        let start = written(&first_member(&games, &board)?);
        Ok(Statement { claim, subject: Subject::Family(games), board, start, first })
    }

    /// The name of the game in the file.
    pub fn game_name(&self) -> String {
        match &self.subject {
            Subject::Game(game) => game.name(),
            Subject::Family(games) if *games == GameFamily::colouring() => COLOURING.to_owned(),
            Subject::Family(games) => games.to_string(),
        }
    }

    /// The start of play, which must be legal whatever is claimed. The least number is about the
    /// uncoloured graph; it does not matter with which number this game is made.
    pub fn position(&self) -> Result<Position, String> {
        let game = match &self.subject {
            Subject::Game(game) => game.clone(),
            Subject::Family(games) => {
                games.member(1).map_err(|error| error.message().to_owned())?
            }
        };
        let start = if self.start == "-" { "" } else { &self.start };
        let position = Position::read(game, self.board.clone(), start, self.first)
            .map_err(|error| error.message().to_owned())?;
        let coloured = position.colouring().iter().any(|&c| c != UNCOLOURED);
        if matches!(self.subject, Subject::Family(_)) && coloured {
            return Err("χ_g is about the uncoloured graph".to_owned());
        }
        match position.write_colouring() {
            written if written != start => Err(format!("the start is written `{written}`")),
            _ => Ok(position),
        }
    }

    /// What has to be shown: the claim holds if and only if the claimant succeeds in each of these
    /// tasks.
    pub fn tasks(&self) -> Result<Vec<Task>, String> {
        let cannot = || format!("`{}` cannot be claimed of {}", self.claim, self.game_name());
        let position = self.position()?;
        match (&self.subject, &self.claim) {
            (Subject::Family(games), Claim::Chi(relation, k)) => {
                return self.least_tasks(games, *relation, *k);
            }
            (Subject::Family(_), _) => return Err(cannot()),
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

    /// The number, such as χ_g, is the least one with which Alice wins. So it is at most k if she
    /// wins with k, and at least k if Bob wins with each of 1, …, k − 1.
    fn least_tasks(
        &self,
        games: &GameFamily,
        relation: Relation,
        k: u8,
    ) -> Result<Vec<Task>, String> {
        if first_member(games, &self.board)?.cells() == 0 || k == 0 {
            let claim = &self.claim;
            return Err(format!("`{claim}`: at least one vertex and one colour are needed"));
        }
        let bob = if relation.includes(Relation::AtLeast) { 1..k } else { k..k };
        let alice = relation.includes(Relation::AtMost).then_some(k);
        let members = bob.map(|k| (k, Player::Right)).chain(alice.map(|k| (k, Player::Left)));
        let task = |(k, claimant): (u8, Player)| {
            let game = games.member(k.into()).map_err(|error| error.message().to_owned())?;
            let position = Position::start(game, self.board.clone()).map_err(|e| e.to_string())?;
            let position = position.with_turn(self.first);
            let forms = Arc::new(Forms::zero());
            Ok(Task { start: State { position, forms, other: 0 }, claimant, target: Target::Win })
        };
        members.map(task).collect()
    }

    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        let (game, graph) = (self.game_name(), self.board.name());
        let convention = match &self.subject {
            Subject::Game(game) => game.convention(),
            Subject::Family(_) => Convention::MakerBreaker,
        };
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
                relation.in_words()
            ),
            Claim::Value(relation, value) => {
                format!("the value of {what} is {} {value}", relation.in_words())
            }
            Claim::Chi(relation, k) => {
                let symbol = match &self.subject {
                    Subject::Family(games) => games.symbol(self.first),
                    Subject::Game(_) => None,
                };
                let number = match symbol {
                    Some(symbol) if game == COLOURING => {
                        format!("the game chromatic number {symbol} of {graph}")
                    }
                    Some(symbol) => format!("{symbol} of {graph}, the least K of {game}"),
                    None => format!("the least K with which Alice wins {game} on {graph}"),
                };
                format!("{number} ({first}) is {} {k}", relation.in_words())
            }
        }
    }
}

/// The game with the number 1, uncoloured.
fn first_member(games: &GameFamily, board: &Board) -> Result<Position, String> {
    let game = games.member(1).map_err(|error| error.message().to_owned())?;
    Position::start(game, board.clone()).map_err(|error| error.to_string())
}

/// The colouring as the file has it.
fn written(position: &Position) -> String {
    let start = position.write_colouring();
    if start.is_empty() { "-".to_owned() } else { start }
}
