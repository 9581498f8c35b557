// Functions that launch kernels, called from C.
// RUN: rm -rf %t && mkdir %t
// RUN: zyn-translate --zyn-to-object --device=emulate %s -o %t/device.o --header=%t/device.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/device.h
// RUN: clang -std=c99 -pedantic -fsyntax-only -Wall -Wextra -Werror -x c %t/device.h
// RUN: clang -x c++ -fsyntax-only -Wall -Wextra -Werror %t/device.h
// RUN: clang -std=c11 -Wall -Wextra -Werror -I %t -I %source/include %S/Inputs/device.c %t/device.o -o %t/device -L %build/lib -lZynRuntime -Wl,-rpath,%build/lib -pthread
// RUN: %t/device emulate | FileCheck %s --check-prefix=PROGRAM

// Only the functions themselves are visible.
// RUN: llvm-nm --defined-only --extern-only %t/device.o | FileCheck %s --check-prefix=DEFINED
// DEFINED: T layer
// DEFINED-NEXT: T several
// DEFINED-NEXT: T single
// DEFINED-NOT: {{ [A-Z] }}

// RUN: zyn-translate --zyn-to-object --device=cuda --chip=sm_90a %s -o %t/cuda.o --header=%t/cuda.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/cuda.h
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/cuda.o
// RUN: llvm-nm --undefined-only %t/cuda.o | FileCheck %s --check-prefix=UNDEFINED
// PTX: .target sm_90a
// PTX: .entry layer
// UNDEFINED-DAG: U zynrtInvoke
// UNDEFINED-DAG: U zynrtLaunch

// HEADER: * Work is queued on `stream`
// HEADER: * arg0: arg0_size0 x 3 contiguous elements
// HEADER: * arg3: arg3_size0 x 2 contiguous elements
// HEADER: const char *layer(void *stream, const float *arg0, int64_t arg0_size0, const float *arg1, const float *arg2, float *arg3, int64_t arg3_size0);
// PROGRAM: layer 3.5 4 9.5 10 0 0
// PROGRAM: {{.*}}device-object.mlir:[[#@LINE+5]]:8: error: size of dimension 0 of A is not that of dimension 0 of 'outs'
// PROGRAM: again 3.5 4 9.5 10 0 0
func.func @layer(%x: tensor<?x3xf32>, %w: tensor<3x2xf32>, %bias: tensor<2xf32>,
                 %y: memref<?x2xf32>) {
  %out = bufferization.to_tensor %y restrict writable : memref<?x2xf32> to tensor<?x2xf32>
  %r = zyn.matmul ins(%x, %w : tensor<?x3xf32>, tensor<3x2xf32>) outs(%out : tensor<?x2xf32>)
      epilogue_ins(%bias : tensor<2xf32>) epilogue_maps = [affine_map<(i, j) -> (j)>]
      epilogue {
  ^bb0(%sum: f32, %b: f32):
    %zero = arith.constant 0.0 : f32
    %biased = arith.addf %sum, %b : f32
    %result = arith.maximumf %biased, %zero : f32
    zyn.yield %result : f32
  } -> tensor<?x2xf32>
  bufferization.materialize_in_destination %r in restrict writable %y : (tensor<?x2xf32>, memref<?x2xf32>) -> ()
  return
}

// Small arguments, a constant, temporary memory, and results of each kind.
// HEADER: const char *several(void *stream, const float *arg0, int8_t arg1, bool arg2, float *result0, int32_t *result1, bool *result2);
// PROGRAM: several 1 3 6 10, -5, 1
// PROGRAM: 4 threads: 0 failures
func.func @several(%x: tensor<4xf32>, %small: i8, %flag: i1) -> (tensor<4xf32>, i32, i1) {
  %e = tensor.empty() : tensor<4xf32>
  %ones = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %product = zyn.map ins(%x, %ones : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %b : f32
    zyn.yield %m : f32
  } -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %scan = zyn.scan ins(%product : tensor<4xf32>) outs(%f : tensor<4xf32>) dimension = 0 {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  %wide = arith.extsi %small : i8 to i32
  return %scan, %wide, %flag : tensor<4xf32>, i32, i1
}

// HEADER: const char *single(void *stream, int64_t arg0, double *result0);
// PROGRAM: single 2.5
func.func @single(%n: index) -> f64 {
  %half = arith.constant 0.5 : f64
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %r = arith.addf %f, %half : f64
  return %r : f64
}
