// Programs of the matrix machine: buffers in and out, engines, several programs in one file, states, reports.
// RUN: zyn-run %s --entry scale ones:f32:3 zeros:f32:2x4 --instances 4 --device cpu | FileCheck %s
// RUN: zyn-run %s --entry scale ones:f32:3 zeros:f32:2x4 --instances 4 --device cpu --engine interpreter | FileCheck %s
// RUN: zyn-run %s --entry scale ones:f32:3 zeros:f32:2x4 --instances 4 --device cpu --engine epochs | FileCheck %s
// RUN: zyn-run %s --entry scale ones:f32:3 zeros:f32:2x4 --instances 4 --device emulate --engine epochs | FileCheck %s
// CHECK: #0: tensor<2x4xf32>
// CHECK-NEXT: {{\[}}[1, 2, 3, 4],
// CHECK-NEXT: [0, 0, 0, 0]]
// CHECK-NEXT: #1: tensor<1xi32>
// CHECK-NEXT: [4]

// RUN: zyn-translate --vm-to-executable --program=scale %s -o %t.vmx
// RUN: zyn-run %t.vmx ones:f32:3 zeros:f32:2x4 --instances 4 --device cpu -o %t.0.npy -o %t.1.npy --state %t.2.npy --report \
// RUN:   --time | FileCheck %s --check-prefix=REPORT
// RUN: test -s %t.0.npy && test -s %t.1.npy && test -s %t.2.npy
// REPORT: program {{ *}}@scale
// REPORT: time: median {{.*}} ms
// REPORT: executed: 24 instructions in {{.*}} s, engine aot on cpu

// The same as data, without the outputs.
// RUN: zyn-run %t.vmx ones:f32:3 zeros:f32:2x4 --instances 4 --device cpu -o %t.0.npy -o %t.1.npy --report=json \
// RUN:   | %python -c "import json, sys; r = json.load(sys.stdin); print(r['program'], r['instructions'], r['run']['phases'])" \
// RUN:   | FileCheck %s --check-prefix=JSON
// JSON: scale {'branch': 1, 'input_output': 3, 'linear': 1, 'oracle': 1, 'total': 6} [{'divergence': 0, 'executed': 24, 'fewest': 6, 'instances': 4, 'most': 6, 'name': 'all'}]
// RUN: zyn-run %t.vmx --report=json | %python -c "import json, sys; r = json.load(sys.stdin); print('run' in r, r['words'])" \
// RUN:   | FileCheck %s --check-prefix=JSON-LOOK
// JSON-LOOK: False f32
// RUN: not zyn-run %t.vmx --report=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: zyn-run: error: 'xml' is not a valid value for --report: expected json
// RUN: not zyn-run %t.vmx --report=json --time 2>&1 | FileCheck %s --check-prefix=JSON-TIME
// JSON-TIME: zyn-run: error: --time prints text, which does not go with --report=json

// Without inputs, a report is all.
// RUN: zyn-run %t.vmx --report | FileCheck %s --check-prefix=LOOK
// LOOK: program {{ *}}@scale
// LOOK: routines
// LOOK-NOT: executed

vm.program @scale : f32 {
  vm.buffer @factor shared input : tensor<3xf32>
  vm.buffer @sum instance inout : tensor<2xf32>
  vm.buffer @count shared output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.load %s {r1 = @factor[2]} : f32
    %1 = vm.linear %0 {r2 = r0 + r1} : f32
    %2 = vm.store %1 {@sum[0] = r2} : f32
    %3 = vm.oracle %2 {r3 = fptosi r1} : f32
    %4 = vm.atomic %3 {r4 = addi @count[0], r3} : f32
    vm.return %4 : f32
  }
  vm.phase @all {
    vm.launch @main
  }
}

// Temporaries of different phases may share words: each finds zeros.
// RUN: zyn-run %s --entry phases --instances 3 --device cpu | FileCheck %s --check-prefix=PHASES
// RUN: zyn-opt --vm-schedule-phases --vm-allocate-buffers %s -o %t.mlir
// RUN: zyn-run %t.mlir --entry phases --instances 3 --device cpu --repeat 2 | FileCheck %s --check-prefix=PHASES
// PHASES: {{\[}}[7, 7, 7],
// PHASES-NEXT: [1, 1, 1]]
vm.program @phases : i32 {
  vm.buffer @first instance : tensor<1xi32>
  vm.buffer @second instance : tensor<1xi32>
  vm.buffer @result instance output : tensor<2xi32>
  vm.routine @one(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 7} : i32
    %1 = vm.store %0 {@first[0] = r1} : i32
    %2 = vm.load %1 {r2 = @first[0]} : i32
    %3 = vm.store %2 {@result[0] = r2} : i32
    vm.halt %3 : i32
  }
  vm.routine @two(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @second[0]} : i32
    %1 = vm.linear %0 {r1 = r1 + 1} : i32
    %2 = vm.store %1 {@second[0] = r1} : i32
    %3 = vm.store %2 {@result[1] = r1} : i32
    vm.halt %3 : i32
  }
  vm.phase @late after [@early] {
    vm.launch @two
  }
  vm.phase @early {
    vm.launch @one
  }
}

// Launches outside of phases run in the order that their buffers ask for.
// RUN: zyn-run %s --entry launches --instances 2 --device cpu | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES: {{\[}}[5, 6]]
vm.program @launches : i32 {
  vm.buffer @between instance : tensor<1xi32>
  vm.buffer @result instance output : tensor<1xi32>
  vm.routine @write(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r0 + 5} : i32
    %1 = vm.store %0 {@between[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.routine @read(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @between[0]} : i32
    %1 = vm.store %0 {@result[0] = r1} : i32
    vm.halt %1 : i32
  }
  vm.launch @write
  vm.launch @read
}
