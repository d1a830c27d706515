import type { Translate } from '../../i18n/format.ts';
import type { ListSpeech } from '../consents/listed-columns.ts';
import { saidColumns, valueColumn } from '../consents/listed-columns.ts';
import type { SavedColumn } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';
import type { DueConsent } from './horizon.ts';

/** Why a person must be asked again, in words. */
export const tellReasons = ({ reasons }: DueConsent, t: Translate, writing: Writing): readonly string[] =>
  reasons.map(({ reason, since }) => {
    const isPast = reason === 'expires' && new Date(since) <= new Date();
    return t(`due.because.${isPast ? 'expired' : reason}`, { day: writing.day(since) });
  });

/** The columns of the CSV of `consent due`, in its order. @param called the names of notices that operators gave */
const codeColumns = (called: ReadonlyMap<number, string>): readonly SavedColumn<DueConsent>[] => [
  ...['email', 'first_name', 'last_name', 'phone', 'mobile_phone'].map(valueColumn),
  { name: 'lang', cell: ({ lang }) => lang },
  { name: 'project', cell: ({ projectUid }) => projectUid },
  { name: 'notice', cell: ({ consentInformationPid: pid }) => called.get(pid) ?? pid },
  { name: 'version', cell: ({ consentInformationVersion: version }) => version },
  { name: 'id', cell: ({ id }) => id },
  { name: 'given', cell: ({ time }) => time.slice(0, 19).replace('T', ' ') },
  { name: 'reasons', cell: ({ reasons }) => reasons.map(({ reason }) => reason).join(' ') },
  { name: 'due', cell: ({ due }) => due.slice(0, 10) },
];

/** The columns of the saved list: those of the screen first, in words and by the reader's clock, then those of the command. */
export const dueColumns = (
  speech: ListSpeech,
  t: Translate,
  called: ReadonlyMap<number, string>,
): readonly SavedColumn<DueConsent>[] => {
  const said = saidColumns(speech);
  return [
    ...said.person,
    { name: t('due.why'), cell: (row) => tellReasons(row, t, speech.writing).join('; ') },
    ...said.notice,
    said.given,
    said.project,
    said.language,
    ...codeColumns(called),
  ];
};
