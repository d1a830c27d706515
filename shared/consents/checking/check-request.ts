import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { Pid } from '../../notices/notice-request.ts';
import { says } from '../../schema/scalar.ts';
import type { FindableValues, UserData } from '../evidence.ts';
import { findableValues, GivenUserData, isBlank, textOf } from '../evidence.ts';

/** Values that a person's consent must have, all of them. At least one can be found. */
export const GivenPerson = v.pipe(
  GivenUserData,
  v.check(
    (values) => !isBlank(values),
    says('missing', 'Must have at least one value that is not blank, such as people[0][email].'),
  ),
);

const countCharacters = (people: readonly UserData[]): number =>
  people.flatMap((values) => Object.values(values)).reduce((sum, member) => sum + textOf(member).length, 0);

/**
 * The parameters of a check. The result has the normalised values of each person, without blank ones, which count as
 * absent (docs/contract.md, Finding).
 */
export const PeopleCheck = v.pipe(
  v.strictObject({
    pid: v.pipe(Pid, v.description('PID of the notice, for all its versions.')),
    people: v.pipe(
      v.array(GivenPerson, says('malformed', 'Must be an array of people, such as people[0][email].')),
      v.nonEmpty(says('missing', 'Must have at least one person.')),
      v.maxLength(limits.people, says('too-many', `May have at most ${limits.people} people. Send several requests.`)),
      v.check(
        (people) => countCharacters(people) <= limits.peopleCharacters,
        says(
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
