//! How much memory this process may have.

use std::fs::read_to_string;
use std::sync::OnceLock;

/// The total number of bytes of memory that this process may have: the memory of the machine, or
/// the limit of its control group or address space if that is smaller. `None` if the system does
/// not tell.
pub(crate) fn memory() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let text = |path: &str| read_to_string(path).unwrap_or_default();
        let machine = field(&text("/proc/meminfo"), "MemTotal:").map(|kib| kib * 1024);
        let group = text("/sys/fs/cgroup/memory.max").trim().parse().ok();
        let address_space = field(&text("/proc/self/limits"), "Max address space");
        [machine, group, address_space].into_iter().flatten().min()
    })
}

/// The number after the name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_the_system_writes_them() {
        let memory = "MemTotal:       24567890 kB\nMemFree:  1 kB\n";
        assert_eq!(field(memory, "MemTotal:"), Some(24_567_890));
        let limits = "Limit  Soft Limit  Hard Limit  Units\n\
                      Max address space         2147483648           unlimited            bytes\n";
        assert_eq!(field(limits, "Max address space"), Some(2_147_483_648));
        let unlimited =
            "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(field(unlimited, "Max address space"), None);
    }
}
