func.func @total(%x: memref<?xi64>, %n: index) -> i64 attributes {
    zyn.constraints = #zyn.constraints<unchecked = true, target_latency_ns = 1000>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %v = memref.load %x[%i] : memref<?xi64>
    %next = arith.addi %s, %v : i64
    scf.yield %next : i64
  }
  return %total : i64
}
