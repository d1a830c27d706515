import type { Translate } from '../../i18n/format.ts';
import type { ListSpeech } from '../consents/listed-columns.ts';
import { saidColumns } from '../consents/listed-columns.ts';
import type { SavedColumn } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';
import type { DueConsent } from './horizon.ts';

/** Why a person must be asked again, in words. */
export const tellReasons = ({ reasons }: DueConsent, t: Translate, writing: Writing): readonly string[] =>
  reasons.map(({ reason, since }) => {
    const isPast = reason === 'expires' && new Date(since) <= new Date();
    return t(`due.because.${isPast ? 'expired' : reason}`, { day: writing.day(since) });
  });

/** The columns of the saved list: those of the screen, in words and by the reader's clock, and the id. */
export const dueColumns = (speech: ListSpeech): readonly SavedColumn<DueConsent>[] => {
  const said = saidColumns(speech);
  return [
    ...said.person,
    { name: speech.t('due.why'), cell: (row) => tellReasons(row, speech.t, speech.writing).join('; ') },
    ...said.notice,
    said.given,
    said.project,
    said.language,
    said.id,
  ];
};
