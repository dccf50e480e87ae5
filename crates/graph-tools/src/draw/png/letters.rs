//! Letters made of straight strokes.

use chromex_graphs::Point;

/// The size of a letter.
pub(super) const WIDTH: f64 = 4.0;
pub(super) const HEIGHT: f64 = 6.0;

/// Strokes are separated by spaces; each is a chain of points, one digit for x and one for y, which points
/// down.
const LETTERS: [(char, &str); 41] = [
    ('0', "103041453616050110"),
    ('1', "112026 1636"),
    ('2', "01103041420646"),
    ('3', "01103041423323 334445361605"),
    ('4', "36300444"),
    ('5', "40000312324345361605"),
    ('6', "413010010516364544331304"),
    ('7', "004016"),
    ('8', "13020110304142331304051636454433"),
    ('9', "051636454130100102133342"),
    ('A', "062046 1434"),
    ('B', "00063645443303 3342413000"),
    ('C', "4130100105163645"),
    ('D', "00062644422000"),
    ('E', "40000646 0333"),
    ('F', "400006 0333"),
    ('G', "41301001051636454323"),
    ('H', "0006 4046 0343"),
    ('I', "2026 1030 1636"),
    ('J', "4045361605"),
    ('K', "0006 400346"),
    ('L', "000646"),
    ('M', "0600234046"),
    ('N', "06004640"),
    ('O', "103041453616050110"),
    ('P', "06003041423303"),
    ('Q', "103041453616050110 3446"),
    ('R', "06003041423303 2346"),
    ('S', "413010010213334445361605"),
    ('T', "0040 2026"),
    ('U', "000516364540"),
    ('V', "002640"),
    ('W', "0016223640"),
    ('X', "0046 4006"),
    ('Y', "002340 2326"),
    ('Z', "00400646"),
    ('*', "2125 0244 4204"),
    ('+', "2125 0343"),
    ('-', "1333"),
    ('.', "2626"),
    ('/', "0640"),
];

/// The strokes of a letter; small letters look like capitals, and unknown characters are boxes.
pub(super) fn strokes(letter: char) -> Vec<Vec<Point>> {
    let letter = letter.to_ascii_uppercase();
    let known = LETTERS.iter().find(|(known, _)| *known == letter);
    let text = known.map_or("0040460600", |(_, strokes)| strokes);
    text.split(' ').map(points).collect()
}

fn points(stroke: &str) -> Vec<Point> {
    let digit = |byte: u8| f64::from(byte.saturating_sub(b'0'));
    stroke.as_bytes().chunks_exact(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_whole_and_within_their_size() {
        for (letter, text) in LETTERS {
            assert!(text.split(' ').all(|stroke| stroke.len() % 2 == 0), "{letter}");
            let points: Vec<Point> = strokes(letter).concat();
            assert!(points.iter().all(|&(x, y)| x <= WIDTH && y <= HEIGHT), "{letter}");
        }
        assert_eq!(strokes('a'), strokes('A'));
    }
}
