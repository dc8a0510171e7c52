//! Reads match files of any version, event by event, up to the first damage.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::error::Category;

use super::error::RecordError;
use super::json_fault::json_fault;
use super::model::{Header, MatchEvent, MatchResult, Record};
use super::pgn::Pgn;
use super::torn_line::{TornLine, null_field};
use super::version1::{self, MAX_VERSION_1};
use super::version2::MAX_LINE;
use super::{FORMAT, VERSION};
use crate::platform::fs::File;

/// Some editors put it at the start of UTF-8 texts.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The maximum size of a match file that is read whole, or listed, before its actions are checked,
/// bytes. Even matches of tens of thousands of actions are smaller.
pub const MAX_UNCHECKED: u64 = 8 << 20;

/// Reads a match file. Its contents are not checked yet ([`Record::load`]).
pub struct Reader<'a> {
    file: PathBuf,
    header: Header,
    events: Events<'a>,
    torn: Option<TornLine>,
}

/// The source of events.
enum Events<'a> {
    /// The input of remaining lines, and the number of lines read.
    Lines(Box<dyn BufRead + 'a>, usize),
    /// The events of a version 1 file, which is read whole.
    Whole(std::vec::IntoIter<MatchEvent>),
}

impl<'a> Reader<'a> {
    /// Starts to read a match file, which may still be written to.
    ///
    /// # Errors
    /// If the file cannot be read, is not JSON of this shape, or is of another format or version.
    pub fn open(file: &Path) -> Result<Reader<'static>, RecordError> {
        let opened = File::open(file).map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
        Reader::new(file, Box::new(BufReader::new(opened)))
    }

    /// Starts to read the contents of a match file; `file` is named in errors. The version is
    /// detected from the contents, not from the name.
    ///
    /// # Errors
    /// Those of [`Reader::open`].
    pub fn new(file: &Path, mut input: Box<dyn BufRead + 'a>) -> Result<Reader<'a>, RecordError> {
        // Read separately, since the fields of a later version may differ.
        #[derive(Deserialize)]
        struct Kind {
            format: String,
            version: u64,
        }
        if input.fill_buf().is_ok_and(Pgn::is_meant) {
            return Err(RecordError::Pgn { file: file.to_path_buf() });
        }
        let mut bytes = Vec::new();
        read_line(file, &mut *input, &mut bytes, 1, MAX_VERSION_1)?;
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let kind: Kind = match serde_json::from_slice(&bytes) {
            Ok(kind) => kind,
            Err(_) => {
                read_whole(file, &mut *input, &mut bytes)?;
                serde_json::from_slice(&bytes).map_err(|error| {
                    let source = serde_json::Error::custom(json_fault(&error, &bytes, "file"));
                    RecordError::Json { file: file.to_path_buf(), source }
                })?
            }
        };
        if kind.format != FORMAT {
            return Err(RecordError::field(file, "format", FORMAT, &kind.format));
        }
        match kind.version {
            1 => {
                read_whole(file, &mut *input, &mut bytes)?;
                let record = version1::read(file, &bytes)?;
                let events = Events::Whole(record.events().to_vec().into_iter());
                Ok(Reader { file: file.to_path_buf(), header: record.header, events, torn: None })
            }
            version if version == u64::from(VERSION) => {
                let header: Header =
                    serde_json::from_slice(&bytes).map_err(|error| RecordError::header(file, &error, &bytes))?;
                if !bytes.ends_with(b"\n") {
                    let found = String::from_utf8_lossy(&bytes);
                    return Err(RecordError::field(file, "line 1", "a line break at its end", &found));
                }
                header.check_seed(file)?;
                Ok(Reader { file: file.to_path_buf(), header, events: Events::Lines(input, 1), torn: None })
            }
            other => Err(RecordError::field(file, "version", format!("1 or {VERSION}"), &other.to_string())),
        }
    }

    /// The file's name in errors.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next event; `None` at the end.
    ///
    /// # Errors
    /// If a line cannot be read or is not JSON of this shape. Two faults end the file instead: an
    /// incomplete last line, and a throw with numbers that are `null`.
    pub fn next_event(&mut self) -> Result<Option<MatchEvent>, RecordError> {
        let (input, lines) = match &mut self.events {
            Events::Whole(events) => return Ok(events.next()),
            Events::Lines(input, lines) => (input, lines),
        };
        if self.torn.is_some() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        *lines += 1;
        read_line(&self.file, &mut **input, &mut bytes, *lines, MAX_LINE)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let event = from_line(&bytes);
        // The program or machine stopped while writing this line, which was never reported as
        // saved.
        let broken = |error: &serde_json::Error| {
            matches!(error.classify(), Category::Eof | Category::Syntax) && !is_too_deep(error)
        };
        if !bytes.ends_with(b"\n") || (event.as_ref().is_err_and(broken) && at_end(&self.file, &mut **input)?) {
            self.torn = Some(TornLine { file: self.file.clone(), line: *lines, bytes: bytes.len(), null_field: None });
            return Ok(None);
        }
        if let Some(field) = event.as_ref().err().and_then(|_| null_field(&bytes)) {
            let rest = io::copy(&mut **input, &mut io::sink());
            let rest = rest.map_err(|source| RecordError::Read { file: self.file.clone(), source })?;
            let bytes = bytes.len().saturating_add(usize::try_from(rest).unwrap_or(usize::MAX));
            self.torn = Some(TornLine { file: self.file.clone(), line: *lines, bytes, null_field: Some(field) });
            return Ok(None);
        }
        event.map(Some).map_err(|error| {
            let reason = json_fault(&error, &bytes, "line");
            RecordError::Line { file: self.file.clone(), line: *lines, reason }
        })
    }

    /// Reads the remaining events. Returns the number of actions, without those taken back, and the
    /// result.
    ///
    /// # Errors
    /// Those of [`Reader::next_event`].
    pub fn count_actions(&mut self) -> Result<(usize, Option<MatchResult>), RecordError> {
        let (mut actions, mut result) = (0_usize, None);
        while let Some(event) = self.next_event()? {
            match event {
                MatchEvent::Action(_) => actions += 1,
                MatchEvent::Takeback(count) => (actions, result) = (actions.saturating_sub(count), None),
                MatchEvent::Result(ended) => result = Some(ended),
                MatchEvent::Kept(_)
                | MatchEvent::Reveal(_)
                | MatchEvent::Note(_)
                | MatchEvent::Variation(_)
                | MatchEvent::Thinking(_) => {}
            }
        }
        Ok((actions, result))
    }

    /// Names a field of the last event in errors, with its line in a file of lines.
    #[must_use]
    pub fn field(&self, name: &str) -> String {
        match &self.events {
            Events::Lines(_, line) => format!("line {line}, {name}"),
            Events::Whole(_) => name.to_string(),
        }
    }

    /// The line at which reading stopped early; known once all events before it are read.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.torn.as_ref()
    }
}

