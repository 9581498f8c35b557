# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command that does not end, interrupts it as Ctrl-C does, and prints its status."""

import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[1:])
# Until the program runs; before, the signal would simply end the process.
time.sleep(2)
process.send_signal(signal.SIGINT)
print("status", process.wait(timeout=60), flush=True)
