//! `tercet admin SERVER cases`.

use super::request::Request;
use super::text;
use clap::Subcommand;
use serde_json::json;

/// Arguments of `tercet admin SERVER cases`; without a command they are listed.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    list: List,
}

#[derive(Subcommand)]
enum What {
    /// List disputes, the newest first.
    List(List),
    /// Read one with all that was said.
    Show(One),
    /// Add a note.
    Note(Words),
    /// Decide one.
    Decide(Decision),
    /// Close one that is answered.
    Close(Words),
}

#[derive(clap::Args)]
struct List {
    /// Only those in this state: open, answered or closed.
    #[arg(long, value_name = "STATE")]
    state: Option<String>,
    /// Only those of this player, as in the books.
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// Only those about this table.
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// Go on before this number, as the page before says.
    #[arg(long, value_name = "NUMBER")]
    before: Option<u64>,
}

#[derive(clap::Args)]
struct One {
    /// The number of the case.
    #[arg(value_name = "NUMBER")]
    number: u64,
}

#[derive(clap::Args)]
struct Words {
    #[command(flatten)]
    one: One,
    /// The words.
    #[arg(value_name = "WORDS")]
    text: String,
}

#[derive(clap::Args)]
struct Decision {
    #[command(flatten)]
    words: Words,
    /// By whose authority.
    #[arg(long, value_name = "WHO")]
    authority: String,
}

impl Args {
    pub(super) fn request(&self) -> Request {
        let of = |number: u64, what: &str| format!("/api/v1/cases/{number}{what}");
        match &self.what {
            None => self.list.request(),
            Some(What::List(list)) => list.request(),
            Some(What::Show(one)) => Request::get(of(one.number, "")).shown(text::CASE),
            Some(What::Note(words)) => {
                Request::post(of(words.one.number, "/entries"), json!({ "text": words.text }))
            }
            Some(What::Decide(Decision { words, authority })) => {
                let body = json!({"text": words.text, "authority": authority});
                Request::post(of(words.one.number, "/decision"), body)
            }
            Some(What::Close(words)) => {
                Request::post(of(words.one.number, "/close"), json!({ "text": words.text }))
            }
        }
    }
}

impl List {
    fn request(&self) -> Request {
        Request::get("/api/v1/cases")
            .with("state", self.state.as_ref())
            .with("player", self.player.as_ref())
            .with("table", self.table.as_ref())
            .with("before", self.before)
            .shown(text::CASES)
    }
}
