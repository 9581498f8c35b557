(module
  (func (export "first") (export "second"))
  (func $named (export "exported"))
  (func)
  (func $memory)
  (memory 1))
