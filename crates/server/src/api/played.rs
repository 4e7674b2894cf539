//! What somebody's own play came to in a span of time: hands, stakes, results, bet by bet; and the same as records.

use crate::api::params::Params;
use crate::api::rounds::{DamageOut, Eyes, may_look_back, not_recalled, recalled_or_damaged, span};
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem_at};
use crate::who::SignedIn;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_audit::{Recalled, Sought, When, rounds_of};
use tercet_ledger::{Account, Name};
use tercet_protocol::live::Problem;
use tercet_protocol::replay::{Replay, ReplaySpot, ReplayStatus};
use tercet_rules::{LineOf, Money};
use tercet_sheets::{Sheet, Value, csv};
use tercet_store::Store;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(played))
}

/// After so many rounds there are no more: whoever asks takes a shorter span.
const MOST: usize = 2_000;

/// What play in a span of time came to. Rounds that are void count for nothing.
#[derive(Serialize, ToSchema, Default)]
struct Played {
    /// Rounds in which the player bet.
    rounds: u64,
    /// Hands: a round played at two spots is two.
    hands: u64,
    /// All that was staked, the Play wager with it.
    staked: i64,
    /// What it came to: up, or (negative) down.
    net: i64,
    /// The round that brought most, if one brought anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Best>,
    /// The same bet by bet, in the order of game and layout; without rounds that were paid and then lost their seed, of whose lines nobody knows.
    bets: Vec<PlayedBet>,
    /// What cannot be read of the books where it was looked, and is in no sum. Nothing, as a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<DamageOut>,
}

/// A round that brought something.
#[derive(Serialize, ToSchema)]
struct Best {
    /// The table.
    table: String,
    /// The number of the round.
    round: u64,
    /// What it brought.
    net: i64,
}

/// What one bet of a game came to.
#[derive(Serialize, ToSchema)]
struct PlayedBet {
    /// The game.
    game: String,
    /// The wager, the bonus, or `envy`.
    wager: String,
    /// Its name on the layout.
    name: String,
    /// How often it was made, or paid where it has no stake.
    times: u64,
    /// What was staked on it.
    staked: i64,
    /// What it came to.
    net: i64,
}

