"""The elementwise functions of the table by name.

They are not names of the table's module, in which abs() and pow() are Python's.
"""
from .elementwise import PUBLIC

globals().update(PUBLIC)
