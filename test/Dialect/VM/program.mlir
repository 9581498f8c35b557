// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: vm.program @all : i32 attributes {observed = array<i32: 1, 2>, stack_depth = 4 : i32} {
vm.program @all : i32 attributes {stack_depth = 4 : i32, observed = array<i32: 1, 2>} {
  // CHECK-NEXT: vm.buffer @in shared input : tensor<4xi32>
  vm.buffer @in shared input : tensor<4xi32>
  // CHECK-NEXT: vm.buffer @out instance output : tensor<4xf32>
  vm.buffer @out instance output : tensor<4xf32>
  // CHECK-NEXT: vm.buffer @both shared inout : tensor<4xi32> at 12
  vm.buffer @both shared inout : tensor<4xi32> at 12
  // CHECK-NEXT: vm.buffer @none instance : tensor<4xi32>
  vm.buffer @none instance temporary : tensor<4xi32>
  // CHECK-NEXT: vm.buffer @mail channel : tensor<4xi32>
  vm.buffer @mail channel : tensor<4xi32>

  // CHECK-NEXT: vm.routine @main(%{{.*}}: !vm.state<i32>) {
  vm.routine @main(%s: !vm.state<i32>) {
    // CHECK-NEXT: vm.return %{{.*}} : i32
    vm.return %s : i32
  }

  // CHECK: vm.routine @other(%{{.*}}: !vm.state<i32>) attributes {hot} {
  vm.routine @other(%s: !vm.state<i32>) attributes {hot} {
    // CHECK-NEXT: vm.halt %{{.*}} : i32
    vm.halt %s : i32
  }

  // CHECK: vm.launch @main instances 7
  vm.launch @main instances 7
  // CHECK-NEXT: vm.phase @first {
  vm.phase @first {
    // CHECK-NEXT: vm.launch @other
    vm.launch @other
    // CHECK-NEXT: vm.launch @other instances 2147483647
    vm.launch @other instances 2147483647
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: vm.phase @second after [@first] {
  vm.phase @second after [@first] {
  }
  // CHECK: vm.phase @third after [@first, @second]
  vm.phase @third after [@first, @second] {
  }
}

// CHECK-LABEL: vm.program @empty : f32 {
vm.program @empty : f32 {
}
