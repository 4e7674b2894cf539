//! What somebody is in the house, and what that lets them do.

use std::fmt;

/// What somebody is in the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Sits at tables and bets.
    Player,
    /// Runs the round of a table.
    Dealer,
    /// Is in charge of the tables, and settles what is disputed there.
    Floor,
    /// Takes money in and pays it out.
    Cashier,
    /// Reads everything and changes nothing.
    Auditor,
    /// Decides who the people are and how the house is set up.
    Administrator,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 6] =
        [Role::Player, Role::Dealer, Role::Floor, Role::Cashier, Role::Auditor, Role::Administrator];

    /// The role as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Floor => "floor",
            Role::Cashier => "cashier",
            Role::Auditor => "auditor",
            Role::Administrator => "administrator",
        }
    }

    /// The role that this word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }

    /// What the role lets somebody do: the one place where that stands.
    #[must_use]
    pub const fn rights(self) -> &'static [Right] {
        match self {
            Role::Player => &[Right::Bet, Right::Watch, Right::OpenCases],
            Role::Dealer => &[Right::Watch, Right::RunTables],
            Role::Floor => &[
                Right::Watch,
                Right::RunTables,
                Right::VoidRounds,
                Right::SetTables,
                Right::ReadAll,
                Right::ReadReports,
                Right::ReadPeople,
                Right::OpenCases,
                Right::AnswerCases,
                Right::UnlockLogins,
                Right::ProtectPlayers,
            ],
            Role::Cashier => &[Right::Cash, Right::ReadPeople],
            Role::Auditor => &[
                Right::Watch,
                Right::ReadAll,
                Right::ReadReports,
                Right::ReadPeople,
                Right::ReadEvents,
                Right::ReadMetrics,
            ],
            Role::Administrator => &[
                Right::Watch,
                Right::SetTables,
                Right::ReadReports,
                Right::ReadPeople,
                Right::ManagePeople,
                Right::UnlockLogins,
                Right::ProtectPlayers,
                Right::SetHouse,
                Right::ReadEvents,
                Right::ReadMetrics,
            ],
        }
    }

    /// Whether one person may not have both roles: who plays is not of the staff, who audits does nothing else, and who decides on people
    /// does not move their money.
    #[must_use]
    pub const fn clashes_with(self, other: Role) -> bool {
        match (self, other) {
            (Role::Player, Role::Player) | (Role::Auditor, Role::Auditor) => false,
            (Role::Player | Role::Auditor, _) | (_, Role::Player | Role::Auditor) => true,
            (Role::Administrator, Role::Cashier) | (Role::Cashier, Role::Administrator) => true,
            (
                Role::Dealer | Role::Floor | Role::Cashier | Role::Administrator,
                Role::Dealer | Role::Floor | Role::Cashier | Role::Administrator,
            ) => false,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One thing that somebody may do. What everybody may do with what is their own needs no right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Right {
    /// Sit at a table, bet and decide.
    Bet,
    /// Watch a table without a seat.
    Watch,
    /// Open, pause and close a table, and report what happens there.
    RunTables,
    /// Void a round.
    VoidRounds,
    /// Set the limits, pay tables and settings of a table.
    SetTables,
    /// Take in and pay out the money of others.
    Cash,
    /// Read all histories and the journal.
    ReadAll,
    /// Read what tables drop, win and hold.
    ReadReports,
    /// Look up accounts.
    ReadPeople,
    /// Read the log of significant events.
    ReadEvents,
    /// Read the figures of the running program.
    ReadMetrics,
    /// Open a case about a round.
    OpenCases,
    /// Answer and close a case.
    AnswerCases,
    /// Let somebody sign in again whose login is locked.
    UnlockLogins,
    /// Set the house's limits for a player, and keep one away.
    ProtectPlayers,
    /// Invite people, change their roles, close and reopen accounts, end sessions.
    ManagePeople,
    /// Change the settings of the house.
    SetHouse,
}

impl Right {
    /// The roles that have it, in the order of [`Role::ALL`].
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |role| role.rights().contains(&self))
    }

    /// What to tell somebody who has none of these rights: which would do, and who has them.
    #[must_use]
    pub fn expected(any: &[Right]) -> String {
        let each = |right: &Right| {
            let roles: Vec<&str> = right.roles().map(Role::word).collect();
            format!("{right} (it goes with: {})", roles.join(", "))
        };
        format!("expected the right {}", any.iter().map(each).collect::<Vec<_>>().join(" or "))
    }

    /// Every right.
    pub const ALL: [Right; 17] = [
        Right::Bet,
        Right::Watch,
        Right::RunTables,
        Right::VoidRounds,
        Right::SetTables,
        Right::Cash,
        Right::ReadAll,
        Right::ReadReports,
        Right::ReadPeople,
        Right::ReadEvents,
        Right::ReadMetrics,
        Right::OpenCases,
        Right::AnswerCases,
        Right::UnlockLogins,
        Right::ProtectPlayers,
        Right::ManagePeople,
        Right::SetHouse,
    ];

    /// The right as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Right::Bet => "bet",
            Right::Watch => "watch",
            Right::RunTables => "run-tables",
            Right::VoidRounds => "void-rounds",
            Right::SetTables => "set-tables",
            Right::Cash => "cash",
            Right::ReadAll => "read-all",
            Right::ReadReports => "read-reports",
            Right::ReadPeople => "read-people",
            Right::ReadEvents => "read-events",
            Right::ReadMetrics => "read-metrics",
            Right::OpenCases => "open-cases",
            Right::AnswerCases => "answer-cases",
            Right::UnlockLogins => "unlock-logins",
            Right::ProtectPlayers => "protect-players",
            Right::ManagePeople => "manage-people",
            Right::SetHouse => "set-house",
        }
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The roles of one person: at least one, and none that [clash](Role::clashes_with).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roles(Vec<Role>);

