//! Bots that play the card game Tablić in a tablic-arena.
//!
//! Implement [`Bot`], and let `main` return what [`run`] does.

mod bot;
mod client;
mod player;
pub mod points;

/// What the referee and a bot say to each other.
pub mod v1 {
    tonic::include_proto!("tablic.v1");
}

pub use bot::{Bot, Game, Settings};
pub use client::{Error, run, serve};
pub use player::{Player, Refused};
