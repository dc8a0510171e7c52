//! The folder of pages for browsers: precompressed files, with caching by name.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// Caching of files with a hash of their contents in the name: a year.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Caching of other files: the browser checks each time whether its copy is current.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The minimum length of a hash in a file's name, in hex digits.
const MIN_HASH: usize = 8;

/// Serves a folder. `FILE.br` or `FILE.gz` replaces `FILE` for browsers that accept it. `policy` is
/// the content security policy.
pub(super) fn files(folder: &Path, policy: HeaderValue) -> Router {
    Router::new()
        .fallback_service(ServeDir::new(folder).precompressed_br().precompressed_gzip())
        .layer(from_fn(cached))
        .layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, policy))
}

/// Adds caching headers, and answers 304 Not Modified if the browser has the file.
async fn cached(mut request: Request, next: Next) -> Response {
    let keep = if is_hashed(request.uri().path()) { IMMUTABLE } else { REVALIDATE };
    let known = request.headers_mut().remove(header::IF_NONE_MATCH);
    let asked = request.headers_mut();
    if known.is_some() {
        // The entity tag is more precise.
        asked.remove(header::IF_MODIFIED_SINCE);
    }
    // Weak entity tags do not show that a range belongs to the same file as an earlier one, and
    // `ServeDir` refuses several ranges. A server may always answer with the whole file.
    let has_several = asked.get(header::RANGE).is_some_and(|range| range.as_bytes().contains(&b','));
    if known.is_some() || asked.contains_key(header::IF_RANGE) || has_several {
        asked.remove(header::RANGE);
    }
    let mut answer = next.run(request).await;
    if !matches!(answer.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED) {
        return answer;
    }
    let tag = tag(answer.headers()).filter(|_| answer.status() == StatusCode::OK);
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, keep);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(tag) = tag else { return answer };
    let known = known.as_ref().and_then(|known| known.to_str().ok()).unwrap_or_default();
    let is_known = known.split(',').any(|known| known.trim() == tag || known.trim() == "*");
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if !is_known {
        return answer;
    }
    let kept = [header::CACHE_CONTROL, header::VARY, header::ETAG, header::LAST_MODIFIED];
    let mut short = (StatusCode::NOT_MODIFIED, Body::empty()).into_response();
    for name in kept {
        short.headers_mut().extend(answer.headers_mut().remove(&name).map(|value| (name, value)));
    }
    short
}

/// The entity tag of a file: its modification time and the length of the response.
fn tag(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let written = text(header::LAST_MODIFIED)?.replace([' ', ',', ':'], "");
    Some(format!("W/\"{written}-{}\"", text(header::CONTENT_LENGTH)?))
}

/// Whether a file name contains a hash between hyphens or dots: `fairground-0123abcd.wasm`.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_hash = |part: &str| {
        part.len() >= MIN_HASH
            && part.bytes().all(|byte| byte.is_ascii_hexdigit())
            && part.bytes().any(|byte| byte.is_ascii_digit())
    };
    name.split(['-', '.']).any(is_hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_hash_are_known() {
        for name in ["/fairground-0123456789abcdef.wasm", "/a/table.89abcdef.js", "/x-00000001_.css"] {
            assert_eq!(is_hashed(name), !name.contains('_'), "{name}");
        }
        for name in ["/", "/index.html", "/facade.js", "/deadbeefcafe/x.js", "/effaced-accede.js", "/abcdef01"] {
            assert_eq!(is_hashed(name), name == "/abcdef01", "{name}");
        }
    }
}
