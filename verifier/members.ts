import * as v from 'valibot';
import { partNames, statementFormat } from '../shared/evidence/statement-format.ts';
import { Statement } from '../shared/evidence/statement-schema.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';
import type { Check, Place } from './verification.ts';
import { fails, holds } from './verification.ts';

/** Of a statement the members that were found wrong at once; more would hide the first. */
const mostNamed = 5;
const longestName = 100;

const placeOf = (path: readonly string[]): Place => {
  const [first = ''] = path;
  if (first === 'hashes') return 'hashes';
  return partNames.find((name) => name === first) ?? 'statement';
};

/** Paths of members that a value has and a copy of it, which a schema made, has not, or has as an object where the value has a list. */
export const findUnread = (given: unknown, read: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (Array.isArray(given))
    return Array.isArray(read) ? given.flatMap((item, i) => findUnread(item, read[i], [...path, String(i)])) : [path];
  if (!isMap(given)) return [];
  return Object.keys(given).flatMap((name) =>
    isMap(read) && Object.hasOwn(read, name) ? findUnread(given[name], read[name], [...path, name]) : [[...path, name]],
  );
};

/** Names of members come from the file: they are shown as they are harmless, and not for long. */
const nameMember = (path: readonly string[]): string => {
  const text = tame(path.join('.'));
  return path.length === 0
    ? 'The statement'
    : `"${text.length > longestName ? `${text.slice(0, longestName)}…` : text}"`;
};

/** Paths of numbers that other languages may read as another number (RFC 8259, section 6). */
const findInexact = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findInexact(member, [...path, name]));
};

const failAt = (path: readonly string[], says: string): Check =>
  fails('members', placeOf(path), `${nameMember(path)} ${says}`);

const faultOf = (issue: v.BaseIssue<unknown>): Check => {
  const path = (issue.path ?? []).map(({ key }) => String(key));
  if (issue.expected === 'never') return failAt(path, 'is a member that the format does not have.');
  if (issue.received === 'undefined') return failAt(path, 'is missing.');
  return failAt(path, 'is not what the format has there.');
};

/** The statement, where its members are exactly those of the format. */
export interface Read {
  readonly statement?: Statement;
  readonly checks: readonly Check[];
}

const refuse = (checks: readonly Check[]): Read => ({ checks: checks.slice(0, mostNamed) });

/** Whether the value says that it is of a format, and which. */
const otherFormat = (value: unknown): string | undefined =>
  isMap(value) && typeof value.format === 'string' && value.format !== statementFormat ? value.format : undefined;

/**
 * Reads a statement by its schema. A schema lets members pass that have the name of something that every object inherits, such as
 * `constructor`, and takes a list for an object: so what was read must be the whole of what was given. Of a statement that is not of the form
 * the first fault is told: a file may have millions, and more than memory holds.
 */
export const readStatement = (value: unknown): Read => {
  const format = otherFormat(value);
  if (format !== undefined)
    return refuse([
      fails(
        'members',
        'statement',
        `The statement is of the format "${tame(format.slice(0, longestName))}", and this verifier knows only "${statementFormat}". Verify it with a newer one: that of the register that signed it.`,
      ),
    ]);
  const result = v.safeParse(Statement, value, { abortEarly: true });
  if (!result.success) return refuse(result.issues.map(faultOf));
  const unread = findUnread(value, result.output);
  if (unread.length > 0) return refuse(unread.map((path) => failAt(path, 'is not what the format has there.')));
  const inexact = findInexact(value);
  if (inexact.length > 0)
    return refuse(inexact.map((path) => failAt(path, 'is no whole number that is exact everywhere.')));
  return {
    statement: result.output,
    checks: [holds('members', 'statement', 'The statement has all members of the format, and no others.')],
  };
};
