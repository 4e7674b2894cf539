//! The money of a round, derived from its record by the rules: every posting that there must be.

use std::sync::Arc;
use tercet_cards::Deck;
use tercet_ledger::{MeterNow, Name, Posting, RoundMoney, TableBooks};
use tercet_protocol::proof::Proof;
use tercet_rules::{Choice, Command, Decision, Game, Money, Round, SpotRecord};

/// The money that follows from the record of a proof.
///
/// The round is played again as the record says, and each step is put into postings as the table does it. The record and its
/// cards were found to be right before.
///
/// # Errors
///
/// A sentence that says what no table can have done.
pub(super) fn of(proof: &Proof<'_>, game: &Arc<Game>, deck: &Deck) -> Result<RoundMoney, String> {
    let meter = proof.meter();
    if let (None, Some(meter)) = (&game.meter, meter) {
        return Err(format!("money.meter: {}; expected null, as {} has no meter", meter.name, game.name));
    }
    let table = Name::new(proof.context.table()).map_err(|error| format!("table: {error}"))?;
    let way = game.ways.iter().position(|way| way.name == proof.context.deal());
    let round = way.and_then(|way| Round::open(Arc::clone(game), way));
    let mut played = Played {
        round: round.ok_or("the game has no such way of dealing")?,
        books: TableBooks { table, meter: meter.map(|meter| meter.name.clone()) },
        part: 0,
        postings: [Vec::new(), Vec::new(), Vec::new()],
    };
    let record = proof.record();
    let mut spots: Vec<&SpotRecord> = record.spots.iter().collect();
    spots.sort_by_key(|spot| spot.spot);
    for spot in &spots {
        let player = spot.player.clone().unwrap_or_else(|| spot.spot.to_string());
        played.run(&Command::Sit { spot: spot.spot, player }, None)?;
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let id = &game.wager(no).id;
            if let Some((_, amount)) = spot.wagers.iter().find(|(wager, _)| wager == id) {
                let place = Command::Place { spot: spot.spot, wager: id.clone(), amount: *amount };
                played.run(&place, None)?;
            }
        }
    }
    played.run(&Command::CloseWagers, None)?;
    let before = meter.map(|meter| MeterNow { meter: meter.before, reserve: Money::ZERO });
    let shown = before.map(|now| now.at_the_deal(&played.round));
    played.run(&Command::Deal { deck: deck.clone(), meter: shown }, before)?;
    played.part = 1;
    for spot in &spots {
        if let Some(choice) = choice(game, spot) {
            played.run(&Command::Decide { spot: spot.spot, choice }, None)?;
        }
    }
    played.run(&Command::Reveal, None)?;
    played.part = 2;
    // The meter is read at the deal, and once more if another table has hit it since (R20).
    let again = if meter.is_some_and(|meter| meter.read_again) { record.meter } else { None };
    let reads = again.or(shown);
    if let Some(said) = record.meter.filter(|said| Some(*said) != reads) {
        let reads = reads.map_or("no meter".into(), |reads| reads.to_string());
        return Err(format!("record.meter: {said}; the deal shows {reads}, what this round gave included"));
    }
    if again.is_some() && again == shown {
        return Err(
            "money.meter.read_again: true; the record has what the deal shows, so expected false".into()
        );
    }
    let reserve = proof.reserve_given();
    let now = reads.map(|meter| MeterNow { meter, reserve });
    played.run(&Command::Reconcile { meter: again }, now)?;
    let [bets, decided, settled] = &played.postings;
    Ok(RoundMoney::gather(game, bets, decided, settled))
}

/// The decision of a spot, with the multiple that its Play wager says.
fn choice(game: &Game, spot: &SpotRecord) -> Option<Choice> {
    if spot.decision? == Decision::Fold {
        return Some(Choice::Fold);
    }
    let stake = |no| {
        let id = &game.wager(no).id;
        spot.wagers.iter().find(|(wager, _)| wager == id).map(|(_, amount)| amount.units())
    };
    let (play, on) = (game.play.and_then(stake), game.decided_on().and_then(stake));
    let times = play.zip(on).and_then(|(play, on)| u8::try_from(play.checked_div(on)?).ok());
    Some(Choice::Play { times: times.or_else(|| game.play_times().first().copied())? })
}

/// A round that is played again, and its postings: to the deal, decided, settled.
struct Played {
    round: Round,
    books: TableBooks,
    part: usize,
    postings: [Vec<Posting>; 3],
}

impl Played {
    fn run(&mut self, command: &Command, meter: Option<MeterNow>) -> Result<(), String> {
        let events = self.round.handle(command).map_err(|reject| reject.to_string())?;
        let transaction =
            self.books.project(&self.round, &events, meter).map_err(|error| error.to_string())?;
        self.postings[self.part].extend(transaction.postings().iter().cloned());
        self.round.run(command).map(drop).map_err(|reject| reject.to_string())
    }
}
