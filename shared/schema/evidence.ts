import * as v from 'valibot';
import { limits } from '../limits.ts';
import { normaliseValue } from '../matching.ts';
import { map, says, text } from './scalar.ts';

const value = text(limits.valueCharacters);

const UserDataValue = v.union(
  [value, v.strictObject({ label: value, value })],
  says(
    'malformed',
    `Must be text of at most ${limits.valueCharacters} characters, or have a label and a value and nothing else.`,
  ),
);

/** The person's data, plain or labelled (specification 2.4). */
export const UserData = map({ members: limits.userDataKeys, keyCharacters: limits.keyCharacters }, UserDataValue);
export type UserData = v.InferOutput<typeof UserData>;

/**
 * The values by which a consent is found, and those of a search, normalised: the labelled form stands for its value, and
 * blank values match nothing (open point 13).
 */
export const findableValues = (userData: UserData): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(userData)
      .map(([key, member]): [string, string] => [
        key,
        normaliseValue(key, typeof member === 'string' ? member : member.value),
      ])
      .filter(([, normalised]) => normalised !== ''),
  );

/** What shows that the person acted: any named texts, usually `url` and `html` (specification 2.5). */
export const Proof = v.pipe(
  map(
    { members: limits.proofMembers, keyCharacters: limits.keyCharacters },
    v.string(says('malformed', 'Must be text.')),
  ),
  v.check(
    (members) => Object.values(members).some((member) => member !== ''),
    says('missing', 'Must hold at least one value, as proof[url] or proof[html].'),
  ),
);
export type Proof = v.InferOutput<typeof Proof>;

/** A proof as a request may have it: no larger than every answer has room for. */
export const NewProof = v.pipe(
  Proof,
  v.check(
    (proof) => Buffer.byteLength(JSON.stringify(proof)) <= limits.proofBytes,
    says('too-long', `Must have at most ${limits.proofBytes} bytes as JSON, where a control character has six.`),
  ),
);
