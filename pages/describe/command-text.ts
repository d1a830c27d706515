import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import english from '../i18n/en.json' with { type: 'json' };
import { newTranslate } from '../i18n/format.ts';
import type { EvidenceText, Writing } from './writing.ts';
import { newHow, newWriting, showSpan, showTime } from './writing.ts';

const t = newTranslate(english, 'en');
const inWords = newWriting(t, 'en');
/** With its day as records write it. */
const link: Writing['link'] = (made) => t('arrival.link', made);
const writtenHow = newHow(t, link);

/** A channel by its code, and in words a link, or a way that no channel names. */
const how: Writing['how'] = (arrival) => {
  const { channel, receivedBy } = arrival;
  if (arrival.link !== null || arrival.isConfirmed) return writtenHow(arrival);
  if (receivedBy === null) return `by ${channel}`;
  return receivedBy === 'erased' ? t('arrival.orOtherwise', { how: `by ${channel}` }) : writtenHow(arrival);
};

/** English sentences for a page that is a file, which no reader's region fits: times as in records, and words in place of codes. */
export const pageEnglish: EvidenceText = {
  t,
  writing: {
    ...inWords,
    link,
    how: writtenHow,
    time: showTime,
    moment: (time) => `${showTime(time)} UTC`,
    isUtc: true,
    clock: (time) => showTime(time).slice(11),
    span: showSpan,
    precision: () => 'day',
  },
};

/** English sentences for commands: times as in records, and codes. */
export const commandEnglish: EvidenceText = {
  t,
  writing: {
    ...pageEnglish.writing,
    how,
    channel: (arrival) =>
      arrival.link === null && !arrival.isConfirmed && (arrival.receivedBy === null || arrival.receivedBy === 'erased')
        ? arrival.channel
        : `${arrival.channel} (${how(arrival)})`,
    operator: (by) => by,
    language: (lang) => `${lang} (${languageNames[lang].name})`,
    languages: (codes) => codes.map(escapeInvisible).join(', '),
    consentType: (type) => type,
    noticeNumber: (pid) => `PID ${pid}`,
  },
};
