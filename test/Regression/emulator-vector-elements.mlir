// Elements whose size is no power of two, which is no alignment.
// RUN: zyn-opt --zyn-to-emulator %s | FileCheck %s

gpu.module @m {
  // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<33xf32>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<33xf32>, !llvm.ptr
  gpu.func @vector(%x: memref<4xvector<33xf32>>, %i: index) kernel {
    %v = memref.load %x[%i] : memref<4xvector<33xf32>>
    memref.store %v, %x[%i] : memref<4xvector<33xf32>>
    gpu.return
  }
}
