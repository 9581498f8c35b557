"""Scalar expressions that can be printed as MLIR and evaluated in float64 with a bound on the error.

An expression is a tuple: ("arg", i), ("const", value), ("index", dimension) or (operation, operand...).
Evaluation propagates the error through each operation (running error analysis). A correct program, which rounds once
per operation and uses any order that the semantics allow, stays within the bound.
"""
import numpy as np

import arrays

# The MLIR op of each operation, for floats and for integers ("" if there is none).
OPERATIONS = {
    "add": ("arith.addf", "arith.addi"), "sub": ("arith.subf", "arith.subi"),
    "mul": ("arith.mulf", "arith.muli"), "max": ("arith.maximumf", "arith.maxsi"),
    "min": ("arith.minimumf", "arith.minsi"), "div": ("arith.divf", ""), "neg": ("arith.negf", ""),
    "abs": ("math.absf", "math.absi"), "exp": ("math.exp", ""), "log": ("math.log", ""),
    "tanh": ("math.tanh", ""), "sqrt": ("math.sqrt", ""), "rsqrt": ("math.rsqrt", ""), "erf": ("math.erf", ""),
    "sin": ("math.sin", ""), "cos": ("math.cos", ""), "expm1": ("math.expm1", ""), "log1p": ("math.log1p", ""),
    "log2": ("math.log2", ""), "and": ("", "arith.andi"), "xor": ("", "arith.xori"),
}
UNARY = {"neg", "abs", "exp", "log", "tanh", "sqrt", "rsqrt", "erf", "sin", "cos", "expm1", "log1p", "log2"}

# Maximum error of functions in units in the last place of the type in which they are computed.
FUNCTION_ULPS = 8

_erf = np.vectorize(__import__("math").erf, otypes=[np.float64])
FUNCTIONS = {  # value, derivative
    "exp": (np.exp, np.exp), "log": (np.log, lambda x: 1 / x), "sqrt": (np.sqrt, lambda x: 0.5 / np.sqrt(x)),
    "tanh": (np.tanh, lambda x: 1 - np.tanh(x)**2), "rsqrt": (lambda x: x**-0.5, lambda x: 0.5 * x**-1.5),
    "erf": (_erf, lambda x: 1.1284 * np.exp(-x * x)), "sin": (np.sin, np.cos), "cos": (np.cos, np.sin),
    "expm1": (np.expm1, np.exp), "log1p": (np.log1p, lambda x: 1 / (1 + x)), "log2": (np.log2, lambda x: 1.4427 / x),
}


def literal(value, name):
    if name == "i1":
        return f"arith.constant {'true' if value % 2 else 'false'}"
    if arrays.is_integer(name):
        return f"arith.constant {int(value)} : {name}"
    return f"arith.constant {float(value):e} : {name}"


class Printer:
    """Prints the ops of an expression: `emit` appends to `lines` and returns the name of the value."""

    def __init__(self, name, arguments):
        self.name, self.arguments, self.lines = name, arguments, []

    def define(self, text):
        self.lines.append(f"%v{len(self.lines)} = {text}")
        return f"%v{len(self.lines) - 1}"

    def emit(self, expression):
        kind, *operands = expression
        if kind == "arg":
            return self.arguments[operands[0]]
        if kind == "const":
            return self.define(literal(operands[0], self.name))
        if kind == "index":
            index = self.define(f"zyn.index {operands[0]} : index")
            if arrays.is_integer(self.name):
                return self.define(f"arith.index_cast {index} : index to {self.name}")
            number = self.define(f"arith.index_cast {index} : index to i32")
            return self.define(f"arith.sitofp {number} : i32 to {self.name}")
        values = [self.emit(operand) for operand in operands]
        mlir = OPERATIONS[kind][arrays.is_integer(self.name)]
        return self.define(f"{mlir} {', '.join(values)} : {self.name}")


def evaluate(expression, name, arguments, shape=()):
    """Returns the value and an error bound; `arguments` are pairs of these."""
    kind, *operands = expression
    eps = arrays.TYPES[name].eps
    if kind == "arg":
        return arguments[operands[0]]
    if kind == "const":
        return arrays.represent(operands[0], name), 0.0
    if kind == "index":
        index = np.indices(shape)[operands[0]]
        return arrays.represent(index, name), 0.0
    values = [evaluate(operand, name, arguments, shape) for operand in operands]
    if arrays.is_integer(name):
        return evaluate_integer(kind, name, [value for value, _ in values]), 0.0
    with np.errstate(all="ignore"):
        return evaluate_float(kind, values, eps)


def evaluate_integer(kind, name, values):
    functions = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum,
                 "abs": np.abs, "and": np.bitwise_and, "xor": np.bitwise_xor}
    return arrays.wrap(functions[kind](*[np.asarray(value, np.int64) for value in values]), name)


def evaluate_float(kind, values, eps):
    (a, ea), (b, eb) = values[0], values[-1]
    if kind in FUNCTIONS:
        function, derivative = FUNCTIONS[kind]
        value = function(a)
        carried = 2 * np.abs(derivative(a)) * ea if np.any(ea) else 0.0  # infinite at the edge of the domain
        return value, carried + FUNCTION_ULPS * eps * np.abs(value)
    if kind == "neg":
        return -a, ea
    if kind == "abs":
        return np.abs(a), ea
    if kind in ("max", "min"):
        return {"max": np.maximum, "min": np.minimum}[kind](a, b), np.maximum(ea, eb)
    if kind in ("add", "sub"):
        value = a + b if kind == "add" else a - b
        return value, ea + eb + eps * np.abs(value)
    if kind == "mul":
        return a * b, np.abs(a) * eb + np.abs(b) * ea + ea * eb + eps * np.abs(a * b)
    assert kind == "div", kind
    value = a / b
    # Division may be a multiplication by the reciprocal, with an error of two units.
    return value, (ea + np.abs(value) * eb) / np.maximum(np.abs(b) - eb, 1e-300) + 2 * eps * np.abs(value)
