//! A table as somebody sees it becomes the state of the messages.

use std::collections::BTreeMap;
use tercet_fair::Context;
use tercet_ledger::{Hash, Name};
use tercet_protocol::live::{self, Clocks, GameRef, Round, Seat, TableState, TableStatus};
use tercet_rules::Money;
use tercet_table::{Settings, Stage, Status, TableView};

/// What the players are called.
pub(crate) type Names = BTreeMap<Name, String>;

/// The state of a table as it is seen.
pub(crate) fn state(table: &Name, seen: &TableView, names: &Names) -> TableState {
    let settings = seen.settings.as_deref();
    TableState {
        table: table.to_string(),
        status: status(seen.status),
        game: settings.map(game),
        meter: settings.and_then(|settings| settings.meter.as_ref()).map(Name::to_string),
        clocks: settings.map(clocks),
        hints: settings.is_some_and(|settings| settings.hints),
        pending: seen.pending,
        seats: seen.seats.iter().map(|(spot, player)| (spot.to_string(), seat(player, names))).collect(),
        round: round(seen),
    }
}

fn seat(player: &Name, names: &Names) -> Seat {
    let name = names.get(player).map_or(player.as_str(), String::as_str);
    Seat { player: player.to_string(), name: name.into() }
}

/// Whether a table takes bets, in the words of the messages.
pub(crate) const fn status(status: Status) -> TableStatus {
    match status {
        Status::Open => TableStatus::Open,
        Status::Paused => TableStatus::Paused,
        Status::Closed => TableStatus::Closed,
    }
}

fn game(settings: &Settings) -> GameRef {
    GameRef {
        id: settings.game.id.to_string(),
        name: settings.game.name.clone(),
        rules: rules(&settings.rules),
        deal: settings.game.ways[settings.way].name.clone(),
    }
}

/// How the hash of rules begins wherever it is written.
pub(crate) const HASH: &str = "sha256:";

/// The hash of the rules of a game as every form writes it.
pub(crate) fn rules(hash: &Hash) -> String {
    format!("{HASH}{hash}")
}

fn clocks(settings: &Settings) -> Clocks {
    let [bet_ms, secret_ms, decide_ms, show_ms] = settings.clocks.all();
    Clocks { bet_ms, secret_ms, decide_ms, show_ms }
}

fn round(seen: &TableView) -> Option<Round> {
    let view = seen.view.as_ref()?;
    let playing = seen.playing.as_deref()?;
    Some(Round {
        no: seen.round,
        stage: stage(seen.stage?).into(),
        game: game(playing),
        meter_name: playing.meter.as_ref().map(Name::to_string),
        clocks: clocks(playing),
        hints: playing.hints,
        deadline_ms: seen.deadline_ms,
        ready: seen.ready.clone(),
        commitment: seen.commitment?.to_string(),
        context: context(seen.context.as_ref()?),
        frozen: seen.frozen.map(|frozen| frozen.to_string()),
        frozen_seats: (seen.frozen_seats.iter())
            .map(|(spot, hash)| (spot.to_string(), hash.map_or(String::new(), |hash| hash.to_string())))
            .collect(),
        sworn: seen.sworn.clone(),
        told: seen.told.clone(),
        seed: seen.seed.map(|seed| Hash(seed).to_string()),
        spots: view.spots.iter().map(|spot| (spot.spot.to_string(), live::spot(spot))).collect(),
        sent_back: (seen.sent_back.iter())
            .map(|(player, back)| live::went_back(back, Some(player.to_string())))
            .collect(),
        dealer: view.dealer.as_ref().map(live::dealer),
        meter: view.meter.map(Money::units),
        meter_move: view.meter_move.as_ref().map(live::meter_move),
        void: view.void.clone(),
    })
}

fn context(context: &Context) -> live::Context {
    live::Context {
        table: context.table().into(),
        round: context.round(),
        rules: rules(&Hash(*context.rules())),
        deal: context.deal().into(),
        engine: context.engine().into(),
    }
}

/// What a round is doing, in one word.
pub(crate) const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Open => "open",
        Stage::Closed => "closed",
        Stage::Dealt => "dealt",
        Stage::Decided => "decided",
        Stage::Settled => "settled",
        Stage::Over => "over",
    }
}
