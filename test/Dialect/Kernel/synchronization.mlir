// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @barriers
  gpu.func @barriers(%mask: i32) kernel {
    // CHECK: kernel.barrier{{$}}
    kernel.barrier
    // CHECK: kernel.barrier id = 3{{$}}
    kernel.barrier id = 3
    // CHECK: kernel.barrier count = 64{{$}}
    kernel.barrier count = 64
    // CHECK: kernel.barrier id = 15 count = 1024{{$}}
    kernel.barrier id = 15 count = 1024
    // CHECK: kernel.barrier.arrive id = 1 count = 96
    kernel.barrier.arrive id = 1 count = 96
    // CHECK: kernel.warp_barrier{{$}}
    kernel.warp_barrier
    // CHECK: kernel.warp_barrier mask %{{.*}}
    kernel.warp_barrier mask %mask
    // CHECK: kernel.sleep 1000000
    kernel.sleep 1000000
    gpu.return
  }

  // CHECK-LABEL: gpu.func @fences
  gpu.func @fences() kernel {
    // CHECK: kernel.fence thread
    kernel.fence thread
    // CHECK: kernel.fence cluster
    kernel.fence cluster
    // CHECK: kernel.fence system seq_cst
    kernel.fence system seq_cst
    // CHECK: kernel.fence.proxy_async{{$}}
    kernel.fence.proxy_async both
    // CHECK: kernel.fence.proxy_async shared
    kernel.fence.proxy_async shared
    // CHECK: kernel.fence.mbarrier_init
    kernel.fence.mbarrier_init
    gpu.return
  }
}
