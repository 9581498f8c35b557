// RUN: zyn-translate --zyn-to-ptx --chip sm_90 %s | FileCheck %s

gpu.module @m {
  // CHECK: .entry bounds(
  // CHECK: .maxntid 256, 1, 1
  // CHECK: .minnctapersm 2
  // CHECK: .maxnreg 64
  gpu.func @bounds() kernel attributes {kernel.max_threads = 256, kernel.min_blocks = 2, kernel.max_registers = 64} {
    gpu.return
  }

  // The exact size says more.
  // CHECK: .entry sizes(
  // CHECK: .maxntid 512, 2, 1
  // CHECK: .reqnctapercluster 2, 1, 1
  gpu.func @sizes() kernel attributes {kernel.max_threads = 1024, known_block_size = array<i32: 512, 2, 1>,
                                       known_cluster_size = array<i32: 2, 1, 1>} {
    gpu.return
  }

  // 256 threads may have 255 registers each.
  // CHECK: .entry small()
  // CHECK-NOT: .maxntid
  // CHECK: {
  gpu.func @small() kernel attributes {known_block_size = array<i32: 128, 2, 1>} {
    gpu.return
  }

  // CHECK: .entry resident()
  // CHECK: .maxntid 128, 2, 1
  // CHECK: .minnctapersm 4
  gpu.func @resident() kernel attributes {known_block_size = array<i32: 128, 2, 1>, kernel.min_blocks = 4} {
    gpu.return
  }
}