impl Roles {
    /// Some roles, in whatever order.
    ///
    /// # Errors
    ///
    /// If there is none, or two clash.
    pub fn new(roles: &[Role]) -> Result<Roles, RolesRefused> {
        let roles: Vec<Role> = Role::ALL.into_iter().filter(|role| roles.contains(role)).collect();
        if roles.is_empty() {
            return Err(RolesRefused::None);
        }
        for one in &roles {
            if let Some(other) = roles.iter().find(|other| one.clashes_with(**other)) {
                return Err(RolesRefused::Clash(*one, *other));
            }
        }
        Ok(Roles(roles))
    }

    /// Those of whoever came by themselves.
    #[must_use]
    pub fn player() -> Roles {
        Roles(vec![Role::Player])
    }

    /// The roles, in the order of [`Role::ALL`].
    #[must_use]
    pub fn all(&self) -> &[Role] {
        &self.0
    }

    /// Whether this is one of them.
    #[must_use]
    pub fn has(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// Whether one of them lets somebody do this.
    #[must_use]
    pub fn may(&self, right: Right) -> bool {
        self.0.iter().any(|role| role.rights().contains(&right))
    }

    /// Whether one of them is not the player's.
    #[must_use]
    pub fn are_staff(&self) -> bool {
        self.0.iter().any(|role| *role != Role::Player)
    }

    /// The roles that these words mean, as [`Roles`] writes them.
    pub(crate) fn read(text: &str) -> Option<Roles> {
        let roles: Option<Vec<Role>> = text.split(' ').map(Role::of).collect();
        Roles::new(&roles?).ok().filter(|roles| roles.to_string() == text)
    }
}

impl fmt::Display for Roles {
    /// The words, with a space between: `dealer floor`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|role| role.word()).collect();
        f.pad(&words.join(" "))
    }
}

/// Says why some roles cannot be those of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RolesRefused {
    /// There is none.
    None,
    /// Nobody may have both.
    Clash(Role, Role),
}

impl fmt::Display for RolesRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RolesRefused::None => f.write_str("no role; expected at least one"),
            RolesRefused::Clash(one, other) => {
                write!(
                    f,
                    "{one} and {other} are not for one person; expected another account for one of them"
                )
            }
        }
    }
}

impl std::error::Error for RolesRefused {}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> String {
        let mut text = format!("{:<16}", "");
        Role::ALL.iter().for_each(|role| text += &format!("{role:<14}"));
        for right in Right::ALL {
            let cells = Role::ALL.map(|role| if role.rights().contains(&right) { "x" } else { "." });
            text = format!("{}\n{right:<16}", text.trim_end());
            cells.iter().for_each(|cell| text += &format!("{cell:<14}"));
        }
        text = format!("{}\n", text.trim_end());
        for one in Role::ALL {
            let others = Role::ALL.into_iter().filter(|other| one.clashes_with(*other));
            let others: Vec<&str> = others.map(Role::word).collect();
            text += &format!("\n{one} clashes with: {}", others.join(" "));
        }
        text + "\n"
    }

    /// The whole matrix: a right that moves shows.
    #[test]
    fn the_matrix_of_rights_is_as_written() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rights.golden");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path, table()).unwrap();
        }
        assert_eq!(table(), std::fs::read_to_string(path).unwrap());
    }

    #[test]
    fn roles_read_back_and_clash_both_ways() {
        for one in Role::ALL {
            for other in Role::ALL {
                assert_eq!(one.clashes_with(other), other.clashes_with(one));
                match Roles::new(&[other, one]) {
                    Ok(roles) => assert_eq!(Roles::read(&roles.to_string()), Some(roles)),
                    Err(refused) => {
                        assert!(one.clashes_with(other) && refused.to_string().contains("expected"))
                    }
                }
            }
        }
        assert_eq!(Roles::new(&[]), Err(RolesRefused::None));
        for text in ["", "player player", "dealer  floor", "floor dealer", "player dealer", "king"] {
            assert_eq!(Roles::read(text), None, "{text}");
        }
    }

    #[test]
    fn every_right_is_somebodys_and_the_one_who_bets_is_not_of_the_staff() {
        for right in Right::ALL {
            assert!(Role::ALL.iter().any(|role| role.rights().contains(&right)), "{right}");
        }
        for role in Role::ALL {
            assert_eq!(role.rights().contains(&Right::Bet), role == Role::Player);
        }
    }
}
