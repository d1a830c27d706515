import * as v from 'valibot';
import { NoticeTerms } from '../../shared/notices/terms.ts';
import { isMap } from '../../shared/schema/scalar.ts';
import { findLineProblem } from './one-line.ts';

/** Finds what is wrong with a value; `what` is what it is called in a sentence. */
type Check = (value: unknown, what: string) => string[];

const holds =
  (isRight: (value: unknown) => boolean, rule: string): Check =>
  (value, what) =>
    isRight(value) ? [] : [`${what} ${rule}`];

const line: Check = (value, what) => {
  const problem = findLineProblem(value, what);
  return problem === undefined ? [] : [problem];
};

/** A line of a certain form. */
const lineLike =
  (isRight: (text: string) => boolean, rule: string): Check =>
  (value, what) => {
    const problems = line(value, what);
    return problems.length > 0 || isRight(String(value)) ? problems : [`${what} ${rule}`];
  };

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

/** Of an object with a name. */
const membersOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, what) => {
    if (!isMap(value)) return [`${what} must be an object, as in { "name": "Demo Shop" }.`];
    const given = Object.keys(value);
    const all = Object.keys(checks).join(', ');
    return [
      ...(given.includes('name') ? [] : [`${what} has no name; write one.`]),
      ...given.flatMap((member) => {
        const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
        if (check === undefined) return [`${what} has ${JSON.stringify(member)}, but there are only ${all}.`];
        return check(value[member], `${member} of ${what}`);
      }),
    ];
  };

/** Of a list; `one` is what its items are called. */
const listOf =
  (one: string, check: Check): Check =>
  (value, what) => {
    if (!Array.isArray(value)) return [`${what} must be a list, as in [{ "name": "…" }].`];
    if (value.length === 0) return [`${what} is empty; name one, or leave it out.`];
    return value.flatMap((item: unknown, i) => check(item, `${one} ${i + 1}`));
  };

const party = membersOf({
  name: line,
  address: line,
  contact: line,
  email: lineLike((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'must look like privacy@shop.example.'),
  phone: lineLike((text) => /\d{3}/.test(text.replace(/\D/g, '')), 'must have a number, such as +39 055 123456.'),
  url: lineLike(isWebAddress, 'must be a whole address, such as https://shop.example/privacy.'),
});

const purpose = membersOf({
  name: line,
  type: lineLike(
    (text) => /^[A-Z][A-Za-z0-9]*$/.test(text),
    'must be one word, a purpose of the Data Privacy Vocabulary (https://w3id.org/dpv), such as Marketing.',
  ),
});

/** The smallest `retentionDays` is 1: 0 would mean at once, while that of `validityDays` means without limit. */
const checks: Readonly<Record<keyof typeof NoticeTerms.entries, Check>> = {
  askAgain: holds((value) => typeof value === 'boolean', 'must be true or false.'),
  retentionDays: holds(
    (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    'must be a whole number of 1 or more; leave it out to keep consents without a limit.',
  ),
  controller: party,
  purposes: listOf('purpose', purpose),
  recipients: listOf('recipient', party),
};

/** The members of `notice.json` that are terms, in the order in which they are always written. */
export const termNames: readonly string[] = Object.keys(checks);

/** The terms of a `notice.json` with all that is wrong with them. To say that it does not ask again is to say nothing. */
export const readTerms = (
  given: Readonly<Record<string, unknown>>,
): { readonly terms: NoticeTerms; readonly problems: readonly string[] } => {
  const problems = Object.entries(checks).flatMap(([name, check]) =>
    Object.hasOwn(given, name) ? check(given[name], name) : [],
  );
  if (problems.length > 0) return { terms: {}, problems };
  const { askAgain = false, ...terms } = v.parse(NoticeTerms, given);
  return { terms: { ...(askAgain && { askAgain }), ...terms }, problems };
};
