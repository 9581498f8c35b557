// Statistics about an executable.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// RUN: zyn-translate --executable-to-report %t.vmx | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:program             @squares
// CHECK-NEXT:words               f32
// CHECK-NEXT:version             4.0
// CHECK-NEXT:file                {{[0-9]+}} bytes
// CHECK-NEXT:estimated epochs    20
// CHECK-NEXT:call depth          recursive, the stack has 16 frames
// CHECK-NEXT:instances in 80 GB  up to 121951217
// CHECK-EMPTY:
// CHECK-NEXT:instructions          13
// CHECK-NEXT:  linear               4  30.8 %
// CHECK-NEXT:  oracle               1   7.7 %
// CHECK-NEXT:  branch               5  38.5 %
// CHECK-NEXT:  input/output         3  23.1 %
// CHECK-NEXT:linear instructions    4
// CHECK-NEXT:  short forms          1  25.0 %
// CHECK-NEXT:  CSR                  2  50.0 %
// CHECK-NEXT:  dense                1  25.0 %
// CHECK-NEXT:distinct matrices      2
// CHECK-NEXT:non-zeros            130   3.2 %
// CHECK-EMPTY:
// CHECK-NEXT:bytes of matrices       176
// CHECK-NEXT:  if all were dense   16384
// CHECK-NEXT:  saved              98.9 %
// CHECK-EMPTY:
// CHECK-NEXT:routines   entry  instructions  epochs  bytes      calls
// CHECK-NEXT:  @square      0             2       2    640          0
// CHECK-NEXT:  @main        2             8      10    656          1
// CHECK-NEXT:  @again      10             3       3    640  recursive
// CHECK-EMPTY:
// CHECK-NEXT:phases    launches    instances
// CHECK-NEXT:  @first  @main     --instances
// CHECK-NEXT:          @square             4
// CHECK-NEXT:  @rest   none
// CHECK-NEXT:  @last   @again    --instances
// CHECK-NEXT:          @main     --instances
// CHECK-EMPTY:
// CHECK-NEXT:buffers     kind      role       type  size  offset  used in
// CHECK-NEXT:  @table    shared    input      f32    256       0  @last
// CHECK-NEXT:  @results  instance  output     f32      4       0  @first to @last
// CHECK-NEXT:  @mail     channel   temporary  i32     16       0  @first to @last
// CHECK-NEXT:  @scratch  shared    temporary  i32      8     256  nothing
// CHECK-EMPTY:
// CHECK-NEXT:shared words          264
// CHECK-NEXT:words of an instance    4
// CHECK-NEXT:channel slots          16
vm.program @squares : f32 {
  vm.buffer @table shared input : tensor<256xf32>
  vm.buffer @results instance output : tensor<4xf32>
  vm.buffer @mail channel : tensor<16xi32>
  vm.buffer @scratch shared : tensor<8xi32>
  vm.routine @square(%s: !vm.state<f32>) {
    %0 = vm.oracle %s {r1 = mulf r1, r1} : f32
    vm.return %0 : f32
  }
  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.linear %s {r1 = r0 + 3.0, r2 = 0.0} : f32
    %1 = vm.call %0 @square : f32
    %2 = vm.linear %1 {r1 = 0.5 * r1} : f32
    %3 = vm.linear %2 {r1 = r0 + 3.0, r2 = 0.0} : f32
    %4 = vm.linear %3 {r3 = r1 - r2 + r0} dense : f32
    %5 = vm.store %4 {@results[0] = r1} : f32
    %6 = vm.send %5 {@mail[0] = r1} : f32
    vm.halt %6 : f32
  }
  vm.routine @again(%s: !vm.state<f32>) {
    %0 = vm.load %s {r1 = @table[0]} : f32
    %1 = vm.call %0 @again : f32
    vm.return %1 : f32
  }
  vm.phase @first {
    vm.launch @main
    vm.launch @square instances 4
  }
  vm.phase @rest {
  }
  vm.phase @last {
    vm.launch @again
    vm.launch @main
  }
}
