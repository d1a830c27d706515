import type { NoticeTerms } from '../../shared/notices/terms.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';

/** A term with a name. */
interface Said {
  readonly name: string;
  readonly [member: string]: string | boolean | undefined;
}

const describeMembers = (what: string, { name, ...rest }: Said): string[] => [
  `${what}: ${makeVisible(name)}`,
  ...Object.entries(rest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([member, value]) => `${what} ${member}: ${makeVisible(String(value))}`),
];

const describeOne = (what: string, said: Said | undefined): string[] =>
  said === undefined ? [] : describeMembers(what, said);

const describeList = (what: string, items: readonly Said[] | undefined, none = `${what}s: none`): string[] => {
  if (items?.length === 0) return [none];
  return items?.flatMap((item, i) => describeMembers(`${what} ${i + 1}`, item)) ?? [];
};

const describeData = (terms: NoticeTerms): string[] => [
  ...describeList('personal data', terms.personalData, 'personal data: none'),
  ...describeList('processing', terms.processing, 'processing: none'),
  ...describeList('data source', terms.dataSources),
  ...describeList('storage location', terms.storageLocations),
  ...describeOne('storage period', terms.storagePeriod),
  ...describeList('processing location', terms.processingLocations),
];

const describeLaw = ({ consentType, ...terms }: NoticeTerms): string[] => [
  ...describeList('jurisdiction', terms.jurisdictions),
  ...describeOne('lawful basis', terms.lawfulBasis),
  ...(consentType === undefined ? [] : [`consent type: ${makeVisible(consentType)}`]),
  ...describeOne('withdrawal', terms.withdrawal),
  ...describeList('right', terms.rights),
  ...describeOne('authority', terms.authority),
];

/** The terms of a version in lines for people; none for what it leaves out. Different terms have different lines. */
export const describeTerms = (terms: NoticeTerms): string[] => [
  ...(terms.askAgain === undefined ? [] : [`askAgain: ${terms.askAgain}`]),
  ...(terms.retentionDays === undefined ? [] : [`retentionDays: ${terms.retentionDays}`]),
  ...describeOne('controller', terms.controller),
  ...describeList('purpose', terms.purposes),
  ...describeList('recipient', terms.recipients),
  ...describeData(terms),
  ...describeLaw(terms),
];
