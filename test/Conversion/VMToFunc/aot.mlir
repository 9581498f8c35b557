// RUN: zyn-opt %s --convert-vm-to-func --canonicalize | FileCheck %s

// CHECK-LABEL: func.func private @steps_resume(
// CHECK-SAME: %[[STATE:.*]]: memref<32x?xi32>
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
// The words that the program uses, here r0, r1 and r2, are kept in allocas.
// CHECK-COUNT-7: memref.alloca() : memref<i32>
// CHECK-COUNT-2: memref.alloca() : memref<i64>

// Points at which an instance resumes: the entry, after the yield, the receive.
// CHECK: cf.switch
// CHECK-NEXT: default: ^[[LAST:.*]],
// CHECK-NEXT: 0: ^{{.*}},
// CHECK-NEXT: 2: ^

// The multiplication by 3 and the sum both read the previous state.
// CHECK: %[[PRODUCT:.*]] = arith.muli %{{.*}}, %c3_i32
// CHECK: arith.addi %[[PRODUCT]], %c1_i32

// CHECK: memref.atomic_rmw assign %{{.*}} : (i64, memref<?xi64>) -> i64

// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[COUNT:[^:]*]]: index) {
// CHECK: scf.parallel (%[[POSITION:.*]]) = (%c0) to (%[[COUNT]]) step (%c1)
// CHECK: func.call @steps_resume({{.*}}, %[[POSITION]])
vm.program @steps : i32 {
  vm.buffer @mail channel : tensor<8xi32> at 0
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 3 * r0 + 1, r2 = r1} : i32
    %1 = vm.yield %0 : i32
    %2 = vm.send %1 {@mail[r0] = r1} : i32
    %3 = vm.receive %2 {r2 = @mail[r0]} : i32
    vm.halt %3 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
