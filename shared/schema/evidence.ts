import * as v from 'valibot';
import { limits } from '../limits.ts';
import { normaliseValue } from '../matching.ts';
import { map, says, text } from './scalar.ts';

const value = text(limits.valueCharacters);

const UserDataValue = v.union(
  [value, v.object({ label: value, value })],
  says('malformed', `Must be text of at most ${limits.valueCharacters} characters, or have a label and a value.`),
);

/** The person's data, plain or labelled (specification 2.4). */
export const UserData = v.pipe(
  map(limits.keyCharacters, UserDataValue),
  v.maxEntries(limits.userDataKeys, says('too-many', `May have at most ${limits.userDataKeys} members.`)),
);
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
  map(limits.keyCharacters, v.string(says('malformed', 'Must be text.'))),
  v.maxEntries(limits.proofMembers, says('too-many', `May have at most ${limits.proofMembers} members.`)),
  v.check(
    (members) => Object.values(members).some((member) => member !== ''),
    says('missing', 'Must hold at least one value, as proof[url] or proof[html].'),
  ),
);
export type Proof = v.InferOutput<typeof Proof>;
