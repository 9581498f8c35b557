// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s --check-prefix PTX
// RUN: zyn-translate --zyn-to-ptx --chip sm_90a %s | FileCheck %s --check-prefix SM90A
// RUN: zyn-translate --zyn-to-llvmir %s | FileCheck %s --check-prefix LLVM
// RUN: zyn-opt --zyn-to-kernel %s | zyn-translate --zyn-to-ptx | FileCheck %s --check-prefix PTX
// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s --check-prefix SM90A
// RUN: not zyn-translate --zyn-to-ptx --chip sm_1 %s 2>&1 | FileCheck %s --check-prefix CHIP

// PTX: .version
// PTX: .target sm_80
// PTX: .visible .entry twice_map_0(
// PTX-NOT: .version
// SM90A: .target sm_90a
// SM90A: .visible .entry twice_map_0(
// LLVM: define void @_mlir_ciface_twice(
// CHIP: zyn-translate: error: unknown chip 'sm_1': expected an architecture such as sm_80 or sm_90a
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
