//! Output files of commands.

use std::fs::{self, File, Metadata};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use super::CliError;
use super::input::source::STDIN;
use crate::platform::storage;
use crate::record::FORMAT;

/// Parses the path of an output file. Rejects standard output, which commands use when the option
/// is missing.
pub(super) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some(STDIN) => Err("expected a file, not standard output; for a file of this name, write ./-"),
        _ => Ok(path),
    })
}

/// Writes a text to a file or to standard output.
pub(super) fn write(file: Option<&Path>, text: &str, out: &mut impl Write) -> Result<(), CliError> {
    match file {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(file) => storage::replace(file, text).map_err(|error| unwritable(file, &error)),
    }
}

/// The error for a file that cannot be written.
pub(super) fn unwritable(file: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("{}: cannot be written: {error}", file.display()))
}

/// A file with the option or argument that names it.
pub(super) type NamedFile<'a> = (&'static str, &'a Path);

/// Checks that no output overwrites an input, another output, a match file or a secret.
pub(super) fn check_outputs(inputs: &[NamedFile<'_>], outputs: &[NamedFile<'_>]) -> Result<(), CliError> {
    for (index, &(option, file)) in outputs.iter().enumerate() {
        let other = inputs.iter().chain(&outputs[..index]).find(|(_, other)| is_same_file(other, file));
        if let Some((name, other)) = other {
            let (file, other) = (file.display(), other.display());
            return Err(CliError::Usage(format!(
                "{option}: expected a different file from {name}; {file} and {other} are the same file"
            )));
        }
        if holds_match(file) {
            let file = file.display();
            return Err(CliError::Usage(format!(
                "{option}: {file} is a match file or a secret, which is never overwritten"
            )));
        }
    }
    Ok(())
}

/// Whether an existing file is a match file, or the secret of one.
fn holds_match(file: &Path) -> bool {
    // Reading a pipe would wait for its writer.
    if !file.is_file() {
        return false;
    }
    let mut beginning = Vec::new();
    let read = File::open(file).and_then(|file| file.take(1 << 10).read_to_end(&mut beginning));
    let is_match = beginning.starts_with(b"{") && String::from_utf8_lossy(&beginning).contains(FORMAT);
    file.extension().is_some_and(|extension| extension == "secret") || read.is_ok() && is_match
}

/// Whether two paths refer to the same file, also through links.
fn is_same_file(one: &Path, other: &Path) -> bool {
    // The input may be redirected from a file.
    let read = |file: &Path| if file == Path::new(STDIN) { PathBuf::from("/dev/stdin") } else { file.to_path_buf() };
    let (one, other) = (read(one), read(other));
    match (fs::metadata(&one), fs::metadata(&other)) {
        (Ok(first), Ok(second)) => first.is_file() && second.is_file() && same(&one, &first, &other, &second),
        (Err(_), Err(_)) => place(&one).is_some_and(|place_of_one| Some(place_of_one) == place(&other)),
        _ => false,
    }
}

#[cfg(unix)]
fn same(_: &Path, first: &Metadata, _: &Path, second: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (first.dev(), first.ino()) == (second.dev(), second.ino())
}

#[cfg(not(unix))]
fn same(one: &Path, _: &Metadata, other: &Path, _: &Metadata) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// The canonical path at which a new file would be created.
fn place(file: &Path) -> Option<PathBuf> {
    let file = storage::real_path(file);
    let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_file_is_recognised_by_any_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text").unwrap();
        fs::write(path("copy"), "text").unwrap();
        fs::create_dir(path("folder")).unwrap();
        fs::hard_link(path("file"), path("hard")).unwrap();
        assert!(is_same_file(&path("file"), &path("folder/../file")));
        assert!(is_same_file(&path("new"), &path("folder/../new")), "neither exists");
        #[cfg(unix)]
        {
            assert!(is_same_file(&path("file"), &path("hard")));
            std::os::unix::fs::symlink("file", path("soft")).unwrap();
            std::os::unix::fs::symlink("new", path("dangling")).unwrap();
            assert!(is_same_file(&path("soft"), &path("file")));
            assert!(is_same_file(&path("dangling"), &path("new")));
        }
        for other in ["copy", "new", "folder", "folder/file"] {
            assert!(!is_same_file(&path("file"), &path(other)), "{other}");
        }
        let error = check_outputs(&[], &[("--json", &path("new")), ("--pgn", &path("new"))]).unwrap_err();
        assert!(error.to_string().starts_with("--pgn: expected a different file from --json"), "{error}");
    }

    #[test]
    fn matches_and_secrets_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text").unwrap();
        for (name, text) in [("match.txt", "{\"format\":\"fairground-match\"}\n"), ("match.jsonl.secret", "0\n")] {
            fs::write(path(name), text).unwrap();
            let error = check_outputs(&[], &[("--out", &path(name))]).unwrap_err().to_string();
            assert!(error.ends_with("never overwritten"), "{error}");
        }
        check_outputs(&[], &[("--out", &path("file")), ("--json", &path("new"))]).unwrap();
    }
}
