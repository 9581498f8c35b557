// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: vm.program @buffers : i32 {
vm.program @buffers : i32 {
  vm.buffer @in shared input : tensor<4xi32>
  vm.buffer @out instance output : tensor<4xf32>
  vm.buffer @both shared inout : tensor<4xi32>
  vm.buffer @mail channel : tensor<4xi32>

  // CHECK: vm.routine @buffers
  vm.routine @buffers(%s: !vm.state<i32>) {
    // CHECK-NEXT: vm.load %{{.*}} {r3 = @in[r1 + 2]} : i32
    %0 = vm.load %s {r3 = @in[r1 + 2]} : i32
    // CHECK-NEXT: vm.load %{{.*}} {r3 = @in[r1 - 2]} : i32
    %1 = vm.load %0 {r3 = @in[r1 - 2]} : i32
    // CHECK-NEXT: vm.load %{{.*}} {r3 = @in[r1]} : i32
    %2 = vm.load %1 {r3 = @in[r1 + 0]} : i32
    // CHECK-NEXT: vm.load %{{.*}} {r3 = @in[3]} : i32
    %3 = vm.load %2 {r3 = @in[3]} : i32
    // CHECK-NEXT: vm.store %{{.*}} {@out[r1 - 2147483648] = r26} : i32
    %4 = vm.store %3 {@out[r1 - 2147483648] = r26} : i32
    // CHECK-NEXT: vm.store %{{.*}} {@out[-1] = r2} : i32
    %5 = vm.store %4 {@out[4294967295] = r2} : i32
    // CHECK-NEXT: vm.gather %{{.*}} {r4 to r7 = @in[r0 to r3]} : i32
    %6 = vm.gather %5 {r4 to r7 = @in[r0 to r3]} : i32
    // CHECK-NEXT: vm.scatter %{{.*}} {@both[r0 to r26] = r0 to r26} : i32
    %7 = vm.scatter %6 {@both[r0 to r26] = r0 to r26} : i32
    // CHECK-NEXT: vm.send %{{.*}} {@mail[r0] = r1} : i32
    %8 = vm.send %7 {@mail[r0] = r1} : i32
    // CHECK-NEXT: vm.receive %{{.*}} {r1 = @mail[2]} : i32
    %9 = vm.receive %8 {r1 = @mail[2]} : i32
    // CHECK-NEXT: vm.output %{{.*}} {@both, r1} : i32
    %a = vm.output %9 {@both, r1} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = addi @both[r1 + 1], r2} : i32
    %c0 = vm.atomic %a {r3 = addi @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = addf @both[r1 + 1], r2} : i32
    %c1 = vm.atomic %c0 {r3 = addf @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = minsi @both[r1 + 1], r2} : i32
    %c2 = vm.atomic %c1 {r3 = minsi @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = maxsi @both[r1 + 1], r2} : i32
    %c3 = vm.atomic %c2 {r3 = maxsi @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = minui @both[r1 + 1], r2} : i32
    %c4 = vm.atomic %c3 {r3 = minui @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = maxui @both[r1 + 1], r2} : i32
    %c5 = vm.atomic %c4 {r3 = maxui @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = andi @both[r1 + 1], r2} : i32
    %c6 = vm.atomic %c5 {r3 = andi @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = ori @both[r1 + 1], r2} : i32
    %c7 = vm.atomic %c6 {r3 = ori @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = xori @both[r1 + 1], r2} : i32
    %c8 = vm.atomic %c7 {r3 = xori @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = exchange @both[r1 + 1], r2} : i32
    %c9 = vm.atomic %c8 {r3 = exchange @both[r1 + 1], r2} : i32
    // CHECK-NEXT: vm.atomic %{{.*}} {r3 = cas @both[r1 + 1], r2, r4} : i32
    %z = vm.atomic %c9 {r3 = cas @both[r1 + 1], r2, r4} : i32
    // CHECK: vm.return %{{.*}} : i32
    vm.return %z : i32
  }
}
