import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { LineDigest } from '../../../../shared/consents/exchange/line-digest.ts';
import { digestAlgorithm, newLineDigest } from '../../../../shared/consents/exchange/line-digest.ts';
import type { ExportedFile, Inventory } from '../../../../shared/consents/exchange/manifest.ts';
import { consentsPattern, exportFiles } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { refuseReading } from '../../../typed-values.ts';
import { newCutter } from './kept-lines.ts';

const chunkBytes = 1024 * 1024;

/** What is counted from a consent's line. */
const Counted = v.object({
  time: v.string(),
  revokeTime: v.nullable(v.string()),
  eraseTime: v.nullable(v.string()),
  imported: v.nullable(v.object({})),
});

/** Counts lines by the kind of their file. */
const newTally = () => {
  const counts = { consents: 0, revoked: 0, erased: 0, imported: 0, noticeVersions: 0, projects: 0 };
  const times: { first: string | null; last: string | null } = { first: null, last: null };
  const addConsent = (line: Buffer): void => {
    const { time, revokeTime, eraseTime, imported } = v.parse(Counted, JSON.parse(line.toString()));
    counts.consents += 1;
    if (revokeTime !== null) counts.revoked += 1;
    if (eraseTime !== null) counts.erased += 1;
    if (imported !== null) counts.imported += 1;
    if (times.first === null || time < times.first) times.first = time;
    if (times.last === null || time > times.last) times.last = time;
  };
  const add = (name: string, line: Buffer): void => {
    if (consentsPattern.test(name)) addConsent(line);
    else if (name === exportFiles.notices) counts.noticeVersions += 1;
    else if (name === exportFiles.projects) counts.projects += 1;
  };
  return { counts, times, add };
};

const damaged = (file: string, why: string): CommandError =>
  new CommandError(`${tame(file)} is damaged: ${why}.`, 'finding');

const readLines = async (file: string, name: string, onLine: (line: Buffer) => void): Promise<ExportedFile> => {
  const hash = createHash('sha256');
  const cutter = newCutter(onLine);
  let [bytes, lines] = [0, 0];
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      hash.update(chunk);
      bytes += chunk.length;
      lines += cutter.cut(chunk);
    }
  } catch (error) {
    if (error instanceof SyntaxError || v.isValiError(error))
      throw damaged(file, `the line after line ${lines} is incomplete`);
    throw refuseReading(file, error);
  }
  if (cutter.hasRest()) throw damaged(file, 'it ends in the middle of a line');
  return { name, bytes, lines, sha256: hash.digest('hex') };
};

const nothing = (): void => {};

/**
 * Reads the files of an export from disk, and reports what they hold.
 *
 * @param onLines gets the number of JSON lines read, now and then
 * @throws CommandError usage when a file cannot be read; finding when one is damaged
 */
export const takeInventory = async (
  folder: string,
  names: readonly string[],
  onLines: (count: number) => void = nothing,
): Promise<Inventory> => {
  const tally = newTally();
  const digest: LineDigest = newLineDigest();
  const files: ExportedFile[] = [];
  for (const name of names) {
    const onLine = (line: Buffer): void => {
      digest.add(line);
      tally.add(name, line);
      onLines(1);
    };
    files.push(await readLines(join(folder, name), name, name.endsWith('.jsonl') ? onLine : nothing));
  }
  const { counts, times } = tally;
  return { counts, times, files, digest: { algorithm: digestAlgorithm, value: digest.toHex() } };
};
