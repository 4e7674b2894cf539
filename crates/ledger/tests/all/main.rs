//! What the ledger promises, over every game there is.

mod books;
mod bytes;
mod meters;
mod table;
