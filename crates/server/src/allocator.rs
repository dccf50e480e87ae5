//! Gives memory that nobody uses any more back to the system.
//!
//! Every search runs on a thread of its own, and the allocator of glibc has an arena for each of them, of
//! which it keeps tens of megabytes after the tables of a search are gone. BENCHMARKS.md has the numbers.

/// Gives back what is free.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    #[allow(unsafe_code)]
    mod glibc {
        unsafe extern "C" {
            // Takes the locks that it needs, touches free memory only, and fails on no input.
            pub safe fn malloc_trim(pad: usize) -> i32;
        }
    }
    glibc::malloc_trim(0);
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
