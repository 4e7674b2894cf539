//! `tercet completions`: what the shell should know about the options, the games and the decisions.
//!
//! Each script is that of `clap_complete`, with an addition: a game goes by its id or by the path of its file, and that
//! library completes ids or paths, not both. It also has an engine that asks the program itself at every key; that one is
//! marked unstable, and a script that does not change with our version is easier to install.

use crate::{arguments, output};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use std::fmt::Write as _;
use std::process::ExitCode;
use tercet_games::builtin;

const INSTALL: &str = "\
Ids of built-in games, paths of game files and decisions are offered too (in bash, zsh and fish).

How to install:
  bash         tercet completions bash \\
                 > ~/.local/share/bash-completion/completions/tercet
  zsh          tercet completions zsh > ~/.zfunc/_tercet
               (once, in ~/.zshrc before compinit: fpath+=~/.zfunc)
  fish         tercet completions fish > ~/.config/fish/completions/tercet.fish
  powershell   tercet completions powershell >> $PROFILE
  elvish       tercet completions elvish >> ~/.config/elvish/rc.elv

Examples:
  tercet completions bash
  tercet completions zsh";

/// Arguments of `tercet completions`.
#[derive(clap::Args)]
#[command(after_help = INSTALL)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    output::print_data(&script(args.shell), ExitCode::SUCCESS)
}

/// The completions for a shell.
fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut described(arguments::command()), "tercet", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => script + &BASH.replace("IDS", &ids().join("|")),
        Shell::Zsh => zsh(&script),
        Shell::Fish => fish(script),
        Shell::Elvish | Shell::PowerShell | _ => script,
    }
}

/// The ids of the built-in games.
fn ids() -> Vec<&'static str> {
    builtin().iter().map(|game| game.id).collect()
}

/// Whether an argument is a game: a built-in one, or the path of a file.
fn is_game(arg: &Arg) -> bool {
    let ids = ["game", "a", "b", "files"];
    arg.is_positional() && ids.contains(&arg.get_id().as_str())
}

/// The command with the values that can be offered. They are for the shells only: the program reads more than these, and
/// says itself what it expected.
fn described(command: Command) -> Command {
    let settles = command.get_name() == "settle";
    let arg = |arg: Arg| match arg.get_id().as_str() {
        _ if is_game(&arg) => arg.value_parser(PossibleValuesParser::new(ids())),
        // A file has an option of its own there; that of `verify` may be a path, too.
        "game" if settles => arg.value_parser(PossibleValuesParser::new(ids())),
        "decision" => arg.value_parser(["play", "fold"]),
        _ => arg,
    };
    command.mut_args(arg).mut_subcommands(described)
}

/// Wherever the ids of games are offered in place of a word, files are too. What begins no id was never kept from being a
/// path: `complete -o default` sees to that.
const BASH: &str = r#"
_tercet_with_files() {
    _tercet "$@"
    [[ $3 == --game ]] && return
    local word file
    for word in "${COMPREPLY[@]}"; do
        case "$word" in
            IDS)
                while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$2")
                compopt -o filenames 2> /dev/null
                return
                ;;
        esac
    done
}
complete -F _tercet_with_files -o bashdefault -o default tercet
"#;

/// The list of ids as an action of its own that offers files beside it.
fn zsh(script: &str) -> String {
    let list = format!("({})", ids().join(" "));
    let games = format!(
        "_tercet_games() {{\n    _alternative 'games:built-in game:{list}' 'files:game file:_files'\n}}\n\n"
    );
    let offered: Vec<String> = script
        .lines()
        .map(|line| {
            let positional = !line.trim_start_matches(['\'', '"', '*']).starts_with("--");
            if positional { line.replace(&format!(":{list}'"), ": _tercet_games'") } else { line.to_owned() }
        })
        .collect();
    // The last lines run the completion, so everything must stand before them.
    let script = offered.join("\n") + "\n";
    match script.rfind("\nif [ ") {
        Some(end) => format!("{}\n{games}{}", &script[..end], &script[end + 1..]),
        None => script.clone() + &games,
    }
}

/// Fish offers files by itself, and no values of arguments that are not options.
fn fish(mut script: String) -> String {
    let command = arguments::command();
    let mut add = |condition: &str| {
        let ids = ids().join(" ");
        let _cannot_fail = writeln!(script, "complete -c tercet -n \"{condition}\" -a \"{ids}\"");
    };
    for path in games_after(&command) {
        let (name, kind) = (path[0], path.get(1));
        let kind = kind.map(|kind| format!("; and __fish_seen_subcommand_from {kind}")).unwrap_or_default();
        add(&format!("__fish_tercet_using_subcommand {name}{kind}"));
    }
    script
}

/// The commands that a game stands after, each as its words: `show`, `chart decisions`.
fn games_after(command: &Command) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    for below in command.get_subcommands() {
        if below.get_positionals().any(is_game) {
            all.push(vec![below.get_name()]);
        }
        let deeper = games_after(below).into_iter().map(|rest| [vec![below.get_name()], rest].concat());
        all.extend(deeper);
    }
    all
}

#[cfg(test)]
mod tests;
