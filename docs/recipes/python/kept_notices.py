"""Keeps the notices that forms show, in memory. Copy it next to the recipe.

It asks the register for a notice every five minutes. If the register does not answer, it has the last version. One KeptNotices serves all
threads of a process.

It needs Python 3.9 or newer, and the client.
"""

from __future__ import annotations

import logging
import time

from consent_register import Client, ConsentRegisterError
from consent_register.schema import Notice

from register_settings import SettingError

NOTICE_SECONDS = 5 * 60
VERSIONS_KEPT = 5

# The languages of notices, as HTML names them.
TAGS = {"ita": "it", "eng": "en", "spa": "es", "deu": "de", "fra": "fr", "tur": "tr", "por": "pt", "rus": "ru", "ukr": "uk"}

log = logging.getLogger(__name__)


def shown(notice: Notice, wanted: str) -> dict:
    """The text of a notice in this language, or else the first it has."""
    if wanted not in TAGS:
        raise SettingError(f"{wanted} is not a language of notices. Use one of {', '.join(TAGS)}.")
    titles, texts = notice["title"], notice["descriptionHtml"]
    lang = next((one for one in [wanted, *titles] if titles.get(one) and texts.get(one)), None)
    if lang is None:
        raise ConsentRegisterError("notice.without-text", "The notice has no text.")
    return {
        "name": f"{notice['id']}-{lang}",
        "id": notice["id"],
        "lang": lang,
        "tag": TAGS[lang],
        "title": titles[lang],
        "html": texts[lang],
        "validity_days": str(notice["validityDays"]),
    }


class KeptNotices:
    """The notices of a register, each in the language of the site."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._notices: dict = {}

    def current(self, pid: int, lang: str) -> dict:
        """The notice for a form, in this language or else the first it has: `title` is text, `html` is HTML, `tag` is the language in
        HTML."""
        asked_at, notices = self._notices.get((pid, lang), (0, []))
        if notices and time.time() < asked_at + NOTICE_SECONDS:
            return notices[0]
        try:
            return self._ask(pid, lang)
        except ConsentRegisterError as error:
            if not notices:
                raise
            log.error("Notice not renewed: %s %s", error.status, error)
            return notices[0]

    def named(self, pid: int, lang: str, name: str) -> dict | None:
        """The notice that a form showed, by the `name` in the form; None if it is not one of ours."""
        if name not in self._names(pid, lang):
            self._ask(pid, lang)
        return self._names(pid, lang).get(name)

    def forget_if_unknown(self, pid: int, lang: str, error: ConsentRegisterError) -> bool:
        """If the register no longer knows a version, such as after a restore, deletes the kept notices and returns True."""
        is_unknown = error.status == 422 and any(one["field"] == "consentInformationVersionId" for one in error.errors)
        if is_unknown:
            self._notices.pop((pid, lang), None)
        return is_unknown

    def _names(self, pid: int, lang: str) -> dict:
        return {notice["name"]: notice for notice in self._notices.get((pid, lang), (0, []))[1]}

    def _ask(self, pid: int, lang: str) -> dict:
        """While one request asks, others show the last version. Keeps the versions that forms showed, newest first."""
        self._notices[pid, lang] = time.time(), list(self._names(pid, lang).values())
        notice = shown(self._client.get_notices({"pid": pid})["data"][str(pid)], lang)
        versions = {notice["name"]: notice, **self._names(pid, lang)}
        self._notices[pid, lang] = time.time(), list(versions.values())[:VERSIONS_KEPT]
        return notice
