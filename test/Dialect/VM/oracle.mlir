// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @floats
func.func @floats(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK: vm.oracle %{{.*}} {r1 = mulf r1, 0.5} : f32
  %2 = vm.oracle %s {r1 = mulf r1, 0.5} : f32
  // CHECK: vm.oracle %{{.*}} {r1 = olt r1, -0} : f32
  %3 = vm.oracle %2 {r1 = olt r1, -0.0} : f32
  // CHECK: vm.oracle %{{.*}} {r1 = maxf r1, -inf} : f32
  %4 = vm.oracle %3 {r1 = maxf r1, -inf} : f32
  // CHECK: vm.oracle %{{.*}} {r1 = une r1, nan} : f32
  %5 = vm.oracle %4 {r1 = une r1, nan} : f32
  // Integer oracles are available in f32 programs.
  // CHECK: vm.oracle %{{.*}} {r1 = addi r1, 3} : f32
  %6 = vm.oracle %5 {r1 = addi r1, 3} : f32
  return %6 : !vm.state<f32>
}

// CHECK-LABEL: vm.program @oracles : i32 {
vm.program @oracles : i32 {
  // CHECK-NEXT: vm.routine @oracles(%{{.*}}: !vm.state<i32>) {
  vm.routine @oracles(%s: !vm.state<i32>) {
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = addi r2, r3} : i32
    %o0 = vm.oracle %s {r1 = addi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = subi r2, r3} : i32
    %o1 = vm.oracle %o0 {r1 = subi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = muli r2, r3} : i32
    %o2 = vm.oracle %o1 {r1 = muli r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = mulhui r2, r3} : i32
    %o3 = vm.oracle %o2 {r1 = mulhui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = divsi r2, r3} : i32
    %o4 = vm.oracle %o3 {r1 = divsi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = divui r2, r3} : i32
    %o5 = vm.oracle %o4 {r1 = divui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = remsi r2, r3} : i32
    %o6 = vm.oracle %o5 {r1 = remsi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = remui r2, r3} : i32
    %o7 = vm.oracle %o6 {r1 = remui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = shli r2, r3} : i32
    %o8 = vm.oracle %o7 {r1 = shli r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = shrsi r2, r3} : i32
    %o9 = vm.oracle %o8 {r1 = shrsi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = shrui r2, r3} : i32
    %o10 = vm.oracle %o9 {r1 = shrui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = andi r2, r3} : i32
    %o11 = vm.oracle %o10 {r1 = andi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = ori r2, r3} : i32
    %o12 = vm.oracle %o11 {r1 = ori r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = xori r2, r3} : i32
    %o13 = vm.oracle %o12 {r1 = xori r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = minsi r2, r3} : i32
    %o14 = vm.oracle %o13 {r1 = minsi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = maxsi r2, r3} : i32
    %o15 = vm.oracle %o14 {r1 = maxsi r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = minui r2, r3} : i32
    %o16 = vm.oracle %o15 {r1 = minui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = maxui r2, r3} : i32
    %o17 = vm.oracle %o16 {r1 = maxui r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = eq r2, r3} : i32
    %o18 = vm.oracle %o17 {r1 = eq r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = ne r2, r3} : i32
    %o19 = vm.oracle %o18 {r1 = ne r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = slt r2, r3} : i32
    %o20 = vm.oracle %o19 {r1 = slt r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = sle r2, r3} : i32
    %o21 = vm.oracle %o20 {r1 = sle r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = ult r2, r3} : i32
    %o22 = vm.oracle %o21 {r1 = ult r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = ule r2, r3} : i32
    %o23 = vm.oracle %o22 {r1 = ule r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = addf r2, r3} : i32
    %o24 = vm.oracle %o23 {r1 = addf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = subf r2, r3} : i32
    %o25 = vm.oracle %o24 {r1 = subf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = mulf r2, r3} : i32
    %o26 = vm.oracle %o25 {r1 = mulf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = divf r2, r3} : i32
    %o27 = vm.oracle %o26 {r1 = divf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = minf r2, r3} : i32
    %o28 = vm.oracle %o27 {r1 = minf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = maxf r2, r3} : i32
    %o29 = vm.oracle %o28 {r1 = maxf r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = oeq r2, r3} : i32
    %o30 = vm.oracle %o29 {r1 = oeq r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = une r2, r3} : i32
    %o31 = vm.oracle %o30 {r1 = une r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = olt r2, r3} : i32
    %o32 = vm.oracle %o31 {r1 = olt r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = ole r2, r3} : i32
    %o33 = vm.oracle %o32 {r1 = ole r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = pow r2, r3} : i32
    %o34 = vm.oracle %o33 {r1 = pow r2, r3} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = popcount r26} : i32
    %o35 = vm.oracle %o34 {r1 = popcount r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = clz r26} : i32
    %o36 = vm.oracle %o35 {r1 = clz r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = sqrt r26} : i32
    %o37 = vm.oracle %o36 {r1 = sqrt r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = floor r26} : i32
    %o38 = vm.oracle %o37 {r1 = floor r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = sin r26} : i32
    %o39 = vm.oracle %o38 {r1 = sin r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = cos r26} : i32
    %o40 = vm.oracle %o39 {r1 = cos r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = exp r26} : i32
    %o41 = vm.oracle %o40 {r1 = exp r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = log r26} : i32
    %o42 = vm.oracle %o41 {r1 = log r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = sitofp r26} : i32
    %o43 = vm.oracle %o42 {r1 = sitofp r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = uitofp r26} : i32
    %o44 = vm.oracle %o43 {r1 = uitofp r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = fptosi r26} : i32
    %o45 = vm.oracle %o44 {r1 = fptosi r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = random r26} : i32
    %o46 = vm.oracle %o45 {r1 = random r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = randomf r26} : i32
    %o47 = vm.oracle %o46 {r1 = randomf r26} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = select r2, r3, r4} : i32
    %o48 = vm.oracle %o47 {r1 = select r2, r3, r4} : i32
    // CHECK-NEXT: vm.oracle %{{.*}} {r1 = shli r2, -1} : i32
    %o49 = vm.oracle %o48 {r1 = shli r2, -1} : i32
    // CHECK-NEXT: vm.return %{{.*}} : i32
    vm.return %o49 : i32
  }
}
