//! No cell of a built-in game can change unnoticed: each small change of a rule file makes some row fail.

use crate::rows::wrong;
use crate::table::{Row, files, rows};
use tercet_cards::Rank;
use tercet_rules::{
    AmountDoc, Basis, Floor, GameDoc, LimitsDoc, Money, Odds, OnFold, Pay, PaysDoc, Setting, WagerId,
};

/// A small change to a game, with its name.
struct Change {
    name: String,
    make: Box<dyn Fn(&mut GameDoc)>,
}

fn change(name: String, make: impl Fn(&mut GameDoc) + 'static) -> Change {
    Change { name, make: Box::new(make) }
}

/// 002.12.*, 002.13.*, 003.pp.*, 003.6cb.*, 003.prog.*, 004.pp.*, 004.ab.*, 004.6cb.* and every grid: no pay,
/// order, limit or requirement of a built-in game can be changed without a row of `testdata/rounds` failing.
#[test]
fn every_cell_of_every_game_is_held_by_a_row() {
    let all: Vec<Row> = files().iter().flat_map(|file| rows(file)).collect();
    let mut unheld: Vec<String> = Vec::new();
    let mut tried = 0;
    for builtin in tercet_games::builtin() {
        let doc = tercet_games::builtin_doc(builtin.id).expect("a built-in game");
        let here: Vec<&Row> = all.iter().filter(|row| row.plays(builtin.id)).collect();
        for change in changes(&doc) {
            let mut changed = doc.clone();
            (change.make)(&mut changed);
            assert_ne!(changed, doc, "{} changes nothing", change.name);
            // A change that is no game any more is noticed before any round is settled.
            if changed.check().is_err() {
                continue;
            }
            tried += 1;
            if !here.iter().any(|row| !wrong(row, &*change.make).is_empty()) {
                unheld.push(format!("{}: {}", builtin.id, change.name));
            }
        }
    }
    assert!(tried > 250, "only {tried} changes were tried");
    assert!(unheld.is_empty(), "{} of {tried} changes go unnoticed:\n{}", unheld.len(), unheld.join("\n"));
}

/// Every small change that the money of a round could show.
fn changes(doc: &GameDoc) -> Vec<Change> {
    let mut all = Vec::new();
    for (i, wager) in doc.wagers.iter().enumerate() {
        let name = &wager.id;
        pays(&mut all, name, &wager.pays, move |doc| &mut doc.wagers[i].pays);
        if let Some(on_fold) = &wager.on_fold
            && let Setting::Fixed(value) = on_fold.value
        {
            let other = if value == OnFold::Stays { OnFold::Forfeit } else { OnFold::Stays };
            all.push(change(format!("{name}: a fold does the opposite"), move |doc| {
                doc.wagers[i].on_fold.as_mut().expect("there").value = Setting::Fixed(other);
            }));
        }
        if wager.required.is_some() {
            all.push(change(format!("{name}: not required"), move |doc| doc.wagers[i].required = None));
        }
        // What every spot must have cannot be missing beside a wager that needs it.
        let required =
            |id: &WagerId| doc.wagers.iter().any(|other| other.id == *id && other.required.is_some());
        let telling = |j: &usize| !wager.needs[*j].any_of.iter().any(required);
        for j in (0..wager.needs.len()).filter(telling) {
            all.push(change(format!("{name}: needs[{j}] gone"), move |doc| {
                drop(doc.wagers[i].needs.remove(j))
            }));
        }
        match &wager.amount {
            AmountDoc::Free => {}
            AmountDoc::Fixed(_) => all.push(change(format!("{name}: twice the fixed amount"), move |doc| {
                doc.wagers[i].amount = AmountDoc::Fixed(Money::from_units(200));
            })),
            AmountDoc::EqualTo(_) => all.push(change(format!("{name}: any amount"), move |doc| {
                doc.wagers[i].amount = AmountDoc::Free;
            })),
            AmountDoc::Times(_, of) => {
                let of = of.clone();
                all.push(change(format!("{name}: twice as much"), move |doc| {
                    doc.wagers[i].amount = AmountDoc::Times(vec![2], of.clone());
                }));
            }
        }
        if wager.limits.is_some() {
            limits(&mut all, name, i);
        }
    }
    for (i, bonus) in doc.bonuses.iter().enumerate() {
        pays(&mut all, &bonus.id, &bonus.pays, move |doc| &mut doc.bonuses[i].pays);
    }
    if let Some(floor) = &doc.dealer.qualifies {
        for rank in [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace] {
            let other = Floor::HighCard(vec![rank]);
            if other != *floor {
                all.push(change(format!("the dealer qualifies with {other}"), move |doc| {
                    doc.dealer.qualifies = Some(other.clone());
                }));
            }
        }
        all.push(change("the dealer always qualifies".into(), |doc| doc.dealer.qualifies = None));
    }
    if doc.meter.is_some() {
        all.push(change("the meter starts higher".into(), |doc| {
            doc.meter.as_mut().expect("there").start = Money::from_units(200_000);
        }));
    }
    for i in 0..doc.aggregates.len() {
        all.push(change("the aggregate limit is a dollar higher".into(), move |doc| {
            doc.aggregates[i].most += Money::from_units(100);
        }));
        all.push(change("no aggregate limit".into(), move |doc| drop(doc.aggregates.remove(i))));
    }
    for i in 1..doc.reconcile.lines.len() {
        let (a, b) = (&doc.reconcile.lines[i - 1], &doc.reconcile.lines[i]);
        all.push(change(format!("{b} is paid before {a}"), move |doc| doc.reconcile.lines.swap(i - 1, i)));
    }
    all
}

