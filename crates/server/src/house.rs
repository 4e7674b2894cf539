//! The house: its books, its tables, its people.

use crate::ahead;
use crate::alone::Alone;
use crate::aside::Desk;
use crate::ask::Asked;
use crate::attendance::Attendance;
use crate::backups::Backups;
use crate::config::BadSetting;
use crate::directory::Directory;
use crate::files::{
    BOOKS, KEY, PEOPLE, SETTINGS, at, look, make_private, not_opened, private, seeds_key, write_secret,
};
use crate::founding::first_tables;
use crate::games::{GameFile, Games};
use crate::guard::Guards;
use crate::hints::Hints;
use crate::hub::Hubs;
use crate::limits::Limits;
use crate::log::LogFormat;
use crate::metrics::Metrics;
use crate::noted::{Meanwhile, Underway};
use crate::odds::OddsDesk;
use crate::owners;
use crate::peer::Proxies;
use crate::places::Places;
use crate::problem::{Answered, Code, Not, not_asked, problem};
use crate::rates::Rates;
use crate::seal::Seal;
use crate::seen::HASH;
use crate::takings::PriceList;
use crate::tls::Tls;
use crate::trail::Numbers;
use crate::watched::Watch;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use tercet_fair::parse_hex;
use tercet_games::Faults;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why, Writer};
use tercet_pit::{Bet, Eyes, Handle, Look, News, NotAsked, Pit};
use tercet_rules::{Money, shown};
use tercet_store::{Append, AppendError, Failure, Receipt, Store, Witnessed};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Ask, Clocks, Do, Founding, NotLive, Settings as TableSettings, Status, TableEvent, Who};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Where the chance of rounds comes from.
pub type Chance = fn() -> Result<[u8; 32], Failure>;

/// What the operator decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder with everything that must last.
    pub data: PathBuf,
    /// Where the chance of rounds comes from: the operating system, unless a drill wants certain cards. No option and no file sets it.
    pub chance: Chance,
    /// Where to listen.
    pub listen: SocketAddr,
    /// The origins whose pages may use the server beside its own, such as `https://tables.example.org`.
    pub origins: Vec<String>,
    /// Where people reach the house, as an origin, if that is not where it listens.
    pub public_url: Option<String>,
    /// The proxies in front, and how they say who asks.
    pub proxies: Proxies,
    /// The file with the certificate of the server and of whoever vouches for it, in PEM form; a path that is not whole begins in the folder of the data.
    pub tls_certificate: Option<PathBuf>,
    /// The file with the key of the certificate, in PEM form.
    pub tls_key: Option<PathBuf>,
    /// Where whoever watches over the server finds the metrics; nowhere, if nothing is said.
    pub metrics_listen: Option<SocketAddr>,
    /// What is logged: a level, or levels of parts.
    pub log: String,
    /// What the log looks like.
    pub log_format: LogFormat,
    /// Whether guests with play money are let in.
    pub guests: bool,
    /// What a guest gets to play with, in the smallest unit.
    pub guest_money: Money,
    /// The youngest that a player may be, as it is shown.
    pub minimum_age: u8,
    /// Where somebody finds help who plays more than is good, as it is shown.
    pub help_line: String,
    /// How many tables of each game the house opens with the first time.
    pub tables_each: u16,
    /// How long players have at the tables that are founded with the house, and at those that are set to no clocks of their own.
    pub clocks: Clocks,
    /// In how many days a case is to be answered.
    pub case_days: u64,
    /// How much of everything there may be.
    pub limits: Limits,
    /// When the house makes copies of itself.
    pub backups: Backups,
    /// Whether the house opens though its books are far ahead of the clock of the machine, and goes on at their time.
    pub open_ahead_of_clock: bool,
}

impl Settings {
    /// The usual settings for a folder: guests with $1,000 of play money, at port 8080 of this machine only.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Settings {
        Settings {
            data: data.into(),
            chance,
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            origins: Vec::new(),
            public_url: None,
            tls_certificate: None,
            tls_key: None,
            metrics_listen: None,
            log: "info".into(),
            log_format: LogFormat::Text,
            proxies: Proxies::default(),
            guests: true,
            guest_money: Money::from_units(100_000),
            minimum_age: 18,
            help_line: String::new(),
            tables_each: 1,
            clocks: Clocks::default(),
            // As some regulators have it.
            case_days: 10,
            limits: Limits::default(),
            backups: Backups::default(),
            open_ahead_of_clock: false,
        }
    }
}

