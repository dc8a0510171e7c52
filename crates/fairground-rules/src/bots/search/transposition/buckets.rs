//! The memory of a transposition table.

use std::sync::atomic::AtomicU64;

/// The two words of an entry.
pub type Slot = [AtomicU64; 2];

/// Entries of a bucket, which fills a cache line.
pub const BUCKET: usize = 4;

/// The entries among which a key may be.
pub type Bucket = [Slot; BUCKET];

pub use memory::Buckets;

#[cfg(not(target_family = "wasm"))]
mod memory {
    use memmap2::MmapOptions;
    use self_cell::{MutBorrow, self_cell};
    use zerocopy::FromBytes;

    use super::Bucket;

    type Borrowed<'a> = &'a [Bucket];

    self_cell! {
        /// Buckets in pages of their own. The system provides each page, zeroed, on first use:
        /// zeroing a whole table would delay the answer to `stop`.
        pub struct Buckets {
            owner: MutBorrow<memmap2::MmapMut>,
            #[covariant]
            dependent: Borrowed,
        }
    }

    impl Buckets {
        /// Empty buckets; `None` if the system refuses the memory.
        pub fn zeroed(count: usize) -> Option<Buckets> {
            // Without a reservation, only the used part of a large table needs memory.
            let pages = MmapOptions::new().len(count.checked_mul(size_of::<Bucket>())?).no_reserve_swap().map_anon();
            let pages = pages.ok()?;
            // Accesses are random: with pages of 4 KiB, most of them wait for the page tables. Only
            // slower if the system has no large pages.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            Buckets::try_new(MutBorrow::new(pages), |pages| match <[Bucket]>::mut_from_bytes(pages.borrow_mut()) {
                Ok(buckets) => Ok(&*buckets),
                Err(_) => Err(()),
            })
            .ok()
        }

        pub fn as_slice(&self) -> &[Bucket] {
            self.borrow_dependent()
        }
    }
}

#[cfg(target_family = "wasm")]
mod memory {
    use super::Bucket;

    /// Buckets.
    pub struct Buckets(Box<[Bucket]>);

    impl Buckets {
        /// Empty buckets.
        pub fn zeroed(count: usize) -> Option<Buckets> {
            Some(Buckets((0..count).map(|_| Bucket::default()).collect()))
        }

        pub fn as_slice(&self) -> &[Bucket] {
            &self.0
        }
    }
}
