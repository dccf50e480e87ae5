//! Checks a blocks certificate given without its checksum: for finding drawings.
use chromex_checker::{BlocksCertificate, Checksum};
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let sum = format!("{text}checksum: {:016x}\n", Checksum::of(text.as_bytes()).0);
    let start = std::time::Instant::now();
    let mut n = 0;
    let r = BlocksCertificate::check(&mut sum.as_bytes(), &chromex_rules::parse_game, &mut |c| { n = c; if c % 200000 == 0 { eprintln!("{c} {:?}", start.elapsed()); } true });
    match r { Ok(c) => println!("ok {} cases {:?}", c.cases, start.elapsed()), Err(e) => println!("{n} {e} {:?}", start.elapsed()) }
}
