//! Whether anybody can tell two decks apart that differ only in cards they may not see.

use crate::books::Wrong;
use crate::dice::Dice;
use std::collections::BTreeSet;
use std::sync::Arc;
use tercet_cards::{Card, Deck};
use tercet_rules::{Amount, Audience, Choice, Command, DealerView, Game, Money, Phase, Round, View, view};

/// What came of many pairs of decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// Pairs that were compared.
    pub compared: u64,
    /// Views in them.
    pub views: u64,
    /// Pairs that the viewer could tell apart.
    pub told_apart: u64,
}

/// Compares so many pairs of decks, each before the eyes of a player, the dealer or a spectator: from the deal until the dealer's hand
/// is turned over, decisions, refusals, time-outs and irregularities between, every view of the second deck must be that of the
/// first, byte for byte.
///
/// With `all_seeing` the viewer is the audit instead, which sees everything: it must tell almost all of them apart.
///
/// # Errors
///
/// If a game cannot be read.
pub fn compare(pairs: u64, seed: u64, all_seeing: bool) -> Result<Pairs, Wrong> {
    let load = |text: String| tercet_games::load(&text).map(Arc::new).map_err(|faults| faults.to_string());
    let games: Vec<Arc<Game>> = crate::games::texts()?.into_iter().map(load).collect::<Result<_, _>>()?;
    let mut dice = Dice::new(seed);
    let mut came = Pairs::default();
    while came.compared < pairs {
        let game = dice.one_of(&games);
        let Some(closed) = closed_round(game, &mut dice) else { continue };
        let players = seats(&closed);
        let viewer = dice.one_of(&players).clone();
        let viewer = match dice.below(6) {
            _ if all_seeing => Audience::Audit,
            0 => Audience::Spectator,
            1 => Audience::Dealer,
            _ => Audience::Player(&viewer),
        };
        let commands = commands(game, &closed, &mut dice);
        let mut deck = Deck::sorted().cards().to_vec();
        dice.shuffle(&mut deck);
        let first = seen(&closed, &deck, &commands, viewer)?;
        let visible: BTreeSet<Card> = if all_seeing {
            BTreeSet::new()
        } else {
            first.iter().flat_map(|(view, _)| cards(view)).collect()
        };
        let hidden: Vec<usize> = (0..deck.len()).filter(|place| !visible.contains(&deck[*place])).collect();
        let mut others: Vec<Card> = hidden.iter().map(|place| deck[*place]).collect();
        dice.shuffle(&mut others);
        hidden.into_iter().zip(others).for_each(|(place, card)| deck[place] = card);
        let second = seen(&closed, &deck, &commands, viewer)?;
        came.compared += 1;
        came.views += first.len() as u64;
        let same = first == second && format!("{first:?}") == format!("{second:?}");
        came.told_apart += u64::from(!same);
    }
    Ok(came)
}

/// A round whose bets are closed, with at least one that stands.
fn closed_round(game: &Arc<Game>, dice: &mut Dice) -> Option<Round> {
    let way = dice.place(game.ways.len());
    let mut round = Round::open(Arc::clone(game), way)?;
    for spot in 1..=game.spots {
        if dice.one_in(3) {
            continue;
        }
        // What is refused is not done, here as at a table.
        let _ = round.run(&Command::Sit { spot, player: format!("p{}", dice.below(9)) });
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let wager = game.wager(no);
            let amount = match &wager.amount {
                Amount::Fixed(money) => *money,
                Amount::EqualTo(_) | Amount::Times(..) | Amount::Free => Money::from_units(1_000),
            };
            if wager.required.is_some() || dice.one_in(2) {
                let _ = round.run(&Command::Place { spot, wager: wager.id.clone(), amount });
            }
        }
    }
    round.run(&Command::CloseWagers).ok()?;
    matches!(round.phase(), Phase::Closed { .. }).then_some(round)
}

fn seats(round: &Round) -> Vec<String> {
    let Phase::Closed { seats } = round.phase() else { return Vec::new() };
    seats.iter().map(|seat| seat.player.clone()).collect()
}

/// What is ordered between the deal and the reveal; some of it is refused.
fn commands(game: &Game, round: &Round, dice: &mut Dice) -> Vec<Command> {
    let Phase::Closed { seats } = round.phase() else { return Vec::new() };
    let mut all = Vec::new();
    for seat in seats {
        let spot = seat.spot;
        if dice.one_in(4) {
            all.push(Command::TimeOut { spot });
        } else {
            let times = if game.play_times().is_empty() { 1 } else { *dice.one_of(game.play_times()) };
            let choice = if dice.one_in(2) { Choice::Fold } else { Choice::Play { times } };
            all.push(Command::Decide { spot, choice });
        }
        if dice.one_in(9) {
            all.push(Command::Decide { spot: dice.byte(9), choice: Choice::Play { times: dice.byte(6) } });
        }
        if dice.one_in(9) && !game.irregular.is_empty() {
            all.push(Command::Report { event: dice.one_of(&game.irregular).event.clone() });
        }
    }
    dice.shuffle(&mut all);
    all
}

/// What the viewer sees after each order, and what is said to it if it is refused.
fn seen(
    closed: &Round,
    deck: &[Card],
    commands: &[Command],
    viewer: Audience<'_>,
) -> Result<Vec<(View, Option<String>)>, Wrong> {
    let mut round = closed.clone();
    let meter = round.game().meter.is_some().then(|| Money::from_units(1_234_500));
    let deck = Deck::from_cards(deck).map_err(|error| error.to_string())?;
    round.run(&Command::Deal { deck, meter }).map_err(|reject| reject.to_string())?;
    let mut all = vec![(view(&round, viewer), None)];
    for command in commands {
        let refused = round.run(command).err().map(|reject| reject.to_string());
        if !matches!(round.phase(), Phase::Deciding(_)) {
            break;
        }
        all.push((view(&round, viewer), refused));
    }
    Ok(all)
}

/// Every card that a view shows.
fn cards(view: &View) -> Vec<Card> {
    let hands = view.spots.iter().filter_map(|spot| spot.cards.clone()).flatten();
    let dealer = match &view.dealer {
        Some(DealerView::Open(hand)) => hand.cards.clone(),
        Some(DealerView::FaceDown(_)) | None => Vec::new(),
    };
    hands.chain(dealer).collect()
}
