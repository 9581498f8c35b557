// Invalid files are diagnosed in one line with the offset. Each case changes words of the program below and corrects
// the checksum.
// RUN: zyn-translate --vm-to-executable %s -o %t.vmx
// DEFINE: %{damage} = %python %S/executable.py damage %t.vmx %t.bad.vmx
// DEFINE: %{load} = not zyn-translate --executable-to-vm %t.bad.vmx 2>&1 | FileCheck %s --implicit-check-not error: --match-full-lines --check-prefix

// RUN: %{damage} length=100 && %{load} SHORT
// SHORT: {{.*}}.bad.vmx: error: byte 0x0: expected a header of 128 bytes, found a file of 100
// RUN: %{damage} header:0=0 && %{load} MAGIC
// MAGIC: {{.*}}.bad.vmx: error: byte 0x0: expected "ZVMX", found 0x0
// RUN: %{damage} header:1=0x50001 && %{load} MAJOR
// MAJOR: {{.*}}: error: byte 0x4: expected version 4.0, found 5.1
// RUN: %{damage} header:1=0x40001 && %{load} MINOR
// MINOR: {{.*}}: error: byte 0x4: expected version 4.0, found 4.1
// RUN: %{damage} header:2=-4 && %{load} SIZE
// SIZE: {{.*}}: error: byte 0x8: expected the file's size of {{[0-9]+}} bytes, found {{[0-9]+}}
// RUN: %{damage} checksum=wrong && %{load} SUM
// SUM: {{.*}}: error: byte 0xc: expected the checksum 0x{{.*}}, found 0x{{.*}}: the file is damaged
// RUN: %{damage} header:4=2 && %{load} TYPE
// TYPE: {{.*}}: error: byte 0x10: expected type 0 or 1, found 2
// RUN: %{damage} header:5=65537 && %{load} STACK
// STACK: {{.*}}: error: byte 0x14: expected at most 65536 frames, found 65537
// RUN: %{damage} header:12=0x8000000 && %{load} OBSERVED
// OBSERVED: {{.*}}: error: byte 0x30: expected a mask of r0 to r26, found 0x8000000
// RUN: %{damage} header:13=1000000 && %{load} NAME
// NAME: {{.*}}: error: byte 0x34: expected a name within the strings, found offset 1000000
// RUN: %{damage} header:13=+1 && %{load} EMPTY
// EMPTY: {{.*}}: error: byte 0x34: expected a name, found none
// RUN: %{damage} header:14=+2 && %{load} ALIGNED
// ALIGNED: {{.*}}: error: byte 0x38: expected a multiple of 4, found a section of 280 bytes at 0x82
// RUN: %{damage} header:14=64 && %{load} BEFORE
// BEFORE: {{.*}}: error: byte 0x38: expected a section between 0x80 and 0x{{[0-9a-f]+}}, found 280 bytes at 0x40
// RUN: %{damage} header:17=0x10000000 && %{load} AFTER
// AFTER: {{.*}}: error: byte 0x40: expected a section between 0x80 and 0x{{[0-9a-f]+}}, found 4294967296 bytes at 0x{{.*}}
// RUN: %{damage} header:31=4 && %{load} STRINGS
// STRINGS: {{.*}}: error: byte 0x78: expected null-terminated strings
// RUN: %{damage} locations:0:0=1000000 && %{load} FILE
// FILE: {{.*}}: error: location 0: expected a name within the strings, found offset 1000000

// RUN: %{damage} routines:1:0=0 routines:0:0=0 && %{load} TWICE
// TWICE: {{.*}}: error: routine 1: expected a unique name, found @p twice
// RUN: %{damage} routines:1:1=+1 && %{load} ENTRY
// ENTRY: {{.*}}: error: routine 1: expected to begin at instruction 1, found 2
// RUN: %{damage} routines:1:2=0 && %{load} NOTHING
// NOTHING: {{.*}}: error: routine 1: expected an instruction, found none
// RUN: %{damage} routines:1:2=+1 && %{load} MORE
// MORE: {{.*}}: error: byte 0x58: expected routines with 14 instructions in total, found 15
// RUN: %{damage} routines:1:6=99 && %{load} LOCATION
// LOCATION: {{.*}}: error: routine 1: expected one of 18 locations, found 99
// RUN: %{damage} routines:1:7=1 && %{load} RESERVED
// RESERVED: {{.*}}: error: routine 1: expected 0 as the reserved word, found 1

// RUN: %{damage} plan:0:0=1 && %{load} PHASE
// PHASE: {{.*}}: error: plan 0: expected a phase (0), found 1
// RUN: %{damage} plan:1:0=0 && %{load} LAUNCH
// LAUNCH: {{.*}}: error: plan 1: expected a launch (1), found 0
// RUN: %{damage} plan:0:2=2 && %{load} LAUNCHES
// LAUNCHES: {{.*}}: error: plan 0: expected at most 1 launches, found 2
// RUN: %{damage} plan:1:1=2 && %{load} ROUTINE
// ROUTINE: {{.*}}: error: plan 1: expected one of 2 routines, found 2
// RUN: %{damage} plan:1:2=0x80000000 && %{load} INSTANCES
// INSTANCES: {{.*}}: error: plan 1: expected at most 2147483647 instances, found 2147483648

