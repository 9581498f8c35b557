// RUN: split-file %s %t
// RUN: not zyn-opt %t/elect.mlir --pass-pipeline='builtin.module(gpu.module(kernel-check-target))' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not zyn-opt %t/elect.mlir --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_90 features=+ptx78}))' 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not zyn-opt %t/elect.mlir --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=fast}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not zyn-opt %t/cluster.mlir --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_80}))' 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: not zyn-opt %t/cluster.mlir --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_90}))' 2>&1 | FileCheck %s --check-prefix=LARGE
// The pipeline checks before it lowers.
// RUN: not zyn-translate --zyn-to-ptx %t/elect.mlir 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: zyn-translate --zyn-to-ptx --chip sm_90 %t/elect.mlir | FileCheck %s --check-prefix=RAISED

// CHIP: elect.mlir:3:10: error: 'kernel.elect' needs sm_90, target is sm_80
// PTX: elect.mlir:3:10: error: 'kernel.elect' needs PTX 8.0, target has PTX 7.8; omit the feature or increase its version
// UNKNOWN: elect.mlir:1:1: error: unknown chip 'fast': expected an architecture such as sm_80 or sm_90a
// CLUSTER: cluster.mlir:2:3: error: a kernel with known_cluster_size needs sm_90, target is sm_80
// LARGE: cluster.mlir:2:3: error: expected a known_cluster_size of 1 to 8 blocks, found 16
// RAISED: .version 8.0

//--- elect.mlir
gpu.module @m {
  gpu.func @f() kernel {
    %0 = kernel.elect
    gpu.return
  }
}
//--- cluster.mlir
gpu.module @m {
  gpu.func @f() kernel attributes {known_cluster_size = array<i32: 16, 1, 1>} {
    gpu.return
  }
}
