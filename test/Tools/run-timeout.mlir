// Host code that does not end is stopped on the emulator, too.
// RUN: not zyn-run %s --device emulate --timeout 0.5 2>&1 | FileCheck %s
// RUN: not zyn-run %s --device cpu --timeout 0.5 2>&1 | FileCheck %s
// CHECK: run-timeout.mlir: error: the program ran longer than 0.5 s

func.func private @rtclock() -> f64

func.func @main() {
  %zero = arith.constant 0.0 : f64
  scf.while : () -> () {
    %now = func.call @rtclock() : () -> f64
    %go = arith.cmpf oge, %now, %zero : f64
    scf.condition(%go)
  } do {
    scf.yield
  }
  return
}
