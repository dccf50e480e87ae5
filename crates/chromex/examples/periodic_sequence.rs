//! The nimbers of Node Kayles on paths, with the period that they prove. `cargo run --example periodic_sequence`

use chromex::Budget;
use chromex::sequence::{Sequence, Until, compute};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sequence = Sequence::parse("node-kayles")?;
    let found = compute(&sequence, 100_000, Until::Period, false, &Budget::default(), None)?;
    println!("{:?} …", &found.values[..20]);
    if let Some(period) = found.period {
        println!("period {}, from {} on", period.period, period.pre_period);
    }
    Ok(())
}
