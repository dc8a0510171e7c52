//! The lines of a match as messages for newcomers, created once and shared by all connections.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

/// The number of lines in a chunk.
pub(super) const CHUNK: usize = 256;

/// The lines of a match as messages, in full chunks, as far as requested by newcomers. They stay
/// valid, since lines are only added.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    chunks: Vec<Arc<[Utf8Bytes]>>,
}

/// A sequence of messages, without the first few.
#[derive(Clone, Debug)]
pub struct Messages {
    all: Arc<[Utf8Bytes]>,
    skipped: usize,
}

impl Messages {
    /// These messages.
    pub fn new(all: Vec<Utf8Bytes>) -> Messages {
        Messages { all: all.into(), skipped: 0 }
    }

    /// The messages.
    pub fn all(&self) -> &[Utf8Bytes] {
        self.all.get(self.skipped..).unwrap_or_default()
    }
}

impl Transcript {
    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Adds the next chunk.
    pub fn push(&mut self, chunk: Arc<[Utf8Bytes]>) {
        self.chunks.push(chunk);
    }

    /// The messages of the lines after the first `from`, up to the end of the first `chunks`
    /// chunks.
    pub fn after(&self, from: usize, chunks: usize) -> Vec<Messages> {
        let told = self.chunks.iter().take(chunks).enumerate().skip(from / CHUNK);
        told.map(|(chunk, all)| Messages { all: Arc::clone(all), skipped: from.saturating_sub(chunk * CHUNK) })
            .collect()
    }
}

/// The message of a line of the match, which is already JSON.
pub(super) fn line_frame(number: usize, line: &str) -> Utf8Bytes {
    format!("{{\"line\":{{\"n\":{number},\"data\":{line}}}}}").into()
}
