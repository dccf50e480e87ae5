//! A proof that needs no trust: written by the solver, checked by the literal rules. `cargo run --example certificate`

use chromex::Budget;
use chromex::certificate::checker::{Statement, check};
use chromex::certificate::{prove, suggest};
use chromex::rules::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "icol grid:3x3 .../.../... left".parse()?;
    let budget = Budget::default();
    let claim = suggest(&position, &budget)?;
    let mut file = Vec::new();
    prove(Statement::about(&position, claim), &budget)?.write(&mut file)?;
    // Somebody else checks the file, without the solver.
    let proved = check(&mut file.as_slice(), 1 << 30, &mut |_| true)?;
    println!("{} bytes prove that {}.", file.len(), proved.header.statement.sentence());
    Ok(())
}
