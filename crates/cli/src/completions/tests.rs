use super::*;
use std::path::Path;
use std::process::Command as Process;

/// Every command whose help speaks of a built-in game where a word stands by itself is one that a game stands after.
#[test]
fn every_command_that_takes_a_game_is_known() {
    let command = arguments::command();
    let known = games_after(&command);
    assert!(known.contains(&vec!["check"]) && known.contains(&vec!["chart", "decisions"]), "{known:?}");
    fn look(command: &Command, path: &[String], known: &[Vec<&str>]) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let path = [path, &[below.get_name().to_owned()]].concat();
            let help = |arg: &Arg| arg.get_help().map(ToString::to_string).unwrap_or_default();
            let speaks = below.get_positionals().any(|arg| {
                let help = help(arg).to_lowercase();
                help.contains("built-in game") || help.contains("game file") || help.ends_with(" game.")
            });
            assert_eq!(speaks, known.iter().any(|known| *known == path), "{path:?}");
            look(below, &path, known);
        }
    }
    look(&command, &[], &known);
}

#[test]
fn each_script_offers_every_game_after_each_command() {
    let count = games_after(&arguments::command()).len();
    for (shell, offer, most) in [
        (Shell::Bash, ids().join(" "), count + 1),
        (Shell::Zsh, ": _tercet_games'".into(), count),
        (Shell::Fish, format!("-a \"{}\"", ids().join(" ")), count),
    ] {
        let script = script(shell);
        assert!(
            script.matches(&offer).count() >= count,
            "{shell}: {} of {most}",
            script.matches(&offer).count()
        );
    }
    assert!(script(Shell::Zsh).contains("'files:game file:_files'"));
    assert!(script(Shell::Zsh).trim_end().ends_with("fi"), "the call comes last");
}

/// What bash offers for the last of these words, in the folder of this crate; none where there is no bash.
fn offered(words: &[&str]) -> Option<Vec<String>> {
    let drive = format!(
        "{}\nCOMP_WORDS=(tercet \"$@\"); COMP_CWORD=$#\n_tercet_with_files tercet \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\" 2> /dev/null\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script(Shell::Bash)
    );
    let output = Process::new("bash")
        .args(["--norc", "-c", &drive, "bash"])
        .args(words)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .ok()?;
    Some(String::from_utf8(output.stdout).expect("words").lines().map(str::to_owned).collect())
}

#[test]
fn bash_offers_ids_and_paths_where_a_game_stands() {
    let command = arguments::command();
    for path in games_after(&command) {
        let Some(all) = offered(&[&path[..], &[""]].concat()) else { return };
        for wanted in ids().into_iter().chain(["Cargo.toml", "src"]) {
            assert!(all.iter().any(|word| word == wanted), "{path:?}: {wanted} in {all:?}");
        }
        let begun = offered(&[&path[..], &["three-card-f"]].concat()).unwrap_or_default();
        assert!(begun.iter().all(|word| word.starts_with("three-card-f")) && begun.len() >= 2, "{begun:?}");
    }
}

#[test]
fn bash_offers_the_values_of_options() {
    let Some(decisions) = offered(&["settle", "--decision", ""]) else { return };
    assert_eq!(decisions, ["play", "fold"]);
    assert_eq!(
        offered(&["settle", "--game", ""]).unwrap_or_default(),
        ids(),
        "a file has an option of its own"
    );
    assert_eq!(offered(&["settle", "--game-file", "Cargo"]).unwrap_or_default(), ["Cargo.toml"]);
    assert!(offered(&["show", "--ru"]).unwrap_or_default().contains(&"--ruling".to_owned()));
}

/// Where `--game` may be a path, paths are offered and not ids alone.
#[test]
fn an_option_that_takes_a_path_offers_paths() {
    let Some(all) = offered(&["verify", "--game", "Cargo"]) else { return };
    assert_eq!(all, ["Cargo.toml"]);
}
