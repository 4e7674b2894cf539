//! `tercet admin SERVER games`.

use super::house::read;
use super::request::{Request, Wrong, encoded};
use super::text;
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};
use tercet_bots::Method;

/// Arguments of `tercet admin SERVER games`; without a command they are listed.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// List the games that tables can be set to.
    List,
    /// Let the house look at a game file; nothing is kept.
    Check {
        /// Its file, written as docs/GAME-FILE.md says.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Bring in a game of the house's own, or another version of it.
    BringIn {
        /// Its file, written as docs/GAME-FILE.md says.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Why.
        #[arg(long, value_name = "WORDS")]
        reason: String,
    },
    /// Take a game of the house's own away.
    TakeAway {
        /// Its id.
        #[arg(value_name = "GAME")]
        id: String,
        /// Why.
        #[arg(long, value_name = "WORDS")]
        reason: String,
    },
}

impl Args {
    pub(super) fn request(&self) -> Result<Request, Wrong> {
        let path = |game: &str| format!("/api/v1/games/{}/file", encoded(game));
        Ok(match self.what.as_ref().unwrap_or(&What::List) {
            What::List => Request::get("/api/v1/games").shown(text::GAMES),
            What::Check { file } => Request::post("/api/v1/games/check", json!({ "text": game_file(file)? }))
                .shown(text::FINDINGS),
            What::BringIn { file, reason } => {
                let text = game_file(file)?;
                let body = json!({"text": text, "reason": reason});
                let game = tercet_games::load(&text).map_err(|faults| {
                    Wrong::unusable(format!("{}: it has faults\n{faults}", file.display()))
                })?;
                Request::new(Method::PUT, path(game.id.as_str()), Some(body))
                    .shown(text::Shape::Done("Brought in. Tables can be set to it."))
            }
            What::TakeAway { id, reason } => {
                Request::new(Method::DELETE, path(id), Some(json!({ "reason": reason })))
            }
        })
    }
}

fn game_file(file: &Path) -> Result<String, Wrong> {
    String::from_utf8(read(file)?)
        .map_err(|error| Wrong::unusable(format!("{}: {error}; expected text in UTF-8", file.display())))
}
