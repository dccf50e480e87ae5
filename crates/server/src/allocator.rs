//! Memory that nobody uses any more goes back to the system.
//!
//! Every search runs on a thread of its own. The allocator of glibc has an arena for each thread at a time, and
//! keeps up to 64 MiB of each once large tables have come and gone. BENCHMARKS.md has the numbers.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod glibc {
    /// How much free memory an arena may keep at its end; setting it stops automatic growth of this
    /// limit.
    pub(super) const M_TRIM_THRESHOLD: i32 = -1;
    /// The largest number of arenas.
    pub(super) const M_ARENA_MAX: i32 = -8;

    // SAFETY: these are the types of glibc's <malloc.h>, and any arguments are allowed.
    unsafe extern "C" {
        // Both take the locks that they need and refuse by their return value.
        pub(super) safe fn mallopt(parameter: i32, value: i32) -> i32;
        pub(super) safe fn malloc_trim(pad: usize) -> i32;
    }
}

/// Makes the allocator keep little from now on; other allocators do so by themselves.
pub(crate) fn keep_little() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        glibc::mallopt(glibc::M_TRIM_THRESHOLD, 128 << 10);
        // An arena reserves 64 MiB of addresses, used or not: if addresses are limited, threads
        // share one.
        if address_space().is_some() {
            glibc::mallopt(glibc::M_ARENA_MAX, 1);
        }
    }
}

/// The number of bytes of addresses that this process may use, if it is limited (`ulimit -v`).
pub(crate) fn address_space() -> Option<u64> {
    #[cfg(unix)]
    {
        let limit = rlimit::Resource::AS.get_soft().ok()?;
        (limit != rlimit::INFINITY).then_some(limit)
    }
    #[cfg(not(unix))]
    None
}

/// Returns free memory to the system.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::malloc_trim(0);
}
