import type { Language } from '../locale.ts';
import type { Writing } from '../writing.ts';

const isThere = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** A month, a day or a time in UTC, in the reader's format; anything else unchanged. */
export const writeMoment = (text: string, language: Language, writing: Writing): string => {
  if (/^\d{4}-\d\d$/.test(text) && isThere(`${text}-01`)) {
    const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return months.format(new Date(`${text}-01T00:00:00Z`));
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isThere(text)) return writing.day(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) && isThere(`${text}Z`) ? writing.time(`${text}Z`) : text;
};
