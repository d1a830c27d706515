import type { EvidenceKey } from '../../../shared/keys/evidence-keys.ts';
import {
  backdateEvidenceKey,
  isListed,
  listEvidenceKey,
  readEvidenceKeys,
} from '../../../shared/keys/evidence-keys.ts';
import { CommandError } from '../../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { note } from '../printing/output.ts';
import { toTimeSpan } from '../typed/time-span.ts';
import { readConfirmedKeys } from './keys.ts';
import { openSigner } from './kms-key.ts';

const isSince = (keys: readonly EvidenceKey[], kid: string, since: Date): boolean =>
  keys.some((key) => key.kid === kid && key.usedFrom <= since.toISOString());

export const addKey = changingCommand(
  'add-key',
  "Lists the stage's evidence key for verifiers. Needed once for each new key, before `evidence show` can sign with it",
  "evidence add-key --stage prod --reason 'new key'",
)
  .option(
    '--since <time>',
    'after a restore of the table: when the key began to sign, which is usedFrom in the published key file',
    toTimeSpan,
  )
  .action(
    changes(async ({ stage, table, now, newChange }, { since: span }) => {
      const since = span?.start ?? now;
      if (since > now)
        throw new CommandError('--since is in the future. Give the time when the key began to sign.', 'usage');
      const signer = await openSigner(stage);
      const keys = await readEvidenceKeys(table);
      const isThere = isListed(keys, signer, now);
      if (isThere && (span === undefined || isSince(keys, signer.kid, since))) note('The key is already listed.');
      else {
        const { record } = newChange();
        const entries = [record({ kid: signer.kid, ...(span && { usedFrom: since.toISOString() }) })];
        if (isThere) await backdateEvidenceKey(table, signer.kid, since, entries);
        else await listEvidenceKey(table, signer, since, entries);
      }
      const { shown, warn } = await readConfirmedKeys(table, stage);
      warn();
      return shown;
    }),
  );
