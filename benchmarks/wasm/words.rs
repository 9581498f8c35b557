// Counts words in a HashMap, for instances on a GPU and for native code: a library with one function, whose hasher does not
// need random numbers of the host.
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

const TEXT: &str = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of \
                    foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of light, \
                    it was the season of darkness, it was the spring of hope, it was the winter of despair";

/// Counts the words of the text `rounds` times. Returns the number of different words and of the most frequent one.
#[no_mangle]
pub extern "C" fn words(rounds: u32) -> u32 {
    let mut result = 0;
    for _ in 0..rounds {
        let mut counts: HashMap<String, u32, BuildHasherDefault<DefaultHasher>> = HashMap::default();
        for word in TEXT.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            *counts.entry(word.to_lowercase()).or_insert(0) += 1;
        }
        result = counts.len() as u32 * 1000 + counts.values().max().unwrap();
    }
    result
}
