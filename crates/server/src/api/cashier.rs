//! Money that comes in and goes out.

use crate::api::json::Body;
use crate::api::path::Path;
use crate::api::protection::read_player;
use crate::ask::{key, said_key};
use crate::cash::cash_kept_as;
use crate::guard::stopped;
use crate::house::House;
use crate::problem::{Answered, Code, not_written, problem_at};
use crate::who::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_people::{Intent, Right};
use tercet_protocol::live::Problem;
use tercet_rules::Money;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(cash)).routes(routes!(balance))
}

/// The word of the log of events for money that a cashier took in or paid out.
pub(super) const CASH: &str = "cash";

/// Money that a cashier takes in or pays out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Cash {
    /// The player, as in the books.
    #[schema(pattern = "^[a-zA-Z0-9._@-]{1,64}$")]
    player: String,
    /// What is taken in; or, below zero, paid out.
    amount: i64,
    /// Why: a receipt's number, say.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// What was written.
#[derive(Serialize, ToSchema)]
struct Cashed {
    /// The place of its record in the journal.
    record: u64,
    /// When it was written.
    at_ms: u64,
    /// Whether it was done before, under this key.
    again: bool,
    /// What the wallet holds by now.
    balance: i64,
}

/// Take money in, or pay it out; once under each key. No cashier can do it for themselves.
#[utoipa::path(post, path = "/api/v1/cashier/moves", tag = "staff", request_body = Cash,
    params(("idempotency-key" = String, Header, description = "1 to 64 bytes: ask again under it if the answer is lost", min_length = 1, max_length = 64)),
    responses((status = 200, body = Cashed), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 503, body = Problem)))]
async fn cash(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    headers: HeaderMap,
    Body(cash): Body<Cash>,
) -> Result<Json<Cashed>, Answered> {
    let said = said_key(&headers)?;
    key(said)?;
    let player = Name::new(&cash.player).map_err(|bad| problem_at(Code::Value, "player", bad))?;
    let amount = Money::from_units(cash.amount);
    if amount == Money::ZERO || cash.amount.unsigned_abs() > Money::MAX_STAKE.units().unsigned_abs() {
        let most = Money::MAX_STAKE;
        return Err(problem_at(
            Code::Value,
            "amount",
            format!("expected an amount of up to {most}, and not zero"),
        )
        .into());
    }
    signed.person.needs(Right::Cash)?;
    let by = signed.person.by(&cash.reason)?;
    // Who is a player no more, or away, or no cashier any more, is so before this money moves, or after it.
    let _at_one_moment = house.alone.turns([&player, &signed.person.id]).await;
    let now_ms = house.pit.now_ms();
    // What was moved was moved, whatever has become of the player since: whoever lost the answer is told so, and does not hand the money back.
    if !house.has_cashed(&signed.person.id, said)? {
        let (allowed_by, whose) = (by.clone(), player.clone());
        let allowed = move |people: &tercet_people::People, _: &tercet_people::Chance| {
            people.allow_cash(&allowed_by, &whose)?;
            people.protection(&whose)
        };
        let protection = house.people.ask(allowed).await?;
        if amount > Money::ZERO {
            protection.may_bring_money(now_ms).map_err(|stop| stopped(&stop, now_ms))?;
        }
    }
    let row = Intent {
        by,
        component: "cashier".into(),
        what: CASH.into(),
        subject: cash.player.clone(),
        came_to: amount.to_string(),
    };
    let cashier = &signed.person.id;
    let moved = async {
        let receipt = house.cash(cashier, said, &player, amount).await;
        receipt.map_err(|error| not_written(&error).into())
    };
    let (receipt, _) = house.with_row(row, cash_kept_as(cashier, said, &player, amount), moved).await?;
    house.hubs.wallet_moved(&player, now_ms);
    let balance = house.balance(&player)?;
    let (record, at_ms, again) = (receipt.seq, receipt.at_ms, receipt.again);
    Ok(Json(Cashed { record, at_ms, again, balance: balance.units() }))
}

/// What a wallet holds.
#[derive(Serialize, ToSchema)]
struct Balance {
    /// The player, as in the books.
    player: String,
    /// So much.
    balance: i64,
}

/// What the wallet of somebody holds; for the cashier, and for who reads all histories.
#[utoipa::path(get, path = "/api/v1/people/{id}/balance", tag = "staff", params(("id" = String, Path)),
    responses((status = 200, body = Balance), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 503, body = Problem)))]
async fn balance(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Balance>, Answered> {
    if !signed.person.may(Right::ReadAll) {
        signed.person.needs(Right::Cash)?;
    }
    let player = read_player(&id)?;
    let asked = player.clone();
    house.people.ask(move |people, _| people.account(&asked)).await?;
    Ok(Json(Balance { balance: house.balance(&player)?.units(), player: id }))
}
