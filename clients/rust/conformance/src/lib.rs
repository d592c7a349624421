//! The transcripts of clients/conformance, for tests of bots.

use std::fs;
use std::path::Path;

use prost_reflect::{DescriptorPool, DynamicMessage};
use serde_json::Value;
use tablic::v1::answer::Decision;
use tablic::v1::{Answer, PlayRequest, PlayResponse};
use tablic::{Bot, Player};

pub const TRANSCRIPTS: [&str; 5] =
    ["tablic", "tablic-3p", "tablic-pairs", "tabinet", "tablic-classic"];

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// What the referee says, and the answers that belong to it.
pub struct Step {
    pub to_bot: PlayResponse,
    pub answers: Vec<Answer>,
}

/// The steps of a transcript. The taken cards of each play are in order.
pub fn steps(name: &str) -> Vec<Step> {
    let path = Path::new(HERE).join("../../conformance").join(format!("{name}.jsonl"));
    let protos = Path::new(HERE).join("../../../protos");
    let files = protox::compile(["tablic/v1/referee.proto"], [protos]).expect("protos");
    let pool = DescriptorPool::from_file_descriptor_set(files).expect("whole protos");
    let mut steps: Vec<Step> = Vec::new();
    for line in fs::read_to_string(path).expect("a transcript").lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        if let Some(message) = line.get("to_bot") {
            let to_bot = parsed(&pool, "PlayResponse", message);
            steps
                .push(Step { to_bot: to_bot.transcode_to().expect("a response"), answers: vec![] });
        } else {
            let from_bot = parsed(&pool, "PlayRequest", &line["from_bot"]);
            let request: PlayRequest = from_bot.transcode_to().expect("a request");
            steps.last_mut().expect("something to answer").answers.extend(in_order(request));
        }
    }
    steps
}

/// What a bot answers. The taken cards of each play are in order.
pub fn answers_of<B: Bot>(player: &mut Player<B>, response: PlayResponse) -> Vec<Answer> {
    let mut answers = Vec::new();
    player.take(response, |request| answers.extend(in_order(request))).expect("no refusal");
    answers
}

fn parsed(pool: &DescriptorPool, name: &str, json: &Value) -> DynamicMessage {
    let descriptor = pool.get_message_by_name(&format!("tablic.v1.{name}")).expect("a message");
    DynamicMessage::deserialize(descriptor, json).expect("proto3 JSON")
}

fn in_order(request: PlayRequest) -> impl Iterator<Item = Answer> {
    request.answers.into_iter().map(|mut answer| {
        if let Some(Decision::Play(play)) = &mut answer.decision {
            play.taken.sort();
        }
        answer
    })
}
