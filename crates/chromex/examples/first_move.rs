//! Who wins, and with which first moves? `cargo run --example first_move -- snort path:7`

use chromex::Error;
use chromex::graphs::parse;
use chromex::rules::{Position, parse_game};

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "icol".to_owned());
    let graph = words.next().unwrap_or_else(|| "grid:3x5".to_owned());
    let answer = chromex::solve(&game, &graph)?;
    let value = answer.value.as_ref().map_or("unknown".to_owned(), ToString::to_string);
    println!("The value of {game} on {graph} is {value}, found {}.", answer.found_by());
    let position = Position::start(parse_game(&game)?, parse(&graph)?)?;
    for best in &answer.moves {
        println!("A best move is {}.", position.write_move(best.played));
    }
    Ok(())
}
