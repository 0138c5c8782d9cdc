"""Errors that the user can correct."""


class Failure(Exception):
    """What a user is told, in one line."""