/// What the money is called everywhere: what nobody can turn into anything else.
pub(crate) const PLAY_MONEY: &str = "play";

/// The folder of the games that the house has brought in itself.
pub(crate) const OWN_GAMES: &str = "games";

/// A house that is open.
pub struct House {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pit: Pit<Arc<dyn Store>>,
    pub(crate) hubs: Arc<Hubs>,
    pub(crate) games: Arc<Games>,
    pub(crate) people: Arc<Directory>,
    pub(crate) places: Arc<Places>,
    pub(crate) attendance: Attendance,
    pub(crate) rates: Rates,
    pub(crate) tls: Option<Tls>,
    pub(crate) odds: OddsDesk,
    pub(crate) desk: Desk,
    pub(crate) hints: Arc<Hints>,
    pub(crate) seal: Seal,
    pub(crate) prices: PriceList,
    pub(crate) guards: Arc<Guards>,
    /// Whose turn it is where it is looked at what somebody has, or may do with money, and what follows from it is written.
    pub(crate) alone: Alone,
    /// Held while a table is founded.
    pub(crate) founding: tokio::sync::Mutex<()>,
    pub(crate) underway: Underway,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) metrics_at: OnceLock<SocketAddr>,
    pub(crate) numbers: Numbers,
}

/// Why a house cannot open.
#[derive(Debug)]
pub enum NotOpen {
    /// A file or a folder cannot be used.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A setting does not fit the others.
    Setting(BadSetting),
    /// A game has faults.
    Game(Faults),
    /// The books cannot be opened.
    Books(Failure),
    /// The file of the people cannot be opened.
    People(tercet_people::Failure),
    /// A table cannot be opened.
    Table {
        /// Which.
        table: Name,
        /// Why.
        why: String,
    },
    /// It cannot listen there.
    Listen {
        /// The setting that says where.
        setting: &'static str,
        /// Where.
        at: SocketAddr,
        /// Why.
        why: String,
    },
    /// The operating system gives no chance.
    Chance(String),
}

impl House {
    /// Opens the house in its folder: the first time it makes the folder, a key and a table of each game.
    ///
    /// # Errors
    ///
    /// If something that it needs cannot be used, or is not there though what belongs to it is: of the books, the people and the key of a house
    /// none is made anew where the others are.
    pub async fn open(settings: Settings) -> Result<Arc<House>, NotOpen> {
        let tls = settings.checked()?;
        let folder = settings.data.clone();
        let there = look(&folder)?;
        let games = Arc::new(Games::open(folder.join(OWN_GAMES))?);
        make_private(&folder).map_err(|error| at(&folder, &error))?;
        let store = Sqlite::open(folder.join(BOOKS)).map_err(NotOpen::Books)?;
        there.belong_to_the_books(&folder, &store)?;
        ahead::look(&store, &folder.join(BOOKS), clock_ms(), settings.open_ahead_of_clock)?;
        let key = seeds_key(&folder.join(KEY))?;
        let file = folder.join(SETTINGS);
        if !file.exists() {
            let text = Settings::new(&folder).as_file();
            write_secret(&file, text.as_bytes()).map_err(|error| at(&file, &error))?;
        }
        // The folder may have been there before, for all to read.
        for file in ["", "-wal", "-shm"].map(|end| folder.join(format!("{BOOKS}{end}"))) {
            private(&file).map_err(|error| at(&file, &error))?;
        }
        let metrics = Arc::new(Metrics::new());
        let store: Arc<dyn Store> = Arc::new(Witnessed::new(store, Watch(Arc::clone(&metrics))));
        let people = Arc::new(Directory::open(&folder.join(PEOPLE)).map_err(NotOpen::People)?);
        owners::look_and_warn(&*store, people.in_memory(), &folder.join(PEOPLE))?;
        let guards = Arc::new(Guards::new(Arc::clone(&store), Arc::clone(&people)));
        let hubs = Arc::new(Hubs::new(Arc::clone(&store), Arc::clone(&people), Arc::clone(&guards)));
        let house = tercet_pit::House { key, now_ms: clock_ms(), chance: Arc::new(settings.chance) };
        let (told, heard, asked) = (Arc::clone(&hubs), Arc::clone(&guards), Arc::clone(&guards));
        let (counts, shelf) = (Arc::clone(&metrics), Arc::clone(&games));
        let tell = move |news: &News| {
            counts.told(news);
            // Whoever is told what a table is set to finds it. Without events it may have been set, too.
            if news.events.is_empty()
                || news.events.iter().any(|event| matches!(event, TableEvent::Set { .. }))
            {
                shelf.hear(&news.look);
            }
            heard.hear(news);
            told.tell(news, clock_ms());
        };
        let pit = Pit::new(Arc::clone(&store), house)
            .telling(Arc::new(tell))
            .guarded(Arc::new(move |bet: &Bet| Guards::ask(&asked, bet)));
        let places = Arc::new(Places::new(&settings.limits));
        let rates = Rates::new(&settings.limits, Arc::clone(&metrics));
        let founding = tokio::sync::Mutex::default();
        let (odds, desk) = (OddsDesk::new(), Desk::new());
        let seal = Seal::new(chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?);
        let [a, b, c, d, ..] = chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?;
        let (numbers, metrics_at) = (Numbers::new([a, b, c, d]), OnceLock::new());
        let house = House {
            settings,
            store,
            pit,
            hubs,
            games,
            people,
            guards,
            alone: Alone::default(),
            founding,
            underway: Underway::default(),
            places,
            attendance: Attendance::default(),
            rates,
            tls,
            metrics,
            metrics_at,
            numbers,
            odds,
            desk,
            hints: Arc::new(Hints::new()),
            seal,
            prices: PriceList::default(),
        };
        house.open_tables().await?;
        house.make_good(Meanwhile::Closed).await;
        Ok(Arc::new(house))
    }

