// Panics because of an index that is out of bounds.

fn main() {
    let values: Vec<u32> = (0..10).collect();
    println!("before");
    let index = values.iter().sum::<u32>() as usize;
    println!("{}", values[index]);
}
