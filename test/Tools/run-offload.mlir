// A file with PTX for several architectures. The driver that runs no kernels is
// one for sm_90.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_80,sm_90a,sm_120 %s -o %t.offload
// RUN: env ZYN_CUDA_DRIVER=%build/lib/libZynFakeDriver.so ZYN_CACHE_DIR=%t.cache \
// RUN:   zyn-run %t.offload --kernel twice --grid 1 --block 8 --arg inout:ones:f32:8 --arg f32:2 | FileCheck %s
// CHECK: [1, 1, 1, 1, 1, 1, 1, 1]

// No image for this GPU or an older one.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_100,sm_120 %s -o %t.newer.offload
// RUN: not env ZYN_CUDA_DRIVER=%build/lib/libZynFakeDriver.so ZYN_CACHE_DIR=%t.cache \
// RUN:   zyn-run %t.newer.offload --kernel twice --grid 1 --block 8 --arg inout:ones:f32:8 --arg f32:2 2>&1 | FileCheck %s --check-prefix=NEWER
// NEWER: newer.offload: error: expected code that sm_90 runs, found code for sm_100, sm_120

// RUN: head -c 100 %t.offload > %t.cut.offload
// RUN: not env ZYN_CUDA_DRIVER=%build/lib/libZynFakeDriver.so ZYN_CACHE_DIR=%t.cache \
// RUN:   zyn-run %t.cut.offload --kernel twice --grid 1 --block 8 --arg inout:ones:f32:8 --arg f32:2 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: cut.offload: error: expected a complete offload binary, found damaged or missing parts

gpu.module @kernels {
  llvm.func @twice(%x: !llvm.ptr<1>, %k: f32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %p : !llvm.ptr<1> -> f32
    %s = llvm.fmul %v, %k : f32
    llvm.store %s, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
