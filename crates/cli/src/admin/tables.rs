//! `tercet admin SERVER tables`.

use super::house::House;
use super::request::{Answer, Request, Wrong, encoded};
use super::text;
use clap::Subcommand;
use serde_json::{Value, json};
use tercet_rules::Money;

/// Arguments of `tercet admin SERVER tables`; without a command all are listed.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// List all tables.
    List,
    /// Found a table: it is closed until it is set and opened.
    Found(Because),
    /// Set a table to a game: from the next round on.
    Set(Box<Set>),
    /// Open a table: rounds follow one another.
    Open(Because),
    /// Pause a table: the round in play is the last.
    Pause(Because),
    /// Close a table: and nobody sits down.
    Close(Because),
    /// Void a round: every stake goes back.
    Void(Void),
    /// Report something irregular in a round.
    Report(Report),
    /// Stand up whoever sits at a spot.
    StandUp(StandUp),
}

#[derive(clap::Args)]
struct Because {
    /// The name of the table.
    #[arg(value_name = "TABLE")]
    table: String,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

#[derive(clap::Args)]
struct Set {
    /// The name of the table.
    #[arg(value_name = "TABLE")]
    table: String,
    /// The game: its id, or the hash of its rules.
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The way of dealing, by its name; its first if left out.
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// The name of the meter, where the game has one.
    #[arg(long, value_name = "METER")]
    meter: Option<String>,
    /// The limits of a wager at this table, in dollars: least, largest and step, such as ante=5..500/5 (repeatable).
    #[arg(long, value_name = "WAGER=MIN..MAX/STEP", value_parser = limit)]
    limit: Vec<(String, [Money; 3])>,
    /// The clocks in seconds: to bet, for secrets, to decide, to look, such as 20,3,20,6.
    #[arg(long, value_name = "SECONDS", value_parser = clocks)]
    clocks: Option<[u64; 4]>,
    /// Tell players who ask what each of their decisions is worth.
    #[arg(long)]
    hints: bool,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

#[derive(clap::Args)]
struct Void {
    #[command(flatten)]
    because: Because,
    #[command(flatten)]
    of: OfRound,
}

/// Which round is meant.
#[derive(clap::Args)]
struct OfRound {
    /// The number of the round that is meant: in any other nothing is done. The one in play as the command begins if left out.
    #[arg(long, value_name = "NUMBER")]
    round: Option<u64>,
}

#[derive(clap::Args)]
struct Report {
    /// The name of the table.
    #[arg(value_name = "TABLE")]
    table: String,
    /// What happened, by the name that the rules have for it, such as exposed-card.
    #[arg(value_name = "EVENT")]
    event: String,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
    #[command(flatten)]
    of: OfRound,
}

#[derive(clap::Args)]
struct StandUp {
    /// The name of the table.
    #[arg(value_name = "TABLE")]
    table: String,
    /// The spot, from 1.
    #[arg(value_name = "SPOT")]
    spot: u8,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

fn limit(text: &str) -> Result<(String, [Money; 3]), String> {
    let expected = || {
        format!("`{text}`; expected a wager, its least and largest stake and the step, such as ante=5..500/5")
    };
    let (wager, rest) = text.split_once('=').ok_or_else(expected)?;
    let (min, rest) = rest.split_once("..").ok_or_else(expected)?;
    let (max, step) = rest.split_once('/').ok_or_else(expected)?;
    let money = |text: &str| text.parse::<Money>().map_err(|error| format!("{}: {error}", expected()));
    Ok((wager.to_owned(), [money(min)?, money(max)?, money(step)?]))
}

fn clocks(text: &str) -> Result<[u64; 4], String> {
    let expected = "expected four numbers of seconds, such as 20,3,20,6";
    let all: Result<Vec<u64>, _> = text.split(',').map(|part| part.trim().parse::<u64>()).collect();
    let all: [u64; 4] = all.ok().and_then(|all| all.try_into().ok()).ok_or(expected)?;
    let ms = all.map(|seconds| seconds.checked_mul(1_000));
    match ms {
        [Some(bet), Some(secret), Some(decide), Some(show)] => Ok([bet, secret, decide, show]),
        _ => Err(expected.into()),
    }
}

/// Does it, or lists the tables.
pub(super) async fn asked(house: &House, args: &Args, as_json: bool) -> Result<Answer, Wrong> {
    let what = args.what.as_ref().unwrap_or(&What::List);
    let Some((table, of, done)) = what.to_a_round() else { return house.ask(&what.request(None)?).await };
    let now = Request::get("/api/v1/tables").with("table", Some(table));
    let round = match of.round {
        Some(round) => Some(round),
        None => house.ask(&now).await?.json[0]["round"].as_u64(),
    };
    let answer = house.ask(&what.request(round)?).await?;
    let text = round.filter(|_| !as_json).map(|round| format!("{done} round {round} at {table}.\n"));
    Ok(Answer { text, ..answer })
}

impl What {
    /// If it is done to a round: at which table, to which, and how that is said.
    fn to_a_round(&self) -> Option<(&str, &OfRound, &'static str)> {
        match self {
            What::Void(Void { because, of }) => Some((&because.table, of, "Voided:")),
            What::Report(Report { table, of, .. }) => Some((table, of, "Reported in")),
            What::List
            | What::Found(_)
            | What::Set(_)
            | What::Open(_)
            | What::Pause(_)
            | What::Close(_)
            | What::StandUp(_) => None,
        }
    }

