import { Option } from '@commander-js/extra-typings';
import { isSameBytes } from '../../../shared/bytes.ts';
import { provableOf } from '../../../shared/evidence/leaf-statements.ts';
import { proveInLog, searchLog } from '../../../shared/evidence/log-proof.ts';
import type { DocumentLog, LogLeaf, ProvableEvent } from '../../../shared/evidence/log-schema.ts';
import { provableEvents } from '../../../shared/evidence/log-schema.ts';
import { placeLeaf, preimageOf } from '../../../shared/evidence/placed-leaf.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { parseCheckpoint } from '../../../shared/log/checkpoint.ts';
import { writeTlogProof } from '../../../shared/log/proof.ts';
import { isSignedBy, parseNoteKey } from '../../../shared/log/signed-note.ts';
import type { KeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { anyAccountOption, consentArgument, findHoldings } from '../../choose.ts';
import { command, looks } from '../../command.ts';
import { CommandError, exitCodes } from '../../command-error.ts';
import { writeNewPrivateFile } from '../../printing/new-file.ts';
import { toDetails } from '../../printing/output.ts';
import { awaitCheckpoint, needLog } from '../../stage/stage-log.ts';
import { readKept } from '../evidence/evidence-file.ts';

const notYet = (event: ProvableEvent): CommandError =>
  new CommandError(
    `No checkpoint has ${event} of this consent yet. ${awaitCheckpoint} \`consent show\` shows what happened to the consent.`,
    'notFound',
  );

const cannotBe = (event: ProvableEvent, provable: readonly ProvableEvent[]): CommandError =>
  new CommandError(
    `Nothing proves ${event} of this consent: it never was, or what its leaf was made from is erased. What can be proved: ${provable.join(', ')}.`,
    'notFound',
  );

/** The kept checkpoint, if the log signed it and has a leaf in it. @throws CommandError */
const useKept = async ({ key }: DocumentLog, { note, head, whole, whence }: KeptCheckpoint): Promise<string> => {
  const parsed = parseNoteKey(key);
  if (parsed !== undefined && head.origin === parsed.name && (await isSignedBy(note, parsed))) return whole;
  throw new CommandError(`${whence} is not a checkpoint of this log: its key did not sign it.`, 'usage');
};

const noLeafIn = ({ head, whence }: KeptCheckpoint): CommandError =>
  new CommandError(
    `${whence} is a checkpoint of ${head.size} leaves, and the log had this event only later.`,
    'notFound',
  );

/** Without the leaves of other versions of the notice. */
const ofVersion = (log: DocumentLog, versionId: string): DocumentLog => ({
  ...log,
  leaves: log.leaves.filter((leaf) => leaf.event !== 'notice.published' || leaf.versionId === versionId),
});

/** The leaf with the checkpoint that has it: the reader's, or the first. @throws CommandError */
const choose = async (
  log: DocumentLog,
  event: ProvableEvent,
  kept: KeptCheckpoint | undefined,
): Promise<{ readonly leaf: LogLeaf; readonly note: string }> => {
  const leaves = log.leaves.filter((leaf) => leaf.event === event);
  if (leaves.length === 0) throw notYet(event);
  if (kept !== undefined) {
    const note = await useKept(log, kept);
    const leaf = leaves.find(({ size }) => size === kept.head.size);
    if (leaf === undefined) throw noLeafIn(kept);
    return { leaf, note };
  }
  for (const leaf of leaves.toSorted((one, other) => one.size - other.size))
    for (const { note } of log.checkpoints) if (parseCheckpoint(note)?.size === leaf.size) return { leaf, note };
  throw notYet(event);
};

/** @throws CommandError finding when the record is not what the log has */
const write = async (leaf: LogLeaf, note: string, statement: Statement): Promise<string> => {
  const [{ root }, extra] = await Promise.all([placeLeaf(leaf, statement), preimageOf(leaf, statement)]);
  const head = parseCheckpoint(note);
  if (root === undefined || extra === undefined || head === undefined || !isSameBytes(root, head.root))
    throw new CommandError('The record is not what the log has. `log verify` says what differs.', 'finding');
  return writeTlogProof({ index: leaf.index, path: leaf.path, extra, note });
};

export const prove = command(
  'prove',
  `Writes a C2SP tlog-proof: that the log has an event of a consent, for software that knows the log but not this register. Exit code ${exitCodes.finding} if the record differs from what the log has`,
  'log prove 019a0000000070008000000000000001 --out consent.tlog-proof --stage prod',
)
  .argument(...consentArgument)
  .requiredOption(
    '--out <file>',
    'a new file. It has what the leaf was made from, which is personal; of a leaf that was taken in, only the hash',
  )
  .addOption(
    new Option('--event <event>', 'the event (default: that the consent was given, or erased)').choices(provableEvents),
  )
  .option(
    '--checkpoint <file>',
    'a checkpoint that you kept, to prove the event in it (default: the first with the event)',
  )
  .option(...anyAccountOption)
  .action(
    looks(async ({ stage, table, now }, id, { out, event: given, checkpoint, account: chosen }) => {
      const log = needLog(stage);
      const kept = checkpoint === undefined ? undefined : await readKept(checkpoint);
      const holdings = await findHoldings(table, id, chosen);
      const { account, consent, ...versions } = holdings;
      const statement = toStatement(holdings, now, undefined);
      const provable: readonly ProvableEvent[] = [...provableOf(statement), 'notice.published'];
      const [first = 'consent.recorded'] = provable;
      const event = given ?? first;
      if (!provable.includes(event)) throw cannotBe(event, provable);
      const found = await searchLog(log, { accountId: account.id, consent, versions });
      const proved = await proveInLog(log, found, kept?.head.size);
      if (proved === undefined) throw notYet(event);
      const { leaf, note } = await choose(ofVersion(proved, consent.versionId), event, kept);
      await writeNewPrivateFile(out, await write(leaf, note, statement));
      return toDetails({ file: out, event, leaf: leaf.index, size: leaf.size, key: proved.key });
    }),
  );
