//! Which wagers and bonuses of two games answer each other.

use tercet_rules::{Game, LineOf, Reads, WagerNo};

/// Lines of two games, side by side.
pub(super) struct Pairs(Vec<(Option<LineOf>, Option<LineOf>)>);

impl Pairs {
    /// Lines of one id answer each other; of the rest, those that play the same part, in the order of the files.
    pub(super) fn of(a: &Game, b: &Game) -> Pairs {
        let mut left: Vec<LineOf> = lines(b);
        let mut pairs: Vec<(Option<LineOf>, Option<LineOf>)> =
            lines(a).into_iter().map(|line| (Some(line), None)).collect();
        type Same = fn(&Game, LineOf, &Game, LineOf) -> bool;
        let same_id: Same = |a, one, b, other| kind(one) == kind(other) && a.line_id(one) == b.line_id(other);
        let same_part: Same = |a, one, b, other| part(a, one) == part(b, other);
        for same in [same_id, same_part] {
            for (one, partner) in &mut pairs {
                let (Some(one), None) = (*one, *partner) else { continue };
                if let Some(place) = left.iter().position(|other| same(a, one, b, *other)) {
                    *partner = Some(left.remove(place));
                }
            }
        }
        pairs.extend(left.into_iter().map(|line| (None, Some(line))));
        Pairs(pairs)
    }

    /// Every pair; a line that nothing answers stands alone.
    pub(super) fn all(&self) -> &[(Option<LineOf>, Option<LineOf>)] {
        &self.0
    }

    /// The wager of the second game that answers one of the first.
    pub(super) fn partner(&self, no: WagerNo) -> Option<WagerNo> {
        match self.0.iter().find(|(one, _)| *one == Some(LineOf::Wager(no)))?.1? {
            LineOf::Wager(other) => Some(other),
            LineOf::Bonus(_) => None,
        }
    }
}

fn lines(game: &Game) -> Vec<LineOf> {
    game.wager_nos().map(LineOf::Wager).chain((0..game.bonuses.len()).map(LineOf::Bonus)).collect()
}

fn kind(line: LineOf) -> bool {
    matches!(line, LineOf::Bonus(_))
}

/// The part that a line plays: wager or bonus, decision or not, what is read, whether hands are compared.
fn part(game: &Game, line: LineOf) -> (bool, bool, bool, Reads, bool) {
    let table = game.table(line);
    let compares = table.rows.iter().any(|row| !row.player.is_empty());
    let decides = matches!(line, LineOf::Wager(no) if game.play == Some(no));
    let decided_on = matches!(line, LineOf::Wager(no) if game.decided_on() == Some(no));
    (kind(line), decides, decided_on, table.reads, compares)
}
