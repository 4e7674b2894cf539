//! The progressive meters of the house.

use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, failed};
use crate::who::SignedIn;
use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tercet_ledger::{Account, Name, Record, Transaction, Why};
use tercet_people::Right;
use tercet_pit::Eyes;
use tercet_protocol::live::Problem;
use tercet_rules::Money;
use tercet_store::{Failure, Store};
use tercet_table::{Award, Stream};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(meters))
}

/// How many of the last hits of a meter are told.
const HITS: u64 = 20;

/// A progressive meter.
#[derive(Serialize, ToSchema)]
struct MeterOut {
    /// Its name.
    meter: String,
    /// What it holds.
    balance: i64,
    /// What is kept to start it again.
    reserve: i64,
    /// The tables that share it, as they are set now or play; none if no table has it any more and it still holds money.
    tables: Vec<String>,
    /// How often it has paid.
    hits: u64,
    /// The last times, the newest first: up to 20.
    last_hits: Vec<HitOut>,
}

/// A time that a meter paid.
#[derive(Serialize, ToSchema)]
struct HitOut {
    /// The table.
    table: String,
    /// The number of the round.
    round: u64,
    /// When.
    at_ms: u64,
    /// The place of its record in the journal.
    record: u64,
    /// What it paid in that round, to all spots together.
    paid: i64,
}

/// The meters of the tables, and those that no table has any more and that hold money: what each holds, which tables share it, the last times that it paid.
#[utoipa::path(get, path = "/api/v1/meters", tag = "staff",
    responses((status = 200, body = [MeterOut]), (status = 401, body = Problem), (status = 403, body = Problem), (status = 503, body = Problem)))]
async fn meters(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
) -> Result<Json<Vec<MeterOut>>, Answered> {
    signed.person.needs(Right::ReadReports)?;
    let mut shared: BTreeMap<Name, Vec<String>> = BTreeMap::new();
    for handle in house.pit.tables() {
        let seen = handle.watch().view(&Eyes::Spectator);
        // What is set during a round holds from the next one on: until then the table has the meter of the round, too.
        let playing = seen.playing.filter(|_| seen.pending);
        let meters = [seen.settings, playing].into_iter().flatten().filter_map(|one| one.meter.clone());
        for meter in meters.collect::<BTreeSet<_>>() {
            shared.entry(meter).or_default().push(handle.name().to_string());
        }
    }
    let store = Arc::clone(&house.store);
    let told = move || {
        let balances = store.balances().map_err(|failure| failed(&failure))?;
        for (account, _) in balances.all() {
            if let Account::Meter(meter) | Account::Reserve(meter) = account {
                shared.entry(meter.clone()).or_default();
            }
        }
        let told = shared.into_iter().map(|(meter, tables)| told(&*store, &meter, tables));
        told.collect::<Result<Vec<_>, _>>().map_err(|failure| failed(&failure))
    };
    Ok(Json(house.desk.ask(peer, told).await?))
}

fn told(store: &dyn Store, meter: &Name, tables: Vec<String>) -> Result<MeterOut, Failure> {
    let stream = Stream::Meter(meter.clone()).name();
    let hits = stream.as_ref().map_or(Ok(0), |stream| store.version(stream))?;
    let mut last_hits = Vec::new();
    if let Some(stream) = stream {
        for stored in store.events(&stream, hits.saturating_sub(HITS), usize::MAX)?.into_iter().rev() {
            let corrupt = |why: String| Failure::Corrupt(format!("record {}: {why}", stored.seq));
            let award = Award::read(&stored.event).map_err(|bad| corrupt(bad.to_string()))?;
            let bytes = store.records(stored.seq, 1)?.into_iter().next();
            let bytes = bytes.ok_or_else(|| corrupt("it is missing".into()))?;
            let record = Record::decode(&bytes).map_err(|bad| corrupt(bad.to_string()))?;
            let postings = record.transactions.iter().flat_map(Transaction::postings);
            let own = postings.filter(|posting| {
                posting.from == Account::Meter(meter.clone()) && matches!(posting.why, Why::Award(_))
            });
            let paid: Money = own.map(|posting| posting.amount).sum();
            last_hits.push(HitOut {
                table: award.table.to_string(),
                round: award.round,
                at_ms: stored.at_ms,
                record: stored.seq,
                paid: paid.units(),
            });
        }
    }
    Ok(MeterOut {
        meter: meter.to_string(),
        balance: store.balance(&Account::Meter(meter.clone()))?.units(),
        reserve: store.balance(&Account::Reserve(meter.clone()))?.units(),
        tables,
        hits,
        last_hits,
    })
}
