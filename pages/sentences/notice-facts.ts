import type { Statement } from '../../shared/evidence/statement.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { DataKind, Named, NoticeTerms, Period, Recourse } from '../../shared/notices/terms.ts';
import { isPlain, Party, shapeOf, TermName, termNotes } from '../../shared/notices/terms.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import type { Writing } from '../words/evidence/intl-writing.ts';
import type { Fact } from './consent-facts.ts';

type AnyNamed = Named | DataKind | Recourse | Period | Party;
type Said = NoticeTerms[TermName];

const isOfParties = (name: TermName): boolean => !isPlain(name) && shapeOf(name) === Party;

const nameParty = ({ name, ...rest }: AnyNamed): string => [name, ...Object.values(rest)].join(', ');

const isFlag = (
  member: string,
  flags: EvidenceWords['terms']['flags'],
): member is keyof EvidenceWords['terms']['flags'] => Object.hasOwn(flags, member);

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

/** What a term says; of a list, what each item says. */
const tellSaid = (name: TermName, said: Said, words: EvidenceWords): string[] => {
  const { yes, no, retention, consentType } = words.terms;
  if (said === undefined) return [];
  if (typeof said === 'boolean') return [said ? yes : no];
  if (typeof said === 'number') return [retention(said)];
  if (typeof said === 'string') return [consentType(said)];
  const items: readonly AnyNamed[] = Array.isArray(said) ? said : [said];
  return items.map((item) => (isOfParties(name) ? nameParty(item) : nameNamed(item, words)));
};

/** The terms of the version, without those it leaves out. */
export const termFacts = (content: NoticeContent, words: EvidenceWords): Fact[] => {
  const { validityDays } = content;
  const { names, noLimit, validity } = words.terms;
  return [
    [names.validity, validityDays === 0 ? noLimit : validity(validityDays)],
    ...TermName.options.flatMap((name) =>
      tellSaid(name, content[name], words).map((value): Fact => [names[name], value]),
    ),
  ];
};

/** An article of the GDPR as the Data Privacy Vocabulary names it, such as `A6-1-a` and `A6-1-a-explicit-consent`. */
const article = /^A(?<number>\d{1,2})(?:-(?<paragraph>\d))?(?:-(?<letter>[a-z]))?(?:-[a-z-]+)?$/;

/** The words of a name such as `storagePeriod`. */
const takeApart = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** A term of a vocabulary in words: an article of the GDPR, or its name taken apart, such as `email address`. */
export const tellTerm = (type: string, { article: write }: Pick<EvidenceWords['terms'], 'article'>): string => {
  const { number, paragraph, letter } = article.exec(type)?.groups ?? {};
  if (number !== undefined) return write({ number, paragraph, letter });
  if (!/^(?:[A-Z][a-z]+)+$/.test(type)) return type;
  return takeApart(type);
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

const describeMembers = (what: string, { name, ...rest }: AnyNamed): string[] => [
  `${what}: ${makeVisible(name)}`,
  ...Object.entries(rest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([member, value]) => `${what} ${member}: ${makeVisible(String(value))}`),
];

const describeTerm = (term: TermName, said: Said): string[] => {
  const what = takeApart(term);
  if (said === undefined) return [];
  if (typeof said === 'string') return [`${what}: ${makeVisible(said)}`];
  if (typeof said !== 'object') return [`${term}: ${said}`];
  if (!Array.isArray(said)) return describeMembers(what, said);
  if (said.length === 0) return [`${what}: none`];
  return said.flatMap((item, i) => describeMembers(`${termNotes[term].each} ${i + 1}`, item));
};

/** The terms of a version in lines for people; none for what it leaves out. Different terms have different lines. */
export const describeTerms = (terms: NoticeTerms): string[] =>
  TermName.options.flatMap((name) => describeTerm(name, terms[name]));
