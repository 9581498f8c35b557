// Numbers on the command line, and results that are printed.
// RUN: zyn-run %s --device cpu --entry numbers 3 -0.5 true 7 | FileCheck %s --check-prefix NUMBERS
// RUN: zyn-run %s --device cpu --entry double ones:f16:2x3 | FileCheck %s --check-prefix DOUBLE
// RUN: zyn-run %s --device cpu --entry double random:f16:20x20 --seed 1 | FileCheck %s --check-prefix LARGE
// RUN: zyn-run %s --device cpu --entry double zeros:f16:0x3 | FileCheck %s --check-prefix EMPTY
// RUN: zyn-run %s --device cpu --entry scalar 2.5 | FileCheck %s --check-prefix SCALAR
// RUN: zyn-run %s --device cpu --entry scalar 2.5 --no-output | count 0
// RUN: zyn-run %s --device cpu --entry scalar 2.5 --time --repeat=3 | FileCheck %s --check-prefix TIME
// RUN: zyn-run %s --device cpu 1 | FileCheck %s --check-prefix MAIN

// NUMBERS: #0: i32
// NUMBERS-NEXT: {{^}}6{{$}}
// NUMBERS-NEXT: #1: f64
// NUMBERS-NEXT: {{^}}-0.5{{$}}
// NUMBERS-NEXT: #2: i1
// NUMBERS-NEXT: {{^}}true{{$}}
// NUMBERS-NEXT: #3: index
// NUMBERS-NEXT: {{^}}7{{$}}
func.func @numbers(%a: i32, %b: f64, %c: i1, %d: index) -> (i32, f64, i1, index) {
  %r = arith.addi %a, %a : i32
  return %r, %b, %c, %d : i32, f64, i1, index
}

// DOUBLE: #0: tensor<2x3xf16>
// DOUBLE-NEXT: {{^\[\[2, 2, 2\],$}}
// DOUBLE-NEXT: {{^ \[2, 2, 2\]\]$}}
// LARGE: #0: tensor<20x20xf16>
// LARGE-COUNT-3: {{\[?\[([-0-9.e]+, ){3}\.\.\.(, [-0-9.e]+){3}\],}}
// LARGE-NEXT: ...,
// EMPTY: #0: tensor<0x3xf16>
// EMPTY-NEXT: {{^\[\]$}}
func.func @double(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %r = zyn.map ins(%x : tensor<?x?xf16>) outs(%x : tensor<?x?xf16>) {
  ^bb0(%v: f16):
    %s = arith.addf %v, %v : f16
    zyn.yield %s : f16
  } -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// SCALAR: #0: tensor<f32>
// SCALAR-NEXT: {{^}}2.5{{$}}
// TIME: device: cpu, {{.+}}, {{[0-9]+}} thread
// TIME-NEXT: time: median {{[0-9.]+}} ms, min {{[0-9.]+}} ms, max {{[0-9.]+}} ms, 3 runs
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// MAIN: #0: i8
// MAIN-NEXT: {{^}}1{{$}}
func.func @main(%x: i8) -> i8 {
  return %x : i8
}
