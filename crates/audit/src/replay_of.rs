//! A round of the past in the form that programs read (docs/AUDIT.md).

use crate::recall::{Recalled, Recollection};
use crate::times::time_of;
use crate::unproven::Was;
use std::collections::{BTreeMap, BTreeSet};
use tercet_ledger::{Account, Name, Posting, Transaction, Why};
use tercet_protocol::live;
use tercet_protocol::replay::{Replay, ReplayLine, ReplayPosting, ReplaySpot, ReplayStatus, ReplayStep};
use tercet_rules::{
    Audience, Choice, DealerView, Event, Game, Phase, RoundRecord, SentBack, Settlement, SpotView, WentBack,
    shown, view, words,
};
use tercet_table::{CannotStand, TableEvent};

/// What a player is called.
pub type Called<'c> = &'c dyn Fn(&str) -> String;

/// As in the books: by the id.
#[must_use]
pub fn by_id(player: &str) -> String {
    player.to_owned()
}

impl Recalled {
    /// What became of the round.
    #[must_use]
    pub fn status(&self) -> ReplayStatus {
        if self.damaged.is_some() {
            return ReplayStatus::Damaged;
        }
        if let Some(lost) = &self.lost {
            return if lost.void().is_some() { ReplayStatus::Void } else { ReplayStatus::Unproven };
        }
        match self.round().map(|round| round.phase()) {
            Some(Phase::Settled(..)) => ReplayStatus::Settled,
            Some(Phase::Voided { .. }) => ReplayStatus::Void,
            Some(
                Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Deciding(_) | Phase::Revealed(..),
            )
            | None => ReplayStatus::InPlay,
        }
    }

    /// Its record, from which it can be settled again, if it was settled and had no irregularity.
    #[must_use]
    pub fn record(&self) -> Option<RoundRecord> {
        let round = self.round()?;
        if let Phase::Settled(dealt, _) = round.phase() { dealt.record(round.game()) } else { None }
    }

