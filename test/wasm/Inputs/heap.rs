// Allocates and frees blocks of random sizes with the heap of zyn-gpu, and checks what they contain. Built by Rust 1.63 in
// this folder:
//   rustc -O --edition 2021 --target wasm32-wasi --crate-type rlib --crate-name zyn_gpu ../../../guest/rust/zyn-gpu/src/lib.rs
//   rustc -O --edition 2021 --target wasm32-wasi -C lto -C panic=abort -C strip=symbols -C linker=wasm-ld-14 \
//     --extern zyn_gpu=libzyn_gpu.rlib heap.rs
use std::alloc::{alloc, alloc_zeroed, dealloc, realloc, Layout};
use std::collections::BTreeMap;
use zyn_gpu::{gpu_println, Heap};

#[global_allocator]
static HEAP: Heap = Heap::new();

struct Random(u64);

impl Random {
    /// From 0 to `end` - 1.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % end
    }

    fn layout(&mut self) -> Layout {
        let bits = [7, 7, 9, 9, 12, 12, 15, 17][self.below(8)];
        Layout::from_size_align(1 + self.below(1 << bits), 1 << self.below(9)).unwrap()
    }
}

struct Block {
    bytes: *mut u8,
    layout: Layout,
    tag: u8,
}

impl Block {
    unsafe fn new(random: &mut Random, tag: u8) -> Block {
        let layout = random.layout();
        let bytes = if random.below(2) == 0 {
            let bytes = alloc_zeroed(layout);
            for i in (0..layout.size()).step_by(7) {
                assert_eq!(*bytes.add(i), 0);
            }
            bytes
        } else {
            alloc(layout)
        };
        assert_eq!(bytes as usize % layout.align(), 0);
        let block = Block { bytes, layout, tag };
        block.fill();
        block
    }

    /// The ends, where other blocks may begin.
    unsafe fn fill(&self) {
        *self.bytes = self.tag;
        *self.bytes.add(self.layout.size() - 1) = self.tag;
        *self.bytes.add(self.layout.size() / 2) = self.tag;
    }

    unsafe fn check(&self) {
        for i in [0, self.layout.size() / 2, self.layout.size() - 1] {
            assert_eq!(*self.bytes.add(i), self.tag);
        }
    }

    unsafe fn resize(&mut self, random: &mut Random) {
        let before = self.layout.size();
        let size = random.layout().size();
        self.bytes = realloc(self.bytes, self.layout, size);
        self.layout = Layout::from_size_align_unchecked(size, self.layout.align());
        assert_eq!(*self.bytes, self.tag);
        if before / 2 < size {
            assert_eq!(*self.bytes.add(before / 2), self.tag);
        }
        self.fill();
    }
}

/// Allocates, frees and moves blocks, and returns how many were allocated.
unsafe fn stress(random: &mut Random, rounds: usize) -> usize {
    let mut blocks: [Option<Block>; 40] = [(); 40].map(|_| None);
    let mut count = 0;
    for round in 0..rounds {
        let at = random.below(blocks.len());
        match blocks[at].take() {
            None => {
                blocks[at] = Some(Block::new(random, round as u8));
                count += 1;
            }
            Some(mut block) => {
                block.check();
                if random.below(3) == 0 {
                    block.resize(random);
                    blocks[at] = Some(block);
                } else {
                    dealloc(block.bytes, block.layout);
                }
            }
        }
    }
    for block in blocks.iter().flatten() {
        block.check();
        dealloc(block.bytes, block.layout);
    }
    count
}

fn count_words() -> String {
    let mut words = BTreeMap::new();
    for word in "the cat and the dog and the bird".split(' ') {
        *words.entry(String::from(word)).or_insert(0) += 1;
    }
    let mut text = String::new();
    for (word, count) in words {
        text += &format!("{} {} ", count, word);
    }
    text
}

fn main() {
    let before = HEAP.usage();
    let mut random = Random(zyn_gpu::instance_id() as u64);
    let count = unsafe { stress(&mut random, 400) };
    let usage = HEAP.usage();
    assert_eq!((usage.count(), usage.bytes), (before.count(), before.bytes));
    let pages = std::arch::wasm32::memory_size(0);
    // The same again takes hardly any more memory.
    for _ in 0..4 {
        unsafe { stress(&mut Random(zyn_gpu::instance_id() as u64), 400) };
    }
    assert!(std::arch::wasm32::memory_size(0) < pages + pages / 4);

    gpu_println!("{}", count_words());
    gpu_println!("{} blocks, at most {} KiB", count, HEAP.usage().peak_bytes >> 10);
    core::mem::forget(Vec::<u8>::with_capacity(200));
    core::mem::forget(Vec::<u32>::with_capacity(100_000));
    core::mem::forget([String::from("a"), String::from("b")]);
    gpu_println!("{} blocks left", HEAP.print_leaks());
}
