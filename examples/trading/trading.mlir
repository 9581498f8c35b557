// The critical path of a trading system: four functions that are called for each event of a market. Their state is in
// buffers of the caller. There are 64 instruments, prices are integers in ticks, and numbers of shares are integers.
//
// Integers do not overflow if |shares| < 2^20 in each position and price < 2^20 ticks.

// Checks an order before it is sent: returns 0 if it is accepted, or why it is refused:
//
//   1  unknown instrument                4  position after the fill above the limit of the instrument
//   2  number of shares                  5  gross notional of all instruments after the fill
//   3  price far from the reference      6  messages within a window of time
//                                        7  open orders
//
// `limits` are: 0 shares of an order, 1 distance of prices from the reference in hundredths of a percent, 2 gross
// notional, 3 messages in a window, 4 length of a window in nanoseconds, 5 open orders. `session` is: 0 start of the
// window, 1 messages in it, 2 open orders. An accepted order adds to it. Reference prices change with each quote, much
// more often than there are orders; the notional is therefore summed here, rather than updated for each quote.
func.func @risk_check(%time: i64, %instrument: index, %sells: i1, %shares: i64, %price: i64,
                      %positions: memref<64xi64>, %references: memref<64xi64>, %position_limits: memref<64xi64>,
                      %limits: memref<8xi64>, %session: memref<4xi64>) -> i64
    attributes {zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true,
                                                   inline_always = true, target_latency_ns = 100>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %accepted = arith.constant 0 : i64
  %unknown_instrument = arith.constant 1 : i64
  %bad_shares = arith.constant 2 : i64
  %bad_price = arith.constant 3 : i64
  %bad_position = arith.constant 4 : i64
  %bad_notional = arith.constant 5 : i64
  %too_many_messages = arith.constant 6 : i64
  %too_many_orders = arith.constant 7 : i64

  %known = arith.cmpi ult, %instrument, %c64 : index
  %reason = scf.if %known -> i64 {
    // As unsigned numbers, 0 shares are more than the limit.
    %max_shares = memref.load %limits[%c0] : memref<8xi64>
    %shares_minus_one = arith.subi %shares, %one : i64
    %shares_fit = arith.cmpi ult, %shares_minus_one, %max_shares : i64

    %reference = memref.load %references[%instrument] : memref<64xi64>
    %hundredths = memref.load %limits[%c1] : memref<8xi64>
    %ten_thousand = arith.constant 10000 : i64
    %scaled = arith.muli %reference, %hundredths : i64
    %distance = arith.divui %scaled, %ten_thousand : i64
    %lowest = arith.subi %reference, %distance : i64
    %highest = arith.addi %reference, %distance : i64
    %not_low = arith.cmpi sge, %price, %lowest : i64
    %not_high = arith.cmpi sle, %price, %highest : i64
    %price_fits = arith.andi %not_low, %not_high : i1

    %position = memref.load %positions[%instrument] : memref<64xi64>
    %max_position = memref.load %position_limits[%instrument] : memref<64xi64>
    %minus_shares = arith.subi %zero, %shares : i64
    %change = arith.select %sells, %minus_shares, %shares : i64
    %after = arith.addi %position, %change : i64
    %held = math.absi %position : i64
    %held_after = math.absi %after : i64
    %position_fits = arith.cmpi sle, %held_after, %max_position : i64

    // The sum has the position before the fill, for which the first term makes up. Vectors of numbers of 32 bits are
    // multiplied by one instruction, others by several.
    %low_bits = arith.constant 0xFFFFFFFF : i64
    %more_held = arith.subi %held_after, %held : i64
    %more_notional = arith.muli %more_held, %reference : i64
    %gross = scf.for %i = %c0 to %c64 step %c1 iter_args(%sum = %more_notional) -> i64 {
      %p = memref.load %positions[%i] : memref<64xi64>
      %r = memref.load %references[%i] : memref<64xi64>
      %absolute = math.absi %p : i64
      %low_p = arith.andi %absolute, %low_bits : i64
      %low_r = arith.andi %r, %low_bits : i64
      %notional = arith.muli %low_p, %low_r : i64
      %next = arith.addi %sum, %notional : i64
      scf.yield %next : i64
    }
    %max_gross = memref.load %limits[%c2] : memref<8xi64>
    %gross_fits = arith.cmpi sle, %gross, %max_gross : i64

    // A new window starts with the first message after the end of the previous one.
    %start = memref.load %session[%c0] : memref<4xi64>
    %messages = memref.load %session[%c1] : memref<4xi64>
    %open = memref.load %session[%c2] : memref<4xi64>
    %max_messages = memref.load %limits[%c3] : memref<8xi64>
    %window = memref.load %limits[%c4] : memref<8xi64>
    %max_open = memref.load %limits[%c5] : memref<8xi64>
    %elapsed = arith.subi %time, %start : i64
    %has_ended = arith.cmpi sge, %elapsed, %window : i64
    %current_start = arith.select %has_ended, %time, %start : i64
    %current_messages = arith.select %has_ended, %zero, %messages : i64
    %message_fits = arith.cmpi slt, %current_messages, %max_messages : i64
    %order_fits = arith.cmpi slt, %open, %max_open : i64

    // The first reason counts. The notional, which takes longest, is the last one that is looked at.
    %from7 = arith.select %order_fits, %accepted, %too_many_orders : i64
    %from6 = arith.select %message_fits, %from7, %too_many_messages : i64
    %from4 = arith.select %position_fits, %accepted, %bad_position : i64
    %from3 = arith.select %price_fits, %from4, %bad_price : i64
    %from2 = arith.select %shares_fit, %from3, %bad_shares : i64
    %fits_before = arith.cmpi eq, %from2, %accepted : i64
    %if_gross_fits = arith.select %fits_before, %from6, %from2 : i64
    %if_not = arith.select %fits_before, %bad_notional, %from2 : i64
    %found = arith.select %gross_fits, %if_gross_fits, %if_not : i64

    %is_accepted = arith.cmpi eq, %found, %accepted : i64
    %added = arith.extui %is_accepted : i1 to i64
    %messages_after = arith.addi %current_messages, %added : i64
    %open_after = arith.addi %open, %added : i64
    memref.store %current_start, %session[%c0] : memref<4xi64>
    memref.store %messages_after, %session[%c1] : memref<4xi64>
    memref.store %open_after, %session[%c2] : memref<4xi64>
    scf.yield %found : i64
  } else {
    scf.yield %unknown_instrument : i64
  }
  return %reason : i64
}

