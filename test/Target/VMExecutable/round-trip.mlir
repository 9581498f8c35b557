// All instructions are encoded, decoded, and encoded again; the files must be identical.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: zyn-translate --executable-to-vm %t.vmx --mlir-print-debuginfo -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: zyn-translate --vm-to-executable %t.mlir -o %t.again.vmx
// RUN: cmp %t.vmx %t.again.vmx
// RUN: zyn-translate --vm-to-executable --no-short-forms %s -o %t.vmx
// RUN: zyn-translate --executable-to-vm %t.vmx --mlir-print-debuginfo -o %t.mlir
// RUN: zyn-translate --vm-to-executable --no-short-forms %t.mlir -o %t.again.vmx
// RUN: cmp %t.vmx %t.again.vmx

// CHECK: vm.program @all : f32 attributes {observed = array<i32: 1, 5>, stack_depth = 4 : i32}
vm.program @all : f32 attributes {stack_depth = 4 : i32, observed = array<i32: 1, 5>} {
  // CHECK-NEXT: vm.buffer @table shared input : tensor<8xf32> at 0
  vm.buffer @table shared input : tensor<8xf32>
  // CHECK-NEXT: vm.buffer @sums instance output : tensor<4xf32> at 0
  vm.buffer @sums instance output : tensor<4xf32>
  // CHECK-NEXT: vm.buffer @hits shared inout : tensor<9xi32> at 8
  vm.buffer @hits shared inout : tensor<9xi32>
  // CHECK-NEXT: vm.buffer @mail channel : tensor<2xi32> at 0
  vm.buffer @mail channel : tensor<2xi32>
  // CHECK-NEXT: vm.buffer @scratch instance : tensor<3xi32> at 4
  vm.buffer @scratch instance : tensor<3xi32>

  // CHECK-NEXT: vm.routine @f(
  vm.routine @f(%s: !vm.state<f32>) {
    // CHECK-NEXT: {r1 = muli r1, r2} : f32 loc(#[[PLACE:.*]])
    %0 = vm.oracle %s {r1 = muli r1, r2} : f32
    // CHECK-NEXT: {r1 = addi r1, -7}
    %1 = vm.oracle %0 {r1 = addi r1, -7} : f32
    // CHECK-NEXT: {r1 = mulf r1, 0.5}
    %2 = vm.oracle %1 {r1 = mulf r1, 0.5} : f32
    // CHECK-NEXT: {r3 = select r2, r0, r1}
    %3 = vm.oracle %2 {r3 = select r2, r0, r1} : f32
    // CHECK-NEXT: {r3 = popcount r26}
    %4 = vm.oracle %3 {r3 = popcount r26} : f32
    // CHECK-NEXT: vm.return
    vm.return %4 : f32
  }
  // CHECK: vm.routine @main(
  vm.routine @main(%s: !vm.state<f32>) {
    // CHECK-NEXT: {r1 = r0, r2 = 2.5 * r1 - r3 + 1} csr
    %0 = vm.linear %s {r1 = r0, r2 = 2.5 * r1 - r3 + 1.0} csr : f32
    // CHECK-NEXT: {r1 = 0, r2 = 2.5 * r1 - r3 + 1} dense
    %1 = vm.linear %0 {r1 = 0.0, r2 = 2.5 * r1 - r3 + 1.0} dense : f32
    // CHECK-NEXT: vm.linear %{{.*}} {} csr
    %2 = vm.linear %1 {} : f32
    // CHECK-NEXT: {r5 = @table[r4 - 1]}
    %3 = vm.load %2 {r5 = @table[r4 - 1]} : f32
    // CHECK-NEXT: {r5 = @table[2]}
    %4 = vm.load %3 {r5 = @table[2]} : f32
    // CHECK-NEXT: {@sums[r1] = r5}
    %5 = vm.store %4 {@sums[r1] = r5} : f32
    // CHECK-NEXT: {r4 to r7 = @table[r0 to r3]}
    %6 = vm.gather %5 {r4 to r7 = @table[r0 to r3]} : f32
    // CHECK-NEXT: {@scratch[r0 to r1] = r4 to r5}
    %7 = vm.scatter %6 {@scratch[r0 to r1] = r4 to r5} : f32
    // CHECK-NEXT: {r6 = addf @hits[8], r5}
    %8 = vm.atomic %7 {r6 = addf @hits[8], r5} : f32
    // CHECK-NEXT: {r6 = cas @hits[r1 + 3], r5, r26}
    %9 = vm.atomic %8 {r6 = cas @hits[r1 + 3], r5, r26} : f32
    // CHECK-NEXT: vm.jump %{{.*}} ^bb1
    vm.jump %9 ^loop : f32
  // CHECK-NEXT: ^bb1(
  ^loop(%10: !vm.state<f32>):
    // CHECK-NEXT: @f saving [r2, r26]
    %11 = vm.call %10 @f saving [r2, r26] : f32
    // CHECK-NEXT: {@mail[r1 + 1] = r2}
    %12 = vm.send %11 {@mail[r1 + 1] = r2} : f32
    // CHECK-NEXT: {r2 = @mail[0]}
    %13 = vm.receive %12 {r2 = @mail[0]} : f32
    // CHECK-NEXT: {@hits, r2}
    %14 = vm.output %13 {@hits, r2} : f32
    // CHECK-NEXT: vm.yield
    %15 = vm.yield %14 : f32
    // CHECK-NEXT: {r3 sle -100} ^bb1, ^bb2
    vm.branch %15 {r3 sle -100} ^loop, ^odd : f32
  // CHECK-NEXT: ^bb2(
  ^odd(%16: !vm.state<f32>):
    // CHECK-NEXT: {r3 olt 0.5} ^bb3, ^bb2
    vm.branch %16 {r3 olt 0.5} ^more, ^odd : f32
  // CHECK-NEXT: ^bb3(
  ^more(%17: !vm.state<f32>):
    // CHECK-NEXT: {r3 uge r4} ^bb4, ^bb1
    vm.branch %17 {r3 uge r4} ^end, ^loop : f32
  // CHECK-NEXT: ^bb4(
  ^end(%18: !vm.state<f32>):
    // CHECK-NEXT: vm.halt
    vm.halt %18 : f32
  }
  // CHECK: vm.phase @first {
  vm.phase @first {
    // CHECK-NEXT: vm.launch @main loc
    vm.launch @main
    // CHECK-NEXT: vm.launch @f instances 4
    vm.launch @f instances 4
  }
  // CHECK: vm.phase @nothing {
  vm.phase @nothing {
  }
}
// CHECK: #[[PLACE]] = loc("{{.*}}round-trip.mlir":28:10)
