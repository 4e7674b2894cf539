//! One seat in words: `3: ante=10 pair-plus=5; strategy=play-all; errs=2%; bankroll=500; goal=800; player=ann`

use crate::odds::strategy::Strategy;
use std::str::FromStr;
use tercet_analysis::report::read_bet;
use tercet_rules::{Money, WagerId, shown};
use tercet_sim::MILLION;

/// A seat as an argument. What it does not say is as at the other spots.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatSaid {
    pub(super) spot: u8,
    pub(super) bet: Vec<(WagerId, Money)>,
    pub(super) strategy: Option<Strategy>,
    pub(super) errs: Option<u32>,
    pub(super) bankroll: Option<Money>,
    pub(super) goal: Option<Money>,
    pub(super) player: Option<String>,
}

impl FromStr for SeatSaid {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatSaid, String> {
        let wrong = "expected a spot and what is done there, such as \"3: ante=10 pair-plus=5; strategy=play-all; errs=2%\"";
        let (spot, rest) = text.split_once(':').ok_or(wrong)?;
        let spot = spot.trim().parse().map_err(|_| wrong)?;
        let mut seat = SeatSaid { spot, ..SeatSaid::default() };
        let mut met: Vec<&str> = Vec::new();
        for part in rest.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or(wrong)?;
            if met.contains(&key.trim()) {
                return Err(format!("`{}` stands there twice", shown(key.trim(), 40)));
            }
            met.push(key.trim());
            match key.trim() {
                "strategy" => seat.strategy = Some(value.trim().parse()?),
                "errs" => seat.errs = Some(share(value)?),
                "bankroll" => seat.bankroll = Some(dollars(value)?),
                "goal" => seat.goal = Some(dollars(value)?),
                "player" if value.trim().is_empty() => return Err("player: expected a name".to_owned()),
                "player" => seat.player = Some(value.trim().to_owned()),
                _ => {
                    for bet in part.split_whitespace() {
                        seat.bet.push(read_bet(bet)?);
                    }
                }
            }
        }
        Ok(seat)
    }
}

fn dollars(text: &str) -> Result<Money, String> {
    text.parse::<Money>().map_err(|error| error.to_string())
}

/// A share of decisions in millionths: `2%`, `0.5%`.
///
/// # Errors
///
/// What was expected.
pub(super) fn share(text: &str) -> Result<u32, String> {
    let wrong = || {
        "expected a share of decisions from 0% to 100%, with at most four decimals, such as 2.5%".to_owned()
    };
    let digits = text.trim().strip_suffix('%').ok_or_else(wrong)?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 3 || part.len() > 4 || !all_digits(whole) || !all_digits(part) {
        return Err(wrong());
    }
    let millionths = format!("{whole}{part:0<4}").parse::<u32>().map_err(|_| wrong())?;
    if millionths > MILLION { Err(wrong()) } else { Ok(millionths) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_reads_as_it_is_meant() {
        let seat: SeatSaid =
            "3: ante=10 pair-plus=2.50; strategy=play-all; errs=2.5%; bankroll=500; goal=$800; player=ann"
                .parse()
                .unwrap();
        assert_eq!((seat.spot, seat.bet.len(), seat.errs), (3, 2, Some(25_000)));
        assert_eq!(seat.bankroll, Some(Money::from_units(50_000)));
        assert_eq!(seat.goal, Some(Money::from_units(80_000)));
        assert_eq!(seat.player.as_deref(), Some("ann"));
        assert!(matches!(seat.strategy, Some(Strategy::PlayAll)));
        for wrong in [
            "",
            "ante=10",
            "x: ante=10",
            "1: ante",
            "1: ante=x",
            "1: errs=2",
            "1: strategy=wild",
            "256: ante=1",
            "1: errs=2%; ante=5; errs=3%",
            "1: player=a; player=b",
            "1: ante=5; ante=6",
            "1: ante=5; player= ",
        ] {
            assert!(wrong.parse::<SeatSaid>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_exact() {
        for (text, millionths) in
            [("0%", 0), ("0.0001%", 1), ("2%", 20_000), ("100%", 1_000_000), ("12.34%", 123_400)]
        {
            assert_eq!(share(text), Ok(millionths), "{text}");
        }
        for wrong in ["", "%", "2", "-1%", "100.0001%", "101%", "0.00001%", "1e2%", ".5%"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
