import { parseJsonRecord } from './our-line.ts';
import type { Supplied, Supply } from './supply.ts';

/** A record that was not imported, and why. */
export interface Rejected {
  readonly line: number;
  readonly file?: string;
  readonly reasons: readonly string[];
}

/** How many rejected lines the command prints; the file has them all. */
export const toldLines = 10_000;

export const toRejected = ({ line, file }: Supplied, reasons: readonly string[]): Rejected => ({
  line,
  ...(file !== undefined && { file }),
  reasons,
});

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const mark = (record: object, rejected: Rejected): object => {
  const { rejected: was, ...others }: { readonly rejected?: unknown } = record;
  return { rejected: was === undefined ? rejected : { ...rejected, was }, ...others };
};

/** The record with its line and its reason before it, as two more columns or as a member, which an import passes over. */
export const formatRejected = (
  { rejected: form, delimiter }: Supply,
  { raw }: Supplied,
  rejected: Rejected,
): string => {
  if (form === 'csv') {
    return `${[String(rejected.line), quote(rejected.reasons.join(' ')), raw].join(delimiter)}\n`;
  }
  const record = parseJsonRecord(raw);
  return `${JSON.stringify(record === undefined ? { rejected: { ...rejected, text: raw } } : mark(record, rejected))}\n`;
};

/** The header of a CSV file, with the names of those columns. Of a file that was rejected before, they stand twice. */
export const formatHeader = ({ delimiter }: Supply, { raw }: Supplied): string =>
  `${['rejected_line', 'rejected_reason', raw].join(delimiter)}\n`;
