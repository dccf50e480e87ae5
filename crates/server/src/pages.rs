//! The page: embedded in the program, or from a folder for people who change it.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::respond::Refusal;

static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// The media types for the endings of files.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("txt", "text/plain; charset=utf-8"),
    ("woff2", "font/woff2"),
];

/// Answers with a file of the page.
pub(crate) async fn serve(
    web: Option<&Path>,
    method: Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = format!("{method} is not answered here");
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message).into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let found = match web {
        Some(folder) => from_folder(folder, name).await,
        None => embedded(name),
    };
    match found {
        Some(file) => file.response(headers),
        None => {
            let message = format!("there is no page `{}`", uri.path());
            Refusal::new(StatusCode::NOT_FOUND, "not_found", message).into_response()
        }
    }
}

struct File {
    kind: &'static str,
    tag: String,
    bytes: Bytes,
}

impl File {
    fn new(name: &str, bytes: impl Into<Bytes>) -> File {
        let bytes = bytes.into();
        // FNV-1a: browsers ask whether the version that they have is still current.
        let tag = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        File { kind: kind_of(name), tag: format!("{tag:016x}"), bytes }
    }

    fn response(self, headers: &HeaderMap) -> Response {
        let tag = format!("\"{}\"", self.tag);
        let known = headers.get(header::IF_NONE_MATCH).and_then(|sent| sent.to_str().ok());
        let mut response = match known.is_some_and(|known| known.contains(&tag)) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.bytes.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

/// The embedded file of this name.
fn embedded(name: &str) -> Option<File> {
    Some(File::new(name, content(WEB.get_file(name)?)))
}

/// The content of an embedded file; programs are sent without comments and indentation, which saves
/// a quarter.
fn content(file: &include_dir::File<'_>) -> Vec<u8> {
    let program = file.path().extension().is_some_and(|ending| ending == "js");
    match file.contents_utf8().filter(|_| program) {
        Some(text) => without_comments(text).into_bytes(),
        None => file.contents().to_vec(),
    }
}

/// All embedded files, by their names.
pub(crate) fn all() -> Vec<(String, Vec<u8>)> {
    let name = |file: &include_dir::File<'_>| file.path().to_string_lossy().replace('\\', "/");
    let mut folders = vec![&WEB];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        files.extend(folder.files().map(|file| (name(file), content(file))));
    }
    files
}

/// A program without the comments that begin a line and without indentation. No text in the
/// programs has more than one line; the tests of the page check this.
fn without_comments(program: &str) -> String {
    let mut kept = String::with_capacity(program.len());
    let mut inside = false;
    for line in program.lines() {
        let start = line.trim_start();
        inside |= start.starts_with("/*");
        let code = match start.split_once("*/").filter(|_| inside) {
            Some((_, rest)) => {
                inside = false;
                rest
            }
            None if inside || start.starts_with("//") => "",
            None => line,
        };
        if !code.trim().is_empty() {
            kept.push_str(code.trim_start());
            kept.push('\n');
        }
    }
    kept
}

/// A larger file in a folder is none of a page.
const LARGEST_FILE: u64 = 32 << 20;

/// All of a file that is not too large, and that has an end.
fn read(path: &Path) -> Option<Vec<u8>> {
    let file = std::fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST_FILE).then_some(bytes)
}

/// The file with this name directly in a folder.
async fn from_folder(folder: &Path, name: &str) -> Option<File> {
    let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if !plain {
        return None;
    }
    let path: PathBuf = folder.join(name);
    let bytes = tokio::task::spawn_blocking(move || read(&path)).await.ok()??;
    Some(File::new(name, bytes))
}

fn kind_of(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn files_without_an_end_are_not_served() {
        assert!(read(Path::new("/dev/zero")).is_none());
        assert!(read(Path::new(env!("CARGO_MANIFEST_PATH"))).is_some_and(|file| !file.is_empty()));
    }

    #[test]
    fn comments_go_and_code_stays() {
        let program = "/** What it is.\n * @type {x} */\nconst a = 1; // one\n\n  // two\n  /** @type {y} */ b: 2,\nurl('https://x');\n";
        assert_eq!(without_comments(program), "const a = 1; // one\nb: 2,\nurl('https://x');\n");
    }
}
