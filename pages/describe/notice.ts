import type { Statement } from '../../shared/evidence/statement.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { DataKind, Named, NoticeTerms, Period, Recourse } from '../../shared/notices/terms.ts';
import { isPlain, Party, shapeOf, TermName, termNotes } from '../../shared/notices/terms.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import type { Translate } from '../i18n/format.ts';
import type { Fact } from './consent.ts';
import type { EvidenceText, Writing } from './writing.ts';

type AnyNamed = Named | DataKind | Recourse | Period | Party;
type Said = NoticeTerms[TermName];

const isOfParties = (name: TermName): boolean => !isPlain(name) && shapeOf(name) === Party;

const nameParty = ({ name, ...rest }: AnyNamed): string => [name, ...Object.values(rest)].join(', ');

/** Flags of a kind of data. */
const flags = ['optional', 'sensitive', 'special'] as const satisfies readonly Exclude<
  keyof DataKind,
  'name' | 'type'
>[];

/** A detail of a name, without codes. */
const tellDetail = (member: string, value: string, { t, writing }: EvidenceText): string => {
  if (member === 'type') return tellTerm(value, t);
  return member === 'duration' ? tellDuration(value, writing) : value;
};

/** A name with its details, such as its name in a vocabulary. */
const nameNamed = ({ name, ...rest }: AnyNamed, words: EvidenceText): string => {
  const more = Object.entries(rest).flatMap(([member, value]) => {
    if (typeof value === 'string') return [tellDetail(member, value, words)];
    const flag = value ? flags.find((one) => one === member) : undefined;
    return flag === undefined ? [] : [words.t(`evidence.terms.flags.${flag}`)];
  });
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

/** What a term says; of a list, what each item says. */
const tellSaid = (name: TermName, said: Said, words: EvidenceText): string[] => {
  if (said === undefined) return [];
  if (typeof said === 'boolean') return [said ? words.t('evidence.terms.yes') : words.t('evidence.terms.no')];
  if (typeof said === 'number') return [words.t('evidence.terms.retention', { days: said })];
  if (typeof said === 'string') return [words.writing.consentType(said)];
  const items: readonly AnyNamed[] = Array.isArray(said) ? said : [said];
  return items.map((item) => (isOfParties(name) ? nameParty(item) : nameNamed(item, words)));
};

/** The terms of the version, without those it leaves out. */
export const termFacts = (content: NoticeContent, words: EvidenceText): Fact[] => {
  const { validityDays } = content;
  return [
    [
      words.t('evidence.terms.names.validity'),
      validityDays === 0 ? words.t('evidence.terms.noLimit') : words.t('evidence.days', { days: validityDays }),
    ],
    ...TermName.options.flatMap((name) =>
      tellSaid(name, content[name], words).map((value): Fact => [words.t(`evidence.terms.names.${name}`), value]),
    ),
  ];
};

/** An article of the GDPR as the Data Privacy Vocabulary names it, such as `A6-1-a` and `A6-1-a-explicit-consent`. */
const article = /^A(?<number>\d{1,2})(?:-(?<paragraph>\d))?(?:-(?<letter>[a-z]))?(?:-[a-z-]+)?$/;

/** The words of a name such as `storagePeriod`. */
const takeApart = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** A term of a vocabulary in words: an article of the GDPR, or its name taken apart, such as `email address`. */
export const tellTerm = (type: string, t: Translate): string => {
  const { number, paragraph, letter } = article.exec(type)?.groups ?? {};
  if (number !== undefined)
    return t('evidence.terms.article', { number, paragraph: paragraph ?? 'none', letter: letter ?? 'none' });
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
export const describeMissingText = ({ notice, claimed: { lang } }: Statement, { t, writing }: EvidenceText): string =>
  notice.content === null
    ? t('evidence.notice.gone')
    : t('evidence.notice.missing', { lang: writing.language(lang), has: writing.languages(notice.languages) });

/** Whether the text is the one that was agreed to, by its hash. */
const describeHash = ({ notice, imported, times }: Statement, t: Translate): string => {
  if (notice.hash.recomputed === null) return t('evidence.notice.checks.gone');
  if (!notice.hash.agree) return t('evidence.notice.checks.other');
  if (imported === null) return t('evidence.notice.checks.same');
  return Date.parse(notice.publishedAt) > Date.parse(times.given)
    ? t('evidence.notice.checks.publishedLater')
    : t('evidence.notice.checks.sameAsImported');
};

/** Facts about the version that was agreed to. */
export const noticeFacts = (statement: Statement, { t, writing }: EvidenceText): Fact[] => {
  const { notice } = statement;
  const { hash } = notice;
  const published = {
    time: writing.moment(notice.publishedAt),
    operator: writing.operator(notice.publishedBy),
    until: notice.currentUntil === null ? 'none' : writing.time(notice.currentUntil),
  };
  return [
    [
      t('evidence.notice.names.version'),
      t('evidence.notice.version', { version: notice.version, id: notice.versionId }),
    ],
    [t('evidence.notice.names.published'), t('evidence.notice.published', published)],
    ...(notice.wasCurrent ? [] : [[t('evidence.notice.names.notCurrent'), t('evidence.notice.notCurrent')] as const]),
    [t('evidence.notice.names.languages'), writing.languages(notice.languages)],
    [t('evidence.notice.names.hash'), hash.storedWithConsent],
    [t('evidence.notice.names.check'), describeHash(statement, t)],
    ...(hash.agree
      ? []
      : ([
          [t('evidence.notice.names.hashOfVersion'), hash.storedWithVersion],
          [t('evidence.notice.names.hashNow'), hash.recomputed ?? t('evidence.notice.noHash')],
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