    /// Opens every table there is; the first time, founds one for each game. What was cut short then is made up for.
    async fn open_tables(&self) -> Result<(), NotOpen> {
        let mut tables = self.founded().map_err(NotOpen::Books)?;
        if tables.is_empty() {
            let each = self.settings.tables_each;
            let built_in = self.games.all().into_iter().filter(|file| file.built_in);
            tables = built_in.flat_map(|file| first_tables(&file.game, each).collect::<Vec<_>>()).collect();
            self.found(&tables).await.map_err(NotOpen::Books)?;
        }
        // Before the first of them goes on: a house opens all of its tables or changes nothing at any.
        let names = tables.iter().map(|founding| founding.table.clone()).collect();
        self.pit.can_open(names).await.map_err(|(table, why)| not_opened(&table, &why))?;
        for Founding { table, by } in &tables {
            let handle = self.opened(table).await?;
            let seen = handle.watch().view(&Eyes::Spectator);
            for settings in [seen.settings, seen.playing].into_iter().flatten() {
                self.games.remember(&settings.text, &settings.rules);
            }
            if let Some(file) = self.game_of_first(table).filter(|_| *by == of_the_house()) {
                self.begin(&handle, &file)
                    .await
                    .map_err(|why| NotOpen::Table { table: table.clone(), why })?;
            }
        }
        Ok(())
    }

    /// Sets one of the first tables and opens it, unless that was done before: each under a key of its own, once for ever.
    async fn begin(&self, table: &Handle, file: &GameFile) -> Result<(), String> {
        let meter = file.game.meter.as_ref().map(|_| table.name().clone());
        let settings = TableSettings::new(&file.text, 0, meter, self.settings.clocks);
        let settings = settings.map_err(|bad| bad.to_string())?;
        let turn = Do::Turn(Status::Open, "the house opens for the first time".into());
        for (key, what) in [(b"set", Do::Set(Box::new(settings))), (b"opn", turn)] {
            let ask = Ask::new(Who::Floor(of_the_house()), what);
            let key = Key::new(key).expect("three bytes are few");
            match table.ask(ask, key).await {
                // Under other settings of the house it was set to something else.
                Ok(_) | Err(NotAsked::Table(NotLive::KeyUsed { .. })) => {}
                Err(not) => return Err(not.to_string()),
            }
        }
        Ok(())
    }

    /// The game of one of the first tables, which has its name from it.
    fn game_of_first(&self, table: &Name) -> Option<Arc<GameFile>> {
        let name = table.as_str();
        let numbered = || {
            let (game, number) = name.rsplit_once('-')?;
            let counts = number.bytes().all(|digit| digit.is_ascii_digit());
            self.games.find(game).filter(|_| counts)
        };
        self.games.find(name).or_else(numbered)
    }

