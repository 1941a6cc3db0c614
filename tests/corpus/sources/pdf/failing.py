"""Readers that never end, or take their process along."""

import os
import time


def hang(data):
    time.sleep(1000)


def die(data):
    os.abort()
