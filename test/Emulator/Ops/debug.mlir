// Clocks go on, a trap is the error, and a thread can end anywhere.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: not zyn-run %s --device emulate --entry stops 2>&1 | FileCheck %s --check-prefix=STOPS

// RUN: zyn-run %s --device emulate --entry ends | FileCheck %s --check-prefix=ENDS

// CHECK: #0: tensor<2xi32>
// CHECK-NEXT: [1, 1]
// STOPS: debug.mlir:[[@LINE+44]]:7: error: kernel.trap: the kernel trapped: thread (0,0,0) of block (0,0,0)

// The first thread ends in a function.
// ENDS: #0: tensor<2xi32>
// ENDS-NEXT: [7, 8]

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%out: memref<2xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %duration = arith.constant 1000 : i32
      %0 = kernel.clock
      %1 = kernel.nanotime
      kernel.nanosleep %duration
      %2 = kernel.clock
      %3 = kernel.nanotime
      %isLater = arith.cmpi sgt, %2, %0 : i64
      %isNotEarlier = arith.cmpi sge, %3, %1 : i64
      %4 = arith.extui %isLater : i1 to i32
      %5 = arith.extui %isNotEarlier : i1 to i32
      kernel.store %4, %out[%c0] : i32, memref<2xi32>
      kernel.store %5, %out[%c1] : i32, memref<2xi32>
      gpu.return
    }
    func.func @endFirst(%i: index) {
      %c0 = arith.constant 0 : index
      %isFirst = arith.cmpi eq, %i, %c0 : index
      cf.cond_br %isFirst, ^end, ^continue
    ^continue:
      return
    ^end:
      kernel.exit
    }
    gpu.func @end(%out: memref<2xi32>) kernel {
      %seven = arith.constant 7 : i32
      %eight = arith.constant 8 : i32
      %i = kernel.thread_id x
      kernel.store %seven, %out[%i] : i32, memref<2xi32>
      func.call @endFirst(%i) : (index) -> ()
      kernel.store %eight, %out[%i] : i32, memref<2xi32>
      gpu.return
    }
    gpu.func @stop() kernel {
      kernel.trap
      gpu.return
    }
  }
  func.func @main() -> memref<2xi32> {
    %c1 = arith.constant 1 : index
    %out = memref.alloc() : memref<2xi32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%out : memref<2xi32>)
    return %out : memref<2xi32>
  }
  func.func @ends() -> memref<2xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %out = memref.alloc() : memref<2xi32>
    gpu.launch_func @m::@end blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%out : memref<2xi32>)
    gpu.launch_func @m::@end blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%out : memref<2xi32>)
    return %out : memref<2xi32>
  }
  func.func @stops() -> memref<2xi32> {
    %c1 = arith.constant 1 : index
    %out = memref.alloc() : memref<2xi32>
    gpu.launch_func @m::@stop blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return %out : memref<2xi32>
  }
}