    /// The game of this id, or whose rules have this hash: one that tables can be set to, or that one is or was set to.
    pub(crate) fn game(&self, name: &str) -> Option<Arc<GameFile>> {
        self.games.find(name).or_else(|| {
            let rules = Hash(parse_hex(name.strip_prefix(HASH)?).ok()?);
            // A table is seen a moment before anybody is told of it.
            let looks = self.pit.tables().into_iter().map(|table| table.watch().look());
            let is_set = |look: &Look| look.settings().is_some_and(|settings| settings.rules == rules);
            looks.filter(is_set).for_each(|look| self.games.hear(&look));
            self.games.find(name)
        })
    }

    async fn opened(&self, table: &Name) -> Result<Handle, NotOpen> {
        self.pit.open(table).await.map_err(|why| not_opened(table, &why))
    }

    /// Writes a step, and waits for it without holding up a thread.
    pub(crate) async fn write(&self, append: Append) -> Result<Receipt, AppendError> {
        let (sender, written) = oneshot::channel();
        let done = move |result| {
            // Whoever asked may have gone; what is written stays written.
            let _ = sender.send(result);
        };
        self.store.submit(append, Box::new(done));
        written.await.unwrap_or_else(|_| Err(Failure::Io("the store has stopped writing".into()).into()))
    }

    /// Gives a guest play money, once.
    pub(crate) async fn fund(&self, guest: &Name) -> Result<Receipt, AppendError> {
        let mut brings = Transaction::new();
        let wallet = Account::Wallet(guest.clone());
        brings.post(Account::World, wallet, self.settings.guest_money, Why::CashIn);
        let key = guest_key(guest);
        let request = Hash::of(&[&self.settings.guest_money.units().to_be_bytes()]);
        self.write(Append::new(key, request, self.pit.now_ms()).moving(brings)).await
    }

    /// What a player's wallet holds.
    pub(crate) fn balance(&self, player: &Name) -> Result<Money, Failure> {
        self.store.balance(&Account::Wallet(player.clone()))
    }

    /// What a player has in the wallet and at the spots of tables, held for Play included. The wallet is looked at before the spots and after them: what
    /// is bet or paid meanwhile is seen in one of the two.
    pub(crate) fn money_of(&self, player: &Name) -> Result<Money, Failure> {
        let before = self.balance(player)?;
        let mut accounts = Vec::new();
        for table in self.pit.tables() {
            let seats = table.watch().view(&Eyes::Spectator).seats;
            for (spot, _) in seats.into_iter().filter(|(_, sits)| sits == player) {
                accounts.push(Account::Layout(table.name().clone(), spot));
                accounts.push(Account::Held(table.name().clone(), spot));
            }
        }
        accounts.push(Account::Wallet(player.clone()));
        let now = accounts.iter().try_fold(Money::ZERO, |sum, account| {
            let held = self.store.balance(account)?;
            // All the money there can be is far from the bounds.
            Ok::<_, Failure>(Money::from_units(sum.units().saturating_add(held.units())))
        })?;
        Ok(if now == Money::ZERO { before } else { now })
    }

    /// The secret of a link by which the first administrator comes in; none once there is one.
    ///
    /// # Errors
    ///
    /// If the file of the people, or the operating system, fails.
    pub async fn administrator_link(&self) -> Result<Option<String>, NotOpen> {
        let now_ms = self.pit.now_ms();
        let link = self.people.ask(move |people, chance| people.administrator_link(chance, now_ms)).await;
        let link = link.map_err(|answered| NotOpen::Chance(answered.0.detail))?;
        Ok(link.map(|token| token.secret().to_string()))
    }

