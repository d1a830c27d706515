import type { LogEntry } from '../../identity/operations-log.ts';
import { parseLogEntry } from '../../identity/operations-log.ts';
import type { Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import type { ErasureQuestions } from './check-erasures.ts';
import { judgeErased, newErasureQuestions } from './check-erasures.ts';
import { checkKeyEnds } from './check-keys.ts';
import { checkLists } from './check-lists.ts';
import { newNoticeCheck } from './check-notices.ts';
import type { RecordCheck, WaitingLeaf } from './check-records.ts';
import { checkRecord } from './check-records.ts';
import { checkTexts } from './check-versions.ts';
import { accountOfConsent } from './elsewhere.ts';
import type { Completed } from './kept-hashes.ts';
import { completeItems } from './kept-hashes.ts';
import { scanEvidence } from './scan-evidence.ts';
import type { Told } from './tell-record.ts';
import { tellRecord } from './tell-record.ts';
import { tryTo } from './try-to.ts';

const flaws = {
  missing: 'the proof that another item keeps for it is gone',
  replaced: 'the proof that another item keeps for it is another one',
} as const;

const idOf = ({ PK, SK }: { readonly PK: string; readonly SK: string }): string =>
  accountOfConsent({ PK, SK }) === undefined ? `${PK} ${SK}` : SK;

/** The events of a record. Undefined if it cannot be read, which is reported. */
const tryToTell = ({ item, flaw }: Completed, { report }: RecordCheck): Told | undefined => {
  const account = accountOfConsent(item);
  if (flaw !== undefined) report({ kind: 'edited', account, id: idOf(item), says: flaws[flaw] });
  try {
    const told = tellRecord(item);
    if (account !== undefined) checkLists(account, item, report);
    checkKeyEnds(item, report);
    return told;
  } catch {
    report({ kind: 'unreadable', account, id: idOf(item) });
    return undefined;
  }
};

/**
 * Asks whether the erasure of a record is listed. What came erased needs no list, unless the log has the consent from
 * before: then somebody replaced it.
 */
const askErased = async (
  { account, id, isErased, cameErased }: Told,
  questions: ErasureQuestions,
  { whole: { leaves } }: RecordCheck,
): Promise<void> => {
  const isExempt = cameErased && leaves.find({ kind: 'recorded', id }) === undefined;
  if (isErased && !isExempt && account !== undefined) await questions.ask({ account, id, at: undefined });
};

/** Marks a damaged record as found. */
const seeDamaged = ({ item }: Completed, { whole }: RecordCheck): void => {
  const id = item.SK.slice(item.SK.lastIndexOf('#') + 1);
  for (const kind of ['recorded', 'revoked', 'erased', 'published', 'operation'] as const)
    whole.leaves.see({ kind, id });
};

/** How many leaves may wait before the log is read again. */
const mostWaiting = 100_000;

interface ReadManner {
  readonly segments: number;
  readonly onRecords: (count: number) => void;
  /** Called with each readable entry of the operations log. */
  readonly onEntry: (entry: LogEntry) => void;
}

/**
 * Reads all records of the log's events and compares them with their leaves.
 *
 * @returns what the log may have received since
 */
export const readRecords = async (
  { table, erasures }: { readonly table: Table; readonly erasures: Table | undefined },
  check: RecordCheck,
  { segments, onRecords, onEntry }: ReadManner,
): Promise<{ readonly records: number; readonly waiting: readonly WaitingLeaf[] }> => {
  const questions = newErasureQuestions(erasures, judgeErased(check.report, 'it is marked as erased'));
  const waiting: WaitingLeaf[] = [];
  const notices = newNoticeCheck(table, check.report);
  let records = 0;
  for await (const page of scanEvidence(table, segments)) {
    for await (const some of completeItems(table, page)) {
      for (const completed of some) {
        const told = tryToTell(completed, check);
        if (told === undefined) seeDamaged(completed, check);
        else {
          const late = checkRecord(told, check);
          if (waiting.length < mostWaiting) waiting.push(...late);
          await askErased(told, questions, check);
        }
        if (told?.events.length !== 0) records += 1;
      }
    }
    await checkTexts(table, page, check.report);
    for (const item of page) {
      const entry = item.PK === keyOf.operation('').PK ? tryTo(parseLogEntry, item) : undefined;
      if (entry === undefined) notices.add(item);
      else for (const add of [notices.addEntry, onEntry]) add(entry);
    }
    onRecords(page.length);
  }
  await questions.finish();
  await notices.finish();
  return { records, waiting };
};
