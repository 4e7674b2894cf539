//! Questions that one store hands on to another.

/// Hands the named questions of a [`Store`](crate::Store) on to another store as they are, for one that stands before it and answers the others itself.
///
/// It stands inside `impl Store`, and says how the other store is found: `handed_on! { it => it.store; receipt, version }`. What is neither named
/// nor written out is answered as the trait does. The crate that uses it depends on `tercet-ledger` and `tercet-rules`.
///
/// ```
/// use tercet_store::{Append, AppendError, Memory, Receipt, Store, handed_on};
///
/// /// A store that takes nothing any more.
/// struct Full(Memory);
///
/// impl Store for Full {
///     fn append(&self, _: &Append) -> Result<Receipt, AppendError> {
///         Err(tercet_store::Failure::Full("no room".into()).into())
///     }
///
///     handed_on! { it => it.0; receipt, version, events, moves, balance, balances, chain, records }
/// }
///
/// assert_eq!(Full(Memory::new()).chain()?.size, 0);
/// # Ok::<(), tercet_store::Failure>(())
/// ```
#[macro_export]
macro_rules! handed_on {
    (@ $it:ident $store:expr; append) => {
        $crate::handed_on! { @@ $it $store; append(append: &$crate::Append) -> Result<$crate::Receipt, $crate::AppendError> }
    };
    (@ $it:ident $store:expr; submit) => {
        fn submit(&self, append: $crate::Append, done: $crate::Done) {
            let $it = self;
            $crate::Store::submit(&$store, append, done);
        }
    };
    (@ $it:ident $store:expr; receipt) => {
        $crate::handed_on! { @? $it $store; receipt(key: &::tercet_ledger::Key) -> Option<(::tercet_ledger::Hash, $crate::Receipt)> }
    };
    (@ $it:ident $store:expr; version) => {
        $crate::handed_on! { @? $it $store; version(stream: &::tercet_ledger::Name) -> u64 }
    };
    (@ $it:ident $store:expr; events) => {
        $crate::handed_on! { @? $it $store; events(stream: &::tercet_ledger::Name, from: u64, most: usize) -> Vec<$crate::Stored> }
    };
    (@ $it:ident $store:expr; moves) => {
        $crate::handed_on! { @? $it $store; moves(player: &::tercet_ledger::Name, from: u64, most: usize) -> Vec<u64> }
    };
    (@ $it:ident $store:expr; moves_before) => {
        $crate::handed_on! { @? $it $store; moves_before(player: &::tercet_ledger::Name, before: u64, most: usize) -> Vec<u64> }
    };
    (@ $it:ident $store:expr; balance) => {
        $crate::handed_on! { @? $it $store; balance(account: &::tercet_ledger::Account) -> ::tercet_rules::Money }
    };
    (@ $it:ident $store:expr; balances) => {
        $crate::handed_on! { @? $it $store; balances() -> ::tercet_ledger::Balances }
    };
    (@ $it:ident $store:expr; chain) => {
        $crate::handed_on! { @? $it $store; chain() -> ::tercet_ledger::Chain }
    };
    (@ $it:ident $store:expr; records) => {
        $crate::handed_on! { @? $it $store; records(from: u64, most: usize) -> Vec<Vec<u8>> }
    };
    (@ $it:ident $store:expr; rows) => {
        $crate::handed_on! { @? $it $store; rows(from: u64, most: usize) -> Vec<(u64, Vec<u8>)> }
    };
    (@ $it:ident $store:expr; strays) => {
        $crate::handed_on! { @? $it $store; strays(found: &mut dyn FnMut($crate::Stray)) -> () }
    };
    // What is only read.
    (@? $it:ident $store:expr; $question:ident($($name:ident: $of:ty),*) -> $answer:ty) => {
        $crate::handed_on! { @@ $it $store; $question($($name: $of),*) -> Result<$answer, $crate::Failure> }
    };
    (@@ $it:ident $store:expr; $question:ident($($name:ident: $of:ty),*) -> $answer:ty) => {
        fn $question(&self, $($name: $of),*) -> $answer {
            let $it = self;
            $crate::Store::$question(&$store, $($name),*)
        }
    };
    ($it:ident => $store:expr; $($question:ident),+ $(,)?) => {
        $($crate::handed_on! { @ $it $store; $question })+
    };
}
