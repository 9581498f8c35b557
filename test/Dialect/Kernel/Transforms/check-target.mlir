// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_90}))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_90a features=+ptx86}))' | FileCheck %s --check-prefix=GIVEN

// The PTX version is what the architecture has at least, or what ops need.
// CHECK: gpu.module @old [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx78">]
// GIVEN: gpu.module @old [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx86">]
gpu.module @old {
  gpu.func @f() kernel {
    kernel.barrier
    gpu.return
  }
}

// CHECK: gpu.module @new [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">]
gpu.module @new {
  gpu.func @f() kernel {
    %0 = kernel.elect
    gpu.return
  }
}
