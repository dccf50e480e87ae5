//! Text from strangers, made safe for a terminal.

/// Whether a terminal would not show this character as it is: control characters, which may move the cursor or
/// change colours, and the invisible ones of Unicode that reorder, hide or join what stands around them.
pub fn is_misleading(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text with such characters, all but ends of lines, written as `\u{1b}`.
///
/// ```
/// assert_eq!(chromex_text::printable("\u{1b}[2Jχ_g\u{202e} = 4\n"), "\\u{1b}[2Jχ_g\\u{202e} = 4\n");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_misleading(c) && c != '\n' {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    shown
}
