;; Adds to the shared array, and then accesses more of its memory than there may be left.
(module
  (import "zyn" "atomic_add_i32" (func $add (param i32 i32) (result i32)))
  (memory (export "memory") 1 4000)
  (func (export "count") (param $pages i32)
    (drop (call $add (i32.const 0) (i32.const 1)))
    (if (i32.eq (memory.grow (local.get $pages)) (i32.const -1)) (then (unreachable)))
    (memory.fill (i32.const 0) (i32.const 1) (i32.shl (memory.size) (i32.const 16)))))