// Adds a fill to the books, and returns the profit that it realizes, in ticks.
//
// A row of `ledger` is: 0 cost of the position (negative if it is short), 1 realized profit, 2 unrealized profit at the
// price of the last fill, 3 that price. `account` has the sums of all instruments: 0 cash, 1 realized and 2 unrealized
// profit, 3 gross exposure. The part of a position that a fill closes has the average cost of the position, rounded
// toward zero. At any time, the realized and the unrealized profit are the cash and the value of the positions.
func.func @position_update(%instrument: index, %sells: i1, %shares: i64, %price: i64, %positions: memref<64xi64>,
                           %ledger: memref<64x4xi64>, %account: memref<4xi64>) -> i64
    attributes {zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true,
                                                   inline_always = true, target_latency_ns = 200>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %position = memref.load %positions[%instrument] : memref<64xi64>
  %cost = memref.load %ledger[%instrument, %c0] : memref<64x4xi64>

  // The part of the position that the fill closes has the sign of the position: -change, limited to 0..position.
  %minus_shares = arith.subi %zero, %shares : i64
  %change = arith.select %sells, %minus_shares, %shares : i64
  %minus_change = arith.subi %zero, %change : i64
  %low = arith.minsi %position, %zero : i64
  %high = arith.maxsi %position, %zero : i64
  %not_above = arith.minsi %minus_change, %high : i64
  %closed = arith.maxsi %not_above, %low : i64
  %opened = arith.addi %change, %closed : i64

  %closes = arith.cmpi ne, %closed, %zero : i64
  %released = scf.if %closes -> i64 {
    %product = arith.muli %cost, %closed : i64
    %quotient = arith.divsi %product, %position : i64
    scf.yield %quotient : i64
  } else {
    scf.yield %zero : i64
  }
  %proceeds = arith.muli %closed, %price : i64
  %profit = arith.subi %proceeds, %released : i64
  %kept = arith.subi %cost, %released : i64
  %paid = arith.muli %opened, %price : i64
  %cost_after = arith.addi %kept, %paid : i64
  %position_after = arith.addi %position, %change : i64
  %value = arith.muli %position_after, %price : i64
  %unrealized_after = arith.subi %value, %cost_after : i64
  memref.store %position_after, %positions[%instrument] : memref<64xi64>
  %cash = memref.load %account[%c0] : memref<4xi64>
  %spent = arith.muli %change, %price : i64
  %cash_after = arith.subi %cash, %spent : i64
  memref.store %cash_after, %account[%c0] : memref<4xi64>
  memref.store %cost_after, %ledger[%instrument, %c0] : memref<64x4xi64>

  %realized = memref.load %ledger[%instrument, %c1] : memref<64x4xi64>
  %realized_after = arith.addi %realized, %profit : i64
  memref.store %realized_after, %ledger[%instrument, %c1] : memref<64x4xi64>
  %total_realized = memref.load %account[%c1] : memref<4xi64>
  %total_realized_after = arith.addi %total_realized, %profit : i64
  memref.store %total_realized_after, %account[%c1] : memref<4xi64>

  %unrealized = memref.load %ledger[%instrument, %c2] : memref<64x4xi64>
  memref.store %unrealized_after, %ledger[%instrument, %c2] : memref<64x4xi64>
  %more_unrealized = arith.subi %unrealized_after, %unrealized : i64
  %total_unrealized = memref.load %account[%c2] : memref<4xi64>
  %total_unrealized_after = arith.addi %total_unrealized, %more_unrealized : i64
  memref.store %total_unrealized_after, %account[%c2] : memref<4xi64>

  %last_price = memref.load %ledger[%instrument, %c3] : memref<64x4xi64>
  memref.store %price, %ledger[%instrument, %c3] : memref<64x4xi64>
  %held = math.absi %position : i64
  %exposure = arith.muli %held, %last_price : i64
  %exposure_after = math.absi %value : i64
  %more_exposure = arith.subi %exposure_after, %exposure : i64
  %gross = memref.load %account[%c3] : memref<4xi64>
  %gross_after = arith.addi %gross, %more_exposure : i64
  memref.store %gross_after, %account[%c3] : memref<4xi64>
  return %profit : i64
}

