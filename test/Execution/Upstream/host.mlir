// RUN: zyn-run %s --device cpu | FileCheck %s

// Host code in upstream's dialects, which frees its buffers and prints.

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI64(memref<*xi64>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32

  // CHECK: rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data =
  // CHECK-NEXT: [2.5, 2.5]
  // CHECK-NEXT: [2.5, 2.5]
  %a = memref.alloc() : memref<2x3xf32>
  %b = memref.alloc() : memref<3x2xf32>
  %c = memref.alloc() : memref<2x2xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<2x3xf32>)
  linalg.fill ins(%half : f32) outs(%b : memref<3x2xf32>)
  linalg.fill ins(%one : f32) outs(%c : memref<2x2xf32>)
  linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<3x2xf32>) outs(%c : memref<2x2xf32>)
  %printed = memref.cast %c : memref<2x2xf32> to memref<*xf32>
  call @printMemrefF32(%printed) : (memref<*xf32>) -> ()
  memref.dealloc %a : memref<2x3xf32>
  memref.dealloc %b : memref<3x2xf32>
  memref.dealloc %c : memref<2x2xf32>

  // A buffer of each iteration.
  // CHECK: [0,  1,  4,  9]
  %squares = memref.alloc() : memref<4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %buffer = memref.alloc() : memref<1xi64>
    %word = arith.index_cast %i : index to i64
    %square = arith.muli %word, %word : i64
    memref.store %square, %buffer[%c0] : memref<1xi64>
    %0 = memref.load %buffer[%c0] : memref<1xi64>
    memref.store %0, %squares[%i] : memref<4xi64>
    memref.dealloc %buffer : memref<1xi64>
  }
  %unranked = memref.cast %squares : memref<4xi64> to memref<*xi64>
  call @printMemrefI64(%unranked) : (memref<*xi64>) -> ()
  memref.dealloc %squares : memref<4xi64>

  // CHECK: ( ( 1, -0.5 ), ( inf, 0 ) )
  // CHECK-NEXT: ( -128, 1 )
  // CHECK-NEXT: the end
  %v = arith.constant dense<[[1.0, -0.5], [0x7C00, 0.0]]> : vector<2x2xf16>
  vector.print %v : vector<2x2xf16>
  %w = arith.constant dense<[-128, 1]> : vector<2xi8>
  vector.print %w : vector<2xi8>
  vector.print str "the end\n"
  return
}
