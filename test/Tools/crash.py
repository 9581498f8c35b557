"""crash.py ZYN_RUN FIFO: sends SIGSEGV to zyn-run while it reads its file, and prints its output and exit status."""
import os
import signal
import subprocess
import sys

tool, path = sys.argv[1:]
os.mkfifo(path)
process = subprocess.Popen([tool, path], stderr=subprocess.PIPE, text=True)
with open(path, "w"):  # Blocks until zyn-run has opened the other end.
    process.send_signal(signal.SIGSEGV)
    print(process.communicate()[1], end="")
print("exit status", process.returncode)
