import { createHash } from 'node:crypto';
import type { EvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { listEvidenceKey, readEvidenceKeys, setFirstUse } from '../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../shared/identity/keys/evidence-signer.ts';
import type { ConfirmedKey } from '../../shared/log/confirmed-keys.ts';
import { confirmKeys, isConfirmed, openKeyLeaves } from '../../shared/log/confirmed-keys.ts';
import { readPublished, writeKeyFile } from '../../shared/log/key-file.ts';
import { writeNoteKey } from '../../shared/log/note.ts';
import type { Table } from '../../shared/store/table.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import { changes, changingCommand, command, looks, offline } from '../action.ts';
import { CommandError } from '../errors.ts';
import { toTimeSpan } from '../input/values.ts';
import { writeNewFile } from '../output/files.ts';
import type { Result } from '../output/print.ts';
import { note } from '../output/print.ts';
import { toTable } from '../output/rows.ts';
import { lookForLogKey } from '../stage/log-key.ts';
import type { Stage } from '../stage/stage.ts';
import { askForCurrent, askKms, openSigner } from './evidence/kms-key.ts';
import { show } from './evidence/show.ts';
import { verify } from './evidence/verify.ts';

const none = 'No evidence key is listed yet. Run `evidence add-key` to list the key of the stage.';

/** The keys for people and scripts. People compare thumbprints. */
const showKeys = (keys: readonly ConfirmedKey[]): Result => {
  const rows = keys.map(({ kid, stage, arn, usedFrom, confirmedBy, doubt }) => ({
    kid,
    stage,
    usedFrom,
    confirmed: confirmedBy === undefined ? `NOT CONFIRMED: ${doubt}` : `by ${confirmedBy}`,
    thumbprint: formatThumbprint(kid),
    kms: arn,
  }));
  return toTable(
    rows.map(({ kid, ...cells }) => ({ key: kid, ...cells })),
    none,
    rows,
  );
};

/** Warns of keys that nothing shows to be the register's: who writes into the table can list one. */
const warn = (keys: readonly ConfirmedKey[]): void => {
  const doubted = keys.filter((key) => !isConfirmed(key));
  if (doubted.length > 0)
    note(
      `Not confirmed: ${doubted.map(({ kid }) => kid).join(', ')}. Nothing shows that the register signs or signed with it: somebody may have written it into the table. The key file lacks them (docs/operate.md, Confirmed keys).`,
    );
};

/** Reads the listed keys and the key of the log, and what shows that the keys are the register's. */
const readConfirmedKeys = async (table: Table, stage: Stage) => {
  const [listed, found] = await Promise.all([readEvidenceKeys(table), stage.log && lookForLogKey(stage.log)]);
  const signed = stage.log && found && { log: stage.log, key: found.key };
  const leaves = signed && listed.length > 0 ? await openKeyLeaves(signed) : undefined;
  const current = listed.length === 0 ? undefined : await askForCurrent(stage);
  const published = stage.log ? await readPublished(stage.log) : [];
  const keys = await confirmKeys(listed, { current, leaves, published, ask: askKms });
  return { keys, shown: showKeys(keys), warn: () => warn(keys), logKey: found?.key };
};

const keys = command(
  'keys',
  'Lists the public keys of evidence, with their thumbprints and first uses, and what shows that each is the register’s: KMS, or for a former one the key file that the stage publishes',
  'evidence keys --out keys.json --stage prod',
)
  .option(
    '--out <file>',
    'write the key file, a JWK set of the confirmed keys for verifiers, to a new file; publish it',
  )
  .action(
    looks(async ({ table, stage }, { out }) => {
      const { keys, shown, warn, logKey } = await readConfirmedKeys(table, stage);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(none, 'notFound');
        const confirmed = keys.filter(isConfirmed);
        if (confirmed.length === 0)
          throw new CommandError('No key is confirmed, so no key file is written.', 'notFound');
        await writeNewFile(out, writeKeyFile(confirmed, logKey));
        note(`Written to ${out}`);
      }
      if (logKey !== undefined) note(`The key of the log: ${writeNoteKey(logKey)}`);
      warn();
      return shown;
    }),
  );

