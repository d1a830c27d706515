import type { Lang, NewConsent } from '../../../client/typescript/index.ts';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import type { Way } from '../acts/way.tsx';
import { dropBlank, toSaid } from '../acts/way.tsx';
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

/** The most characters of a value (shared/api/limits.ts: valueCharacters). */
const valueCharacters = 1_024;

export const isTooLong = (value: string): boolean => value.trim().length > valueCharacters;

/** Something wrong with a draft. */
export type WrongRecording = 'person-missing' | 'own-unnamed' | 'value-too-long' | 'ground-missing' | 'too-long';

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

/** What is wrong with a draft, but for what the browser sees: what is missing, and a day that is none or to come. */
export const findWrongRecording = (draft: RecordingDraft): readonly WrongRecording[] => {
  const { own, reference, said } = draft;
  const userData = toUserData(draft);
  const bytes = new TextEncoder().encode(JSON.stringify(toNewConsent(draft))).length;
  const found: Readonly<Record<WrongRecording, boolean>> = {
    'person-missing': Object.keys(userData).length === 0,
    'own-unnamed': (own.key.trim() === '') !== (own.value.trim() === '') || isKnownKey(own.key.trim()),
    'value-too-long': Object.values(userData).some(isTooLong),
    'ground-missing': reference.trim() === '' && said.trim() === '',
    'too-long': bytes > bodyBytes,
  };
  return (Object.keys(found) as WrongRecording[]).filter((wrong) => found[wrong]);
};
