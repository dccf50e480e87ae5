//! Who wins the sum of positions of different games and of values? `cargo run --example sum --
//! 'snort path:5 + *3'`

use chromex::rules::Player;
use chromex::{Budget, Sources, Sum, add_up};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let typed = std::env::args().nth(1);
    let sum: Sum = typed.as_deref().unwrap_or("snort path:5 + *3 - icol cycle:7").parse()?;
    let answer = add_up(&sum, Player::Left, &Budget::default(), Sources::default())?;
    println!(
        "{} is worth {}.",
        sum,
        answer.value.as_ref().map_or("what is too large to tell", |value| value.text())
    );
    Ok(())
}
