//! Helpers for tests of long match files.

/// The first line of a match of chess.
pub const HEADER: &str = r#"{"format":"fairground-match","version":2,"game":"chess","options":{},"seats":{"white":"human","black":"human"},"dice":"instant","seed":1,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}"#;

/// The line of the first action, with the hash of the position after it.
pub fn first_action() -> String {
    let mut game =
        fairground_rules::games::begin(fairground_rules::games::info("chess").unwrap(), Default::default(), None)
            .unwrap();
    game.apply("e2e4").unwrap();
    format!(r#"{{"action":{{"text":"e2e4","hash":"{:016x}"}}}}"#, game.hash())
}

/// The peak memory of this process, bytes.
#[cfg(target_os = "linux")]
pub fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// The number of bytes that this process has read from files.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "not every test of long files needs it")]
pub fn bytes_read() -> u64 {
    let counts = std::fs::read_to_string("/proc/self/io").unwrap();
    counts.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}
