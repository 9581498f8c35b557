// RUN: zyn-translate --zyn-to-ptx --chip=sm_80,sm_90a --manifest=%t.json %s -o %t.offload
// RUN: %python %S/manifest.py %t.json | FileCheck %s
// RUN: zyn-translate --zyn-to-ptx --manifest=- -o %t.ptx %s | %python %S/manifest.py - | FileCheck %s --check-prefix=DEFAULT

// CHECK: version 1
// CHECK-NEXT: sm_80 PTX 7.0 product_matmul_0
// CHECK-NEXT:   shared {{[0-9]+}} dynamic {{True|False}} features async_copy,mma
// CHECK-NEXT:   bounds
// CHECK-NEXT:   kernel None constraints None
// CHECK-NEXT:   launch of product grid [{{[0-9]+}}, {{[0-9]+}}, 1] block [{{[0-9]+}}, 1, 1] cluster None dynamic {{[0-9]+}}
// CHECK-NEXT:     kernel matmul 0 constraints True 5000
// CHECK-NEXT: sm_80 PTX 7.0 squares_map_0
// CHECK-NEXT:   shared 0 dynamic False features f64
// CHECK-NEXT:   bounds max_registers=32
// CHECK-NEXT:   kernel None constraints None
// CHECK-NEXT:   launch of squares grid [None, 1, 1] block [{{[0-9]+}}, 1, 1] cluster None dynamic 0
// CHECK-NEXT:     kernel elementwise 32 constraints None
// CHECK-NEXT: sm_80 PTX 7.0 handwritten
// CHECK-NEXT:   shared 192 dynamic True features none
// CHECK-NEXT:   bounds max_threads=[256, 1, 1] min_blocks=2 max_registers=64
// CHECK-NEXT:   kernel custom 64 constraints None
// CHECK-NEXT: sm_90a PTX 8.0 product_matmul_0
// CHECK-NEXT:   shared {{[0-9]+}} dynamic True features mbarrier,tma,wgmma
// CHECK-NEXT:   bounds
// CHECK-NEXT:   kernel None constraints None
// CHECK-NEXT:   launch of product grid [{{[0-9]+}}, 1, 1] block [{{[0-9]+}}, 1, 1] cluster None dynamic {{[1-9][0-9]+}}
// CHECK: sm_90a PTX {{.*}} handwritten
// CHECK-NOT: launch

// DEFAULT: version 1
// DEFAULT-NEXT: sm_80
// DEFAULT-NOT: sm_90a

// RUN: not zyn-translate --zyn-to-ptx --manifest=%t.nowhere/m.json %s -o %t.none 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not ls %t.none
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_1 --manifest=%t.unknown.json %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ls %t.unknown.json
// NOWHERE: {{^}}zyn-translate: error: cannot open output file '{{.*}}m.json': No such file or directory{{$}}
// UNKNOWN: error: unknown chip 'sm_1'

func.func @product(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32>
    attributes {zyn.kernel = #zyn.kernel<type = matmul>,
                zyn.constraints = #zyn.constraints<unchecked = true, target_latency_ns = 5000>} {
  %r = zyn.matmul ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %r : tensor<512x512xf32>
}

func.func @squares(%x: tensor<?xf64>) -> tensor<?xf64>
    attributes {zyn.kernel = #zyn.kernel<type = elementwise, max_registers = 32>} {
  %r = zyn.map ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>) {
  ^bb0(%v: f64):
    %s = arith.mulf %v, %v : f64
    zyn.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Two variables, one of which is aligned to 128 bytes.
gpu.module @m {
  gpu.func @handwritten(%x: memref<256xf32>) kernel
      attributes {kernel.max_threads = 256, kernel.min_blocks = 2, kernel.max_registers = 64,
                  zyn.kernel = #zyn.kernel<max_registers = 64>} {
    %i = kernel.thread_id x
    %own = kernel.shared : memref<16xf32, #gpu.address_space<workgroup>>
    %other = kernel.shared {alignment = 128} : memref<16xf32, #gpu.address_space<workgroup>>
    %zero = arith.constant 0 : index
    %rest = kernel.dynamic_shared %zero : memref<256xf32, #gpu.address_space<workgroup>>
    %c = arith.constant 15 : index
    %k = arith.andi %i, %c : index
    %v = memref.load %x[%i] : memref<256xf32>
    memref.store %v, %own[%k] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %v, %rest[%i] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %v, %other[%k] : memref<16xf32, #gpu.address_space<workgroup>>
    kernel.barrier
    %t = memref.load %other[%c] : memref<16xf32, #gpu.address_space<workgroup>>
    %w = memref.load %own[%c] : memref<16xf32, #gpu.address_space<workgroup>>
    %u = memref.load %rest[%c] : memref<256xf32, #gpu.address_space<workgroup>>
    %p = arith.addf %w, %u : f32
    %s = arith.addf %p, %t : f32
    memref.store %s, %x[%i] : memref<256xf32>
    gpu.return
  }
}
