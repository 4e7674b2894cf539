//! The page of rulings is what the catalogue and the files say.

use super::common;
#[test]
fn the_page_of_rulings_is_up_to_date() {
    common::assert_golden("docs/RULINGS.md", &tercet_games::rulings_page());
}
