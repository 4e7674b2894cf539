//! What an audit comes to.

use crate::finding::{Finding, Findings, Kind};
use tercet_ledger::{Balances, Hash, Name, Posting, Why};
use tercet_store::Failure;

/// What an audit comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many records were read.
    pub records: u64,
    /// The root of the Merkle tree over them; none if some could not be found.
    pub root: Option<Hash>,
    /// The hash of the last record.
    pub head: Hash,
    /// When the first was written and when the last, in milliseconds since 1970-01-01 UTC.
    pub span_ms: Option<(u64, u64)>,
    /// How many checkpoints the journal fits.
    pub checkpoints: usize,
    /// The rounds.
    pub rounds: Rounds,
    /// The rounds that are not over, one for a table at most.
    pub in_play: Vec<InPlay>,
    /// The first rounds that ended without their seed, in the order in which they did; as many as findings are kept.
    pub lost: Vec<Lost>,
    /// The money that moved.
    pub moved: Moved,
    /// What each account holds by the journal.
    pub balances: Balances,
    /// What is not as it must be.
    pub findings: Findings,
}

impl Report {
    /// What is said of a store that cannot even be opened.
    #[must_use]
    pub fn unreadable(failure: &Failure) -> Report {
        let mut findings = Findings::keep(1);
        findings.add(Finding::new(Kind::Store, format!("{failure}; nothing was looked at")));
        Report {
            records: 0,
            root: None,
            head: Hash::ZERO,
            span_ms: None,
            checkpoints: 0,
            rounds: Rounds::default(),
            in_play: Vec::new(),
            lost: Vec::new(),
            moved: Moved::default(),
            balances: Balances::default(),
            findings,
        }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.count() == 0
    }
}

/// How many rounds there are, by what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rounds {
    /// Opened.
    pub opened: u64,
    /// Dealt and settled again, and paid as that says.
    pub settled: u64,
    /// Void.
    pub void: u64,
    /// Ended without their seed, as the key from which it follows was said to be lost: their shuffle can never be proved.
    pub lost: u64,
    /// Not over: their seed was not told yet, so their cards, and what is paid on them, are for the next audit to look at.
    pub in_play: u64,
    /// Not looked at to their end, as something was wrong before; a finding says what.
    pub unchecked: u64,
}

/// A round that is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InPlay {
    /// The table.
    pub table: Name,
    /// The number of the round.
    pub round: u64,
    /// When it opened, in milliseconds since 1970-01-01 UTC.
    pub since_ms: u64,
}

/// A round that ended without its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// The table.
    pub table: Name,
    /// The round.
    pub round: u64,
    /// The record that says so.
    pub record: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// Why, in the words of the operator.
    pub reason: String,
    /// Whether it was settled before: then what was paid stands. Else every stake went back.
    pub paid: bool,
    /// How many rounds of the house were in play, this one among them, as the key was said to be lost: what was ended with it.
    pub of: u64,
}

/// The money that moved, by reason, in the smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Players bought in.
    pub cash_in: i128,
    /// Players cashed out.
    pub cash_out: i128,
    /// The house moved money of its own.
    pub house_funds: i128,
    /// Wagers made or raised.
    pub staked: i128,
    /// Wagers lowered, taken back or sent back, those of void rounds too.
    pub sent_back: i128,
    /// Stakes that the house took.
    pub taken: i128,
    /// Stakes that went back as a round was settled.
    pub returned: i128,
    /// Pays of the house, envy included.
    pub paid: i128,
    /// Pays of meters.
    pub awarded: i128,
    /// Parts of wagers that went to meters and their reserves.
    pub contributed: i128,
    /// What meters were started with.
    pub meter_starts: i128,
    /// What a limit or rounding kept of a share of a meter.
    pub breakage: i128,
}

impl Moved {
    pub(crate) fn add(&mut self, posting: &Posting) {
        let sum = match posting.why {
            Why::CashIn => &mut self.cash_in,
            Why::CashOut => &mut self.cash_out,
            Why::HouseFunds => &mut self.house_funds,
            Why::Stake(_) => &mut self.staked,
            Why::StakeBack(_) => &mut self.sent_back,
            // What is held stays the player's.
            Why::Hold(_) | Why::Release(_) => return,
            Why::Contribution(_) | Why::ToReserve(_) => &mut self.contributed,
            Why::Take(_) => &mut self.taken,
            Why::Return(_) => &mut self.returned,
            Why::Pay(_) | Why::Envy(_) => &mut self.paid,
            Why::Award(_) => &mut self.awarded,
            Why::MeterStart => &mut self.meter_starts,
            Why::Breakage => &mut self.breakage,
        };
        *sum += i128::from(posting.amount.units());
    }

    /// Every sum with its name, as JSON and docs/AUDIT.md have it.
    #[must_use]
    pub const fn all(&self) -> [(&'static str, i128); 12] {
        [
            ("cash_in", self.cash_in),
            ("cash_out", self.cash_out),
            ("house_funds", self.house_funds),
            ("staked", self.staked),
            ("sent_back", self.sent_back),
            ("taken", self.taken),
            ("returned", self.returned),
            ("paid", self.paid),
            ("awarded", self.awarded),
            ("contributed", self.contributed),
            ("meter_starts", self.meter_starts),
            ("breakage", self.breakage),
        ]
    }
}
