//! Searches stop at their limits, and when they are cancelled.

use std::time::Duration;

use chromex_budget::{Budget, Meter, Stop};
use chromex_graphs::parse;

#[test]
fn limits_stop_the_search() {
    let mut meter = Meter::new(&Budget { nodes: Some(3), ..Budget::default() });
    assert!((0..3).all(|_| meter.tick().is_ok()));
    assert_eq!(meter.tick(), Err(Stop::Nodes(3)));
    let mut meter = Meter::new(&Budget { memory: 100, ..Budget::default() });
    assert!(meter.grow(100).is_ok());
    assert_eq!(meter.grow(1), Err(Stop::Memory(100)));
    let mut meter = Meter::new(&Budget { time: Some(Duration::ZERO), ..Budget::default() });
    // One position may take long, so the clock is read at the first.
    assert_eq!(meter.tick(), Err(Stop::Time(Duration::ZERO)));
}

#[test]
fn graphs_are_built_within_the_budget() {
    let small = Budget { memory: 1 << 20, ..Budget::default() };
    let refused = small.during(|| parse("complete:9999")).unwrap_err().to_string();
    assert!(refused.contains("the memory limit of 1.0 MiB (--memory allows more)"), "{refused}");
    let late = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    let refused = late.during(|| parse("path:9")).unwrap_err().to_string();
    assert!(refused.contains("the time limit of 0 s is reached"), "{refused}");
    let cancelled = Budget::default();
    cancelled.monitor.cancel();
    assert!(cancelled.during(|| parse("path:9")).is_err());
    assert!(Budget::default().during(|| parse("path:9")).is_ok());
}

#[test]
fn a_monitor_cancels() {
    let budget = Budget::default();
    let mut meter = Meter::new(&budget);
    budget.monitor.cancel();
    let noticed = (1..1000).find(|_| meter.tick() == Err(Stop::Cancelled));
    assert_eq!(noticed, Some(budget.monitor.nodes()));
}
