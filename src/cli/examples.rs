//! An example of each command, for its help and for errors.

/// Each command with an example.
const EXAMPLES: &[(&str, &str)] = &[
    ("games", "fairground games --json"),
    ("rules", "fairground rules fluky"),
    ("moves", "fairground moves fluky --position \"kpppp/p4/5/4P/PPPPK w - 0\""),
    ("apply", "fairground apply fluky c1c2 '~N'"),
    ("outcome", "fairground outcome chess e2e4 e7e5"),
    ("perft", "fairground perft chess --depth 4 --divide"),
    ("playout", "fairground playout whack --seed 1 --max 50"),
    ("play", "fairground play fluky --white human --black greedy --clock 300+5"),
    ("watch", "fairground watch fluky --headless --seed 7 --record match.jsonl"),
    ("serve", "fairground serve --listen 127.0.0.1:7070"),
    ("rooms", "fairground rooms list"),
    ("join", "fairground join https://play.example/r/a-0123456789abcdef#TOKEN"),
    ("replay", "fairground replay match.jsonl --headless"),
    ("verify", "fairground verify match.jsonl"),
    ("commit", "fairground commit match.secret"),
    ("export", "fairground export match.jsonl -o match.pgn"),
    ("import", "fairground import game.pgn -o match.jsonl"),
    ("library", "fairground library list --game fluky --since 7d"),
    ("lessons", "fairground lessons list fluky"),
    ("puzzles", "fairground puzzles list fluky --theme fork"),
    ("diagram", "fairground diagram fluky -o fluky.svg"),
    ("shot", "fairground shot match.jsonl --ply 10 --camera top -o ten.png"),
    ("film", "fairground film match.jsonl -o match.mp4 --size 1920x1080"),
    ("analyse", "fairground analyse chess --nodes 300000 --lines 3"),
    ("board", "fairground board fluky --text"),
    ("arena", "fairground arena fluky 5 4 --matches 200 --seed 1"),
    ("tune", "fairground tune fluky --matches 2000"),
    ("train", "fairground train fluky --data fluky.jsonl -o fluky.net"),
    ("uci", "fairground uci"),
    ("dice", "fairground dice --die fluky --throws 100000 --seed 1"),
    ("bench", "fairground bench fluky --json"),
    ("frames", "fairground frames fluky --size 1920x1080 --quality high"),
    ("completions", "fairground completions bash > fairground.bash"),
    ("man", "fairground man moves | man -l -"),
];

/// The example of a command.
pub(super) fn of(command: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(name, _)| *name == command).map(|(_, example)| *example)
}

#[cfg(test)]
mod tests {
    use super::EXAMPLES;
    use crate::cli;

    #[test]
    fn every_command_has_an_example_that_can_be_read() {
        let command = cli::command();
        let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(names, EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (name, example) in EXAMPLES {
            let words = example.split(['>', '|']).next().unwrap().replace("\"kpppp/p4/5/4P/PPPPK w - 0\"", "P");
            let words = words.split_whitespace().map(|word| word.trim_matches('\'').to_string());
            let read = cli::command().try_get_matches_from(cli::escape_actions(words.map(Into::into).collect()));
            assert_eq!(read.unwrap().subcommand_name(), Some(*name), "{example}");
        }
    }
}
