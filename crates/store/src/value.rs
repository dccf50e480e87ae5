//! Values as text that can be read back exactly.

use chromex::rules::{Convention, Move, Player};
use chromex::values::Dyadic;
use chromex::{Class, FormValue, MoveValue, Outcome, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The text of a value of a game with this convention; `None` if the value is not a complete value
/// of such a game.
pub(crate) fn write_value(convention: Convention, value: &Value) -> Option<String> {
    match value {
        Value::Nimber(_) | Value::Winner(_) | Value::Score(_) => Some(value.to_string()),
        Value::Form(form) => Some(write_form(form)),
        Value::Class(class) => (convention == Convention::Misere).then(|| class.to_string()),
    }
}

/// Reads the value of a game with this convention.
pub fn read_value(convention: Convention, text: &str) -> Option<Value> {
    match convention {
        Convention::Impartial => text.strip_prefix('*')?.parse().ok().map(Value::Nimber),
        Convention::Partisan => read_form(text).map(Value::Form),
        Convention::Misere => read_class(text).map(Value::Class),
        Convention::MakerBreaker => read_player(text).map(Value::Winner),
        Convention::Scoring => text.parse().ok().map(Value::Score),
    }
}

fn read_player(text: &str) -> Option<Player> {
    match text {
        "Alice" => Some(Player::Left),
        "Bob" => Some(Player::Right),
        _ => None,
    }
}

fn read_class(text: &str) -> Option<Class> {
    [Class::L, Class::R, Class::N, Class::P].into_iter().find(|class| class.to_string() == text)
}

/// Reads an outcome as it is displayed.
pub fn read_outcome(text: &str) -> Option<Outcome> {
    match text {
        "draw" => Some(Outcome::Draw),
        _ => {
            read_class(text).map(Outcome::Class).or_else(|| read_player(text).map(Outcome::Winner))
        }
    }
}

/// A form is stored as text, which is exact, has no limit of length, and can be read by people and
/// other programs, now and later.
fn write_form(form: &FormValue) -> String {
    let number = |x: Dyadic| json!([x.numerator(), x.exponent()]);
    json!({
        "class": form.class.to_string(),
        "form": form.text(),
        "mean": number(form.mean),
        "temperature": number(form.temperature),
        "birthday": form.birthday,
    })
    .to_string()
}

/// A canonical form as it is kept.
#[derive(Deserialize)]
struct Form {
    class: String,
    form: String,
    mean: (i64, u32),
    temperature: (i64, u32),
    birthday: u32,
}

fn read_form(text: &str) -> Option<FormValue> {
    let form: Form = serde_json::from_str(text).ok()?;
    let number = |(numerator, exponent)| Dyadic::new(numerator, exponent);
    let heat = [number(form.mean)?, number(form.temperature)?];
    Some(FormValue::from_text(&form.form, read_class(&form.class)?, heat, form.birthday))
}

/// All moves as `[[cell, colour, value], …]`; `None` if some value is unknown.
pub(crate) fn write_moves(convention: Convention, moves: &[MoveValue]) -> Option<String> {
    let one = |m: &MoveValue| {
        let value = write_value(convention, m.value.as_ref()?)?;
        Some(json!([m.played.cell, m.played.colour, value]))
    };
    let mut all: Vec<Json> = moves.iter().map(one).collect::<Option<_>>()?;
    all.sort_by_cached_key(|m| (m[0].as_u64(), m[1].as_u64()));
    Some(Json::Array(all).to_string())
}

/// Reads moves back.
pub(crate) fn read_moves(convention: Convention, text: &str) -> Option<Vec<MoveValue>> {
    let all: Vec<(usize, u8, String)> = serde_json::from_str(text).ok()?;
    let one = |(cell, colour, value): (usize, u8, String)| {
        let value = Some(read_value(convention, &value)?);
        Some(MoveValue { played: Move { cell, colour }, value })
    };
    all.into_iter().map(one).collect()
}

/// The best moves as `[[cell, colour], …]`.
pub(crate) fn write_best(moves: &[MoveValue]) -> Option<String> {
    let mut best: Vec<(usize, u8)> =
        moves.iter().map(|m| (m.played.cell, m.played.colour)).collect();
    best.sort_unstable();
    serde_json::to_string(&best).ok()
}

/// Reads the best moves back.
pub(crate) fn read_best(text: &str) -> Option<Vec<Move>> {
    let best: Vec<(usize, u8)> = serde_json::from_str(text).ok()?;
    Some(best.into_iter().map(|(cell, colour)| Move { cell, colour }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back() {
        for (game, graph) in [
            ("icol", "grid:2x3"),
            ("col", "path:5"),
            ("snort", "cycle:5"),
            ("colouring:3", "path:4"),
            ("connected", "path:5"),
            ("orthogonal:2", "cycle:4"),
            ("own:colours=2:forbid=same:end=misere", "path:4"),
            ("own:colours=2:forbid=same:skip=bob:end=coloured", "path:3"),
        ] {
            let convention = chromex::rules::parse_game(game).unwrap().convention();
            let answer = chromex::solve(game, graph).unwrap();
            let value = answer.value.unwrap();
            let text = write_value(convention, &value).unwrap();
            assert_eq!(read_value(convention, &text), Some(value), "{text}");
            let outcome = answer.outcome.unwrap();
            assert_eq!(read_outcome(&outcome.to_string()), Some(outcome));
            let moves = write_moves(convention, &answer.moves).unwrap();
            assert_eq!(read_moves(convention, &moves).unwrap().len(), answer.moves.len());
        }
        for bad in ["", "3", "*", "*x", "{}", "Carol", "[]"] {
            assert_eq!(read_value(Convention::Impartial, bad), None);
            assert_eq!(read_value(Convention::Partisan, bad), None);
        }
    }
}
