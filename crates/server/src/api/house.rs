//! What the house is.

use crate::house::{House, PLAY_MONEY};
use crate::problem::{Answered, Code, problem};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use tercet_protocol::live::{Problem, VERSION};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(house)).routes(routes!(healthy)).routes(routes!(ready))
}

/// What the house is.
#[derive(Serialize, ToSchema)]
struct HouseInfo {
    /// The program.
    server: String,
    /// The version of the messages of live tables.
    messages: u32,
    /// Where people reach the house, as an origin: links that are given to somebody begin with it. Left out if the operator has not said it; then it is wherever
    /// whoever asks has reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    public_url: Option<String>,
    /// The time of the house, in milliseconds since 1970-01-01 UTC.
    now_ms: u64,
    /// Whether guests are let in.
    guests: bool,
    /// What the money is: `play`, which nobody can turn into anything else.
    money: String,
    /// How much of it a guest gets.
    guest_money: i64,
    /// The youngest that a player may be.
    minimum_age: u8,
    /// Where somebody finds help who plays more than is good.
    help_line: String,
}

/// What the house is, and what time it is there.
#[utoipa::path(get, path = "/api/v1/house", tag = "house", responses((status = 200, body = HouseInfo)))]
async fn house(State(house): State<Arc<House>>) -> Json<HouseInfo> {
    let settings = &house.settings;
    Json(HouseInfo {
        server: concat!("tercet ", env!("CARGO_PKG_VERSION")).into(),
        messages: VERSION,
        public_url: settings.public_url.clone(),
        now_ms: house.pit.now_ms(),
        guests: settings.guests,
        money: PLAY_MONEY.into(),
        guest_money: settings.guest_money.units(),
        minimum_age: settings.minimum_age,
        help_line: settings.help_line.clone(),
    })
}

/// Whether the program runs.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
async fn healthy() -> &'static str {
    "runs\n"
}

/// Whether the books and the file of the people can be read and written, every table runs, and no round is hindered.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = Problem)))]
async fn ready(State(house): State<Arc<House>>) -> Result<&'static str, Answered> {
    house.store.chain()?;
    if house.metrics.last_write_failed() {
        return Err(
            problem(Code::Store, "the last step that was handed to the books could not be written").into()
        );
    }
    house.people.can_be_read().await?;
    if house.people.in_memory().last_change_failed() {
        return Err(
            problem(Code::Store, "the last change to the file of the people could not be written").into()
        );
    }
    let stopped: Vec<String> = house.stopped().map(|name| name.to_string()).collect();
    if let Some(first) = stopped.first() {
        let detail = format!("{} tables have stopped; the first is {first}", stopped.len());
        return Err(problem(Code::Stopped, detail).into());
    }
    // Why stands in the log: it may name accounts, and anybody may ask here.
    if let Some((table, _)) = house.hindered().next() {
        let detail = format!("the round at {table} cannot go on; the log says why");
        return Err(problem(Code::Store, detail).into());
    }
    Ok("ready\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{Settings, of_the_house};
    use std::time::Duration;
    use tercet_ledger::{Hash, Key, Name};
    use tercet_store::Append;
    use tercet_table::{Ask, Do, Status, Stream, Who};
    use tokio::time::timeout;

    /// A table that has stopped because the books hold what it cannot have written makes the server one that is not ready, and is named.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_house_with_a_table_that_has_stopped_is_not_ready() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::open(Settings::new(folder.path())).await.unwrap();
        assert_eq!(ready(State(Arc::clone(&house))).await.unwrap(), "ready\n");
        let name = Name::new("three-card-shine").unwrap();
        let stream = Stream::Table(name.clone()).name().unwrap();
        let version = house.store.version(&stream).unwrap();
        let strange = Append::new(Key::new(b"strange").unwrap(), Hash::of(&[]), 0);
        house.store.append(&strange.happening(stream, version, vec![b"no event".to_vec()])).unwrap();
        let table = house.pit.table(&name).unwrap();
        let turn = Do::Turn(Status::Paused, "a pause".into());
        let asked = table.ask(Ask::new(Who::Floor(of_the_house()), turn), Key::new(b"k").unwrap()).await;
        assert!(asked.is_err(), "{asked:?}");
        timeout(Duration::from_secs(60), table.stopped()).await.expect("it stops");
        let not = ready(State(Arc::clone(&house))).await.unwrap_err();
        assert_eq!((not.0.status, not.0.code.as_str()), (503, "stopped"));
        assert!(not.0.detail.contains("three-card-shine"), "{}", not.0.detail);
        house.close().await;
    }

    /// A house that cannot write is not ready, whichever of its files it is, and whatever it need not write meanwhile; until something is written again.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_house_that_cannot_write_is_not_ready() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::open(Settings::new(folder.path())).await.unwrap();
        let is = async || ready(State(Arc::clone(&house))).await.map_err(|not| not.0.detail);
        let note = |reason: &'static str| {
            let by = tercet_people::By::house(reason);
            let change = tercet_people::Change::new("house", "house.tried", "a row").unwrap();
            house.people.ask(move |people, _| people.note(&by, &change, 1))
        };
        note("is written").await.unwrap();
        assert_eq!(is().await.unwrap(), "ready\n");
        // As a disk that is full refuses it.
        let other = rusqlite::Connection::open(folder.path().join(crate::PEOPLE)).unwrap();
        let full = "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'full'); END";
        other.execute_batch(full).unwrap();
        assert!(note("is not written").await.is_err());
        assert!(is().await.unwrap_err().contains("the file of the people"));
        // Nothing is written by this, and so it says nothing.
        house.people.ask(|people, _| people.forget_intent(7)).await.unwrap();
        assert!(is().await.unwrap_err().contains("the file of the people"));
        other.execute_batch("DROP TRIGGER full").unwrap();
        note("is written").await.unwrap();
        assert_eq!(is().await.unwrap(), "ready\n");

        let receipt = |again| tercet_store::Receipt { seq: 0, at_ms: 0, again };
        let took = Duration::ZERO;
        let full = tercet_store::Failure::Full("no room".into());
        house.metrics.written(&Err(full.into()), took);
        house.metrics.written(&Ok(receipt(true)), took);
        assert!(is().await.unwrap_err().contains("the books"));
        house.metrics.written(&Ok(receipt(false)), took);
        assert_eq!(is().await.unwrap(), "ready\n");
        house.close().await;
    }
}
