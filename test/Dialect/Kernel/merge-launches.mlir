// RUN: zyn-opt %s --kernel-merge-launches | FileCheck %s
// RUN: zyn-opt %s --kernel-merge-launches=max-launches=2 | FileCheck %s --check-prefix=TWO
// RUN: zyn-opt %s --kernel-merge-launches --remarks-filter=kernel-merge-launches 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: merge-launches.mlir:[[#]]:[[#]]: remark: [Passed] MergeLaunches | Category:kernel-merge-launches | Reason="3 independent launches of 'scale' are one"

module attributes {gpu.container_module} {
  memref.global "private" constant @weights : memref<64xf32> = dense<2.0>

  // CHECK: gpu.module @kernels
  gpu.module @kernels {
    // CHECK: gpu.func @scale(
    // CHECK: gpu.func @scale_x2(
    // CHECK: gpu.func @scale_x3(
    // CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[F0:.*]]: f32, %[[F1:.*]]: f32, %[[F2:.*]]: f32, %[[Y0:.*]]: memref<64xf32>, %[[Y1:.*]]: memref<64xf32>, %[[Y2:.*]]: memref<64xf32>) kernel
    // CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
    // CHECK: %[[GROUP:.*]] = kernel.block_id z
    // CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[GROUP]], %c1
    // CHECK: %[[IS2:.*]] = arith.cmpi eq, %[[GROUP]], %c2
    // CHECK: %[[Y01:.*]] = arith.select %[[IS1]], %[[Y1]], %[[Y0]] : memref<64xf32>
    // CHECK: %[[Y:.*]] = arith.select %[[IS2]], %[[Y2]], %[[Y01]] : memref<64xf32>
    // CHECK: %[[F01:.*]] = arith.select %[[IS1]], %[[F1]], %[[F0]] : f32
    // CHECK: %[[F:.*]] = arith.select %[[IS2]], %[[F2]], %[[F01]] : f32
    // CHECK: %[[V:.*]] = kernel.load %[[X]]
    // CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[F]]
    // CHECK: kernel.store %[[P]], %[[Y]]
    gpu.func @scale(%x: memref<64xf32>, %f: f32, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %i = kernel.thread_id x
      %v = kernel.load %x[%i] : memref<64xf32>, f32
      %p = arith.mulf %v, %f : f32
      kernel.store %p, %y[%i] : f32, memref<64xf32>
      gpu.return
    }
    // There are more blocks than before.
    // CHECK: gpu.func @one_block_x2
    // CHECK-SAME: kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.func @one_block(%x: memref<64xf32>, %y: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %i = kernel.thread_id x
      %v = kernel.load %x[%i] : memref<64xf32>, f32
      kernel.store %v, %y[%i] : f32, memref<64xf32>
      gpu.return
    }
    // CHECK-NOT: gpu.func @{{.*}}_x
    gpu.func @by_z(%y: memref<64xindex>) kernel {
      %z = kernel.block_id z
      kernel.store %z, %y[%z] : index, memref<64xindex>
      gpu.return
    }
    gpu.func @prints(%y: memref<64xindex>) kernel {
      %x = kernel.block_id x
      kernel.print "{0}", %x : index
      kernel.store %x, %y[%x] : index, memref<64xindex>
      gpu.return
    }
    // Passes its argument on.
    gpu.func @branches(%c: i1, %x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %z = scf.if %c -> (memref<64xf32>) {
        scf.yield %x : memref<64xf32>
      } else {
        scf.yield %y : memref<64xf32>
      }
      %i = kernel.block_id x
      %v = arith.constant 0.0 : f32
      kernel.store %v, %z[%i] : f32, memref<64xf32>
      gpu.return
    }
  }

  // What a launch needs, and allocations, move with it; constants differ from
  // all that is written.
  // CHECK-LABEL: func @independent
  // CHECK: gpu.launch_func @kernels::@scale_x3 blocks in (%[[N:.*]], %c1, %c3) threads in (%c64, %c1, %c1)
  // CHECK-SAME: args(%arg0 : memref<64xf32>, %cst : f32, %{{.*}} : f32, %{{.*}} : f32, %{{.*}} : memref<64xf32>, %{{.*}} : memref<64xf32>, %{{.*}} : memref<64xf32>)
  // CHECK-SAME: kernel.work = #kernel.work<() -> (1536, 192), unit = cuda_f32>
  // CHECK-NOT: gpu.launch_func
  // TWO-LABEL: func @independent
  // TWO: gpu.launch_func @kernels::@scale_x2
  // TWO: gpu.launch_func @kernels::@scale blocks
  func.func @independent(%x: memref<64xf32>, %g: f32, %n: index) -> (memref<64xf32>, memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %f = arith.constant 2.0 : f32
    %other = memref.alloc() : memref<64xf32>
    %a = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %a : memref<64xf32>)
        {kernel.work = #kernel.work<() -> (512, 64), unit = cuda_f32>}
    gpu.memcpy %other, %x : memref<64xf32>, memref<64xf32>
    memref.dealloc %other : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %f2 = arith.mulf %g, %g : f32
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f2 : f32, %b : memref<64xf32>)
        {kernel.work = #kernel.work<() -> (512, 64), unit = cuda_f32>}
    %f3 = arith.mulf %f2, %g : f32
    %c = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f3 : f32, %c : memref<64xf32>)
        {kernel.work = #kernel.work<() -> (512, 64), unit = cuda_f32>}
    return %a, %b, %c : memref<64xf32>, memref<64xf32>, memref<64xf32>
  }

  // CHECK-LABEL: func @constants
  // CHECK: gpu.launch_func @kernels::@scale_x2
  // CHECK-NOT: gpu.launch_func
  func.func @constants(%x: memref<64xf32>, %f: f32, %n: index) -> (memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %w = memref.get_global @weights : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%w : memref<64xf32>, %f : f32, %a : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %b : memref<64xf32>)
    return %a, %b : memref<64xf32>, memref<64xf32>
  }

  // Each depends on the one before: it reads its result, writes what it reads,
  // or may write the same memory.
  // CHECK-LABEL: func @dependent
  // CHECK-COUNT-4: gpu.launch_func @kernels::@scale blocks
  func.func @dependent(%x: memref<64xf32>, %y: memref<64xf32>, %f: f32, %n: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %a : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%a : memref<64xf32>, %f : f32, %b : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%b : memref<64xf32>, %f : f32, %x : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%b : memref<64xf32>, %f : f32, %y : memref<64xf32>)
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    return
  }

  // CHECK-LABEL: func @in_between
  // CHECK-COUNT-3: gpu.launch_func @kernels::@scale blocks
  func.func @in_between(%x: memref<64xf32>, %f: f32, %n: index, %ok: i1) -> (memref<64xf32>, memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %c = memref.alloc() : memref<64xf32>
    %d = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %a : memref<64xf32>)
    // Writes what the next one reads.
    gpu.memcpy %d, %x : memref<64xf32>, memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%d : memref<64xf32>, %f : f32, %b : memref<64xf32>)
    // May end the program.
    cf.assert %ok, "not ok"
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %c : memref<64xf32>)
    memref.dealloc %d : memref<64xf32>
    return %a, %b, %c : memref<64xf32>, memref<64xf32>, memref<64xf32>
  }

  // CHECK-LABEL: func @other_sizes
  // CHECK-COUNT-3: gpu.launch_func @kernels::@scale blocks
  func.func @other_sizes(%x: memref<64xf32>, %f: f32, %n: index, %m: index) -> (memref<64xf32>, memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %c = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %a : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%m, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %b : memref<64xf32>)
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %n) threads in (%c64, %c1, %c1)
        args(%x : memref<64xf32>, %f : f32, %c : memref<64xf32>)
    return %a, %b, %c : memref<64xf32>, memref<64xf32>, memref<64xf32>
  }

  // CHECK-LABEL: func @other_kernels
  // CHECK-COUNT-2: gpu.launch_func @kernels::@by_z blocks
  // CHECK-COUNT-2: gpu.launch_func @kernels::@prints blocks
  // CHECK-COUNT-2: gpu.launch_func @kernels::@branches blocks
  func.func @other_kernels(%x: memref<64xf32>, %c: i1, %n: index) -> (memref<64xindex>, memref<64xindex>, memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : memref<64xindex>
    %b = memref.alloc() : memref<64xindex>
    gpu.launch_func @kernels::@by_z blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<64xindex>)
    gpu.launch_func @kernels::@by_z blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<64xindex>)
    gpu.launch_func @kernels::@prints blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<64xindex>)
    gpu.launch_func @kernels::@prints blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<64xindex>)
    %d = memref.alloc() : memref<64xf32>
    %e = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@branches blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%c : i1, %x : memref<64xf32>, %d : memref<64xf32>)
    gpu.launch_func @kernels::@branches blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%c : i1, %x : memref<64xf32>, %e : memref<64xf32>)
    return %a, %b, %d, %e : memref<64xindex>, memref<64xindex>, memref<64xf32>, memref<64xf32>
  }

  // CHECK-LABEL: func @one_block
  // CHECK: gpu.launch_func @kernels::@one_block_x2 blocks in (%c1, %c1, %c2)
  func.func @one_block(%x: memref<64xf32>) -> (memref<64xf32>, memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@one_block blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @kernels::@one_block blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>, %b : memref<64xf32>)
    return %a, %b : memref<64xf32>, memref<64xf32>
  }
}
