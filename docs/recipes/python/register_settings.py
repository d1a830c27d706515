"""The settings of the recipes in this folder, and the client that they describe. Copy it next to the recipe, and the folder
consent_register of the client too, if you did not install that with pip.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD.

It needs Python 3.9 or newer, and the client.
"""

from __future__ import annotations

import json
import os
import re

from consent_register import Client, ConsentRegisterError


class SettingError(Exception):
    """An environment variable is missing or wrong."""


def setting(name: str) -> str:
    value = os.environ.get(name, "")
    if value == "":
        raise SettingError(f"Set the environment variable {name}.")
    return value


def number_setting(name: str) -> int:
    value = setting(name)
    if not re.fullmatch("[0-9]{1,15}", value):
        raise SettingError(f"{name} must be a number.")
    return int(value)


def open_client(total_time: float = 60) -> Client:
    """`total_time` is in seconds, for a call with all its tries: 15 in a page."""
    url, email, password = setting("REGISTER_URL"), setting("REGISTER_EMAIL"), setting("REGISTER_PASSWORD")
    if not re.match("https?://", url, re.IGNORECASE):
        raise SettingError("REGISTER_URL must begin with http:// or https://.")
    try:
        return Client(url, email=email, password=password, attempts=4, timeout=10, total_time=total_time)
    except ValueError as error:
        raise SettingError(f"REGISTER_URL: {error}") from error


def describe(error: ConsentRegisterError) -> str:
    """The error with what is wrong in each parameter."""
    return f"{error.detail} {json.dumps(error.errors)}" if error.errors else error.detail
