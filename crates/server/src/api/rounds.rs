//! Rounds of the past.

use crate::aside::aside;
use crate::house::House;
use crate::problem::{Answered, Code, Not, failed, problem};
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use std::sync::Arc;
use tercet_audit::{NotRecalled, proof, recall};
use tercet_protocol::live::Problem;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(proof_of))
}

/// The proof of a round that is over: seed, secrets, deck, every bet, card, decision, pay and posting (docs/FAIRNESS.md).
#[utoipa::path(get, path = "/api/v1/tables/{table}/rounds/{round}/proof", tag = "tables",
    params(("table" = String, Path), ("round" = u64, Path, description = "The number of the round, from 1")),
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn proof_of(
    State(house): State<Arc<House>>,
    Path((table, round)): Path<(String, String)>,
) -> Result<([(HeaderName, &'static str); 1], String), Answered> {
    let handle = house.table(&table)?;
    let none = || problem(Code::NotFound, "expected the number of a round, from 1");
    let round: u64 = round.parse().ok().filter(|round| *round > 0).ok_or_else(none)?;
    let (store, table) = (Arc::clone(&house.store), handle.name().clone());
    let recalled = aside(move || recall(&*store, &table, round).map_err(|not| not_recalled(&not))).await?;
    let proof = proof(&recalled).map_err(|why| problem(Code::NotNow, why))?;
    Ok(([(CONTENT_TYPE, "application/json")], proof))
}

/// Why nothing of a round can be told.
fn not_recalled(not: &NotRecalled) -> Not {
    match not {
        NotRecalled::NoRound { .. } => problem(Code::NotFound, not),
        NotRecalled::Failed(failure) => failed(failure),
        NotRecalled::Damaged { .. } => {
            tracing::error!(%not, "a round is damaged");
            problem(Code::Store, "what is written of the round is damaged")
        }
    }
}
