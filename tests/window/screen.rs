//! A virtual screen with its mouse and keyboard.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A virtual screen (Xvfb), stopped on drop.
pub struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    /// Starts a screen with a free number. If a required program is missing, returns `None` with a
    /// message; in CI it panics.
    pub fn start() -> Option<Screen> {
        for program in ["Xvfb", "xdotool"] {
            let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
                .any(|folder| folder.join(program).is_file());
            if !found {
                let missing = format!("{program} is missing (packages xvfb and xdotool on Debian and Ubuntu)");
                assert!(std::env::var_os("CI").is_none(), "{missing}");
                eprintln!("skipped: {missing}");
                return None;
            }
        }
        let mut command = Command::new("Xvfb");
        // Without `-noreset`, the server restarts whenever its last client, `xdotool`, leaves, and
        // refuses programs at that moment.
        command.args(["-noreset", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut number = String::new();
        let output = server.stdout.take().unwrap();
        // From here on, dropping `screen` reaps the server.
        let mut screen = Screen { server, display: String::new() };
        BufReader::new(output).read_line(&mut number).unwrap();
        assert!(number.trim().parse::<u32>().is_ok(), "Xvfb did not start");
        screen.display = format!(":{}", number.trim());
        Some(screen)
    }

    /// The value of `DISPLAY`.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// Runs `xdotool`; returns its output, `None` if it fails.
    pub fn tool(&self, args: &[&str]) -> Option<String> {
        let output =
            Command::new("xdotool").args(args).env("DISPLAY", &self.display).stderr(Stdio::null()).output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
