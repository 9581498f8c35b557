// What --verify says if there is nothing to compare with: one line.
// DEFINE: %{entry} =
// DEFINE: %{run} = not zyn-run %s --device emulate --entry %{entry} --verify 2>&1 | FileCheck %s --check-prefix

// REDEFINE: %{entry} = nothing
// RUN: %{run} NOTHING
// NOTHING: run-verify-errors.mlir:[[#@LINE+21]]:3: error: cannot verify 'nothing': it has neither results nor memref arguments
// NOTHING-NOT: {{.}}

// REDEFINE: %{entry} = launch
// RUN: %{run} LAUNCH
// LAUNCH: run-verify-errors.mlir:[[#@LINE+19]]:3: error: cannot verify 'launch': no device other than 'emulate' can run it: cpu: 'gpu.launch_func' op launches a kernel, which the device 'cpu' cannot run; use a GPU or the emulator (--device emulate)
// LAUNCH-NOT: {{.}}

// RUN: not zyn-run %s --verify= 2>&1 | FileCheck %s --check-prefix EMPTY
// EMPTY: zyn-run: error: --verify needs a value
// RUN: not zyn-run %s --verify=-1 2>&1 | FileCheck %s --check-prefix NEGATIVE
// NEGATIVE: zyn-run: error: '-1' is not a valid value for --verify: expected a nonnegative number such as 1e-3
// RUN: not zyn-run %s --verify=nan 2>&1 | FileCheck %s --check-prefix NAN
// NAN: zyn-run: error: 'nan' is not a valid value for --verify: expected a nonnegative number such as 1e-3

// RUN: not zyn-run add.ptx --verify 2>&1 | FileCheck %s --check-prefix PTX
// PTX: zyn-run: error: --verify applies to functions of .mlir files; 'add.ptx' is run as a kernel
// RUN: not zyn-run %S/run-program.mlir --entry scale --verify 2>&1 | FileCheck %s --check-prefix PROGRAM
// PROGRAM: zyn-run: error: --verify applies to functions of .mlir files; '{{.*}}run-program.mlir' is run as a program of the matrix VM

module attributes {gpu.container_module} {
  func.func @nothing() {
    return
  }
  func.func @launch() -> index {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return %c1 : index
  }
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}
