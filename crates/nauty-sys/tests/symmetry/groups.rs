//! Groups that are known from theory.

use crate::sample::{Rng, Sample, assortment, circulant, complete, cube, petersen};
use nauty_sys::Symmetry;
use std::thread;

fn order(found: &Symmetry) -> u64 {
    found.order_factors.iter().map(|&f| u64::from(f)).product()
}

fn order_of(sample: &Sample) -> u64 {
    order(&sample.plain_symmetry())
}

#[test]
fn known_orders() {
    assert_eq!(order_of(&petersen()), 120);
    assert_eq!(order_of(&complete(6)), 720);
    assert_eq!(order_of(&cube(4)), 384);
    assert_eq!(order_of(&Sample::new(5, false)), 120);
    assert_eq!(order_of(&Sample::new(5, true)), 120);
}

#[test]
fn cycles_have_dihedral_and_directed_ones_cyclic_groups() {
    for n in [3, 4, 5, 12, 33, 64, 65, 200] {
        assert_eq!(order_of(&circulant(n, false, &[1])), 2 * n as u64);
        assert_eq!(order_of(&circulant(n, true, &[1])), n as u64);
    }
}

#[test]
fn large_orders_are_exact() {
    let mut factors = complete(100).plain_symmetry().order_factors;
    factors.sort_unstable();
    assert_eq!(factors, (2..=100).collect::<Vec<_>>());
}

#[test]
fn no_and_one_vertex() {
    let nothing = Sample::new(0, false).plain_symmetry();
    assert!(nothing.labelling.is_empty() && nothing.orbits.is_empty());
    assert!(nothing.generators.is_empty() && nothing.order_factors.is_empty());
    let one = Sample::new(1, true).plain_symmetry();
    assert_eq!((one.labelling, one.orbits), (vec![0], vec![0]));
    assert!(one.generators.is_empty() && one.order_factors.is_empty());
}

#[test]
fn loops_tell_vertices_apart() {
    let square = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 1)];
    let found = Sample::from_arcs(4, false, &square).plain_symmetry();
    assert_eq!(found.orbits, [0, 1, 0, 3]);
    assert_eq!(order(&found), 2);
    let half = Sample::from_arcs(2, false, &[(0, 0)]);
    assert_eq!(order_of(&half), 1);
}

#[test]
fn colours_are_respected() {
    let mut colours = vec![3; 6];
    colours[1] = 0;
    colours[4] = 0;
    let found = complete(6).symmetry(&colours);
    assert_eq!(order(&found), 48);
    assert_eq!(found.orbits, [0, 1, 0, 0, 1, 0]);
    let ordered: Vec<u32> = found.labelling.iter().map(|&v| colours[v as usize]).collect();
    assert_eq!(ordered, [0, 0, 3, 3, 3, 3]);
    for perm in found.generators {
        assert!((0..6).all(|v| colours[v] == colours[perm[v] as usize]));
    }
}

#[test]
fn generators_are_automorphisms_and_make_the_orbits() {
    let mut rng = Rng(1);
    for sample in assortment(&mut rng) {
        let found = sample.plain_symmetry();
        for perm in &found.generators {
            assert_eq!(sample.relabelled(perm), sample);
        }
        assert_eq!(orbits_under(sample.n, &found.generators), found.orbits);
    }
}

/// The least vertex in the orbit of each vertex, found by lowering until nothing changes.
fn orbits_under(n: usize, generators: &[Vec<u32>]) -> Vec<u32> {
    let mut least: Vec<u32> = (0..n as u32).collect();
    loop {
        let before = least.clone();
        for perm in generators {
            for v in 0..n {
                let w = perm[v] as usize;
                let both = least[v].min(least[w]);
                (least[v], least[w]) = (both, both);
            }
        }
        if least == before {
            return least;
        }
    }
}

/// The search goes as deep as there are vertices, in stack frames of some 250 bytes: more than fits
/// this thread's stack.
#[test]
fn deep_searches_do_not_overflow_the_stack() {
    let search = || Sample::new(700, false).plain_symmetry();
    let thread = thread::Builder::new().stack_size(128 << 10);
    let mut factors = thread.spawn(search).unwrap().join().unwrap().order_factors;
    factors.sort_unstable();
    assert_eq!(factors, (2..=700).collect::<Vec<_>>());
}