/// What your own play came to: hands, stakes and results, bet by bet; with `form=csv` a record for each line of each settlement. A round counts once it is over, at the
/// time at which it last touched your wallet, as you bet in it or as it paid: in one of several spans that follow one another.
#[utoipa::path(get, path = "/api/v1/me/played", tag = "history",
    params(("table" = Option<String>, Query, description = "At this table", pattern = "^[a-zA-Z0-9._@-]{1,64}$"),
        ("from" = Option<u64>, Query, description = "Rounds that touched your wallet last at this time or later; from the first if it is left out"),
        ("to" = Option<u64>, Query, description = "Rounds that did so before this time"),
        ("form" = Option<String>, Query, description = "`json`, or `csv`", pattern = "^(json|csv)$")),
    responses((status = 200, content((Played = "application/json"), (String = "text/csv"))), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn played(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Response, Answered> {
    params.only(&["table", "from", "to", "form"])?;
    let as_csv = params.word("form", &[("json", false), ("csv", true)])?.unwrap_or(false);
    let (from_ms, to_ms) = span(&params)?;
    let sought = Sought { table: params.name("table")?, from_ms, to_ms, before: None, most: MOST };
    may_look_back(&signed.person)?;
    let store = Arc::clone(&house.store) as Arc<dyn Store>;
    let player = signed.person.id.clone();
    let eyes = Eyes { people: Arc::clone(&house.people), person: signed.person };
    let made = move || {
        let (rounds, damaged) = told(&*store, &eyes, &player, sought)?;
        if as_csv {
            let text = csv::text(&sheet(&rounds));
            return Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response());
        }
        Ok(Json(Played { damaged, ..sums(&rounds, &player) }).into_response())
    };
    house.desk.ask(peer, made).await
}

/// A round that is over, with the own spots alone.
struct Told {
    round: Replay,
    recalled: Recalled,
}

/// The own rounds, the newest first, and what cannot be read.
///
/// # Errors
///
/// If there are more than [`MOST`], or the books cannot be read.
fn told(
    store: &dyn Store,
    eyes: &Eyes,
    player: &Name,
    mut sought: Sought,
) -> Result<(Vec<Told>, Vec<DamageOut>), Not> {
    let (mut all, mut damaged) = (Vec::new(), Vec::new());
    loop {
        let page = rounds_of(store, player, &sought, When::Touched).map_err(|not| not_recalled(&not))?;
        damaged.extend(page.damaged.iter().map(DamageOut::of));
        for (table, no) in page.rounds {
            if all.len() == MOST {
                let detail = format!("more than {MOST} rounds; expected a shorter span");
                return Err(problem_at(Code::Value, "from", detail));
            }
            let recalled = match recalled_or_damaged(store, &table, no)? {
                Ok(recalled) => recalled,
                Err(damage) => {
                    damaged.push(damage);
                    continue;
                }
            };
            if recalled.status() == ReplayStatus::InPlay {
                continue;
            }
            let mut round = eyes.see(&recalled, true);
            round
                .spots
                .retain(|spot| spot.player.as_deref() == Some(player.as_str()) && !spot.wagers.is_empty());
            if !round.spots.is_empty() {
                all.push(Told { round, recalled });
            }
        }
        let Some(next) = page.next else { return Ok((all, damaged)) };
        sought.before = Some(next);
    }
}

/// The sums of them.
fn sums(rounds: &[Told], player: &Name) -> Played {
    let mut played = Played::default();
    let mut bets: BTreeMap<(String, usize), PlayedBet> = BTreeMap::new();
    for Told { round, recalled } in rounds {
        if !matches!(round.status, ReplayStatus::Settled | ReplayStatus::Unproven) {
            continue;
        }
        played.rounds += 1;
        let mut net: i64 = 0;
        if round.status == ReplayStatus::Unproven {
            // Of its lines nobody knows; what it came to stands in the books.
            played.hands += round.spots.len() as u64;
            let stakes = round.spots.iter().flat_map(|spot| spot.wagers.values());
            played.staked = stakes.fold(played.staked, |sum, stake| sum.saturating_add(*stake));
            net = change(recalled, player);
        }
        for spot in round.spots.iter().filter(|_| round.status == ReplayStatus::Settled) {
            played.hands += 1;
            net = net.saturating_add(spot.net.unwrap_or(0));
            let game = round.game.clone().unwrap_or_default();
            for (wager, stake, won) in results(spot) {
                played.staked = played.staked.saturating_add(stake);
                let (place, name) = called(recalled, &wager);
                let bet = bets.entry((game.clone(), place)).or_insert_with(|| PlayedBet {
                    game: game.clone(),
                    wager,
                    name,
                    times: 0,
                    staked: 0,
                    net: 0,
                });
                bet.times += 1;
                bet.staked = bet.staked.saturating_add(stake);
                bet.net = bet.net.saturating_add(won);
            }
        }
        played.net = played.net.saturating_add(net);
        if net > played.best.as_ref().map_or(0, |best| best.net) {
            played.best = Some(Best { table: round.table.clone(), round: round.round, net });
        }
    }
    played.bets = bets.into_values().collect();
    played
}

/// What a round moved to the wallet of a player, or from it.
fn change(recalled: &Recalled, player: &Name) -> i64 {
    let wallet = Account::Wallet(player.clone());
    recalled.postings().fold(0, |sum: i64, posting| {
        let units = posting.amount.units();
        let comes = if posting.to == wallet { units } else { 0 };
        let goes = if posting.from == wallet { units } else { 0 };
        sum.saturating_add(comes).saturating_sub(goes)
    })
}

/// The wager, the stake and the result of each line that came to anything, envy as the last.
fn results(spot: &ReplaySpot) -> Vec<(String, i64, i64)> {
    let lines = spot.lines.iter().flatten().map(|told| (&told.line.wager, told.line.stake, told.line.net));
    let mut all: Vec<_> = lines
        .filter(|(_, stake, net)| (*stake, *net) != (0, 0))
        .map(|(wager, stake, net)| (wager.clone(), stake, net))
        .collect();
    all.extend(spot.envy.iter().flatten().map(|envy| ("envy".to_owned(), 0, envy.won)));
    all
}

/// The place of a bet in its game, and its name there.
fn called(recalled: &Recalled, wager: &str) -> (usize, String) {
    let other = || (usize::MAX, "Envy".to_owned());
    let Some(game) = recalled.round().map(|round| round.game()) else { return other() };
    let wagers = game.wager_nos().map(LineOf::Wager);
    let mut lines = wagers.chain((0..game.bonuses.len()).map(LineOf::Bonus)).enumerate();
    let found = lines.find(|(_, line)| game.line_id(*line).as_str() == wager);
    found.map_or_else(other, |(place, line)| (place, game.line_name(line).to_owned()))
}

/// A record for each line; of a round that is void, one for each bet.
fn sheet(rounds: &[Told]) -> Sheet<'static> {
    let columns = vec![
        "opened", "table", "round", "game", "rules", "spot", "cards", "dealer", "decision", "wager", "stake",
        "outcome", "pays", "won", "returned", "net", "rule", "rulings",
    ];
    let mut rows = Vec::new();
    for Told { round, .. } in rounds {
        for spot in &round.spots {
            rows.extend(spot_rows(round, spot));
        }
    }
    Sheet { name: "Rounds", columns, rows }
}

