"""Learned models, how they run and how they are trained.

Nothing is imported here: the training of the encoder runs where torch is installed and little else.
"""
