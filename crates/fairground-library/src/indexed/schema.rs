//! The tables of the index.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};

use super::positions::{fingerprint, ply_of};

/// The version of the tables. An index of another version is rebuilt.
const VERSION: i64 = 6;

/// The maximum wait for a lock; other programs write a thousand files per transaction. After that,
/// the index is kept in memory.
const PATIENCE: Duration = Duration::from_secs(2);

/// The maximum size of the memory-mapped part of the index, bytes.
const MAPPED: i64 = 1 << 30;

/// The memory for writing and sorting, KiB.
const CACHE: i64 = 1 << 16;

/// Every file of the folder has a row in `files`, even if it is not a match, so that it is not read
/// again. Positions have their own table because they take by far the most space and lists do not
/// need them.
const TABLES: &str = "
CREATE TABLE about (folder TEXT NOT NULL, fingerprint INTEGER NOT NULL);
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,    -- bytes
    changed INTEGER NOT NULL, -- since 1970, ns
    date INTEGER NOT NULL,    -- the date of the match, or else when the file was changed; since 1970, ns
    note TEXT,                -- what is wrong with it as a match; NULL if nothing is, or it is none
    game TEXT,                -- NULL if it cannot be listed; then all that follows is
    white TEXT,               -- the seats,
    black TEXT,
    white_name TEXT,          -- and the names of those who took them; NULL where they have none
    black_name TEXT,
    event TEXT,
    outcome TEXT,             -- white, black or draw; NULL while it goes on
    reason TEXT,
    plies INTEGER,
    actions INTEGER,
    analysis INTEGER,         -- whether it is an analysis, 0 or 1
    usual_start INTEGER       -- whether it began from the usual starting position, 0 or 1
);
CREATE TABLE positions (
    file INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
    keys BLOB NOT NULL        -- see positions.rs
);
CREATE TABLE rolls (
    file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    symbol TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (file, symbol)
) WITHOUT ROWID;
";

/// Opens the index of a folder. An index that is damaged, or of another version or folder, is
/// rebuilt. One that cannot be stored, or is locked by another program, is kept in memory.
pub(super) fn open(file: Option<&Path>, folder: &str) -> rusqlite::Result<Connection> {
    let Some(file) = file else { return in_memory(folder) };
    if let Some(parent) = file.parent() {
        // If this fails, opening the file fails too.
        let _ = fs::create_dir_all(parent);
    }
    match on_disk(file, folder) {
        Ok(Some(connection)) => return Ok(connection),
        Err(error) if is_busy(&error) => return in_memory(folder),
        Ok(None) | Err(_) => remove(file),
    }
    match on_disk(file, folder) {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) | Err(_) => in_memory(folder),
    }
}

/// Deletes an index file.
pub(super) fn remove(file: &Path) {
    for end in ["", "-journal"] {
        let mut name = file.as_os_str().to_os_string();
        name.push(end);
        // If this fails, opening the index detects the file again.
        let _ = fs::remove_file(PathBuf::from(name));
    }
}

/// Whether the index must be rebuilt.
pub(super) fn is_damaged(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::Unknown)
        }
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::Utf8Error(..) => true,
        _ => false,
    }
}

/// Whether another program has locked the index.
pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn in_memory(folder: &str) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    set_up(&connection)?;
    create(&mut connection, folder)?;
    Ok(connection)
}

/// Returns `None` for an index of another version or folder.
fn on_disk(file: &Path, folder: &str) -> rusqlite::Result<Option<Connection>> {
    let mut connection = Connection::open(file)?;
    set_up(&connection)?;
    create(&mut connection, folder)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version != VERSION {
        return Ok(None);
    }
    let own = connection
        .query_row("SELECT folder, fingerprint FROM about", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        })
        .optional()?;
    Ok((own == Some((folder.to_string(), fingerprint().cast_signed()))).then_some(connection))
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Entries lost in a crash are read again.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // So that lists of a large folder are not read in small parts or sorted in a file.
    connection.pragma_update(None, "mmap_size", MAPPED)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -CACHE)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("ply_of", 2, flags, |context| {
        let keys = context.get_raw(0).as_blob().map_err(|error| rusqlite::Error::UserFunctionError(error.into()))?;
        Ok(ply_of(keys, context.get::<i64>(1)?.cast_unsigned()))
    })
}

/// Creates the tables if the database is empty.
fn create(connection: &mut Connection, folder: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.execute("INSERT INTO about VALUES (?, ?)", params![folder, fingerprint().cast_signed()])?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}
