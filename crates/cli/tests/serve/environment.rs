//! Variables of the environment that are meant for the house and name no setting.

use crate::tercet;
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;

const NAMED: &str = "TERCET_LISEN: there is no such setting, and it is ignored; did you mean TERCET_LISTEN?";

/// `tercet serve` in this folder with these arguments, at an address that is taken: so a house that opens ends at once.
fn serve(data: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    let mut command = tercet();
    command.arg("serve").arg("--data").arg(data).args(["--listen", &at]).args(arguments);
    command.envs(variables.iter().copied()).output().unwrap()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

/// A misspelt variable is named on the standard error, with the setting that is called nearly so, and nothing else is another: neither what programs read nor the
/// status, whether the settings are only looked at or the house opens.
#[test]
fn a_variable_that_names_no_setting_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house");
    // What any other part of the program or of its tests reads is no mistake that anybody would have to mend.
    let misspelt = [("TERCET_LISEN", "0.0.0.0:1"), ("TERCET_GUESTS", "false"), ("TERCET_SESSION", "x")];
    let well = &misspelt[1..];
    let check = ["--check-config", "--minimum-age", "21"];
    let [looked, as_well] = [&misspelt[..], well].map(|variables| serve(&data, variables, &check));
    assert!(looked.status.success() && as_well.status.success(), "{looked:?}");
    assert_eq!(lines(&looked.stderr), [format!("warning: {NAMED}")]);
    assert_eq!(lines(&as_well.stderr), Vec::<String>::new());
    let settings = |ran: &Output| {
        let lines = lines(&ran.stdout).into_iter();
        lines.filter(|line| !line.starts_with("listen = ")).collect::<Vec<_>>()
    };
    assert_eq!(settings(&looked), settings(&as_well));
    assert!(settings(&looked).contains(&"guests = false".into()), "{looked:?}");

    let bad = serve(&data, &misspelt, &["--check-config", "--minimum-age", "x"]);
    assert_eq!(bad.status.code(), Some(2));
    let said = lines(&bad.stderr);
    assert!(said[0].ends_with(NAMED) && said[1].starts_with("error: --minimum-age: "), "{said:?}");

    assert!(!data.exists(), "nothing is made before the house opens");
    let opens = serve(&data, &misspelt, &[]);
    let said = lines(&opens.stderr);
    assert_eq!(said.first(), Some(&format!("warning: {NAMED}")));
    assert!(said.last().unwrap().contains("cannot listen at"), "{said:?}");
    assert!(opens.stdout.is_empty());

    // Every line of such a log is an object.
    let logged = serve(&data, &misspelt, &["--log-format", "json"]);
    let first: Value = serde_json::from_str(&lines(&logged.stderr)[0]).unwrap();
    assert_eq!((&first["level"], &first["fields"]["message"]), (&"WARN".into(), &NAMED.into()), "{first}");
}
