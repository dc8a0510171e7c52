//! Rooms in NATS JetStream, for several servers: each room is a subject of one stream, and each
//! append is one message.
//!
//! The name of a room begins with the name of its server. While that server is down, the next one
//! in the order of names runs the room. If two servers run a room, the expected sequence number of
//! the subject lets only one of them append.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, Stream};
use async_nats::jetstream::{self, Context};
use futures_util::TryStreamExt;

use super::nats_batch::read_batch;
use super::nats_index::NatsIndex;
use super::nats_servers::Servers;
use super::room_log::{BoxFuture, Claim, IndexedRoom, LogError, LogLine, RoomLog, StoredRoom};
use crate::secrets::new_token;
use fairground_match::platform::clock::unix_seconds;

/// The stream of all rooms, and the prefix of their subjects.
const STREAM: &str = "fairground-rooms";
const SUBJECT: &str = "fairground.rooms.";

/// The maximum time of an append.
const PATIENCE: Duration = Duration::from_secs(5);

/// The prefixes of lines in a message: of the room itself, and of the match.
const MARKS: [&str; 2] = ["room ", "match "];

/// Rooms in JetStream.
pub struct NatsLog {
    context: Context,
    stream: Stream,
    index: NatsIndex,
    servers: Arc<Servers>,
}

impl std::fmt::Debug for NatsLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NatsLog").field("servers", &self.servers).finish_non_exhaustive()
    }
}

fn storage(error: impl ToString) -> LogError {
    LogError::Storage(error.to_string())
}

impl NatsLog {
    /// Connects to NATS as the server of this name. Waits until another server of the same name is
    /// gone.
    ///
    /// # Errors
    /// If NATS cannot be reached or has no JetStream, or if another server has the name.
    pub async fn connect(url: &str, node: &str) -> Result<NatsLog, LogError> {
        let client = async_nats::connect(url).await.map_err(storage)?;
        let mut context = jetstream::new(client);
        context.set_timeout(PATIENCE);
        let config = Config { name: STREAM.to_string(), subjects: vec![format!("{SUBJECT}*")], ..Config::default() };
        let stream = context.get_or_create_stream(config).await.map_err(storage)?;
        let index = NatsIndex::open(&context).await?;
        let servers = Servers::enter(&context, node).await?;
        Ok(NatsLog { context, stream, index, servers })
    }

    async fn append_lines(&self, room: &str, expected: u64, lines: &[LogLine]) -> Result<u64, LogError> {
        let subject = format!("{SUBJECT}{room}");
        let id = new_token().map_err(storage)?;
        let message = PublishMessage::build()
            .payload(text_of(lines).into())
            .message_id(&id)
            .expected_last_subject_sequence(expected);
        let sent = match self.context.send_publish(subject.clone(), message).await {
            Ok(acknowledged) => acknowledged.await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(acknowledged) => Ok(acknowledged.sequence),
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => Err(storage(error)),
            // The message may still be in the stream: its acknowledgement was lost, or it was sent
            // twice and then refused.
            Err(_) => match self.stream.get_last_raw_message_by_subject(&subject).await {
                Ok(last) if last.headers.get("Nats-Msg-Id").is_some_and(|last| last.as_str() == id) => {
                    Ok(last.sequence)
                }
                _ => Err(LogError::Conflict),
            },
        }
    }

    async fn read_lines(&self, room: &str) -> Result<Option<StoredRoom>, LogError> {
        let subject = format!("{SUBJECT}{room}");
        let last = match self.stream.get_last_raw_message_by_subject(&subject).await {
            Ok(last) => last.sequence,
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => return Ok(None),
            Err(error) => return Err(storage(error)),
        };
        let mut stored = StoredRoom::default();
        // Up to the last message of the stream's leader, because a replica may lag behind.
        for message in read_batch(&self.stream, subject, DeliverPolicy::All, Some(last)).await? {
            stored.version = message.sequence;
            take_lines(&mut stored, &message.text);
        }
        Ok(Some(stored))
    }

    /// All rooms on the first call, then the rooms with new entries.
    async fn read_index(&self) -> Result<Vec<IndexedRoom>, LogError> {
        let is_first = !self.index.is_read();
        let mut entries: BTreeMap<String, Option<String>> = BTreeMap::new();
        if is_first {
            let info = self.stream.info_with_subjects(format!("{SUBJECT}*")).await.map_err(storage)?;
            let subjects: BTreeMap<String, usize> = info.try_collect().await.map_err(storage)?;
            let rooms = subjects.keys().filter_map(|subject| subject.strip_prefix(SUBJECT));
            entries.extend(rooms.map(|room| (room.to_string(), None)));
        }
        for (room, entry) in self.index.read_new().await? {
            // The room of an entry may be deleted.
            if !is_first || entries.contains_key(&room) {
                entries.insert(room, Some(entry));
            }
        }
        let modified = unix_seconds();
        Ok(entries.into_iter().map(|(room, entry)| IndexedRoom { room, entry, modified }).collect())
    }

    async fn purge(&self, room: &str) -> Result<(), LogError> {
        self.stream.purge().filter(format!("{SUBJECT}{room}")).await.map_err(storage)?;
        self.index.remove(room).await
    }
}

impl RoomLog for NatsLog {
    fn read<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<Option<StoredRoom>, LogError>> {
        Box::pin(self.read_lines(room))
    }

    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> BoxFuture<'a, Result<u64, LogError>> {
        Box::pin(async move { self.append_lines(room, expected, &lines).await })
    }

    fn delete<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<(), LogError>> {
        Box::pin(self.purge(room))
    }

    fn index(&self) -> BoxFuture<'_, Result<Vec<IndexedRoom>, LogError>> {
        Box::pin(self.read_index())
    }

    fn note(&self, room: &str, entry: String) {
        self.index.set(room, entry);
    }

    fn claim(&self, room: &str) -> Claim {
        self.servers.claim(room)
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.servers.changed())
    }
}

/// Encodes the lines of an append as a message.
fn text_of(lines: &[LogLine]) -> String {
    let marked = |line: &LogLine| match line {
        LogLine::Room(line) => format!("{}{line}\n", MARKS[0]),
        LogLine::Match(line) => format!("{}{line}\n", MARKS[1]),
    };
    lines.iter().map(marked).collect()
}

fn take_lines(stored: &mut StoredRoom, text: &str) {
    for line in text.lines() {
        let (whole, line) = match (line.strip_prefix(MARKS[0]), line.strip_prefix(MARKS[1])) {
            (Some(line), _) => (&mut stored.room, line),
            (_, Some(line)) => (&mut stored.record, line),
            _ => continue,
        };
        whole.push_str(line);
        whole.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back() {
        let lines = [LogLine::Room("{\"a\":1}".into()), LogLine::Match("{\"b\":\"match x\"}".into())];
        let mut stored = StoredRoom::default();
        take_lines(&mut stored, &text_of(&lines));
        take_lines(&mut stored, &text_of(&lines[1..]));
        assert_eq!(stored.room, "{\"a\":1}\n");
        assert_eq!(stored.record, "{\"b\":\"match x\"}\n{\"b\":\"match x\"}\n");
    }
}
