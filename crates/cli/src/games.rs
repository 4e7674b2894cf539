//! `tercet games`: what can be played, at a glance.

use crate::output::text::{Look, Writer, words};
use crate::output::{self, Screen};
use crate::source::{self, Loaded, Variant};
use serde_json::{Value, json};
use std::process::ExitCode;
use tercet_games::builtin;
use tercet_rules::{Game, LineOf, Stage};

const EXAMPLES: &str = "\
Examples:
  tercet games
  tercet games --json";

/// Arguments of `tercet games`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print the list as JSON, with the wagers and bonuses of each game.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let games: Result<Vec<Loaded>, String> =
        builtin().iter().map(|file| source::load(file.id, &Variant::default())).collect();
    match games {
        Err(message) => output::unusable(&message),
        Ok(games) if args.json => {
            let games: Vec<Value> = games.iter().map(as_json).collect();
            output::print_data(&format!("{:#}\n", Value::from(games)), ExitCode::SUCCESS)
        }
        Ok(games) => output::print(&list(&games, output::screen())),
    }
}

fn list(games: &[Loaded], screen: Screen) -> String {
    let mut writer = Writer::new(screen);
    for loaded in games {
        let game = &*loaded.game;
        let name = [words(&format!("{}:", game.id), Look::Bold), words(&game.name, Look::Plain)].concat();
        writer.paragraph(name, 0, "");
        if let Some(summary) = &game.summary {
            writer.paragraph(words(summary, Look::Plain), 4, "");
        }
        writer.paragraph(words(&format!("Bets: {}.", bets(game)), Look::Plain), 4, "");
        if let Some(source) = &game.source {
            writer.paragraph(words(&format!("After {source}."), Look::Dim), 4, "");
        }
        writer.end_line();
    }
    let next = "tercet show GAME prints a rule card, tercet play GAME deals you in.";
    writer.paragraph(words(next, Look::Dim), 0, "");
    writer.finish()
}

fn bets(game: &Game) -> String {
    let names: Vec<&str> = game.wagers.iter().map(|wager| wager.name.as_str()).collect();
    names.join(", ")
}

fn as_json(loaded: &Loaded) -> Value {
    let game = &*loaded.game;
    let wagers: Vec<Value> = game
        .wagers
        .iter()
        .map(|wager| {
            let stage = match wager.stage {
                Stage::BeforeDeal => "before-deal",
                Stage::Decision => "decision",
            };
            json!({
                "id": wager.id.as_str(),
                "name": wager.name,
                "stage": stage,
                "required": wager.required.is_some(),
                "closed": wager.table.closed,
            })
        })
        .collect();
    let bonuses: Vec<Value> = (0..game.bonuses.len())
        .map(LineOf::Bonus)
        .map(|bonus| json!({ "id": game.line_id(bonus).as_str(), "name": game.line_name(bonus) }))
        .collect();
    json!({
        "id": game.id.as_str(),
        "name": game.name,
        "summary": game.summary,
        "source": game.source,
        "rules": loaded.hash,
        "wagers": wagers,
        "bonuses": bonuses,
    })
}