// RUN: %{damage} buffers:0:1=3 && %{load} KIND
// KIND: {{.*}}: error: buffer 0: expected kind 0 to 2, found 3
// RUN: %{damage} buffers:0:2=4 && %{load} ROLE
// ROLE: {{.*}}: error: buffer 0: expected role 0 to 3, found 4
// RUN: %{damage} buffers:2:2=1 && %{load} CHANNEL-ROLE
// CHANNEL-ROLE: {{.*}}: error: buffer 2: expected a channel without a role, found 1
// RUN: %{damage} buffers:0:3=0 && %{load} BUFFER-SIZE
// BUFFER-SIZE: {{.*}}: error: buffer 0: expected a size from 1 to 2147483647, found 0
// RUN: %{damage} buffers:0:5=2 && %{load} ELEMENT
// ELEMENT: {{.*}}: error: buffer 0: expected type 0 or 1, found 2
// RUN: %{damage} buffers:0:7=1 && %{load} PHASES
// PHASES: {{.*}}: error: buffer 0: expected a range of 1 phases, found 0 to 1
// RUN: %{damage} buffers:0:3=+1 && %{load} BUFFER-OVERLAP
// BUFFER-OVERLAP: {{.*}}: error: buffer 3: expected no overlap with other live buffers, found one with @table
// RUN: %{damage} header:6=+1 && %{load} TOTAL
// TOTAL: {{.*}}: error: byte 0x18: expected 20 words of shared buffers, found 21

// RUN: %{damage} matrices:0:0=0x8000006 && %{load} ROWS
// ROWS: {{.*}}: error: matrix 0: expected rows of r0 to r26, found the mask 0x8000006
// RUN: %{damage} matrices:0:1=0x20003 && %{load} FORMAT
// FORMAT: {{.*}}: error: matrix 0: expected format 0 or 1, found 2
// RUN: %{damage} matrices:0:2=100 && %{load} VALUES
// VALUES: {{.*}}: error: matrix 0: expected elements within 67 values, found 3 at 100
// RUN: %{damage} matrices:0:3=1 && %{load} STRUCTURE
// STRUCTURE: {{.*}}: error: matrix 0: expected a structure within 12 bytes, found 9 at 1
// RUN: %{damage} matrices:0:1=2 && %{load} COUNT
// COUNT: {{.*}}: error: matrix 0: expected rows of 2 elements, found 0 to 3
// RUN: %{damage} structure:0:0=0x40000 && %{load} STARTS
// STARTS: {{.*}}: error: matrix 0: expected ascending row starts, found 4 before 3
// RUN: %{damage} structure:6:0=0x1f1c00 && %{load} COLUMN
// COLUMN: {{.*}}: error: matrix 0: expected columns 0 to 26 and 31, ascending, found 28
// RUN: %{damage} structure:6:0=0x01f1f && %{load} ASCENDING
// ASCENDING: {{.*}}: error: matrix 0: expected columns 0 to 26 and 31, ascending, found 31
// RUN: %{damage} values:1:0=0 && %{load} ZERO
// ZERO: {{.*}}: error: matrix 0: expected non-zeros, found a zero in column 31
// RUN: %{damage} values:31:0=1 matrices:1:1=0x10003 && %{load} DENSE-COLUMN
// DENSE-COLUMN: {{.*}}: error: matrix 1: expected columns 0 to 26 and 31, found 28
// RUN: %{damage} values:4:0=1 && %{load} DENSE-COUNT
// DENSE-COUNT: {{.*}}: error: matrix 1: expected 3 non-zeros, found 2
// RUN: %{damage} matrices:1:3=2 && %{load} DENSE-STRUCTURE
// DENSE-STRUCTURE: {{.*}}: error: matrix 1: expected no structure, found offset 2

