//! The store in memory passes what every store passes.

#[test]
fn the_memory_store_keeps_the_contract() {
    tercet_store::contract::all(tercet_store::Memory::new);
}
