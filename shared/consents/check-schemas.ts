import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { Pid } from '../notices/notice-request.ts';
import { memoize } from '../runtime/values.ts';
import { costlyCheck, isMap, ruleMessage } from '../schema/scalar.ts';
import type { UserData } from './person-data.ts';
import { findableValues, GivenUserData, somePeople } from './person-data.ts';

/** The normalised values of a person of a request, which are needed three times. */
const normalise = memoize(findableValues);

/** Values that a person's consent must have, all of them. At least one can be found. */
export const GivenPerson = v.pipe(
  GivenUserData,
  costlyCheck<UserData>(
    (values) => normalise(values).size > 0,
    ruleMessage('missing', 'Must have at least one value that is not blank, such as people[0][email].'),
  ),
);

const sumLengths = (texts: readonly unknown[]): number =>
  texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);

/** The characters of values that may be of any form. */
const countGiven = (people: readonly unknown[]): number =>
  sumLengths(
    people
      .flatMap((values) => (isMap(values) ? Object.values(values) : []))
      .map((member) => (isMap(member) ? member.value : member)),
  );

const countNormalised = (people: readonly UserData[]): number =>
  sumLengths(people.flatMap((values) => [...normalise(values).values()]));

const tooLong = ruleMessage(
  'too-long',
  `The values of all people may have at most ${limits.peopleCharacters} characters together, also when normalised. Send several requests.`,
);

/** Nothing of them is looked at before it is certain that they are not too many. */
export const GivenPeople = v.pipe(
  somePeople,
  v.check((people) => countGiven(people) <= limits.peopleCharacters, tooLong),
  v.array(GivenPerson),
  costlyCheck<UserData[]>((people) => countNormalised(people) <= limits.peopleCharacters, tooLong),
);

/**
 * The parameters of a check. The result has the normalised values of each person, without blank ones, which count as
 * absent (docs/api.md, Finding).
 */
export const PeopleCheck = v.pipe(
  v.strictObject({
    pid: v.pipe(Pid, v.description('PID of the notice, for all its versions.')),
    people: v.pipe(
      GivenPeople,
      v.description(
        'The people, each by one or more values of their `userData`, such as an email. A consent must have all of them, compared as in a search. A labelled value counts by its `value`.',
      ),
    ),
  }),
  v.transform(({ pid, people }) => ({ pid, people: people.map(normalise) })),
);
export type PeopleCheck = v.InferOutput<typeof PeopleCheck>;

/** Why somebody may not be written to (docs/api.md, Before a mailing). */
export const CheckReason = v.pipe(
  v.picklist(['none', 'revoked', 'expired', 'superseded']),
  v.description(
    'Why not: the register finds no consent (`none`), or the latest one was `revoked`, has `expired`, or is `superseded` by a version that asks again.',
  ),
);
export type CheckReason = v.InferOutput<typeof CheckReason>;

/** What the register says of one person. */
export const CheckedPerson = v.strictObject({
  allowed: v.pipe(v.boolean(), v.description("Whether the person's latest consent to the notice is in force now.")),
  reason: v.pipe(v.nullable(CheckReason), v.description('Why not; `null` if allowed.')),
});
export type CheckedPerson = v.InferOutput<typeof CheckedPerson>;

/** The answer of a check. It has no id, no value and no time. */
export const CheckedPeople = v.strictObject({
  data: v.pipe(v.array(CheckedPerson), v.description('One entry for each person, in the order of the request.')),
});
