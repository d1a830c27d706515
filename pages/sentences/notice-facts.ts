import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { DataKind, Named, NoticeTerms, Party, Period, Recourse } from '../../shared/notices/terms.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import type { EvidenceWords, TermWords, Writing } from '../words/evidence/evidence-words.ts';
import type { Fact } from './consent-facts.ts';

type AnyNamed = Named | DataKind | Recourse | Period;

const nameParty = ({ name, ...rest }: Party): string => [name, ...Object.values(rest)].join(', ');

const isFlag = (member: string, flags: TermWords['flags']): member is keyof TermWords['flags'] =>
  Object.hasOwn(flags, member);

/** A detail of a name, without codes. */
const tellDetail = (member: string, value: string, { terms, writing }: EvidenceWords): string => {
  if (member === 'type') return tellTerm(value, terms);
  return member === 'duration' ? tellDuration(value, writing) : value;
};

/** A name with its details, such as its name in a vocabulary. */
const nameNamed = ({ name, ...rest }: AnyNamed, words: EvidenceWords): string => {
  const { flags } = words.terms;
  const more = Object.entries(rest).flatMap(([member, value]) => {
    if (typeof value === 'string') return [tellDetail(member, value, words)];
    return value && isFlag(member, flags) ? [flags[member]] : [];
  });
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

const listNamed = (label: string, items: readonly AnyNamed[] | undefined, words: EvidenceWords): Fact[] =>
  (items ?? []).map((item): Fact => [label, nameNamed(item, words)]);

const nameOne = (label: string, said: AnyNamed | undefined, words: EvidenceWords): Fact[] =>
  listNamed(label, said === undefined ? [] : [said], words);

const dataFacts = (terms: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names } = words.terms;
  return [
    ...listNamed(names.personalData, terms.personalData, words),
    ...listNamed(names.processing, terms.processing, words),
    ...listNamed(names.dataSource, terms.dataSources, words),
    ...listNamed(names.storageLocation, terms.storageLocations, words),
    ...nameOne(names.storagePeriod, terms.storagePeriod, words),
    ...listNamed(names.processingLocation, terms.processingLocations, words),
  ];
};

const lawFacts = ({ consentType, authority, ...terms }: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names } = words.terms;
  return [
    ...listNamed(names.jurisdiction, terms.jurisdictions, words),
    ...nameOne(names.lawfulBasis, terms.lawfulBasis, words),
    ...(consentType === undefined ? [] : [[names.consentType, words.terms.consentType(consentType)] as const]),
    ...nameOne(names.withdrawal, terms.withdrawal, words),
    ...listNamed(names.right, terms.rights, words),
    ...(authority === undefined ? [] : [[names.authority, nameParty(authority)] as const]),
  ];
};

/** The terms of the version, without those it leaves out. */
export const termFacts = (terms: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names, noLimit, validity, yes, no, retention } = words.terms;
  const { validityDays, askAgain, retentionDays, controller } = terms;
  return [
    [names.validity, validityDays === 0 ? noLimit : validity(validityDays)],
    ...(askAgain === undefined ? [] : [[names.askAgain, askAgain ? yes : no] as const]),
    ...(retentionDays === undefined ? [] : [[names.retention, retention(retentionDays)] as const]),
    ...(controller === undefined ? [] : [[names.controller, nameParty(controller)] as const]),
    ...listNamed(names.purpose, terms.purposes, words),
    ...(terms.recipients ?? []).map((recipient): Fact => [names.recipient, nameParty(recipient)]),
    ...dataFacts(terms, words),
    ...lawFacts(terms, words),
  ];
};

/** An article of the GDPR as the Data Privacy Vocabulary names it, such as `A6-1-a` and `A6-1-a-explicit-consent`. */
const article = /^A(?<number>\d{1,2})(?:-(?<paragraph>\d))?(?:-(?<letter>[a-z]))?(?:-[a-z-]+)?$/;

/** A term of a vocabulary in words: an article of the GDPR, or its name taken apart, such as `email address`. */
export const tellTerm = (type: string, { article: write }: Pick<TermWords, 'article'>): string => {
  const { number, paragraph, letter } = article.exec(type)?.groups ?? {};
  if (number !== undefined) return write({ number, paragraph, letter });
  if (!/^(?:[A-Z][a-z]+)+$/.test(type)) return type;
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
};

const units = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;

/** An ISO 8601 duration of years, months, weeks and days in words, such as `2 years`; any other stays as it is. */
export const tellDuration = (duration: string, { tag }: Pick<Writing, 'tag'>): string => {
  if (!/^P(?:\d{1,4}(?:D|M|W|Y))+$/.test(duration)) return duration;
  return [...duration.matchAll(/(\d+)([A-Z])/g)]
    .map(([, count, unit]) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit: units[unit as keyof typeof units],
        unitDisplay: 'long',
      }).format(Number(count)),
    )
    .join(', ');
};

/** The message if the version has no text in the language that the site named, or if its text is gone. */
export const describeMissingText = (
  { notice, claimed: { lang } }: Statement,
  { notice: words, writing }: EvidenceWords,
): string =>
  notice.content === null ? words.gone : words.missing(writing.language(lang), writing.languages(notice.languages));

/** Whether the text is the one that was agreed to, by its hash. */
const describeHash = ({ notice, imported, times }: Statement, { checks }: EvidenceWords['notice']): string => {
  if (notice.hash.recomputed === null) return checks.gone;
  if (!notice.hash.agree) return checks.other;
  if (imported === null) return checks.same;
  return Date.parse(notice.publishedAt) > Date.parse(times.given) ? checks.publishedLater : checks.sameAsImported;
};

/** Facts about the version that was agreed to. */
export const noticeFacts = (statement: Statement, { notice: words, writing }: EvidenceWords): Fact[] => {
  const { notice } = statement;
  const { hash } = notice;
  const { names } = words;
  const published = { at: notice.publishedAt, by: notice.publishedBy, until: notice.currentUntil };
  return [
    [names.version, words.version(notice.version, notice.versionId)],
    [names.published, words.published(published)],
    ...(notice.wasCurrent ? [] : [[names.notCurrent, words.notCurrent] as const]),
    [names.languages, writing.languages(notice.languages)],
    [names.hash, hash.storedWithConsent],
    [names.check, describeHash(statement, words)],
    ...(hash.agree
      ? []
      : ([
          [names.hashOfVersion, hash.storedWithVersion],
          [names.hashNow, hash.recomputed ?? words.noHash],
        ] as const)),
  ];
};

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
