//===- TableOps.td - Tables, their segments and references  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_TABLEOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_TABLEOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_TableOp : Instance_Declaration<"table"> {
  let summary = "A table of references";
  let description = [{
    References with indices from 0, all null at first. Sizes are numbers of
    elements: the initial one, and optionally the one that the table can grow
    to.

    ```mlir
    instance.table @functions : 10 to 20 x !instance.funcref
    instance.table @objects imports <"env", "objects"> : 0 x !instance.externref
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<Instance_ImportAttr>:$source,
                       Instance_Size:$minimum,
                       OptionalAttr<Instance_Size>:$maximum,
                       TypeAttr:$element_type);
  let assemblyFormat = [{
    $sym_name (`imports` $source^)? `:` $minimum (`to` $maximum^)? `x`
    $element_type attr-dict
  }];
  let hasVerifier = 1;
}

def Instance_ElementsOp : Instance_Declaration<"elements", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "References that tables are initialized with";
  let description = [{
    Each element is the name of a function, the name of a global that contains a
    reference, or `unit` for null. `instance.table_init` copies them, until
    `instance.elements_drop`.

    ```mlir
    func.func private @f() {
      return
    }
    instance.elements @e [@f, unit] : !instance.funcref
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, ArrayAttr:$values,
                       TypeAttr:$element_type);
  let assemblyFormat = "$sym_name $values `:` $element_type attr-dict";
  let hasVerifier = 1;
}

def Instance_TableGetOp : Instance_Access<"table_get"> {
  let summary = "Returns an element of a table";
  let description = [{
    Traps if the index is not less than the size of the table.

    ```mlir
    instance.table @t : 10 x !instance.externref
    func.func @f(%index: i32) -> !instance.externref {
      %0 = instance.table_get @t[%index] : !instance.externref
      return %0 : !instance.externref
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table, I32:$index);
  let results = (outs Instance_Reference:$result);
  let assemblyFormat = "$table `[` $index `]` attr-dict `:` type($result)";
}

def Instance_TableSetOp : Instance_Access<"table_set"> {
  let summary = "Sets an element of a table";
  let description = [{
    Traps if the index is not less than the size of the table.

    ```mlir
    instance.table @t : 10 x !instance.externref
    func.func @f(%index: i32, %value: !instance.externref) {
      instance.table_set %value, @t[%index] : !instance.externref
      return
    }
    ```
  }];
  let arguments = (ins Instance_Reference:$value, FlatSymbolRefAttr:$table,
                       I32:$index);
  let assemblyFormat = [{
    $value `,` $table `[` $index `]` attr-dict `:` type($value)
  }];
}

def Instance_TableSizeOp : Instance_Access<"table_size"> {
  let summary = "Returns the number of elements of a table";
  let description = [{
    ```mlir
    instance.table @t : 10 x !instance.funcref
    func.func @f() -> i32 {
      %0 = instance.table_size @t
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table);
  let results = (outs I32:$result);
  let assemblyFormat = "$table attr-dict";
}

def Instance_TableGrowOp : Instance_Access<"table_grow"> {
  let summary = "Adds elements to a table";
  let description = [{
    The new elements are `value`. Returns the previous number of elements, or -1
    if the table cannot have that many.

    ```mlir
    instance.table @t : 10 x !instance.externref
    func.func @f(%value: !instance.externref, %count: i32) -> i32 {
      %0 = instance.table_grow @t, %value, %count : !instance.externref
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table, Instance_Reference:$value,
                       I32:$count);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $table `,` $value `,` $count attr-dict `:` type($value)
  }];
}

def Instance_TableFillOp : Instance_Access<"table_fill"> {
  let summary = "Sets elements of a table to the same reference";
  let description = [{
    Sets `count` elements from `index`. Traps, before any element changes, if
    one of them is outside of the table.

    ```mlir
    instance.table @t : 10 x !instance.externref
    func.func @f(%index: i32, %value: !instance.externref, %count: i32) {
      instance.table_fill @t[%index], %value, %count : !instance.externref
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table, I32:$index,
                       Instance_Reference:$value, I32:$count);
  let assemblyFormat = [{
    $table `[` $index `]` `,` $value `,` $count attr-dict `:` type($value)
  }];
}

def Instance_TableCopyOp : Instance_Access<"table_copy"> {
  let summary = "Copies elements of a table, which may overlap";
  let description = [{
    Copies `count` elements to `destination[index]` from `source[from]`. Traps,
    before any element changes, if one of them is outside of its table.

    ```mlir
    instance.table @t : 10 x !instance.funcref
    instance.table @u : 10 x !instance.funcref
    func.func @f(%to: i32, %from: i32, %count: i32) {
      instance.table_copy @t[%to], @u[%from], %count
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$destination, I32:$index,
                       FlatSymbolRefAttr:$source, I32:$from, I32:$count);
  let assemblyFormat = [{
    $destination `[` $index `]` `,` $source `[` $from `]` `,` $count attr-dict
  }];
}

def Instance_TableInitOp : Instance_Access<"table_init"> {
  let summary = "Copies references of a segment to a table";
  let description = [{
    Copies `count` elements to `table[index]` from `elements[from]`. Traps,
    before any element changes, if one of them is outside of the table or the
    segment. A segment that has been dropped is empty.

    ```mlir
    instance.table @t : 10 x !instance.funcref
    instance.elements @e [unit] : !instance.funcref
    func.func @f(%to: i32, %from: i32, %count: i32) {
      instance.table_init @t[%to], @e[%from], %count
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$table, I32:$index,
                       FlatSymbolRefAttr:$elements, I32:$from, I32:$count);
  let assemblyFormat = [{
    $table `[` $index `]` `,` $elements `[` $from `]` `,` $count attr-dict
  }];
}

def Instance_ElementsDropOp : Instance_Access<"elements_drop"> {
  let summary = "Empties a segment of references";
  let description = [{
    ```mlir
    instance.elements @e [unit] : !instance.funcref
    func.func @f() {
      instance.elements_drop @e
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$elements);
  let assemblyFormat = "$elements attr-dict";
}

def Instance_RefFuncOp : Instance_Access<"ref_func", [Pure]> {
  let summary = "Returns a reference to a function";
  let description = [{
    The function may be imported.

    ```mlir
    func.func @f() -> !instance.funcref {
      %0 = instance.ref_func @f
      return %0 : !instance.funcref
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$function);
  let results = (outs Instance_FuncRefType:$result);
  let assemblyFormat = "$function attr-dict";
}

def Instance_RefNullOp : Instance_Op<"ref_null", [Pure]> {
  let summary = "Returns a reference to nothing";
  let description = [{
    ```mlir
    func.func @f() -> !instance.funcref {
      %0 = instance.ref_null : !instance.funcref
      return %0 : !instance.funcref
    }
    ```
  }];
  let results = (outs Instance_Reference:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Instance_RefIsNullOp : Instance_Op<"ref_is_null", [Pure]> {
  let summary = "Returns whether a reference is null";
  let description = [{
    ```mlir
    func.func @f(%value: !instance.externref) -> i1 {
      %0 = instance.ref_is_null %value : !instance.externref
      return %0 : i1
    }
    ```
  }];
  let arguments = (ins Instance_Reference:$value);
  let results = (outs I1:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // ZYN_DIALECT_INSTANCE_IR_TABLEOPS_TD
