//! Several threads at once get the same answers as one.

use crate::sample::{Rng, Sample, assortment};
use std::thread;

#[test]
fn four_threads_agree() {
    let samples = assortment(&mut Rng(6));
    let alone: Vec<_> = samples.iter().map(Sample::plain_symmetry).collect();
    thread::scope(|scope| {
        for offset in 0..4 {
            let (samples, alone) = (&samples, &alone);
            scope.spawn(move || {
                for i in 0..20 * samples.len() {
                    // each thread is busy with another graph at any time
                    let k = (i + offset * 7) % samples.len();
                    assert_eq!(samples[k].plain_symmetry(), alone[k]);
                }
            });
        }
    });
}
