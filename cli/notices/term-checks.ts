import { isMap } from '../../shared/schema/scalar.ts';
import { findLineProblem } from './one-line.ts';

/** Finds what is wrong with a value; `what` names it in a sentence. */
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

/** A word that identifies something in an external vocabulary. */
export const word = (pattern: RegExp, meaning: string): Check =>
  lineLike((text) => pattern.test(text), `must be ${meaning}.`);

export const isTrueOrFalse = holds((value) => typeof value === 'boolean', 'must be true or false.');

/** An object with a name. */
export const membersOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, what) => {
    if (!isMap(value)) return [`${what} must be an object, as in { "name": "…" }.`];
    const given = Object.keys(value);
    const all = Object.keys(checks).join(', ');
    return [
      ...(given.includes('name') ? [] : [`${what} has no name. Write one.`]),
      ...given.flatMap((member) => {
        const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
        if (check === undefined)
          return [`${what} has the unknown member ${JSON.stringify(member)}. The members are ${all}.`];
        return check(value[member], `${member} of ${what}`);
      }),
    ];
  };

/** A list; `one` names its items. */
export const listOf =
  (one: string, check: Check): Check =>
  (value, what) => {
    if (!Array.isArray(value)) return [`${what} must be a list, as in [{ "name": "…" }].`];
    if (value.length === 0) return [`${what} is empty. Add an item, or leave it out.`];
    return value.flatMap((item: unknown, i) => check(item, `${one} ${i + 1}`));
  };
