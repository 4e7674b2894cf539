//! The tests of the game files and of their reader.

mod bad_files;
mod builtin;
mod canonical;
mod card_rules;
mod common;
mod every_fault;
mod game_file_page;
mod house_games;
mod lints;
mod reader;
mod royal_family;
mod rulings_page;
mod variants;
