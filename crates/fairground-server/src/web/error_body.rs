//! Errors as JSON.

use axum::Json;
use axum::body::to_bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use fairground_rooms::ErrorBody;

/// The maximum number of bytes of an error text.
const MAX_TEXT: usize = 1 << 10;

/// Converts the framework's own error answers, which are plain text or empty, to [`ErrorBody`].
pub(super) async fn json_errors(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_complete = kind.starts_with("application/json") || kind.starts_with("text/html");
    if is_complete || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_TEXT).await.unwrap_or_default();
    let error = match String::from_utf8_lossy(&bytes).trim() {
        "" => status.canonical_reason().unwrap_or("error").to_lowercase(),
        text => text.to_string(),
    };
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    (parts, Json(ErrorBody { error })).into_response()
}
