func.func private @log(i64)
func.func private @submit(%x: i64) attributes {no_inline} {
  call @log(%x) : (i64) -> ()
  return
}
func.func @order(%x: i64) attributes {zyn.constraints = #zyn.constraints<no_syscalls = true>} {
  call @submit(%x) : (i64) -> ()
  return
}
