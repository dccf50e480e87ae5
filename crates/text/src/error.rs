//! Errors about typed input: what is wrong, where, and what was probably meant.

use std::fmt;
use std::ops::Range;

use crate::terminal::is_misleading;

/// Something in a typed text that cannot be understood. Displays the text with the spot marked:
///
/// ```
/// use chromex_text::TextError;
/// let error = TextError::new("pth:7", 0..3, "unknown graph family `pth`")
///     .did_you_mean("pth", ["path", "grid"]);
/// assert_eq!(
///     error.to_string(),
///     "unknown graph family `pth`\n  pth:7\n  ^^^\n  did you mean `path`?"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    text: String,
    span: Range<usize>,
    message: String,
    help: Option<String>,
}

impl TextError {
    /// An error at the bytes `span` of `text`.
    pub fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> TextError {
        TextError { text: text.to_owned(), span, message: message.into(), help: None }
    }

    /// An error about the whole of `text`.
    pub fn whole(text: &str, message: impl Into<String>) -> TextError {
        TextError::new(text, 0..text.len(), message)
    }

    /// Adds a line that says how to correct the text.
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// Adds “did you mean …?” if one of `words` is near to `typed`.
    pub fn did_you_mean<'a>(
        mut self,
        typed: &str,
        words: impl IntoIterator<Item = &'a str>,
    ) -> TextError {
        if let Some(word) = nearest(typed, words) {
            self.help = Some(format!("did you mean `{word}`?"));
        }
        self
    }

    /// What is wrong, in one line, without the marked text.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The text that was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// How to correct the text, if that is known.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl std::error::Error for TextError {}

/// A longer text is shown only near the marked spot.
const WINDOW: usize = 60;

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        let before: Vec<char> = self.text[..self.span.start].chars().collect();
        let marked: Vec<char> = self.text[self.span.clone()].chars().collect();
        let after: Vec<char> = self.text[self.span.end..].chars().collect();
        let cut_left = before.len().saturating_sub(WINDOW / 2);
        let room = WINDOW.saturating_sub(before.len() - cut_left);
        let shown: String = before[cut_left..]
            .iter()
            .chain(&marked)
            .chain(&after)
            .take(WINDOW)
            .map(|&c| if is_misleading(c) { '·' } else { c })
            .collect();
        let total = before.len() + marked.len() + after.len();
        let left = if cut_left > 0 { "…" } else { "" };
        let right = if total - cut_left > WINDOW { "…" } else { "" };
        let indent = " ".repeat(left.chars().count() + before.len() - cut_left);
        let carets = "^".repeat(marked.len().clamp(1, room.max(1)));
        write!(f, "\n  {left}{shown}{right}\n  {indent}{carets}")?;
        match &self.help {
            Some(help) => write!(f, "\n  {help}"),
            None => Ok(()),
        }
    }
}

/// The word nearest to `typed`, if it is near enough to explain a typing mistake.
pub fn nearest<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let (distance, word) = words
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&typed, word), word))
        .min_by_key(|&(distance, _)| distance)?;
    let is_prefix = typed.len() >= 3 && word.starts_with(&typed);
    (distance <= 1 + word.len() / 4 || is_prefix).then_some(word)
}
