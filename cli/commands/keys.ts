import { readEvidenceKeys, toKeySet } from '../../shared/identity/keys/evidence-keys.ts';
import type { Table } from '../../shared/store/client.ts';
import { writeNoteKey } from '../../shared/log/signed-note.ts';
import { spellThumbprint } from '../../verifier/thumbprint.ts';
import { CommandError } from '../command-error.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { Result } from '../printing/output.ts';
import { note, toTable } from '../printing/output.ts';
import { lookForLogKey } from '../stage/log-key.ts';
import type { Stage } from '../stage/stage.ts';
import type { ConfirmedKey } from './evidence/confirmed-keys.ts';
import { confirmKeys } from './evidence/confirmed-keys.ts';
import { openKeyLeaves } from './evidence/key-leaves.ts';

const none = 'No evidence key is listed yet. Run `evidence add-key` to list the key of the stage.';

/** The keys for people and scripts. People compare thumbprints. */
const showKeys = (keys: readonly ConfirmedKey[]): Result => {
  const rows = keys.map(({ kid, stage, arn, usedFrom, usedUntil, confirmedBy, doubt }) => ({
    ...{ key: kid, stage, usedFrom, usedUntil },
    confirmed: confirmedBy === undefined ? `NOT CONFIRMED: ${doubt}` : `by ${confirmedBy}`,
    ...{ thumbprint: spellThumbprint(kid), kms: arn },
  }));
  return toTable(rows, none);
};

/** Warns of keys that nothing shows to be the register's: who writes into the table can list one. */
const warn = (keys: readonly ConfirmedKey[]): void => {
  const doubted = keys.filter(({ confirmedBy }) => confirmedBy === undefined);
  if (doubted.length > 0)
    note(
      `Not confirmed: ${doubted.map(({ kid }) => kid).join(', ')}. Nothing shows that the register signs or signed with it: somebody may have written it into the table (docs/people.md, Signed evidence).`,
    );
};

/** Reads the listed keys and the key of the log, and what shows that the keys are the register's. */
export const readConfirmedKeys = async (table: Table, stage: Stage) => {
  const [listed, found] = await Promise.all([readEvidenceKeys(table), stage.log && lookForLogKey(stage.log)]);
  const signed = stage.log && found && { log: stage.log, key: found.key };
  const leaves = signed && listed.length > 0 ? await openKeyLeaves(signed) : undefined;
  const keys = await confirmKeys(listed, stage, leaves);
  return { keys, shown: showKeys(keys), warn: () => warn(keys), logKey: found && writeNoteKey(found.key) };
};

export const keys = command(
  'keys',
  'Lists the public keys of evidence, with their thumbprints and times of use, and what shows that each is the register’s: KMS for the current one, the log for a former one',
  'evidence keys --out keys.json --stage prod',
)
  .option('--out <file>', 'write the key file, a JWK set for verifiers, to a new file; publish it')
  .action(
    looks(async ({ table, stage }, { out }) => {
      const { keys, shown, warn, logKey } = await readConfirmedKeys(table, stage);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(none, 'notFound');
        const set = toKeySet(keys.filter(({ isSound }) => isSound));
        await writeNewFile(
          out,
          `${JSON.stringify({ ...set, ...(logKey !== undefined && { logKeys: [logKey] }) }, undefined, 2)}\n`,
        );
        note(`Written to ${out}`);
      }
      if (logKey !== undefined) note(`The key of the log: ${logKey}`);
      warn();
      return shown;
    }),
  );
