// RUN: zyn-opt %s -verify-diagnostics -split-input-file

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'dimension' [x, y, z]}}
    %0 = kernel.thread_id w
    return
  }
}
