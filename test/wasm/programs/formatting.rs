// Formats numbers, strings and structures.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Default)]
struct Point {
    x: f64,
    y: f64,
    name: Option<String>,
}

struct Matrix([[i32; 3]; 2]);

impl fmt::Display for Matrix {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.0 {
            writeln!(out, "[{:+4} {:+4} {:+4}]", row[0], row[1], row[2])?;
        }
        Ok(())
    }
}

fn main() {
    println!("{0} {0:5} {0:<5}| {0:^7}| {0:05} {0:#x} {0:#b} {0:o}", 42);
    println!("{:e} {:.3} {:8.2} {:+} {:?}", 1234.5f64, std::f64::consts::PI, -2.5f32, 0.1, 1e21);
    println!("{} {} {} {}", f64::NAN, f64::INFINITY, -0.0f64, f64::MIN_POSITIVE);
    println!("{} {}", u64::MAX, i128::MIN);
    println!("{:?} {:?} {:?}", "tab\t quote\" ü", 'ß', '\u{1F600}');
    println!("{:#?}", Point { x: 1.0, y: -0.25, name: Some("corner".to_string()) });
    println!("{:?}", Point::default());
    print!("{}", Matrix([[1, -20, 300], [0, 5, -6]]));
    println!("{:>width$} {:.*}", "right", 2, 1.23456, width = 10);
    let joined = ["a", "b", "c"].iter().map(|s| s.repeat(3)).collect::<Vec<_>>().join("-");
    println!("{} {}", joined, joined.to_uppercase());
    for text in ["12", "-7", "99999999999", "x1", "1.5e3"] {
        println!("{:?} {:?}", text.parse::<i32>().map_err(|e| e.to_string()), text.parse::<f64>().map_err(|e| e.to_string()));
    }
    eprintln!("formatted");
}
