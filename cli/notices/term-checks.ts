import { isMap } from '../../shared/schema/scalar.ts';
import { findLineProblem } from './one-line.ts';

/** Finds what is wrong with a value; `what` is what it is called in a sentence. */
export type Check = (value: unknown, what: string) => string[];

export const holds =
  (isRight: (value: unknown) => boolean, rule: string): Check =>
  (value, what) =>
    isRight(value) ? [] : [`${what} ${rule}`];

export const line: Check = (value, what) => {
  const problem = findLineProblem(value, what);
  return problem === undefined ? [] : [problem];
};

/** A line of a certain form. */
export const lineLike =
  (isRight: (text: string) => boolean, rule: string): Check =>
  (value, what) => {
    const problems = line(value, what);
    return problems.length > 0 || isRight(String(value)) ? problems : [`${what} ${rule}`];
  };

/** A word by which something is known elsewhere. */
export const word = (pattern: RegExp, meaning: string): Check =>
  lineLike((text) => pattern.test(text), `must be ${meaning}.`);

export const isTrueOrFalse = holds((value) => typeof value === 'boolean', 'must be true or false.');

/** Of an object with a name. */
export const membersOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, what) => {
    if (!isMap(value)) return [`${what} must be an object, as in { "name": "…" }.`];
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
export const listOf =
  (one: string, check: Check): Check =>
  (value, what) => {
    if (!Array.isArray(value)) return [`${what} must be a list, as in [{ "name": "…" }].`];
    if (value.length === 0) return [`${what} is empty; name one, or leave it out.`];
    return value.flatMap((item: unknown, i) => check(item, `${one} ${i + 1}`));
  };
