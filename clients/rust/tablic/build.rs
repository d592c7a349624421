//! Generates the code of the protocol from the protos.

use std::env;
use std::error::Error;
use std::path::PathBuf;

// Beside the library where it was copied to a bot, or in its repository.
const FOLDERS: [&str; 2] = ["../protos", "../../../protos"];
const ENTRY: &str = "tablic/v1/referee.proto";

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let protos = FOLDERS
        .map(|folder| here.join(folder))
        .into_iter()
        .find(|folder| folder.join(ENTRY).is_file())
        .ok_or(format!("{ENTRY} is in none of {FOLDERS:?}; copy the folder protos there"))?;
    println!("cargo::rerun-if-changed={}", protos.display());
    let files = protox::compile([ENTRY], [protos])?;
    tonic_prost_build::configure().build_server(false).build_transport(false).compile_fds(files)?;
    Ok(())
}
