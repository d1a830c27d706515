import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import type { LinkKey } from '../consents/person-data.ts';
import { GivenValue, linkKeys, somePeople } from '../consents/person-data.ts';
import { Pid } from '../notices/notice-request.ts';
import { memoize } from '../runtime/values.ts';
import { normaliseValue } from '../schema/matching.ts';
import { costlyCheck, positiveInteger, ruleMessage } from '../schema/scalar.ts';

const oneKey = ruleMessage('malformed', `Must have exactly one of ${linkKeys.join(', ')}, such as people[0][email].`);

const findKey = (values: Readonly<Record<string, unknown>>): LinkKey | undefined => {
  const [name, ...others] = Object.keys(values);
  return others.length === 0 ? linkKeys.find((key) => key === name) : undefined;
};

/** The key and the value of a person, in the form in which it is compared. Both are needed twice. */
const toValue = memoize((values: Readonly<Record<string, string>>): readonly [key: LinkKey, normalised: string] => {
  const key = findKey(values);
  if (key === undefined) throw new Error('A person has no key.');
  return [key, normaliseValue(key, values[key] ?? '')];
});

/** Somebody, by the one value that their links are for. A labelled value, a name and a key of the caller's own are refused. */
export const LinkedPerson = v.pipe(
  v.record(v.string(), v.unknown(), oneKey),
  v.check((values) => findKey(values) !== undefined, oneKey),
  v.record(v.string(), GivenValue),
  costlyCheck<Record<string, string>>(
    (values) => toValue(values)[1] !== '',
    ruleMessage('missing', 'Must have a value that is not blank.'),
  ),
);

export const LinkDays = v.pipe(
  positiveInteger,
  v.maxValue(limits.linkDaysMost, ruleMessage('out-of-range', `Must be at most ${limits.linkDaysMost}.`)),
);

/** The people of a request for links. None is looked at before it is certain that they are not too many. */
export const LinkedPeople = v.pipe(somePeople, v.array(LinkedPerson));

/** The parameters of a call that makes links. The result has the normalised value of each person, and the default of `days`. */
export const LinkRequest = v.pipe(
  v.strictObject({
    people: v.pipe(
      LinkedPeople,
      v.description(
        'The people, each by exactly one of `email`, `mobile_phone`, `phone` and `tax_code`. Their links are for the consents with that value, compared as in a search.',
      ),
    ),
    pid: v.optional(
      v.pipe(Pid, v.description('PID of the notice that the links are for. Default: all notices of the account.')),
    ),
    days: v.optional(
      v.pipe(
        LinkDays,
        v.description(`Days after today (UTC) until the links expire. Default: \`${limits.linkDays}\`.`),
      ),
    ),
  }),
  v.transform(({ people, days = limits.linkDays, ...rest }) => ({ ...rest, people: people.map(toValue), days })),
);
export type LinkRequest = v.InferOutput<typeof LinkRequest>;

/** The links of one person. */
export const MadeLink = v.strictObject({
  page: v.pipe(v.string(), v.description('Address of the page where the person sees and withdraws consents.')),
  oneClick: v.pipe(
    v.nullable(v.string()),
    v.description('Address to which a mail program posts to unsubscribe the person. `null` without `pid`.'),
  ),
  headers: v.pipe(
    v.nullable(v.record(v.string(), v.string())),
    v.description(
      'The headers of your mail to this person, by name: `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). `null` without `pid`.',
    ),
  ),
});
export type MadeLink = v.InferOutput<typeof MadeLink>;

/** The answer. It is the same for people whom the register does not know. */
export const MadeLinks = v.strictObject({
  data: v.pipe(v.array(MadeLink), v.description('One entry for each person, in the order of the request.')),
});
