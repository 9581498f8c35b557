"""crash.py ZYN_RUN FIFO: sends SIGSEGV to zyn-run while it reads its file, and prints how it ended."""
import os
import signal
import subprocess
import sys

tool, path = sys.argv[1:]
os.mkfifo(path)
process = subprocess.Popen([tool, path], stderr=subprocess.PIPE, text=True)
with open(path, "w"):  # Opens when the other side has.
    process.send_signal(signal.SIGSEGV)
    print(process.communicate()[1], end="")
print("exit status", process.returncode)