    /// Who of the floor voided it, by their word or by what they reported; none if nobody did, or the table by itself.
    #[must_use]
    pub fn voided_by<'r>(&'r self) -> Option<&'r Name> {
        let by_operator = self.lost.as_ref().is_some_and(|lost| lost.was == Was::Played);
        if self.status() != ReplayStatus::Void || by_operator {
            return None;
        }
        let events = self.steps.iter().flat_map(|step| &step.events);
        let by = |event: &'r TableEvent| {
            if let TableEvent::Reported { by, .. } = event {
                return Some(by);
            }
            if let TableEvent::Voided { by, .. } = event { by.as_ref() } else { None }
        };
        events.filter_map(by).next_back()
    }

    /// The spots that were sent back as they withheld their secret, in ascending order.
    #[must_use]
    pub fn withheld(&self) -> Vec<u8> {
        let mut spots = BTreeSet::new();
        for step in &self.steps {
            for event in &step.events {
                if let TableEvent::Dealt { withheld, .. } = event {
                    spots.extend(withheld);
                }
            }
            // Of what an earlier program wrote it follows from the secrets alone.
            for event in &step.happened {
                if let Event::Returned { spot, because: Some(SentBack::Withheld), .. } = event {
                    spots.insert(*spot);
                }
            }
        }
        spots.into_iter().collect()
    }

    /// The round as programs read it; whole, with every step and line. Players are named as they are called.
    #[must_use]
    pub fn replay(&self, whole: bool, called: Called<'_>) -> Replay {
        let (first, last) = (self.steps.first(), self.steps.last());
        let mut replay = Replay {
            replay: true,
            table: self.table.to_string(),
            round: self.no,
            status: self.status(),
            opened: time_of(self.opened_ms()),
            opened_ms: self.opened_ms(),
            ended: None,
            ended_ms: None,
            records: [first.map(|step| step.seq), last.map(|step| step.seq)],
            other_money: self.otherwise.clone(),
            damaged: self.damaged.clone(),
            game: None,
            rules: None,
            dealer: None,
            dealer_hand: None,
            dealer_qualifies: None,
            meter: None,
            void: self.lost.as_ref().and_then(|lost| lost.void()).map(str::to_owned),
            seed_lost: self.lost.as_ref().map(|lost| lost.reason.clone()),
            void_by: self.voided_by().map(|by| called(by.as_str())),
            withheld: self.withheld(),
            sent_back: (self.steps.iter().flat_map(|step| WentBack::among(&step.happened)))
                .map(|back| live::went_back(&back, None))
                .collect(),
            spots: Vec::new(),
            steps: whole.then(|| self.steps.iter().map(|one| step(self, one, called)).collect()),
        };
        if let Some(settings) = self.settings() {
            replay.ended_ms = last.map(|step| step.at_ms);
            replay.ended = replay.ended_ms.map(time_of);
            replay.game = Some(settings.game.id.to_string());
            replay.rules = Some(format!("sha256:{}", settings.rules));
        }
        let Some(round) = self.round() else {
            replay.spots = bets(self);
            return replay;
        };
        let seen = view(round, Audience::Audit);
        if let Some(dealer @ DealerView::Open(_)) = &seen.dealer {
            let told = live::dealer(dealer);
            replay.dealer = told.cards;
            replay.dealer_hand = told.hand;
            replay.dealer_qualifies = told.qualifies;
        }
        replay.meter = seen.meter_move.as_ref().map(live::meter_move);
        let settlement = match round.phase() {
            Phase::Settled(_, settlement) => Some(settlement),
            Phase::Voided { reason, .. } => {
                replay.void = Some(reason.clone());
                None
            }
            Phase::Wagering { .. } | Phase::Closed { .. } | Phase::Deciding(_) | Phase::Revealed(..) => None,
        };
        let game: &Game = round.game();
        let reasons = settlement.filter(|_| whole).map(|settlement| (game, settlement));
        replay.spots = seen.spots.iter().map(|one| spot(one, reasons)).collect();
        replay
    }
}

/// A spot; with its lines and the reasons for them, where those are asked for.
fn spot(seen: &SpotView, reasons: Option<(&Game, &Settlement)>) -> ReplaySpot {
    let told = live::spot(seen);
    let mut spot = ReplaySpot {
        spot: seen.spot,
        player: Some(told.player),
        name: None,
        wagers: told.wagers,
        cards: told.cards,
        hand: told.hand,
        decision: told.decision.as_ref().map(|decision| choice(decision.choice).into()),
        decided_by: told.decision.map(|decision| by(decision.by_table).into()),
        net: told.net,
        lines: None,
        envy: None,
    };
    let settled = reasons.and_then(|(game, settlement)| {
        let own = settlement.spots.iter().find(|own| own.spot == seen.spot)?;
        Some((game, settlement, own))
    });
    if let Some((game, settlement, own)) = settled {
        let why = own.lines.iter().map(|line| words::why(game, settlement, own, line));
        let lines = told.lines.into_iter().zip(why).map(|(line, why)| ReplayLine { line, why });
        spot.lines = Some(lines.collect());
        spot.envy = Some(told.envy);
    }
    spot
}

const fn choice(choice: live::Choice) -> &'static str {
    match choice {
        live::Choice::Play => "play",
        live::Choice::Fold => "fold",
    }
}

const fn by(table: bool) -> &'static str {
    if table { "table" } else { "player" }
}

/// A spot of a round whose cards are not known, by what was written.
#[derive(Default)]
struct Open {
    player: String,
    /// What lies there by wager, in the smallest unit.
    wagers: BTreeMap<String, i64>,
    decision: Option<(&'static str, &'static str)>,
}

