import * as v from 'valibot';
import { partNames, statementFormat } from '../shared/evidence/statement-format.ts';
import { Statement } from '../shared/evidence/statement-schema.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';
import type { Check, Place } from './verification.ts';
import { fails, holds } from './verification.ts';

/** At most this many wrong members are reported; more would hide the first. */
const mostNamed = 5;
const longestName = 100;

const placeOf = (path: readonly string[]): Place => {
  const [first = ''] = path;
  if (first === 'hashes') return 'hashes';
  return partNames.find((name) => name === first) ?? 'statement';
};

/** Paths of members of a value that are missing from the schema's copy of it, or that are an object there and a list in the value. */
export const findUnread = (given: unknown, read: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (Array.isArray(given))
    return Array.isArray(read) ? given.flatMap((item, i) => findUnread(item, read[i], [...path, String(i)])) : [path];
  if (!isMap(given)) return [];
  return Object.keys(given).flatMap((name) =>
    isMap(read) && Object.hasOwn(read, name) ? findUnread(given[name], read[name], [...path, name]) : [[...path, name]],
  );
};

/** Names of members come from the file, so they are shown with harmless characters and shortened. */
const nameMember = (path: readonly string[]): string | null => {
  const text = tame(path.join('.'));
  if (path.length === 0) return null;
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
};

/** Paths of numbers that other languages may read as a different number (RFC 8259, section 6). */
const findInexact = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => findInexact(member, [...path, name]));
};

type MemberFault = 'member-unknown' | 'member-missing' | 'member-form' | 'member-inexact';

const failAt = (path: readonly string[], fault: MemberFault): Check =>
  fails('members', placeOf(path), [fault, { member: nameMember(path) }]);

const faultOf = (issue: v.BaseIssue<unknown>): Check => {
  const path = (issue.path ?? []).map(({ key }) => String(key));
  if (issue.expected === 'never') return failAt(path, 'member-unknown');
  if (issue.received === 'undefined') return failAt(path, 'member-missing');
  return failAt(path, 'member-form');
};

/** The statement, if its members are exactly those of the format. */
export interface Read {
  readonly statement?: Statement;
  readonly checks: readonly Check[];
}

const refuse = (checks: readonly Check[]): Read => ({ checks: checks.slice(0, mostNamed) });

/** The format that the value names, if it is a different one. */
const otherFormat = (value: unknown): string | undefined =>
  isMap(value) && typeof value.format === 'string' && value.format !== statementFormat ? value.format : undefined;

/**
 * Reads a statement by its schema. The schema ignores members named like inherited ones, such as `constructor`, and accepts a list as an object.
 * So the copy that it made must equal the value. Only the first fault is reported: a file may have millions, more than memory holds.
 */
export const readStatement = (value: unknown): Read => {
  const format = otherFormat(value);
  if (format !== undefined)
    return refuse([
      fails('members', 'statement', [
        'members-newer',
        { given: tame(format.slice(0, longestName)), format: statementFormat },
      ]),
    ]);
  const result = v.safeParse(Statement, value, { abortEarly: true });
  if (!result.success) return refuse(result.issues.map(faultOf));
  const unread = findUnread(value, result.output);
  if (unread.length > 0) return refuse(unread.map((path) => failAt(path, 'member-form')));
  const inexact = findInexact(value);
  if (inexact.length > 0) return refuse(inexact.map((path) => failAt(path, 'member-inexact')));
  return {
    statement: result.output,
    checks: [holds('members', 'statement', ['members-ok'])],
  };
};
