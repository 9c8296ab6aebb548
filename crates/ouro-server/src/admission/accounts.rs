//! What each client has spent and holds, in a table of bounded size.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::address::ClientAddress;

/// Accounts that are kept before idle ones are removed.
const CAPACITY: usize = 65_536;
/// The shortest time between two removals: each one visits the whole table.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// Something that a client spends and that is refilled at a steady rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    Requests,
    EngineGames,
    Reviews,
}

/// Something that a client holds for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Searches,
    Connections,
    Bytes,
}

/// Who is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    /// All clients together.
    Everyone,
    /// All addresses that found the table full.
    NewAddresses,
    Address(ClientAddress),
    /// The holder of a signed owner cookie.
    Owner(u128),
}

/// A token bucket's size, and how fast it refills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refill {
    pub(crate) per_second: f64,
    pub(crate) burst: f64,
}

/// Limits of one kind of payer. A rate without a limit is `None`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) rates: [Option<Refill>; 3],
    pub(crate) held: [usize; 3],
}

/// Limits by kind of payer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budgets {
    pub(crate) everyone: Limits,
    pub(crate) address: Limits,
    pub(crate) owner: Limits,
}

impl Budgets {
    fn of(&self, payer: Payer) -> &Limits {
        match payer {
            Payer::Everyone => &self.everyone,
            Payer::NewAddresses | Payer::Address(_) => &self.address,
            Payer::Owner(_) => &self.owner,
        }
    }
}

/// What one payer has left to spend and holds.
struct Account {
    /// Tokens by [`Rate`].
    tokens: [f64; 3],
    /// When the tokens were last refilled.
    at: Instant,
    /// Amounts by [`Held`].
    held: [usize; 3],
}

impl Account {
    fn new(limits: &Limits, now: Instant) -> Account {
        let full = |refill: Option<Refill>| refill.map_or(0.0, |refill| refill.burst);
        Account { tokens: limits.rates.map(full), at: now, held: [0; 3] }
    }

    fn refill(&mut self, limits: &Limits, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        for (tokens, refill) in self.tokens.iter_mut().zip(limits.rates) {
            let Some(refill) = refill else { continue };
            *tokens = (*tokens + passed * refill.per_second).min(refill.burst);
        }
        self.at = self.at.max(now);
    }

    /// Returns whether a new account would be no different.
    fn is_idle(&mut self, limits: &Limits, now: Instant) -> bool {
        self.refill(limits, now);
        let full = |(tokens, refill): (&f64, Option<Refill>)| {
            refill.is_none_or(|refill| *tokens >= refill.burst)
        };
        self.held == [0; 3] && self.tokens.iter().zip(limits.rates).all(full)
    }
}

/// The accounts of all payers.
pub(crate) struct Accounts {
    budgets: Budgets,
    accounts: HashMap<Payer, Account>,
    capacity: usize,
    swept: Option<Instant>,
}

/// Which payer has spent its budget, and when there is enough of it again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exhausted {
    pub(crate) payer: Payer,
    pub(crate) retry_after: Option<Duration>,
}

impl Accounts {
    pub(crate) fn new(budgets: Budgets) -> Accounts {
        Accounts { budgets, accounts: HashMap::new(), capacity: CAPACITY, swept: None }
    }

    /// Spends an amount from the account of every payer, or from none of them. An amount that exceeds a bucket takes
    /// all of it.
    pub(crate) fn spend(
        &mut self,
        rate: Rate,
        amount: f64,
        payers: impl IntoIterator<Item = Payer>,
        now: Instant,
    ) -> Result<(), Exhausted> {
        let mut charged = Vec::with_capacity(2);
        for payer in payers {
            let Some(refill) = self.budgets.of(payer).rates[rate as usize] else { continue };
            let Some((payer, account)) = self.account(payer, now) else { continue };
            let amount = amount.min(refill.burst);
            let missing = amount - account.tokens[rate as usize];
            if missing > 0.0 {
                let retry_after = Duration::from_secs_f64(missing / refill.per_second);
                return Err(Exhausted { payer, retry_after: Some(retry_after) });
            }
            charged.push((payer, amount));
        }
        for (payer, amount) in charged {
            self.open(payer, now).tokens[rate as usize] -= amount;
        }
        Ok(())
    }

    /// Adds an amount to what every payer holds, or to none of them. Returns the payers that [`Accounts::release`] takes.
    pub(crate) fn hold(
        &mut self,
        held: Held,
        amount: usize,
        payers: impl IntoIterator<Item = Payer>,
        now: Instant,
    ) -> Result<Vec<Payer>, Exhausted> {
        let mut holders = Vec::with_capacity(3);
        for payer in payers {
            let limit = self.budgets.of(payer).held[held as usize];
            let Some((payer, account)) = self.account(payer, now) else { continue };
            if account.held[held as usize].saturating_add(amount) > limit {
                return Err(Exhausted { payer, retry_after: None });
            }
            holders.push(payer);
        }
        for &payer in &holders {
            self.open(payer, now).held[held as usize] += amount;
        }
        Ok(holders)
    }

    pub(crate) fn release(&mut self, held: Held, amount: usize, payers: &[Payer]) {
        for payer in payers {
            if let Some(account) = self.accounts.get_mut(payer) {
                let held = &mut account.held[held as usize];
                *held = held.saturating_sub(amount);
            }
        }
    }

