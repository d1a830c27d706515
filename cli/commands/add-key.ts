import type { EvidenceSigner } from '../../shared/identity/keys/evidence-key.ts';
import type { EvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { isListed, listEvidenceKey, readEvidenceKeys, setFirstUse } from '../../shared/identity/keys/evidence-keys.ts';
import { CommandError } from '../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { note } from '../printing/output.ts';
import { lookForLogKey } from '../stage/log-key.ts';
import type { Stage } from '../stage/stage.ts';
import { toTimeSpan } from '../typed/time-span.ts';
import { openKeyLeaves } from './evidence/key-leaves.ts';
import { readConfirmedKeys } from './keys.ts';
import { openSigner } from './evidence/kms-key.ts';

/** What the option says. */
type Since = ReturnType<typeof toTimeSpan> | undefined;

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

export const addKey = changingCommand(
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
      const listed = isListed(keys, signer, now) ? keys.find((key) => key.kid === kid) : undefined;
      const time = findChange(listed, inLog, since, now);
      if (time === undefined) note('The key is already listed.');
      else {
        const { record } = newChange();
        const isOfNow = inLog === undefined && since === undefined;
        const entries = [record({ kid, ...(!isOfNow && { usedFrom: time.toISOString() }) })];
        const isBack = listed === undefined && keys.some((key) => key.kid === kid);
        if (listed === undefined) await listEvidenceKey(table, signer, isBack ? now : time, entries);
        else await setFirstUse(table, kid, time, entries);
      }
      const { shown, warn } = await readConfirmedKeys(table, stage);
      warn();
      return shown;
    }),
  );
