// A kernel does not run on the host: the message says what runs it. A function that is not run may have one.
// RUN: not zyn-run %s --device cpu --entry launch 2>&1 | FileCheck %s
// CHECK: run-kernel-host.mlir:[[#@LINE+10]]:5: error: 'gpu.launch_func' op launches a kernel, which the device 'cpu' cannot run; use a GPU or the emulator (--device emulate)
// CHECK-NOT: {{.}}
// RUN: zyn-run %s --device cpu --entry other 1
// RUN: zyn-run %s --device emulate --entry launch
// RUN: not zyn-run %s --device gpu --entry other 1 2>&1 | FileCheck %s --check-prefix DEVICE
// DEVICE: zyn-run: error: unknown device 'gpu': expected auto, cuda, cuda:N, cpu or emulate
// DEVICE-NOT: {{.}}
module attributes {gpu.container_module} {
  func.func @launch() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @other(%x: i32) -> i32 {
    return %x : i32
  }
}
