//! A Merkle tree over the records of a journal, as RFC 6962 (certificate transparency) defines it.
//!
//! With it a checkpoint of 32 bytes stands for the whole journal: that a record is in it, and that a later journal only
//! grew out of it, is shown with a few dozen hashes. Source: RFC 6962, section 2.1; the proofs as in RFC 9162, section 2.1.3
//! and 2.1.4.

use crate::hash::Hash;
use alloc::vec::Vec;

/// The tree as it grows: of each full subtree only its root is kept, so it holds a few dozen hashes at most.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    size: u64,
    /// The roots of the full subtrees, the widest first: one for each bit of `size`.
    roots: Vec<Hash>,
}

impl Tree {
    /// A tree without a leaf.
    #[must_use]
    pub const fn new() -> Tree {
        Tree { size: 0, roots: Vec::new() }
    }

    /// How many leaves it has.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Adds the leaf of a record ([`Record::hash`](crate::Record::hash)).
    pub fn push(&mut self, leaf: Hash) {
        // Each low bit that is set is a full subtree as wide as the new one: two of a width become one.
        let mut root = leaf;
        for _ in 0..self.size.trailing_ones() {
            let left = self.roots.pop().expect("a root for each bit of the size");
            root = node(left, root);
        }
        self.roots.push(root);
        self.size += 1;
    }

    /// The hash that stands for all leaves.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut roots = self.roots.iter().rev().copied();
        let Some(narrowest) = roots.next() else { return Hash::of(&[]) };
        roots.fold(narrowest, |right, left| node(left, right))
    }
}

impl FromIterator<Hash> for Tree {
    fn from_iter<I: IntoIterator<Item = Hash>>(leaves: I) -> Tree {
        let mut tree = Tree::new();
        leaves.into_iter().for_each(|leaf| tree.push(leaf));
        tree
    }
}

fn node(left: Hash, right: Hash) -> Hash {
    Hash::of(&[&[1], &left.0, &right.0])
}

fn root_of(leaves: &[Hash]) -> Hash {
    leaves.iter().copied().collect::<Tree>().root()
}

/// Where a tree of so many leaves, at least two, divides: the greatest power of two below.
const fn divide(size: usize) -> usize {
    1 << (usize::BITS - 1 - (size - 1).leading_zeros())
}

/// The hashes that show that the leaf at this place is in the tree of all these leaves.
///
/// None if there is no such place.
#[must_use]
pub fn inclusion_proof(leaves: &[Hash], place: usize) -> Option<Vec<Hash>> {
    if place >= leaves.len() {
        return None;
    }
    let (mut proof, mut leaves, mut place) = (Vec::new(), leaves, place);
    while leaves.len() > 1 {
        let (left, right) = leaves.split_at(divide(leaves.len()));
        if place < left.len() {
            proof.push(root_of(right));
            leaves = left;
        } else {
            proof.push(root_of(left));
            place -= left.len();
            leaves = right;
        }
    }
    proof.reverse();
    Some(proof)
}

/// Whether the proof shows that this leaf is at this place in the tree of `size` leaves with this root.
#[must_use]
pub fn inclusion_holds(leaf: Hash, place: u64, size: u64, root: Hash, proof: &[Hash]) -> bool {
    if place >= size {
        return false;
    }
    let (mut place, mut last, mut hash) = (place, size - 1, leaf);
    for sibling in proof {
        if last == 0 {
            return false;
        }
        if place % 2 == 1 || place == last {
            hash = node(*sibling, hash);
            while place.is_multiple_of(2) && place != 0 {
                (place, last) = (place / 2, last / 2);
            }
        } else {
            hash = node(hash, *sibling);
        }
        (place, last) = (place / 2, last / 2);
    }
    last == 0 && hash == root
}

/// The hashes that show that the tree of all these leaves grew out of the tree of the first `old`.
///
/// None if there were never so many, or none at all.
#[must_use]
pub fn consistency_proof(leaves: &[Hash], old: usize) -> Option<Vec<Hash>> {
    if old == 0 || old > leaves.len() {
        return None;
    }
    let (mut proof, mut leaves, mut old, mut whole) = (Vec::new(), leaves, old, true);
    while old != leaves.len() {
        let (left, right) = leaves.split_at(divide(leaves.len()));
        if old <= left.len() {
            proof.push(root_of(right));
            leaves = left;
        } else {
            proof.push(root_of(left));
            old -= left.len();
            leaves = right;
            whole = false;
        }
    }
    if !whole {
        proof.push(root_of(leaves));
    }
    proof.reverse();
    Some(proof)
}

