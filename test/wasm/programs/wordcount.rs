// Counts the characters and the words of input.txt.

use std::collections::HashMap;
use std::fs;

fn main() {
    let text = fs::read_to_string("input.txt").expect("cannot read input.txt");
    let mut characters: HashMap<char, usize> = HashMap::new();
    for character in text.chars() {
        *characters.entry(character).or_insert(0) += 1;
    }
    println!("{} different characters", characters.len());

    let mut words: HashMap<String, usize> = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_empty() {
            *words.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    let mut sorted: Vec<_> = words.iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    for (word, count) in sorted.iter().take(12) {
        println!("{:>4} {}", count, word);
    }
}
