//! The log of a server, on stderr.

use std::fmt;
use std::io::IsTerminal;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::{Format, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Starts the log: messages of level info and above, or those selected by `RUST_LOG`.
///
/// For systemd's journal, each line begins with its priority instead of the time, which the journal
/// adds itself.
pub(super) fn start() {
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::INFO.into()).from_env_lossy();
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    // Reporting that stderr cannot be written would panic.
    let builder = builder.log_internal_errors(false);
    // A program with an embedded server may have set up its own log.
    let _ = if std::env::var_os("JOURNAL_STREAM").is_some() {
        builder.event_format(Journal).try_init()
    } else {
        builder.try_init()
    };
}

/// Lines for systemd's journal.
struct Journal;

impl<S, N> FormatEvent<S, N> for Journal
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        write!(writer, "<{}>", priority(*event.metadata().level()))?;
        Format::default().without_time().with_level(false).format_event(context, writer, event)
    }
}

/// The priority of syslog(3).
fn priority(level: Level) -> u8 {
    match level {
        Level::ERROR => 3,
        Level::WARN => 4,
        Level::INFO => 6,
        _ => 7,
    }
}
