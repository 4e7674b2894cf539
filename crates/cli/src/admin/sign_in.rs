//! Who asks: signing in and out, with secrets that stand on no command line.

use super::house::House;
use super::request::{Answer, Request, Wrong};
use super::text;
use serde_json::json;
use std::io::{self, BufRead as _, IsTerminal as _};
use tercet_bots::Method;

/// Arguments of `tercet admin SERVER sign-in`.
#[derive(clap::Args)]
pub(super) struct SignIn {
    /// Your login.
    #[arg(long, value_name = "LOGIN")]
    login: String,
}

/// Arguments of `tercet admin SERVER accept`.
#[derive(clap::Args)]
pub(super) struct Accept {
    /// What you are called.
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The login that you choose.
    #[arg(long, value_name = "LOGIN")]
    login: String,
}

/// Signs in.
pub(super) async fn sign_in(house: &mut House, how: &SignIn) -> Result<Answer, Wrong> {
    let password = secret("Password: ")?;
    let body = json!({"login": how.login, "password": password});
    begun(house, Request::post("/api/v1/sessions", body)).await
}

/// Comes in by a link.
pub(super) async fn accept(house: &mut House, how: &Accept) -> Result<Answer, Wrong> {
    let link = secret("The one-time link: ")?;
    let password = secret("A new password: ")?;
    if io::stdin().is_terminal() && secret("The same once more: ")? != password {
        return Err(Wrong::unusable("the two passwords differ; nothing was done"));
    }
    // The whole link or its end: what comes after the last slash.
    let token = link.rsplit('/').next().unwrap_or(&link);
    let body = json!({"token": token, "name": how.name, "login": how.login, "password": password});
    begun(house, Request::post("/api/v1/links/accept", body)).await
}

async fn begun(house: &mut House, request: Request) -> Result<Answer, Wrong> {
    // A session that is over must not stand in the way of a new one.
    house.as_nobody();
    let mut answer = house.ask(&request.shown(text::SIGNED_IN)).await?;
    house.keep(&answer.json)?;
    // The token is in the file, and on no screen.
    answer.json = answer.json["me"].take();
    Ok(answer)
}

/// Signs out.
pub(super) async fn sign_out(house: &mut House) -> Result<Answer, Wrong> {
    let request = Request::new(Method::DELETE, "/api/v1/sessions/current", None);
    let answer = house.ask(&request.shown(text::Shape::Done("Signed out."))).await;
    house.forget()?;
    answer
}

/// Asks for a secret at the terminal without showing it; without a terminal it is the next line of standard input.
fn secret(prompt: &str) -> Result<String, Wrong> {
    let said = if io::stdin().is_terminal() {
        rpassword::prompt_password(prompt)
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).map(|_| line)
    };
    let said = said.map_err(|error| Wrong::unusable(format!("standard input: {error}")))?;
    let said = said.trim_end_matches(['\n', '\r']).to_owned();
    if said.is_empty() {
        let what = prompt.trim_end_matches(": ").to_lowercase();
        return Err(Wrong::unusable(format!("standard input: expected {what} on a line of its own")));
    }
    Ok(said)
}
