// Ends with the exit code that is its argument.

use std::{env, process};

fn main() {
    let code = env::args().nth(1).and_then(|text| text.parse().ok());
    match code {
        Some(0) => println!("returning"),
        Some(code) => {
            println!("exiting with {}", code);
            process::exit(code);
        }
        None => {
            eprintln!("expected an exit code");
            process::exit(2);
        }
    }
}
