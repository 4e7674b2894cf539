//! The games and the bets that are timed.

use tercet_analysis::{Bet, Spot};
use tercet_rules::{Amount, Game, Money, Stage, WagerId, WagerNo};

/// Every stake, in units of money; wagers of a fixed amount aside.
pub(crate) const UNIT: Money = Money::from_units(100);

/// The meter at the deal.
const METER: Money = Money::from_units(1_000_000);

pub(crate) fn builtin(id: &str) -> Game {
    tercet_games::builtin_game(id).expect("a built-in game")
}

/// Every game file that the tests have, by name, in order.
pub(crate) fn files() -> Vec<(String, Game)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games");
    let entries = std::fs::read_dir(folder).expect("a folder of game files");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<(String, Game)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a game file");
            (name, tercet_games::load(&text).expect("a valid game"))
        })
        .collect();
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    files
}

/// Every wager of a game.
pub(crate) fn all(game: &Game) -> Vec<WagerNo> {
    game.wager_nos().collect()
}

/// A bet of some wagers, one unit each; those that are closed are left out.
pub(crate) fn bet(game: &Game, wagers: &[WagerNo]) -> Bet {
    let stake = |no: &WagerNo| {
        let wager = game.wager(*no);
        let stake = match wager.amount {
            Amount::Free => UNIT,
            Amount::Fixed(stake) => stake,
            Amount::EqualTo(_) | Amount::Times(..) => return None,
        };
        let open = wager.stage != Stage::Decision && !wager.table.closed;
        open.then(|| (wager.id.clone(), stake))
    };
    let stakes: Vec<(WagerId, Money)> = wagers.iter().filter_map(stake).collect();
    Bet::new(game, &stakes).expect("what it needs is beside it")
}

/// A bet at a table.
pub(crate) fn spot<'a>(game: &'a Game, bet: &'a Bet) -> Spot<'a> {
    Spot { game, bet, meter: game.meter.is_some().then_some(METER) }
}
