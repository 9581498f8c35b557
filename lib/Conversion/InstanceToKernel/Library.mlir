// Functions of a GPU module that runs instances: accesses to memory that are
// not fast, and operations on ranges, whose bounds the caller has checked.
//
// %frame is an array of `FrameWord`, and %state points to a word of the state.
// %memory points to the first word of a lane's memory if the window began there,
// and %outside to that of the memory outside of the window.

gpu.module @library {
  // Defined by Library.cpp: words of the frame, what depends on the module, and
  // what ends the instance, because there is no memory left or with a status of
  // the slot and a location.
  func.func private @window_begin(%frame: !llvm.ptr<5>) -> i64
  func.func private @window_end(%frame: !llvm.ptr<5>) -> i64
  func.func private @pages_words(%frame: !llvm.ptr<5>) -> i64
  func.func private @outside(%frame: !llvm.ptr<5>) -> !llvm.ptr<1>
  func.func private @pages(%frame: !llvm.ptr<5>) -> !llvm.ptr<1>
  func.func private @pages_of_warp(%frame: !llvm.ptr<5>) -> !llvm.ptr<1>
  func.func private @memory_size(%frame: !llvm.ptr<5>) -> i64
  func.func private @memory(%frame: !llvm.ptr<5>) -> !llvm.ptr<1>
  func.func private @access_table(%frame: !llvm.ptr<5>) -> !llvm.ptr<1>
  func.func private @end_with_trap(%frame: !llvm.ptr<5>, %status: i64, %site: i64)
      attributes {passthrough = ["noinline", "cold"]}
  func.func private @exhaust_memory(%frame: !llvm.ptr<5>)
      attributes {passthrough = ["noinline", "cold"]}

  //===--------------------------------------------------------------------===//
  // Pointers
  //===--------------------------------------------------------------------===//

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

  func.func private @is_in_window(%frame: !llvm.ptr<5>, %address: i64) -> i1 {
    %begin = func.call @window_begin(%frame) : (!llvm.ptr<5>) -> i64
    %end = func.call @window_end(%frame) : (!llvm.ptr<5>) -> i64
    %distance = arith.subi %address, %begin : i64
    %bytes = arith.subi %end, %begin : i64
    %isInside = arith.cmpi ult, %distance, %bytes : i64
    return %isInside : i1
  }

  // Returns the pointer to a byte of the memory, wherever it is.
  func.func private @memory_pointer(%frame: !llvm.ptr<5>, %address: i64) -> !llvm.ptr<1> {
    %isInside = func.call @is_in_window(%frame, %address) : (!llvm.ptr<5>, i64) -> i1
    %outside = func.call @outside(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %memory = func.call @memory(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %part = arith.select %isInside, %memory, %outside : !llvm.ptr<1>
    %pointer = func.call @byte_pointer(%part, %address) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    return %pointer : !llvm.ptr<1>
  }

  // Returns the pointer to element %index, of 64 bits.
  func.func private @element_pointer(%state: !llvm.ptr<1>, %index: i64) -> !llvm.ptr<1> {
    %pointer = llvm.getelementptr %state[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i64>
    return %pointer : !llvm.ptr<1>
  }

  //===--------------------------------------------------------------------===//
  // Pages outside of the window
  //===--------------------------------------------------------------------===//

  // Returns what `kernel.atomic` takes.
  func.func private @to_buffer(%pointer: !llvm.ptr<1>) -> memref<i32> {
    %zero = arith.constant 0 : i64
    %generic = llvm.addrspacecast %pointer : !llvm.ptr<1> to !llvm.ptr
    %empty = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
    %allocated = llvm.insertvalue %generic, %empty[0] : !llvm.struct<(ptr, ptr, i64)>
    %aligned = llvm.insertvalue %generic, %allocated[1] : !llvm.struct<(ptr, ptr, i64)>
    %descriptor = llvm.insertvalue %zero, %aligned[2] : !llvm.struct<(ptr, ptr, i64)>
    %buffer = builtin.unrealized_conversion_cast %descriptor : !llvm.struct<(ptr, ptr, i64)> to memref<i32>
    return %buffer : memref<i32>
  }

  // Atomic accesses to words of `PagesWord`.
  func.func private @load_word(%pointer: !llvm.ptr<1>) -> i32 {
    %buffer = func.call @to_buffer(%pointer) : (!llvm.ptr<1>) -> memref<i32>
    %value = kernel.atomic_load relaxed %buffer[] : memref<i32>
    return %value : i32
  }
  func.func private @increment(%pointer: !llvm.ptr<1>) {
    %one = arith.constant 1 : i32
    %buffer = func.call @to_buffer(%pointer) : (!llvm.ptr<1>) -> memref<i32>
    %old = kernel.atomic add relaxed %one, %buffer[] : i32, memref<i32>
    return
  }
  func.func private @set_bits(%pointer: !llvm.ptr<1>, %bits: i32) -> i32 {
    %buffer = func.call @to_buffer(%pointer) : (!llvm.ptr<1>) -> memref<i32>
    %old = kernel.atomic or relaxed %bits, %buffer[] : i32, memref<i32>
    return %old : i32
  }

  // Returns the word of the warp's bits that has the bit of a page, and that bit.
  func.func private @page_bit(%frame: !llvm.ptr<5>, %page: i64) -> (!llvm.ptr<1>, i32) {
    %one = arith.constant 1 : i32
    %five = arith.constant 5 : i64
    %mask = arith.constant 31 : i64
    %warp = func.call @pages_of_warp(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %bits = llvm.getelementptr %warp[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %word = arith.shrui %page, %five : i64
    %distance64 = arith.andi %page, %mask : i64
    %distance = arith.trunci %distance64 : i64 to i32
    %bit = arith.shli %one, %distance : i32
    %pointer = llvm.getelementptr %bits[%word] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    return %pointer, %bit : !llvm.ptr<1>, i32
  }

  // Returns whether the warp does not use a page yet.
  func.func private @is_missing(%frame: !llvm.ptr<5>, %page: i64) -> i1 {
    %zero = arith.constant 0 : i32
    %pointer, %bit = func.call @page_bit(%frame, %page) : (!llvm.ptr<5>, i64) -> (!llvm.ptr<1>, i32)
    %taken = func.call @load_word(%pointer) : (!llvm.ptr<1>) -> i32
    %present = arith.andi %taken, %bit : i32
    %isMissing = arith.cmpi eq, %present, %zero : i32
    return %isMissing : i1
  }

  func.func private @count_missing_pages(%frame: !llvm.ptr<5>, %first: i64, %past: i64) -> i32 {
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i64
    %count = scf.for %page = %first to %past step %one iter_args(%sum = %none) -> i32 : i64 {
      %isMissing = func.call @is_missing(%frame, %page) : (!llvm.ptr<5>, i64) -> i1
      %missing = arith.extui %isMissing : i1 to i32
      %next = arith.addi %sum, %missing : i32
      scf.yield %next : i32
    }
    return %count : i32
  }

  // Takes a page, unless the warp uses it already. The other lanes of the warp
  // often do so at the same time, so it is not counted before one of them has set
  // its bit. Warps may exceed the limit by a page each if they take the last ones
  // at the same time; the driver then moves pages to the host.
  func.func private @take_page(%frame: !llvm.ptr<5>, %page: i64) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %isNew = func.call @is_missing(%frame, %page) : (!llvm.ptr<5>, i64) -> i1
    scf.if %isNew {
      %pages = func.call @pages(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
      %isLeft = func.call @are_left(%pages, %one) : (!llvm.ptr<1>, i32) -> i1
      scf.if %isLeft {
        %pointer, %bit = func.call @page_bit(%frame, %page) : (!llvm.ptr<5>, i64) -> (!llvm.ptr<1>, i32)
        %old = func.call @set_bits(%pointer, %bit) : (!llvm.ptr<1>, i32) -> i32
        %before = arith.andi %old, %bit : i32
        %isFirst = arith.cmpi eq, %before, %zero : i32
        scf.if %isFirst {
          %warp = func.call @pages_of_warp(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
          func.call @increment(%pages) : (!llvm.ptr<1>) -> ()
          func.call @increment(%warp) : (!llvm.ptr<1>) -> ()
        }
      } else {
        // Another lane may have taken the last one.
        %isExhausted = func.call @is_missing(%frame, %page) : (!llvm.ptr<5>, i64) -> i1
        scf.if %isExhausted {
          func.call @exhaust_memory(%frame) : (!llvm.ptr<5>) -> ()
        }
      }
    }
    return
  }

  // Returns whether %count more pages may be taken: `kPagesUsed` and `kPagesLimit`.
  func.func private @are_left(%pages: !llvm.ptr<1>, %count: i32) -> i1 {
    %limitPointer = llvm.getelementptr %pages[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %used = func.call @load_word(%pages) : (!llvm.ptr<1>) -> i32
    %limit = llvm.load %limitPointer : !llvm.ptr<1> -> i32
    %sum = arith.addi %used, %count : i32
    %isLeft = arith.cmpi ule, %sum, %limit : i32
    return %isLeft : i1
  }

  // Has to be called before an access to a range. Takes its pages outside of the
  // window.
  func.func private @prepare_range(%frame: !llvm.ptr<5>, %begin: i64, %count: i64)
      attributes {passthrough = ["noinline", "zyn-brief"]} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %sixteen = arith.constant 16 : i64
    %no = arith.constant false
    %windowBegin = func.call @window_begin(%frame) : (!llvm.ptr<5>) -> i64
    %windowEnd = func.call @window_end(%frame) : (!llvm.ptr<5>) -> i64
    %end = arith.addi %begin, %count : i64
    %isBelow = arith.cmpi ult, %begin, %windowBegin : i64
    %isAbove = arith.cmpi ugt, %end, %windowEnd : i64
    %isOutside = arith.ori %isBelow, %isAbove : i1
    %isNotEmpty = arith.cmpi ne, %count, %zero : i64
    %hasPages = arith.andi %isOutside, %isNotEmpty : i1
    scf.if %hasPages {
      %first = arith.shrui %begin, %sixteen : i64
      %lastByte = arith.subi %end, %one : i64
      %last = arith.shrui %lastByte, %sixteen : i64
      %past = arith.addi %last, %one : i64
      scf.for %page = %first to %past step %one : i64 {
        %address = arith.shli %page, %sixteen : i64
        %isInside = func.call @is_in_window(%frame, %address) : (!llvm.ptr<5>, i64) -> i1
        %isPage = arith.cmpi eq, %isInside, %no : i1
        scf.if %isPage {
          func.call @take_page(%frame, %page) : (!llvm.ptr<5>, i64) -> ()
        }
      }
    }
    return
  }

  // Returns whether a memory can grow from %size to %grown bytes. What is
  // outside of the window only takes pages when it is accessed, but there have to
  // be as many at present.
  func.func private @has_pages(%frame: !llvm.ptr<5>, %size: i64, %grown: i64) -> i1
      attributes {passthrough = ["noinline", "cold"]} {
    %sixteen = arith.constant 16 : i64
    %yes = arith.constant true
    %windowEnd = func.call @window_end(%frame) : (!llvm.ptr<5>) -> i64
    %from = arith.maxui %size, %windowEnd : i64
    %isOutside = arith.cmpi ugt, %grown, %from : i64
    %result = scf.if %isOutside -> i1 {
      %first = arith.shrui %from, %sixteen : i64
      %past = arith.shrui %grown, %sixteen : i64
      %pages = func.call @pages(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
      %count64 = arith.subi %past, %first : i64
      %count = arith.trunci %count64 : i64 to i32
      %areLeft = func.call @are_left(%pages, %count) : (!llvm.ptr<1>, i32) -> i1
      // The warp may have some of them.
      %isLeft = scf.if %areLeft -> i1 {
        scf.yield %yes : i1
      } else {
        %missing = func.call @count_missing_pages(%frame, %first, %past) : (!llvm.ptr<5>, i64, i64) -> i32
        %isEnough = func.call @are_left(%pages, %missing) : (!llvm.ptr<1>, i32) -> i1
        scf.yield %isEnough : i1
      }
      scf.yield %isLeft : i1
    } else {
      scf.yield %yes : i1
    }
    return %result : i1
  }

  // Clears what previous instances in the slot have left outside of the window.
  // The pages remain those of the warp.
  func.func private @clear_outside(%frame: !llvm.ptr<5>)
      attributes {passthrough = ["noinline", "cold"]} {
    %none = arith.constant 0 : i32
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %five = arith.constant 5 : i64
    %sixteen = arith.constant 16 : i64
    %words = arith.constant 16384 : i64
    %bit = arith.constant 1 : i32
    %warp = func.call @pages_of_warp(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %count = func.call @load_word(%warp) : (!llvm.ptr<1>) -> i32
    %isUsed = arith.cmpi ne, %count, %none : i32
    scf.if %isUsed {
      %outside = func.call @outside(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
      %pagesWords = func.call @pages_words(%frame) : (!llvm.ptr<5>) -> i64
      %groups = arith.subi %pagesWords, %one : i64
      %bitWords = llvm.getelementptr %warp[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
      scf.for %group = %zero to %groups step %one : i64 {
        %pointer = llvm.getelementptr %bitWords[%group] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
        %taken = func.call @load_word(%pointer) : (!llvm.ptr<1>) -> i32
        %firstPage = arith.shli %group, %five : i64
        // Until no page is left.
        %rest:2 = scf.while (%bits = %taken, %page = %firstPage) : (i32, i64) -> (i32, i64) {
          %continues = arith.cmpi ne, %bits, %none : i32
          scf.condition(%continues) %bits, %page : i32, i64
        } do {
        ^bb0(%bits: i32, %page: i64):
          %present = arith.andi %bits, %bit : i32
          %isTaken = arith.cmpi ne, %present, %none : i32
          scf.if %isTaken {
            %begin = arith.shli %page, %sixteen : i64
            %first = func.call @byte_pointer(%outside, %begin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
            scf.for %i = %zero to %words step %one : i64 {
              %target = llvm.getelementptr %first[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i32>
              llvm.store %none, %target : i32, !llvm.ptr<1>
            }
          }
          %left = arith.shrui %bits, %bit : i32
          %next = arith.addi %page, %one : i64
          scf.yield %left, %next : i32, i64
        }
      }
    }
    return
  }

  // Clears a part of the window; nothing if it ends before it begins.
  func.func private @clear_window(%frame: !llvm.ptr<5>, %begin: i64, %end: i64)
      attributes {passthrough = ["noinline"]} {
    %none = arith.constant 0 : i32
    %two = arith.constant 2 : i64
    %one = arith.constant 1 : i64
    %memory = func.call @memory(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %first = arith.shrui %begin, %two : i64
    %past = arith.shrui %end, %two : i64
    scf.for %i = %first to %past step %one : i64 {
      %pointer = llvm.getelementptr %memory[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<32 x i32>
      llvm.store %none, %pointer : i32, !llvm.ptr<1>
    }
    return
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  // Returns whether an access of %count bytes consists of words.
  func.func private @consists_of_words(%address: i64, %count: i64) -> i1 {
    %zero = arith.constant 0 : i64
    %three = arith.constant 3 : i64
    %both = arith.ori %address, %count : i64
    %low = arith.andi %both, %three : i64
    %result = arith.cmpi eq, %low, %zero : i64
    return %result : i1
  }

  // Returns the pointer to what is known about an access, `kAccessWords`.
  func.func private @access_pointer(%frame: !llvm.ptr<5>, %access: i32) -> !llvm.ptr<1> {
    %accesses = func.call @access_table(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %number = arith.extui %access : i32 to i64
    %pointer = llvm.getelementptr %accesses[%number] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<3 x i64>
    return %pointer : !llvm.ptr<1>
  }

  func.func private @trap_at_access(%frame: !llvm.ptr<5>, %access: i32)
      attributes {passthrough = ["noinline", "cold"]} {
    %sitePointer = func.call @access_pointer(%frame, %access) : (!llvm.ptr<5>, i32) -> !llvm.ptr<1>
    %statusPointer = llvm.getelementptr %sitePointer[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    %status = llvm.load %statusPointer : !llvm.ptr<1> -> i64
    %site = llvm.load %sitePointer : !llvm.ptr<1> -> i64
    func.call @end_with_trap(%frame, %status, %site) : (!llvm.ptr<5>, i64, i64) -> ()
    return
  }

  // Returns the address and the number of bytes of an access, or traps if it is
  // out of bounds.
  func.func private @check_access(%frame: !llvm.ptr<5>, %address: i32, %access: i32)
      -> (i64, i64) {
    %bits = arith.constant 32 : i64
    %mask = arith.constant 0xffffffff : i64
    %pointer = func.call @access_pointer(%frame, %access) : (!llvm.ptr<5>, i32) -> !llvm.ptr<1>
    %rangePointer = llvm.getelementptr %pointer[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    %range = llvm.load %rangePointer : !llvm.ptr<1> -> i64
    %offset = arith.andi %range, %mask : i64
    %count = arith.shrui %range, %bits : i64
    %base = arith.extui %address : i32 to i64
    %begin = arith.addi %base, %offset : i64
    %end = arith.addi %begin, %count : i64
    %size = func.call @memory_size(%frame) : (!llvm.ptr<5>) -> i64
    %isOutside = arith.cmpi ugt, %end, %size : i64
    scf.if %isOutside {
      func.call @trap_at_access(%frame, %access) : (!llvm.ptr<5>, i32) -> ()
    }
    func.call @prepare_range(%frame, %begin, %count) : (!llvm.ptr<5>, i64, i64) -> ()
    return %begin, %count : i64, i64
  }

  // LLVM assumes that these two do not change the bounds of fast accesses
  // (`DeviceLowering::accessTag`): nothing that they call may store the size of
  // the memory or `kFrameFastEnd`.
  func.func private @load_slowly(%frame: !llvm.ptr<5>, %begin: i32, %access: i32) -> i64
      attributes {passthrough = ["noinline", "cold", "zyn-brief"]} {
    %address, %count = func.call @check_access(%frame, %begin, %access)
        : (!llvm.ptr<5>, i32, i32) -> (i64, i64)
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %bits = arith.constant 8 : i64
    %isWords = func.call @consists_of_words(%address, %count) : (i64, i64) -> i1
    %step = arith.select %isWords, %four, %one : i64
    %value = scf.for %i = %zero to %count step %step iter_args(%sum = %zero) -> i64 : i64 {
      %current = arith.addi %address, %i : i64
      %pointer = func.call @memory_pointer(%frame, %current)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
      %wide = scf.if %isWords -> i64 {
        %word = llvm.load %pointer : !llvm.ptr<1> -> i32
        %wideWord = arith.extui %word : i32 to i64
        scf.yield %wideWord : i64
      } else {
        %byte = llvm.load %pointer : !llvm.ptr<1> -> i8
        %wideByte = arith.extui %byte : i8 to i64
        scf.yield %wideByte : i64
      }
      %distance = arith.muli %i, %bits : i64
      %shifted = arith.shli %wide, %distance : i64
      %next = arith.ori %sum, %shifted : i64
      scf.yield %next : i64
    }
    return %value : i64
  }

  func.func private @store_slowly(%frame: !llvm.ptr<5>, %begin: i32, %access: i32, %value: i64)
      attributes {passthrough = ["noinline", "cold", "zyn-brief"]} {
    %address, %count = func.call @check_access(%frame, %begin, %access)
        : (!llvm.ptr<5>, i32, i32) -> (i64, i64)
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %four = arith.constant 4 : i64
    %bits = arith.constant 8 : i64
    %isWords = func.call @consists_of_words(%address, %count) : (i64, i64) -> i1
    %step = arith.select %isWords, %four, %one : i64
    scf.for %i = %zero to %count step %step : i64 {
      %current = arith.addi %address, %i : i64
      %pointer = func.call @memory_pointer(%frame, %current)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
      %distance = arith.muli %i, %bits : i64
      %shifted = arith.shrui %value, %distance : i64
      scf.if %isWords {
        %word = arith.trunci %shifted : i64 to i32
        llvm.store %word, %pointer : i32, !llvm.ptr<1>
      } else {
        %byte = arith.trunci %shifted : i64 to i8
        llvm.store %byte, %pointer : i8, !llvm.ptr<1>
      }
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

  func.func private @fill_memory(%frame: !llvm.ptr<5>, %begin: i64, %value: i32, %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_range(%frame, %begin, %count) : (!llvm.ptr<5>, i64, i64) -> ()
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
      %pointer = func.call @memory_pointer(%frame, %address)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
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

  // Copies bytes within the memory, or from or to the buffer of a port, whose
  // layout is the same: there are two pointers, to what is in the window and what
  // is outside, for the target and for the source. The ranges may overlap. The
  // caller prepares them.
  func.func private @copy_words(%frame: !llvm.ptr<5>, %to_memory: !llvm.ptr<1>, %to_outside: !llvm.ptr<1>, %to: i64,
                                %from_memory: !llvm.ptr<1>, %from_outside: !llvm.ptr<1>, %from: i64, %count: i64)
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
      %targetInside = func.call @is_in_window(%frame, %targetBegin)
          : (!llvm.ptr<5>, i64) -> i1
      %sourceInside = func.call @is_in_window(%frame, %sourceBegin)
          : (!llvm.ptr<5>, i64) -> i1
      %targetPart = arith.select %targetInside, %to_memory, %to_outside : !llvm.ptr<1>
      %sourcePart = arith.select %sourceInside, %from_memory, %from_outside : !llvm.ptr<1>
      %targetPointer = func.call @byte_pointer(%targetPart, %targetBegin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
      %sourcePointer = func.call @byte_pointer(%sourcePart, %sourceBegin) : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
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

  func.func private @copy_memory(%frame: !llvm.ptr<5>, %to: i64, %from: i64, %count: i64) {
    func.call @prepare_range(%frame, %to, %count) : (!llvm.ptr<5>, i64, i64) -> ()
    func.call @prepare_range(%frame, %from, %count) : (!llvm.ptr<5>, i64, i64) -> ()
    %outside = func.call @outside(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %memory = func.call @memory(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    func.call @copy_words(%frame, %memory, %outside, %to, %memory, %outside, %from, %count)
        : (!llvm.ptr<5>, !llvm.ptr<1>, !llvm.ptr<1>, i64, !llvm.ptr<1>, !llvm.ptr<1>, i64, i64) -> ()
    return
  }

  func.func private @copy_to_buffer(%frame: !llvm.ptr<5>, %buffer: !llvm.ptr<1>, %to: i64,
                                    %from: i64, %count: i64) {
    func.call @prepare_range(%frame, %from, %count) : (!llvm.ptr<5>, i64, i64) -> ()
    %outside = func.call @outside(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %memory = func.call @memory(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    func.call @copy_words(%frame, %buffer, %buffer, %to, %memory, %outside, %from, %count)
        : (!llvm.ptr<5>, !llvm.ptr<1>, !llvm.ptr<1>, i64, !llvm.ptr<1>, !llvm.ptr<1>, i64, i64) -> ()
    return
  }

  func.func private @copy_from_buffer(%frame: !llvm.ptr<5>, %to: i64, %buffer: !llvm.ptr<1>,
                                      %from: i64, %count: i64) {
    func.call @prepare_range(%frame, %to, %count) : (!llvm.ptr<5>, i64, i64) -> ()
    %outside = func.call @outside(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    %memory = func.call @memory(%frame) : (!llvm.ptr<5>) -> !llvm.ptr<1>
    func.call @copy_words(%frame, %memory, %outside, %to, %buffer, %buffer, %from, %count)
        : (!llvm.ptr<5>, !llvm.ptr<1>, !llvm.ptr<1>, i64, !llvm.ptr<1>, !llvm.ptr<1>, i64, i64) -> ()
    return
  }

  // Copies %count contiguous bytes to memory: constants, or those of a buffer.
  func.func private @copy_to_memory(%frame: !llvm.ptr<5>, %to: i64, %bytes: !llvm.ptr<1>,
                                    %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_range(%frame, %to, %count) : (!llvm.ptr<5>, i64, i64) -> ()
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
      %targetPointer = func.call @memory_pointer(%frame, %target)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
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
  func.func private @copy_from_memory(%frame: !llvm.ptr<5>, %from: i64, %bytes: !llvm.ptr<1>,
                                      %count: i64)
      attributes {passthrough = ["noinline"]} {
    func.call @prepare_range(%frame, %from, %count) : (!llvm.ptr<5>, i64, i64) -> ()
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
      %sourcePointer = func.call @memory_pointer(%frame, %source)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
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
  func.func private @apply_writes(%frame: !llvm.ptr<5>, %buffer: !llvm.ptr<1>, %written: i64)
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
      func.call @copy_from_buffer(%frame, %to, %buffer, %from, %count)
          : (!llvm.ptr<5>, i64, !llvm.ptr<1>, i64, i64) -> ()
      %end = arith.addi %from, %count : i64
      %above = arith.addi %end, %three : i64
      %next = arith.andi %above, %mask : i64
      scf.yield %next : i64
    }
    return
  }

  // Appends a range of the memory to the buffer of a port, unless it is out of
  // bounds or does not fit. Returns the end of the used part of the buffer.
  func.func private @append_range(%frame: !llvm.ptr<5>, %size: i64, %buffer: !llvm.ptr<1>,
                                  %capacity: i64, %begin: i64, %address: i64, %count: i64) -> i64 attributes {passthrough = ["noinline"]} {
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
      func.call @copy_to_buffer(%frame, %buffer, %to, %address, %count)
          : (!llvm.ptr<5>, !llvm.ptr<1>, i64, i64, i64) -> ()
      %above = arith.addi %end, %three : i64
      %next = arith.andi %above, %mask : i64
      scf.yield %next : i64
    } else {
      scf.yield %begin : i64
    }
    return %result : i64
  }

  // Appends an input of a function of the host, whose arguments are %values.
  func.func private @append_input(%frame: !llvm.ptr<5>, %size: i64, %buffer: !llvm.ptr<1>,
                                  %capacity: i64, %begin: i64, %values: !llvm.ptr<5>, %kind: i32, %parameter: i32) -> i64
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
    %end = func.call @append_range(%frame, %size, %buffer, %capacity, %begin, %address, %rangeSize)
        : (!llvm.ptr<5>, i64, !llvm.ptr<1>, i64, i64, i64, i64) -> i64
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
      %fromPointer = func.call @memory_pointer(%frame, %first)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
      %lengthPointer = func.call @memory_pointer(%frame, %second)
          : (!llvm.ptr<5>, i64) -> !llvm.ptr<1>
      %fromWord = llvm.load %fromPointer : !llvm.ptr<1> -> i32
      %lengthWord = llvm.load %lengthPointer : !llvm.ptr<1> -> i32
      %from = arith.extui %fromWord : i32 to i64
      %length = arith.extui %lengthWord : i32 to i64
      %next = func.call @append_range(%frame, %size, %buffer, %capacity, %position, %from, %length)
          : (!llvm.ptr<5>, i64, !llvm.ptr<1>, i64, i64, i64, i64) -> i64
      scf.yield %next : i64
    }
    return %last : i64
  }

  // Tells the host, which may be waiting, that the instance has ended.
  func.func private @abandon_port(%owner: !llvm.ptr<1>) {
    %abandoned = arith.constant 2 : i32
    llvm.store %abandoned, %owner atomic release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    return
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
