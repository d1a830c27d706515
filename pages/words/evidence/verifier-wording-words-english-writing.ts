import { languageNames } from '../../../shared/schema/language-names.ts';
import { showSpan, showTime } from '../../wording/plain-time.ts';
import { newWriting } from './intl-writing.ts';
import type { NamedSpan, Writing } from './writing.ts';

/** Writing that only English sentences need. */
export interface EnglishWriting extends Writing {
  /** With the preposition. */
  readonly onSpan: (span: NamedSpan) => string;
  /** One of `consentTypes`, or any other text. */
  readonly consentType: (type: string) => string;
}

const proseChannels: Writing['channels'] = {
  web: 'on a website',
  'web.form': 'with a form on a website',
  'web.social.login': 'by signing in through a social network',
  email: 'by email',
  'app.form': 'with a form in an app',
};

const days = (count: number, written: string): string => (count === 1 ? '1 day' : `${written} days`);

/** Times as in records: for the command line. */
export const plainWriting: EnglishWriting = {
  tag: 'en',
  time: showTime,
  clock: (time) => showTime(time).slice(11),
  span: showSpan,
  onSpan: (span) => `on ${showSpan(span)}`,
  days: (count) => days(count, String(count)),
  number: (count) => count.toLocaleString('en'),
  language: (lang) => `${lang} (${languageNames[lang].name})`,
  languages: (codes) => codes.join(', '),
  channel: (channel) => channel,
  channels: {
    web: 'by web',
    'web.form': 'by web.form',
    'web.social.login': 'by web.social.login',
    email: 'by email',
    'app.form': 'by app.form',
  },
  consentType: (type) => type,
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'implied consent',
  ExpressedConsent: 'expressed consent',
  ExplicitlyExpressedConsent: 'explicit consent',
};

/** For prose. @param region of the reader (BCP 47), such as `en-GB`, which decides the order of day and month */
export const newProseWriting = (region: string): EnglishWriting => {
  const writing = newWriting(region, {
    days,
    channels: proseChannels,
  });
  return {
    ...writing,
    onSpan: (span) => `${span.precision === 'month' ? 'in' : 'on'} ${writing.span(span)}`,
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? `${consentTypes[type]} (${type})` : type),
  };
};

/** For a page that is a file, which no reader's region fits: times as on the command line, and words in place of codes. */
export const pageWriting: EnglishWriting = {
  ...newProseWriting('en'),
  tag: plainWriting.tag,
  time: plainWriting.time,
  clock: plainWriting.clock,
  span: plainWriting.span,
  onSpan: plainWriting.onSpan,
  channel: (channel) => proseChannels[channel],
};
