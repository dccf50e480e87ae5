//! Canonical graphs equal those of nauty's own `labelg`, byte for byte.
//!
//! Needs `labelg` and `geng`, which Debian calls `nauty-labelg` and
//! `nauty-geng`; without them the tests are skipped with a note.

use crate::sample::{Rng, Sample, assortment};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// A program of nauty, by its own or its Debian name, if it is installed.
fn program(name: &str) -> Option<String> {
    let names = [name.to_owned(), format!("nauty-{name}")];
    let found = names.into_iter().find(|name| is_nauty_2_8(name));
    if found.is_none() {
        println!("skipped: no {name} of nauty 2.8 on PATH");
    }
    found
}

/// Other versions may label differently.
fn is_nauty_2_8(name: &str) -> bool {
    let version = Command::new(name).arg("--version").output();
    version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains("version 2.8"))
}

/// The output of a program for these input lines, line by line.
fn lines_from(program: &str, arguments: &[&str], input: &[String]) -> Vec<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text: String = input.iter().flat_map(|line| [line, "\n"]).collect();
    // in another thread, because otherwise both sides might wait for the other to read
    let writer = thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The pairs of vertices in the order of graph6 or digraph6.
fn pairs(n: usize, directed: bool) -> Vec<(usize, usize)> {
    if directed {
        (0..n * n).map(|i| (i / n, i % n)).collect()
    } else {
        (0..n).flat_map(|w| (0..w).map(move |v| (v, w))).collect()
    }
}

/// graph6 or digraph6.
fn encode(sample: &Sample) -> String {
    let n = sample.n;
    let mut codes: Vec<usize> = match n {
        0..63 => vec![n],
        _ => vec![63, n >> 12, n >> 6 & 63, n & 63],
    };
    for six in pairs(n, sample.directed).chunks(6) {
        let bits = six.iter().enumerate();
        codes.push(bits.map(|(i, &(v, w))| usize::from(sample.has(v, w)) << (5 - i)).sum());
    }
    let mark = if sample.directed { "&" } else { "" };
    let body = codes.iter().map(|&code| (code as u8 + 63) as char);
    mark.chars().chain(body).collect()
}

/// graph6 or digraph6 of at most 62 vertices.
fn decode(line: &str) -> Sample {
    let directed = line.starts_with('&');
    let bytes = line.trim_start_matches('&').as_bytes();
    let n = usize::from(bytes[0] - 63);
    let mut sample = Sample::new(n, directed);
    for (i, (v, w)) in pairs(n, directed).into_iter().enumerate() {
        if (bytes[1 + i / 6] - 63) >> (5 - i % 6) & 1 == 1 {
            sample.add(v, w);
        }
    }
    sample
}

/// Compares our canonical graphs with those of `labelg -f`.
fn compare(labelg: &str, samples: &[Sample], format: &str) {
    for directed in [false, true] {
        // labelg takes the format of the first line for all of them
        let samples: Vec<&Sample> = samples.iter().filter(|s| s.directed == directed).collect();
        let input: Vec<String> = samples.iter().map(|sample| encode(sample)).collect();
        let argument = format!("-f{format}");
        let theirs = lines_from(labelg, &["-q", &argument], &input);
        assert_eq!(theirs.len(), samples.len());
        for (sample, theirs) in samples.into_iter().zip(theirs) {
            let found = sample.symmetry(&colours_of(format, sample.n));
            assert_eq!(encode(&sample.relabelled(&found.labelling)), theirs);
        }
    }
}

/// labelg's colours: one character per vertex, continued with `z`.
fn colours_of(format: &str, n: usize) -> Vec<u32> {
    let continued = format.chars().chain(std::iter::repeat('z'));
    continued.map(u32::from).take(n).collect()
}

/// graph6 cannot represent loops.
fn is_writable(sample: &Sample) -> bool {
    sample.directed || (0..sample.n).all(|v| !sample.has(v, v))
}

fn random_samples(rng: &mut Rng) -> Vec<Sample> {
    let mut all = Vec::new();
    // nauty may take extremely long for sparser digraphs, see the crate's limits
    let sparsest: [(bool, &[usize]); 2] = [(false, &[2, 5]), (true, &[])];
    for (directed, sparse) in sparsest {
        for n in [0, 1, 2, 3, 4, 6, 9, 20, 32, 33, 62, 63, 64, 65, 70] {
            for percent in sparse.iter().chain(&[10, 30, 50, 90]) {
                all.push(rng.graph(n, directed, *percent));
            }
        }
    }
    all
}

#[test]
fn all_small_connected_graphs() {
    let (Some(labelg), Some(geng)) = (program("labelg"), program("geng")) else {
        return;
    };
    for n in 1..=7 {
        let lines = lines_from(&geng, &["-cq", &n.to_string()], &[]);
        let samples: Vec<Sample> = lines.iter().map(|line| decode(line)).collect();
        assert_eq!(samples.len(), [1, 1, 2, 6, 21, 112, 853][n - 1]);
        for format in ["", "abba"] {
            compare(&labelg, &samples, format);
        }
    }
}

#[test]
fn all_small_digraphs() {
    let Some(labelg) = program("labelg") else {
        return;
    };
    for n in 0..=3 {
        let count = 1 << (n * n);
        let samples: Vec<Sample> = (0..count).map(|bits| digraph_of_bits(n, bits)).collect();
        for format in ["", "ba"] {
            compare(&labelg, &samples, format);
        }
    }
}

/// The digraph, loops included, whose adjacency matrix is the given number.
fn digraph_of_bits(n: usize, bits: usize) -> Sample {
    let arcs = pairs(n, true).into_iter().enumerate();
    let chosen: Vec<_> = arcs.filter(|(i, _)| bits >> i & 1 == 1).map(|(_, arc)| arc).collect();
    Sample::from_arcs(n, true, &chosen)
}

#[test]
fn random_and_symmetric_graphs_and_digraphs() {
    let Some(labelg) = program("labelg") else {
        return;
    };
    let mut rng = Rng(7);
    let mut samples = random_samples(&mut rng);
    samples.extend(assortment(&mut rng).into_iter().filter(is_writable));
    for format in ["", "aabbbaac", "ZZZZZZZZZZZZZZZZZZZZ"] {
        compare(&labelg, &samples, format);
    }
}
