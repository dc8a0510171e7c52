//! The lines of a match as newcomers are told them: made once, and shared by all.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

use super::core::{Room, line_frame};

/// The lines of a chunk.
const CHUNK: usize = 256;

/// The messages of the lines of a match, in full chunks, as far as newcomers have asked for them. Lines are only ever added, so they stay.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    chunks: Vec<Arc<[Utf8Bytes]>>,
}

/// Messages in order, the first of which are left out.
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

    /// All of them.
    pub fn all(&self) -> &[Utf8Bytes] {
        self.all.get(self.skipped..).unwrap_or_default()
    }
}

impl Room {
    /// The messages of all lines behind the first `from`. Only those behind the last full chunk are the caller's own.
    pub(super) fn line_frames(&mut self, from: usize) -> Vec<Messages> {
        let lines = usize::try_from(self.lines()).unwrap_or(usize::MAX);
        let full = if from < lines { lines / CHUNK } else { 0 };
        for chunk in self.transcript.chunks.len()..full {
            let made = self.frames(chunk * CHUNK).take(CHUNK).collect();
            self.transcript.chunks.push(made);
        }
        let first = from / CHUNK;
        let chunks = self.transcript.chunks.iter().take(full).enumerate().skip(first);
        let mut told: Vec<_> = chunks
            .map(|(chunk, all)| Messages { all: Arc::clone(all), skipped: from.saturating_sub(chunk * CHUNK) })
            .collect();
        told.push(Messages::new(self.frames(from.max(full * CHUNK)).collect()));
        told
    }

    fn frames(&self, from: usize) -> impl Iterator<Item = Utf8Bytes> {
        self.match_lines(from).enumerate().map(move |(index, line)| line_frame(from + index + 1, &line))
    }
}
