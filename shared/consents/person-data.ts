import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { isNormalisable, normaliseValue } from '../schema/matching.ts';
import { costlyCheck, map, noText, ruleMessage, text } from '../schema/scalar.ts';

/** A value of userData with the label of its form field. */
export const LabelledValue = v.pipe(
  v.strictObject({
    label: v.pipe(v.string(), v.description('Label of the form field.')),
    value: v.pipe(v.string(), v.description('What the person entered.')),
  }),
  v.description('A value with the label of its form field.'),
);

/**
 * The person's data, plain or labelled (docs/api.md, Recording). Stored data has no limits here, because limits
 * may change.
 */
export const UserData = v.pipe(
  v.record(v.string(), v.union([v.string(), LabelledValue])),
  v.description('Values by name. Each is a string, or an object with a `label` and a `value`.'),
);
export type UserData = v.InferOutput<typeof UserData>;

/** What shows that the person acted: strings by name, usually `url` and `html` (docs/api.md, Recording). */
export const Proof = v.pipe(
  v.record(v.string(), v.string()),
  v.description('Strings by name, usually `url` and `html`.'),
);
export type Proof = v.InferOutput<typeof Proof>;

const label = text(limits.valueCharacters);

/** A plain value of userData in a request. */
export const GivenValue = v.pipe(
  label,
  costlyCheck<string>(
    isNormalisable,
    ruleMessage(
      'malformed',
      `Must have at most ${limits.marksInARow} combining marks in a row and ${limits.normalisedCharacters} characters when normalised (Unicode NFKC).`,
    ),
  ),
);

/** userData in a request. */
export const GivenUserData = map(
  { members: limits.userDataKeys, keyCharacters: limits.keyCharacters, example: 'userData[email]' },
  v.union(
    [GivenValue, v.strictObject({ label, value: GivenValue })],
    noText(`Must be a text of at most ${limits.valueCharacters} characters, or have only a label and a value.`),
  ),
);

/** The people of a request, before anybody looks at one of them. */
export const somePeople = v.pipe(
  v.array(v.unknown(), ruleMessage('malformed', 'Must be an array of people, such as people[0][email].')),
  v.nonEmpty(ruleMessage('missing', 'Must have at least one person.')),
  v.maxLength(
    limits.people,
    ruleMessage('too-many', `May have at most ${limits.people} people. Send several requests.`),
  ),
);

/** PHP's json_encode makes a list of an array that is numbered from 0. Its items are members, as in a form. */
const toMembers = (given: unknown): unknown =>
  Array.isArray(given)
    ? Object.fromEntries([...given.entries()].filter(([, item]) => item !== null).map(([i, item]) => [String(i), item]))
    : given;

/** A proof in a request. At least one value is not empty. */
export const GivenProof = v.pipe(
  v.unknown(),
  v.transform(toMembers),
  map(
    { members: limits.proofMembers, keyCharacters: limits.keyCharacters, example: 'proof[url]' },
    v.string(noText('Must be a text.')),
  ),
  v.check(
    (proof) => Object.values(proof).some((member) => member !== ''),
    ruleMessage('missing', 'Must have at least one value, such as proof[url] or proof[html].'),
  ),
  v.description(
    'What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`.',
  ),
);

/** The text of a member. A labelled one counts by its value. */
export const textOf = (member: UserData[string]): string => (typeof member === 'string' ? member : member.value);

/** The text of a consent under a key, or undefined. */
export const findText = (userData: UserData, key: string): string | undefined => {
  const member = Object.hasOwn(userData, key) ? userData[key] : undefined;
  return member === undefined ? undefined : textOf(member);
};

/** Normalised values of userData by key. All of them must match. */
export type FindableValues = ReadonlyMap<string, string>;

/**
 * The normalised values of a consent or a search. Blank values are left out, because they match nothing
 * (docs/api.md, Finding).
 */
export const findableValues = (userData: UserData): FindableValues =>
  new Map(
    Object.entries(userData)
      .map(([key, member]): [string, string] => [key, normaliseValue(key, textOf(member))])
      .filter(([, normalised]) => normalised !== ''),
  );

/**
 * Compares values with the userData of consents, one after the other: lists show only short digests, which may collide.
 * Equal texts are normalised once. An email counts several times, since each label of its domain is encoded by itself.
 *
 * @param refuse makes the error to throw when normalising takes too many characters. Default: it may take any number
 */
export const newComparison = (values: FindableValues, refuse?: () => Error): ((userData: UserData) => boolean) => {
  const findables = new Map<string, Map<string, string>>([...values.keys()].map((key) => [key, new Map()]));
  let characters = 0;
  const normaliseOnce = (key: string, text: string): string | undefined => {
    const known = findables.get(key);
    if (known?.has(text)) return known.get(text);
    const weight = key === 'email' ? limits.emailWeight : 1;
    characters += weight * text.length;
    if (refuse && characters > limits.comparedCharacters) throw refuse();
    const findable = normaliseValue(key, text);
    characters += weight * Math.max(0, findable.length - text.length);
    known?.set(text, findable);
    return findable;
  };
  return (userData) =>
    [...values].every(([key, value]) => {
      const text = findText(userData, key);
      return text !== undefined && normaliseOnce(key, text) === value;
    });
};

/** Whether no value can be found. It stops at the first findable value. @param userData that no rule refused */
export const isBlank = (userData: UserData): boolean =>
  Object.entries(userData).every(([key, member]) => normaliseValue(key, textOf(member)) === '');

/** The keys of userData that the contract names (docs/api.md, Recording), in the order in which people read them. */
export const knownKeys = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone', 'tax_code'] as const;
export type KnownKey = (typeof knownKeys)[number];

/** Those whose values are names of people, which many share. */
export const nameKeys: readonly string[] = ['first_name', 'last_name'] satisfies KnownKey[];

/** Those whose values identify a person. Of several, the first decides (docs/officers.md, Who must be asked again). */
export const identifyingKeys: readonly string[] = ['email', 'tax_code', 'mobile_phone', 'phone'] satisfies KnownKey[];

/** The keys of userData by which a person gets a link. Their places are part of a link, so they never change. */
export const linkKeys = ['email', 'mobile_phone', 'phone', 'tax_code'] as const satisfies readonly KnownKey[];
export type LinkKey = (typeof linkKeys)[number];
