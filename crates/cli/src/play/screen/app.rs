//! What the player looks at, and what a key does to it.

use super::panels;
use crate::play::Ended;
use crate::play::keys::Act;
use crate::play::layout;
use crate::play::lit::{self, Hit};
use crate::play::refused::Refused;
use crate::play::session::Stage;
use crate::play::table::{Done, NoDeal, Table};
use crate::play::wording;
use tercet_rules::words::capital;
use tercet_rules::{Choice, Event, Game, LineOf, Money, WagerNo};

/// The screen.
#[derive(Debug)]
pub(crate) struct App {
    /// The table.
    pub(crate) table: Table,
    /// Whether to draw in colours.
    pub(crate) colour: bool,
    /// The chosen bet, by its place among the open wagers.
    pub(crate) bet: usize,
    /// The chosen position, by its place among the player's.
    pub(crate) spot: usize,
    /// The chip that was used last.
    pub(crate) chip: Option<Money>,
    /// What the drawer at the right shows.
    pub(crate) drawer: Drawer,
    /// The pay table that the player turned to, by its place in the paying order.
    pub(crate) turned_to: Option<usize>,
    /// How many pages the drawer is scrolled.
    pub(crate) page: usize,
    /// What was said last.
    pub(crate) note: Note,
    /// The player has been asked whether to leave with bets out.
    pub(crate) leaving: bool,
    /// The player has left.
    pub(crate) over: bool,
    /// Why play cannot go on.
    pub(crate) ended: Option<Ended>,
}

/// What the drawer shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawer {
    /// Pay tables.
    Tables,
    /// Why each line came out as it did.
    Why,
    /// How the sitting goes.
    Session,
    /// The keys.
    Help,
}

/// A sentence at the foot of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Note {
    /// What happened.
    Said(String),
    /// Why something did not.
    Refused(String),
}

impl App {
    /// A screen for this table.
    pub(crate) fn new(table: Table, colour: bool) -> App {
        let note = Note::Said("Make your bets. ? explains the keys.".into());
        App {
            table,
            colour,
            bet: 0,
            spot: 0,
            chip: None,
            drawer: Drawer::Tables,
            turned_to: None,
            page: 0,
            note,
            leaving: false,
            over: false,
            ended: None,
        }
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        self.table.session.game()
    }

    /// The wagers that can be made before the deal.
    pub(crate) fn wagers(&self) -> Vec<WagerNo> {
        layout::open_wagers(self.game()).collect()
    }

    /// The chosen bet.
    pub(crate) fn chosen(&self) -> Option<WagerNo> {
        self.wagers().get(self.bet).copied()
    }

    /// The chosen position; while hands are decided, the one whose turn it is.
    pub(crate) fn chosen_spot(&self) -> u8 {
        match self.table.session.stage() {
            Stage::Deciding(spot) => spot,
            Stage::Betting | Stage::Over => self.table.session.positions()[self.spot],
        }
    }

    /// What lies on the chosen bet.
    fn stake(&self) -> Option<Money> {
        let bets = self.table.session.bets();
        bets.get(&self.chosen_spot())?.get(&self.chosen()?).copied()
    }

    /// The pay table on top of the drawer: the one turned to; else, after the cards, one that the player's hand wins by
    /// or one of a bet that lies; else that of the chosen bet.
    pub(crate) fn pay_table(&self) -> usize {
        if let Some(turned_to) = self.turned_to {
            return turned_to;
        }
        let lines = &self.game().reconcile.lines;
        let view = self.table.session.view();
        let wins = |of: &LineOf| {
            let table = self.game().table(*of);
            let own = view.spots.iter().filter(|spot| wording::is_own(spot));
            let against_dealer = table.rows.iter().any(|row| row.dealer.is_some());
            let mut hits = own.filter_map(|spot| lit::hit(self.game(), spot, *of));
            !against_dealer && hits.any(|hit| matches!(hit, Hit::Row(row) if table.rows[row].pays.wins()))
        };
        let chosen = |of: &LineOf| self.chosen().is_some_and(|no| *of == LineOf::Wager(no));
        let dealt = self.table.session.stage() != Stage::Betting;
        let lies = |of: &LineOf| {
            dealt && view.spots.iter().any(|spot| wording::is_own(spot) && lit::lies(self.game(), spot, *of))
        };
        let place = |of: &dyn Fn(&LineOf) -> bool| lines.iter().position(of);
        let first = place(&wins).or_else(|| place(&|of| chosen(of) && lies(of))).or_else(|| place(&lies));
        first.or_else(|| place(&chosen)).unwrap_or(0)
    }

    /// Does what a key asks for in a window of this size. Where the table cannot be drawn, nobody plays blind:
    /// all one can do is leave.
    pub(crate) fn act_in(&mut self, act: Act, (width, height): (u16, u16)) {
        if panels::fits(width, height) || matches!(act, Act::Quit | Act::Back | Act::Abort) {
            self.act(act);
        }
    }

