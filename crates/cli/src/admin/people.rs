//! `tercet admin SERVER people`.

use super::house::House;
use super::request::{Answer, Request, Wrong, encoded};
use super::text;
use crate::links;
use clap::Subcommand;
use serde_json::{Value, json};
use tercet_bots::Method;

/// Arguments of `tercet admin SERVER people`; without a command they are listed.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// Find people.
    List(List),
    /// Show one.
    Show(One),
    /// Invite somebody to the staff: prints a link that can be used once.
    Invite(Invite),
    /// List the links that can still be used.
    Links,
    /// Take a link back.
    TakeBack {
        /// The number of the link.
        #[arg(value_name = "LINK")]
        link: u64,
    },
    /// Set the roles of somebody.
    Roles(Roles),
    /// Close an account.
    Close(Closing),
    /// Open an account that was closed.
    Reopen(Because),
    /// Let somebody sign in at once whose login is locked after wrong passwords.
    Unlock(Unlock),
    /// Give somebody a new password: prints a link that can be used once.
    PasswordLink(Because),
    /// List the sessions of somebody.
    Sessions(One),
    /// End all sessions of somebody.
    EndSessions(One),
}

#[derive(clap::Args, Default)]
struct List {
    /// Part of a name, a login or an id.
    #[arg(value_name = "TEXT")]
    text: Option<String>,
    /// Only `guest` or `member`.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only staff.
    #[arg(long)]
    staff: bool,
    /// Go on after this id, as the page before says.
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

#[derive(clap::Args)]
struct One {
    /// Who, as in the books.
    #[arg(value_name = "ID")]
    id: String,
}

#[derive(clap::Args)]
struct Because {
    /// Who, as in the books.
    #[arg(value_name = "ID")]
    id: String,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

#[derive(clap::Args)]
struct Unlock {
    /// The login.
    #[arg(value_name = "LOGIN")]
    login: String,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

#[derive(clap::Args)]
struct Closing {
    #[command(flatten)]
    because: Because,
    /// Even if there is money in the account.
    #[arg(long)]
    with_money: bool,
}

#[derive(clap::Args)]
struct Invite {
    /// A role: player, dealer, floor, cashier, auditor or administrator (repeatable).
    #[arg(long, value_name = "ROLE", required = true)]
    role: Vec<String>,
    /// Why.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

#[derive(clap::Args)]
struct Roles {
    #[command(flatten)]
    because: Because,
    /// A role (repeatable); all others end.
    #[arg(long, value_name = "ROLE", required = true)]
    role: Vec<String>,
}

/// Carries it out.
pub(super) async fn asked(house: &House, args: &Args, as_json: bool) -> Result<Answer, Wrong> {
    let list = What::List(List::default());
    let what = args.what.as_ref().unwrap_or(&list);
    let Some(page) = what.page().filter(|_| !as_json) else { return house.ask(&what.request()).await };
    // Before there is a link: whoever is told no address is told of no link either.
    let url = house.public_url().await?;
    let mut answer = house.ask(&what.request()).await?;
    if let Some(token) = answer.json["token"].as_str() {
        answer.json["link"] = links::link(&url, page, token).into();
    }
    Ok(answer)
}

impl What {
    /// The page to which the link leads that this makes.
    fn page(&self) -> Option<&'static str> {
        match self {
            What::Invite(_) => Some(links::JOIN),
            What::PasswordLink(_) => Some(links::PASSWORD),
            What::List(_)
            | What::Show(_)
            | What::Links
            | What::TakeBack { .. }
            | What::Roles(_)
            | What::Close(_)
            | What::Reopen(_)
            | What::Unlock(_)
            | What::Sessions(_)
            | What::EndSessions(_) => None,
        }
    }

    fn request(&self) -> Request {
        let of = |id: &str, what: &str| format!("/api/v1/people/{}{what}", encoded(id));
        let because = |Because { id, reason }: &Because, what: &str| {
            Request::post(of(id, what), json!({ "reason": reason }))
        };
        match self {
            What::List(list) => Request::get("/api/v1/people")
                .with("text", list.text.as_ref())
                .with("kind", list.kind.as_ref())
                .with("staff", list.staff.then_some("true"))
                .with("after", list.after.as_ref())
                .shown(text::PEOPLE),
            What::Show(one) => Request::get(of(&one.id, "")).shown(text::PERSON),
            What::Invite(Invite { role, reason }) => {
                Request::post("/api/v1/links", json!({"roles": role, "reason": reason})).shown(text::LINK)
            }
            What::Links => Request::get("/api/v1/links").shown(text::LINKS),
            What::TakeBack { link } => Request::new(Method::DELETE, format!("/api/v1/links/{link}"), None),
            What::Roles(Roles { because: Because { id, reason }, role }) => {
                let body: Value = json!({"roles": role, "reason": reason});
                Request::new(Method::PUT, of(id, "/roles"), Some(body)).shown(text::PERSON)
            }
            What::Close(Closing { because: Because { id, reason }, with_money }) => {
                let body = json!({"reason": reason, "with_money": with_money});
                Request::post(of(id, "/close"), body).shown(text::PERSON)
            }
            What::Reopen(why) => because(why, "/reopen").shown(text::PERSON),
            What::Unlock(Unlock { login, reason }) => {
                Request::post("/api/v1/people/unlock", json!({"login": login, "reason": reason}))
            }
            What::PasswordLink(why) => because(why, "/password-link").shown(text::LINK),
            What::Sessions(one) => Request::get(of(&one.id, "/sessions")).shown(text::SESSIONS),
            What::EndSessions(one) => {
                Request::new(Method::DELETE, of(&one.id, "/sessions"), None).shown(text::ENDED)
            }
        }
    }
}