fn spot_rows(round: &Replay, spot: &ReplaySpot) -> Vec<Vec<Value>> {
    let text = |text: Option<&str>| text.map_or(Value::None, |text| Value::Text(text.to_owned()));
    let money = |units: i64| Value::Money(Money::from_units(units));
    let row = |rest: [Value; 9]| {
        let mut row = vec![
            text(Some(&round.opened)),
            text(Some(&round.table)),
            Value::Text(round.round.to_string()),
            text(round.game.as_deref()),
            text(round.rules.as_deref()),
            Value::Text(spot.spot.to_string()),
            text(spot.cards.as_deref()),
            text(round.dealer.as_deref()),
            text(spot.decision.as_deref()),
        ];
        row.extend(rest);
        row
    };
    if round.status != ReplayStatus::Settled {
        let outcome = match round.status {
            ReplayStatus::Void => "void",
            ReplayStatus::Unproven => "unproven",
            ReplayStatus::Settled | ReplayStatus::InPlay | ReplayStatus::Damaged => "damaged",
        };
        let bet = |(wager, stake): (&String, &i64)| {
            let back = if round.status == ReplayStatus::Void { money(*stake) } else { Value::None };
            let none = || Value::None;
            row([
                text(Some(wager)),
                money(*stake),
                text(Some(outcome)),
                none(),
                none(),
                back,
                none(),
                none(),
                none(),
            ])
        };
        return spot.wagers.iter().map(bet).collect();
    }
    let line = |told: &tercet_protocol::replay::ReplayLine| {
        let line = &told.line;
        let rulings = line.rulings.join(" ");
        row([
            text(Some(&line.wager)),
            money(line.stake),
            text(Some(&line.outcome)),
            text(line.pays.as_deref()),
            money(line.won),
            money(line.returned),
            money(line.net),
            text(line.rule.as_deref()),
            if rulings.is_empty() { Value::None } else { Value::Text(rulings) },
        ])
    };
    let envy = |envy: &tercet_protocol::live::Envy| {
        let none = || Value::None;
        let wager = format!("envy of spot {}", envy.spot);
        let won = || money(envy.won);
        row([text(Some(&wager)), money(0), text(Some("win")), none(), won(), money(0), won(), none(), none()])
    };
    let lines = spot.lines.iter().flatten().map(line);
    lines.chain(spot.envy.iter().flatten().map(envy)).collect()
}
