(module (func $f (param i32) (unreachable)))
