import * as v from 'valibot';
import { limits } from '../../shared/api/limits.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { PlainTerm, TermMember, Vocabulary } from '../../shared/notices/terms.ts';
import { consentTypes, isPlain, NoticeTerms, shapeOf, TermName, termNotes } from '../../shared/notices/terms.ts';
import { findRepeatedMember, placeOfFault } from '../../shared/schema/json-scan.ts';
import { isMap } from '../../shared/schema/scalar.ts';
import { isVisible } from '../../shared/schema/visible-text.ts';
import { Lang, suggestLanguage } from '../../shared/schema/vocabulary.ts';

/** Texts by language, as a notice has them. */
export type Texts = NoticeContent['title'];

/** The codes of all languages, for messages. */
export const languageCodes = Lang.options.join(', ');

/** Texts with the languages in their fixed order. */
export const inOrder = (texts: ReadonlyMap<Lang, string>): Texts =>
  Object.fromEntries(
    Lang.options.flatMap((lang) => {
      const text = texts.get(lang);
      return text === undefined ? [] : [[lang, text]];
    }),
  );

const rules = {
  name: 'name must be 1 to 64 characters of a to z, 0 to 9 and -; it must not begin with - and must not be digits only, such as "privacy".',
  validityDays: 'validityDays must be a whole number, 0 or more.',
  notification: 'notification must be true or false.',
  title: 'title must name at least one language, as in { "eng": "Privacy notice" }.',
} as const;

const holds =
  (isRight: (value: unknown) => boolean, rule: string): Check =>
  (value, what) =>
    isRight(value) ? [] : [`${what} ${rule}`];

const line: Check = (value, what) => {
  const problem = findLineProblem(value, what);
  return problem === undefined ? [] : [problem];
};

const isTrueOrFalse = holds((value) => typeof value === 'boolean', 'must be true or false.');

/** An object with a name. */
const membersOf =
  (checks: ReadonlyMap<string, Check>): Check =>
  (value, what) => {
    if (!isMap(value)) return [`${what} must be an object, as in { "name": "…" }.`];
    const given = Object.keys(value);
    const all = [...checks.keys()].join(', ');
    return [
      ...(given.includes('name') ? [] : [`${what} has no name. Write one.`]),
      ...given.flatMap((member) => {
        const check = checks.get(member);
        if (check === undefined)
          return [`${what} has the unknown member ${JSON.stringify(member)}. The members are ${all}.`];
        return check(value[member], `${member} of ${what}`);
      }),
    ];
  };

/** A list; `one` names its items. */
const listOf =
  (one: string, check: Check): Check =>
  (value, what) => {
    if (!Array.isArray(value)) return [`${what} must be a list, as in [{ "name": "…" }].`];
    if (value.length === 0) return [`${what} is empty. Add an item, or leave it out.`];
    return value.flatMap((item: unknown, i) => check(item, `${one} ${i + 1}`));
  };

/** A line of a certain form. */
const lineLike =
  (isRight: (text: string) => boolean, rule: string): Check =>
  (value, what) => {
    const problems = line(value, what);
    return problems.length > 0 || isRight(String(value)) ? problems : [`${what} ${rule}`];
  };

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

/** What a member of a term must be, in whichever term it is. What a `type` must be follows from its vocabulary. */
const memberChecks: Readonly<Record<Exclude<TermMember, 'type'>, Check>> = {
  name: line,
  address: line,
  contact: line,
  email: lineLike((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'must be an email address, such as privacy@shop.example.'),
  phone: lineLike((text) => /\d{3}/.test(text.replace(/\D/g, '')), 'must contain a number, such as +39 055 123456.'),
  url: lineLike(isWebAddress, 'must be a complete URL, such as https://shop.example/privacy.'),
  optional: isTrueOrFalse,
  sensitive: isTrueOrFalse,
  special: isTrueOrFalse,
  duration: lineLike(
    (text) => /^P(?=\d)(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,5}D)?$/.test(text),
    'must be years, months and days in the form of ISO 8601, such as P2Y or P1Y6M.',
  ),
};

/** A word that identifies something in an external vocabulary. */
const wordLike = (pattern: RegExp, meaning: string): Check =>
  lineLike((text) => pattern.test(text), `must be ${meaning}.`);

const checkWord = (vocabulary: Vocabulary): Check => {
  if (vocabulary.of === 'loc')
    return wordLike(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, 'EU, or an ISO 3166 code in capital letters, such as IT or US-CA');
  // Articles of the GDPR, as the Data Privacy Vocabulary names them.
  if (vocabulary.of === 'eu-gdpr')
    return wordLike(
      /^A[1-9]\d?(?:-\d+)?(?:-[a-z])?$/,
      `an article of the GDPR in the form of the Data Privacy Vocabulary, such as ${vocabulary.example}`,
    );
  const address = { dpv: 'https://w3id.org/dpv', pd: 'https://w3id.org/dpv/pd' }[vocabulary.of];
  return wordLike(
    /^[A-Z][A-Za-z0-9]*$/,
    `one word for ${vocabulary.meaning} from the Data Privacy Vocabulary (${address}), such as ${vocabulary.example}`,
  );
};

