// Several architectures in one file: each has the PTX that it has alone.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_80,sm_90a,sm_120 %s -o %t.offload
// RUN: llvm-objdump --offloading %t.offload | FileCheck %s
// RUN: llvm-offload-binary %t.offload --image=file=%t.80.ptx,arch=sm_80,triple=nvptx64-nvidia-cuda
// RUN: llvm-offload-binary %t.offload --image=file=%t.90a.ptx,arch=sm_90a,triple=nvptx64-nvidia-cuda
// RUN: llvm-offload-binary %t.offload --image=file=%t.120.ptx,arch=sm_120,triple=nvptx64-nvidia-cuda
// RUN: zyn-translate --zyn-to-ptx --chip=sm_80 %s | diff - %t.80.ptx
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | diff - %t.90a.ptx
// RUN: zyn-translate --zyn-to-ptx --chip=sm_120 %s | diff - %t.120.ptx
// RUN: FileCheck %s --check-prefix=SM80 --input-file %t.80.ptx
// RUN: FileCheck %s --check-prefix=SM90A --input-file %t.90a.ptx

// CHECK: OFFLOADING IMAGE [0]:
// CHECK-NEXT: kind ptx
// CHECK-NEXT: arch sm_80
// CHECK-NEXT: triple nvptx64-nvidia-cuda
// CHECK-NEXT: producer cuda
// CHECK: OFFLOADING IMAGE [1]:
// CHECK-NEXT: kind ptx
// CHECK-NEXT: arch sm_90a
// CHECK: OFFLOADING IMAGE [2]:
// CHECK-NEXT: kind ptx
// CHECK-NEXT: arch sm_120
// CHECK-NOT: OFFLOADING IMAGE

// The schedules are those of each architecture.
// SM80: .target sm_80
// SM80-NOT: wgmma
// SM80: mma.sync
// SM90A: .target sm_90a
// SM90A: wgmma.mma_async

// RUN: not zyn-translate --zyn-to-ptx --chip=sm_80,sm_1 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_80,sm_90a,sm_80 %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_80,,sm_90a %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not zyn-translate --zyn-to-ptx --chip= %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_80,sm_120 --ptx-version 8.0 %s 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not zyn-translate --zyn-to-ptx --chip=sm_90,sm_80 %S/Inputs/elect.mlir -o %t.none 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not ls %t.none

// UNKNOWN: {{^}}zyn-translate: error: unknown chip 'sm_1': expected an architecture such as sm_80 or sm_90a{{$}}
// TWICE: {{^}}zyn-translate: error: expected each architecture once in --chip, found 'sm_80' twice{{$}}
// EMPTY: {{^}}zyn-translate: error: expected architectures separated by commas in --chip, such as sm_80,sm_90a, found an empty one{{$}}
// VERSION: {{^}}zyn-translate: error: sm_120 requires PTX 8.7 or later, found PTX 8.0{{$}}
// OLD: elect.mlir:3:10: error: 'kernel.elect' needs sm_90, target is sm_80
func.func @product(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %r : tensor<512x512xf32>
}
