//! Theorem 4.3 on P_1, P_3, P_5, P_7 and P_9, where Alice wins.
//!
//! The paper calls the first four easy and gives a game tree for P_9 (its Figure 2). Here each path
//! has a short list of pictures of the vertices in a row: `R` and `B` are coloured red and blue,
//! `.` is not coloured, `?` may be anything, and Alice colours `*`, which is not coloured. She
//! takes the first picture that fits the position, as it is or mirrored; if none fits, she takes
//! the first uncoloured vertex. The lists were found by computer, and the tests play them against
//! all moves of Bob.

use super::line::Line;

type Pictures = &'static [&'static str];

const PICTURES: &[(usize, Pictures)] = &[
    (1, &["*"]),
    (3, &["?*?"]),
    (5, &["??*??", "???*?"]),
    (7, &["???*???", "?*??B??", "?B??*??"]),
    (
        9,
        &[
            "????*????",
            "??*.R?.??",
            "??B??*???",
            "??*???R??",
            "??*R?????", //
            "?BR??B?*?",
            "?B???*?B?",
            "?*???BBB?",
            "??B???BB*",
            "??????B*B",
        ],
    ),
];

/// The pictures for the path of this order, if there are any.
pub(super) fn pictures(order: usize) -> Option<Pictures> {
    PICTURES.iter().find(|row| row.0 == order).map(|row| row.1)
}

/// Alice's move, and its case.
pub(super) fn answer(line: &Line, pictures: Pictures) -> Option<(usize, &'static str)> {
    let n = line.length;
    let fits = |picture: &str, mirrored: bool| {
        let place = |i: usize| if mirrored { n - 1 - i } else { i };
        picture.bytes().enumerate().all(|(i, sign)| fits_at(line, place(i), sign))
    };
    for &picture in pictures {
        let star = picture.find('*')?;
        if fits(picture, false) {
            return Some((star, picture));
        }
        if fits(picture, true) {
            return Some((n - 1 - star, picture));
        }
    }
    line.open.iter().next().map(|run| (run.first, "arbitrary"))
}

fn fits_at(line: &Line, place: usize, sign: u8) -> bool {
    match sign {
        b'R' => line.ours.holding(place).is_some(),
        b'B' => line.theirs.holding(place).is_some(),
        b'.' | b'*' => line.is_open(place),
        _ => true,
    }
}
