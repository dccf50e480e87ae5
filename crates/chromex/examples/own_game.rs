//! A game of your own: described in a line, solved like the listed ones. `cargo run --example own_game`

use chromex::rules::Position;
use chromex::{Ask, Question, ask, describe};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // There are two colours; Red may not be next to Red, nor at distance two from it.
    let game = "own:colours=Red,Green:forbid=Red-Red/2".parse()?;
    for rule in describe(&game).rules {
        println!("{rule}");
    }
    let position = Position::start(game, chromex::graphs::parse("grid:3x3")?)?;
    let answer = ask(&Question::new(&position, Ask::BestMoves))?;
    let value = answer.value.as_ref().map_or("unknown".to_owned(), ToString::to_string);
    println!("On {} it is worth {value}.", position.board().name());
    Ok(())
}
