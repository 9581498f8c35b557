#!/usr/bin/python3
"""Replaces the element 5.0 of the only matrix of an executable by -0: negative_zero.py p.vmx"""
import sys
import zlib
from pathlib import Path

import numpy as np

path = Path(sys.argv[1])
words = np.frombuffer(path.read_bytes(), np.uint32).copy()
section = lambda number: words[14 + 2 * number] // 4
matrix, values = section(1), section(2)
elements = words[values : values + words[14 + 2 * 2 + 1]]
assert words[matrix + 1] == 1 | 1 << 16 and (elements == np.float32(5).view(np.uint32)).sum() == 1
words[matrix + 1] = 1 << 16  # no non-zeros, dense
elements[elements == np.float32(5).view(np.uint32)] = 1 << 31
words[3] = 0
words[3] = zlib.crc32(words.tobytes())
path.write_bytes(words.tobytes())
