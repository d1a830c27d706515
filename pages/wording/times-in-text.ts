import type { Writing } from '../words/evidence/words.ts';

/** A time of a document (docs/evidence.md, Form), as sentences of checks have it. */
const isoTime = /(?:[+-]\d\d)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** The text with its times as the rest of the page writes them, so that a page has one form of time. */
export const writeTimes = (text: string, { time }: Pick<Writing, 'time'>): string =>
  text.replaceAll(isoTime, (found) => `${time(found)} UTC`);
