"""Tasks for processes of their own, which must be able to import them."""

import os
import signal
import time


def length(item):
    """A task: dies, or ends its process, where the item says so."""
    if item == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "once":  # as if another one had taken its process with it
        time.sleep(0.2)
    return len(item)
