(module
  ;; Half of an even number; does not end for an odd one.
  (func (export "half") (param i32) (result i32)
    (loop (br_if 0 (i32.and (local.get 0) (i32.const 1))))
    (i32.shr_u (local.get 0) (i32.const 1))))
