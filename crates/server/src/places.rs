//! Places: how many connections there may be, in all and from each address.

use crate::limits::Limits;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places of a house.
pub(crate) struct Places {
    room: Arc<Semaphore>,
    all: usize,
    most_of_one: usize,
    taken: Mutex<BTreeMap<IpAddr, usize>>,
}

/// A place: free for another once nobody holds it any more, be that the connection or what it became.
pub(crate) struct Place {
    _room: Option<OwnedSemaphorePermit>,
    _one: Option<One>,
    /// The connection of the proxy through which somebody came.
    _within: Option<Arc<Place>>,
}

impl NoPlace {
    /// As it is counted.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            NoPlace::Full => "full",
            NoPlace::TooManyOfOne => "address",
        }
    }
}

/// Why there is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPlace {
    /// All are taken.
    Full,
    /// The address has all that it may have.
    TooManyOfOne,
}

impl Places {
    pub(crate) fn new(limits: &Limits) -> Places {
        Places {
            room: Arc::new(Semaphore::new(limits.connections)),
            all: limits.connections,
            most_of_one: limits.per_address,
            taken: Mutex::default(),
        }
    }

    /// A place for a connection from this address; from a proxy that is trusted as many may come as there is room.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn take(self: &Arc<Places>, from: IpAddr, is_proxy: bool) -> Result<Place, NoPlace> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| NoPlace::Full)?;
        let one = if is_proxy { None } else { Some(self.one_of(from)?) };
        Ok(Place { _room: Some(room), _one: one, _within: None })
    }

    /// A place for somebody who comes from this address through a proxy.
    ///
    /// # Errors
    ///
    /// If the address has all that it may have.
    pub(crate) fn take_within(
        self: &Arc<Places>,
        proxy: &Arc<Place>,
        from: IpAddr,
    ) -> Result<Place, NoPlace> {
        Ok(Place { _room: None, _one: Some(self.one_of(from)?), _within: Some(Arc::clone(proxy)) })
    }

    /// How many are taken.
    pub(crate) fn taken(&self) -> usize {
        self.all.saturating_sub(self.room.available_permits())
    }

    /// Waits until nobody is there any more.
    pub(crate) async fn empty(&self) {
        let all = u32::try_from(self.all).unwrap_or(u32::MAX);
        // It fails only if the room is closed, which nobody does.
        let _ = self.room.acquire_many(all).await;
    }

    fn one_of(self: &Arc<Places>, from: IpAddr) -> Result<One, NoPlace> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(from).or_default();
        if *count >= self.most_of_one {
            return Err(NoPlace::TooManyOfOne);
        }
        *count += 1;
        Ok(One { places: Arc::clone(self), from })
    }
}

/// One of an address, counted until it is dropped.
struct One {
    places: Arc<Places>,
    from: IpAddr,
}

impl Drop for One {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.from);
            }
        }
    }
}