// Stores an i32 in the four bytes at `offset` of a message, the highest byte first.
func.func private @store_big_endian(%value: i32, %message: memref<64xi8>, %offset: index)
    attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %swapped = llvm.intr.bswap(%value) : (i32) -> i32
  %field = memref.view %message[%offset][] : memref<64xi8> to memref<i32>
  memref.store %swapped, %field[] {alignment = 1 : i64} : memref<i32>
  return
}

// Stores the eight bytes of an i64 at `offset` of a message, as they are in memory.
func.func private @store_bytes(%bytes: i64, %message: memref<64xi8>, %offset: index)
    attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %field = memref.view %message[%offset][] : memref<64xi8> to memref<i64>
  memref.store %bytes, %field[] {alignment = 1 : i64} : memref<i64>
  return
}

// Returns the eight decimal digits of a number below 10^8 in ASCII, the first one in the lowest byte. All parts of the
// number are divided at once: its two halves of 32 bits by 100, then four parts of 16 bits by 10. The quotients
// are products with 10486 / 2^20 and 103 / 2^10, which are exact for numbers below 10^4 and 10^2.
func.func private @format_digits(%number: i64) -> i64
    attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  %ten_thousand = arith.constant 10000 : i64
  %first = arith.divui %number, %ten_thousand : i64
  %c32 = arith.constant 32 : i64
  %number_shifted = arith.shli %number, %c32 : i64
  %minus_first = arith.constant -42949672959999 : i64 // 1 - 10^4 * 2^32
  %rest = arith.muli %first, %minus_first : i64
  %halves = arith.addi %number_shifted, %rest : i64

  %times_100 = arith.constant 10486 : i64
  %c20 = arith.constant 20 : i64
  %mask_100 = arith.constant 0x7F0000007F : i64
  %hundred = arith.constant 100 : i64
  %c16 = arith.constant 16 : i64
  %p0 = arith.muli %halves, %times_100 : i64
  %s0 = arith.shrui %p0, %c20 : i64
  %hundreds = arith.andi %s0, %mask_100 : i64
  %h0 = arith.muli %hundreds, %hundred : i64
  %r0 = arith.subi %halves, %h0 : i64
  %r0_shifted = arith.shli %r0, %c16 : i64
  %quarters = arith.ori %hundreds, %r0_shifted : i64

  %times_10 = arith.constant 103 : i64
  %c10 = arith.constant 10 : i64
  %mask_10 = arith.constant 0x000F000F000F000F : i64
  %c8 = arith.constant 8 : i64
  %p1 = arith.muli %quarters, %times_10 : i64
  %s1 = arith.shrui %p1, %c10 : i64
  %tens = arith.andi %s1, %mask_10 : i64
  %h1 = arith.muli %tens, %c10 : i64
  %r1 = arith.subi %quarters, %h1 : i64
  %r1_shifted = arith.shli %r1, %c8 : i64
  %digits = arith.ori %tens, %r1_shifted : i64

  %zeros = arith.constant 0x3030303030303030 : i64
  %text = arith.ori %digits, %zeros : i64
  return %text : i64
}

