// Constants as they are in memory, on the host and on a device.
// RUN: zyn-run %s --device cpu --entry i1 | FileCheck %s --check-prefix=I1
// RUN: zyn-run %s --device emulate --entry i1 | FileCheck %s --check-prefix=I1
// I1: [1, 1, 1, 1]
// RUN: zyn-run %s --device cpu --entry i1b | FileCheck %s --check-prefix=I1B
// RUN: zyn-run %s --device emulate --entry i1b | FileCheck %s --check-prefix=I1B
// I1B: [1, 0, 1, 1, 0, 0, 1, 0, 1, 1]
// RUN: zyn-run %s --device cpu --entry i4 | FileCheck %s --check-prefix=I4
// RUN: zyn-run %s --device emulate --entry i4 | FileCheck %s --check-prefix=I4
// I4: [-1, 2, 7, -8]
// RUN: zyn-run %s --device cpu --entry i24 | FileCheck %s --check-prefix=I24
// I24: [-2, -2, -2, ..., -2, -2, -2]
// RUN: zyn-run %s --device cpu --entry i96 | FileCheck %s --check-prefix=I96
// I96: [-2, -2, -2, ..., -2, -2, -2]
// RUN: zyn-run %s --device cpu --entry idx | FileCheck %s --check-prefix=IDX
// RUN: zyn-run %s --device emulate --entry idx | FileCheck %s --check-prefix=IDX
// IDX: [5, 6, 7]
// RUN: zyn-run %s --device cpu --entry bf16 | FileCheck %s --check-prefix=BF16
// RUN: zyn-run %s --device emulate --entry bf16 | FileCheck %s --check-prefix=BF16
// BF16: 1, 2]
// RUN: zyn-run %s --device cpu --entry f8 | FileCheck %s --check-prefix=F8
// RUN: zyn-run %s --device emulate --entry f8 | FileCheck %s --check-prefix=F8
// F8: [1, 2]
// RUN: zyn-run %s --device cpu --entry rank0 | FileCheck %s --check-prefix=RANK0
// RUN: zyn-run %s --device emulate --entry rank0 | FileCheck %s --check-prefix=RANK0
// RANK0: 3.5
// RUN: zyn-run %s --device cpu --entry empty | FileCheck %s --check-prefix=EMPTY
// RUN: zyn-run %s --device emulate --entry empty | FileCheck %s --check-prefix=EMPTY
// EMPTY: []
// RUN: zyn-run %s --device cpu --entry splat | FileCheck %s --check-prefix=SPLAT
// RUN: zyn-run %s --device emulate --entry splat | FileCheck %s --check-prefix=SPLAT
// SPLAT: [2.5, 2.5, 2.5, ..., 2.5, 2.5, 2.5]
// RUN: zyn-run %s --device cpu --entry cond true zeros:f32:4 | FileCheck %s --check-prefix=COND-T
// RUN: zyn-run %s --device emulate --entry cond true zeros:f32:4 | FileCheck %s --check-prefix=COND-T
// COND-T: [1, 2, 3, 4]
// RUN: zyn-run %s --device cpu --entry cond false ones:f32:4 | FileCheck %s --check-prefix=COND-F
// RUN: zyn-run %s --device emulate --entry cond false ones:f32:4 | FileCheck %s --check-prefix=COND-F
// COND-F: [1, 1, 1, 1]
// RUN: zyn-run %s --device cpu --entry loop 3 | FileCheck %s --check-prefix=LOOP-3
// RUN: zyn-run %s --device emulate --entry loop 3 | FileCheck %s --check-prefix=LOOP-3
// LOOP-3: [4, 8, 12, 16]
// RUN: zyn-run %s --device cpu --entry loop 0 | FileCheck %s --check-prefix=LOOP-0
// RUN: zyn-run %s --device emulate --entry loop 0 | FileCheck %s --check-prefix=LOOP-0
// LOOP-0: [1, 2, 3, 4]
// RUN: zyn-run %s --device cpu --entry mutable --repeat 3 | FileCheck %s --check-prefix=MUTABLE
// RUN: zyn-run %s --device emulate --entry mutable --repeat 3 | FileCheck %s --check-prefix=MUTABLE
// MUTABLE: [3, 3, 3, 3]

