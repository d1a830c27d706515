import { isListed, listEvidenceKey, readEvidenceKeys } from '../../../shared/keys/evidence-keys.ts';
import { changes, changingCommand } from '../command.ts';
import { note } from '../printing/output.ts';
import { showKeys } from './keys.ts';
import { openSigner } from './kms-key.ts';

export const addKey = changingCommand(
  'add-key',
  'Lists the evidence key of the stage, from now on; the first call of evidence/get does so too',
  "evidence add-key --stage prod --reason 'new key'",
).action(
  changes(async ({ stage, table, now, newChange }) => {
    const signer = await openSigner(stage);
    if (isListed(await readEvidenceKeys(table), signer, now)) note('It is listed already.');
    else {
      const { record } = newChange();
      await listEvidenceKey(table, signer, now, [record({ kid: signer.kid })]);
    }
    return showKeys(await readEvidenceKeys(table));
  }),
);
