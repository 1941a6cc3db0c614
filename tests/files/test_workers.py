import multiprocessing
import os
import signal
import threading
import time

import pytest

from veriscope.files.workers import worker_pool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are a POSIX thing")


@pytest.mark.slow
def test_an_interrupt_while_workers_start_is_raised_once_they_have_started(capfd):
    started = []
    # Another thread is free to take the signal, as that of a progress bar is.
    killer = threading.Thread(target=_interrupt_once_a_worker_starts)
    killer.start()
    with pytest.raises(KeyboardInterrupt), worker_pool(2) as pool:
        started.append(pool.submit(int))
    killer.join()
    assert started == []
    assert "Traceback" not in capfd.readouterr().err


def _interrupt_once_a_worker_starts():
    while not multiprocessing.active_children():
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.slow
def test_interrupts_work_as_before_once_the_workers_run():
    before = signal.getsignal(signal.SIGINT)
    with worker_pool(2) as pool:
        assert pool.submit(max, 1, 2).result() == 2
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
