// Brute-force search for keys whose hash has given bits.
//
// The function is the finalizer of MurmurHash3 (Austin Appleby, in the public domain). Each instance tries 256 keys,
// starting at 256 times its index, and appends those whose hash has the wanted bits under the mask.
//
// r1        key                              r5   first key of the next instance
// r2        hash of the key                  r6   temporary of the hash function
// r3, r4    mask and wanted bits
vm.program @search : i32 {
  // The mask and the wanted bits.
  vm.buffer @wanted shared input : tensor<2xi32>
  // The number of keys found, and the keys in any order.
  vm.buffer @found shared output : tensor<1025xi32>

  // Sets r2 to the hash of r1. Multiplications by constants are linear, the operations in between are not.
  vm.routine @hash(%s: !vm.state<i32>) {
    %0 = vm.oracle %s {r2 = shrui r1, 16} : i32
    %1 = vm.oracle %0 {r2 = xori r1, r2} : i32
    %2 = vm.linear %1 {r2 = -2048144789 * r2} : i32
    %3 = vm.oracle %2 {r6 = shrui r2, 13} : i32
    %4 = vm.oracle %3 {r2 = xori r2, r6} : i32
    %5 = vm.linear %4 {r2 = -1028477387 * r2} : i32
    %6 = vm.oracle %5 {r6 = shrui r2, 16} : i32
    %7 = vm.oracle %6 {r2 = xori r2, r6} : i32
    vm.return %7 : i32
  }

  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.load %s {r3 = @wanted[0]} : i32
    %1 = vm.load %0 {r4 = @wanted[1]} : i32
    %2 = vm.linear %1 {r1 = 256 * r0, r5 = 256 * r0 + 256} : i32
    vm.jump %2 ^key : i32
  ^key(%3: !vm.state<i32>):
    %4 = vm.call %3 @hash : i32
    %5 = vm.oracle %4 {r2 = andi r2, r3} : i32
    vm.branch %5 {r2 eq r4} ^hit, ^next : i32
  ^hit(%6: !vm.state<i32>):
    %7 = vm.output %6 {@found, r1} : i32
    vm.jump %7 ^next : i32
  ^next(%8: !vm.state<i32>):
    %9 = vm.linear %8 {r1 = r1 + 1} : i32
    vm.branch %9 {r1 ne r5} ^key, ^done : i32
  ^done(%10: !vm.state<i32>):
    vm.halt %10 : i32
  }

  vm.phase @scan {
    vm.launch @main
  }
}
