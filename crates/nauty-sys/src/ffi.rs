//! The calls into C.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::{slice, thread};

use crate::dense::{Graph, Partition, words_for};
use crate::{Error, Stop, Symmetry};

type GeneratorSink = unsafe extern "C" fn(*mut c_void, *const c_int, c_int);
type IndexSink = unsafe extern "C" fn(*mut c_void, c_int);
type StopCheck = unsafe extern "C" fn(*mut c_void) -> c_int;

/// The status with which nauty returns after it was stopped (`NAUKILLED`).
const KILLED: c_int = 5;

// SAFETY: as defined in csrc/shim.c; nauty's `graph`, `set` and `setword` are 64-bit
// words, its `boolean` is an int.
unsafe extern "C" {
    fn chromex_nauty_canonise(
        g: *mut u64,
        m: c_int,
        n: c_int,
        digraph: c_int,
        lab: *mut c_int,
        ptn: *mut c_int,
        active: *mut u64,
        orbits: *mut c_int,
        canong: *mut u64,
        count: *mut c_int,
        workspace: *mut u64,
        context: *mut c_void,
        on_generator: GeneratorSink,
        on_index: IndexSink,
        is_stopped: StopCheck,
    ) -> c_int;
    fn chromex_nauty_release();
}

/// Words of workspace per word of a set; labelg's choice, which shim.c knows.
const WORKSPACE_FACTOR: usize = 24;

/// nauty recurses once per vertex fixed, at worst `n` deep, in stack frames
/// of some 250 bytes (gcc 12, x86-64). This leaves ample room.
const STACK_PER_VERTEX: usize = 1024;

/// Up to this many vertices the caller's own stack is enough.
const SHALLOW_VERTICES: usize = 500;

/// Runs nauty on a graph of at least one vertex and its partition.
pub(crate) fn canonise(
    graph: Graph,
    partition: Partition,
    stop: Stop<'_>,
) -> Result<Symmetry, Error> {
    // In a web page there are no threads, but the only stack is deep.
    if graph.vertices <= SHALLOW_VERTICES || cfg!(target_family = "wasm") {
        canonise_here(graph, partition, stop)
    } else {
        canonise_on_deep_stack(graph, partition, stop)
    }
}

/// Runs nauty in a thread of its own, since a Rust thread has a stack of only
/// 2 MiB by default, which a large graph of large symmetry would overflow.
fn canonise_on_deep_stack(
    graph: Graph,
    partition: Partition,
    stop: Stop<'_>,
) -> Result<Symmetry, Error> {
    let stack = (1 << 20) + graph.vertices * STACK_PER_VERTEX;
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .name("nauty".into())
            .stack_size(stack)
            .spawn_scoped(scope, move || canonise_here(graph, partition, stop))
            .map_err(|error| Error::NoThread(error.to_string()))?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn canonise_here(
    mut graph: Graph,
    mut partition: Partition,
    stop: Stop<'_>,
) -> Result<Symmetry, Error> {
    let n = graph.vertices;
    let m = words_for(n);
    assert!(n > 0 && c_int::try_from(n * WORKSPACE_FACTOR).is_ok());
    assert_eq!(graph.rows.len(), n * m);
    assert_eq!(partition.lab.len(), n);
    assert_eq!(partition.ptn.len(), n);
    assert_eq!(partition.active.len(), m);

    let mut orbits = vec![0; n];
    let mut count = vec![0; n];
    let mut canonical = vec![0; n * m];
    let mut workspace = vec![0; WORKSPACE_FACTOR * m];
    let mut found = Found { generators: Vec::new(), order_factors: Vec::new(), stop };
    release_at_thread_exit();
    // SAFETY: every buffer is exclusively borrowed for the call and has the
    // length that shim.c asks for: the assertions above and the allocations
    // just made say so. The casts of n and m lose nothing, as asserted.
    // `Graph` and `Partition` only ever hold sets with bits below n, a `lab`
    // that is a permutation of 0..n, and a `ptn` that ends in 0, which is all
    // that nauty assumes of its input. `context` points to a `Found`, as all
    // callbacks require, which nothing else touches during the call. nauty keeps
    // its state in thread-local variables, so calls in other threads cannot
    // interfere; it is not re-entered in this one, since the sinks do not
    // call it; and it keeps none of the pointers for a later call to use.
    let status = unsafe {
        chromex_nauty_canonise(
            graph.rows.as_mut_ptr(),
            m as c_int,
            n as c_int,
            c_int::from(graph.digraph),
            partition.lab.as_mut_ptr(),
            partition.ptn.as_mut_ptr(),
            partition.active.as_mut_ptr(),
            orbits.as_mut_ptr(),
            canonical.as_mut_ptr(),
            count.as_mut_ptr(),
            workspace.as_mut_ptr(),
            (&raw mut found).cast(),
            keep_generator,
            keep_index,
            is_stopped,
        )
    };
    match status {
        0 => {}
        KILLED => return Err(Error::Stopped),
        status => return Err(Error::Nauty(status)),
    }
    Ok(Symmetry {
        labelling: to_vertices(&partition.lab),
        generators: found.generators,
        orbits: to_vertices(&orbits),
        order_factors: found.order_factors,
    })
}

/// What nauty reports, and the question whether to stop.
struct Found<'a> {
    generators: Vec<Vec<u32>>,
    order_factors: Vec<u32>,
    stop: Stop<'a>,
}

