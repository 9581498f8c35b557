// RUN: zyn-opt %s -split-input-file --convert-zyn-to-kernel=chip=sm_90a --remarks-filter=zyn-to-kernel 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t

// REMARK: matmul-prologue.mlir:[[#]]:3: remark: [Passed] MatmulUnits {{.*}} Reason="the matmul computes the elements of B itself, instead of a map before it"
// REMARK: matmul-prologue.mlir:[[#]]:3: remark: [Passed] MatmulUnits {{.*}} Reason="the matmul computes the elements of A itself, instead of a map before it"
// REMARK: matmul-prologue.mlir:[[#]]:3: remark: [Passed] MatmulUnits {{.*}} Reason="the matmul computes the elements of B itself, instead of a map before it"
// REMARK-NOT: itself

#row = affine_map<(n, k) -> (n)>
#full = affine_map<(n, k) -> (n, k)>

// Lanes load 16 weights and a scale, and compute the elements. There is no array of them.
// CHECK: gpu.func @dequantize_matmul_0(%{{.*}}: memref<2x256xf32>, %[[Q:.*]]: memref<512x256xi8>, %[[S:.*]]: memref<512xf32>, %{{.*}}: memref<2x512xf32>)
// CHECK: %[[WEIGHTS:.*]] = kernel.load %[[Q]][%[[N:.*]], %{{.*}}] : memref<512x256xi8>, vector<16xi8>
// CHECK: %[[ELEMENTS:.*]]:16 = vector.to_elements %[[WEIGHTS]]
// CHECK: %[[SCALE:.*]] = kernel.load %[[S]][%[[N]]] : memref<512xf32>, f32
// CHECK: %[[W:.*]] = arith.sitofp %[[ELEMENTS]]#0 : i8 to f32
// CHECK: arith.mulf %[[W]], %[[SCALE]] : f32
// CHECK-LABEL: func.func @dequantize(
// CHECK: memref.alloc() : memref<2x512xf32>
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @dequantize(%x: memref<2x256xf32>, %q: memref<512x256xi8>, %s: memref<512xf32>) -> memref<2x512xf32> {
  %y = memref.alloc() : memref<2x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q, %s : memref<512x256xi8>, memref<512xf32>) outs(%w : memref<512x256xf32>) indexing_maps = [#full, #row] {
  ^bb0(%a: i8, %b: f32):
    %c = arith.sitofp %a : i8 to f32
    %d = arith.mulf %c, %b : f32
    zyn.yield %d : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<2x256xf32>, memref<512x256xf32>) outs(%y : memref<2x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<2x512xf32>
}

// CHECK-LABEL: func.func @of_a(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @of_a(%x: memref<256x1xf32>, %q: memref<512x256xbf16>) -> memref<512x1xf32> {
  %y = memref.alloc() : memref<512x1xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xbf16>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: bf16):
    %c = arith.extf %a : bf16 to f32
    zyn.yield %c : f32
  }
  zyn.matmul ins(%w, %x : memref<512x256xf32>, memref<256x1xf32>) outs(%y : memref<512x1xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<512x1xf32>
}

// Many rows would compute each element several times.
// CHECK-LABEL: func.func @many_rows(
// CHECK-COUNT-2: gpu.launch_func
func.func @many_rows(%x: memref<300x256xf32>, %q: memref<512x256xi8>) -> memref<300x512xf32> {
  %y = memref.alloc() : memref<300x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xi8>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: i8):
    %c = arith.sitofp %a : i8 to f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<300x256xf32>, memref<512x256xf32>) outs(%y : memref<300x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<300x512xf32>
}

// The weights have changed when the matmul reads them.
// CHECK-LABEL: func.func @change(
// CHECK-COUNT-3: gpu.launch_func
func.func @change(%x: memref<1x256xf32>, %q: memref<512x256xf32>, %any: memref<512x256xf32>) -> memref<1x512xf32> {
  %y = memref.alloc() : memref<1x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xf32>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: f32):
    %c = arith.addf %a, %a : f32
    zyn.yield %c : f32
  }
  // It may be the same array.
  zyn.map outs(%any : memref<512x256xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%y : memref<1x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<1x512xf32>
}

// The result replaces what the elements are computed from.
// CHECK-LABEL: func.func @in_place(
// CHECK-COUNT-2: gpu.launch_func
func.func @in_place(%x: memref<1x512xf32>, %q: memref<512x512xf32>) {
  %y = memref.subview %q[0, 0] [1, 512] [1, 1] : memref<512x512xf32> to memref<1x512xf32, strided<[512, 1]>>
  %w = memref.alloc() : memref<512x512xf32>
  zyn.map ins(%q : memref<512x512xf32>) outs(%w : memref<512x512xf32>) {
  ^bb0(%a: f32):
    %c = arith.addf %a, %a : f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x512xf32>, memref<512x512xf32>) outs(%y : memref<1x512xf32, strided<[512, 1]>>)
  memref.dealloc %w : memref<512x512xf32>
  return
}

