// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! An allocator that knows what was not freed.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;

const PAGE: usize = 64 << 10;

/// The bytes of the blocks of each class. Each divides the next one, so that
/// what the alignment of a block leaves out consists of smaller blocks.
pub const CLASSES: [usize; 8] = [64, 128, 256, 512, 1 << 10, 4 << 10, 16 << 10, PAGE];

/// A global allocator with lists of free blocks of 8 sizes, from 64 bytes to
/// 64 KiB; larger blocks consist of pages. Allocating and freeing a smaller one
/// takes a few instructions. It is the allocator of programs without the
/// standard library, and replaces that of others:
///
/// ```ignore
/// #[global_allocator]
/// static HEAP: zyn_gpu::Heap = zyn_gpu::Heap::new();
///
/// fn main() {
///     ...
///     HEAP.print_leaks();
/// }
/// ```
///
/// The heap is that of one instance, in its memory, which grows on demand: what
/// an instance allocates, no other one can read. All of it is memory that the
/// heap has grown, so that a C library may have a heap of its own. Blocks are
/// aligned to their size rounded up to that of a class, at most 64 KiB.
/// Free pages of larger blocks are joined if they are neighbors, other blocks
/// are not. An allocation fails if the memory cannot grow.
pub struct Heap {
    state: UnsafeCell<State>,
}

// An instance is a single thread.
unsafe impl Sync for Heap {}

/// What a program has allocated and not freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The blocks of each class.
    pub blocks: [usize; CLASSES.len()],
    /// Those that are larger.
    pub large_blocks: usize,
    /// The bytes that were asked for, and the most that were in use at a time.
    pub bytes: usize,
    pub peak_bytes: usize,
}

impl Usage {
    /// All blocks.
    pub fn count(&self) -> usize {
        self.blocks.iter().sum::<usize>() + self.large_blocks
    }
}

/// The first words of a free block, or of free pages, whose number is `pages`.
struct Free {
    next: *mut Free,
    pages: usize,
}

struct State {
    free: [*mut Free; CLASSES.len()],
    /// Free pages that blocks larger than a page may take, by address. None of
    /// them follows another one immediately.
    spans: *mut Free,
    /// Memory that was never used, of which the alignment of a block may leave
    /// out a part.
    unused: usize,
    end: usize,
    usage: Usage,
}

/// The smallest class of a layout, if any.
fn class_of(layout: &Layout) -> Option<usize> {
    let size = layout.size().max(layout.align());
    CLASSES.iter().position(|&bytes| size <= bytes)
}

fn count_pages(layout: &Layout) -> usize {
    (layout.size() + PAGE - 1) / PAGE
}

/// Returns the address of new pages, which are zero.
fn grow(pages: usize) -> Option<usize> {
    let before = core::arch::wasm32::memory_grow(0, pages);
    if before == usize::MAX {
        None
    } else {
        Some(before * PAGE)
    }
}

impl State {
    unsafe fn push(&mut self, class: usize, address: usize) {
        let block = address as *mut Free;
        (*block).next = self.free[class];
        self.free[class] = block;
    }

    /// Adds memory that was never used to the free blocks.
    unsafe fn push_all(&mut self, mut begin: usize, end: usize) {
        while begin + CLASSES[0] <= end {
            let class = (0..CLASSES.len())
                .rev()
                .find(|&i| begin % CLASSES[i] == 0 && begin + CLASSES[i] <= end)
                .unwrap_or(0);
            self.push(class, begin);
            begin += CLASSES[class];
        }
    }

    /// Takes a block from the memory that was never used, which is zero.
    unsafe fn take_unused(&mut self, class: usize) -> Option<usize> {
        let bytes = CLASSES[class];
        let mut begin = (self.unused + bytes - 1) & !(bytes - 1);
        if begin > self.end || self.end - begin < bytes {
            let page = grow(1)?;
            if page != self.end {
                self.push_all(self.unused, self.end);
                self.unused = page;
            }
            self.end = page + PAGE;
            begin = (self.unused + bytes - 1) & !(bytes - 1);
        }
        self.push_all(self.unused, begin);
        self.unused = begin + bytes;
        Some(begin)
    }

    /// Returns a block of a class and whether it is zero.
    unsafe fn take(&mut self, class: usize) -> Option<(usize, bool)> {
        let block = self.free[class];
        if block.is_null() {
            return self.take_unused(class).map(|address| (address, true));
        }
        self.free[class] = (*block).next;
        Some((block as usize, false))
    }