    /// Returns the account that a payer is charged to, refilled. In a table full of active accounts, new addresses
    /// share one account, and new owners are charged only by their address.
    fn account(&mut self, payer: Payer, now: Instant) -> Option<(Payer, &mut Account)> {
        let mut payer = payer;
        if self.accounts.len() >= self.capacity && !self.accounts.contains_key(&payer) {
            self.sweep(now);
            if self.accounts.len() >= self.capacity {
                payer = match payer {
                    Payer::Owner(_) => return None,
                    Payer::Address(_) | Payer::NewAddresses => Payer::NewAddresses,
                    Payer::Everyone => Payer::Everyone,
                };
            }
        }
        Some((payer, self.open(payer, now)))
    }

    /// Returns the account of a payer, refilled.
    fn open(&mut self, payer: Payer, now: Instant) -> &mut Account {
        let limits = *self.budgets.of(payer);
        let account = self.accounts.entry(payer).or_insert_with(|| Account::new(&limits, now));
        account.refill(&limits, now);
        account
    }

    /// Removes idle accounts.
    fn sweep(&mut self, now: Instant) {
        if self.swept.is_some_and(|at| now.saturating_duration_since(at) < SWEEP_EVERY) {
            return;
        }
        self.swept = Some(now);
        let budgets = self.budgets;
        self.accounts.retain(|payer, account| !account.is_idle(budgets.of(*payer), now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn address(number: u32) -> Payer {
        Payer::Address(IpAddr::V4(Ipv4Addr::from_bits(number)).into())
    }

    fn accounts() -> Accounts {
        let limits = |per_second, burst, held| Limits {
            rates: [Some(Refill { per_second, burst }), None, None],
            held: [held; 3],
        };
        Accounts::new(Budgets {
            everyone: Limits { rates: [None; 3], held: [6; 3] },
            address: limits(4.0, 20.0, 4),
            owner: limits(2.0, 10.0, 2),
        })
    }

    #[test]
    fn a_client_is_slowed_down_and_others_are_not() {
        let mut accounts = accounts();
        let start = Instant::now();
        let mut spend =
            |amount, payer, at| accounts.spend(Rate::Requests, amount, [payer], start + at);
        let ms = Duration::from_millis;
        for _ in 0..20 {
            assert!(spend(1.0, address(1), ms(0)).is_ok());
        }
        let refused = spend(1.0, address(1), ms(0)).unwrap_err();
        assert_eq!(refused.retry_after, Some(ms(250)));
        assert!(spend(1.0, address(2), ms(0)).is_ok());
        assert!(spend(1.0, address(1), ms(260)).is_ok());
        assert!(spend(1.0, address(1), ms(270)).is_err());
        // More than a whole bucket takes the whole bucket.
        assert!(spend(1_000.0, address(3), ms(0)).is_ok());
        assert!(spend(1.0, address(3), ms(0)).is_err());
    }

    #[test]
    fn a_refusal_charges_nobody() {
        let mut accounts = accounts();
        let now = Instant::now();
        let mut spend = |amount, payers: &[Payer]| {
            accounts
                .spend(Rate::Requests, amount, payers.iter().copied(), now)
                .map_err(|refused| refused.payer)
        };
        let owner = Payer::Owner(7);
        assert!(spend(10.0, &[address(1), owner]).is_ok());
        for _ in 0..100 {
            assert_eq!(spend(1.0, &[address(1), owner]), Err(owner));
        }
        // The address has spent ten of its twenty, and another owner may have the rest.
        assert!(spend(10.0, &[address(1), Payer::Owner(8)]).is_ok());
        assert_eq!(spend(1.0, &[address(1), Payer::Owner(9)]), Err(address(1)));
    }

    #[test]
    fn what_is_held_is_limited_by_everyone_address_and_owner_until_it_is_released() {
        let mut accounts = accounts();
        let now = Instant::now();
        let payers = |number, owner| [Payer::Everyone, address(number), Payer::Owner(owner)];
        let held = accounts.hold(Held::Searches, 2, payers(1, 1), now).unwrap();
        let refused = |accounts: &mut Accounts, payers| {
            accounts.hold(Held::Searches, 1, payers, now).unwrap_err().payer
        };
        assert_eq!(refused(&mut accounts, payers(1, 1)), Payer::Owner(1));
        accounts.hold(Held::Searches, 2, payers(1, 2), now).unwrap();
        assert_eq!(refused(&mut accounts, payers(1, 3)), address(1));
        accounts.hold(Held::Searches, 2, payers(2, 4), now).unwrap();
        assert_eq!(refused(&mut accounts, payers(3, 5)), Payer::Everyone);
        accounts.release(Held::Searches, 2, &held);
        assert!(accounts.hold(Held::Searches, 1, payers(3, 5), now).is_ok());
    }

    #[test]
    fn the_table_is_bounded_and_newcomers_share_an_account_while_it_is_full() {
        let mut accounts = accounts();
        accounts.capacity = 100;
        let start = Instant::now();
        let mut spend = |number, at| accounts.spend(Rate::Requests, 2.0, [address(number)], at);
        for number in 0..1_000 {
            let _ = spend(number, start);
        }
        assert_eq!(spend(1_001, start).unwrap_err().payer, Payer::NewAddresses);
        // Known clients are still served, and idle ones make room.
        assert!(spend(1, start).is_ok());
        assert!(spend(2_000, start + Duration::from_secs(60)).is_ok());
        assert!(accounts.accounts.len() < 10);
    }
}