    /// What the house is asked. What is done to a round says to which, if that is known: to one that has opened meanwhile nothing is done.
    fn request(&self, round: Option<u64>) -> Result<Request, Wrong> {
        Ok(match self {
            What::List => Request::get("/api/v1/tables").shown(text::TABLES),
            What::Found(Because { table, reason }) => {
                let body = json!({"table": table, "reason": reason});
                Request::post("/api/v1/tables", body)
                    .shown(text::Shape::Done("Founded. It is closed until it is set to a game and opened."))
            }
            What::Set(set) => ask(&set.table, &set.body()?)?,
            What::Open(because) => turn(because, "open")?,
            What::Pause(because) => turn(because, "paused")?,
            What::Close(because) => turn(because, "closed")?,
            What::Void(Void { because: Because { table, reason }, .. }) => {
                ask(table, &json!({"do": "void", "round": round, "reason": reason}))?
            }
            What::Report(Report { table, event, reason, .. }) => {
                ask(table, &json!({"do": "report", "round": round, "event": event, "reason": reason}))?
            }
            What::StandUp(StandUp { table, spot, reason }) => {
                ask(table, &json!({"do": "leave", "spot": spot, "reason": reason}))?
            }
        })
    }
}

impl Set {
    fn body(&self) -> Result<Value, Wrong> {
        let mut body = json!({"do": "set", "game": self.game, "hints": self.hints, "reason": self.reason});
        if let Some(deal) = &self.deal {
            body["deal"] = json!(deal);
        }
        if let Some(meter) = &self.meter {
            body["meter"] = json!(meter);
        }
        if let Some([bet, secret, decide, show]) = self.clocks {
            body["clocks"] =
                json!({"bet_ms": bet, "secret_ms": secret, "decide_ms": decide, "show_ms": show});
        }
        for (wager, [min, max, step]) in &self.limit {
            let limits = json!({"min": min.units(), "max": max.units(), "step": step.units()});
            if !std::mem::replace(&mut body["limits"][wager.as_str()], limits).is_null() {
                return Err(Wrong::unusable(format!(
                    "--limit: {wager} is there twice; expected each wager once"
                )));
            }
        }
        Ok(body)
    }
}

fn turn(Because { table, reason }: &Because, status: &str) -> Result<Request, Wrong> {
    ask(table, &json!({"do": "turn", "status": status, "reason": reason}))
}

fn ask(table: &str, body: &Value) -> Result<Request, Wrong> {
    let path = format!("/api/v1/tables/{}/asks", encoded(table));
    Ok(Request::post(path, body.clone()).under(Some(key()?)))
}

/// A key that nothing else has: each command is one thing that is done.
pub(super) fn key() -> Result<String, Wrong> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Wrong::unusable(format!("no randomness: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
