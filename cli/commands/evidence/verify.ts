import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { longestFile } from '../../../verifier/document.ts';
import type { KeptCheckpoint } from '../../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../../verifier/log/checkpoints.ts';
import { CommandError } from '../../errors.ts';
import { refuseReading } from '../../input/values.ts';

/** The file name that means standard input. */
export const standardInput = '-';

/** Reads at most one byte more than the longest allowed file, to detect longer ones. */
const readStart = async (stream: Readable): Promise<Uint8Array> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    length += bytes.length;
    if (length > longestFile) break;
  }
  return Buffer.concat(pieces).subarray(0, longestFile + 1);
};

/**
 * The bytes of a given file, but no more of it than is needed to refuse it.
 *
 * @param file `-` for standard input
 * @throws CommandError usage when it cannot be read
 */
export const readGivenFile = async (file: string): Promise<Uint8Array> => {
  if (file === standardInput) return readStart(process.stdin);
  try {
    const handle = await open(file);
    return await readStart(handle.createReadStream());
  } catch (error) {
    throw refuseReading(file, error);
  }
};

/** A checkpoint that the verifier kept. @throws CommandError usage */
export const readKept = async (file: string): Promise<KeptCheckpoint> => {
  const read = readKeptCheckpoint(new TextDecoder().decode(await readGivenFile(file)), escapeInvisible(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.kept;
};
