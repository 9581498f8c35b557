func.func @exceeds(%position: memref<64xi64>, %instrument: index, %limit: i64) -> i1 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true,
                                       target_latency_ns = 100>} {
  %value = memref.load %position[%instrument] : memref<64xi64>
  %exceeds = arith.cmpi sgt, %value, %limit : i64
  return %exceeds : i1
}
