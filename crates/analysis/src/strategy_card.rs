//! A strategy as a player would carry it: a few lines, read from the top.

use crate::decks::{Decks, Pack};
use crate::held::Held;
use crate::law::{Play, choices};
use core::fmt;
use tercet_cards::{CardSet, parse_cards, suit_class, suit_classes};
use tercet_rules::{Game, Hand, HandTest, HandTestError, Reads};

/// A strategy written down: the first line that names the hand decides.
///
/// # Text
///
/// A line is a decision, a colon and hands with commas between; `#` begins a comment.
///
/// ```text
/// # Anything with a pair; of the rest what beats Q-6-4.
/// play: pair or better, Q-6-4 or better
/// fold: any
/// ```
///
/// Decisions are `fold` and `play`, or `play 2x` where the Play wager may be several times its measure: there a bare
/// `play` leaves open how much is meant and is refused. Capitals do not matter. Hands are the
/// tests of a game file ([`HandTest`]) of the three cards that play, with `four cards: ` before it a test of all four,
/// and single hands such as `Qd 6h 3c`, which stand for all that differ by the names of suits. Every hand must be
/// decided, and every line must decide some hand.
///
/// ```
/// use tercet_analysis::StrategyCard;
///
/// let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
/// assert!(StrategyCard::parse("play: queen high or better\nfold: any", &game).is_ok());
///
/// let faults = StrategyCard::parse("play: queen high or better", &game).unwrap_err();
/// assert_eq!(faults[0].to_string(), "line 2: 5s 3h 2d is not decided; end with a line such as `fold: any`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyCard {
    lines: Vec<(Play, Vec<Named>)>,
}

/// Hands that a line names.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Named {
    /// By the three cards that play.
    Playing(HandTest),
    /// By all four cards.
    AllFour(HandTest),
    /// One hand, its suits renamed at will: the representative of its class.
    Class(CardSet),
}

/// What is wrong in the text of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for StrategyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl core::error::Error for StrategyFault {}

impl StrategyCard {
    /// Reads a strategy for a game.
    ///
    /// # Errors
    ///
    /// Every fault: lines that are none, decisions that the game does not have, a hand that nothing decides, and lines
    /// that decide none.
    pub fn parse(text: &str, game: &Game) -> Result<StrategyCard, Vec<StrategyFault>> {
        let reader = Reader { game, plays: choices(game) };
        let (mut lines, mut numbers, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        let mut end = 1;
        for (number, line) in (1..).zip(text.lines()) {
            end = number + 1;
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            match reader.line(line) {
                Ok(line) => {
                    lines.push(line);
                    numbers.push(number);
                }
                Err(messages) => {
                    faults
                        .extend(messages.into_iter().map(|message| StrategyFault { line: number, message }));
                }
            }
        }
        let card = StrategyCard { lines };
        if faults.is_empty() {
            faults = card.faults(game, &numbers, end);
        }
        if faults.is_empty() { Ok(card) } else { Err(faults) }
    }

    /// Lines that decide no hand, by their numbers, and at the end a hand that nothing decides.
    fn faults(&self, game: &Game, numbers: &[usize], end: usize) -> Vec<StrategyFault> {
        let size = usize::from(game.player.0);
        let (mut met, mut open) = (vec![false; self.lines.len()], None);
        for class in suit_classes(size) {
            match self.line_of(game, &class.representative.into()) {
                Some(line) => met[line] = true,
                None => open = open.or(Some(class.representative)),
            }
        }
        // Some hands come from several decks alone; from as many as a hand has cards they all do.
        if met.contains(&false) && size == 3 {
            let decks = Decks::new(3).expect("1 to 8");
            for hand in &Pack::new(decks, CardSet::FULL, size).hands {
                if let Some(line) = self.line_of(game, &hand.cards) {
                    met[line] = true;
                }
            }
        }
        let never = numbers.iter().zip(met).filter(|(_, met)| !met);
        let mut faults: Vec<StrategyFault> = never
            .map(|(line, _)| StrategyFault {
                line: *line,
                message: "it is never reached: the lines above decide every hand that it names".into(),
            })
            .collect();
        faults.extend(open.map(|hand| StrategyFault {
            line: end,
            message: format!("{hand} is not decided; end with a line such as `fold: any`"),
        }));
        faults
    }

    /// A hand of several decks that no line names, if there is one: it holds some card twice.
    pub(crate) fn undecided(&self, game: &Game, decks: Decks) -> Option<Held> {
        let pack = Pack::new(decks, CardSet::FULL, usize::from(game.player.0));
        pack.hands.iter().map(|hand| hand.cards).find(|cards| self.decide(game, cards).is_none())
    }

    /// What is decided for a hand of a game; none if no line names it, which a strategy that was read for this game
    /// does not leave open.
    pub(crate) fn decide(&self, game: &Game, cards: &Held) -> Option<Play> {
        self.line_of(game, cards).map(|line| self.lines[line].0)
    }

    /// The place of the line that decides a hand.
    fn line_of(&self, game: &Game, cards: &Held) -> Option<usize> {
        let playing = Hand::playing(cards, game.ace)?;
        let all = Hand::all_four(cards, game.ace);
        let names = |named: &Named| match named {
            Named::Playing(test) => test.holds(&playing),
            Named::AllFour(test) => all.is_some_and(|all| test.holds(&all)),
            Named::Class(hand) => cards.set().is_some_and(|set| suit_class(set) == *hand),
        };
        self.lines.iter().position(|(_, hands)| hands.iter().any(names))
    }
}

struct Reader<'a> {
    game: &'a Game,
    plays: Vec<Play>,
}

