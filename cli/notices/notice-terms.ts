import * as v from 'valibot';
import { consentTypes, NoticeTerms } from '../../shared/notices/terms.ts';
import type { Check } from './term-checks.ts';
import { holds, isTrueOrFalse, line, lineLike, listOf, membersOf, word } from './term-checks.ts';

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

const url = lineLike(isWebAddress, 'must be a complete URL, such as https://shop.example/privacy.');

const party = membersOf({
  name: line,
  address: line,
  contact: line,
  email: lineLike((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'must be an email address, such as privacy@shop.example.'),
  phone: lineLike((text) => /\d{3}/.test(text.replace(/\D/g, '')), 'must contain a number, such as +39 055 123456.'),
  url,
});

const term = (what: string, example: string): Check =>
  word(
    /^[A-Z][A-Za-z0-9]*$/,
    `one word for ${what} from the Data Privacy Vocabulary (https://w3id.org/dpv), such as ${example}`,
  );

const named = (type: Check): Check => membersOf({ name: line, type });

const place = named(
  word(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, 'EU, or an ISO 3166 code in capital letters, such as IT or US-CA'),
);

/** Articles of the GDPR, as the Data Privacy Vocabulary names them. */
const article = (example: string): Check =>
  word(
    /^A[1-9]\d?(?:-\d+)?(?:-[a-z])?$/,
    `an article of the GDPR in the form of the Data Privacy Vocabulary, such as ${example}`,
  );

const dataKind = membersOf({
  name: line,
  type: word(
    /^[A-Z][A-Za-z0-9]*$/,
    'one word for a kind of personal data from the Data Privacy Vocabulary (https://w3id.org/dpv/pd), such as EmailAddress',
  ),
  optional: isTrueOrFalse,
  sensitive: isTrueOrFalse,
  special: isTrueOrFalse,
});

const period = membersOf({
  name: line,
  duration: lineLike(
    (text) => /^P(?=\d)(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,5}D)?$/.test(text),
    'must be years, months and days in the form of ISO 8601, such as P2Y or P1Y6M.',
  ),
});

/** The smallest `retentionDays` is 1: 0 would mean at once, but means unlimited in `validityDays`. */
const checks: Readonly<Record<keyof typeof NoticeTerms.entries, Check>> = {
  askAgain: isTrueOrFalse,
  retentionDays: holds(
    (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    'must be a whole number, 1 or more. To keep consents without a limit, leave it out.',
  ),
  controller: party,
  purposes: listOf('purpose', named(term('a purpose', 'Marketing'))),
  recipients: listOf('recipient', party),
  personalData: listOf('personal data', dataKind),
  processing: listOf('processing', named(term('a kind of processing', 'Collect'))),
  dataSources: listOf('data source', named(term('a data source', 'DataSubjectDataSource'))),
  storageLocations: listOf('storage location', place),
  storagePeriod: period,
  processingLocations: listOf('processing location', place),
  jurisdictions: listOf('jurisdiction', place),
  lawfulBasis: named(article('A6-1-a')),
  consentType: holds(
    (value) => typeof value === 'string' && consentTypes.includes(value),
    `must be one of ${consentTypes.join(', ')}.`,
  ),
  withdrawal: membersOf({ name: line, url }),
  rights: listOf('right', membersOf({ name: line, type: article('A15'), url })),
  authority: party,
};

/** The members of `notice.json` that are terms, in their fixed order. */
export const termNames: readonly string[] = Object.keys(checks);

/** The terms of a `notice.json` with everything wrong with them. `askAgain: false` is the same as no `askAgain`. */
export const readTerms = (
  given: Readonly<Record<string, unknown>>,
): { readonly terms: NoticeTerms; readonly problems: readonly string[] } => {
  const problems = Object.entries(checks).flatMap(([name, check]) =>
    Object.hasOwn(given, name) ? check(given[name], name) : [],
  );
  if (problems.length > 0) return { terms: {}, problems };
  const { askAgain = false, ...terms } = v.parse(NoticeTerms, given);
  return { terms: { ...(askAgain && { askAgain }), ...terms }, problems };
};
