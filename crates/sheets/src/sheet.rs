//! Records under the names of their columns.

use tercet_rules::Money;

/// Records of one kind.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// What a workbook calls it.
    pub name: &'static str,
    /// The names of the columns.
    pub columns: Vec<&'a str>,
    /// The records: a value for each column.
    pub rows: Vec<Vec<Value>>,
}

/// One value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing to say.
    None,
    /// A word, or a whole number that must stay exact.
    Text(String),
    /// The nearest floating-point number.
    Number(f64),
    /// The same of a part of one, which people read as a percentage.
    Share(f64),
    /// A chance, which may be very small.
    Chance(f64),
    /// An amount of money, in dollars.
    Money(Money),
}