const page = command(
  'page',
  'Writes verify.html, a page that verifies documents in a browser, without a register or a network',
  'evidence page --out verify.html',
)
  .requiredOption('--out <file>', 'a new file')
  .action(
    offline(async ({ out }) => {
      const { renderEvidencePage } = await import('../../pages/files/evidence-page.ts');
      const text = await renderEvidencePage();
      await writeNewFile(out, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      return {
        data: { file: out, bytes: Buffer.byteLength(text), sha256 },
        text: `Written to ${out}. Publish its SHA-256 too, so that people who get the page from others can check it:\n${sha256}`,
      };
    }),
  );

/** When the key began to sign by the log; undefined if the log does not have it. */
const findInLog = async ({ log }: Stage, { kid, jwk, arn, stage }: EvidenceSigner, now: Date) => {
  const found = log && (await lookForLogKey(log));
  if (log === undefined || found === undefined) return undefined;
  const leaves = await openKeyLeaves({ log, key: found.key });
  return leaves.findFirstUse({ kid, jwk, arn, stage, usedFrom: now.toISOString() });
};

/** Refuses another time than the log has: a list with that time would fit no leaf. @throws CommandError usage */
const refuseOtherTime = (inLog: Date | undefined, since: Since): void => {
  if (inLog === undefined || since === undefined || (inLog >= since.start && inLog <= since.end)) return;
  throw new CommandError(
    `The log has the key since ${inLog.toISOString()}. Give that time, or leave out --since: the command then takes it from the log.`,
    'usage',
  );
};

/** The time that the list must have of the key; undefined if it has the right one. */
const findChange = (listed: EvidenceKey | undefined, inLog: Date | undefined, since: Since, now: Date) => {
  if (listed === undefined) return inLog ?? since?.start ?? now;
  const right = inLog ?? since?.start;
  if (right === undefined) return undefined;
  const isWrong = inLog === undefined ? listed.usedFrom > right.toISOString() : listed.usedFrom !== right.toISOString();
  return isWrong ? right : undefined;
};

const addKey = changingCommand(
  'add-key',
  "Lists the stage's evidence key for verifiers. Needed once for each new key, before `evidence show` can sign with it. If the log has the key already, as after a restore, the list gets its first use from there",
  "evidence add-key --stage prod --reason 'new key'",
)
  .option(
    '--since <time>',
    'after a restore of the table, if the log does not have the key: when it began to sign, which is usedFrom in the published key file',
    toTimeSpan,
  )
  .action(
    changes(async ({ stage, table, now, newChange }, { since }) => {
      if (since !== undefined && since.start > now)
        throw new CommandError('--since is in the future. Give the time when the key began to sign.', 'usage');
      const signer = await openSigner(stage);
      const { kid } = signer;
      const [keys, inLog] = await Promise.all([readEvidenceKeys(table), findInLog(stage, signer, now)]);
      refuseOtherTime(inLog, since);
      const listed = keys.find((key) => key.kid === kid);
      const time = findChange(listed, inLog, since, now);
      if (time === undefined) note('The key is already listed.');
      else {
        const { record } = newChange();
        const isOfNow = inLog === undefined && since === undefined;
        const entries = [record({ kid, ...(!isOfNow && { usedFrom: time.toISOString() }) })];
        if (listed === undefined) await listEvidenceKey(table, signer, time, entries);
        else await setFirstUse(table, kid, time, entries);
      }
      const { shown, warn } = await readConfirmedKeys(table, stage);
      warn();
      return shown;
    }),
  );

export const evidence = command(
  'evidence',
  'Evidence: signed documents that prove one consent each, and that others can verify without this register',
  'evidence show 019a0000000070008000000000000001 --out evidence.json --stage prod',
)
  .addCommand(show)
  .addCommand(verify)
  .addCommand(page)
  .addCommand(keys)
  .addCommand(addKey);

/** What the option says. */
type Since = ReturnType<typeof toTimeSpan> | undefined;
