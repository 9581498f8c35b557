// Multiplies and inverts matrices.

use std::ops::Mul;

#[derive(Clone, PartialEq)]
struct Matrix {
    size: usize,
    elements: Vec<f64>,
}

impl Matrix {
    fn new(size: usize, f: impl Fn(usize, usize) -> f64) -> Matrix {
        let elements = (0..size * size).map(|i| f(i / size, i % size)).collect();
        Matrix { size, elements }
    }

    fn identity(size: usize) -> Matrix {
        Matrix::new(size, |i, j| if i == j { 1.0 } else { 0.0 })
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.elements[i * self.size..(i + 1) * self.size]
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        for j in 0..self.size {
            self.elements.swap(a * self.size + j, b * self.size + j);
        }
    }

    /// Subtracts `factor` times row `from` from row `i`.
    fn subtract_row(&mut self, i: usize, factor: f64, from: usize) {
        for j in 0..self.size {
            let value = self.elements[from * self.size + j];
            self.elements[i * self.size + j] -= factor * value;
        }
    }

    /// Gauss-Jordan elimination.
    fn inverse(&self) -> Option<Matrix> {
        let (mut left, mut right) = (self.clone(), Matrix::identity(self.size));
        for k in 0..self.size {
            let pivot = (k..self.size).find(|&i| left.row(i)[k] != 0.0)?;
            left.swap_rows(k, pivot);
            right.swap_rows(k, pivot);
            for i in (0..self.size).filter(|&i| i != k) {
                let factor = left.row(i)[k] / left.row(k)[k];
                left.subtract_row(i, factor, k);
                right.subtract_row(i, factor, k);
            }
        }
        Some(Matrix::new(self.size, |i, j| right.row(i)[j] / left.row(i)[i]))
    }
}

impl Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, other: &Matrix) -> Matrix {
        Matrix::new(self.size, |i, j| (0..self.size).map(|k| self.row(i)[k] * other.row(k)[j]).sum())
    }
}

fn main() {
    let a = Matrix::new(24, |i, j| ((i * 7 + j * 13) % 11) as f64 - 5.0 + if i == j { 20.0 } else { 0.0 });
    let b = Matrix::new(24, |i, j| 1.0 / (i + j + 1) as f64);
    let product = &a * &b;
    println!("trace {:.12}", (0..24).map(|i| product.row(i)[i]).sum::<f64>());
    let inverse = a.inverse().expect("a has an inverse");
    let identity = &a * &inverse;
    let error = (0..24).flat_map(|i| (0..24).map(move |j| (i, j)))
        .map(|(i, j)| (identity.row(i)[j] - if i == j { 1.0 } else { 0.0 }).abs())
        .fold(0.0, f64::max);
    println!("error below 1e-12: {}", error < 1e-12);
    println!("{:?}", inverse.row(3)[..4].iter().map(|x| x.to_bits()).collect::<Vec<_>>());
    println!("singular: {}", Matrix::new(3, |i, j| (i * j) as f64).inverse().is_none());
}
