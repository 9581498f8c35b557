(module (func $main unreachable) (start $main) (func (export "_start")))