// Encodes a new order as a message with the layout of "Enter Order" of OUCH 4.2, and returns its length in bytes:
//
//    0  type, 'O'                          36  firm, 4 letters
//    1  token, 14 digits                   40  display, 'Y'
//   15  side, 'B' or 'S'                   41  capacity, 'P'
//   16  shares                             42  intermarket sweep, 'N'
//   20  stock, 8 letters                   43  minimum quantity
//   28  price in 1/100 of a tick           47  cross type, 'N'
//   32  time in force in seconds           48  customer type, ' '
//
// Numbers are unsigned integers of 32 bits with the highest byte first. The token is the number of the order, which is
// less than 10^14. `stocks` has the letters of each instrument, as they are in memory, padded with blanks.
func.func @encode_order(%number: i64, %instrument: index, %sells: i1, %shares: i64, %price: i64, %time_in_force: i64,
                        %stocks: memref<64xi64>, %message: memref<64xi8>) -> i64
    attributes {zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true,
                                                   inline_always = true, target_latency_ns = 500>} {
  %at_type = arith.constant 0 : index
  %at_token = arith.constant 1 : index
  %at_last_digits = arith.constant 7 : index
  %at_side = arith.constant 15 : index
  %at_shares = arith.constant 16 : index
  %at_stock = arith.constant 20 : index
  %at_price = arith.constant 28 : index
  %at_time_in_force = arith.constant 32 : index
  %at_rest = arith.constant 36 : index
  %at_end = arith.constant 41 : index
  %length = arith.constant 49 : i64
  %O = arith.constant 79 : i8
  %B = arith.constant 66 : i8
  %S = arith.constant 83 : i8
  // ZYNX, YPN, four zeros, N and a blank: 13 bytes, of which three are stored twice.
  %rest = arith.constant dense<[90, 89, 78, 88, 89, 80, 78, 0]> : vector<8xi8>
  %end = arith.constant dense<[80, 78, 0, 0, 0, 0, 78, 32]> : vector<8xi8>

  // Each field is stored as soon as it is known, instead of all at the end.
  memref.store %O, %message[%at_type] : memref<64xi8>
  // The first six digits are stored with two zero bytes, which the last eight digits overwrite.
  %hundred_million = arith.constant 100000000 : i64
  %c16 = arith.constant 16 : i64
  %high = arith.divui %number, %hundred_million : i64
  %low = arith.remui %number, %hundred_million : i64
  %high_digits = call @format_digits(%high) : (i64) -> i64
  %first_digits = arith.shrui %high_digits, %c16 : i64
  call @store_bytes(%first_digits, %message, %at_token) : (i64, memref<64xi8>, index) -> ()
  %last_digits = call @format_digits(%low) : (i64) -> i64
  call @store_bytes(%last_digits, %message, %at_last_digits) : (i64, memref<64xi8>, index) -> ()

  %side = arith.select %sells, %S, %B : i8
  memref.store %side, %message[%at_side] : memref<64xi8>
  %shares_field = arith.trunci %shares : i64 to i32
  call @store_big_endian(%shares_field, %message, %at_shares) : (i32, memref<64xi8>, index) -> ()
  %stock = memref.load %stocks[%instrument] : memref<64xi64>
  call @store_bytes(%stock, %message, %at_stock) : (i64, memref<64xi8>, index) -> ()
  %hundred = arith.constant 100 : i64
  %cents = arith.muli %price, %hundred : i64
  %price_field = arith.trunci %cents : i64 to i32
  call @store_big_endian(%price_field, %message, %at_price) : (i32, memref<64xi8>, index) -> ()
  %time_field = arith.trunci %time_in_force : i64 to i32
  call @store_big_endian(%time_field, %message, %at_time_in_force) : (i32, memref<64xi8>, index) -> ()
  vector.store %rest, %message[%at_rest] : memref<64xi8>, vector<8xi8>
  vector.store %end, %message[%at_end] : memref<64xi8>, vector<8xi8>
  return %length : i64
}