impl Reader<'_> {
    fn line(&self, line: &str) -> Result<(Play, Vec<Named>), Vec<String>> {
        let Some((decision, hands)) = line.split_once(':') else {
            let found: String = line.chars().take(40).collect();
            return Err(vec![format!("`{found}` has no colon; expected such as `play: pair or better`")]);
        };
        let mut faults = Vec::new();
        let decision = decision.split_whitespace().collect::<Vec<_>>().join(" ");
        let play = self.play(&decision);
        if play.is_none() {
            let names: Vec<String> =
                self.plays.iter().map(|play| format!("`{}`", play.words(self.game))).collect();
            let found: String = decision.chars().take(40).collect();
            let why = if decision.eq_ignore_ascii_case("play") {
                "does not say how many times its measure is staked"
            } else {
                "is no decision"
            };
            faults.push(format!("`{found}` {why}; expected one of {}", names.join(", ")));
        }
        let mut named = Vec::new();
        for hand in hands.split(',').map(str::trim) {
            match self.named(hand) {
                Ok(hand) => named.push(hand),
                Err(message) => faults.push(message),
            }
        }
        match play {
            Some(play) if faults.is_empty() => Ok((play, named)),
            _ => Err(faults),
        }
    }

    /// The decision of this name; `play 1x` is one everywhere, even where it is called `play`.
    fn play(&self, name: &str) -> Option<Play> {
        let named = |play: &Play| {
            let times =
                matches!(play, Play::Times(times) if name.eq_ignore_ascii_case(&format!("play {times}x")));
            times || name.eq_ignore_ascii_case(&play.words(self.game))
        };
        self.plays.iter().copied().find(named)
    }

    fn named(&self, text: &str) -> Result<Named, String> {
        const FOUR: &str = "four cards:";
        let four = self.game.player.0 == 4;
        if let Some((_, text)) =
            text.split_at_checked(FOUR.len()).filter(|(begin, _)| begin.eq_ignore_ascii_case(FOUR))
        {
            if !four {
                return Err(format!("`four cards`: {} deals three to the player", self.game.name));
            }
            return test(text.trim(), Reads::AllFour, "").map(Named::AllFour);
        }
        if let Ok(cards) = parse_cards(text)
            && !cards.is_empty()
        {
            let (set, expected) =
                (CardSet::from_iter(cards.iter().copied()), usize::from(self.game.player.0));
            if set.len() != cards.len() || cards.len() != expected {
                return Err(format!("`{text}`: expected {expected} different cards"));
            }
            return Ok(Named::Class(suit_class(set)));
        }
        let all = if four { "; of all four cards such as `four cards: two pair`" } else { "" };
        let one = if four { "Kd Qd 6h 3c" } else { "Qd 6h 3c" };
        test(text, Reads::Hand, &format!("{all}; or one hand such as `{one}`")).map(Named::Playing)
    }
}

