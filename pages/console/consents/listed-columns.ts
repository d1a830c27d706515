import type { ListedConsent, UserData } from '../../../client/typescript/index.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import type { Translate } from '../../i18n/format.ts';
import type { EvidenceText } from '../../sentences/writing.ts';
import { capitalise } from '../../sentences/writing.ts';
import { isKnownKey, labelOf, toValues } from '../find/person-value.ts';
import type { SavedColumn } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';
import { arrivalOf } from './listed-consent.ts';

/** What the columns of a saved list are written with. */
export interface ListSpeech {
  readonly t: Translate;
  readonly evidence: EvidenceText;
  readonly writing: Writing;
  /** The name of the language of a text. */
  readonly nameLanguage: (lang: string) => string;
  readonly nameNotice: (pid: number) => string;
  readonly nameProject: (uid: string) => string;
}

type Said = Pick<
  ListedConsent,
  'id' | 'time' | 'userData' | 'consentInformationPid' | 'consentInformationVersion' | 'projectUid' | 'lang'
>;

const textOf = (member: UserData[string] | undefined): string | undefined =>
  typeof member === 'object' ? member.value : member;

/** The values under an account's own keys, as a row of the screen has them. */
const ownValues = ({ userData }: Pick<ListedConsent, 'userData'>): string =>
  toValues(userData)
    .filter(({ key }) => !isKnownKey(key))
    .map(({ key, value }) => `${labelOf(userData, key) ?? key} ${value}`)
    .join(', ');

/** The columns that every list of consents has. An id bears the same name in every language. */
export const saidColumns = ({ t, writing, ...speech }: ListSpeech) =>
  ({
    given: { name: writing.inZone(t('consents.given')), cell: ({ time }) => writing.sheetTime(time) },
    person: [
      ...knownKeys.map((key) => ({
        name: capitalise(t(`find.kinds.${key}`)),
        cell: ({ userData }: Said) => textOf(userData[key]),
      })),
      { name: t('consents.otherValues'), cell: ownValues },
    ],
    notice: [
      { name: t('consents.notice'), cell: ({ consentInformationPid: pid }) => speech.nameNotice(pid) },
      { name: t('find.version'), cell: ({ consentInformationVersion: version }) => version },
    ],
    project: { name: t('consents.project'), cell: ({ projectUid }) => speech.nameProject(projectUid) },
    id: { name: 'id', cell: ({ id }) => id },
    language: { name: t('consents.language'), cell: ({ lang }) => speech.nameLanguage(lang) },
  }) satisfies Readonly<Record<string, SavedColumn<Said> | readonly SavedColumn<Said>[]>>;

/** The columns of a saved list: those of the screen, in words and by the reader's clock, and the id. */
export const listedColumns = (speech: ListSpeech): readonly SavedColumn<ListedConsent>[] => {
  const { t, evidence, writing } = speech;
  const said = saidColumns(speech);
  return [
    said.given,
    ...said.person,
    ...said.notice,
    { name: t('consents.state'), cell: ({ state }) => t(`parts.states.${state}`) },
    { name: writing.inZone(t('consents.stateSince')), cell: ({ since }) => writing.sheetTime(since) },
    {
      name: writing.inZone(t('consents.expiry')),
      cell: ({ expiryTime }) => (expiryTime === null ? undefined : writing.sheetTime(expiryTime)),
    },
    said.project,
    said.language,
    { name: t('consents.channel'), cell: (consent) => evidence.writing.how(arrivalOf(consent)) },
    said.id,
  ];
};
