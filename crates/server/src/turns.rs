//! Turns at what only a few may do at a time. Addresses take them in rotation: whoever asks for a hundred waits for the own hundred, and others do not.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Where turns are given.
#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<Mutex<Waiting>>);

/// Who waits for a turn.
#[derive(Debug)]
struct Waiting {
    /// Turns that nobody has.
    free: usize,
    /// Whoever waits, by address: the first address is the next, and none is there without anybody.
    lines: VecDeque<(IpAddr, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A turn, until it is dropped: the next one has it then.
#[derive(Debug)]
pub(crate) struct Turn {
    /// None once it has been given on.
    from: Option<Turns>,
}

impl Turns {
    /// So many at a time.
    pub(crate) fn new(at_once: usize) -> Turns {
        Turns(Arc::new(Mutex::new(Waiting { free: at_once, lines: VecDeque::new() })))
    }

    /// Waits for a turn. Whoever does not wait any longer has given up the place.
    pub(crate) async fn take(&self, from: IpAddr) -> Turn {
        let waits = {
            let mut waiting = self.waiting();
            if waiting.free > 0 {
                waiting.free -= 1;
                return self.turn();
            }
            waiting.joins(from)
        };
        // A sender is dropped only as its turn is sent, or with all of this, which is still there.
        waits.await.unwrap_or_else(|_| self.turn())
    }

    fn turn(&self) -> Turn {
        Turn { from: Some(self.clone()) }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a turn that was free to whoever is next; it is free again if nobody waits.
    fn give_on(&self) {
        let mut turn = self.turn();
        loop {
            let Some(next) = self.next() else {
                // Nobody has it, so nobody gives it on as it is dropped.
                turn.from = None;
                return;
            };
            match next.send(turn) {
                Ok(()) => return,
                // Whoever waited there has gone.
                Err(back) => turn = back,
            }
        }
    }

    /// Whoever is next; if nobody is, a turn is free from now on.
    fn next(&self) -> Option<oneshot::Sender<Turn>> {
        let mut waiting = self.waiting();
        let next = waiting.next();
        waiting.free += usize::from(next.is_none());
        next
    }
}

impl Waiting {
    fn joins(&mut self, from: IpAddr) -> oneshot::Receiver<Turn> {
        let (sender, receiver) = oneshot::channel();
        match self.lines.iter_mut().find(|(address, _)| *address == from) {
            Some((_, line)) => {
                // Those who have gone make room, or one who asks and goes would fill the memory.
                line.retain(|waits| !waits.is_closed());
                line.push_back(sender);
            }
            None => self.lines.push_back((from, VecDeque::from([sender]))),
        }
        receiver
    }

    /// The first of the next address, which is the last from now on.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let (address, mut line) = self.lines.pop_front()?;
        let next = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((address, line));
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.from.take() {
            turns.give_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    /// Whether it is somebody's turn by now.
    fn turn(waits: &mut Pin<Box<impl Future<Output = Turn>>>) -> Option<Turn> {
        match waits.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    /// Somebody who has asked a hundred times is answered in turn with whoever asks once.
    #[test]
    fn whoever_asks_for_much_waits_for_it_and_others_do_not() {
        let turns = Turns::new(1);
        let mut all: Vec<_> = (0..100).map(|_| (address(1), Box::pin(turns.take(address(1))))).collect();
        let mut now = turn(&mut all[0].1);
        assert!(now.is_some());
        all.iter_mut().skip(1).for_each(|(_, waits)| assert!(turn(waits).is_none()));
        for last in [2, 3] {
            let mut waits = Box::pin(turns.take(address(last)));
            assert!(turn(&mut waits).is_none());
            all.push((address(last), waits));
        }
        drop(all.remove(0));
        let mut order = Vec::new();
        while !all.is_empty() {
            drop(now.take());
            let next = all.iter_mut().position(|(_, waits)| {
                now = turn(waits);
                now.is_some()
            });
            order.push(all.remove(next.unwrap()).0);
        }
        assert_eq!(order[..4], [address(1), address(2), address(3), address(1)]);
        assert_eq!(order.len(), 101);
        drop(now);
        assert!(turn(&mut Box::pin(turns.take(address(9)))).is_some(), "it is free again");
    }

    /// Who goes while they wait, or as it is their turn, takes no turn with them and leaves nothing behind.
    #[test]
    fn who_goes_takes_no_turn_along() {
        let turns = Turns::new(2);
        let held = [(); 2].map(|()| turn(&mut Box::pin(turns.take(address(1)))).unwrap());
        for _ in 0..1_000 {
            assert!(turn(&mut Box::pin(turns.take(address(2)))).is_none());
        }
        assert!(turns.waiting().lines.iter().all(|(_, line)| line.len() <= 1));
        let mut given = Box::pin(turns.take(address(3)));
        assert!(turn(&mut given).is_none());
        drop(held);
        // It was sent a turn and goes without having looked.
        drop(given);
        let waiting = turns.waiting();
        assert_eq!((waiting.free, waiting.lines.len()), (2, 0));
    }

    #[test]
    fn a_turn_that_is_free_is_taken_at_once() {
        let turns = Turns::new(1);
        let waits = pin!(turns.take(address(1)));
        let mut waits = Box::pin(waits);
        assert!(turn(&mut waits).is_some());
    }
}