    /// The same for pages. The first free ones that are enough are split.
    unsafe fn take_pages(&mut self, pages: usize) -> Option<(usize, bool)> {
        let mut link: *mut *mut Free = &mut self.spans;
        while !(*link).is_null() {
            let span = *link;
            if (*span).pages < pages {
                link = &mut (*span).next;
                continue;
            }
            if (*span).pages == pages {
                *link = (*span).next;
            } else {
                let rest = (span as usize + pages * PAGE) as *mut Free;
                (*rest).next = (*span).next;
                (*rest).pages = (*span).pages - pages;
                *link = rest;
            }
            return Some((span as usize, false));
        }
        grow(pages).map(|address| (address, true))
    }

    /// Joins pages with free ones before and after them.
    unsafe fn free_pages(&mut self, address: usize, pages: usize) {
        let span = address as *mut Free;
        let mut before: *mut Free = null_mut();
        let mut after = self.spans;
        while !after.is_null() && (after as usize) < address {
            before = after;
            after = (*after).next;
        }
        (*span).next = after;
        (*span).pages = pages;
        if !after.is_null() && address + pages * PAGE == after as usize {
            (*span).next = (*after).next;
            (*span).pages += (*after).pages;
        }
        if before.is_null() {
            self.spans = span;
        } else if before as usize + (*before).pages * PAGE == address {
            (*before).next = (*span).next;
            (*before).pages += (*span).pages;
        } else {
            (*before).next = span;
        }
    }

    unsafe fn allocate(&mut self, layout: &Layout) -> Option<(usize, bool)> {
        if layout.align() > PAGE {
            return None;
        }
        let block = match class_of(layout) {
            Some(class) => {
                let block = self.take(class)?;
                self.usage.blocks[class] += 1;
                block
            }
            None => {
                let block = self.take_pages(count_pages(layout))?;
                self.usage.large_blocks += 1;
                block
            }
        };
        self.resize(0, layout.size());
        Some(block)
    }

    fn resize(&mut self, before: usize, after: usize) {
        self.usage.bytes = self.usage.bytes + after - before;
        self.usage.peak_bytes = self.usage.peak_bytes.max(self.usage.bytes);
    }
}

unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match (*self.state.get()).allocate(&layout) {
            Some((address, _)) => address as *mut u8,
            None => null_mut(),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match (*self.state.get()).allocate(&layout) {
            Some((address, is_zero)) => {
                let block = address as *mut u8;
                if !is_zero {
                    block.write_bytes(0, layout.size());
                }
                block
            }
            None => null_mut(),
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let state = &mut *self.state.get();
        match class_of(&layout) {
            Some(class) => {
                state.push(class, block as usize);
                state.usage.blocks[class] -= 1;
            }
            None => {
                state.free_pages(block as usize, count_pages(&layout));
                state.usage.large_blocks -= 1;
            }
        }
        state.resize(layout.size(), 0);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let new = Layout::from_size_align_unchecked(size, layout.align());
        let state = &mut *self.state.get();
        let (before, after) = (count_pages(&layout), count_pages(&new));
        let class = class_of(&layout);
        if class == class_of(&new) && (class.is_some() || after <= before) {
            if class.is_none() && after < before {
                state.free_pages(block as usize + after * PAGE, before - after);
            }
            state.resize(layout.size(), size);
            return block;
        }
        let moved = self.alloc(new);
        if !moved.is_null() {
            moved.copy_from_nonoverlapping(block, layout.size().min(size));
            self.dealloc(block, layout);
        }
        moved
    }
}

impl Heap {
    pub const fn new() -> Heap {
        Heap {
            state: UnsafeCell::new(State {
                free: [null_mut(); CLASSES.len()],
                spans: null_mut(),
                unused: 0,
                end: 0,
                usage: Usage { blocks: [0; CLASSES.len()], large_blocks: 0, bytes: 0, peak_bytes: 0 },
            }),
        }
    }

    /// What is allocated at present.
    pub fn usage(&self) -> Usage {
        unsafe { (*self.state.get()).usage }
    }

    /// Writes what was not freed to the standard error, a line for each size of
    /// blocks; nothing if everything was. Returns the number of blocks.
    pub fn print_leaks(&self) -> usize {
        let usage = self.usage();
        for (bytes, blocks) in CLASSES.iter().zip(usage.blocks) {
            if blocks > 0 {
                crate::write_line(
                    2,
                    format_args!("instance {}: {} of {} bytes not freed", crate::instance_id(), Blocks(blocks), bytes),
                );
            }
        }
        if usage.large_blocks > 0 {
            crate::write_line(
                2,
                format_args!("instance {}: {} larger than 64 KiB not freed", crate::instance_id(), Blocks(usage.large_blocks)),
            );
        }
        usage.count()
    }
}

/// "1 block", "2 blocks".
struct Blocks(usize);

impl core::fmt::Display for Blocks {
    fn fmt(&self, formatter: &mut core::fmt::Formatter) -> core::fmt::Result {
        write!(formatter, "{} block{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}
