// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: vm.program @branches : i32 {
vm.program @branches : i32 {
  vm.routine @callee(%s: !vm.state<i32>) {
    vm.return %s : i32
  }

  // CHECK: vm.routine @branches(%{{.*}}: !vm.state<i32>) attributes {hot} {
  vm.routine @branches(%s: !vm.state<i32>) attributes {hot} {
    // CHECK-NEXT: vm.yield %{{.*}} : i32
    %0 = vm.yield %s : i32
    // CHECK-NEXT: vm.call %{{.*}} @callee : i32
    %1 = vm.call %0 @callee : i32
    // CHECK-NEXT: vm.call %{{.*}} @callee saving [r1, r26] : i32
    %2 = vm.call %1 @callee saving [r1, r26] : i32
    // CHECK-NEXT: vm.jump %{{.*}} ^[[A:.*]] : i32
    vm.jump %2 ^a0 : i32
  ^a0(%b0: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 eq -3} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b0 {r1 eq -3} ^a0, ^a1 : i32
  ^a1(%b1: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ne r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b1 {r1 ne r2} ^a1, ^a2 : i32
  ^a2(%b2: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 slt -3} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b2 {r1 slt -3} ^a2, ^a3 : i32
  ^a3(%b3: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 sle r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b3 {r1 sle r2} ^a3, ^a4 : i32
  ^a4(%b4: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 sgt -3} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b4 {r1 sgt -3} ^a4, ^a5 : i32
  ^a5(%b5: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 sge r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b5 {r1 sge r2} ^a5, ^a6 : i32
  ^a6(%b6: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ult -3} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b6 {r1 ult -3} ^a6, ^a7 : i32
  ^a7(%b7: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ule r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b7 {r1 ule r2} ^a7, ^a8 : i32
  ^a8(%b8: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ugt -3} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b8 {r1 ugt -3} ^a8, ^a9 : i32
  ^a9(%b9: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 uge r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b9 {r1 uge r2} ^a9, ^a10 : i32
  ^a10(%b10: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 oeq 0.5} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b10 {r1 oeq 0.5} ^a10, ^a11 : i32
  ^a11(%b11: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 une r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b11 {r1 une r2} ^a11, ^a12 : i32
  ^a12(%b12: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 olt 0.5} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b12 {r1 olt 0.5} ^a12, ^a13 : i32
  ^a13(%b13: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ole r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b13 {r1 ole r2} ^a13, ^a14 : i32
  ^a14(%b14: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 ogt 0.5} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b14 {r1 ogt 0.5} ^a14, ^a15 : i32
  ^a15(%b15: !vm.state<i32>):
    // CHECK: vm.branch %{{.*}} {r1 oge r2} ^{{.*}}, ^{{.*}} : i32
    vm.branch %b15 {r1 oge r2} ^a15, ^a16 : i32
  ^a16(%b16: !vm.state<i32>):
    // CHECK: vm.halt %{{.*}} : i32
    vm.halt %b16 : i32
  }
}