// CHECK-LABEL: func.func @readers(
// CHECK-COUNT-3: gpu.launch_func
func.func @readers(%x: memref<1x256xf32>, %q: memref<512x256xi8>) -> (memref<1x512xf32>, memref<1x512xf32>) {
  %y = memref.alloc() : memref<1x512xf32>
  %z = memref.alloc() : memref<1x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xi8>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: i8):
    %c = arith.sitofp %a : i8 to f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%y : memref<1x512xf32>)
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%z : memref<1x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y, %z : memref<1x512xf32>, memref<1x512xf32>
}

// CHECK-LABEL: func.func @indices(
// CHECK-COUNT-2: gpu.launch_func
func.func @indices(%x: memref<1x256xf32>, %q: memref<512x256xi8>) -> memref<1x512xf32> {
  %y = memref.alloc() : memref<1x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xi8>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: i8):
    %i = zyn.index 0 : index
    %j = arith.index_cast %i : index to i8
    %b = arith.addi %a, %j : i8
    %c = arith.sitofp %b : i8 to f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%y : memref<1x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<1x512xf32>
}

// One of them may be what is overwritten.
// CHECK-LABEL: func.func @selected(
// CHECK-COUNT-4: gpu.launch_func
func.func @selected(%x: memref<1x256xf32>, %q: memref<512x256xf32>, %c: i1) -> memref<1x512xf32> {
  %a = memref.alloc() : memref<512x256xf32>
  %y = memref.alloc() : memref<1x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  %s = arith.select %c, %a, %q : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xf32>) outs(%a : memref<512x256xf32>) {
  ^bb0(%e: f32):
    %d = arith.mulf %e, %e : f32
    zyn.yield %d : f32
  }
  zyn.map ins(%s : memref<512x256xf32>) outs(%w : memref<512x256xf32>) {
  ^bb0(%e: f32):
    %d = arith.addf %e, %e : f32
    zyn.yield %d : f32
  }
  zyn.map outs(%a : memref<512x256xf32>) {
    %d = arith.constant 0.0 : f32
    zyn.yield %d : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%y : memref<1x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  memref.dealloc %a : memref<512x256xf32>
  return %y : memref<1x512xf32>
}

// There are no vectors of bits.
// CHECK-LABEL: func.func @bits(
// CHECK-COUNT-2: gpu.launch_func
func.func @bits(%x: memref<1x256xf32>, %q: memref<512x256xi1>) -> memref<1x512xf32> {
  %y = memref.alloc() : memref<1x512xf32>
  %w = memref.alloc() : memref<512x256xf32>
  zyn.map ins(%q : memref<512x256xi1>) outs(%w : memref<512x256xf32>) {
  ^bb0(%a: i1):
    %c = arith.uitofp %a : i1 to f32
    zyn.yield %c : f32
  }
  zyn.matmul transpose_b ins(%x, %w : memref<1x256xf32>, memref<512x256xf32>) outs(%y : memref<1x512xf32>)
  memref.dealloc %w : memref<512x256xf32>
  return %y : memref<1x512xf32>
}

// -----

// More rows: blocks copy the weights to shared memory, and compute the elements of a stage before they multiply it. Tiles
// are named for operands of 16 bits with less than 4 million elements.
// CHECK: gpu.func @staged_matmul_0(%{{.*}}: memref<64x256xbf16>, %[[Q:.*]]: memref<512x256xi8>, %[[S:.*]]: memref<512xbf16>, %{{.*}}: memref<64x512xf32>)
// CHECK-DAG: %[[TILE:.*]] = kernel.dynamic_shared {{.*}} : memref<64x32xbf16, #gpu.address_space<workgroup>>
// CHECK-DAG: %[[STAGES:.*]] = kernel.dynamic_shared {{.*}} : memref<256x32xi8, #gpu.address_space<workgroup>>
// CHECK: kernel.async_copy %[[Q]]{{.*}} %[[STAGES]]
// CHECK: kernel.async_wait
// CHECK-NEXT: kernel.barrier
// CHECK: kernel.load %[[STAGES]]
// CHECK: arith.sitofp
// CHECK: arith.mulf
// CHECK: kernel.store %{{.*}}, %[[TILE]]
// CHECK: kernel.barrier
// CHECK: kernel.mma.load_rows %[[TILE]]
// CHECK-LABEL: func.func @staged(
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @staged(%x: memref<64x256xbf16>, %q: memref<512x256xi8>, %s: memref<512xbf16>) -> memref<64x512xf32> {
  %y = memref.alloc() : memref<64x512xf32>
  %w = memref.alloc() : memref<512x256xbf16>
  zyn.map ins(%q, %s : memref<512x256xi8>, memref<512xbf16>) outs(%w : memref<512x256xbf16>) indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>] {
  ^bb0(%a: i8, %b: bf16):
    %c = arith.sitofp %a : i8 to bf16
    %d = arith.mulf %c, %b : bf16
    zyn.yield %d : bf16
  }
  zyn.matmul transpose_b ins(%x, %w : memref<64x256xbf16>, memref<512x256xbf16>) outs(%y : memref<64x512xf32>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64>}
  memref.dealloc %w : memref<512x256xbf16>
  return %y : memref<64x512xf32>
}
