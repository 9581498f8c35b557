// The orbits of the outer planets, as in the Computer Language Benchmarks Game.

use std::f64::consts::PI;

const SOLAR_MASS: f64 = 4.0 * PI * PI;
const YEAR: f64 = 365.24;

#[derive(Clone, Copy)]
struct Body {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
}

fn body(position: [f64; 3], velocity: [f64; 3], mass: f64) -> Body {
    Body { position, velocity: velocity.map(|v| v * YEAR), mass: mass * SOLAR_MASS }
}

fn energy(bodies: &[Body]) -> f64 {
    let mut energy = 0.0;
    for (i, a) in bodies.iter().enumerate() {
        energy += a.mass * a.velocity.iter().map(|v| v * v).sum::<f64>() / 2.0;
        for b in &bodies[i + 1..] {
            let distance: f64 = (0..3).map(|k| (a.position[k] - b.position[k]).powi(2)).sum();
            energy -= a.mass * b.mass / distance.sqrt();
        }
    }
    energy
}

fn advance(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        let (left, right) = bodies.split_at_mut(i + 1);
        let a = &mut left[i];
        for b in right {
            let mut d = [0.0; 3];
            let mut square = 0.0;
            for k in 0..3 {
                d[k] = a.position[k] - b.position[k];
                square += d[k] * d[k];
            }
            let magnitude = dt / (square * square.sqrt());
            for k in 0..3 {
                a.velocity[k] -= d[k] * b.mass * magnitude;
                b.velocity[k] += d[k] * a.mass * magnitude;
            }
        }
    }
    for body in bodies {
        for k in 0..3 {
            body.position[k] += dt * body.velocity[k];
        }
    }
}

fn main() {
    let mut bodies = [
        body([0.0; 3], [0.0; 3], 1.0),
        body([4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01],
             [1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05], 9.54791938424326609e-04),
        body([8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01],
             [-2.76742510726411890e-03, 4.99852801234917238e-03, 2.30417297573763929e-05], 2.85885980666130812e-04),
        body([1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01],
             [2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05], 4.36624404335156298e-05),
        body([1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01],
             [2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05], 5.15138902046611451e-05),
    ];
    for k in 0..3 {
        let momentum: f64 = bodies.iter().map(|b| b.velocity[k] * b.mass).sum();
        bodies[0].velocity[k] = -momentum / SOLAR_MASS;
    }
    println!("{:.9}", energy(&bodies));
    for _ in 0..1000 {
        advance(&mut bodies, 0.01);
    }
    println!("{:.9}", energy(&bodies));
}
