import type { ListedConsent, UserData } from '../../../client/typescript/index.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import { endNames, endStates } from '../../../shared/consents/state.ts';
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
  'time' | 'userData' | 'consentInformationPid' | 'consentInformationVersion' | 'projectUid' | 'lang'
>;

const textOf = (member: UserData[string] | undefined): string | undefined =>
  typeof member === 'object' ? member.value : member;

/** A column that bears the name of a member of `userData`. */
export const valueColumn = (key: string): SavedColumn<Pick<ListedConsent, 'userData'>> => ({
  name: key,
  cell: ({ userData }) => textOf(userData[key]),
});

/** The values under an account's own keys, as a row of the screen has them. */
const ownValues = ({ userData }: Pick<ListedConsent, 'userData'>): string =>
  toValues(userData)
    .filter(({ key }) => !isKnownKey(key))
    .map(({ key, value }) => `${labelOf(userData, key) ?? key} ${value}`)
    .join(', ');

/** The columns that every list of consents has on the screen. */
export const saidColumns = ({ t, writing, ...speech }: ListSpeech) =>
  ({
    given: { name: writing.inZone(t('consents.given')), cell: ({ time }) => writing.sheetTime(time) },
    person: [
      ...knownKeys.map((key) => ({ ...valueColumn(key), name: capitalise(t(`find.kinds.${key}`)) })),
      { name: t('consents.otherValues'), cell: ownValues },
    ],
    notice: [
      { name: t('consents.notice'), cell: ({ consentInformationPid: pid }) => speech.nameNotice(pid) },
      { name: t('find.version'), cell: ({ consentInformationVersion: version }) => version },
    ],
    project: { name: t('consents.project'), cell: ({ projectUid }) => speech.nameProject(projectUid) },
    language: { name: t('consents.language'), cell: ({ lang }) => speech.nameLanguage(lang) },
  }) satisfies Readonly<Record<string, SavedColumn<Said> | readonly SavedColumn<Said>[]>>;

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
  ...endNames.map((name) => endStates[name].listed),
] as const satisfies readonly (keyof ListedConsent)[];

/** What a spreadsheet can hold in a cell. */
const cellCharacters = 32_767;

const allValues = ({ userData }: ListedConsent): string => {
  const whole = JSON.stringify(userData);
  return whole.length > cellCharacters ? 'too long for a cell; see the page of this consent' : whole;
};

/** The columns for programs. Those that the files of `consent export` have too are called the same and mean the same. */
const codeColumns: readonly SavedColumn<ListedConsent>[] = [
  ...facts.map((name) => ({ name, cell: (consent: ListedConsent) => consent[name] ?? undefined })),
  { name: 'userData', cell: allValues },
  ...knownKeys.map(valueColumn),
];

/** The columns of a saved list: those of the screen first, in words and by the reader's clock, then ids and codes, for programs. */
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
    ...codeColumns,
  ];
};
