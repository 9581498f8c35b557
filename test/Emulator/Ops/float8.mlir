// Vectors of 16 8-bit floats: the kernel reads 16 bytes at once, and zyn.map
// computes the same, on the emulator and on the host.
// REQUIRES: numpy
// RUN: %python -c "import numpy as np; np.save('%t.x.npy', np.arange(256, dtype=np.uint8).view('V1'))"
// RUN: zyn-run %s %t.x.npy zeros:f16:256 zeros:f8E4M3FN:256 --entry main --device emulate -o %t.kernel0.npy -o %t.kernel1.npy
// RUN: zyn-run %s %t.x.npy --entry extend --device emulate -o %t.emulate.npy
// RUN: zyn-run %s %t.x.npy --entry extend --device cpu -o %t.cpu.npy
// RUN: cmp %t.kernel0.npy %t.emulate.npy
// RUN: cmp %t.kernel0.npy %t.cpu.npy
// Numbers are the same after a round trip.
// RUN: cmp -i 128 %t.kernel1.npy %t.x.npy

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: memref<256xf8E4M3FN>, %y: memref<256xf16>, %z: memref<256xf8E4M3FN>) kernel {
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %t = kernel.thread_id x
      %i = arith.muli %t, %c16 : index
      %v = kernel.load %x[%i] : memref<256xf8E4M3FN>, vector<16xf8E4M3FN>
      %h = arith.extf %v : vector<16xf8E4M3FN> to vector<16xf16>
      %low = vector.extract_strided_slice %h {offsets = [0], sizes = [8], strides = [1]} : vector<16xf16> to vector<8xf16>
      %high = vector.extract_strided_slice %h {offsets = [8], sizes = [8], strides = [1]} : vector<16xf16> to vector<8xf16>
      %j = arith.addi %i, %c8 : index
      kernel.store %low, %y[%i] : vector<8xf16>, memref<256xf16>
      kernel.store %high, %y[%j] : vector<8xf16>, memref<256xf16>
      %r = arith.truncf %h : vector<16xf16> to vector<16xf8E4M3FN>
      kernel.store %r, %z[%i] : vector<16xf8E4M3FN>, memref<256xf8E4M3FN>
      gpu.return
    }
  }
  func.func @main(%x: memref<256xf8E4M3FN>, %y: memref<256xf16>, %z: memref<256xf8E4M3FN>)
      -> (memref<256xf16>, memref<256xf8E4M3FN>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%x : memref<256xf8E4M3FN>, %y : memref<256xf16>, %z : memref<256xf8E4M3FN>)
    return %y, %z : memref<256xf16>, memref<256xf8E4M3FN>
  }
  func.func @extend(%x: tensor<256xf8E4M3FN>) -> tensor<256xf16> {
    %e = tensor.empty() : tensor<256xf16>
    %r = zyn.map ins(%x : tensor<256xf8E4M3FN>) outs(%e : tensor<256xf16>) {
    ^bb0(%a: f8E4M3FN):
      %h = arith.extf %a : f8E4M3FN to f16
      zyn.yield %h : f16
    } -> tensor<256xf16>
    return %r : tensor<256xf16>
  }
}
