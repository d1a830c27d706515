import type { EvidenceKey } from '../../../shared/keys/evidence-keys.ts';
import { readEvidenceKeys, toPublishedKeys } from '../../../shared/keys/evidence-keys.ts';
import { spellThumbprint } from '../../../verifier/wording/thumbprint.ts';
import { CommandError } from '../../command-error.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { Result } from '../printing/output.ts';
import { note, toTable } from '../printing/output.ts';

const none = 'No key has signed evidence yet. `evidence add-key` lists that of the stage.';

/** The keys for people and scripts. What people compare is the thumbprint. */
export const showKeys = (keys: readonly EvidenceKey[]): Result => {
  const rows = keys.map(({ kid, stage, arn, usedFrom, usedUntil }) => ({
    ...{ key: kid, stage, usedFrom, usedUntil, thumbprint: spellThumbprint(kid), kms: arn },
  }));
  return toTable(rows, none);
};

export const keys = command(
  'keys',
  'Lists the public keys of evidence with their times of use, for those who verify it',
  'evidence keys --out keys.json --stage prod',
)
  .option('--out <file>', 'write them to a new file, a JWK set, to be published where those find it who doubt')
  .action(
    looks(async ({ table }, { out }) => {
      const keys = await readEvidenceKeys(table);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(none, 'notFound');
        await writeNewFile(out, `${JSON.stringify(toPublishedKeys(keys), undefined, 2)}\n`);
        note(`Written to ${out}`);
      }
      return showKeys(keys);
    }),
  );
