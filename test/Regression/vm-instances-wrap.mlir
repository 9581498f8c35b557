// Sizes of buffers wrapped around, and the run used memory that was not its own.
// RUN: not zyn-run %s --instances 1152921504606846976 --device cpu 2>&1 | FileCheck %s
// CHECK: zyn-run: error: '1152921504606846976' is not a valid value for --instances: expected a number up to 2147483647
// RUN: not zyn-run %s --instances 2147483647 --memory-limit 1GiB --device cpu 2>&1 | FileCheck %s --check-prefix=FITS
// FITS: error: 2147483647 instances need 32.0 GiB, found 1.0 GiB of free memory, enough for {{[0-9]+}}
vm.program @p : i32 {
  vm.buffer @out instance output : tensor<2xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  vm.launch @main instances 4
}
