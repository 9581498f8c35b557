// The PTX version is the lowest of the architecture, from LLVM's table, unless an op needs a later one.
// RUN: zyn-translate --zyn-to-ptx --chip sm_70 %s | FileCheck %s --check-prefix=SM70
// RUN: zyn-translate --zyn-to-ptx --chip sm_103a %s | FileCheck %s --check-prefix=SM103
// RUN: zyn-translate --zyn-to-ptx --chip sm_120 %s | FileCheck %s --check-prefix=SM120
// RUN: zyn-translate --zyn-to-ptx --chip sm_121 %s | FileCheck %s --check-prefix=SM121
// RUN: zyn-translate --zyn-to-ptx --chip sm_120 --ptx-version 9.0 %s | FileCheck %s --check-prefix=GIVEN

// SM70: .version 7.0
// SM70-NEXT: .target sm_70
// SM103: .version 8.8
// SM103-NEXT: .target sm_103a
// SM120: .version 8.7
// SM120-NEXT: .target sm_120
// SM121: .version 8.8
// SM121-NEXT: .target sm_121
// GIVEN: .version 9.0

// Pairs that do not exist.
// RUN: not zyn-translate --zyn-to-ptx --chip sm_120 --ptx-version 8.6 %s 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not zyn-translate --zyn-to-ptx --ptx-version 8.6.1 %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not zyn-translate --zyn-to-ptx --ptx-version 99.9 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not zyn-translate --zyn-to-ptx --chip sm_60 %s 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not zyn-translate --zyn-to-ptx --chip sm_90b %s 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not zyn-opt --zyn-to-nvvm='chip=sm_120 features=+ptx86' %s 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90 %s | sed 's/sm_90/sm_120/' | not zyn-opt --convert-nvvm-to-ptx 2>&1 | FileCheck %s --check-prefix=LOWERED

// LOW: zyn-translate: error: sm_120 requires PTX 8.7 or later, found PTX 8.6
// FORM: zyn-translate: error: expected a PTX version such as 8.7, found '8.6.1'
// UNKNOWN: zyn-translate: error: unknown PTX version 99.9: sm_80 has 7.0, 7.1, {{.*}}, 9.0{{$}}
// OLD: {{^}}zyn-translate: error: chip 'sm_60' is too old: expected sm_70 or a later one{{$}}
// CHIP: zyn-translate: error: unknown chip 'sm_90b': expected an architecture such as sm_80 or sm_90a
// PASS: error: sm_120 requires PTX 8.7 or later, found PTX 8.6
// LOWERED: error: cannot be compiled to PTX: sm_120 requires PTX 8.7 or later, found PTX 7.8
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