/// The bets and decisions of a round whose cards are not known, by what was written.
fn bets(recalled: &Recalled) -> Vec<ReplaySpot> {
    let seat = |player: &Name| Open { player: player.to_string(), ..Open::default() };
    let mut seats: BTreeMap<u8, Open> =
        recalled.seated.iter().map(|(spot, player)| (*spot, seat(player))).collect();
    for step in &recalled.steps {
        for event in &step.events {
            if let TableEvent::Seated { spot, player } = event {
                // Whoever sits down later plays from the next round on, unless bets are open.
                seats.entry(*spot).or_insert_with(|| seat(player));
            }
        }
        let postings: Vec<&Posting> = step.transactions.iter().flat_map(Transaction::postings).collect();
        // Of a round that is void it is told what lay there.
        let ends = |event: &TableEvent| {
            matches!(
                event,
                TableEvent::SeedLost { .. } | TableEvent::Voided { .. } | TableEvent::Reported { .. }
            )
        };
        let ends = recalled.lost.is_some() && step.events.iter().any(ends);
        for posting in postings.iter().filter(|_| !ends) {
            // What is sent back as bets close is no event of its own: the money says what lies there.
            let (spot, id, units) = match (&posting.from, &posting.to, &posting.why) {
                (_, Account::Layout(_, spot), Why::Stake(id)) => (spot, id, posting.amount.units()),
                (Account::Layout(_, spot), _, Why::StakeBack(id)) => (spot, id, -posting.amount.units()),
                _ => continue,
            };
            if let Some(seat) = seats.get_mut(spot) {
                let lies = seat.wagers.entry(id.to_string()).or_default();
                *lies = lies.saturating_add(units);
            }
        }
        for event in &step.events {
            if let TableEvent::Left { spot, .. } = event
                && seats.get(spot).is_some_and(Open::is_empty)
            {
                seats.remove(spot);
            } else if let TableEvent::Decided { spot, choice: chosen } = event {
                let chosen = if *chosen == Choice::Fold { live::Choice::Fold } else { live::Choice::Play };
                decided(&mut seats, *spot, choice(chosen), by(false));
            } else if let TableEvent::TimedOut { spot } = event {
                let plays = postings.iter().any(|posting| {
                    matches!(posting.to, Account::Layout(_, at) if at == *spot)
                        && matches!(posting.why, Why::Stake(_))
                });
                let chosen = if plays { live::Choice::Play } else { live::Choice::Fold };
                decided(&mut seats, *spot, choice(chosen), by(true));
            }
        }
    }
    let spot = |(spot, mut seat): (u8, Open)| {
        seat.wagers.retain(|_, units| *units > 0);
        ReplaySpot {
            spot,
            player: Some(seat.player),
            wagers: seat.wagers,
            decision: seat.decision.map(|(decision, _)| decision.into()),
            decided_by: seat.decision.map(|(_, by)| by.into()),
            ..ReplaySpot::default()
        }
    };
    seats.into_iter().map(spot).collect()
}

impl Open {
    fn is_empty(&self) -> bool {
        self.wagers.values().all(|units| *units <= 0)
    }
}

fn decided(seats: &mut BTreeMap<u8, Open>, spot: u8, decision: &'static str, by: &'static str) {
    if let Some(seat) = seats.get_mut(&spot) {
        seat.decision = Some((decision, by));
    }
}

fn step(recalled: &Recalled, step: &Recollection, called: Called<'_>) -> ReplayStep {
    let game = recalled.round().map(|round| round.game());
    let said: Vec<String> = match game {
        Some(game) if !step.happened.is_empty() => {
            step.happened.iter().map(|event| said(event, game, called)).collect()
        }
        _ => step.events.iter().map(|event| told(event, called)).collect(),
    };
    let postings = step.transactions.iter().flat_map(Transaction::postings);
    ReplayStep {
        record: step.seq,
        at: time_of(step.at_ms),
        at_ms: step.at_ms,
        said,
        postings: postings.map(|one| posting(one, called)).collect(),
    }
}