// Adds a quote to a bank of exponential filters, and returns the score of its instrument.
//
// The feature of an instrument is the price between bid and ask at which the sizes of both sides balance, in ticks
// above the opening price. Each quote is a step of time for all instruments: each of the 16 filters, whose half-lives
// are given as rates, moves toward the features, and the scores are the products of the filters and the weights. Both
// have a row for each filter, so that 16 instruments are a vector. Sums are in the order of filters, with fused
// products.
func.func @signal_evaluation(%instrument: index, %bid: i64, %ask: i64, %bid_size: i64, %ask_size: i64,
                             %opens: memref<64xi64>, %rates: memref<16xf32>, %weights: memref<16x64xf32>,
                             %features: memref<64xf32>, %filters: memref<16x64xf32>, %scores: memref<64xf32>) -> f32
    attributes {zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true,
                                                   inline_always = true, target_latency_ns = 1000>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %open = memref.load %opens[%instrument] : memref<64xi64>
  %bid_rise = arith.subi %bid, %open : i64
  %ask_rise = arith.subi %ask, %open : i64
  %bid_part = arith.muli %bid_rise, %ask_size : i64
  %ask_part = arith.muli %ask_rise, %bid_size : i64
  %sum_parts = arith.addi %bid_part, %ask_part : i64
  %sum_sizes = arith.addi %bid_size, %ask_size : i64
  %dividend = arith.sitofp %sum_parts : i64 to f32
  %divisor = arith.sitofp %sum_sizes : i64 to f32
  %feature = arith.divf %dividend, %divisor : f32
  memref.store %feature, %features[%instrument] : memref<64xf32>

  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c64 step %c16 {
    %target = vector.load %features[%i] : memref<64xf32>, vector<16xf32>
    %score = scf.for %k = %c0 to %c16 step %c1 iter_args(%sum = %zeros) -> vector<16xf32> {
      %rate = memref.load %rates[%k] : memref<16xf32>
      %rate_of_all = vector.broadcast %rate : f32 to vector<16xf32>
      %old = vector.load %filters[%k, %i] : memref<16x64xf32>, vector<16xf32>
      %away = arith.subf %target, %old : vector<16xf32>
      %new = math.fma %away, %rate_of_all, %old : vector<16xf32>
      vector.store %new, %filters[%k, %i] : memref<16x64xf32>, vector<16xf32>
      %weight = vector.load %weights[%k, %i] : memref<16x64xf32>, vector<16xf32>
      %next = math.fma %weight, %new, %sum : vector<16xf32>
      scf.yield %next : vector<16xf32>
    }
    vector.store %score, %scores[%i] : memref<64xf32>, vector<16xf32>
  }
  %result = memref.load %scores[%instrument] : memref<64xf32>
  return %result : f32
}

