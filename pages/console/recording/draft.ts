import type { Lang, NewConsent } from '../../../client/typescript/index.ts';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import type { Way } from '../acts/ways.ts';
import { dropBlank, toSaid } from '../acts/ways.ts';
import { isKnownKey } from '../find/person-value.ts';
import { bodyBytes } from '../revocation/draft.ts';

/** The reader's input for a consent. Empty for what is not chosen or typed. */
export interface RecordingDraft {
  readonly projectUid: string;
  readonly pid: string;
  /** Id of the version that is shown. */
  readonly version: string;
  readonly lang: string;
  readonly values: Readonly<Record<KnownKey, string>>;
  readonly own: { readonly key: string; readonly value: string };
  readonly way: Way | '';
  readonly givenOn: string;
  readonly reference: string;
  readonly said: string;
}

export const emptyRecording: RecordingDraft = {
  projectUid: '',
  pid: '',
  version: '',
  lang: '',
  values: Object.fromEntries(knownKeys.map((key) => [key, ''])) as Record<KnownKey, string>,
  own: { key: '', value: '' },
  way: '',
  givenOn: '',
  reference: '',
  said: '',
};

/** The most characters of a value (docs/contract.md, Limits: valueCharacters). */
const valueCharacters = 1_024;

export const isTooLong = (value: string): boolean => value.trim().length > valueCharacters;

/** An error in a draft. */
export type WrongRecording =
  | 'project-missing'
  | 'notice-missing'
  | 'person-missing'
  | 'own-unnamed'
  | 'value-too-long'
  | 'way-missing'
  | 'day-malformed'
  | 'ground-missing'
  | 'too-long';

/** The values of the person that are not blank. */
export const toUserData = ({ values, own }: RecordingDraft): Record<string, string> =>
  dropBlank({ ...values, ...(own.key.trim() !== '' && { [own.key.trim()]: own.value }) });

/** The request for a draft: it names the version that was shown. */
export const toNewConsent = (draft: RecordingDraft): NewConsent => {
  const { projectUid, version, lang, way, givenOn, reference, said } = draft;
  const { channel, proof } = toSaid(way || 'other');
  return {
    projectUid,
    consentInformationVersionId: version,
    lang: lang as Lang,
    channel,
    proof: { ...proof, ...dropBlank({ given_on: givenOn, reference, words: said }) },
    userData: toUserData(draft),
  };
};

const isPastDay = (day: string, now: Date): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day) &&
  // A day begins up to 14 hours earlier elsewhere than in UTC.
  Date.parse(day) <= now.getTime() + 14 * 3_600_000;

/** @param isDayCut whether the browser has a day that is not whole */
export const findWrongRecording = (draft: RecordingDraft, now: Date, isDayCut = false): readonly WrongRecording[] => {
  const { own, givenOn, reference, said } = draft;
  const userData = toUserData(draft);
  const bytes = new TextEncoder().encode(JSON.stringify(toNewConsent(draft))).length;
  const found: Readonly<Record<WrongRecording, boolean>> = {
    'project-missing': draft.projectUid === '',
    'notice-missing': draft.version === '',
    'person-missing': Object.keys(userData).length === 0,
    'own-unnamed': (own.key.trim() === '') !== (own.value.trim() === '') || isKnownKey(own.key.trim()),
    'value-too-long': Object.values(userData).some(isTooLong),
    'way-missing': draft.way === '',
    'day-malformed': isDayCut || (givenOn !== '' && !isPastDay(givenOn, now)),
    'ground-missing': reference.trim() === '' && said.trim() === '',
    'too-long': bytes > bodyBytes,
  };
  return (Object.keys(found) as WrongRecording[]).filter((wrong) => found[wrong]);
};
