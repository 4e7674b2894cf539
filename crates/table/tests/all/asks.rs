//! Whatever is asked in whatever order, with stores that fail and power cuts in between: when bets are closed, which seats are done, what waits for the next
//! round and by what a round is played, beside a model that knows no more than the documents say.

use crate::restarted::permitted;
use crate::room::{Dice, PLAYERS, Room, name, secret, settings, with_three_spots};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tercet_rules::{Amount, Audience, Money};
use tercet_store::Store as _;
use tercet_table::{Clocks, Do, NotLive, Settings, Stage, Status, TableView};

/// Somebody, by the place among [`PLAYERS`]; none: whoever sits there.
type Whose = Option<usize>;

/// What may be asked, or happens. Games by their place among [`games`], wagers among those of the round.
#[derive(Clone, Debug)]
enum Move {
    Sit(usize, u8),
    Leave(Whose, u8),
    StandUp(u8),
    Place(Whose, u8, usize),
    TakeBack(Whose, u8, usize),
    Swear(Whose, u8),
    Ready(Whose, u8),
    Set(usize),
    Turn(Status),
    Void,
    /// So much time goes by.
    Wait(u64),
    /// As much, while the store writes nothing.
    Fails(u64),
    Restart,
}

/// What the table may be set to: each is another.
fn games() -> Vec<Settings> {
    let fortune = settings("three-card-fortune");
    let fewer = with_three_spots("three-card-fortune");
    let poker = settings("three-card-poker");
    let quick = Clocks { bet_ms: 5_000, ..Clocks::default() };
    vec![
        fortune.clone(),
        fewer,
        Settings { hints: true, ..fortune.clone() },
        Settings { clocks: quick, ..fortune },
        Settings { meter: Some(name("m2")), ..poker.clone() },
        poker,
        settings("three-card-shine"),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let spot = prop_oneof![3 => 1..=2_u8, 1 => 3..=5_u8];
    let who = prop_oneof![6 => Just(None), 1 => (0..3_usize).prop_map(Some)];
    let at = (who, spot.clone());
    let status = prop_oneof![4 => Just(Status::Open), 1 => Just(Status::Paused), 1 => Just(Status::Closed)];
    let ms = prop_oneof![Just(1), Just(1_000), Just(5_000), Just(20_000)];
    let one = prop_oneof![
        3 => (0..3_usize, spot.clone()).prop_map(|(who, spot)| Move::Sit(who, spot)),
        1 => at.clone().prop_map(|(who, spot)| Move::Leave(who, spot)),
        1 => spot.prop_map(Move::StandUp),
        6 => (at.clone(), 0..3_usize).prop_map(|((who, spot), no)| Move::Place(who, spot, no)),
        2 => (at.clone(), 0..3_usize).prop_map(|((who, spot), no)| Move::TakeBack(who, spot, no)),
        1 => at.clone().prop_map(|(who, spot)| Move::Swear(who, spot)),
        6 => at.prop_map(|(who, spot)| Move::Ready(who, spot)),
        2 => (0..7_usize).prop_map(Move::Set),
        1 => status.prop_map(Move::Turn),
        1 => Just(Move::Void),
        3 => ms.clone().prop_map(Move::Wait),
        1 => ms.prop_map(Move::Fails),
        1 => Just(Move::Restart),
    ];
    // Two sit there at first, so that there is more to happen.
    let sits = Just(vec![Move::Sit(0, 1), Move::Sit(1, 2)]);
    (sits, prop::collection::vec(one, 0..80)).prop_map(|(first, more)| [first, more].concat())
}

/// What a table must be, by its documents.
struct Model {
    games: Vec<Settings>,
    seats: BTreeMap<u8, &'static str>,
    status: Status,
    /// What it is set to.
    set: usize,
    /// By what its round in play is played.
    playing: Option<usize>,
    /// Whether bets are open.
    open: bool,
    bets: BTreeSet<(u8, String)>,
    ready: BTreeSet<u8>,
    deadline_ms: Option<u64>,
    rounds: u64,
    /// What the players had as the round opened.
    had: Vec<Money>,
}

fn wallets(room: &Room) -> Vec<Money> {
    PLAYERS.iter().map(|player| room.wallet(player)).collect()
}

fn seen(room: &Room) -> TableView {
    room.live.table().view(Audience::Spectator)
}

impl Model {
    /// Somebody, by name; Ann, if it is whoever sits there and nobody does.
    fn player(&self, who: Whose, spot: u8) -> &'static str {
        who.map_or_else(|| self.seats.get(&spot).copied().unwrap_or(PLAYERS[0]), |who| PLAYERS[who])
    }

    fn owns(&self, player: &str, spot: u8) -> bool {
        self.seats.get(&spot) == Some(&player)
    }

    /// Whether something of a bet is taken at this time.
    fn takes_bets(&self, now_ms: u64) -> bool {
        self.open && self.deadline_ms.is_none_or(|deadline| now_ms < deadline)
    }

    fn has_bets(&self, spot: u8) -> bool {
        self.bets.iter().any(|(at, _)| *at == spot)
    }

    fn leaves(&mut self, spot: u8) {
        self.seats.remove(&spot);
        self.ready.remove(&spot);
        self.bets.retain(|(at, _)| *at != spot);
        self.stops_the_clock();
    }

    fn stops_the_clock(&mut self) {
        if self.bets.is_empty() {
            self.deadline_ms = None;
        }
    }

    fn wager(&self, no: usize) -> (String, Money) {
        let game = &self.games[self.playing.unwrap_or(self.set)].game;
        let nos: Vec<_> = game.wager_nos().filter(|no| Some(*no) != game.play).collect();
        let wager = game.wager(nos[no % nos.len()]);
        let amount = if let Amount::Fixed(money) = &wager.amount { *money } else { Money::from_units(1_000) };
        (wager.id.to_string(), amount)
    }

    /// One move, at the table and here.
    fn makes(&mut self, one: &Move, room: &mut Room, dice: &mut Dice) {
        let takes_bets = self.takes_bets(room.now_ms);
        let refused = |came: &Result<_, NotLive>| {
            assert!(matches!(came, Ok(_) | Err(NotLive::Refused(_))), "{came:?}");
            came.is_err()
        };
        match *one {
            Move::Sit(who, spot) => {
                if !refused(&room.player(PLAYERS[who], Do::Sit(spot))) {
                    let next = self.games[self.set].game.spots;
                    let now = self.playing.filter(|_| self.open).map_or(next, |no| self.games[no].game.spots);
                    assert!(spot <= next.min(now) && self.status != Status::Closed);
                    assert!(self.seats.insert(spot, PLAYERS[who]).is_none());
                }
            }
            Move::Leave(who, spot) => {
                let stays = self.open && !takes_bets && self.has_bets(spot);
                if !refused(&room.player(self.player(who, spot), Do::Leave(spot))) {
                    assert!(self.owns(self.player(who, spot), spot) && !stays);
                    self.leaves(spot);
                }
            }
            Move::StandUp(spot) => {
                let stays = self.open && !takes_bets && self.has_bets(spot);
                if !refused(&room.floor(Do::Leave(spot))) {
                    assert!(self.seats.contains_key(&spot) && !stays);
                    self.leaves(spot);
                }
            }
            Move::Place(who, spot, no) => {
                let (wager, amount) = self.wager(no);
                let bet = Do::Place(spot, wager.as_str().into(), amount);
                if !refused(&room.player(self.player(who, spot), bet)) {
                    assert!(self.owns(self.player(who, spot), spot) && takes_bets);
                    self.bets.insert((spot, wager));
                    self.ready.remove(&spot);
                    let clock = self.games[self.playing.unwrap()].clocks.bet_ms;
                    self.deadline_ms.get_or_insert(room.now_ms + clock);
                }
            }
            Move::TakeBack(who, spot, no) => {
                let (wager, _) = self.wager(no);
                if !refused(&room.player(self.player(who, spot), Do::TakeBack(spot, wager.as_str().into()))) {
                    assert!(self.owns(self.player(who, spot), spot) && takes_bets);
                    // What rests on it goes back with it: the round says what lies there still.
                    let view = seen(room).view.unwrap();
                    let lies = |spot: u8, wager: &str| {
                        let mut there = view.spots.iter().filter(|there| there.spot == spot);
                        there.any(|there| there.wagers.iter().any(|(id, _)| id.as_str() == wager))
                    };
                    self.bets.retain(|(at, id)| lies(*at, id));
                    assert!(!self.bets.contains(&(spot, wager)));
                    self.ready.remove(&spot);
                    self.stops_the_clock();
                }
            }
            Move::Swear(who, spot) => {
                if self.playing.is_none() {
                    return;
                }
                let (_, hash) = secret(room, spot, dice);
                let _ = refused(&room.player(self.player(who, spot), Do::Swear(spot, hash)));
            }
            Move::Ready(who, spot) => {
                let done = !refused(&room.player(self.player(who, spot), Do::Ready(spot)));
                assert_eq!(done, takes_bets && self.owns(self.player(who, spot), spot));
                if done {
                    self.ready.insert(spot);
                }
            }
            Move::Set(no) => {
                let fits = self.seats.keys().all(|spot| *spot <= self.games[no].game.spots);
                let set = Do::Set(Box::new(self.games[no].clone()));
                assert_eq!(!refused(&room.floor(set)), fits);
                if fits {
                    self.set = no;
                }
            }
            Move::Turn(status) => {
                assert!(!refused(&room.floor(Do::Turn(status, "as it goes".into()))));
                self.status = status;
            }
            Move::Void => {
                let done = !refused(&room.floor(Do::Void("a drink on the layout".into())));
                if done && self.open {
                    self.void(room);
                }
            }
            Move::Wait(ms) => room.now_ms += ms,
            Move::Fails(ms) => {
                room.now_ms += ms;
                room.shelf.fail_next(1);
                let _ = room.live.tick(room.now_ms, || dice.bytes());
                room.shelf.fail_next(0);
            }
            Move::Restart => {
                room.restart();
                if self.open && !self.bets.is_empty() {
                    self.void(room);
                }
            }
        }
    }

    /// The round is void, and every stake went back.
    fn void(&mut self, room: &Room) {
        assert_ne!(room.stage(), Some(Stage::Open));
        assert!(seen(room).view.unwrap().void.is_some());
        assert_eq!(wallets(room), self.had);
        self.closed();
    }

    fn closed(&mut self) {
        (self.open, self.deadline_ms) = (false, None);
        self.bets.clear();
        self.ready.clear();
    }

    /// What the table has done by itself, without any time going by.
    fn follows(&mut self, room: &Room) {
        if self.open {
            let playing = self.playing.unwrap();
            let done = self.seats.keys().all(|spot| self.ready.contains(spot));
            let late = self.deadline_ms.is_some_and(|deadline| deadline <= room.now_ms);
            if self.bets.is_empty() && (self.status != Status::Open || self.set != playing) {
                self.void(room);
            } else if !self.bets.is_empty() && (late || done) {
                assert_ne!(room.stage(), Some(Stage::Open), "late: {late}, all are done: {done}");
                self.closed();
            } else {
                assert_eq!(room.stage(), Some(Stage::Open));
            }
        }
        let now = seen(room);
        if now.round > self.rounds {
            assert_eq!(now.round, self.rounds + 1);
            assert!(!self.open && self.status == Status::Open && !self.seats.is_empty());
            (self.rounds, self.playing, self.open) = (now.round, Some(self.set), true);
            self.had = wallets(room);
        } else if now.stage == Some(Stage::Over) {
            self.playing = None;
        }
        assert_eq!(now.stage == Some(Stage::Open), self.open);
        assert_eq!(now.ready, self.ready.iter().copied().collect::<Vec<_>>());
        if self.open {
            assert_eq!(now.deadline_ms, self.deadline_ms);
        }
        let seats: BTreeMap<u8, &str> =
            now.seats.iter().map(|(spot, player)| (*spot, player.as_str())).collect();
        assert_eq!(seats, self.seats);
        assert_eq!(now.settings.as_deref(), Some(&self.games[self.set]));
        assert_eq!(now.pending, self.playing.is_some_and(|playing| playing != self.set));
        if let Some(playing) = self.playing {
            assert_eq!(now.playing.as_deref(), Some(&self.games[playing]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// After each of them the table is what the model is; at the end every step is one that an audit lets pass, no money is lost, and a table that is made
    /// from its events alone is the same.
    #[test]
    fn a_table_does_what_its_documents_say(all in moves()) {
        let (mut room, mut dice) = (Room::open("three-card-fortune", 10_000), Dice::new(1));
        let mut model = Model {
            games: games(),
            seats: BTreeMap::new(),
            status: Status::Open,
            set: 0,
            playing: None,
            open: false,
            bets: BTreeSet::new(),
            ready: BTreeSet::new(),
            deadline_ms: None,
            rounds: 0,
            had: wallets(&room),
        };
        for one in &all {
            model.makes(one, &mut room, &mut dice);
            if !matches!(one, Move::Fails(_)) {
                room.wait(0, &mut dice);
                model.follows(&room);
            }
        }
        room.wait(0, &mut dice);
        model.follows(&room);
        permitted(&room);
        prop_assert_eq!(room.shelf.balances().unwrap().sum(), 0);
    }
}
