//! The checker of certificates as a module for a page: the bytes of a file in, a verdict out.
//!
//! It holds the checker, the rules and the graphs, and nothing else: no search, no theorem. The interface is that of
//! `crates/wasm`: `room` for the file, then `check`, which reports the result through the imported `report`.
//!
//! Elsewhere than in a page this crate is empty.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code)]

use std::cell::RefCell;

use chromex_checker::{
    BlocksCertificate, Rejection, StripCertificate, WindowCertificate, check as check_one,
    is_blocks, is_strip, is_window,
};
use chromex_rules::parse_game;

// SAFETY: the page gives these functions with these types (web/assets/checker.js). They take numbers, and any are allowed: what lies at
// an address is read by the page as bytes of this module's memory, which cannot be left.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Reports something. The memory is read at once, and only read.
    safe fn report(kind: u32, start: *const u8, length: usize);
}

/// The kinds of reports.
#[derive(Clone, Copy)]
enum Message {
    /// The number of replies checked so far.
    Progress = 0,
    /// The certificate proves this, in words; the next line says how large the proof is.
    Accepted = 1,
    /// Why the certificate proves nothing.
    Rejected = 2,
    /// The module has failed, in words; a trap follows.
    Panic = 5,
}

fn send(message: Message, words: &str) {
    report(message as u32, words.as_ptr(), words.len());
}

/// The most bytes that the positions of a certificate may take.
const MEMORY: u64 = 1 << 30;

/// Progress is reported once in this many replies.
const OFTEN: u64 = 1 << 14;

thread_local! {
    static FILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Memory for a file of this many bytes; it is valid until the next call. SAFETY: no other function
/// of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    FILE.with_borrow_mut(|file| {
        file.clear();
        file.resize(length, 0);
        file.as_mut_ptr()
    })
}

/// Checks the file that was written into that memory. SAFETY: no other function of the module has
/// this name.
#[unsafe(no_mangle)]
extern "C" fn check() {
    std::panic::set_hook(Box::new(|info| send(Message::Panic, &info.to_string())));
    match verdict(&FILE.take()) {
        Ok(proved) => send(Message::Accepted, &proved),
        Err(rejection) => send(Message::Rejected, &rejection.to_string()),
    }
}

fn verdict(file: &[u8]) -> Result<String, Rejection> {
    let mut input = file;
    let mut told_last = 0;
    let mut watch = |replies: u64| {
        if replies >= told_last + OFTEN {
            told_last = replies;
            send(Message::Progress, &replies.to_string());
        }
        true
    };
    if is_strip(&mut input) {
        let proved = StripCertificate::check(&mut input, &parse_game, MEMORY, &mut watch)?;
        return Ok(format!("{}\n{} pairs of columns", proved.strip.sentence(), proved.pairs.len()));
    }
    if is_blocks(&mut input) {
        let proved = BlocksCertificate::check(&mut input, &parse_game, MEMORY, &mut watch)?;
        let (words, drawings) = (proved.blocks.sentence(), proved.blocks.drawings().len());
        return Ok(format!("{words}\n{drawings} drawings of blocks, {} cases", proved.cases));
    }
    if is_window(&mut input) {
        let proved = WindowCertificate::check(&mut input, &parse_game, MEMORY, &mut watch)?;
        let (words, positions) = (proved.window.sentence(), proved.positions.len());
        return Ok(format!("{words}\n{positions} positions of a window"));
    }
    let proved = check_one(&mut input, MEMORY, &mut watch)?;
    let (says, positions) = (proved.header.statement.sentence(), proved.header.positions);
    Ok(format!("{says}\n{positions} positions, {} replies", proved.replies))
}
