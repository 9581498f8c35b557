func.func @sum(%x: memref<64xi64>, %n: index) -> i64 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %inside = arith.cmpi ult, %i, %c64 : index
    cf.assert %inside, "expected at most 64 positions"
    %v = memref.load %x[%i] : memref<64xi64>
    %next = arith.addi %s, %v : i64
    scf.yield %next : i64
  }
  return %sum : i64
}
