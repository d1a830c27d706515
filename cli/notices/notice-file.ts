import * as v from 'valibot';
import type { NoticeTerms } from '../../shared/notices/terms.ts';
import { isMap } from '../../shared/schema/scalar.ts';
import { Lang } from '../../shared/schema/vocabulary.ts';
import type { Texts } from './languages.ts';
import { inOrder, languageCodes } from './languages.ts';
import { readTerms, termNames } from './notice-terms.ts';
import { findLineProblem } from './one-line.ts';
import { findRepeatedMember } from './repeated-member.ts';

const rules = {
  name: 'name must be 1 to 64 characters of a to z, 0 to 9 and -; it must not begin with - and must not be digits only, such as "privacy".',
  validityDays: 'validityDays must be a whole number, 0 or more.',
  notification: 'notification must be true or false.',
  title: 'title must name at least one language, as in { "eng": "Privacy notice" }.',
} as const;

const members: readonly string[] = [...Object.keys(rules), ...termNames];

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
    : `title has ${JSON.stringify(lang)}, which is not a language of notices. The languages are ${languageCodes}.`;

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
    const line = /\(line (\d+) column \d+\)$/.exec(String(error))?.[1];
    const place = line === undefined ? 'is not JSON' : `is not JSON in line ${line}`;
    return { problem: `${place}. Look there and above for a missing or superfluous comma, quote or bracket.` };
  }
};

/** Reads the text of a `notice.json`, and finds everything wrong with it. */
export const parseNoticeFile = (text: string): NoticeFile => {
  const json = parseJson(text);
  if ('problem' in json) return unreadNoticeFile(json.problem);
  const { value } = json;
  if (!isMap(value)) return unreadNoticeFile('must be a JSON object with name and title.');
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) return unreadNoticeFile(`has ${JSON.stringify(repeated)} twice. Keep one.`);
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
