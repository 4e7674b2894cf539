//! An option for each setting of the server.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
use tercet_server::{BadSetting, SETTINGS, Settings};

/// The settings that were given, each with where.
pub(super) struct Options(Vec<(&'static str, String, String)>);

impl Options {
    /// Sets them; gives those that cannot be.
    pub(super) fn set(&self, settings: &mut Settings) -> Vec<BadSetting> {
        self.0.iter().filter_map(|(name, text, at)| settings.set(name, text, at).err()).collect()
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Options, Error> {
        let given = SETTINGS.iter().filter_map(|setting| {
            let text = matches.get_one::<String>(setting.name)?;
            let from_environment = matches.value_source(setting.name) == Some(ValueSource::EnvVariable);
            let at = if from_environment { setting.environment() } else { format!("--{}", setting.name) };
            Some((setting.name, text.clone(), at))
        });
        Ok(Options(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Options::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Options {
    fn augment_args(command: Command) -> Command {
        SETTINGS.iter().fold(command, |command, setting| {
            let usual = setting.usual();
            let usual = if usual.is_empty() { String::new() } else { format!(" [usual: {usual}]") };
            let arg = Arg::new(setting.name)
                .long(setting.name)
                .value_name(setting.value)
                .help(format!("{}{usual}", setting.help))
                .env(setting.environment())
                .help_heading("Settings");
            command.arg(arg)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Options::augment_args(command)
    }
}
