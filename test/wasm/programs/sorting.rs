// Sorts pseudorandom numbers and strings in several ways.

use std::collections::{BTreeMap, BinaryHeap};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn quicksort<T: PartialOrd + Copy>(values: &mut [T]) {
    if values.len() < 2 {
        return;
    }
    let pivot = values[values.len() / 2];
    let (mut low, mut high) = (0, values.len() - 1);
    loop {
        while values[low] < pivot {
            low += 1;
        }
        while values[high] > pivot {
            high -= 1;
        }
        if low >= high {
            break;
        }
        values.swap(low, high);
        low += 1;
        high -= 1;
    }
    let (left, right) = values.split_at_mut(low);
    quicksort(left);
    quicksort(right);
}

fn main() {
    let mut random = Random(88172645463325252);
    let numbers: Vec<u32> = (0..5000).map(|_| random.next() as u32).collect();

    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let mut own = numbers.clone();
    quicksort(&mut own);
    println!("quicksort agrees: {}", own == sorted);

    let heap: BinaryHeap<u32> = numbers.iter().copied().collect();
    println!("heap agrees: {}", heap.into_sorted_vec() == sorted);

    let mut floats: Vec<f64> = numbers.iter().map(|&n| n as f64 / 7.0 - 1e8).collect();
    floats.sort_by(|a, b| b.partial_cmp(a).unwrap());
    println!("largest {:.3}, smallest {:.3}", floats[0], floats[floats.len() - 1]);

    let mut words: Vec<String> = numbers.iter().take(200).map(|n| format!("{:x}", n)).collect();
    words.sort_by_key(|word| (word.len(), word.chars().rev().collect::<String>()));
    println!("{} {} {}", words[0], words[100], words[199]);

    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for word in &words {
        *lengths.entry(word.len()).or_default() += 1;
    }
    println!("{:?}", lengths);
    println!("median {}, checksum {}", sorted[2500],
             sorted.iter().enumerate().fold(0u64, |sum, (i, &n)| sum.wrapping_mul(31).wrapping_add(n as u64 ^ i as u64)));
}
