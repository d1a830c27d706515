import re

from django.core.exceptions import ValidationError


def validate_email(text):
    if not re.fullmatch(r"[^\s@]+@[A-Za-z0-9.-]+\.[a-z]+", text):
        raise ValidationError("Enter a valid email address.")
