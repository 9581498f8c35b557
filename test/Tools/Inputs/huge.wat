(module
  (memory 60000)
  (func (export "_start")))