/// Whether a line is nested too deep for the parser, which counts this as a fault of syntax.
fn is_too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// Reads a whole match file without checking its contents ([`Record::replay`]).
///
/// # Errors
/// If the file cannot be read, is not JSON of this shape, or is of another format or version.
pub fn read(file: &Path) -> Result<Record, RecordError> {
    let bytes = crate::platform::storage::read_limited(file, MAX_UNCHECKED)
        .map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
    parse(file, &bytes)
}

/// Reads the contents of a match file like [`read`].
///
/// # Errors
/// If the contents are not JSON of this shape, or of another format or version. Errors name `file`.
pub fn parse(file: &Path, bytes: &[u8]) -> Result<Record, RecordError> {
    collect(Reader::new(file, Box::new(bytes))?)
}

fn collect(mut reader: Reader) -> Result<Record, RecordError> {
    let mut record = Record::new(reader.header.clone());
    while let Some(event) = reader.next_event()? {
        record.push(event);
    }
    record.torn = reader.torn;
    Ok(record)
}

/// Reads a line, including its line end.
fn read_line(
    file: &Path,
    input: &mut dyn BufRead,
    bytes: &mut Vec<u8>,
    line: usize,
    limit: usize,
) -> Result<(), RecordError> {
    let read = input.take(limit as u64 + 1).read_until(b'\n', bytes);
    read.map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
    if bytes.len() > limit {
        return Err(RecordError::field(file, format!("line {line}"), format!("at most {limit} bytes"), "more"));
    }
    Ok(())
}

/// Reads the rest of a version 1 file.
fn read_whole(file: &Path, input: &mut dyn BufRead, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
    let left = MAX_VERSION_1.saturating_sub(bytes.len()) as u64;
    let read = input.take(left + 1).read_to_end(bytes);
    read.map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
    if bytes.len() > MAX_VERSION_1 {
        let expected = format!("at most {MAX_VERSION_1} bytes in a file of version 1");
        return Err(RecordError::field(file, "length", expected, "more"));
    }
    Ok(())
}

fn from_line<T: DeserializeOwned>(line: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(line.strip_suffix(b"\n").unwrap_or(line))
}

fn at_end(file: &Path, input: &mut dyn BufRead) -> Result<bool, RecordError> {
    let rest: io::Result<&[u8]> = input.fill_buf();
    rest.map(<[u8]>::is_empty).map_err(|source| RecordError::Read { file: file.to_path_buf(), source })
}
