import * as v from 'valibot';
import { limits } from '../../shared/limits.ts';
import { Lang } from '../../shared/schema/vocabulary.ts';

const whole = 'must be a whole number of days, 0 for no end.';

const Title = v.pipe(
  v.string('must be text.'),
  v.check((title) => title.trim() !== '', 'must not be empty.'),
  v.check(
    (title) => [...title].length <= limits.nameCharacters,
    `may have at most ${limits.nameCharacters} characters.`,
  ),
  v.check((title) => !/\p{Cc}/u.test(title), 'must be one line without control characters.'),
);

/** `notice.json` of a notice folder. Unknown members are refused, so that a typing error is not a setting without effect. */
const Metadata = v.strictObject({
  name: v.pipe(
    v.string('must be text.'),
    v.regex(
      /^[a-z0-9][a-z0-9-]{0,63}$/,
      'must have up to 64 lower-case letters, digits and dashes, such as "privacy"; the account knows the notice by it.',
    ),
  ),
  validityDays: v.optional(v.pipe(v.number(whole), v.safeInteger(whole), v.minValue(0, whole)), 0),
  notification: v.optional(v.boolean('must be true or false.'), false),
  title: v.pipe(
    v.custom<Record<string, unknown>>(
      (title) => typeof title === 'object' && title !== null && !Array.isArray(title),
      'must have a title for each language, as in { "eng": "Privacy notice" }.',
    ),
    v.record(Lang, Title),
  ),
});
export type Metadata = v.InferOutput<typeof Metadata>;

const explain = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue);
  if (path === null) return 'must be a JSON object.';
  if (issue.type !== 'strict_object') return `${path}: ${issue.message.replace(/^unknown: /, '')}`;
  if (issue.expected !== 'never') return `${path}: is missing.`;
  return `${path}: is not a setting; there are ${Object.keys(Metadata.entries).join(', ')}.`;
};

/** What the file says, or what is wrong with it, a line each. */
export const parseMetadata = (text: string): { readonly metadata?: Metadata; readonly problems: readonly string[] } => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [`is not JSON: ${error instanceof Error ? error.message : ''}`] };
  }
  const result = v.safeParse(Metadata, json);
  return result.success ? { metadata: result.output, problems: [] } : { problems: result.issues.map(explain) };
};