/// Keeps a generator of the group.
///
/// # Safety
///
/// `context` must point to a [`Found`] that nobody else uses meanwhile, and
/// `perm` to `n` vertex numbers.
unsafe extern "C" fn keep_generator(context: *mut c_void, perm: *const c_int, n: c_int) {
    // SAFETY: the caller promises a valid `Found`, used by nobody else.
    let found = unsafe { &mut *context.cast::<Found>() };
    // SAFETY: the caller promises n numbers at `perm`; n is not negative.
    let perm = unsafe { slice::from_raw_parts(perm, n as usize) };
    found.generators.push(to_vertices(perm));
}

/// Keeps the index of one point stabiliser in the next; together these
/// multiply to the order of the group.
///
/// # Safety
///
/// `context` must point to a [`Found`] that nobody else uses meanwhile.
unsafe extern "C" fn keep_index(context: *mut c_void, index: c_int) {
    // SAFETY: the caller promises a valid `Found`, used by nobody else.
    let found = unsafe { &mut *context.cast::<Found>() };
    if index > 1 {
        found.order_factors.push(index as u32);
    }
}

/// Whether the search is to be stopped.
///
/// # Safety
///
/// `context` must point to a [`Found`] that nobody else uses meanwhile.
unsafe extern "C" fn is_stopped(context: *mut c_void) -> c_int {
    // SAFETY: the caller promises a valid `Found`, used by nobody else.
    let found = unsafe { &*context.cast::<Found>() };
    c_int::from((found.stop)())
}

/// nauty's vertex numbers are ints, but never negative.
fn to_vertices(numbers: &[c_int]) -> Vec<u32> {
    numbers.iter().map(|&v| v as u32).collect()
}

/// When dropped, frees the memory that nauty keeps for this thread between calls.
struct Release;

impl Drop for Release {
    fn drop(&mut self) {
        // SAFETY: it frees this thread's buffers of nauty and marks them
        // empty, so that even a later call would be sound. No call is under
        // way in this thread, since none is while thread-locals are dropped.
        unsafe { chromex_nauty_release() }
    }
}

thread_local! {
    static RELEASE: Release = const { Release };
}

/// Without this every thread that ends would leak its buffers of nauty.
fn release_at_thread_exit() {
    // It fails if the thread is already ending: then the buffers do leak,
    // which is harmless.
    let _ = RELEASE.try_with(|_| ());
}
