import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { Pid } from '../notices/notice-request.ts';
import { ruleMessage } from '../schema/scalar.ts';
import type { FindableValues, UserData } from './person-data.ts';
import { findableValues, GivenUserData, isBlank, textOf } from './person-data.ts';

/** Values that a person's consent must have, all of them. At least one can be found. */
export const GivenPerson = v.pipe(
  GivenUserData,
  v.check(
    (values) => !isBlank(values),
    ruleMessage('missing', 'Must have at least one value that is not blank, such as people[0][email].'),
  ),
);

const countCharacters = (people: readonly UserData[]): number =>
  people.flatMap((values) => Object.values(values)).reduce((sum, member) => sum + textOf(member).length, 0);

/**
 * The parameters of a check. The result has the normalised values of each person, without blank ones, which count as
 * absent (docs/api.md, Finding).
 */
export const PeopleCheck = v.pipe(
  v.strictObject({
    pid: v.pipe(Pid, v.description('PID of the notice, for all its versions.')),
    people: v.pipe(
      v.array(GivenPerson, ruleMessage('malformed', 'Must be an array of people, such as people[0][email].')),
      v.nonEmpty(ruleMessage('missing', 'Must have at least one person.')),
      v.maxLength(
        limits.people,
        ruleMessage('too-many', `May have at most ${limits.people} people. Send several requests.`),
      ),
      v.check(
        (people) => countCharacters(people) <= limits.peopleCharacters,
        ruleMessage(
          'too-long',
          `The values of all people may have at most ${limits.peopleCharacters.toLocaleString('en')} characters together. Send several requests.`,
        ),
      ),
      v.description(
        'The people, each by one or more values of their `userData`, such as an email. A consent must have all of them, compared as in a search. A labelled value counts by its `value`.',
      ),
    ),
  }),
  v.transform(({ pid, people }) => ({ pid, people: people.map((values): FindableValues => findableValues(values)) })),
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