/// Whether the proof shows that the tree of `new` leaves grew out of the tree of `old`, by their roots.
#[must_use]
pub fn consistency_holds(old: u64, old_root: Hash, new: u64, new_root: Hash, proof: &[Hash]) -> bool {
    if old == 0 || old > new {
        return false;
    }
    if old == new {
        return proof.is_empty() && old_root == new_root;
    }
    let (mut place, mut last) = (old - 1, new - 1);
    while place % 2 == 1 {
        (place, last) = (place / 2, last / 2);
    }
    let mut proof = proof.iter();
    // The old tree was one full subtree: its root is where to start. Otherwise the proof says.
    let start = if place == 0 { Some(&old_root) } else { proof.next() };
    let Some(start) = start else { return false };
    let (mut old_hash, mut new_hash) = (*start, *start);
    for sibling in proof {
        if last == 0 {
            return false;
        }
        if place % 2 == 1 || place == last {
            old_hash = node(*sibling, old_hash);
            new_hash = node(*sibling, new_hash);
            while place.is_multiple_of(2) && place != 0 {
                (place, last) = (place / 2, last / 2);
            }
        } else {
            new_hash = node(new_hash, *sibling);
        }
        (place, last) = (place / 2, last / 2);
    }
    last == 0 && old_hash == old_root && new_hash == new_root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Record;
    use alloc::string::ToString as _;

    /// The inputs and roots with which the certificate transparency logs are tested.
    #[test]
    fn the_roots_are_those_of_rfc_6962() {
        let inputs: [&[u8]; 8] = [
            &[],
            &[0x00],
            &[0x10],
            &[0x20, 0x21],
            &[0x30, 0x31],
            &[0x40, 0x41, 0x42, 0x43],
            &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
            &[0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
        ];
        let roots = [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        let mut tree = Tree::new();
        assert_eq!(
            tree.root().to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        for (input, root) in inputs.into_iter().zip(roots) {
            tree.push(Record::hash(input));
            assert_eq!(tree.root().to_string(), root, "{} leaves", tree.size());
        }
    }

    fn leaves(count: usize) -> Vec<Hash> {
        (0..count).map(|place| Record::hash(&place.to_be_bytes())).collect()
    }

    /// A proof with each hash changed, one left out and one added.
    fn spoilt(proof: &[Hash]) -> Vec<Vec<Hash>> {
        let mut all: Vec<Vec<Hash>> = (0..proof.len())
            .flat_map(|place| {
                let (mut changed, mut shorter) = (proof.to_vec(), proof.to_vec());
                changed[place].0[7] ^= 1;
                shorter.remove(place);
                [changed, shorter]
            })
            .collect();
        all.push([proof, &[Hash::ZERO]].concat());
        all
    }

    #[test]
    fn inclusion_is_shown_for_every_place_and_for_no_other() {
        for size in 1..=40 {
            let leaves = leaves(size);
            let (root, size) = (root_of(&leaves), size as u64);
            for (place, leaf) in leaves.iter().enumerate() {
                let proof = inclusion_proof(&leaves, place).unwrap();
                let holds = |place, proof: &[Hash]| inclusion_holds(*leaf, place, size, root, proof);
                for other in 0..size + 2 {
                    assert_eq!(holds(other, &proof), other == place as u64, "{place} of {size} at {other}");
                }
                assert!(spoilt(&proof).iter().all(|proof| !holds(place as u64, proof)), "{place} of {size}");
                assert!(!inclusion_holds(Hash::ZERO, place as u64, size, root, &proof));
            }
        }
    }

    #[test]
    fn growth_is_shown_from_every_size_and_from_no_other() {
        for new in 1..=40_usize {
            let leaves = leaves(new);
            let root = root_of(&leaves);
            for old in 1..=new {
                let old_root = root_of(&leaves[..old]);
                let proof = consistency_proof(&leaves, old).unwrap();
                let holds = |old: usize, old_root, proof: &[Hash]| {
                    consistency_holds(old as u64, old_root, new as u64, root, proof)
                };
                assert!(holds(old, old_root, &proof), "{old} of {new}");
                assert!(!holds(old, Hash::ZERO, &proof), "{old} of {new}");
                assert!(spoilt(&proof).iter().all(|proof| !holds(old, old_root, proof)), "{old} of {new}");
                let mut edited = leaves[..old].to_vec();
                edited[old / 2].0[0] ^= 1;
                assert!(!holds(old, root_of(&edited), &proof), "{old} of {new}");
            }
            assert!(consistency_proof(&leaves, 0).is_none());
            assert!(consistency_proof(&leaves, new + 1).is_none());
        }
    }
}
