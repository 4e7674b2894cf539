//! Two tables at which the same is asked and other cards are dealt look the same to whoever sees none of those cards.

use crate::played::{GAMES, play};
use crate::room::{Dice, PLAYERS, Room};
use tercet_rules::{Audience, Phase};
use tercet_table::{Stage, TableView};

/// What somebody sees, without what must differ: the commitment to another seed, what binds to it, and the viewer's own cards.
fn seen(room: &Room, viewer: Audience<'_>) -> TableView {
    let mut view = room.live.table().view(viewer);
    assert!(view.seed.is_none(), "before the end");
    (view.commitment, view.frozen) = (None, None);
    for spot in view.view.iter_mut().flat_map(|view| &mut view.spots) {
        if viewer == Audience::Player(&spot.player) {
            (spot.cards, spot.rank, spot.both) = (None, None, None);
        }
    }
    view
}

/// A few rounds, and everything that anybody saw or was told until the dealer's hand was turned over.
fn evening(id: &str, seed: u64, twist: u8) -> (Vec<TableView>, Vec<String>) {
    let (mut room, mut dice) = (Room::open(id, 5_000), Dice::new(seed));
    room.twist = twist;
    let mut views = Vec::new();
    for _ in 0..4 {
        play(&mut room, &mut dice, |room, _| {
            if matches!(room.stage(), Some(Stage::Open | Stage::Closed | Stage::Dealt)) {
                views.extend([Audience::Spectator, Audience::Dealer].map(|viewer| seen(room, viewer)));
                views.extend(PLAYERS.map(|player| seen(room, Audience::Player(player))));
                prints_no_card(room);
            }
        });
    }
    (views, std::mem::take(&mut room.said))
}

/// Whatever is printed of a table in play has no hand in it.
fn prints_no_card(room: &Room) {
    let Some(Phase::Deciding(dealt)) = room.live.table().round().map(|round| round.phase()) else { return };
    let printed = format!("{:?}", room.live);
    for hand in &dealt.hands {
        // One card may stand in a hash by accident, three of them in a row do not.
        let cards = format!("{:?}", hand.cards);
        assert!(!printed.contains(cards.trim_matches(['[', ']'])), "{cards} in {printed}");
    }
}

#[test]
fn who_sees_no_card_sees_no_difference() {
    let (mut compared, mut seed) = (0, 0);
    for id in GAMES {
        for _ in 0..6 {
            seed += 1;
            let [one, other] = [1, 2].map(|twist| evening(id, seed, twist));
            assert_eq!(one.1, other.1, "{id} {seed}: what was answered");
            assert_eq!(one.0, other.0, "{id} {seed}: what was seen");
            assert_eq!(format!("{:?}", one.0), format!("{:?}", other.0));
            compared += one.0.len();
        }
    }
    assert!(compared > 3_000, "{compared} views were compared");
}
