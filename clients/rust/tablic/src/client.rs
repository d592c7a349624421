//! Plays a bot on the stream of one process.

use std::process::ExitCode;
use std::{env, fmt};

use tokio::runtime;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{self, Endpoint};

use crate::bot::{Bot, Settings};
use crate::player::{Player, Refused};
use crate::v1::referee_service_client::RefereeServiceClient;

/// Why a stream ended without a farewell.
#[derive(Debug)]
pub enum Error {
    /// The referee refuses the bot.
    Refused(Refused),
    /// The referee cannot be reached, or the stream broke off, for this reason.
    Lost(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Lost(reason) => write!(f, "the referee is lost: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<transport::Error> for Error {
    fn from(error: transport::Error) -> Self {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        Self::Lost(cause.unwrap_or_else(|| error.to_string()))
    }
}

impl From<tonic::Status> for Error {
    fn from(status: tonic::Status) -> Self {
        Self::Lost(status.message().into())
    }
}

/// Plays a bot as the arena's environment says, until the referee says farewell; for `main` to return.
///
/// The exit code is 2 where the environment does not name an arena, and 1 where the referee refuses
/// or is lost: a sentence on stderr says so.
pub fn run<B: Bot>(settings: Settings) -> ExitCode {
    let name = settings.name.clone();
    let (Ok(address), Ok(token)) = (env::var("TABLIC_ADDRESS"), env::var("TABLIC_TOKEN")) else {
        eprintln!(
            "{name} is a bot for an arena, which starts it with TABLIC_ADDRESS and TABLIC_TOKEN \
             set. Try: tablic-arena match FOLDER OTHER_BOT"
        );
        return ExitCode::from(2);
    };
    if !address.starts_with("unix:") {
        // The token would be sent in plain text.
        eprintln!(
            "{name} plays on the machine of its arena, and TABLIC_ADDRESS is '{address}'; let it \
             begin with unix:"
        );
        return ExitCode::from(2);
    }
    // The worker sends and receives while the bot thinks in this thread.
    let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime of one thread can be made");
    match runtime.block_on(serve(Player::<B>::new(settings), &address, &token)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays on one stream until the farewell.
pub async fn serve<B: Bot>(mut player: Player<B>, address: &str, token: &str) -> Result<(), Error> {
    let channel = Endpoint::from_shared(uri_of(address))?.connect().await?;
    let (outbox, inbox) = mpsc::unbounded_channel();
    // What cannot be sent shows when the next message is read.
    let send = |request| drop(outbox.send(request));
    send(player.hello(token));
    let requests = UnboundedReceiverStream::new(inbox);
    let mut stream = RefereeServiceClient::new(channel).play(requests).await?.into_inner();
    while let Some(response) = stream.message().await? {
        player.take(response, send)?;
        if player.done() {
            drop(outbox);
            // Leaving at once could cancel the stream before the referee reads its end.
            stream.message().await.ok();
            return Ok(());
        }
    }
    Err(Error::Lost("it left without a farewell".into()))
}

/// gRPC's notation as a URI: `unix:/path` is one, `host:port` is not.
fn uri_of(address: &str) -> String {
    if address.starts_with("unix:") { address.into() } else { format!("http://{address}") }
}
