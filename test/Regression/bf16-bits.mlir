// A copy of bf16 keeps all bits, those of denormals and signaling NaNs too; the
// conversion from f32 rounds to denormals. LLVM keeps a bf16 in a register as
// an f32, and uses vcvtneps2bf16, which flushes, where there is one.
// REQUIRES: numpy
// RUN: %python -c "import numpy as np; np.save('%t.x.npy', np.array([1, 0x8001, 0x7f81, 0xff81, 0x3f80, 0], '<u2').view('V2'))"
// RUN: zyn-run %s %t.x.npy --entry copy --device cpu -o %t.cpu.npy
// RUN: zyn-run %s %t.x.npy --entry copy --device emulate -o %t.emulate.npy
// RUN: cmp -i 128 %t.x.npy %t.cpu.npy
// RUN: cmp -i 128 %t.x.npy %t.emulate.npy
// RUN: %python -c "import numpy as np; np.save('%t.f.npy', np.array([9.2e-41, -9.2e-41, 1e-39, 1e-37, 1 + 2**-8, 1 + 3 * 2**-8, 3.4e38, np.inf], np.float32))"
// RUN: %python -c "import numpy as np; np.save('%t.wanted.npy', np.array([1, 0x8001, 0xb, 0x208, 0x3f80, 0x3f82, 0x7f80, 0x7f80], '<u2').view('V2'))"
// RUN: zyn-run %s %t.f.npy --entry round --device cpu -o %t.round.npy
// RUN: cmp -i 128 %t.wanted.npy %t.round.npy
// RUN: zyn-run %s %t.f.npy --entry round --device emulate -o %t.round.npy
// RUN: cmp -i 128 %t.wanted.npy %t.round.npy

func.func @copy(%x: tensor<6xbf16>) -> tensor<6xbf16> {
  %e = tensor.empty() : tensor<6xbf16>
  %r = zyn.map ins(%x : tensor<6xbf16>) outs(%e : tensor<6xbf16>) {
  ^bb0(%a: bf16):
    zyn.yield %a : bf16
  } -> tensor<6xbf16>
  return %r : tensor<6xbf16>
}

func.func @round(%x: tensor<8xf32>) -> tensor<8xbf16> {
  %e = tensor.empty() : tensor<8xbf16>
  %r = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%a: f32):
    %v = arith.truncf %a : f32 to bf16
    %w = arith.maximumf %v, %v : bf16
    zyn.yield %w : bf16
  } -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}
