// Kernels that share nothing are compiled in parts, whose PTX has one header
// and declares dynamic shared memory once.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix HEADER
// RUN: FileCheck %s --input-file %t.ptx --check-prefix SHARED
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | diff - %t.ptx
// RUN: taskset -c 0 zyn-translate --zyn-to-ptx --chip=sm_90a %s | diff - %t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// HEADER: .version
// HEADER: .address_size 64
// HEADER-NOT: {{\.version|\.target|\.address_size}}
// SHARED-COUNT-1: .extern .shared
// SHARED-NOT: .extern .shared

// The labels of each part start over.
// CHECK-LABEL: .entry main_matmul_0
// CHECK: $L__BB0_{{[0-9]+}}:
// CHECK-LABEL: .entry main_matmul_1
// CHECK: $L__BB0_{{[0-9]+}}:
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
