import * as v from 'valibot';
import { attempt } from '../../../../shared/attempt.ts';
import { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { explainIssues } from '../../../../shared/consents/exchange/line-faults.ts';
import { isMap } from '../../../../shared/schema/scalar.ts';
import type { Mapped } from './map-record.ts';

/** Matches text that may hold a number too long for JavaScript. */
const manyDigits = /\d{16}/;

/** Keeps as text a whole number that would lose digits: ids of other software can have 64 bits. */
const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;

const parse = (raw: string): unknown => (manyDigits.test(raw) ? JSON.parse(raw, keepDigits) : JSON.parse(raw));

/** What a rejected line says about its rejection. If other software has a member of this name, it is kept as `was`. */
const Rejection = v.object({ line: v.number(), reasons: v.array(v.string()), was: v.optional(v.unknown()) });

/** Levels of a record at most. Functions of the platform that write JSON recurse, and end with their stack. */
const mostLevels = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** The record in a line of JSON, without its rejection; undefined if there is no record, or too deep a one. */
export const parseJsonRecord = (raw: string): object | undefined => {
  try {
    const value = parse(raw);
    if (!isMap(value) || isDeeper(value, mostLevels)) return undefined;
    if (!v.is(Rejection, value.rejected)) return value;
    const { rejected, ...record } = value;
    return rejected.was === undefined ? record : { ...record, rejected: rejected.was };
  } catch {
    return undefined;
  }
};

/** What is wrong with a line in which no record was found. */
export const explainNoRecord = (raw: string): Mapped => {
  const isRecord = attempt(() => isMap(JSON.parse(raw))) ?? false;
  return {
    faults: [isRecord ? `The line is nested more than ${mostLevels} levels deep.` : 'The line is not a JSON object.'],
  };
};

/** A consent as a register exported it. */
export const parseOurLine = (raw: string): Mapped => {
  const record = parseJsonRecord(raw);
  if (record === undefined) return explainNoRecord(raw);
  const { success, output, issues } = v.safeParse(ConsentLine, record);
  return success ? { line: output } : { faults: explainIssues(issues) };
};