/// A test that is blind to the names of suits; where it is none, also says what else was expected.
fn test(text: &str, reads: Reads, or: &str) -> Result<HandTest, String> {
    let blind =
        |form: &&str| !HandTest::parse(form.trim_matches('`'), reads).is_ok_and(|test| test.names_suits());
    let test = HandTest::parse(&usual(text), reads).map_err(|error| {
        let forms: Vec<&str> = error.expected.split(", ").filter(blind).collect();
        let error = HandTestError { expected: forms.join(", ").into(), ..error };
        format!("{error}{or}")
    })?;
    if test.names_suits() {
        return Err(format!(
            "`{text}` asks which suits the cards have, and a strategy is for all suits alike"
        ));
    }
    Ok(test)
}

/// A hand as game files write it, whatever its capitals: ranks with hyphens between in large letters, words in small ones.
fn usual(text: &str) -> String {
    let word = |word: &str| {
        let ranks = word.split('-').all(|part| part.chars().count() == 1);
        if ranks && word.contains('-') { word.to_uppercase() } else { word.to_lowercase() }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Held {
        let cards: CardSet = parse_cards(text).expect("cards").into_iter().collect();
        suit_class(cards).into()
    }

    fn game_file(name: &str) -> Game {
        let path = format!("{}/../../testdata/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        tercet_games::load(&std::fs::read_to_string(path).expect("a game file")).expect("a valid game")
    }

    #[test]
    fn the_first_line_that_names_the_hand_decides() {
        let game = game_file("raise-1-2-3");
        let text = "# raises\nplay 3x: pair or better # big\nfold: Kd Qh 3c\n\nplay 1x: Q-6-4 or better, suited J-T-8\nfold: any\n";
        let card = StrategyCard::parse(text, &game).unwrap();
        for (hand, play) in [
            ("2s 2h 3c", Play::Times(3)),
            ("Ks Qc 3d", Play::Fold),
            ("Ks Qs 3d", Play::Times(1)),
            ("Qs 6h 3d", Play::Fold),
        ] {
            assert_eq!(card.decide(&game, &class(hand)), Some(play), "{hand}");
        }
    }

    #[test]
    fn four_cards_are_tested_too() {
        let game = tercet_games::builtin_game("three-card-fury").unwrap();
        let card = StrategyCard::parse("fold: four cards: two pair\nplay: any", &game).unwrap();
        assert_eq!(card.decide(&game, &class("2s 2h 3c 3d")), Some(Play::Fold));
        assert_eq!(card.decide(&game, &class("2s 2h 3c 4d")), Some(Play::Times(1)));
    }

    /// Who writes by hand does not think of capitals.
    #[test]
    fn capitals_do_not_matter() {
        let poker = tercet_games::builtin_game("three-card-poker").unwrap();
        let fury = tercet_games::builtin_game("three-card-fury").unwrap();
        let raise = game_file("raise-1-2-3");
        for (game, plain, other) in [
            (
                &poker,
                "play: pair of jacks or better, Q-6-4 or better\nfold: any",
                "PLAY: Pair Of Jacks or better, q-6-4 OR BETTER\nFold: ANY",
            ),
            (&poker, "play: suited A-K-Q\nfold: any", "play 1x: Suited a-k-q\nfold:  any"),
            (
                &fury,
                "fold: four cards: four-card flush\nplay: any",
                "Fold: Four Cards: Four-Card Flush\nPlay: Any",
            ),
            (&raise, "play 3x: pair\nplay 1x: any", "PLAY 3X: PAIR\nPlay 1x: any"),
        ] {
            assert_eq!(StrategyCard::parse(other, game), StrategyCard::parse(plain, game), "{other}");
            assert!(StrategyCard::parse(plain, game).is_ok(), "{plain}");
        }
    }

    /// Of several multiples none is the one that is meant by no word.
    #[test]
    fn a_bare_play_says_too_little_where_there_are_multiples() {
        let faults = StrategyCard::parse("Play: any", &game_file("raise-1-2-3")).unwrap_err();
        assert_eq!(
            faults[0].to_string(),
            "line 1: `Play` does not say how many times its measure is staked; expected one of `fold`, `play 1x`, `play 2x`, `play 3x`"
        );
    }

    /// Every form that is listed where a hand is none can be written.
    #[test]
    fn the_forms_that_are_listed_are_forms() {
        for id in ["three-card-poker", "three-card-fury"] {
            let game = tercet_games::builtin_game(id).unwrap();
            let faults = StrategyCard::parse("play: pear\nfold: any", &game).unwrap_err();
            let (_, listed) = faults[0].message.split_once("; expected ").unwrap();
            let forms: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
            for form in ["Q-6-4 or better", "pair of jacks or better", "queen high or better", "any"] {
                assert!(forms.contains(&form), "{form}: {listed}");
            }
            for form in forms.into_iter().filter(|form| !form.starts_with(' ')) {
                let faults = StrategyCard::parse(&format!("play: {form}\nfold: any"), &game).err();
                let none = faults.iter().flatten().find(|fault| !fault.message.contains("never reached"));
                assert_eq!(none, None, "{form}");
            }
        }
    }

    /// A line that decides nothing is a slip of who wrote it, wherever it stands.
    #[test]
    fn lines_that_are_never_reached_are_told() {
        let poker = tercet_games::builtin_game("three-card-poker").unwrap();
        let fury = tercet_games::builtin_game("three-card-fury").unwrap();
        let never = "it is never reached: the lines above decide every hand that it names";
        for (game, text, lines) in [
            (&poker, "fold: any\nplay: pair or better", &[2][..]),
            (&poker, "# mine\n\nplay: pair or better\nplay: flush or better\nfold: any\nfold: any", &[4, 6]),
            (&poker, "play: Q-6-4 or better\nfold: Kd 6h 3c\nfold: any", &[2]),
            (&poker, "play: any\nfold: Kd 6h 3c", &[2]),
            (&fury, "fold: four cards: two pair, pair\nplay: four cards: two pair\nplay: any", &[2]),
            (&poker, "fold: Kd 6h 3c\nplay: Q-6-4 or better\nfold: any", &[]),
        ] {
            let found: Vec<String> = StrategyCard::parse(text, game)
                .err()
                .unwrap_or_default()
                .iter()
                .map(ToString::to_string)
                .collect();
            let wanted: Vec<String> = lines.iter().map(|line| format!("line {line}: {never}")).collect();
            assert_eq!(found, wanted, "{text}");
        }
        let both = StrategyCard::parse("play: pair\nfold: pair", &poker).unwrap_err();
        assert_eq!(both.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 3], "{both:?}");
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let game = tercet_games::builtin_game("three-card-poker").unwrap();
        let faults = StrategyCard::parse("play\nraise: pear, pair\n\nfold: Qd 6h\nfold: one colour", &game)
            .unwrap_err();
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults[0], "line 1: `play` has no colon; expected such as `play: pair or better`");
        assert_eq!(faults[1], "line 2: `raise` is no decision; expected one of `fold`, `play`");
        assert!(faults[2].starts_with("line 2: `pear` is no hand here; expected a hand of three cards"));
        assert_eq!(faults[3], "line 4: `Qd 6h`: expected 3 different cards");
        assert_eq!(
            faults[4],
            "line 5: `one colour` asks which suits the cards have, and a strategy is for all suits alike"
        );
        assert_eq!(faults.len(), 5);
        let four = StrategyCard::parse("play: four cards: pair\nfold: any", &game).unwrap_err();
        assert_eq!(
            four[0].to_string(),
            "line 1: `four cards`: Three Card Poker with 6 Card Bonus and Progressive deals three to the player".replace("Three Card Poker with 6 Card Bonus and Progressive", &game.name)
        );
    }
}
