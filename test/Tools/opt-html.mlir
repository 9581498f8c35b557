// zyn-opt --html writes a page. test/Python/test_show.py checks what pages contain.

// Without passes, the stages are those of a device.
// RUN: zyn-opt %s --html=%t.html --html-chip=sm_90a | count 0
// RUN: FileCheck %s --input-file %t.html --check-prefix DEVICE
// DEVICE: <title>{{.*}}opt-html.mlir</title>
// DEVICE: device cuda · chip sm_90a
// DEVICE: checked data-stage="0"> source<
// DEVICE-NEXT: checked data-stage="1"> zyn-bufferize<
// DEVICE-NEXT: checked data-stage="2"> zyn-to-kernel<
// DEVICE-NEXT: checked data-stage="3"> zyn-to-gpu<
// DEVICE-NEXT: checked data-stage="4"> zyn-to-nvvm<
// DEVICE-NEXT: checked data-stage="5"> PTX<
// DEVICE: <td><code>twice_map_0</code></td><td>{{.*}}opt-html.mlir:[[#MAP:]]</a>
// DEVICE: .target sm_90a

// With passes, they are the passes that change something, in any dialect. The module is written with -o.
// RUN: zyn-opt %s --html=%t.html --cse --cse --zyn-fuse -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --input-file %t.html --check-prefix PASSES
// RUN: FileCheck %s --input-file %t.mlir --check-prefix OUTPUT
// PASSES: data-stage="0"> source<
// PASSES-NEXT: data-stage="1"> cse<
// PASSES-NEXT: data-stage="2"> zyn-fuse<
// PASSES-NOT: data-stage="3"
// PASSES: zyn-fuse</td><td class="text">
// OUTPUT-COUNT-1: zyn.map
// OUTPUT-NOT: zyn.map
// RUN: zyn-opt %s --html=%t.html --pass-pipeline="builtin.module(func.func(zyn-partial-evaluate{},cse))"
// RUN: FileCheck %s --input-file %t.html --check-prefix NESTED
// NESTED: data-stage="1"> func.func(zyn-partial-evaluate … cse)<

// The PTX of a binary is a stage, and the stages that do not fit are not shown at first.
// RUN: zyn-opt %s --html=%t.html --zyn-to-nvvm --convert-nvvm-to-ptx
// RUN: FileCheck %s --input-file %t.html --check-prefix PTX
// PTX: <input type="checkbox" checked data-stage="0"> source<
// PTX-NEXT: <input type="checkbox" data-stage="1"> {{.+}}<
// PTX: <input type="checkbox" checked data-stage="[[#]]"> gpu.module({{.+}} … {{.+}})<
// PTX-NEXT: checked data-stage="[[#]]"> convert-nvvm-to-ptx<
// PTX-NEXT: checked data-stage="[[#PTX:]]"> PTX<
// PTX: <section class="stage" id="stage-1" hidden
// PTX: <section class="stage" id="stage-[[#PTX]]" aria

// A pass that fails ends the page.
// RUN: not zyn-opt %s --html=%t.html --cse --zyn-to-nvvm=chip=sm_1 2>&1 | FileCheck %s --check-prefix FAILS
// RUN: FileCheck %s --input-file %t.html --check-prefix FAILED
// FAILS: error: {{.*}}sm_1
// FAILED: <p class="failed" role="alert"><strong>{{.+}} failed.</strong> {{.*}}sm_1

// RUN: rm -f %t.no.html
// RUN: not zyn-opt %t.missing --html=%t.no.html 2>&1 | FileCheck %s --check-prefix MISSING
// MISSING: zyn-opt: error: cannot open input file '{{.*}}.missing': No such file or directory
// RUN: echo "func.func @f(" | not zyn-opt --html=%t.no.html 2>&1 | FileCheck %s --check-prefix PARSE
// RUN: echo "func.func @f(" | not zyn-opt --cse --html=%t.no.html 2>&1 | FileCheck %s --check-prefix PARSE
// PARSE: :1:14: error: expected non-function type
// RUN: not zyn-opt %s --html=%t.no.html --html-device=tpu 2>&1 | FileCheck %s --check-prefix TPU
// TPU: zyn-opt: error: unknown device 'tpu': expected cuda, cpu or emulate
// RUN: not zyn-opt %s --cse --html=%t.no.html --html-device=cpu 2>&1 | FileCheck %s --check-prefix DEVICEPASSES
// DEVICEPASSES: zyn-opt: error: --html-device and --html-chip are for pages without passes; remove them, or the passes
// RUN: not zyn-opt %s --cse --html=%t.no.html --split-input-file 2>&1 | FileCheck %s --check-prefix SPLIT
// SPLIT: zyn-opt: error: a page shows one module; remove --split-input-file
// RUN: echo "func.func @f() { return }" | not zyn-opt --no-implicit-module --pass-pipeline="func.func(cse)" --html=%t.no.html 2>&1 \
// RUN:   | FileCheck %s --check-prefix NOTHING
// NOTHING: zyn-opt: error: no pass has run on a module, so that there is nothing to show
// RUN: not ls %t.no.html
// RUN: not zyn-opt %s --html=%t.missing/page.html 2>&1 | FileCheck %s --check-prefix FOLDER
// FOLDER: zyn-opt: error: cannot open output file '{{.*}}page.html': No such file or directory

func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %other = arith.constant 1.0 : f32
  %y = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %one : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  %z = zyn.map ins(%y : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %other : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %z : tensor<?xf32>
}
