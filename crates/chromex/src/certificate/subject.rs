//! What a certificate is about, from the game as it was typed and what is claimed of it.

use std::ops::Range;

use chromex_checker::{Claim, Subject};
use chromex_rules::{Game, GameFamily, parse_game};

use super::Unproved;

/// What a claim is about: a game, or games that differ in a number alone, of which the least is claimed.
///
/// Those are meant by a text with `K` for the number or without any, and by each of them where the claim is about the least
/// number: then the number that was typed does not matter, but all the rest does.
///
/// ```
/// use chromex::certificate::{checker::Subject, subject};
/// let about = |game: &str| match subject(game, Some(&"chi <= 4".parse().unwrap())) {
///     Ok(Subject::Family(games)) => games.to_string(),
///     Ok(Subject::Game(game)) => game.name(),
///     Err(error) => error.to_string(),
/// };
/// assert_eq!(about("colouring"), "colouring:K");
/// assert_eq!(about("colouring:9"), "colouring:K");
/// assert_eq!(about("colouring:4:bob-skips"), "colouring:K:bob-skips");
/// assert!(about("colouring:4:nonsense").contains("the variants are"));
/// ```
pub fn subject(game: &str, claim: Option<&Claim>) -> Result<Subject, Unproved> {
    if GameFamily::is_in(game) {
        return Ok(Subject::Family(game.parse()?));
    }
    match (parse_game(game), claim) {
        (Ok(game), Some(claim @ Claim::Chi(..))) => family_of(&game, claim).map(Subject::Family),
        (Ok(game), _) => Ok(Subject::Game(game)),
        // `colouring` stands for `colouring:K`.
        (Err(error), _) => game.parse().map(Subject::Family).map_err(|_| error.into()),
    }
}

/// The games that differ from this one in the number alone that its text has.
fn family_of(game: &Game, claim: &Claim) -> Result<GameFamily, Unproved> {
    let text = game.name();
    let with_k = |number: Range<usize>| {
        let k = text[number.clone()].parse().ok()?;
        let games = format!("{}K{}", &text[..number.start], &text[number.end..]).parse();
        games.ok().filter(|games: &GameFamily| games.member(k).is_ok_and(|same| same == *game))
    };
    let mut families = numbers(&text).filter_map(with_k);
    match (families.next(), families.next()) {
        (Some(games), None) => Ok(games),
        (None, _) => Err(Unproved::Claim(format!(
            "`{claim}` is claimed of games with a number K, such as marking:K, which {text} is not"
        ))),
        _ => Err(Unproved::Claim(format!(
            "`{claim}` is claimed of games with a number K: write K in the place of the number in {text}"
        ))),
    }
}

/// Where the numbers of a text are that are words of their own.
fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let words = text.split_inclusive([':', '=', ',']).map(move |word| {
        let from = start;
        start += word.len();
        from..from + word.trim_end_matches([':', '=', ',']).len()
    });
    words.filter(|word| text[word.clone()].bytes().all(|c| c.is_ascii_digit()) && !word.is_empty())
}