    /// Does what a key asks for.
    pub(crate) fn act(&mut self, act: Act) {
        let was_leaving = std::mem::take(&mut self.leaving);
        // What was said last has been read by whoever presses a key.
        self.say(self.prompt());
        match act {
            Act::Chip(place) => self.chip(place),
            Act::Again => match self.chip {
                Some(chip) => self.add(chip),
                None => self.chip(0),
            },
            Act::Less => self.less(),
            Act::TakeBack => self.bet(None),
            Act::Move(by) => self.choose(turn(self.bet, by, self.wagers().len())),
            Act::Choose(no) => {
                if let Some(place) = self.wagers().iter().position(|other| *other == no) {
                    self.choose(place);
                }
            }
            Act::OtherSpot => self.spot = turn(self.spot, 1, self.table.session.positions().len()),
            Act::Deal => self.deal(),
            Act::Undo => self.change("Undone", |table| table.session.undo()),
            Act::Clear => self.change("Cleared", |table| table.session.clear()),
            Act::Rebet => self.change("The same bets", |table| table.session.rebet()),
            Act::Double => self.change("Doubled", |table| table.session.double()),
            Act::NewBets => self.new_bets(),
            Act::Play(times) => self.play(times),
            Act::Fold => self.decide(Choice::Fold),
            Act::Table(by) => self.turn_table(by),
            Act::Why => self.open(Drawer::Why),
            Act::Session => self.open(Drawer::Session),
            Act::Help => self.open(Drawer::Help),
            Act::Page(by) => self.page = self.page.saturating_add_signed(by),
            Act::Back => (self.drawer, self.turned_to, self.page) = (Drawer::Tables, None, 0),
            Act::Quit => self.quit(was_leaving),
            Act::Abort => self.over = true,
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.note = Note::Said(text.into());
    }

    fn refuse(&mut self, refused: &Refused) {
        self.note = Note::Refused(format!("{}.", capital(&refused.to_string())));
    }

    fn choose(&mut self, place: usize) {
        self.bet = place;
        self.turned_to = None;
        self.drawer = Drawer::Tables;
    }

    fn open(&mut self, drawer: Drawer) {
        self.drawer = if self.drawer == drawer { Drawer::Tables } else { drawer };
        self.page = 0;
    }

    fn turn_table(&mut self, by: isize) {
        if self.drawer == Drawer::Tables {
            self.turned_to = Some(turn(self.pay_table(), by, self.game().reconcile.lines.len()));
        }
        self.drawer = Drawer::Tables;
        self.page = 0;
    }

    fn new_bets(&mut self) {
        match self.table.session.next() {
            Ok(()) => {
                self.settle_down();
                self.say("Make your bets.");
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    /// The drawer for a new round.
    fn settle_down(&mut self) {
        self.turned_to = None;
        self.page = 0;
        if self.drawer == Drawer::Why {
            self.drawer = Drawer::Tables;
        }
    }

    fn chip(&mut self, place: usize) {
        let Some(no) = self.chosen() else { return };
        if let Some(fixed) = layout::fixed(self.game(), no) {
            let there = self.table.session.stage() == Stage::Betting && self.stake().is_some();
            return self.bet(if there { None } else { Some(fixed) });
        }
        match layout::chips(self.game(), no).get(place) {
            Some(chip) => self.add(*chip),
            None => self.note = Note::Refused(format!("There is no chip {} here.", place + 1)),
        }
    }

    /// Adds a chip to the chosen bet; the first one lays at least the least that the table takes.
    fn add(&mut self, chip: Money) {
        let Some(no) = self.chosen() else { return };
        if layout::fixed(self.game(), no).is_some() {
            return self.chip(0);
        }
        self.chip = Some(chip);
        let least = layout::least(self.game(), no);
        let stake = if self.table.session.stage() == Stage::Betting { self.stake() } else { None };
        self.bet(Some(stake.map_or(chip.max(least), |stake| stake + chip)));
        if stake.is_none() && chip < least && matches!(self.note, Note::Said(_)) {
            self.say(format!(
                "{} takes at least {least}, so {least} lies there.",
                self.game().wager(no).name
            ));
        }
    }

    /// Takes the last chip off the chosen bet; below the least nothing can stay.
    fn less(&mut self) {
        let Some(no) = self.chosen() else { return };
        let chip = self.chip.or_else(|| layout::chips(self.game(), no).first().copied()).unwrap_or_default();
        let left = self.stake().unwrap_or_default() - chip;
        self.bet(if left < layout::least(self.game(), no) { None } else { Some(left) });
    }

    fn bet(&mut self, amount: Option<Money>) {
        let (Some(no), spot) = (self.chosen(), self.table.session.positions()[self.spot]) else { return };
        match self.table.session.bet(spot, no, amount) {
            Ok(events) => {
                self.settle_down();
                let what = wording::bets_changed(&self.table.session, &events);
                let what = what
                    .map_or("That bet lies there already".into(), |what| what + wording::together(&events));
                self.say(format!("{what}."));
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    fn change(&mut self, what: &str, change: impl FnOnce(&mut Table) -> Result<Vec<Event>, Refused>) {
        match change(&mut self.table) {
            Ok(_) => {
                self.settle_down();
                let ready = if self.table.session.bets().is_empty() { "" } else { " Space deals." };
                self.say(format!("{what}: {} on the table.{ready}", self.table.session.on_table()));
            }
            Err(refused) => self.refuse(&refused),
        }
    }

    fn deal(&mut self) {
        match self.table.deal() {
            Ok(done) => {
                self.settle_down();
                self.tell(&done);
            }
            Err(NoDeal::Refused(refused)) => self.refuse(&refused),
            Err(NoDeal::NoChance(no_chance)) => {
                self.over = true;
                self.ended = Some(Ended::NoChance(no_chance));
            }
        }
    }

    fn play(&mut self, times: Option<u8>) {
        let Stage::Deciding(spot) = self.table.session.stage() else { return };
        let costs = self.table.session.play_costs(spot);
        let times = times.or_else(|| costs.first().map(|(times, _)| *times)).unwrap_or(1);
        self.decide(Choice::Play { times });
    }

    fn decide(&mut self, choice: Choice) {
        match self.table.decide(choice) {
            Ok(done) => self.tell(&done),
            Err(refused) => self.refuse(&refused),
        }
    }

    /// What is to be done, or what the round came to.
    fn prompt(&self) -> String {
        let session = &self.table.session;
        match session.stage() {
            Stage::Deciding(spot) if session.positions().len() > 1 => format!("Spot {spot}: play or fold?"),
            Stage::Deciding(_) => "Play or fold?".into(),
            Stage::Betting => "Make your bets.".into(),
            Stage::Over => over_words(self),
        }
    }

    /// The note after cards or decisions.
    fn tell(&mut self, done: &Done) {
        let mut text = self.prompt();
        if let Some(fault) = &done.log_fault {
            text = format!("{text} {fault}");
            self.note = Note::Refused(text);
        } else {
            self.say(text);
        }
    }

    fn quit(&mut self, sure: bool) {
        let on_table = self.table.session.on_table();
        if on_table == Money::ZERO || sure {
            self.over = true;
            return;
        }
        self.leaving = true;
        let rule = wording::time_out(self.game());
        self.say(match self.table.session.stage() {
            Stage::Deciding(_) => {
                format!("{on_table} on the table: if you leave, the table decides{rule}. Q again leaves, Esc stays.")
            }
            Stage::Betting | Stage::Over => {
                format!("{on_table} on the table comes back if you leave. Q again leaves, Esc stays.")
            }
        });
    }

    /// Leaves the table; says what became of what lay there.
    pub(crate) fn leave(&mut self) -> Vec<String> {
        let betting = self.table.session.stage() == Stage::Betting;
        let done = self.table.leave();
        let mut parting = Vec::new();
        if let Some(back) = wording::bets_changed(&self.table.session, &done.events).filter(|_| betting) {
            parting.push(format!("{back}."));
        } else if !done.events.is_empty() {
            let say = |event: &Event| match event {
                Event::Played { .. } | Event::Folded { .. } | Event::Revealed(_) => {
                    Some(event.say(self.game()))
                }
                Event::Reconciled(_) => Some(over_words(self)),
                Event::Seated { .. }
                | Event::Left { .. }
                | Event::Placed { .. }
                | Event::Returned { .. }
                | Event::WageringClosed
                | Event::Dealt { .. }
                | Event::Irregular { .. }
                | Event::Collected { .. }
                | Event::Voided { .. } => None,
            };
            parting.extend(done.events.iter().filter_map(say));
        }
        parting.extend(done.log_fault);
        parting.push(wording::goodbye(&self.table.session));
        parting
    }
}

/// What the round came to.
fn over_words(app: &App) -> String {
    let view = app.table.session.view();
    if let Some(reason) = &view.void {
        return format!("The round is void: {reason}. All stakes are returned.");
    }
    let net: Money = view.spots.iter().filter(|spot| wording::is_own(spot)).filter_map(|spot| spot.net).sum();
    let meter = view.meter_move.filter(|meter| meter.paid > Money::ZERO);
    let meter = meter.map_or(String::new(), |meter| format!(" The meter paid {}.", meter.paid));
    let broke = wording::broke(&app.table.session);
    format!("You are {} this round.{meter}{broke}", wording::up_or_down(net))
}

/// A place so many steps on, around the end.
fn turn(place: usize, by: isize, count: usize) -> usize {
    let on = place.checked_add_signed(by).unwrap_or_else(|| count.saturating_sub(1));
    if on >= count { 0 } else { on }
}
