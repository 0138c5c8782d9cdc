"""Errors that are the user's to mend."""


class Failure(Exception):
    """What a user is told, in one line."""
