//! What people want at a table, sensible or not.

use crate::dice::Dice;
use std::collections::BTreeMap;
use tercet_fair::{SeatHash, SeatSecret, seat_hash};
use tercet_ledger::Name;
use tercet_rules::{Amount, Audience, Choice, Game, Money, WagerNo};
use tercet_table::{Do, Settings, Stage, Status, Table};

/// Somebody who plays.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) name: Name,
    /// The table where they play, by its place.
    pub(crate) table: usize,
    /// The secrets they committed to, by round and spot.
    secrets: BTreeMap<(u64, u8), SeatSecret>,
}

impl Player {
    pub(crate) fn new(name: Name, table: usize) -> Player {
        Player { name, table, secrets: BTreeMap::new() }
    }

    /// What they ask for, by what they see. `seen` may be old news.
    pub(crate) fn wishes(&mut self, seen: &Table, dice: &mut Dice) -> Vec<Do> {
        let Some(settings) = seen.settings() else { return Vec::new() };
        // A round keeps its game, whatever the table was set to since.
        let in_play = seen.round().filter(|_| seen.stage() != Some(Stage::Over));
        let game = in_play.map_or(&*settings.game, |round| round.game());
        if dice.one_in(20) {
            return vec![anything(game, dice)];
        }
        let mine: Vec<u8> = spots_of(seen, &self.name).collect();
        if mine.is_empty() || dice.one_in(200) {
            let free: Vec<u8> = (1..=game.spots).filter(|spot| !seen.seats().contains_key(spot)).collect();
            let taken = free.is_empty() || seen.status() == Status::Closed;
            if taken && !dice.one_in(20) {
                return Vec::new();
            }
            let spot = if taken { 1 + dice.byte(game.spots) } else { *dice.one_of(&free) };
            // The position beside it, too, is what some want.
            let second = (1 + spot % game.spots).max(1);
            return if dice.one_in(4) { vec![Do::Sit(spot), Do::Sit(second)] } else { vec![Do::Sit(spot)] };
        }
        let spot = *dice.one_of(&mine);
        match seen.stage() {
            Some(Stage::Open) => self.bets(seen, game, spot, dice),
            Some(Stage::Closed) => {
                let round = seen.rounds();
                mine.iter()
                    .filter_map(|spot| Some(Do::Tell(*spot, self.secrets.get(&(round, *spot))?.clone())))
                    .filter(|_| !dice.one_in(10))
                    .collect()
            }
            Some(Stage::Dealt) => {
                let mut all = Vec::new();
                for spot in mine {
                    if !dice.one_in(4) {
                        all.push(Do::Decide(spot, choice(game, dice)));
                    }
                }
                all
            }
            Some(Stage::Decided | Stage::Settled | Stage::Over) | None => {
                if dice.one_in(60) {
                    vec![Do::Leave(spot)]
                } else {
                    Vec::new()
                }
            }
        }
    }

    fn bets(&mut self, seen: &Table, game: &Game, spot: u8, dice: &mut Dice) -> Vec<Do> {
        let mut all = Vec::new();
        if dice.one_in(8)
            && let Some(hash) = self.secret(seen, spot, dice)
        {
            all.push(Do::Swear(spot, hash));
        }
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            if game.wager(no).required.is_some() || dice.one_in(3) {
                all.push(Do::Place(spot, game.wager(no).id.clone(), stake(game, no, dice)));
            }
        }
        if dice.one_in(9) {
            let wager = &dice.one_of(&game.wagers).id;
            all.push(Do::TakeBack(spot, wager.clone()));
        }
        if dice.one_in(40) {
            all.push(Do::Leave(spot));
        }
        // Bets are closed before their time where everybody says so.
        if dice.one_in(2) {
            all.push(Do::Ready(spot));
        }
        all
    }

    /// A secret for the shuffle, and the hash to commit to.
    fn secret(&mut self, seen: &Table, spot: u8, dice: &mut Dice) -> Option<SeatHash> {
        let context = seen.view(Audience::Spectator).context?;
        let round = context.round();
        self.secrets.retain(|(known, _), _| *known == round);
        let secret = SeatSecret::new(dice.bytes());
        let hash = seat_hash(&context, spot, &secret);
        self.secrets.insert((round, spot), secret);
        Some(hash)
    }
}

