//! Bodies for hyper's own error answers.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use tokio::io::AsyncWrite;

use fairground_rooms::ErrorBody;

/// The writing half of a connection. Hyper answers unreadable requests before any route, without a
/// body; this adds a body.
pub(super) struct WithErrorBodies<W> {
    writer: W,
    /// The unsent rest of the extended answer.
    rest: Bytes,
}

impl<W> WithErrorBodies<W> {
    pub fn new(writer: W) -> WithErrorBodies<W> {
        WithErrorBodies { writer, rest: Bytes::new() }
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for WithErrorBodies<W> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            match with_body(bytes) {
                Some(answer) => this.rest = answer.into(),
                None => return Pin::new(&mut this.writer).poll_write(cx, bytes),
            }
        }
        // Until this is done, the caller offers the same bytes again.
        while !this.rest.is_empty() {
            let written = ready!(Pin::new(&mut this.writer).poll_write(cx, &this.rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            drop(this.rest.split_to(written));
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writer).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writer).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match slices.iter().find(|slice| !slice.is_empty()) {
            Some(first) if !self.rest.is_empty() || with_body(first).is_some() => self.poll_write(cx, first),
            _ => Pin::new(&mut self.writer).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.writer.is_write_vectored()
    }
}

/// Adds a body to an error answer without one; `None` for any other answer. The routes' own errors
/// have bodies.
fn with_body(answer: &[u8]) -> Option<Vec<u8>> {
    if !answer.starts_with(b"HTTP/1.") {
        return None;
    }
    let head = std::str::from_utf8(answer.strip_suffix(b"\r\n\r\n")?).ok()?;
    let (version, status) = head.split_once("\r\n")?.0.split_once(' ')?;
    let (code, reason) = status.split_once(' ')?;
    let (before, after) = head.split_once("\r\ncontent-length: 0")?;
    if version.len() != "HTTP/1.1".len() || !code.starts_with('4') || !(after.is_empty() || after.starts_with("\r\n")) {
        return None;
    }
    let error = format!("the request cannot be read: {}", reason.to_lowercase());
    let body = serde_json::to_string(&ErrorBody { error }).ok()?;
    let headers = format!("content-type: application/json\r\ncontent-length: {}", body.len());
    Some(format!("{before}\r\n{headers}{after}\r\n\r\n{body}").into_bytes())
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    const EMPTY: &str = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Thu, 26 Nov 2026 12:00:00 GMT\r\n\r\n";
    const FULL: &str = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: 51\r\n\
        date: Thu, 26 Nov 2026 12:00:00 GMT\r\n\r\n{\"error\":\"the request cannot be read: bad request\"}";

    #[tokio::test]
    async fn empty_errors_get_a_body() {
        // Connections that accept a few bytes at a time.
        for size in [1, 7, 1000] {
            let (writer, mut reader) = tokio::io::duplex(size);
            let mut writer = WithErrorBodies::new(writer);
            let write = async {
                writer.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
                writer.write_all(EMPTY.as_bytes()).await.unwrap();
                drop(writer);
            };
            let mut text = String::new();
            let read = tokio::io::AsyncReadExt::read_to_string(&mut reader, &mut text);
            assert!(tokio::join!(write, read).1.is_ok());
            assert_eq!(text, format!("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n{FULL}"), "{size}");
        }
    }

    #[test]
    fn other_bytes_are_left_alone() {
        for text in [
            "",
            "HTTP/1.1 ",
            FULL,
            &EMPTY.replace("400 Bad Request", "204 No Content"),
            &EMPTY.replace("content-length: 0", "content-length: 01"),
            &EMPTY.replace("\r\n\r\n", "\r\n"),
            &format!("{EMPTY}x"),
            &format!("x{EMPTY}"),
        ] {
            assert_eq!(with_body(text.as_bytes()), None, "{text}");
        }
    }
}
