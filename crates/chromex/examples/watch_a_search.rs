//! Facts as they become known, within a budget of a second. `cargo run --example watch_a_search`

use std::time::Duration;

use chromex::rules::Position;
use chromex::{Ask, Budget, Event, Question, ask_with};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "connected king:4x4 ..../..../..../.... alice".parse()?;
    let budget = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
    let question = Question::new(&position, Ask::AllMoves).within(&budget);
    let answer = ask_with(&question, &mut |event| match event {
        Event::Value(value) => println!("the value is {value}"),
        Event::Move(found) => println!("looked at {}", position.write_move(found.played)),
        _ => {}
    })?;
    if let Some(stop) = answer.stopped {
        println!("{stop}; {}", answer.known().unwrap_or_default());
    }
    Ok(())
}
