// What zyn-run says to a wrong command line: one line, and no output.
// DEFINE: %{entry} = f
// DEFINE: %{args} =
// DEFINE: %{run} = not zyn-run %s --device cpu --entry %{entry} %{args} 2>&1 | FileCheck %s --implicit-check-not error: --check-prefix

// REDEFINE: %{args} = ones:f32:4
// RUN: %{run} COUNT
// COUNT: run-errors.mlir:[[#@LINE+51]]:1: error: 'f' takes 2 arguments, 1 given

// REDEFINE: %{args} = ones:f32:4 ones:f64:4
// RUN: %{run} TYPE
// TYPE: ones:f64:4: error: argument #1 of 'f' is tensor<?xf32>, found an array of 4xf64

// REDEFINE: %{args} = ones:f32:4 ones:f32:4 --chip=nosuch
// RUN: %{run} CHIP
// CHIP: zyn-run: error: --chip is the architecture of a GPU, but the device is 'cpu'

// REDEFINE: %{args} = ones:f32:5 ones:f32:4
// RUN: %{run} SIZE
// SIZE: ones:f32:5: error: argument #0 of 'f' is tensor<4xf32>, found an array of 5xf32

// REDEFINE: %{args} = ones:f32:4 3
// RUN: %{run} NUMBER
// NUMBER: 3: error: argument #1 of 'f' is tensor<?xf32>, found the number 3

// REDEFINE: %{args} = ones:f32:4 random:f8:4
// RUN: %{run} ELEMENT
// ELEMENT: zyn-run: error: 'f8:4': unknown element type 'f8': expected i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64

// REDEFINE: %{args} = ones:f32:4 ones:f32:4 -o %t.0.npy -o %t.1.npy
// RUN: %{run} OUTPUTS
// OUTPUTS: error: 'f' returns 1 result, 2 -o given

// REDEFINE: %{args} = ones:f32:4 ones:f32:4 -o %t.nowhere/x.npy
// RUN: %{run} FOLDER
// FOLDER: x.npy: error: cannot write: the folder '{{.*}}nowhere' does not exist

// REDEFINE: %{args} = ones:f32:4 ones:f32:4 --memory-limit 1
// RUN: %{run} MEMORY
// MEMORY: zyn-run: error: cpu: out of memory: requested 16 bytes, 1 bytes free of the limit of 1 bytes

// REDEFINE: %{entry} = memref
// RUN: %{run} MEMREF
// MEMREF: error: argument #0 of 'memref' is memref<4xf32, strided<[2]>>: expected a number, or a tensor or memref

// REDEFINE: %{entry} = g
// RUN: %{run} ENTRY
// ENTRY: run-errors.mlir: error: no function 'g' to run; the public functions are 'f', 'memref'

// RUN: not zyn-run %s 2>&1 | FileCheck %s --check-prefix MAIN
// MAIN: error: no function 'main' to run; the public functions are 'f', 'memref'; choose one with 'entry'

// RUN: not zyn-run --bogus %s 2>&1 | FileCheck %s --check-prefix OPTION
// OPTION: zyn-run: error: unknown option '--bogus'; zyn-run --help lists them

// RUN: not zyn-run %s --grid 1 2>&1 | FileCheck %s --check-prefix GRID
// GRID: error: --kernel, --grid, --block, --shared and --arg apply to kernels of .ptx and .offload files

func.func @f(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<4xf32> {
  %r = zyn.map ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @memref(%a: memref<4xf32, strided<[2]>>) {
  return
}
