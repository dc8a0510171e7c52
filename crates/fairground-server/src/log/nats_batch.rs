//! Reads messages of a JetStream stream in batches instead of one by one.

use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::stream::Stream;
use futures_util::TryStreamExt;
use tokio::time::timeout;

use super::room_log::LogError;

/// The maximum time until the next message.
const PATIENCE: Duration = Duration::from_secs(5);

/// A message of a stream.
pub(super) struct BatchMessage {
    pub subject: String,
    pub sequence: u64,
    pub text: String,
}

/// The messages of a stream with matching subjects, up to sequence number `last`, or else the
/// newest.
///
/// # Errors
/// If NATS does not answer, or has not sent the last message in time.
pub(super) async fn read_batch(
    stream: &Stream,
    subjects: String,
    deliver_policy: DeliverPolicy,
    last: Option<u64>,
) -> Result<Vec<BatchMessage>, LogError> {
    let config = OrderedConfig { filter_subject: subjects, deliver_policy, ..OrderedConfig::default() };
    let consumer = stream.create_consumer(config).await.map_err(storage)?;
    let (name, mut left) = (consumer.cached_info().name.clone(), consumer.cached_info().num_pending);
    let mut messages = consumer.messages().await.map_err(storage)?;
    let mut read: Vec<BatchMessage> = Vec::new();
    let is_whole = |read: &[BatchMessage], left: u64| match last {
        Some(last) => read.last().is_some_and(|message| message.sequence >= last),
        None => left == 0,
    };
    while !is_whole(&read, left) {
        let next = timeout(PATIENCE, messages.try_next()).await.map_err(storage)?.map_err(storage)?;
        let message = next.ok_or_else(|| LogError::Storage("NATS ended a batch of messages early".to_string()))?;
        let sequence = message.info().map_err(storage)?.stream_sequence;
        let text = String::from_utf8_lossy(&message.payload).into_owned();
        read.push(BatchMessage { subject: message.subject.to_string(), sequence, text });
        left = left.saturating_sub(1);
    }
    drop(messages);
    // NATS removes idle consumers anyway, but later.
    let _ = stream.delete_consumer(&name).await;
    Ok(read)
}

fn storage(error: impl ToString) -> LogError {
    LogError::Storage(error.to_string())
}
