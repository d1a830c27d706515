import { parseJsonRecord } from './our-line.ts';
import type { Supplied, Supply } from './supply.ts';

/** A record that was not imported, with the reasons. */
export interface Rejected {
  readonly line: number;
  readonly file?: string;
  readonly reasons: readonly string[];
}

/** The most rejected lines that the command prints; the file has all. */
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

/** The record with its line and reason in front, as two more columns or as a member; an import ignores them. */
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

/** The header of a CSV file, with those two columns. A file rejected before has them twice. */
export const formatHeader = ({ delimiter }: Supply, { raw }: Supplied): string =>
  `${['rejected_line', 'rejected_reason', raw].join(delimiter)}\n`;
