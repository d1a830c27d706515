import { tame } from '../../../shared/schema/visible-text.ts';
import type { KeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { readKeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { CommandError } from '../../command-error.ts';
import { readGivenFile } from './evidence-file.ts';

/** A checkpoint that the verifier kept. @throws CommandError usage */
export const readKept = async (file: string): Promise<KeptCheckpoint> => {
  const read = readKeptCheckpoint(new TextDecoder().decode(await readGivenFile(file)), tame(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.kept;
};
