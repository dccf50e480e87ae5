//! The value of a position.

use std::fmt;
use std::sync::{Arc, OnceLock};

use chromex_rules::{Convention, Player, Verdict};
pub use chromex_values::Class;
use chromex_values::{Arena, Dyadic, Form, OutOfRange, Packed, ReadError, Watch};

/// The exact value of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An impartial game equals the nim-heap of this size.
    Nimber(u32),
    /// A partisan game equals this canonical form.
    Form(FormValue),
    /// The outcome class of a partisan game, if that is all that is known.
    Class(Class),
    /// The winner of a maker-breaker game.
    Winner(Player),
    /// The difference of Alice's and Bob's scores under best play.
    Score(i32),
}

/// The value of a partisan game.
#[derive(Debug, Clone)]
pub struct FormValue {
    /// Who wins.
    pub class: Class,
    /// The value itself, for any arena; missing if it was read from a file, which only has the
    /// text.
    pub form: Option<Packed>,
    /// See [`FormValue::text`]. Long texts are written when they are asked for, if ever.
    text: OnceLock<Arc<str>>,
    /// The mean value: the value of one of many copies, on average.
    pub mean: Dyadic,
    /// The temperature: how urgent it is to move first.
    pub temperature: Dyadic,
    /// The birthday: the depth of the canonical form.
    pub birthday: u32,
}

impl FormValue {
    /// All facts about a form of an arena.
    pub fn new(arena: &mut Arena, form: Form) -> Result<FormValue, OutOfRange> {
        let short = arena.display_whole_within(form, MOST_SHOWN);
        Ok(FormValue {
            class: arena.outcome(form),
            form: Some(arena.pack(form)),
            text: short.map_or_else(OnceLock::new, |text| OnceLock::from(Arc::from(text))),
            mean: arena.mean(form)?,
            temperature: arena.temperature(form)?,
            birthday: arena.birthday(form),
        })
    }

    /// A value from a file, which has the text and these facts.
    pub fn from_text(
        text: &str,
        class: Class,
        [mean, temperature]: [Dyadic; 2],
        birthday: u32,
    ) -> FormValue {
        let text = OnceLock::from(Arc::from(text));
        FormValue { class, form: None, text, mean, temperature, birthday }
    }

    /// The whole canonical form in the usual notation; in long forms, parts have names
    /// ([`chromex_values::Arena::display_whole`]).
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let written = self.form.as_ref().map(|form| form.display_whole(MOST_SHOWN));
            written.unwrap_or_default().into()
        })
    }

    /// The text, if it is short enough to be shown.
    fn short_text(&self) -> Option<&str> {
        self.text.get().map(|text| &**text).filter(|text| text.len() <= MOST_SHOWN)
    }

    /// The value as a form of the given arena.
    pub fn form_in(&self, arena: &mut Arena, watch: &mut dyn Watch) -> Result<Form, ReadError> {
        let taken = self.form.as_ref().and_then(|packed| arena.unpack(packed).ok());
        taken.map_or_else(|| arena.parse_watched(self.text(), watch), Ok)
    }
}

/// Equal values have equal texts, and all else that is known of them is equal too.
impl PartialEq for FormValue {
    fn eq(&self, other: &FormValue) -> bool {
        self.mean == other.mean && self.birthday == other.birthday && self.text() == other.text()
    }
}

impl Eq for FormValue {}

/// How an impartial position behaves in misère play, in sums with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tameness {
    /// Like nim-heaps; sums of such positions are tame.
    Tame(Genus),
    /// It is not tame: some position that can be reached from it has a genus that no sum of
    /// nim-heaps has.
    Wild,
}

/// The nimber of an impartial position, and its misère nimber, which is 0 exactly if the player to move loses in
/// misère play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nimber.
    pub nimber: u32,
    /// The misère nimber.
    pub misere: u32,
}

impl Genus {
    /// The genus of a position without moves.
    pub const END: Genus = Genus { nimber: 0, misere: 1 };

    /// Whether a sum of nim-heaps has this genus.
    pub fn is_tame(self) -> bool {
        self.is_fickle() || self.nimber == self.misere
    }

    /// Whether only sums of heaps of one counter have this genus.
    pub fn is_fickle(self) -> bool {
        self.nimber + self.misere == 1
    }

    /// The genus of the sum of two tame positions.
    #[must_use]
    pub fn plus(self, other: Genus) -> Genus {
        let nimber = self.nimber ^ other.nimber;
        let fickle = self.is_fickle() && other.is_fickle();
        Genus { nimber, misere: if fickle { nimber ^ 1 } else { nimber } }
    }
}

/// Written as `2^2`: the nimber, and the misère nimber as an exponent.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.nimber, self.misere)
    }
}

/// Longer canonical forms are not shown to people; [`FormValue::text`] has them completely.
pub(crate) const MOST_SHOWN: usize = 2000;

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// An outcome class: N or P for impartial games.
    Class(Class),
    /// This player wins; he is called Alice or Bob.
    Winner(Player),
    /// Both scores are equal.
    Draw,
}

impl Outcome {
    /// Who wins when `first` moves first; nobody in a draw.
    pub fn winner(self, first: Player) -> Option<Player> {
        match self {
            Outcome::Class(Class::L) => Some(Player::Left),
            Outcome::Class(Class::R) => Some(Player::Right),
            Outcome::Class(Class::N) => Some(first),
            Outcome::Class(Class::P) => Some(first.opponent()),
            Outcome::Winner(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}

impl Value {
    /// The outcome that follows from the value.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Nimber(0) => Outcome::Class(Class::P),
            Value::Nimber(_) => Outcome::Class(Class::N),
            Value::Form(form) => Outcome::Class(form.class),
            Value::Class(class) => Outcome::Class(*class),
            Value::Winner(player) => Outcome::Winner(*player),
            Value::Score(0) => Outcome::Draw,
            Value::Score(score) if *score > 0 => Outcome::Winner(Player::Left),
            Value::Score(_) => Outcome::Winner(Player::Right),
        }
    }

    /// Who wins when `first` moves first; nobody in a draw.
    pub fn winner(&self, first: Player) -> Option<Player> {
        self.outcome().winner(first)
    }

    /// The value of a maker-breaker game, depending on whether Alice wins.
    pub fn won_by_alice(wins: bool) -> Value {
        Value::Winner(if wins { Player::Left } else { Player::Right })
    }

    /// The value of a finished game.
    pub(crate) fn of_verdict(convention: Convention, verdict: Verdict) -> Value {
        match (convention, verdict) {
            (_, Verdict::Score(score)) => Value::Score(score),
            (Convention::Impartial, _) => Value::Nimber(0),
            (_, Verdict::Wins(player)) => Value::Winner(player),
        }
    }
}

fn person(player: Player) -> &'static str {
    Convention::Scoring.player_name(player)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => write!(f, "*{nimber}"),
            Value::Form(form) => match form.short_text() {
                Some(text) => f.write_str(text),
                None => write!(f, "a form born on day {}, too long to show", form.birthday),
            },
            Value::Class(class) => write!(f, "{class}"),
            Value::Winner(player) => f.write_str(person(*player)),
            Value::Score(0) => f.write_str("0"),
            Value::Score(score) => write!(f, "{score:+}"),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Class(class) => write!(f, "{class}"),
            Outcome::Winner(player) => f.write_str(person(*player)),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
