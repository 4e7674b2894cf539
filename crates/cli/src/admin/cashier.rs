//! `tercet admin SERVER cashier`.

use super::house::House;
use super::request::{Answer, Request, Wrong, encoded};
use super::tables::key;
use super::text;
use clap::Subcommand;
use serde_json::json;
use tercet_rules::Money;

/// Arguments of `tercet admin SERVER cashier`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Take money in for a player.
    In(Move),
    /// Pay money out to a player.
    Out(Move),
    /// Say what a player's wallet holds.
    Balance {
        /// The player, as in the books.
        #[arg(value_name = "PLAYER")]
        player: String,
    },
}

#[derive(clap::Args)]
struct Move {
    /// The player, as in the books.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// How much, in dollars.
    #[arg(value_name = "DOLLARS")]
    amount: Money,
    /// Why: a receipt's number, say.
    #[arg(long, value_name = "WORDS")]
    reason: String,
    /// The key under which it is done once: give the same again if the answer was lost.
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

/// Carries it out.
pub(super) async fn asked(house: &House, args: &Args) -> Result<Answer, Wrong> {
    match &args.what {
        What::In(each) => house.ask(&each.request(each.amount)?).await,
        What::Out(each) => house.ask(&each.request(Money::ZERO - each.amount)?).await,
        What::Balance { player } => {
            let path = format!("/api/v1/people/{}/balance", encoded(player));
            house.ask(&Request::get(path).shown(text::BALANCE)).await
        }
    }
}

impl Move {
    fn request(&self, amount: Money) -> Result<Request, Wrong> {
        if self.amount <= Money::ZERO {
            return Err(Wrong::unusable(format!("{}; expected an amount above zero", self.amount)));
        }
        let key = match &self.key {
            Some(key) => key.clone(),
            None => key()?,
        };
        let body = json!({"player": self.player, "amount": amount.units(), "reason": self.reason});
        Ok(Request::post("/api/v1/cashier/moves", body).under(Some(key)).shown(text::CASHED))
    }
}
