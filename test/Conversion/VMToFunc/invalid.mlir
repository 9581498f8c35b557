// RUN: zyn-opt %s --convert-vm-to-func -verify-diagnostics

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected a place: --vm-allocate-buffers gives it one}}
  vm.buffer @out instance output : tensor<1xi32>
}