// RUN: %{damage} instructions:1:0=77 && %{load} OPCODE
// OPCODE: {{.*}}: error: instruction 1: expected a known opcode, found 77
// RUN: %{damage} instructions:1:0=10 && %{load} GAP
// GAP: {{.*}}: error: instruction 1: expected a known opcode, found 10
// RUN: %{damage} instructions:5:0=0x02021b10 && %{load} REGISTER
// REGISTER: {{.*}}: error: instruction 5: expected a register from 0 to 26 as d, found 27
// RUN: %{damage} instructions:5:0=0x02ff0110 && %{load} OPERAND
// OPERAND: {{.*}}: error: instruction 5: expected a register from 0 to 26 as a, found 255
// RUN: %{damage} instructions:5:1=1 && %{load} BOTH
// BOTH: {{.*}}: error: instruction 5: expected 0 as immediate next to a register, found 1
// RUN: %{damage} instructions:5:3=1 && %{load} UNUSED
// UNUSED: {{.*}}: error: instruction 5: expected 0 as y, found 1
// RUN: %{damage} instructions:5:4=18 && %{load} WHERE
// WHERE: {{.*}}: error: instruction 5: expected one of 18 locations, found 18
// RUN: %{damage} instructions:1:2=9 && %{load} MATRIX
// MATRIX: {{.*}}: error: instruction 1: expected one of 2 matrices, found 9
// RUN: %{damage} instructions:1:2=1 && %{load} OTHER-FORMAT
// OTHER-FORMAT: {{.*}}: error: instruction 1: expected a matrix of format 0, found 1
// RUN: %{damage} instructions:3:0=0x01010102 && %{load} SAME
// SAME: {{.*}}: error: instruction 3: expected two registers, found r1 twice
// RUN: %{damage} instructions:3:0=0x00010104 && %{load} FACTOR
// FACTOR: {{.*}}: error: instruction 3: expected an immediate other than 0
// RUN: %{damage} instructions:4:1=2 && %{load} CALLEE
// CALLEE: {{.*}}: error: instruction 4: expected one of 2 routines, found 2
// RUN: %{damage} instructions:4:2=1 && %{load} CALLED
// CALLED: {{.*}}: error: instruction 4: expected the routine's first instruction 0, found 1
// RUN: %{damage} instructions:4:3=0x7f && %{load} SAVED
// SAVED: {{.*}}: error: instruction 4: expected at most 6 saved registers, found the mask 0x7f
// RUN: %{damage} instructions:6:2=4 && %{load} BUFFER
// BUFFER: {{.*}}: error: instruction 6: expected one of 4 buffers, found 4
// RUN: %{damage} instructions:6:2=2 && %{load} MEMORY
// MEMORY: {{.*}}: error: instruction 6: expected a shared or instance buffer, found @mail, of kind 2
// RUN: %{damage} instructions:7:2=0 && %{load} CHANNEL
// CHANNEL: {{.*}}: error: instruction 7: expected a channel buffer, found @table, of kind 0
// RUN: %{damage} instructions:8:2=1 && %{load} SHARED
// SHARED: {{.*}}: error: instruction 8: expected a shared buffer, found @sums, of kind 1
// RUN: %{damage} instructions:8:3=11 && %{load} ATOMIC
// ATOMIC: {{.*}}: error: instruction 8: expected a kind of atomic from 0 to 10, found 11
// RUN: %{damage} instructions:8:3=0x100 && %{load} THIRD
// THIRD: {{.*}}: error: instruction 8: expected 0 as third operand, found 1
// RUN: %{damage} instructions:8:3=0x1b0a && %{load} CAS
// CAS: {{.*}}: error: instruction 8: expected a register from 0 to 26 as third operand, found 27
// RUN: %{damage} instructions:9:0=0x041a0492 && %{load} RANGE
// RANGE: {{.*}}: error: instruction 9: expected registers r0 to r26, found 4 from r26
// RUN: %{damage} instructions:11:0=0xff031081 && %{load} PREDICATE
// PREDICATE: {{.*}}: error: instruction 11: expected a predicate from 0 to 15, found 16
// RUN: %{damage} instructions:11:2=0 && %{load} TARGET
// TARGET: {{.*}}: error: instruction 11: expected a target in @main, found 0
// RUN: %{damage} instructions:11:3=14 && %{load} BEYOND
// BEYOND: {{.*}}: error: instruction 11: expected a target in @main, found 14
// RUN: %{damage} instructions:13:0=132 && %{load} END
// END: {{.*}}: error: instruction 13: expected a jump, branch, return or halt at the end of @main

// The report also requires a valid file.
// RUN: not zyn-translate --executable-to-report %t.bad.vmx 2>&1 | FileCheck %s --check-prefix END
// RUN: not zyn-translate --executable-to-report %s 2>&1 | FileCheck %s --check-prefix TEXT
// TEXT: damaged.mlir: error: byte 0x0: expected "ZVMX", found 0x49202f2f

vm.program @p : i32 attributes {stack_depth = 4 : i32} {
  vm.buffer @table shared input : tensor<16xi32>
  vm.buffer @sums instance output : tensor<4xi32>
  vm.buffer @mail channel : tensor<2xi32>
  vm.buffer @scratch shared : tensor<4xi32>
  vm.routine @f(%s: !vm.state<i32>) {
    vm.return %s : i32
  }
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r0 + 3, r2 = r5} : i32
    %1 = vm.linear %0 {r1 = r0 + 3, r2 = 0} dense : i32
    %2 = vm.linear %1 {r1 = r0 + r2} : i32
    %3 = vm.call %2 @f saving [r2, r3] : i32
    %4 = vm.oracle %3 {r1 = addi r2, r2} : i32
    %5 = vm.load %4 {r5 = @table[r4]} : i32
    %6 = vm.receive %5 {r5 = @mail[r4]} : i32
    %7 = vm.atomic %6 {r6 = addi @scratch[r4], r5} : i32
    %8 = vm.gather %7 {r4 to r7 = @table[r0 to r3]} : i32
    %9 = vm.store %8 {@sums[1] = r5} : i32
    vm.branch %9 {r3 slt 100} ^done, ^more : i32
  ^done(%10: !vm.state<i32>):
    vm.halt %10 : i32
  ^more(%11: !vm.state<i32>):
    vm.halt %11 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
