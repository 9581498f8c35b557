// Upstream's ops on architectures that lack the instruction.
// RUN: split-file %s %t
// RUN: zyn-opt %t/volta.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_70}))'
// RUN: zyn-opt %t/turing.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_75}))'
// RUN: zyn-opt %t/ada.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_89}))'
// RUN: zyn-opt %t/specific.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_120}))'
// RUN: zyn-opt %t/consumer.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(kernel-check-target{chip=sm_120a}))'
// Kernels that are lowered already are checked, too.
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_75 %t/lowered.mlir 2>&1 | FileCheck %s
// CHECK: lowered.mlir:3:5: error: 'nvvm.cp.async.wait.group' needs sm_80, target is sm_75

//--- lowered.mlir
gpu.module @m {
  llvm.func @f() attributes {gpu.kernel, nvvm.kernel} {
    nvvm.cp.async.wait.group 0
    llvm.return
  }
}
//--- volta.mlir
gpu.module @m {
  gpu.func @f(%x: memref<8x8xf16, 3>, %i: index) kernel {
    // expected-error @below {{'nvgpu.ldmatrix' needs sm_75, target is sm_70}}
    %0 = nvgpu.ldmatrix %x[%i, %i] {numTiles = 1 : i32, transpose = false} : memref<8x8xf16, 3> -> vector<1x2xf16>
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: memref<16x16xi8>, %i: index) kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' needs sm_72, target is sm_70}}
    %0 = gpu.subgroup_mma_load_matrix %x[%i, %i] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
    gpu.return
  }
}
//--- turing.mlir
gpu.module @m {
  gpu.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) kernel {
    // expected-error @below {{'nvgpu.mma.sync' needs sm_80, target is sm_75}}
    %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvgpu.device_async_create_group' needs sm_80, target is sm_75}}
    %0 = nvgpu.device_async_create_group
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: memref<8x4xf64>, %i: index) kernel {
    // expected-error @below {{'gpu.subgroup_mma_load_matrix' needs sm_80, target is sm_75}}
    %0 = gpu.subgroup_mma_load_matrix %x[%i, %i] {leadDimension = 4 : index} : memref<8x4xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: !llvm.ptr<3>) kernel {
    // expected-error @below {{'nvvm.mbarrier.arrive' needs sm_80, target is sm_75}}
    %0 = nvvm.mbarrier.arrive %x : !llvm.ptr<3> -> i64
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvvm.cp.async.wait.group' needs sm_80, target is sm_75}}
    nvvm.cp.async.wait.group 0
    gpu.return
  }
}
//--- ada.mlir
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvvm.griddepcontrol' needs sm_90, target is sm_89}}
    nvvm.griddepcontrol wait
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: !llvm.ptr<3>, %n: i32) kernel {
    // The count needs a later architecture than the op.
    // expected-error @below {{'nvvm.mbarrier.arrive' needs sm_90, target is sm_89}}
    %0 = nvvm.mbarrier.arrive %x, %n : !llvm.ptr<3> -> i64
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvvm.elect.sync' needs sm_90, target is sm_89}}
    %0 = nvvm.elect.sync -> i1
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvvm.fence.proxy' needs sm_90, target is sm_89}}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'gpu.cluster_id' needs sm_90, target is sm_89}}
    %0 = gpu.cluster_id x
    gpu.return
  }
}
//--- specific.mlir
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @below {{'nvvm.setmaxregister' needs sm_90a or a later architecture with the suffix, target is sm_120}}
    nvvm.setmaxregister increase 64
    gpu.return
  }
}
// -----
gpu.module @m {
  gpu.func @f(%x: f32) kernel {
    // expected-error @below {{'nvvm.convert.f32x2.to.f6x2' needs sm_100a or a later architecture with the suffix, target is sm_120}}
    %0 = nvvm.convert.f32x2.to.f6x2 %x, %x : i16 (f6E2M3FN)
    gpu.return
  }
}
//--- consumer.mlir
gpu.module @m {
  gpu.func @f(%x: f32, %mask: i32) kernel {
    // expected-error @below {{'nvvm.redux.sync' needs sm_100a to sm_103a, target is sm_120a}}
    %0 = nvvm.redux.sync fmin %x, %mask : f32 -> f32
    gpu.return
  }
}
