import type { NoticeContent } from '../../shared/notices/content.ts';
import type { DataKind, Named, Party, Period, Recourse } from '../../shared/notices/terms.ts';
import type { Fact } from './consent-facts.ts';

const nameParty = ({ name, ...rest }: Party): string => [name, ...Object.values(rest)].join(', ');

/** @param rest what else is said of it, such as its name in a vocabulary */
const nameNamed = ({ name, ...rest }: Named | DataKind | Recourse | Period): string => {
  const more = Object.entries(rest).flatMap(([member, value]) =>
    typeof value === 'string' ? [value] : value ? [member] : [],
  );
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

const listNamed = (label: string, items: readonly (Named | DataKind | Recourse)[] | undefined): Fact[] =>
  (items ?? []).map((item): Fact => [label, nameNamed(item)]);

const nameOne = (label: string, said: Named | Recourse | Period | undefined): Fact[] =>
  said === undefined ? [] : [[label, nameNamed(said)]];

const dataFacts = (terms: NoticeContent): Fact[] => [
  ...listNamed('personal data', terms.personalData),
  ...listNamed('processing', terms.processing),
  ...listNamed('data source', terms.dataSources),
  ...listNamed('stored in', terms.storageLocations),
  ...nameOne('stored for', terms.storagePeriod),
  ...listNamed('processed in', terms.processingLocations),
];

const lawFacts = ({ consentType, authority, ...terms }: NoticeContent): Fact[] => [
  ...listNamed('jurisdiction', terms.jurisdictions),
  ...nameOne('lawful basis', terms.lawfulBasis),
  ...(consentType === undefined ? [] : [['consent type', consentType] as const]),
  ...nameOne('withdrawal', terms.withdrawal),
  ...listNamed('right', terms.rights),
  ...(authority === undefined ? [] : [['authority', nameParty(authority)] as const]),
];

/** What the version says beside its texts, none of what it leaves out. */
export const termFacts = (terms: NoticeContent): Fact[] => [
  ['validity', terms.validityDays === 0 ? 'without limit' : `${terms.validityDays} days`],
  ...(terms.askAgain === undefined ? [] : [['asks again', terms.askAgain ? 'yes' : 'no'] as const]),
  ...(terms.retentionDays === undefined ? [] : [['kept for', `${terms.retentionDays} days after its end`] as const]),
  ...(terms.controller === undefined ? [] : [['controller', nameParty(terms.controller)] as const]),
  ...listNamed('purpose', terms.purposes),
  ...(terms.recipients ?? []).map((recipient): Fact => ['recipient', nameParty(recipient)]),
  ...dataFacts(terms),
  ...lawFacts(terms),
];