/// The positions of a player.
fn spots_of(seen: &Table, player: &Name) -> impl Iterator<Item = u8> {
    seen.seats().iter().filter(move |(_, at)| *at == player).map(|(spot, _)| *spot)
}

fn choice(game: &Game, dice: &mut Dice) -> Choice {
    match game.play_times() {
        [] => Choice::Fold,
        _ if dice.one_in(3) => Choice::Fold,
        times => Choice::Play { times: *dice.one_of(times) },
    }
}

/// A stake that the rules take, most of the time.
fn stake(game: &Game, no: WagerNo, dice: &mut Dice) -> Money {
    let wager = game.wager(no);
    let limits = match &wager.amount {
        Amount::Fixed(money) => return *money,
        Amount::EqualTo(of) | Amount::Times(_, of) => &game.wager(*of).limits,
        Amount::Free => &wager.limits,
    };
    let (least, step) =
        limits.as_ref().map_or((500, 500), |limits| (limits.min.units(), limits.step.units()));
    Money::from_units(least + step * i64::from(dice.byte(4)))
}

/// Something that makes no sense, or is somebody else's.
fn anything(game: &Game, dice: &mut Dice) -> Do {
    let spot = dice.byte(10);
    let wager = dice.one_of(&game.wagers).id.clone();
    let amounts = [0, -1, 1, 100, 500, 1_000, 1_050, i64::MAX, i64::MIN, 1_000_000_000_000];
    match dice.below(19) {
        0 => Do::Turn(Status::Open, "go on".into()),
        1 => Do::Void("mine was a bad hand".into()),
        2 => Do::Report("exposed-card".into()),
        3 => Do::Sit(spot),
        4 => Do::Leave(spot),
        5 => Do::TakeBack(spot, wager),
        6 => Do::Swear(spot, SeatHash::from_bytes(dice.bytes())),
        7 => Do::Tell(spot, SeatSecret::new(dice.bytes())),
        8 => Do::Decide(spot, Choice::Fold),
        9 => Do::Decide(spot, Choice::Play { times: dice.byte(255) }),
        10 => Do::OpenRound,
        11 => Do::CloseBets,
        12 => Do::Deal,
        13 => Do::TimeOut,
        14 => Do::Reveal,
        15 => Do::Reconcile,
        16 => Do::TellSeed,
        17 => Do::Ready(spot),
        _ => Do::Place(spot, wager, Money::from_units(*dice.one_of(&amounts))),
    }
}

/// What the floor does now and then. `seen` is the table as it is, and `games` what it may be set to.
pub(crate) fn floor(seen: &Table, games: &[Settings], dice: &mut Dice) -> Do {
    let irregular =
        seen.settings().map(|settings| settings.game.irregular.iter().map(|rule| rule.event.clone()));
    let irregular: Vec<String> = irregular.into_iter().flatten().collect();
    match dice.below(9) {
        0 if dice.one_in(2) => Do::Turn(Status::Paused, "a new deck of rules".into()),
        1 if dice.one_in(4) => Do::Turn(Status::Closed, "too quiet".into()),
        2 if dice.one_in(2) => Do::Void("a drink on the layout".into()),
        3 if !irregular.is_empty() => Do::Report(dice.one_of(&irregular).clone()),
        4 => Do::Leave(1 + dice.byte(7)),
        5 if dice.one_in(4) => match seen.settings() {
            Some(settings) => {
                // The same game, or another, whatever is in play.
                let another = dice.one_in(2);
                let mut other = if another { dice.one_of(games) } else { settings }.clone();
                other.clocks.show_ms = 1_000 + 1_000 * dice.below(9);
                other.hints = other.clocks.show_ms.is_multiple_of(2_000);
                Do::Set(Box::new(other))
            }
            None => Do::Sit(1),
        },
        _ => Do::Turn(Status::Open, "on it goes".into()),
    }
}
