"""Sizes of tensors that are known when a function runs: polynomials of names, such as 28 * n + 1.

They have a normal form, so that equal sizes compare equal however they were computed. Quotients are names of their own.
"""
from .source import error


class Size:
    """A size that has a name, such as 'n', or is computed from such sizes by +, -, * and //.

    It is a number only when the function runs: it can be an operand, the size of another tensor, and the bound of a
    slice, but not the argument of range().
    """

    def __init__(self, terms):
        # The coefficient of each product, a sorted tuple of names and quotients.
        self.terms = terms

    @staticmethod
    def named(name):
        return Size({(name,): 1})

    def __add__(self, other):
        return _combine(self, other, lambda left, right: _sum(left, right, 1))

    __radd__ = __add__

    def __sub__(self, other):
        return _combine(self, other, lambda left, right: _sum(left, right, -1))

    def __rsub__(self, other):
        return _combine(other, self, lambda left, right: _sum(left, right, -1))

    def __neg__(self):
        return 0 - self

    def __mul__(self, other):
        return _combine(self, other, _product)

    __rmul__ = __mul__

    def __floordiv__(self, other):
        return _combine(self, other, _quotient)

    def __rfloordiv__(self, other):
        return _combine(other, self, _quotient)

    def __eq__(self, other):
        return self.terms == other.terms if isinstance(other, Size) else NotImplemented

    def __hash__(self):
        return hash(frozenset(self.terms.items()))

    def _unknown(self, *others):
        from .tensor import Tensor
        if any(isinstance(other, Tensor) for other in others):
            # Tensors compare themselves with sizes.
            return NotImplemented
        raise error(f"the size {self} is only known when the function runs; a number is needed here: give the parameter "
                    f"a number in place of the name, or, in a zyn.kernel, use zyn.sum or zyn.fori_loop in place of range")

    __index__ = __int__ = __float__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _unknown

    def __str__(self):
        text = ""
        for product, coefficient in sorted(self.terms.items(), key=lambda term: (-len(term[0]), str(term[0]))):
            factors = [str(atom) for atom in product]
            if abs(coefficient) != 1 or not factors:
                factors.insert(0, str(abs(coefficient)))
            sign = " - " if coefficient < 0 else " + "
            text += (sign if text else sign.strip(" +")) + " * ".join(factors)
        return text

    def __repr__(self):
        return f"<size {self}>"


class Quotient:
    """dividend // divisor, which is not a polynomial."""

    def __init__(self, dividend, divisor):
        self.dividend, self.divisor = dividend, divisor

    def __eq__(self, other):
        return isinstance(other, Quotient) and (self.dividend, self.divisor) == (other.dividend, other.divisor)

    def __hash__(self):
        return hash((self.dividend, self.divisor))

    def __str__(self):
        return "(" + " // ".join(f"({part})" if isinstance(part, Size) and len(part.terms) > 1 else str(part)
                                 for part in (self.dividend, self.divisor)) + ")"


def _terms(size):
    if isinstance(size, Size):
        return size.terms
    return {(): size} if size else {}


def _make(terms):
    """Returns a size, which is a number if it does not depend on any name."""
    terms = {product: coefficient for product, coefficient in terms.items() if coefficient}
    return terms.get((), 0) if terms.keys() <= {()} else Size(terms)


def _combine(left, right, function):
    for size in (left, right):
        if not isinstance(size, (Size, int)) or isinstance(size, bool):
            return NotImplemented
    return _make(function(_terms(left), _terms(right)))


def _sum(left, right, sign):
    total = dict(left)
    for product, coefficient in right.items():
        total[product] = total.get(product, 0) + sign * coefficient
    return total


def _product(left, right):
    total = {}
    for first, a in left.items():
        for second, b in right.items():
            product = tuple(sorted(first + second, key=str))
            total[product] = total.get(product, 0) + a * b
    return total


def _divide_exactly(dividend, divisor):
    """Returns the terms of the quotient by a single product, or None if it is not a polynomial."""
    if len(divisor) != 1:
        return None
    (factors, number), = divisor.items()
    quotient = {}
    for product, coefficient in dividend.items():
        rest = list(product)
        for factor in factors:
            if factor not in rest:
                return None
            rest.remove(factor)
        if coefficient % number:
            return None
        quotient[tuple(rest)] = coefficient // number
    return quotient


def _quotient(dividend, divisor):
    if not divisor:
        raise error("a size cannot be divided by 0")
    exact = _divide_exactly(dividend, divisor)
    return {(Quotient(_make(dividend), _make(divisor)),): 1} if exact is None else exact


def divide(size, divisor):
    """Returns the exact quotient of two sizes, or None if there is none for all values of the names."""
    if divisor == 0:
        return None
    exact = _divide_exactly(_terms(size), _terms(divisor))
    return None if exact is None else _make(exact)


def multiply(sizes):
    """Returns the product of sizes."""
    total = 1
    for size in sizes:
        total = total * size
    return total


def describe_shape(shape, brackets="()"):
    """Returns a shape as messages name it, such as (n, 784)."""
    inner = ", ".join(map(str, shape))
    return brackets[0] + inner + ("," if len(shape) == 1 and brackets == "()" else "") + brackets[1]
