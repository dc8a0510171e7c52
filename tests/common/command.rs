//! Runs the commands like a shell.

use std::process::{Command, Output, Stdio};

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairground"));
    command.args(args).stdin(Stdio::null());
    command
}

#[allow(dead_code, reason = "not every test of the commands needs it")]
pub fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// The output of a successful command.
#[track_caller]
#[allow(dead_code, reason = "not every test of the commands needs it")]
pub fn prints(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {error}");
    assert_eq!(error, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that a command fails with exit code 2, with all `parts` on stderr and an empty stdout.
#[track_caller]
#[allow(dead_code, reason = "not every test of the commands needs it")]
pub fn fails(args: &[&str], parts: &[&str]) {
    let output = run(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{args:?}");
    assert!(!error.contains("panicked"), "{args:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{args:?}: {part:?} is missing in: {error}");
    }
}
