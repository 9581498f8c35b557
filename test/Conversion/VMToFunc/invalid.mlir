// RUN: zyn-opt %s --convert-vm-to-func -verify-diagnostics

vm.program @p : i32 {
  // expected-error @+1 {{'vm.buffer' op expected an offset: run --vm-allocate-buffers first}}
  vm.buffer @out instance output : tensor<1xi32>
}
