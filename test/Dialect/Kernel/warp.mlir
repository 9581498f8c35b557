// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @warp
  gpu.func @warp(%f: f32, %h: vector<2xf16>, %i: i32, %l: i64, %p: i1, %mask: i32) kernel {
    // CHECK: %{{.*}}, %{{.*}} = kernel.shuffle idx %{{.*}}, %{{.*}} : f32
    %0, %v0 = kernel.shuffle idx %f, %i width 32 : f32
    // CHECK: kernel.shuffle up %{{.*}}, %{{.*}} width 8 : vector<2xf16>
    %1, %v1 = kernel.shuffle up %h, %i width 8 : vector<2xf16>
    // CHECK: kernel.shuffle xor %{{.*}}, %{{.*}} mask %{{.*}} : i64
    %2, %v2 = kernel.shuffle xor %l, %i mask %mask : i64
    // CHECK: kernel.vote ballot %{{.*}}
    // CHECK: kernel.vote all %{{.*}} mask %{{.*}}
    %3 = kernel.vote ballot %p
    %4 = kernel.vote all %p mask %mask
    // CHECK: %{{.*}} = kernel.match any %{{.*}} : i32
    // CHECK: %{{.*}}, %{{.*}} = kernel.match all %{{.*}} mask %{{.*}} : f32
    %5 = kernel.match any %i : i32
    %6, %same = kernel.match all %f mask %mask : f32
    // CHECK: kernel.warp_reduce add %{{.*}} : f32
    // CHECK: kernel.warp_reduce xor %{{.*}} mask %{{.*}} : i32
    %7 = kernel.warp_reduce add %f : f32
    %8 = kernel.warp_reduce xor %i mask %mask : i32
    // CHECK: kernel.active_mask
    %9 = kernel.active_mask
    // CHECK: kernel.elect{{$}}
    // CHECK: kernel.elect mask %{{.*}}
    %10 = kernel.elect
    %11 = kernel.elect mask %mask
    gpu.return
  }
}
