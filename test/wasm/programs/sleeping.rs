// Sleeps, reads clocks and the environment.

use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

fn main() {
    let start = Instant::now();
    thread::sleep(Duration::from_millis(20));
    println!("slept long enough: {}", start.elapsed() >= Duration::from_millis(20));
    let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    println!("after 2020: {}", age.as_secs() > 1577836800);
    println!("{:?} {:?}", env::var("NAME"), env::var("MISSING").is_err());
    thread::yield_now();
}
