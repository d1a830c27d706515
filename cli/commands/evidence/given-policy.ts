import { tame } from '../../../shared/schema/visible-text.ts';
import type { Policy } from '../../../verifier/log/policy.ts';
import { readPolicy } from '../../../verifier/log/policy.ts';
import { CommandError } from '../../command-error.ts';
import { readGivenFile } from './evidence-file.ts';

/** The policy for logs that the verifier trusts. @throws CommandError usage */
export const readGivenPolicy = async (file: string): Promise<Policy> => {
  const read = readPolicy(await readGivenFile(file), tame(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.policy;
};
