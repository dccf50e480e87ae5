//! Searches stop at their limits, and when they are told to.

use std::time::Duration;

use chromex_budget::{Budget, Meter, Stop};

#[test]
fn limits_stop_the_search() {
    let mut meter = Meter::new(&Budget { nodes: Some(3), ..Budget::default() });
    assert!((0..3).all(|_| meter.tick().is_ok()));
    assert_eq!(meter.tick(), Err(Stop::Nodes(3)));
    let mut meter = Meter::new(&Budget { memory: 100, ..Budget::default() });
    assert!(meter.grow(100).is_ok());
    assert_eq!(meter.grow(1), Err(Stop::Memory(100)));
    let mut meter = Meter::new(&Budget { time: Some(Duration::ZERO), ..Budget::default() });
    assert!((0..1000).any(|_| meter.tick().is_err()));
}

#[test]
fn a_monitor_cancels() {
    let budget = Budget::default();
    let mut meter = Meter::new(&budget);
    budget.monitor.cancel();
    let noticed = (1..1000).find(|_| meter.tick() == Err(Stop::Cancelled));
    assert_eq!(noticed, Some(budget.monitor.nodes()));
}
