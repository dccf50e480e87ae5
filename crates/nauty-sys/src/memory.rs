//! Memory for the C code where there is no C library: it comes from Rust's allocator.
//!
//! C frees and resizes without saying how large a block is, so the size stands in front of it.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::ptr;

/// The number of bytes in front of a block; a multiple of any alignment that C may expect.
const HEAD: usize = 16;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEAD)?, HEAD).ok()
}

/// As `malloc`.
// SAFETY (of these three names): they are nauty's alone, csrc/wasm/stdlib.h names them.
#[unsafe(no_mangle)]
extern "C" fn chromex_nauty_malloc(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return ptr::null_mut() };
    // SAFETY: the layout is not empty, it has the head at least.
    let block = unsafe { alloc(layout) };
    // SAFETY: the block is null or begins with HEAD bytes, aligned to HEAD.
    unsafe { noted(block, size) }
}

/// As `realloc`.
///
/// # Safety
/// The block is null or comes from these functions and was not freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn chromex_nauty_realloc(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        return chromex_nauty_malloc(size);
    }
    let Some(new) = layout(size) else { return ptr::null_mut() };
    // SAFETY: such a block has a head in front of it with the size it was made with; `new.size()` is a valid size.
    unsafe {
        let start = block.sub(HEAD);
        let Some(old) = layout(start.cast::<usize>().read()) else { return ptr::null_mut() };
        noted(realloc(start, old, new.size()), size)
    }
}

/// As `free`.
///
/// # Safety
/// The block is null or comes from these functions and was not freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn chromex_nauty_free(block: *mut u8) {
    if block.is_null() {
        return;
    }
    // SAFETY: as above; the layout is the one it was made with.
    unsafe {
        let start = block.sub(HEAD);
        if let Some(layout) = layout(start.cast::<usize>().read()) {
            dealloc(start, layout);
        }
    }
}

/// Writes the size into the head of a block, and gives what follows.
///
/// # Safety
/// The block is null or begins with HEAD bytes of our own, aligned to HEAD.
unsafe fn noted(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        return block;
    }
    // SAFETY: as promised.
    unsafe {
        block.cast::<usize>().write(size);
        block.add(HEAD)
    }
}
