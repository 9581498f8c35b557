// Functions of a GPU module that runs instances: accesses to memory that are
// not aligned, and operations on ranges. The caller has checked bounds.
//
// %memory points to the first word of a lane, which the word of its header
// precedes, and %state to a word of its state.

gpu.module @library {
  // Returns the pointer to a byte. The next byte of its word follows.
  func.func private @byte_pointer(%memory: !llvm.ptr<1>, %address: i64) -> !llvm.ptr<1> {
    %two = arith.constant 2 : i64
    %three = arith.constant 3 : i64
    %word = arith.shrui %address, %two : i64
    %byte = arith.andi %address, %three : i64
    %row = llvm.getelementptr %memory[%word] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i32>
    %pointer = llvm.getelementptr %row[%byte] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    return %pointer : !llvm.ptr<1>
  }

  // Returns the pointer to element %index, of 64 bits.
  func.func private @element_pointer(%state: !llvm.ptr<1>, %index: i64) -> !llvm.ptr<1> {
    %pointer = llvm.getelementptr %state[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i64>
    return %pointer : !llvm.ptr<1>
  }

  // Returns `DeviceLayout::getWindowBegin`.
  func.func private @window_begin() -> i64 {
    %begin = arith.constant 0 : i64
    return %begin : i64
  }

  // The header of a lane is 0 as long as the memory below the window contains
  // anything.
  func.func private @mark_below_window(%memory: !llvm.ptr<1>) {
    %zero = arith.constant 0 : i32
    %header = llvm.getelementptr %memory[-1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.array<32 x i32>
    llvm.store %zero, %header : i32, !llvm.ptr<1>
    return
  }

  // Clears the memory below the window if this has not been done.
  func.func private @clear_below_window(%memory: !llvm.ptr<1>) attributes {passthrough = ["noinline", "cold"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %two = arith.constant 2 : i64
    %empty = arith.constant 0 : i32
    %cleared = arith.constant 1 : i32
    %header = llvm.getelementptr %memory[-1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.array<32 x i32>
    %state = llvm.load %header : !llvm.ptr<1> -> i32
    %isOld = arith.cmpi eq, %state, %empty : i32
    scf.if %isOld {
      %begin = func.call @window_begin() : () -> i64
      %words = arith.shrui %begin, %two : i64
      scf.for %i = %zero to %words step %one : i64 {
        %pointer = llvm.getelementptr %memory[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i32>
        llvm.store %empty, %pointer : i32, !llvm.ptr<1>
      }
      llvm.store %cleared, %header : i32, !llvm.ptr<1>
    }
    return
  }

  // Has to be called before an access that may be below the window.
  func.func private @prepare_access(%memory: !llvm.ptr<1>, %address: i64) {
    %begin = func.call @window_begin() : () -> i64
    %isBelow = arith.cmpi ult, %address, %begin : i64
    scf.if %isBelow {
      func.call @clear_below_window(%memory) : (!llvm.ptr<1>) -> ()
    }
    return
  }

  func.func private @load_bytes(%memory: !llvm.ptr<1>, %address: i64, %count: i64) -> i64
      attributes {passthrough = ["noinline", "cold", "zyn-brief"]} {
    func.call @prepare_access(%memory, %address) : (!llvm.ptr<1>, i64) -> ()
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %bits = arith.constant 8 : i64
    %value = scf.for %i = %zero to %count step %one iter_args(%sum = %zero) -> i64 : i64 {
      %current = arith.addi %address, %i : i64
      %pointer = func.call @byte_pointer(%memory, %current) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %byte = llvm.load %pointer : !llvm.ptr<1> -> i8
      %wide = arith.extui %byte : i8 to i64
      %distance = arith.muli %i, %bits : i64
      %shifted = arith.shli %wide, %distance : i64
      %next = arith.ori %sum, %shifted : i64
      scf.yield %next : i64
    }
    return %value : i64
  }

  func.func private @store_bytes(%memory: !llvm.ptr<1>, %address: i64, %value: i64, %count: i64)
      attributes {passthrough = ["noinline", "cold", "zyn-brief"]} {
    func.call @prepare_access(%memory, %address) : (!llvm.ptr<1>, i64) -> ()
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %bits = arith.constant 8 : i64
    scf.for %i = %zero to %count step %one : i64 {
      %current = arith.addi %address, %i : i64
      %pointer = func.call @byte_pointer(%memory, %current) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %distance = arith.muli %i, %bits : i64
      %shifted = arith.shrui %value, %distance : i64
      %byte = arith.trunci %shifted : i64 to i8
      llvm.store %byte, %pointer : i8, !llvm.ptr<1>
    }
    return
  }

  // Returns whether the words of 4 bytes that end or begin at these addresses can
  // be copied at once.
  func.func private @is_word(%a: i64, %b: i64, %left: i64) -> i1 {
    %zero = arith.constant 0 : i64
    %three = arith.constant 3 : i64
    %four = arith.constant 4 : i64
    %both = arith.ori %a, %b : i64
    %low = arith.andi %both, %three : i64
    %isAligned = arith.cmpi eq, %low, %zero : i64
    %isLong = arith.cmpi uge, %left, %four : i64
    %result = arith.andi %isAligned, %isLong : i1
    return %result : i1
  }

  func.func private @fill_memory(%memory: !llvm.ptr<1>, %begin: i64, %value: i32, %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_access(%memory, %begin) : (!llvm.ptr<1>, i64) -> ()
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %ones = arith.constant 0x01010101 : i32
    %byte = arith.trunci %value : i32 to i8
    %wide = arith.extui %byte : i8 to i32
    %word = arith.muli %wide, %ones : i32
    %end = arith.addi %begin, %count : i64
    %last = scf.while (%address = %begin) : (i64) -> i64 {
      %continues = arith.cmpi ult, %address, %end : i64
      scf.condition(%continues) %address : i64
    } do {
    ^bb0(%address: i64):
      %pointer = func.call @byte_pointer(%memory, %address) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %left = arith.subi %end, %address : i64
      %isWord = func.call @is_word(%address, %address, %left) : (i64, i64, i64) -> i1
      scf.if %isWord {
        llvm.store %word, %pointer : i32, !llvm.ptr<1>
      } else {
        llvm.store %byte, %pointer : i8, !llvm.ptr<1>
      }
      %step = arith.select %isWord, %four, %one : i64
      %next = arith.addi %address, %step : i64
      scf.yield %next : i64
    }
    return
  }

  // Copies bytes from one memory to another, or within one: the ranges may
  // overlap. The caller prepares the access, since the buffer of a port has the
  // layout of a memory.
  func.func private @copy_memory(%to_memory: !llvm.ptr<1>, %to: i64, %from_memory: !llvm.ptr<1>, %from: i64,
                                 %count: i64)
      attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %isForward = arith.cmpi ule, %to, %from : i64
    %copied = scf.while (%done = %zero) : (i64) -> i64 {
      %continues = arith.cmpi ult, %done, %count : i64
      scf.condition(%continues) %done : i64
    } do {
    ^bb0(%done: i64):
      // Backward, from the ends of the ranges.
      %left = arith.subi %count, %done : i64
      %position = arith.select %isForward, %done, %left : i64
      %target = arith.addi %to, %position : i64
      %source = arith.addi %from, %position : i64
      %isWord = func.call @is_word(%target, %source, %left) : (i64, i64, i64) -> i1
      %step = arith.select %isWord, %four, %one : i64
      %back = arith.select %isForward, %zero, %step : i64
      %targetBegin = arith.subi %target, %back : i64
      %sourceBegin = arith.subi %source, %back : i64
      %targetPointer = func.call @byte_pointer(%to_memory, %targetBegin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sourcePointer = func.call @byte_pointer(%from_memory, %sourceBegin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      scf.if %isWord {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i32
        llvm.store %value, %targetPointer : i32, !llvm.ptr<1>
      } else {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i8
        llvm.store %value, %targetPointer : i8, !llvm.ptr<1>
      }
      %next = arith.addi %done, %step : i64
      scf.yield %next : i64
    }
    return
  }

  // Copies %count contiguous bytes to memory: constants, or those of a buffer.
  func.func private @copy_to_memory(%memory: !llvm.ptr<1>, %to: i64, %bytes: !llvm.ptr<1>, %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_access(%memory, %to) : (!llvm.ptr<1>, i64) -> ()
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %begin = llvm.ptrtoint %bytes : !llvm.ptr<1> to i64
    %copied = scf.while (%done = %zero) : (i64) -> i64 {
      %continues = arith.cmpi ult, %done, %count : i64
      scf.condition(%continues) %done : i64
    } do {
    ^bb0(%done: i64):
      %left = arith.subi %count, %done : i64
      %target = arith.addi %to, %done : i64
      %source = arith.addi %begin, %done : i64
      %isWord = func.call @is_word(%target, %source, %left) : (i64, i64, i64) -> i1
      %targetPointer = func.call @byte_pointer(%memory, %target) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sourcePointer = llvm.getelementptr %bytes[%done] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      scf.if %isWord {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i32
        llvm.store %value, %targetPointer : i32, !llvm.ptr<1>
      } else {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i8
        llvm.store %value, %targetPointer : i8, !llvm.ptr<1>
      }
      %step = arith.select %isWord, %four, %one : i64
      %next = arith.addi %done, %step : i64
      scf.yield %next : i64
    }
    return
  }

  // The opposite of copy_to_memory.
  func.func private @copy_from_memory(%memory: !llvm.ptr<1>, %from: i64, %bytes: !llvm.ptr<1>, %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_access(%memory, %from) : (!llvm.ptr<1>, i64) -> ()
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %begin = llvm.ptrtoint %bytes : !llvm.ptr<1> to i64
    %copied = scf.while (%done = %zero) : (i64) -> i64 {
      %continues = arith.cmpi ult, %done, %count : i64
      scf.condition(%continues) %done : i64
    } do {
    ^bb0(%done: i64):
      %left = arith.subi %count, %done : i64
      %source = arith.addi %from, %done : i64
      %target = arith.addi %begin, %done : i64
      %isWord = func.call @is_word(%target, %source, %left) : (i64, i64, i64) -> i1
      %sourcePointer = func.call @byte_pointer(%memory, %source) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %targetPointer = llvm.getelementptr %bytes[%done] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      scf.if %isWord {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i32
        llvm.store %value, %targetPointer : i32, !llvm.ptr<1>
      } else {
        %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i8
        llvm.store %value, %targetPointer : i8, !llvm.ptr<1>
      }
      %step = arith.select %isWord, %four, %one : i64
      %next = arith.addi %done, %step : i64
      scf.yield %next : i64
    }
    return
  }

  // Copies what the host has written to the buffer of a port, see HostPortABI.h.
  func.func private @apply_writes(%memory: !llvm.ptr<1>, %buffer: !llvm.ptr<1>, %written: i64)
      attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %three = arith.constant 3 : i64
    %four = arith.constant 4 : i64
    %eight = arith.constant 8 : i64
    %mask = arith.constant -4 : i64
    %last = scf.while (%begin = %zero) : (i64) -> i64 {
      %continues = arith.cmpi ult, %begin, %written : i64
      scf.condition(%continues) %begin : i64
    } do {
    ^bb0(%begin: i64):
      %second = arith.addi %begin, %four : i64
      %addressPointer = func.call @byte_pointer(%buffer, %begin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sizePointer = func.call @byte_pointer(%buffer, %second) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %address = llvm.load %addressPointer : !llvm.ptr<1> -> i32
      %size = llvm.load %sizePointer : !llvm.ptr<1> -> i32
      %to = arith.extui %address : i32 to i64
      %count = arith.extui %size : i32 to i64
      %offset = arith.andi %to, %three : i64
      %head = arith.addi %begin, %eight : i64
      %from = arith.addi %head, %offset : i64
      func.call @prepare_access(%memory, %to) : (!llvm.ptr<1>, i64) -> ()
      func.call @copy_memory(%memory, %to, %buffer, %from, %count)
          : (!llvm.ptr<1>, i64, !llvm.ptr<1>, i64, i64) -> ()
      %end = arith.addi %from, %count : i64
      %above = arith.addi %end, %three : i64
      %next = arith.andi %above, %mask : i64
      scf.yield %next : i64
    }
    return
  }

  // Appends a range of the memory to the buffer of a port, unless it is out of
  // bounds or does not fit. Returns the end of the used part of the buffer.
  func.func private @append_range(%memory: !llvm.ptr<1>, %size: i64, %buffer: !llvm.ptr<1>, %capacity: i64, %begin: i64,
                                  %address: i64, %count: i64) -> i64 attributes {passthrough = ["noinline"]} {
    %three = arith.constant 3 : i64
    %four = arith.constant 4 : i64
    %eight = arith.constant 8 : i64
    %mask = arith.constant -4 : i64
    // The sum may overflow.
    %isAddress = arith.cmpi ule, %address, %size : i64
    %left = arith.subi %size, %address : i64
    %isCount = arith.cmpi ule, %count, %left : i64
    %isInside = arith.andi %isAddress, %isCount : i1
    %offset = arith.andi %address, %three : i64
    %head = arith.addi %begin, %eight : i64
    %to = arith.addi %head, %offset : i64
    %end = arith.addi %to, %count : i64
    %fits = arith.cmpi ule, %end, %capacity : i64
    %appends = arith.andi %isInside, %fits : i1
    %result = scf.if %appends -> i64 {
      %second = arith.addi %begin, %four : i64
      %addressPointer = func.call @byte_pointer(%buffer, %begin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %countPointer = func.call @byte_pointer(%buffer, %second) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %addressWord = arith.trunci %address : i64 to i32
      %countWord = arith.trunci %count : i64 to i32
      llvm.store %addressWord, %addressPointer : i32, !llvm.ptr<1>
      llvm.store %countWord, %countPointer : i32, !llvm.ptr<1>
      func.call @prepare_access(%memory, %address) : (!llvm.ptr<1>, i64) -> ()
      func.call @copy_memory(%buffer, %to, %memory, %address, %count)
          : (!llvm.ptr<1>, i64, !llvm.ptr<1>, i64, i64) -> ()
      %above = arith.addi %end, %three : i64
      %next = arith.andi %above, %mask : i64
      scf.yield %next : i64
    } else {
      scf.yield %begin : i64
    }
    return %result : i64
  }

  // Appends an input of a function of the host, whose arguments are %values.
  func.func private @append_input(%memory: !llvm.ptr<1>, %size: i64, %buffer: !llvm.ptr<1>, %capacity: i64, %begin: i64,
                                  %values: !llvm.ptr<5>, %kind: i32, %parameter: i32) -> i64
      attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %three = arith.constant 3 : i64
    %four = arith.constant 4 : i64
    %eight = arith.constant 8 : i64
    %bytes = arith.constant 1 : i32
    %vectorsAndBytes = arith.constant 3 : i32
    %addressPointer = llvm.getelementptr %values[%parameter] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i64
    %countPointer = llvm.getelementptr %addressPointer[1] : (!llvm.ptr<5>) -> !llvm.ptr<5>, i64
    %address = llvm.load %addressPointer : !llvm.ptr<5> -> i64
    %count = llvm.load %countPointer : !llvm.ptr<5> -> i64
    %isBytes = arith.cmpi eq, %kind, %bytes : i32
    %unit = arith.select %isBytes, %one, %eight : i64
    // A count that is out of bounds stays so, and its product does not overflow.
    %limit = arith.addi %size, %one : i64
    %bounded = arith.minui %count, %limit : i64
    %rangeSize = arith.muli %bounded, %unit : i64
    %end = func.call @append_range(%memory, %size, %buffer, %capacity, %begin, %address, %rangeSize)
        : (!llvm.ptr<1>, i64, !llvm.ptr<1>, i64, i64, i64, i64) -> i64
    %isVectors = arith.cmpi eq, %kind, %vectorsAndBytes : i32
    %isAppended = arith.cmpi ne, %end, %begin : i64
    %low = arith.andi %address, %three : i64
    %isAligned = arith.cmpi eq, %low, %zero : i64
    %follows = arith.andi %isVectors, %isAppended : i1
    %hasContents = arith.andi %follows, %isAligned : i1
    %numVectors = arith.select %hasContents, %count, %zero : i64
    %last = scf.for %i = %zero to %numVectors step %one iter_args(%position = %end) -> i64 : i64 {
      %distance = arith.muli %i, %eight : i64
      %first = arith.addi %address, %distance : i64
      %second = arith.addi %first, %four : i64
      %fromPointer = func.call @byte_pointer(%memory, %first) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %lengthPointer = func.call @byte_pointer(%memory, %second) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %fromWord = llvm.load %fromPointer : !llvm.ptr<1> -> i32
      %lengthWord = llvm.load %lengthPointer : !llvm.ptr<1> -> i32
      %from = arith.extui %fromWord : i32 to i64
      %length = arith.extui %lengthWord : i32 to i64
      %next = func.call @append_range(%memory, %size, %buffer, %capacity, %position, %from, %length)
          : (!llvm.ptr<1>, i64, !llvm.ptr<1>, i64, i64, i64, i64) -> i64
      scf.yield %next : i64
    }
    return %last : i64
  }

  // Gives a port to the host and waits until it returns. A warp that polls for
  // long does so rarely, since its accesses delay those of others.
  func.func private @exchange_port(%owner: !llvm.ptr<1>) attributes {passthrough = ["noinline"]} {
    %kernel = arith.constant 0 : i32
    %host = arith.constant 1 : i32
    %shortest = arith.constant 128 : i32
    %longest = arith.constant 8192 : i32
    llvm.store %host, %owner atomic release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    %last = scf.while (%pause = %shortest) : (i32) -> i32 {
      %current = llvm.load %owner atomic acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
      %waits = arith.cmpi ne, %current, %kernel : i32
      scf.condition(%waits) %pause : i32
    } do {
    ^bb0(%pause: i32):
      kernel.nanosleep %pause
      %double = arith.addi %pause, %pause : i32
      %next = arith.minui %double, %longest : i32
      scf.yield %next : i32
    }
    return
  }

  func.func private @fill_table(%state: !llvm.ptr<1>, %begin: i64, %value: i64, %count: i64)
      attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    scf.for %i = %zero to %count step %one : i64 {
      %index = arith.addi %begin, %i : i64
      %pointer = func.call @element_pointer(%state, %index) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      llvm.store %value, %pointer : i64, !llvm.ptr<1>
    }
    return
  }

  // Indices are words of the state. The ranges may overlap.
  func.func private @copy_table(%state: !llvm.ptr<1>, %to: i64, %from: i64, %count: i64)
      attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %isForward = arith.cmpi ule, %to, %from : i64
    %last = arith.subi %count, %one : i64
    scf.for %i = %zero to %count step %one : i64 {
      %back = arith.subi %last, %i : i64
      %position = arith.select %isForward, %i, %back : i64
      %target = arith.addi %to, %position : i64
      %source = arith.addi %from, %position : i64
      %targetPointer = func.call @element_pointer(%state, %target) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sourcePointer = func.call @element_pointer(%state, %source) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i64
      llvm.store %value, %targetPointer : i64, !llvm.ptr<1>
    }
    return
  }

  // Copies elements of a constant to words of the state.
  func.func private @initialize_table(%state: !llvm.ptr<1>, %to: i64, %contents: !llvm.ptr<1>, %from: i64,
                                      %count: i64) attributes {passthrough = ["noinline"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    scf.for %i = %zero to %count step %one : i64 {
      %target = arith.addi %to, %i : i64
      %source = arith.addi %from, %i : i64
      %targetPointer = func.call @element_pointer(%state, %target) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sourcePointer = llvm.getelementptr %contents[%source] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
      %value = llvm.load %sourcePointer : !llvm.ptr<1> -> i64
      llvm.store %value, %targetPointer : i64, !llvm.ptr<1>
    }
    return
  }
}
