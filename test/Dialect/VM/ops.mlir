// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func @matrices
// CHECK-SAME: %[[S:.*]]: !vm.state<i32>) -> !vm.state<i32>
func.func @matrices(%s: !vm.state<i32>) -> !vm.state<i32> {
  // CHECK: %[[A:.*]] = vm.linear %[[S]] {r1 = r0 + 2 * r3 - 1, r2 = 0, r26 = -r1 - 3 * r2} : i32
  %0 = vm.linear %s {r1 = 2 * r3 + r0 - 1, r2 = 0, r26 = -r1 - 3 * r2} : i32
  // Identity rows and zero terms are not printed.
  // CHECK: vm.linear %[[A]] {r3 = r2} csr : i32
  %1 = vm.linear %0 {r1 = r1, r2 = r2 + 0 * r3, r3 = r2 - 0} csr : i32
  // CHECK: vm.linear %{{.*}} {r1 = -2147483648, r2 = -1, r3 = 2147483647 * r4, r5 = -2147483648 * r6} dense : i32 {step = 3 : i64}
  %2 = vm.linear %1 {r1 = 0x80000000, r2 = 4294967295, r3 = 2147483647 * r4, r5 = -2147483648 * r6} dense : i32 {step = 3}
  // CHECK: vm.linear %{{.*}} {} : i32
  %3 = vm.linear %2 {} : i32
  // A matrix that is given by all elements is printed as rows.
  // CHECK: vm.linear %{{.*}} {r0 = 0, r1 = r0 + 7} : i32
  %4 = vm.linear %3, sparse<
      [[1, 0], [1, 31], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9],
       [10, 10], [11, 11], [12, 12], [13, 13], [14, 14], [15, 15], [16, 16], [17, 17],
       [18, 18], [19, 19], [20, 20], [21, 21], [22, 22], [23, 23], [24, 24], [25, 25],
       [26, 26], [27, 27], [28, 28], [29, 29], [30, 30], [31, 31]],
      [1, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
       1, 1, 1, 1]> : tensor<32x32xi32> : i32
  return %4 : !vm.state<i32>
}

// CHECK-LABEL: func.func @floats
func.func @floats(%s: !vm.state<f32>) -> !vm.state<f32> {
  // CHECK: vm.linear %{{.*}} {r1 = r2 - 0.5 * r3 + 0.1, r4 = inf, r5 = -inf, r6 = 1.0e-40 * r7, r8 = -3, r9 = 16777216.0} : f32
  %0 = vm.linear %s {r1 = 1.0 * r2 - 0.5 * r3 + 0.1, r4 = inf, r5 = -inf, r6 = 1.0e-40 * r7, r8 = -3, r9 = 16777216} : f32
  // CHECK: vm.linear %{{.*}} {r1 = nan, r2 = 2 * r2, r3 = 0} : f32
  %1 = vm.linear %0 {r1 = nan, r2 = 2 * r2, r3 = -0.0} : f32
  // CHECK: vm.oracle %{{.*}} {r1 = mulf r1, 0.5} : f32
  %2 = vm.oracle %1 {r1 = mulf r1, 0.5} : f32
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

// CHECK: func.func private @attribute() attributes {m = #vm.matrix<{r1 = r2 + 5} : i32>, n = #vm.matrix<{} : f32>}
func.func private @attribute() attributes {
  m = #vm.matrix<{r1 = r2 + 5} : i32>, n = #vm.matrix<{} : f32>
}

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

  // CHECK: vm.routine @branches(%{{.*}}: !vm.state<i32>) attributes {hot} {
  vm.routine @branches(%s: !vm.state<i32>) attributes {hot} {
    // CHECK-NEXT: vm.yield %{{.*}} : i32
    %0 = vm.yield %s : i32
    // CHECK-NEXT: vm.call %{{.*}} @oracles : i32
    %1 = vm.call %0 @oracles : i32
    // CHECK-NEXT: vm.call %{{.*}} @oracles saving [r1, r26] : i32
    %2 = vm.call %1 @oracles saving [r1, r26] : i32
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

  // CHECK: vm.launch @oracles instances 7
  vm.launch @oracles instances 7
  // CHECK-NEXT: vm.phase @first {
  vm.phase @first {
    // CHECK-NEXT: vm.launch @branches
    vm.launch @branches
    // CHECK-NEXT: vm.launch @branches instances 2147483647
    vm.launch @branches instances 2147483647
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
