//! Canonical graphs do not depend on the numbering of the input.

use crate::sample::{Rng, Sample, assortment};

fn canonical(sample: &Sample, colours: &[u32]) -> Sample {
    sample.relabelled(&sample.symmetry(colours).labelling)
}

#[test]
fn relabelling_does_not_matter() {
    let mut rng = Rng(2);
    for sample in assortment(&mut rng) {
        let plain = vec![0; sample.n];
        let expected = canonical(&sample, &plain);
        for _ in 0..5 {
            assert_eq!(canonical(&rng.shuffled(&sample), &plain), expected);
        }
    }
}

#[test]
fn relabelling_with_colours_does_not_matter() {
    let mut rng = Rng(3);
    for sample in assortment(&mut rng) {
        let colours: Vec<u32> = (0..sample.n).map(|_| rng.below(3) as u32 * 9).collect();
        let expected = canonical(&sample, &colours);
        for _ in 0..5 {
            let perm = rng.permutation(sample.n);
            let moved: Vec<u32> = perm.iter().map(|&v| colours[v as usize]).collect();
            assert_eq!(canonical(&sample.relabelled(&perm), &moved), expected);
        }
    }
}

#[test]
fn the_values_of_colours_matter_only_by_their_order() {
    let mut rng = Rng(4);
    let sample = rng.graph(20, false, 30);
    let low: Vec<u32> = (0..20).map(|v| v % 3).collect();
    let high: Vec<u32> = low.iter().map(|c| c * 1_000_000_000).collect();
    assert_eq!(sample.symmetry(&low), sample.symmetry(&high));
}

#[test]
fn one_direction_of_an_edge_suffices() {
    let once = [(0, 1), (2, 1), (2, 3)];
    let twice = once.into_iter().chain(once.map(|(v, w)| (w, v)));
    let both = nauty_sys::symmetry(4, false, twice, &[0; 4]);
    assert_eq!(nauty_sys::symmetry(4, false, once.into_iter(), &[0; 4]), both);
}

#[test]
fn earlier_calls_do_not_matter() {
    let mut rng = Rng(5);
    let samples = assortment(&mut rng);
    let forwards: Vec<_> = samples.iter().map(Sample::plain_symmetry).collect();
    let mut backwards: Vec<_> = samples.iter().rev().map(Sample::plain_symmetry).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