// Calls the four functions for a recorded stream of events, and returns what they return and the state afterwards.
//
// A row of `events` is: 0 time in nanoseconds, 1 kind, 2 instrument, and
//
//   kind 0, quote:   3 bid, 4 ask, 5 shares of the bid, 6 shares of the ask
//   kind 1, order:   3 side (1 sells), 4 shares, 5 price, 6 time in force
//   kind 2, fill:    3 side, 4 shares, 5 price
//
// Accepted orders are encoded with consecutive numbers. A fill closes an order, if there is one. Each event has an
// outcome (the reason of a refusal, or the profit of a fill), a score, and a message.
func.func @run_events(%events: memref<512x8xi64>, %opens: memref<64xi64>, %position_limits: memref<64xi64>,
                      %limits: memref<8xi64>, %stocks: memref<64xi64>, %rates: memref<16xf32>,
                      %weights: memref<16x64xf32>)
    -> (memref<512xi64>, memref<512xf32>, memref<512x64xi8>, memref<64xi64>, memref<64x4xi64>, memref<4xi64>,
        memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %first_number = arith.constant 20261124000000 : i64
  %zero_i8 = arith.constant 0 : i8
  %zero_f32 = arith.constant 0.0 : f32
  %outcomes = memref.alloc() : memref<512xi64>
  %signals = memref.alloc() : memref<512xf32>
  %messages = memref.alloc() : memref<512x64xi8>
  %positions = memref.alloc() : memref<64xi64>
  %ledger = memref.alloc() : memref<64x4xi64>
  %account = memref.alloc() : memref<4xi64>
  %session = memref.alloc() : memref<4xi64>
  %references = memref.alloc() : memref<64xi64>
  %features = memref.alloc() : memref<64xf32>
  %filters = memref.alloc() : memref<16x64xf32>
  %scores = memref.alloc() : memref<64xf32>
  %message = memref.alloc() : memref<64xi8>
  linalg.fill ins(%zero : i64) outs(%outcomes : memref<512xi64>)
  linalg.fill ins(%zero_f32 : f32) outs(%signals : memref<512xf32>)
  linalg.fill ins(%zero_i8 : i8) outs(%messages : memref<512x64xi8>)
  linalg.fill ins(%zero : i64) outs(%positions : memref<64xi64>)
  linalg.fill ins(%zero : i64) outs(%ledger : memref<64x4xi64>)
  linalg.fill ins(%zero : i64) outs(%account : memref<4xi64>)
  linalg.fill ins(%zero : i64) outs(%session : memref<4xi64>)
  linalg.fill ins(%zero_f32 : f32) outs(%features : memref<64xf32>)
  linalg.fill ins(%zero_f32 : f32) outs(%filters : memref<16x64xf32>)
  linalg.fill ins(%zero_f32 : f32) outs(%scores : memref<64xf32>)
  linalg.fill ins(%zero_i8 : i8) outs(%message : memref<64xi8>)
  memref.copy %opens, %references : memref<64xi64> to memref<64xi64>

  %orders = scf.for %e = %c0 to %c512 step %c1 iter_args(%number = %first_number) -> i64 {
    %time = memref.load %events[%e, %c0] : memref<512x8xi64>
    %kind = memref.load %events[%e, %c1] : memref<512x8xi64>
    %id = memref.load %events[%e, %c2] : memref<512x8xi64>
    %v3 = memref.load %events[%e, %c3] : memref<512x8xi64>
    %v4 = memref.load %events[%e, %c4] : memref<512x8xi64>
    %v5 = memref.load %events[%e, %c5] : memref<512x8xi64>
    %v6 = memref.load %events[%e, %c6] : memref<512x8xi64>
    %instrument = arith.index_cast %id : i64 to index
    %sells = arith.cmpi ne, %v3, %zero : i64
    %case = arith.index_cast %kind : i64 to index
    %next = scf.index_switch %case -> i64
    case 0 {
      %sum = arith.addi %v3, %v4 : i64
      %middle = arith.shrui %sum, %one : i64
      memref.store %middle, %references[%instrument] : memref<64xi64>
      %score = func.call @signal_evaluation(%instrument, %v3, %v4, %v5, %v6, %opens, %rates, %weights, %features,
                                            %filters, %scores)
          : (index, i64, i64, i64, i64, memref<64xi64>, memref<16xf32>, memref<16x64xf32>, memref<64xf32>,
             memref<16x64xf32>, memref<64xf32>) -> f32
      memref.store %score, %signals[%e] : memref<512xf32>
      scf.yield %number : i64
    }
    case 1 {
      %reason = func.call @risk_check(%time, %instrument, %sells, %v4, %v5, %positions, %references, %position_limits,
                                      %limits, %session)
          : (i64, index, i1, i64, i64, memref<64xi64>, memref<64xi64>, memref<64xi64>, memref<8xi64>, memref<4xi64>)
          -> i64
      memref.store %reason, %outcomes[%e] : memref<512xi64>
      %is_accepted = arith.cmpi eq, %reason, %zero : i64
      %added = arith.extui %is_accepted : i1 to i64
      %after = arith.addi %number, %added : i64
      scf.if %is_accepted {
        %length = func.call @encode_order(%number, %instrument, %sells, %v4, %v5, %v6, %stocks, %message)
            : (i64, index, i1, i64, i64, i64, memref<64xi64>, memref<64xi8>) -> i64
        %row = memref.subview %messages[%e, 0] [1, 64] [1, 1]
            : memref<512x64xi8> to memref<64xi8, strided<[1], offset: ?>>
        memref.copy %message, %row : memref<64xi8> to memref<64xi8, strided<[1], offset: ?>>
      }
      scf.yield %after : i64
    }
    default {
      %profit = func.call @position_update(%instrument, %sells, %v4, %v5, %positions, %ledger, %account)
          : (index, i1, i64, i64, memref<64xi64>, memref<64x4xi64>, memref<4xi64>) -> i64
      memref.store %profit, %outcomes[%e] : memref<512xi64>
      %open = memref.load %session[%c2] : memref<4xi64>
      %fewer = arith.subi %open, %one : i64
      %open_after = arith.maxsi %fewer, %zero : i64
      memref.store %open_after, %session[%c2] : memref<4xi64>
      scf.yield %number : i64
    }
    scf.yield %next : i64
  }
  return %outcomes, %signals, %messages, %positions, %ledger, %account, %session
      : memref<512xi64>, memref<512xf32>, memref<512x64xi8>, memref<64xi64>, memref<64x4xi64>, memref<4xi64>,
        memref<4xi64>
}
