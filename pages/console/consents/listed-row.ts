import type { ListedConsent } from '../../../client/typescript/index.ts';
import { knownKeys } from '../../../shared/consents/known-keys.ts';
import { endNames, endStates } from '../../../shared/consents/state.ts';
import type { CsvRow } from '../../../shared/csv.ts';

const facts = [
  'id',
  'projectUid',
  'projectId',
  'consentInformationPid',
  'consentInformationVersionId',
  'consentInformationVersion',
  'lang',
  'time',
  'channel',
  'receivedBy',
  'imported',
  'state',
  'since',
  'revokeChannel',
  'revokeReceivedBy',
] as const satisfies readonly (keyof ListedConsent)[];

const ends = endNames.map((name) => endStates[name].listed);

/** The columns of a saved list. Those that the files of `consent export` have too are called the same and mean the same. */
export const listedColumns: readonly string[] = [...facts, ...ends, 'notice', 'userData', ...knownKeys];

/** What a spreadsheet can hold in a cell. */
const cellCharacters = 32_767;

const textOf = (member: ListedConsent['userData'][string] | undefined): string | undefined =>
  typeof member === 'object' ? member.value : member;

/** A consent as a row of a saved list. @param notice as the reader knows it */
export const toListedRow = (consent: ListedConsent, notice: string): CsvRow => {
  const { userData } = consent;
  const whole = JSON.stringify(userData);
  return {
    ...Object.fromEntries(facts.map((name) => [name, consent[name] ?? undefined])),
    ...Object.fromEntries(ends.map((name) => [name, consent[name] ?? undefined])),
    notice,
    userData: whole.length > cellCharacters ? 'too long for a cell; see the page of this consent' : whole,
    ...Object.fromEntries(knownKeys.map((key) => [key, textOf(userData[key])])),
  };
};
