//! Input that the function refuses.

use nauty_sys::{Error, MAX_VERTICES, symmetry, symmetry_until};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn too_many_vertices() {
    let n = MAX_VERTICES + 1;
    let refused = symmetry(n, false, iter::empty(), &vec![0; n]);
    assert_eq!(refused, Err(Error::TooManyVertices { vertices: n }));
}

#[test]
fn wrong_number_of_colours() {
    let refused = symmetry(3, false, iter::empty(), &[0; 2]);
    let expected = Error::ColourCount { vertices: 3, colours: 2 };
    assert_eq!(refused, Err(expected));
}

#[test]
fn arcs_out_of_range() {
    for arc in [(3, 0), (0, 3), (usize::MAX, usize::MAX)] {
        for directed in [false, true] {
            let refused = symmetry(3, directed, iter::once(arc), &[0; 3]);
            let expected = Error::ArcOutOfRange { arc, vertices: 3 };
            assert_eq!(refused, Err(expected));
        }
    }
    assert!(symmetry(0, true, iter::once((0, 0)), &[]).is_err());
}

#[test]
fn errors_say_what_is_wrong() {
    let error = Error::ArcOutOfRange { arc: (0, 3), vertices: 3 };
    assert_eq!(error.to_string(), "arc (0, 3) in a graph of 3 vertices");
}

/// Five hundred hexagons keep nauty busy for a practically unlimited time.
#[test]
fn a_search_ends_when_it_is_stopped() {
    let hexagons = (0..500).flat_map(|i| (0..6).map(move |v| (6 * i + v, 6 * i + (v + 1) % 6)));
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let found = symmetry_until(3000, false, hexagons, &[0; 3000], &stop);
    assert_eq!(found, Err(Error::Stopped));
    // This does not stop another search on the same thread.
    assert!(symmetry(3, false, [(0, 1)].into_iter(), &[0; 3]).is_ok());
}
