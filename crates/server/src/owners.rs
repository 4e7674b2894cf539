//! Whose the money in the books is: the books and the people of a house belong together.

use crate::files::{BOOKS, failed_people, not};
use crate::house::NotOpen;
use std::fmt;
use std::path::Path;
use tercet_ledger::Account;
use tercet_people::People;
use tercet_rules::Money;
use tercet_store::Store;

/// Wallets with money in them whose owners are not among the people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ownerless {
    /// How many.
    pub wallets: usize,
    /// What is in them, in the smallest unit.
    pub money: Money,
}

impl fmt::Display for Ownerless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ownerless { wallets, money } = self;
        let (of, whose) =
            if *wallets == 1 { ("wallet", "its owner is") } else { ("wallets", "their owners are") };
        write!(
            f,
            "{wallets} {of} in {BOOKS} with {money}: {whose} not among the people, and nobody can play with that money"
        )
    }
}

/// Looks whether the owners of all wallets with money in them are among the people, as whoever gets money is made known there first; `file` is that of
/// the people. If some are not, it may be an older file of the same people.
///
/// # Errors
///
/// If not one of them is, and nobody of the people has ever had money in these books: it is the file of another house. Or if the books or the people cannot be read.
pub(crate) fn look(books: &dyn Store, people: &People, file: &Path) -> Result<Option<Ownerless>, NotOpen> {
    let ids = people.ids().map_err(|error| failed_people(file, error))?;
    let (mut owned, mut none) = (0_usize, Ownerless { wallets: 0, money: Money::ZERO });
    for (account, money) in books.balances().map_err(NotOpen::Books)?.all() {
        match account {
            Account::Wallet(owner) if ids.contains(owner) => owned += 1,
            Account::Wallet(_) => {
                none.wallets += 1;
                // All the money there can be is far from the bounds.
                none.money = Money::from_units(none.money.units().saturating_add(money.units()));
            }
            Account::World
            | Account::House
            | Account::Bank(_)
            | Account::Layout(..)
            | Account::Held(..)
            | Account::Meter(_)
            | Account::Reserve(_) => {}
        }
    }
    if none.wallets == 0 {
        return Ok(None);
    }
    // Who once had money counts, too: the others may all have come after an older file was copied.
    let mut known = owned > 0;
    for id in &ids {
        known = known || !books.moves(id, 0, 1).map_err(NotOpen::Books)?.is_empty();
    }
    if known {
        return Ok(Some(none));
    }
    Err(not(
        file,
        format!(
            "these people are of another house than the books beside them, or from before any of them had money; {none}; expected the people of that house"
        ),
    ))
}

/// The same as a house opens: that some have none stands in the log then.
///
/// # Errors
///
/// See [`look`].
pub(crate) fn look_and_warn(books: &dyn Store, people: &People, file: &Path) -> Result<(), NotOpen> {
    if let Some(ownerless) = look(books, people, file)? {
        tracing::warn!("{ownerless}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::house::{House, Settings};
    use crate::{PEOPLE, back_up, restore};
    use std::path::Path;

    /// A house in which so many guests have money.
    async fn house(data: &Path, guests: &[&str]) {
        let house = House::open(Settings::new(data)).await.unwrap();
        for name in guests {
            let name = (*name).to_owned();
            let arrival = tercet_people::Arrival { kind: tercet_people::SessionKind::Browser, peer: "here" };
            let began = house.people.ask(move |people, chance| people.guest(&name, arrival, chance, 1));
            house.fund(&began.await.unwrap().account.id).await.unwrap();
        }
        house.close().await;
    }

    /// The books of one house and the people of another open no house, and nothing is made of a copy of both; an older file of the same people does,
    /// and it is said whose money has no owner.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn books_and_people_of_different_houses_do_not_open() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        house(&at("a"), &["Ann"]).await;
        house(&at("b"), &["Bob", "Cy"]).await;
        back_up(&at("a"), &at("older"), true).unwrap();
        house(&at("a"), &["Dot"]).await;
        let restored = restore(&at("older"), &at("restored"), None).unwrap();
        assert_eq!(restored.ownerless, None);

        for from in ["older", "b"] {
            std::fs::copy(at(from).join(PEOPLE), at("a").join(PEOPLE)).unwrap();
            back_up(&at("a"), &at("mixed"), true).unwrap();
            let opened = House::open(Settings::new(at("a"))).await;
            let restored = restore(&at("mixed"), &at("new"), None);
            if from == "older" {
                opened.unwrap().close().await;
                let ownerless = restored.unwrap().ownerless.unwrap();
                assert_eq!(ownerless.wallets, 1);
                assert!(ownerless.to_string().contains("1 wallet in tables.db with $1,000"), "{ownerless}");
            } else {
                for said in [opened.unwrap_err().to_string(), restored.unwrap_err().to_string()] {
                    assert!(said.contains("people.db: these people are of another house"), "{said}");
                    assert!(said.contains("2 wallets in tables.db with $2,000"), "{said}");
                }
                assert!(!at("new").exists());
            }
            for made in ["mixed", "new"] {
                let _ = std::fs::remove_dir_all(at(made));
            }
        }
    }
}
