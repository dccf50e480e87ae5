use chromex::certificate::{checker::*, prove, suggest};
use chromex::rules::*;
use chromex::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let board = chromex::graphs::parse(&a[2]).unwrap();
    let game = parse_game(&a[1]).unwrap();
    let pos = Position::start(game, board.clone()).unwrap();
    let b = Budget::default();
    let t = Instant::now();
    let claim = if a.len() > 3 { a[3].parse().unwrap() } else { suggest(&pos, &b).unwrap() };
    println!("claim {claim} {:?}", t.elapsed());
    let t = Instant::now();
    let s = Statement {
        claim,
        game: a[1].clone(),
        board,
        start: pos.write_colouring(),
        first: Player::Left,
    };
    let c = prove(s, &b).unwrap();
    println!(
        "prove {:?} positions {} replies {} bytes {}",
        t.elapsed(),
        c.header.positions,
        c.replies,
        c.bytes()
    );
    let mut v = Vec::new();
    c.write(&mut v).unwrap();
    let t = Instant::now();
    let r = check(&mut &v[..], 4 << 30, &mut |_| ());
    println!("check {:?} {:?}", t.elapsed(), r.map(|h| h.header.statement.words()));
}
