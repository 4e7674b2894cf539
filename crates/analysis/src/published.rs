//! Figures that others have published (docs: the list of published figures).
use super::*;
use tercet_rules::{Game, Money, WagerId};

fn law(game: &Game, wagers: &[(&str, i64)], strategy: Strategy<'_>) -> Law {
    let wagers: Vec<_> = wagers.iter().map(|(id, n)| (WagerId::from(*id), Money::from_units(*n))).collect();
    let bet = Bet::new(game, &wagers).unwrap();
    Law::of(&Spot { game, bet: &bet, meter: Some(Money::from_units(100_000)) }, strategy)
}

fn alone(game: &Game, id: &str) -> Figures {
    let no = game.wager_no(id).unwrap();
    let stake = Money::from_units(100);
    let bet = Bet::alone(game, no, stake);
    let law = Law::of_hand(&Spot { game, bet: &bet, meter: None }).expect("decided by one hand");
    Figures::of(&law, stake, |_| true)
}

fn with_pays(game: &str, table: &str, pays: &str) -> Game {
    let mut doc = tercet_games::builtin_doc(game).unwrap();
    tercet_games::variant::set_pays(&mut doc, table, pays).unwrap();
    doc.check().unwrap()
}

fn percent(value: f64) -> String {
    format!("{:.4} %", value * 100.0)
}

#[test]
fn ante_and_play_of_three_card_poker() {
    let game = tercet_games::builtin_game("three-card-poker").unwrap();
    let best = law(&game, &[("ante", 100)], Strategy::Best);
    assert_eq!(best.deals, 407_170_400);
    let played: u64 = best.decided().filter(|d| d.play != Play::Fold).map(|d| d.class.size).sum();
    assert_eq!(played, 14_900);
    let figures = Figures::of(&best, Money::from_units(100), |_| true);
    assert_eq!(figures.expectation().to_string(), "-13733780/407170400");
    assert_eq!(percent(figures.house_edge()), "3.3730 %");
    assert_eq!(percent(figures.element_of_risk()), "2.0147 %");
    assert_eq!(format!("{:.4}", figures.standard_deviation()), "1.6393");
    let always = law(&game, &[("ante", 1)], Strategy::PlayAll);
    assert_eq!(always.total(Outcome::net), -31_163_984);
    assert_eq!(percent(Figures::of(&always, Money::from_units(1), |_| true).house_edge()), "7.6538 %");
}

#[test]
fn other_ante_bonuses() {
    for (pays, edge) in [("5-3-1", "3.6083 %"), ("4-3-1", "3.8255 %"), ("3-2-1", "4.2780 %")] {
        let game = with_pays("three-card-poker", "ante-bonus", pays);
        let best = law(&game, &[("ante", 100)], Strategy::Best);
        assert_eq!(
            percent(Figures::of(&best, Money::from_units(100), |_| true).house_edge()),
            edge,
            "{pays}"
        );
    }
}

#[test]
fn pair_plus() {
    let game = tercet_games::builtin_game("three-card-poker").unwrap();
    assert_eq!(alone(&game, "pair-plus").expectation().to_string(), "-1608/22100");
    for (pays, edge) in [
        ("40-30-6-4-1", "2.3167 %"),
        ("40-30-6-3-1", "7.2760 %"),
        ("40-25-6-4-1", "3.4932 %"),
        ("40-30-5-4-1", "5.5747 %"),
    ] {
        let game = with_pays("three-card-poker", "pair-plus", pays);
        assert_eq!(percent(alone(&game, "pair-plus").house_edge()), edge, "{pays}");
    }
}

#[test]
fn six_card_bonus() {
    for (pays, edge) in [("1000-200-100-20-15-10-7", "8.5614 %"), ("1000-200-50-25-15-10-5", "15.2790 %")] {
        let game = with_pays("three-card-poker", "six-card-bonus", pays);
        let figures = alone(&game, "six-card-bonus");
        assert_eq!(figures.deals, 20_358_520);
        assert_eq!(percent(figures.house_edge()), edge, "{pays}");
    }
}

#[test]
fn a_mix_agrees_with_its_parts() {
    let game = tercet_games::builtin_game("three-card-poker").unwrap();
    let all = law(&game, &[("ante", 100), ("pair-plus", 100), ("six-card-bonus", 100)], Strategy::Best);
    let line = |id: &str| {
        let of = tercet_rules::LineOf::Wager(game.wager_no(id).unwrap());
        Figures::of(&all, Money::from_units(100), move |line| line == of).expectation().reduced()
    };
    assert_eq!(line("pair-plus"), alone(&game, "pair-plus").expectation().reduced());
    assert_eq!(line("six-card-bonus"), alone(&game, "six-card-bonus").expectation().reduced());
}