/** The smallest `retentionDays` is 1: 0 would mean at once, but means unlimited in `validityDays`. */
const plainChecks: Readonly<Record<PlainTerm, Check>> = {
  askAgain: isTrueOrFalse,
  retentionDays: holds(
    (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    'must be a whole number, 1 or more. To keep consents without a limit, leave it out.',
  ),
  consentType: holds(
    (value) => typeof value === 'string' && consentTypes.includes(value),
    `must be one of ${consentTypes.join(', ')}.`,
  ),
};

/** The check of a term, made from its definition. */
const checkOf = (name: TermName): Check => {
  if (isPlain(name)) return plainChecks[name];
  const { vocabulary, each } = termNotes[name];
  const known: Readonly<Record<string, Check | undefined>> = {
    ...memberChecks,
    type: vocabulary && checkWord(vocabulary),
  };
  const check = membersOf(
    new Map(
      Object.keys(shapeOf(name).entries).flatMap((member) => (known[member] ? [[member, known[member]] as const] : [])),
    ),
  );
  return each === undefined ? check : listOf(each, check);
};

const checks = new Map(TermName.options.map((name) => [name, checkOf(name)]));

const members: readonly string[] = [...Object.keys(rules), ...TermName.options];

/** Names of notices: never a number, which would be a PID. */
export const noticeName = /^(?!\d+$)[a-z0-9][a-z0-9-]{0,63}$/;

const Plain = v.object(
  {
    name: v.pipe(v.string(rules.name), v.regex(noticeName, rules.name)),
    validityDays: v.optional(
      v.pipe(v.number(rules.validityDays), v.safeInteger(rules.validityDays), v.minValue(0, rules.validityDays)),
      0,
    ),
    notification: v.optional(v.boolean(rules.notification), false),
  },
  rules.name,
);

/** The content of `notice.json`; with problems, as much of it as could be read. */
export interface NoticeFile extends v.InferOutput<typeof Plain> {
  readonly title: Texts;
  /** Languages that have a title, even a wrong one; undefined if that could not be read. */
  readonly titled: readonly string[] | undefined;
  readonly terms: NoticeTerms;
  readonly problems: readonly string[];
}

/** A `notice.json` that could not be read. */
export const unreadNoticeFile = (problem: string): NoticeFile => ({
  name: '',
  validityDays: 0,
  notification: false,
  title: {},
  titled: undefined,
  terms: {},
  problems: [problem],
});

const findTitleProblem = (lang: string, title: unknown): string | undefined =>
  v.is(Lang, lang)
    ? findLineProblem(title, `title of ${lang}`)
    : `title has ${JSON.stringify(lang)}, which is not a language of notices. The languages are ${languageCodes}.${suggestLanguage(lang)}`;

const readTitle = (value: unknown): Pick<NoticeFile, 'title' | 'titled' | 'problems'> => {
  if (!isMap(value)) return { title: {}, titled: undefined, problems: [rules.title] };
  const titled = Object.keys(value);
  const found = titled.map((lang) => findTitleProblem(lang, value[lang])).filter((problem) => problem !== undefined);
  const texts = v.safeParse(v.map(Lang, v.string()), new Map(Object.entries(value)));
  return {
    title: texts.success ? inOrder(texts.output) : {},
    titled,
    problems: titled.length === 0 ? [rules.title] : found,
  };
};

const parseJson = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const [line] = placeOfFault(error);
    const place = line === undefined ? 'is not JSON' : `is not JSON in line ${line}`;
    return { problem: `${place}. Look there and above for a missing or superfluous comma, quote or bracket.` };
  }
};

/** Whether all texts in a value can be written in UTF-8, which hashes are made of. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isWellFormed);
};

/** Reads the text of a `notice.json`, and finds everything wrong with it. */
export const parseNoticeFile = (text: string): NoticeFile => {
  const json = parseJson(text);
  if ('problem' in json) return unreadNoticeFile(json.problem);
  const { value } = json;
  if (!isMap(value)) return unreadNoticeFile('must be a JSON object with name and title.');
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) return unreadNoticeFile(`has ${JSON.stringify(repeated)} twice. Keep one.`);
  if (!isWellFormed(value))
    return unreadNoticeFile('has half of a character, such as "\\ud83d" alone. Write it whole.');
  const unknown = Object.keys(value).filter((member) => !members.includes(member));
  const plain = v.safeParse(Plain, value);
  const { title, titled, problems } = readTitle(value.title);
  const { terms, problems: wrongTerms } = readTerms(value);
  return {
    name: '',
    validityDays: 0,
    notification: false,
    ...(plain.success && plain.output),
    title,
    titled,
    terms,
    problems: [
      ...unknown.map(
        (member) => `has the unknown member ${JSON.stringify(member)}. The members are ${members.join(', ')}.`,
      ),
      ...new Set(plain.issues?.map(({ message }) => message)),
      ...problems,
      ...wrongTerms,
    ],
  };
};

/** Finds what is wrong with a value; `what` names it in a sentence. */
type Check = (value: unknown, what: string) => string[];

const { nameCharacters } = limits;

/** What is wrong with a title, a name or similar, which people read in one line; undefined if it is right. */
const findLineProblem = (value: unknown, what: string): string | undefined => {
  if (typeof value !== 'string') return `${what} must be a text.`;
  if (!isVisible(value)) return `${what} is empty. Write one.`;
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) {
    return `${what} has a line break or another control character. Write it on one line.`;
  }
  const { length } = [...value];
  return length <= nameCharacters
    ? undefined
    : `${what} has ${length} characters. Shorten it to at most ${nameCharacters}.`;
};

/** The terms of a `notice.json` with everything wrong with them. `askAgain: false` is the same as no `askAgain`. */
export const readTerms = (
  given: Readonly<Record<string, unknown>>,
): { readonly terms: NoticeTerms; readonly problems: readonly string[] } => {
  const problems = [...checks].flatMap(([name, check]) => (Object.hasOwn(given, name) ? check(given[name], name) : []));
  if (problems.length > 0) return { terms: {}, problems };
  const { askAgain = false, ...terms } = v.parse(NoticeTerms, given);
  return { terms: { ...(askAgain && { askAgain }), ...terms }, problems };
};
