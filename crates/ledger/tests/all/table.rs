//! A table whose every command moves money in the books, played at random from a seed.

use std::sync::{Arc, LazyLock};
use tercet_cards::Deck;
use tercet_ledger::{Account, Balances, MeterNow, Name, NotApplied, TableBooks, Transaction, Why};
use tercet_rules::{Amount, Choice, Command, Game, Money, Phase, Round, WagerNo};

/// The built-in games and those of `testdata/games`.
pub(crate) static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let builtin = tercet_games::builtin().iter();
    let mut docs: Vec<_> =
        builtin.map(|game| tercet_games::builtin_doc(game.id).expect("a built-in game")).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    docs.extend(
        files.iter().map(|file| tercet_games::read(&std::fs::read_to_string(file).unwrap()).unwrap()),
    );
    docs.iter().map(|doc| Arc::new(doc.check().unwrap())).collect()
});

/// Numbers that follow from a seed (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.word() % bound as u64).unwrap()
    }

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Why a command came to nothing.
#[derive(Debug)]
pub(crate) enum Refused {
    Rules,
    Funds(NotApplied),
}

/// A table, its books, and the money of those who play.
pub(crate) struct Table {
    pub(crate) round: Round,
    pub(crate) books: TableBooks,
    pub(crate) balances: Balances,
    /// Every transaction so far.
    pub(crate) journal: Vec<Transaction>,
}

pub(crate) const PLAYERS: [&str; 4] = ["ann", "bob", "cyd", "dee"];

impl Table {
    /// A table where each player has bought in for so much, and the meter, if there is one, stands at its start.
    pub(crate) fn new(game: &Arc<Game>, way: usize, wallets: [i64; 4]) -> Table {
        let round = Round::open(Arc::clone(game), way % game.ways.len()).unwrap();
        let books = TableBooks { table: name("t1"), meter: game.meter.is_some().then(|| name("m1")) };
        let mut table = Table { round, books, balances: Balances::new(), journal: Vec::new() };
        let mut opening = Transaction::new();
        for (player, wallet) in PLAYERS.iter().zip(wallets) {
            let wallet = Money::from_units(wallet);
            opening.post(Account::World, Account::Wallet(name(player)), wallet, Why::CashIn);
        }
        if let Some(meter) = &game.meter {
            opening.post(Account::House, Account::Meter(name("m1")), meter.start, Why::MeterStart);
        }
        table.balances.apply(&opening).unwrap();
        table.journal.push(opening);
        table
    }

    pub(crate) fn meter(&self) -> Option<MeterNow> {
        let of = |account: fn(_) -> Account| self.balances.of(&account(name("m1")));
        let now = || MeterNow { meter: of(Account::Meter), reserve: of(Account::Reserve) };
        self.round.game().meter.is_some().then(now)
    }

    /// Carries a command out, money and all, or not at all.
    pub(crate) fn run(&mut self, command: &Command) -> Result<(), Refused> {
        let events = self.round.handle(command).map_err(|_| Refused::Rules)?;
        let transaction = self.books.project(&self.round, &events, self.meter()).unwrap();
        self.balances.apply(&transaction).map_err(Refused::Funds)?;
        self.journal.push(transaction);
        self.round.run(command).unwrap();
        Ok(())
    }

    /// Plays one round as the dice fall; `look` is called after every command.
    pub(crate) fn play(
        &mut self,
        dice: &mut Dice,
        mut look: impl FnMut(&Table, &Command, Result<(), Refused>),
    ) {
        let game = Arc::clone(self.round.game());
        let way = dice.below(game.ways.len());
        self.round = Round::open(Arc::clone(&game), way).unwrap();
        let mut go = |table: &mut Table, command: &Command| {
            let done = table.run(command);
            look(table, command, done);
        };
        let spot = |dice: &mut Dice| u8::try_from(dice.below(usize::from(game.spots))).unwrap() + 1;
        for at in 1..=game.spots {
            if !dice.one_in(3) {
                go(self, &Command::Sit { spot: at, player: PLAYERS[dice.below(4)].into() });
            }
        }
        for _ in 0..game.wagers.len() * 10 {
            let spot = spot(dice);
            let no = game.wager_nos().nth(dice.below(game.wagers.len())).unwrap();
            let wager = game.wager(no).id.clone();
            go(
                self,
                &match dice.below(12) {
                    0 => Command::TakeBack { spot, wager },
                    1 if dice.one_in(4) => Command::Leave { spot },
                    _ => Command::Place { spot, wager, amount: stake(&game, no, dice) },
                },
            );
        }
        go(self, &Command::CloseWagers);
        if dice.one_in(40) {
            go(self, &Command::Void { reason: "the floor says so".into() });
        }
        let deck = Deck::shuffled_by(|| u32::try_from(dice.word() >> 32).unwrap());
        if dice.one_in(20) {
            go(self, &Command::SendBackWithheld { spot: spot(dice) });
        }
        let meter = self.meter().map(|now| now.at_the_deal(&self.round));
        go(self, &Command::Deal { deck, meter });
        for spot in 1..=game.spots {
            let times = game.play_times().get(dice.below(3)).copied().unwrap_or(1);
            go(
                self,
                &match dice.below(5) {
                    0 => Command::TimeOut { spot },
                    1 => Command::Decide { spot, choice: Choice::Fold },
                    _ => Command::Decide { spot, choice: Choice::Play { times } },
                },
            );
            if !game.irregular.is_empty() && dice.one_in(60) {
                let event = game.irregular[dice.below(game.irregular.len())].event.clone();
                go(self, &Command::Report { event });
            }
        }
        // Who could not pay for a higher Play makes the least, which is held for.
        for spot in 1..=game.spots {
            go(self, &Command::TimeOut { spot });
        }
        go(self, &Command::Reveal);
        if dice.one_in(40) {
            go(self, &Command::Void { reason: "the floor says so".into() });
        }
        go(
            self,
            &Command::Reconcile { meter: self.meter().map(|now| now.meter).filter(|_| self.meter_dealt()) },
        );
        if !matches!(self.round.phase(), Phase::Settled(..) | Phase::Voided { .. }) {
            go(self, &Command::Void { reason: "nobody bet".into() });
        }
    }

    fn meter_dealt(&self) -> bool {
        match self.round.phase() {
            Phase::Revealed(dealt, _) => dealt.meter.is_some(),
            Phase::Wagering { .. }
            | Phase::Closed { .. }
            | Phase::Deciding(_)
            | Phase::Settled(..)
            | Phase::Voided { .. } => false,
        }
    }
}

/// A stake in the limits of a wager, most of the time.
fn stake(game: &Game, no: WagerNo, dice: &mut Dice) -> Money {
    let wager = game.wager(no);
    if let Amount::Fixed(money) = &wager.amount {
        return *money;
    }
    let limits = match &wager.amount {
        Amount::EqualTo(of) | Amount::Times(_, of) => &game.wager(*of).limits,
        Amount::Free | Amount::Fixed(_) => &wager.limits,
    };
    let Some(limits) = limits else { return Money::from_units(500) };
    let steps = usize::try_from((limits.max - limits.min).units() / limits.step.units()).unwrap();
    let step = dice.below(steps.min(4) + 2);
    limits.min + Money::from_units(i64::try_from(step).unwrap() * limits.step.units())
}
