import { readFile } from 'node:fs/promises';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { KeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { readKeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { CommandError } from '../../command-error.ts';
import { refuseReading } from '../../typed/file-reading.ts';

/** A checkpoint in a file, from which proofs are made. @throws CommandError usage */
export const readGivenCheckpoint = async (file: string): Promise<KeptCheckpoint> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw refuseReading(file, error);
  });
  const read = readKeptCheckpoint(text, tame(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.kept;
};
