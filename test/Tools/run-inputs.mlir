// Arrays that are generated: numbers of a distribution, and random bits, which do not depend on the number of threads.
// REQUIRES: numpy
// RUN: zyn-run %s --device cpu --entry integers random:i32:100000 bits:i32:100000 -o %t.random.npy -o %t.bits.npy
// RUN: env ZYN_THREADS=1 zyn-run %s --device cpu --entry integers ones:i32:100000 bits:i32:100000 -o %t.ones.npy -o %t.same.npy
// RUN: cmp %t.bits.npy %t.same.npy
// RUN: zyn-run %s --device cpu --entry others bits:i1:1001 bits:f16:1001 -o %t.i1.npy -o %t.f16.npy
// RUN: %python -c "import numpy as np, sys; print(*[(a.min(), a.max()) for a in map(np.load, sys.argv[1:])], sep='\n')" %t.random.npy %t.ones.npy %t.i1.npy | FileCheck %s
// CHECK: -100{{.*}}100
// CHECK: 1{{.*}}1
// CHECK: False{{.*}}True
// RUN: %python -c "import numpy as np, sys; a = np.load(sys.argv[1]); b = np.load(sys.argv[2]); print(a.min() < -2**30, a.max() > 2**30, np.isnan(b).any())" %t.bits.npy %t.f16.npy | FileCheck %s --check-prefix=BITS
// BITS: True True True

// RUN: not zyn-run %s --device cpu --entry integers bits:i3:4 ones:i32:4 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: 'i3:4': unknown element type 'i3'
func.func @integers(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  return %x, %y : tensor<?xi32>, tensor<?xi32>
}

func.func @others(%x: tensor<?xi1>, %y: tensor<?xf16>) -> (tensor<?xi1>, tensor<?xf16>) {
  return %x, %y : tensor<?xi1>, tensor<?xf16>
}
