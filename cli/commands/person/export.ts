import { join } from 'node:path';
import type { PageLang } from '../../../pages/i18n/index.ts';
import type { Written } from '../../../pages/person/person-copy.ts';
import type { Summary } from '../../../pages/person/person-summary.ts';
import { findSpelledApart } from '../../../shared/consents/held-values.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { languageNames } from '../../../shared/schema/vocabulary.ts';
import type { Result } from '../../output/print.ts';
import { align } from '../../output/print.ts';
import { countEach } from '../../output/progress.ts';
import { describeNotices, describeStanding, describeValues, part, toFurtherRow, warn } from './show.ts';

const describeExtent = ({ count, first, last }: Summary): string => {
  const times = [first, last].map((time) => (time === undefined ? '' : formatTime(time)));
  const given = count === 1 ? `on ${times[0]}` : `from ${times.join(' to ')}`;
  return `${countEach(count, 'consent')}, given ${given}`;
};

const nameLang = (lang: PageLang): string => `${languageNames[lang].name} (${lang})`;

/** A hint that there may be more consents of the person: what the person gets must be complete. */
const describeFurther = (further: readonly FurtherConsents[]): string[] =>
  further.length === 0
    ? []
    : [
        part('More consents share values with this person, but lack a given value', further.map(toFurtherRow)),
        'Look at them with `person show` and these values. If they are of the same person, export by these values too.',
      ];

/** The result of `--check`: what the folder would contain. */
export const describeChecked = (
  summary: Summary,
  further: readonly FurtherConsents[],
  { lang, now }: { readonly lang: PageLang; readonly now: Date },
): Result => {
  const differing = findSpelledApart(summary.values);
  return {
    data: {
      consents: summary.count,
      first: summary.first,
      last: summary.last,
      lang,
      differing,
      further,
      notices: summary.notices.map(describeStanding),
      values: summary.values,
    },
    text: [
      ...warn(differing, 'export'),
      `Would be exported: ${describeExtent(summary)}. The page would be in ${nameLang(lang)}; --lang names another language.`,
      describeNotices(now, summary.notices),
      describeValues(summary.values),
      ...describeFurther(further),
    ].join('\n\n'),
  };
};

/** What was written, and what a human must do next. */
export const describeWritten = (
  { folder, lang, hasLetter }: { readonly folder: string; readonly lang: PageLang; readonly hasLetter: boolean },
  written: Written,
  further: readonly FurtherConsents[],
): Result => {
  const { count, first, last, sha256, proofFiles } = written;
  const shown = escapeInvisible(folder);
  const files = [
    [join(shown, 'index.html'), `the page for the person, in ${nameLang(lang)}`],
    [join(shown, 'data.json'), 'the same for programs'],
    ...(proofFiles === 0 ? [] : [[join(shown, 'proofs'), `${countEach(proofFiles, 'long proof')}, as pages`]]),
  ];
  const todo = [
    'Before you send it, open the page and make sure that everything in it is about this person.',
    ...(hasLetter
      ? []
      : ['Article 15 GDPR asks for more than the register knows: --letter <file> adds your own text to the page.']),
    `Note the SHA-256 of data.json in your record of the request: ${sha256}`,
  ];
  return {
    data: { folder, consents: count, first, last, lang, sha256, proofFiles, further },
    text: [`Written: ${describeExtent(written)}\n${align(files)}`, ...describeFurther(further), todo.join('\n')].join(
      '\n\n',
    ),
  };
};
