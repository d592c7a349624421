//! What a bot says where there is nobody to play.

use std::process::Command;

fn random_bot() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_random_bot"));
    command.env_remove("TABLIC_ADDRESS").env_remove("TABLIC_TOKEN");
    command
}

#[track_caller]
fn assert_ends(command: &mut Command, code: i32, said: &str) {
    let output = command.output().expect("it starts");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(stderr.starts_with(said), "{stderr}");
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_bot_without_an_arena_says_so() {
    assert_ends(&mut random_bot(), 2, "random-rust is a bot for an arena");
}

#[test]
fn a_bot_whose_referee_is_not_there_says_so() {
    let mut command = random_bot();
    command.env("TABLIC_ADDRESS", "unix:/nowhere/referee.sock").env("TABLIC_TOKEN", "token");
    assert_ends(&mut command, 1, "random-rust: the referee is lost: ");
}
