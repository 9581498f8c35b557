// RUN: zyn-opt %s --convert-gpu-to-runtime -verify-diagnostics -split-input-file

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f() kernel {
      gpu.return
    }
  }
  func.func @launch() {
    %c1 = arith.constant 1 : index
    // expected-error @+2 {{'gpu.launch_func' op has no PTX; run --convert-nvvm-to-ptx first}}
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func'}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, bin = "machine code">]
  func.func @launch() {
    %c1 = arith.constant 1 : index
    // expected-error @+2 {{'gpu.launch_func' op has an object that is not PTX; run --convert-nvvm-to-ptx}}
    // expected-error @+1 {{failed to legalize operation 'gpu.launch_func'}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