/// What happened in a round, in the words of a dealer.
fn said(event: &Event, game: &Game, called: Called<'_>) -> String {
    if let Event::Seated { spot, player } = event {
        let player = called(player);
        return Event::Seated { spot: *spot, player }.say(game);
    }
    event.say(game)
}

fn posting(posting: &Posting, called: Called<'_>) -> ReplayPosting {
    let account = |account: &Account| match account {
        Account::Wallet(player) => format!("wallet/{}", called(player.as_str())),
        Account::World
        | Account::House
        | Account::Bank(_)
        | Account::Layout(..)
        | Account::Held(..)
        | Account::Meter(_)
        | Account::Reserve(_) => account.to_string(),
    };
    ReplayPosting {
        from: account(&posting.from),
        to: account(&posting.to),
        amount: posting.amount.units(),
        why: posting.why.to_string(),
    }
}

/// What was written, where what happened is not told yet or is nothing of the round itself.
#[must_use]
pub fn told(event: &TableEvent, called: Called<'_>) -> String {
    match event {
        TableEvent::Set { by, .. } => format!("{} set the table.", called(by.as_str())),
        TableEvent::Turned { by, reason, .. } => {
            format!("{} turned the table: {}.", called(by.as_str()), shown(reason, 400))
        }
        TableEvent::Seated { spot, player } => {
            format!("{} sits down at spot {spot}.", called(player.as_str()))
        }
        TableEvent::Left { spot, .. } => format!("Spot {spot} is free."),
        TableEvent::RoundOpened { engine, commitment, .. } => {
            format!("The round opens, by {}; commitment {commitment}.", shown(engine, 80))
        }
        TableEvent::Placed { spot, wager, amount } => format!("Spot {spot}: {amount} on {wager}."),
        TableEvent::TakenBack { spot, wager } => format!("Spot {spot}: {wager} is taken back."),
        TableEvent::Sworn { spot, hash } => format!("Spot {spot} commits to a secret: {hash}."),
        TableEvent::Ready { spot } => format!("Spot {spot} is done with betting."),
        TableEvent::BetsClosed { sent_back } => {
            let back = |back: &CannotStand| {
                format!(" The bets of spot {} go back ({}).", back.spot, shown(&back.code, 80))
            };
            ["No more bets.".into()].into_iter().chain(sent_back.iter().map(back)).collect()
        }
        TableEvent::Told { spot, .. } => format!("Spot {spot} tells its secret."),
        TableEvent::Dealt { withheld, .. } if withheld.is_empty() => "Cards are out.".into(),
        // Whether cards are out for others, the round itself says once it is over.
        TableEvent::Dealt { withheld, .. } => {
            let back = |spot: &u8| format!("Spot {spot} withheld its secret and is sent back.");
            withheld.iter().map(back).collect::<Vec<_>>().join(" ")
        }
        TableEvent::Decided { spot, choice: Choice::Fold } => format!("Spot {spot} folds."),
        TableEvent::Decided { spot, choice: Choice::Play { .. } } => format!("Spot {spot} plays."),
        TableEvent::TimedOut { spot } => format!("Time ran out for spot {spot}; the table decided."),
        TableEvent::Reported { by, event } => {
            format!("{} reports: {}.", called(by.as_str()), shown(&words::irregularity(event), 80))
        }
        TableEvent::MeterStarted { .. } => "The meter held nothing and is started.".into(),
        TableEvent::Revealed => "The dealer's cards are turned over.".into(),
        TableEvent::Reconciled { .. } => "Every spot is paid and taken.".into(),
        TableEvent::SeedTold { .. } => "The seed is told.".into(),
        TableEvent::Voided { reason, .. } => format!("The round is void: {}.", shown(reason, 400)),
        TableEvent::SeedLost { reason } => format!(
            "The operator ends the round without its seed, as the key of the seeds is said to be lost: {}.",
            shown(reason, 400)
        ),
    }
}