fn pays(
    all: &mut Vec<Change>,
    name: &WagerId,
    pays: &PaysDoc,
    of: impl Fn(&mut GameDoc) -> &mut PaysDoc + Copy + 'static,
) {
    for (i, row) in pays.rows.iter().enumerate() {
        let pay = other_pay(row.pays);
        all.push(change(
            format!("{name}: row {} pays `{pay}` instead of `{}`", i + 1, row.pays),
            move |doc| {
                of(doc).rows[i].pays = pay;
            },
        ));
        if row.envy.is_some() {
            all.push(change(format!("{name}: row {} gives a dollar of envy", i + 1), move |doc| {
                of(doc).rows[i].envy = Some(Money::from_units(100));
            }));
        }
    }
    if let Some(otherwise) = &pays.otherwise {
        let pay = other_pay(otherwise.value);
        all.push(change(format!("{name}: anything else is `{pay}`"), move |doc| {
            of(doc).otherwise.as_mut().expect("there").value = pay;
        }));
    }
}

/// A pay that is a little off.
fn other_pay(pay: Pay) -> Pay {
    match pay {
        Pay::Lose => Pay::Push,
        Pay::Push => Pay::Lose,
        Pay::Odds(odds) => Pay::Odds(Odds::new(odds.num() + 1, odds.den(), odds.basis()).expect("odds")),
        Pay::Fixed(amount, basis) => Pay::Fixed(amount + Money::from_units(100), basis),
        Pay::Meter(_) => Pay::Odds(Odds::new(1000, 1, Basis::For).expect("odds")),
    }
}

fn limits(all: &mut Vec<Change>, name: &WagerId, i: usize) {
    let dollar = Money::from_units(100);
    let mut limit = |what: &str, make: fn(&mut LimitsDoc, Money)| {
        all.push(change(format!("{name}: {what}"), move |doc| {
            make(doc.wagers[i].limits.as_mut().expect("there"), dollar);
        }));
    };
    limit("a dollar less is enough", |limits, dollar| {
        limits.min = if limits.min > dollar { limits.min - dollar } else { Money::from_units(50) };
        limits.step = Money::from_units(50);
    });
    limit("a dollar more is taken", |limits, dollar| limits.max += dollar);
    limit("half steps are taken", |limits, _| limits.step = Money::from_units(50));
}
