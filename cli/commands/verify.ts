import { tame } from '../../shared/schema/visible-text.ts';
import type { PublishedKeys } from '../../verifier/published-keys.ts';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { command, offline } from '../command.ts';
import { atOption } from './consent/choice.ts';
import { readGivenFile, standardInput } from './evidence/evidence-file.ts';
import { readAuthority } from './given-authorities.ts';
import { readKept } from './evidence/given-checkpoints.ts';
import { readGivenPolicy } from './evidence/given-policy.ts';
import { concludeVerification, describeVerification } from './verification-view.ts';

const readKeys = async (file: string): Promise<PublishedKeys> => {
  const text = new TextDecoder().decode(await readGivenFile(file));
  const read = await readPublishedKeys(text, tame(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.keys;
};

/** Collects an option that may be repeated. */
const addFile = (file: string, files: readonly string[] = []): readonly string[] => [...files, file];

export const verify = command(
  'verify',
  'Verifies a signed document without a register or a network: prints a line for each check, then the verdict',
  'evidence verify evidence.json --key keys.json --at 2026-11-22',
)
  .argument('<file>', `a document, a page that contains one, or ${standardInput} for standard input`)
  .option(
    '--key <file>',
    `the key file that you trust: from \`evidence keys\`, a JWK, or PEM. Without it the verdict is never valid, and the exit code is ${exitCodes.notFound} at best, as for a document that leaves a doubt`,
  )
  .option('--checkpoint <file>', 'a checkpoint of the log that you kept; can be repeated', addFile)
  .option('--authority <file>', 'PEM certificates of a time-stamp authority that you trust; can be repeated', addFile)
  .option(
    '--policy <file>',
    'the logs and witnesses that you trust, as a C2SP tlog-policy; the key of the log then counts, and checkpoints need its quorum of witnesses',
  )
  .option(...atOption)
  .action(
    offline(async (file, { key, at, policy: policyFile, ...given }) => {
      const { checkpoint = [], authority = [] } = given;
      if ([file, key, policyFile, ...checkpoint, ...authority].filter((each) => each === standardInput).length > 1)
        throw new CommandError(
          'Only one file can come from standard input. Save the others, and give their names.',
          'usage',
        );
      const keys = key === undefined ? undefined : await readKeys(key);
      const checkpoints = await Promise.all(checkpoint.map(readKept));
      const authorities = await Promise.all(authority.map(readAuthority));
      const policy = policyFile === undefined ? undefined : await readGivenPolicy(policyFile);
      const reader = { keys, policy, checkpoints, authorities, at, now: new Date() };
      const verification = await verifyDocument(await readGivenFile(file), reader);
      const { statement: _, ...data } = verification;
      return { data, text: describeVerification(verification), ...concludeVerification(verification) };
    }),
  );
