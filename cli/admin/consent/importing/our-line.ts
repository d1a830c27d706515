import * as v from 'valibot';
import { ConsentLine } from '../../../../shared/exchange/consent-line.ts';
import { explainIssues } from '../../../../shared/exchange/line-faults.ts';
import { isMap } from '../../../../shared/schema/scalar.ts';
import type { Mapped } from './map-record.ts';

/** The record of a line of JSON, less what a rejected line says of itself; undefined where it is none. */
export const parseJsonRecord = (raw: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(raw);
    if (!isMap(value)) return undefined;
    const { rejected: _, ...record } = value;
    return record;
  } catch {
    return undefined;
  }
};

/** A consent as a register exported it. */
export const parseOurLine = (raw: string): Mapped => {
  const record = parseJsonRecord(raw);
  if (record === undefined) return { faults: ['It is no object of JSON.'] };
  const { success, output, issues } = v.safeParse(ConsentLine, record);
  return success ? { line: output } : { faults: explainIssues(issues) };
};
