// RUN: zyn-opt %s --convert-vm-to-func=device=true | FileCheck %s
// RUN: zyn-opt %s --convert-vm-to-func='device=true engine=interpreter' | FileCheck %s --check-prefix=INTERPRETER
// RUN: zyn-opt %s --convert-vm-to-func='device=true engine=epochs' | FileCheck %s --check-prefix=EPOCHS

// CHECK: module attributes {gpu.container_module}
// CHECK: func.func @double(
// CHECK: gpu.launch_func @double_kernels::@round
// CHECK: gpu.module @double_kernels
// CHECK: func.func private @double_resume
// CHECK: gpu.func @round({{.*}}kernel.min_blocks = 1 : i32, known_block_size = array<i32: 128, 1, 1>
// CHECK: arith.cmpi ult
// CHECK: func.call @double_resume

// INTERPRETER: gpu.func @round({{.*}}kernel.min_blocks = 7 : i32, known_block_size = array<i32: 128, 1, 1>

// States are in shared memory, and there are barriers between the steps.
// EPOCHS: gpu.func @round({{.*}}known_block_size = array<i32: 256, 1, 1>
// EPOCHS: kernel.shared : memref<32x256xi32, #gpu.address_space<workgroup>>
// EPOCHS: kernel.barrier
// EPOCHS: scf.while
// EPOCHS: kernel.barrier
// EPOCHS: scf.condition
// EPOCHS: kernel.barrier
vm.program @double : i32 {
  vm.buffer @out instance output : tensor<1xi32> at 0
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 2 * r0} : i32
    %1 = vm.store %0 {@out[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
