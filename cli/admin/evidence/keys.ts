import type { EvidenceKey } from '../../../shared/keys/evidence-keys.ts';
import { readEvidenceKeys, toKeySet } from '../../../shared/keys/evidence-keys.ts';
import { writeNoteKey } from '../../../shared/transparency/signed-note.ts';
import { spellThumbprint } from '../../../verifier/wording/thumbprint.ts';
import { CommandError } from '../../command-error.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { Result } from '../printing/output.ts';
import { note, toTable } from '../printing/output.ts';
import { lookForLogKey } from '../stage/log-key.ts';

const none = 'No evidence key is listed yet. Run `evidence add-key` to list the key of the stage.';

/** The keys for people and scripts. People compare thumbprints. */
export const showKeys = (keys: readonly EvidenceKey[]): Result => {
  const rows = keys.map(({ kid, stage, arn, usedFrom, usedUntil }) => ({
    ...{ key: kid, stage, usedFrom, usedUntil, thumbprint: spellThumbprint(kid), kms: arn },
  }));
  return toTable(rows, none);
};

export const keys = command(
  'keys',
  'Lists the public keys of evidence, with their thumbprints and times of use',
  'evidence keys --out keys.json --stage prod',
)
  .option('--out <file>', 'write the key file, a JWK set for verifiers, to a new file; publish it')
  .action(
    looks(async ({ table, stage }, { out }) => {
      const [keys, found] = await Promise.all([readEvidenceKeys(table), stage.log && lookForLogKey(stage.log)]);
      const logKey = found && writeNoteKey(found.key);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(none, 'notFound');
        await writeNewFile(
          out,
          `${JSON.stringify({ ...toKeySet(keys), ...(logKey !== undefined && { logKeys: [logKey] }) }, undefined, 2)}\n`,
        );
        note(`Written to ${out}`);
      }
      if (logKey !== undefined) note(`The key of the log: ${logKey}`);
      return showKeys(keys);
    }),
  );
