(module (import "env" "missing" (func (param i32 f64) (result i64))))
