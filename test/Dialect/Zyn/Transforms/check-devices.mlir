// RUN: zyn-opt %s --zyn-check-devices --split-input-file --verify-diagnostics=only-expected -o /dev/null
// RUN: not zyn-opt %s --zyn-check-devices=device=cuda:0 --split-input-file 2>&1 >/dev/null | FileCheck %s
// RUN: echo 'module {}' > %t.mlir
// RUN: not zyn-opt %t.mlir --zyn-check-devices=device=tpu 2>&1 | FileCheck %s --check-prefix=TPU

// TPU: error: expected a device: 'cpu', 'cuda:N' or 'emulate'

!cpu = tensor<4xf32, #zyn.device<cpu>>
!first = tensor<4xf32, #zyn.shape<_, device = cuda:0>>

// CHECK: :[[#@LINE+1]]:30: error: argument #1 is placed on cpu, but the program runs on cuda:0
func.func @mixed(%x: !first, %y: !cpu) -> !cpu {
  // expected-error @+1 {{'zyn.map' op expected all tensors on one device, found operand #0 on cuda:0 and operand #1 on cpu}}
  %r = zyn.map ins(%x : !first) outs(%y : !cpu) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  } -> !cpu
  return %r : !cpu
}

// -----

!first = tensor<4xf32, #zyn.device<cuda:0>>
!second = tensor<4xf32, #zyn.device<cuda:1>>

func.func @cast(%x: !first) -> tensor<4xf32> {
  // A tensor does not move to another device.
  // expected-error @+1 {{'tensor.cast' op expected all tensors on one device, found operand #0 on cuda:0 and result #0 on cuda:1}}
  %moved = tensor.cast %x : !first to !second
  %anywhere = tensor.cast %moved : !second to tensor<4xf32>
  return %anywhere : tensor<4xf32>
}

// -----

// Tensors that are not placed are anywhere.
func.func @unplaced(%x: tensor<4xf32, #zyn.device<cuda:0>>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = zyn.map ins(%x : tensor<4xf32, #zyn.device<cuda:0>>) outs(%y : tensor<4xf32>) {
  ^bb0(%v: f32):
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op has device = rocm in its #zyn.kernel, for which there is no code generator; expected auto, cpu or cuda}}
func.func @amd() attributes {zyn.kernel = #zyn.kernel<device = rocm>} {
  return
}

// -----

// expected-error @+1 {{'func.func' op has device = vulkan in its #zyn.kernel, for which there is no code generator; expected auto, cpu or cuda}}
func.func @khronos() attributes {zyn.kernel = #zyn.kernel<device = vulkan>} {
  return
}

// -----

// expected-error @+1 {{'func.func' op has device = metal in its #zyn.kernel, for which there is no code generator; expected auto, cpu or cuda}}
func.func @apple() attributes {zyn.kernel = #zyn.kernel<device = metal>} {
  return
}

// -----

// Only an error where the host runs the function.
// RUN: not zyn-opt %s --zyn-check-devices=device=cpu --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=HOST
// RUN: not zyn-opt %s --zyn-to-llvm --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=HOST
// HOST: :[[#@LINE+1]]:1: error: 'func.func' op has device = cuda in its #zyn.kernel, but the program runs on cpu; use a GPU or the emulator (--device emulate)
func.func @nvidia() attributes {zyn.kernel = #zyn.kernel<device = cuda>} {
  return
}