    /// A table of the house.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub(crate) fn table(&self, name: &str) -> Result<Handle, Not> {
        let handle = Name::new(name).ok().and_then(|name| self.pit.table(&name));
        handle.ok_or_else(|| no_table(name))
    }

    /// Asks a table, once it is known what a player who bets has set.
    ///
    /// # Errors
    ///
    /// If it is not done.
    pub(crate) async fn ask(&self, table: &Handle, asked: Asked, key: Key) -> Result<Receipt, Answered> {
        let began = Instant::now();
        let receipt = match asked.row {
            None => self.let_ask(table, asked.ask, key).await,
            Some(row) => {
                let kept =
                    asked.ask.kept_as(table.name(), &key).ok_or_else(|| no_table(table.name().as_str()))?;
                let done = self.let_ask(table, asked.ask, key);
                self.with_row(row, kept, done).await.map(|(receipt, _)| receipt)
            }
        };
        let result = match &receipt {
            Ok(Receipt { again: true, .. }) => "again",
            Ok(_) => "done",
            Err(Answered(problem)) => problem.code.as_str(),
        };
        self.metrics.asked(result, began.elapsed());
        receipt
    }

    async fn let_ask(&self, table: &Handle, ask: Ask, key: Key) -> Result<Receipt, Answered> {
        if let Who::Player(player) = &ask.who {
            self.attendance.asks(table.name(), player, self.pit.now_ms());
            if let Do::Place(..) = &ask.what {
                self.guards.ready(player, self.pit.now_ms()).await?;
            }
        }
        let answer = table.ask(ask, key).await;
        answer.map(|answer| answer.receipt).map_err(|not| not_asked(&not, self.pit.now_ms()).into())
    }

    /// Does once a minute what has to be done: forgets what is over, writes who was seen, stands up who is gone.
    pub(crate) async fn tend(&self) {
        self.rates.tend();
        let now_ms = self.pit.now_ms();
        // If it failed, that is in the log, and the next minute tries again.
        let _ = self.people.ask(move |people, _| people.tend(now_ms)).await;
        self.guards.tend(now_ms);
        self.say_what_is_hindered();
        self.make_good(Meanwhile::Open).await;
        self.tend_seats(now_ms).await;
    }

    /// Where people reach the house, when it listens there.
    #[must_use]
    pub fn url(&self, listens: SocketAddr) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        self.settings.public_url.clone().unwrap_or_else(|| format!("{scheme}://{listens}"))
    }

    /// Where the metrics are, once it listens there.
    #[must_use]
    pub fn metrics_at(&self) -> Option<SocketAddr> {
        self.metrics_at.get().copied()
    }

    /// Reads the certificate and its key anew, if there are any: whoever comes from now on gets them. Whether there are any.
    ///
    /// # Errors
    ///
    /// If they cannot be used; those from before go on then.
    pub fn reload(&self) -> Result<bool, NotOpen> {
        self.tls.as_ref().map_or(Ok(false), |tls| tls.reload().map(|()| true))
    }

    /// Closes the house: every table stops once the step in hand is written. Says which had stopped before, and why.
    pub async fn close(&self) -> Vec<(Name, NotLive)> {
        self.pit.stop().await
    }
}

fn no_table(name: &str) -> Not {
    let name = shown(name, 80);
    problem(Code::NotFound, format!("there is no table {name}; see /api/v1/tables"))
}

/// The house itself, where it does what otherwise the floor does.
pub(crate) fn of_the_house() -> Name {
    Name::new("house").expect("a name")
}

/// A key of the house's own, which no table and no player can have.
pub(crate) fn key_of(parts: &[&[u8]]) -> Key {
    let mut to = Writer::new();
    to.text("house");
    parts.iter().for_each(|part| to.bytes(part));
    Key::new(&Hash::of(&[&to.done()]).0).expect("a hash is short")
}

/// The key of the play money that a guest comes with.
pub(crate) fn guest_key(guest: &Name) -> Key {
    key_of(&[b"guest", guest.as_str().as_bytes()])
}

/// The time, in milliseconds since 1970-01-01 UTC.
#[expect(clippy::disallowed_methods, reason = "the server is the edge at which the clock is read")]
pub(crate) fn clock_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Thirty-two bytes from the operating system.
pub(crate) fn chance() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Io(format!("no randomness: {error}")))?;
    Ok(bytes)
}

impl fmt::Display for NotOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotOpen::File { path, why } => write!(f, "{}: {why}", path.display()),
            NotOpen::Setting(bad) => bad.fmt(f),
            NotOpen::Game(faults) => faults.fmt(f),
            NotOpen::Books(failure) => failure.fmt(f),
            NotOpen::People(failure) => failure.fmt(f),
            NotOpen::Table { table, why } => write!(f, "table {table}: {why}"),
            NotOpen::Listen { setting, at, why } => {
                write!(f, "cannot listen at {at}: {why}; --{setting} takes another")
            }
            NotOpen::Chance(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NotOpen {}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").field("settings", &self.settings).finish_non_exhaustive()
    }
}
