//! A house for drills whose first round of Three Card Poker deals certain cards: the ace, king and queen of spades to spot 4.
//!
//! A deck follows from the house's key, the chance of the round and the secrets of its seats, so cards are not put into it but looked for: chance after
//! chance is tried until the deck is the wanted one. That takes the secrets to be known, so both seats, 3 and 4, must tell [`SECRET`].
//!
//! `cargo run -p tercet-server --example rigged_house -- --data FOLDER --listen 127.0.0.1:0`
#![allow(missing_docs, clippy::print_stderr, reason = "a program, not a library")]

use std::error::Error;
use std::sync::OnceLock;
use std::time::Duration;
use tercet_fair::{Context, Frozen, Sealed, SeatSecret, seat_hash};
use tercet_ledger::Hash;
use tercet_server::{Clocks, House, Settings, serve};
use tercet_table::HouseKey;

/// The secret of every seat.
const SECRET: [u8; 32] = [0x11; 32];
const KEY: [u8; 32] = [7; 32];
const GAME: &str = "three-card-poker";
const SPOTS: [u8; 2] = [3, 4];
/// How many chances are tried before it is clear that something is wrong: a hundred times as many as there are hands.
const MOST: u32 = 2_210_000;

static CHANCE: OnceLock<[u8; 32]> = OnceLock::new();

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let said = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let folder = said("--data").ok_or("--data and a folder are needed")?;
    std::fs::create_dir_all(folder)?;
    std::fs::write(std::path::Path::new(folder).join("seeds.key"), KEY)?;
    CHANCE.set(found()?).map_err(|_| "set twice")?;
    let mut settings = Settings::new(folder);
    settings.chance = || Ok(*CHANCE.get_or_init(|| [0; 32]));
    settings.listen = said("--listen").ok_or("--listen and an address are needed")?.parse()?;
    settings.clocks = Clocks { bet_ms: 9_000, secret_ms: 15_000, decide_ms: 45_000, show_ms: 9_000 };
    let house = House::open(settings).await?;
    let link = house.administrator_link().await?.unwrap_or_default();
    let ready = |at| eprintln!("The house is open: http://{at}\nhttp://{at}/#/join/{link}");
    let stopped = async {
        // Where no signal can be heard, it stays open for as long as a drill may take.
        if tokio::signal::ctrl_c().await.is_err() {
            tokio::time::sleep(Duration::from_secs(600)).await;
        }
    };
    Ok(serve(house, ready, stopped).await?)
}

/// A chance from which spot 4 gets the ace, king and queen of spades.
fn found() -> Result<[u8; 32], Box<dyn Error>> {
    let game = tercet_games::builtin().iter().find(|game| game.id == GAME).ok_or("no such game")?;
    let text = tercet_games::canonical(&tercet_games::read(game.text)?);
    let checked = tercet_games::check(&text)?;
    let deal = checked.game.ways.first().ok_or("no way of dealing")?.name.clone();
    let engine = concat!("tercet ", env!("CARGO_PKG_VERSION"));
    let context = Context::new(GAME, 1, Hash::of(&[text.as_bytes()]).0, deal, engine)?;
    let key = HouseKey::new(KEY);
    let seats = SPOTS.map(|spot| (spot, Some(seat_hash(&context, spot, &SeatSecret::new(SECRET)))));
    for number in 0..MOST {
        let mut chance = [0; 32];
        chance[..4].copy_from_slice(&number.to_be_bytes());
        let sealed = Sealed::new(context.clone(), key.seed(&context, &chance));
        let mut closed = sealed.close(Frozen::new(seats)?);
        for spot in SPOTS {
            closed.reveal(spot, SeatSecret::new(SECRET))?;
        }
        let deck = closed.finish().deck();
        let hand: Vec<String> = deck.cards().iter().skip(3).take(3).map(ToString::to_string).collect();
        if ["As", "Ks", "Qs"].iter().all(|card| hand.iter().any(|one| one == card)) {
            return Ok(chance);
        }
    }
    Err("no such deck was found".into())
}