// RUN: not zyn-run %s --device cpu --entry short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not zyn-run %s --device emulate --entry short 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: constants.mlir:[[#@LINE+2]]:8: error: 'arith.constant' op expected 32768 bytes of elements of the resource 's', found 4
func.func @short() -> tensor<8192xf32> {
  %w = arith.constant dense_resource<s> : tensor<8192xf32>
  return %w : tensor<8192xf32>
}
func.func @i1() -> tensor<4xi32> {
  %w = arith.constant dense<true> : tensor<4xi1>
  %e = tensor.empty() : tensor<4xi32>
  %r = zyn.map ins(%w : tensor<4xi1>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i1):
    %x = arith.extui %a : i1 to i32
    zyn.yield %x : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @i1b() -> tensor<10xi32> {
  %w = arith.constant dense<[1,0,1,1,0,0,1,0,1,1]> : tensor<10xi1>
  %e = tensor.empty() : tensor<10xi32>
  %r = zyn.map ins(%w : tensor<10xi1>) outs(%e : tensor<10xi32>) {
  ^bb0(%a: i1):
    %x = arith.extui %a : i1 to i32
    zyn.yield %x : i32
  } -> tensor<10xi32>
  return %r : tensor<10xi32>
}
func.func @i4() -> tensor<4xi32> {
  %w = arith.constant dense<[-1, 2, 7, -8]> : tensor<4xi4>
  %e = tensor.empty() : tensor<4xi32>
  %r = zyn.map ins(%w : tensor<4xi4>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i4):
    %x = arith.extsi %a : i4 to i32
    zyn.yield %x : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @i24() -> tensor<4096xi32> {
  %w = arith.constant dense<-2> : tensor<4096xi24>
  %e = tensor.empty() : tensor<4096xi32>
  %r = zyn.map ins(%w : tensor<4096xi24>) outs(%e : tensor<4096xi32>) {
  ^bb0(%a: i24):
    %x = arith.extsi %a : i24 to i32
    zyn.yield %x : i32
  } -> tensor<4096xi32>
  return %r : tensor<4096xi32>
}
func.func @i96() -> tensor<2048xi32> {
  %w = arith.constant dense<-2> : tensor<2048xi96>
  %e = tensor.empty() : tensor<2048xi32>
  %r = zyn.map ins(%w : tensor<2048xi96>) outs(%e : tensor<2048xi32>) {
  ^bb0(%a: i96):
    %x = arith.trunci %a : i96 to i32
    zyn.yield %x : i32
  } -> tensor<2048xi32>
  return %r : tensor<2048xi32>
}
func.func @idx() -> tensor<3xindex> {
  %w = arith.constant dense<[5, 6, 7]> : tensor<3xindex>
  return %w : tensor<3xindex>
}
func.func @bf16() -> tensor<2x2xbf16> {
  %w = arith.constant dense<[[1.0, 2.0],[3.0, 4.0]]> : tensor<2x2xbf16>
  return %w : tensor<2x2xbf16>
}
func.func @f8() -> tensor<2xf8E4M3FN> {
  %w = arith.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  return %w : tensor<2xf8E4M3FN>
}
func.func @rank0() -> tensor<f32> {
  %w = arith.constant dense<3.5> : tensor<f32>
  return %w : tensor<f32>
}
func.func @empty() -> tensor<0x4xf32> {
  %w = arith.constant dense<> : tensor<0x4xf32>
  return %w : tensor<0x4xf32>
}
func.func @splat() -> tensor<8192xf64> {
  %w = arith.constant dense<2.5> : tensor<8192xf64>
  return %w : tensor<8192xf64>
}
func.func @cond(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %w : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @loop(%n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w) -> tensor<4xf32> {
    %s = zyn.map ins(%a, %w : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      zyn.yield %t : f32
    } -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// What kernels write to a variable stays there, on all devices.
memref.global "private" @state : memref<4xf32> = dense<0.0>
func.func @mutable() -> memref<4xf32> {
  %g = memref.get_global @state : memref<4xf32>
  zyn.map ins(%g : memref<4xf32>) outs(%g : memref<4xf32>) {
  ^bb0(%p: f32):
    %one = arith.constant 1.0 : f32
    %t = arith.addf %p, %one : f32
    zyn.yield %t : f32
  }
  %o = memref.alloc() : memref<4xf32>
  memref.copy %g, %o : memref<4xf32> to memref<4xf32>
  return %o : memref<4xf32>
}
{-# dialect_resources: { builtin: { s: "0x0400000000002041" } } #-}
