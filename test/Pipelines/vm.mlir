// RUN: zyn-opt %s --vm-to-llvm | FileCheck %s
// RUN: zyn-opt %s --vm-to-llvm=engine=interpreter | FileCheck %s
// RUN: zyn-opt %s --vm-to-llvm=engine=epochs | FileCheck %s
// RUN: zyn-opt %s --vm-to-nvvm=chip=sm_90a | FileCheck %s --check-prefix=NVVM
// RUN: zyn-opt %s --vm-to-nvvm=engine=interpreter | FileCheck %s --check-prefix=NVVM
// RUN: zyn-opt %s --vm-to-nvvm=engine=epochs | FileCheck %s --check-prefix=NVVM
// RUN: zyn-opt %s --vm-to-cuda | FileCheck %s --check-prefix=CUDA
// RUN: zyn-opt %s --vm-to-emulator | FileCheck %s --check-prefix=EMULATOR

// CHECK-NOT: vm.program
// CHECK: llvm.func @_mlir_ciface_squares

// NVVM: gpu.launch_func @squares_kernels::@round
// NVVM: gpu.module @squares_kernels
// NVVM: llvm.func @round

// CUDA: .visible .entry round
// CUDA: llvm.call @zynrtLaunch

// EMULATOR: llvm.call @zynrtLaunch
vm.program @squares : i32 {
  vm.buffer @result instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r1 = muli r0, r0} : i32
    %1 = vm.store %0 {@result[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
