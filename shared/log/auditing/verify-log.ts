import { attempt } from '../../attempt.ts';
import { toChunks } from '../../chunks.ts';
import type { StoredConsent } from '../../consents/consent.ts';
import { parseConsent } from '../../consents/consent.ts';
import { takenByErasure } from '../../consents/erased-form.ts';
import { findableValues } from '../../consents/evidence.ts';
import { consentIndexes } from '../../consents/indexes.ts';
import { listConsent } from '../../consents/new-consent.ts';
import { openUserData } from '../../consents/opened-consent.ts';
import { parseLogEntry } from '../../identity/operations-log.ts';
import { longestErasure } from '../../lifetimes.ts';
import { measureContent } from '../../notices/new-version.ts';
import { parseNoticeVersion } from '../../notices/notice.ts';
import { parseNoticeText } from '../../notices/text.ts';
import type { Item, Table } from '../../store/client.ts';
import { batchGet } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { listSetAside } from '../feeding.ts';
import type { NoteKey } from '../signed-note.ts';
import { checkCheckpoints, checkName, readHeld } from './check-checkpoints.ts';
import type { ErasureQuestions } from './check-erasures.ts';
import { checkGone, judgeErased, newErasureQuestions } from './check-erasures.ts';
import type { KeptCheckpoint } from './check-kept.ts';
import { checkAnchored, checkKept, readKept } from './check-kept.ts';
import { judgeLeafItems, readLeafItems } from './check-leaf-items.ts';
import { newNoticeCheck } from './check-notices.ts';
import type { RecordCheck, WaitingLeaf } from './check-records.ts';
import { checkRecord, compareLeaf } from './check-records.ts';
import type { Report } from './finding.ts';
import { newLeafTimes } from './leaf-times.ts';
import { readPieces } from './read-pieces.ts';
import { readWholeLog } from './read-whole-log.ts';
import type { RecordLeaves } from './record-leaves.ts';
import { accountOfConsent, toRecordLeaves } from './record-leaves.ts';
import type { KeyedItem } from './scan-evidence.ts';
import { accountOf, isVersion, scanEvidence } from './scan-evidence.ts';

/** Everything that is compared with each other. */
export interface Audited {
  readonly table: Table;
  readonly log: Table;
  /** Undefined if the register has no erasures table yet. */
  readonly erasures: Table | undefined;
  /** Checkpoints that were kept elsewhere. */
  readonly kept: AsyncIterable<KeptCheckpoint> | Iterable<KeptCheckpoint>;
  /** Whether the anchors are among them. If so, each checkpoint must be anchored, even if no anchor exists. */
  readonly isAnchored: boolean;
  /** The key that verifies the checkpoints. */
  readonly key: NoteKey;
}

export interface AuditManner {
  readonly segments: number;
  /** Milliseconds by which the log may lag behind the table. */
  readonly lag: number;
  readonly report: Report;
  readonly onLeaves: (count: number) => void;
  readonly onRecords: (count: number) => void;
  readonly clock?: () => Date;
}

/** What was checked. */
export interface Audit {
  readonly leaves: number;
  readonly records: number;
  readonly checkpoints: number;
  /** Checkpoints kept elsewhere that are in the log's past. */
  readonly kept: number;
  /** The last correct checkpoint. */
  readonly last: Checkpoint | undefined;
  /** Nothing older than this can have been changed: the time of the last checkpoint that was kept elsewhere. */
  readonly firmUntil: Date | undefined;
  /** Records that are not in the log yet. */
  readonly waiting: number;
}

/**
 * Compares a table, its log and kept checkpoints with each other. It writes nothing and begins from scratch each time.
 * First it reads the log, then the table, then what came into the log meanwhile.
 *
 * @throws Problem store.unavailable
 */
export const verifyLog = async (audited: Audited, manner: AuditManner): Promise<Audit> => {
  const { table, log, erasures, key } = audited;
  const { report, lag, clock = () => new Date() } = manner;
  const began = clock();
  const kept = await readKept(audited.kept, report);
  const held = await readHeld(log);
  await checkName(log, key, report);
  const whole = await readWholeLog(log, {
    checkpoints: new Set(held.map(({ size }) => size)),
    sizes: new Set(kept.map(({ head }) => head.size)),
    report,
    onLeaves: manner.onLeaves,
  });
  const own = await checkCheckpoints(held, whole, key, report);
  const firm = await checkKept(kept, { held, whole, key }, report);
  if (audited.isAnchored) checkAnchored(held, kept, new Date(began.getTime() - lag), report);
  const times = newLeafTimes([...firm, ...own], whole, clock);
  const check = { whole, times, first: own[0]?.time, lag, began, report };
  const { records, waiting } = await readRecords({ table, erasures }, check, manner);
  const items = await readLeafItems(log, whole.leaves, manner.segments);
  const left = await takeTail(log, waiting, check, clock());
  judgeLeafItems(items, whole, report);
  await reportSetAside(log, report);
  await checkGone(whole.leaves, whole.size, { erasures, report, now: clock() });
  return {
    leaves: whole.size,
    records,
    checkpoints: held.length,
    kept: firm.length,
    last: own.at(-1),
    firmUntil: firm.at(-1)?.time,
    waiting: left,
  };
};

/** Reports each change that the feed could not read, until an operator has dealt with it and deletes the note. */
const reportSetAside = async (log: Table, report: Report): Promise<void> => {
  for (const { of: PK, sort: SK, reason, at } of await listSetAside(log)) {
    const key = { PK, SK };
    const id = PK === '' ? undefined : idOf(key);
    report({ kind: 'set-aside', account: accountOfConsent(key), id, says: `${reason}, at ${at}` });
  }
};

/** A version that cannot be read is reported elsewhere. */
const tryToName = (item: KeyedItem) => {
  const version = attempt(() => parseNoticeVersion(item));
  if (version === undefined || keyOf.noticeVersion('', version.id).SK !== item.SK) return [];
  const { id, contentHash: hash, textBytes } = version;
  return [{ account: accountOf(item), id, hash, textBytes }];
};

/** Texts to read at the same time. Each may have 400 KB. */
const atOnce = 20;

/** Checks that the texts of notices have the hashes of their versions, and so the hashes in the consents. */
const checkTexts = async (table: Table, items: readonly KeyedItem[], report: Report): Promise<void> => {
  const versions = items.filter(isVersion).flatMap(tryToName);
  for (const some of toChunks(versions, atOnce)) {
    const keys = some.map(({ account, id }) => keyOf.noticeText(account, id));
    const texts = await batchGet(table, keys, { consistent: true });
    for (const [i, { account, id, hash, textBytes }] of some.entries()) {
      const item = texts[i];
      const text = item && attempt(() => measureContent(parseNoticeText(item)));
      if (text?.contentHash !== hash) report({ kind: 'edited', account, id, says: 'its text is another one, or gone' });
      else if (text.textBytes !== textBytes)
        report({ kind: 'copy-differs', account, id, says: `its text has ${text.textBytes} bytes, not ${textBytes}` });
    }
  }
};

const idOf = ({ PK, SK }: { readonly PK: string; readonly SK: string }): string =>
  accountOfConsent({ PK, SK }) === undefined ? `${PK} ${SK}` : SK;

/** The events of a record. Undefined if it cannot be read, which is reported. */
const tryToTell = (item: KeyedItem, { report }: RecordCheck): RecordLeaves | undefined => {
  const account = accountOfConsent(item);
  try {
    const told = toRecordLeaves(item);
    if (account !== undefined) checkLists(account, item, report);
    if (told.isErased) checkTaken(told, item, report);
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
  { account, id, isErased, cameErased }: RecordLeaves,
  questions: ErasureQuestions,
  { whole: { leaves } }: RecordCheck,
): Promise<void> => {
  const isExempt = cameErased && leaves.find({ kind: 'recorded', id }) === undefined;
  if (isErased && !isExempt && account !== undefined) await questions.ask({ account, id, at: undefined });
};

/** Marks a damaged record as found. */
const seeDamaged = (item: KeyedItem, { whole }: RecordCheck): void => {
  const id = item.SK.slice(item.SK.lastIndexOf('#') + 1);
  for (const kind of ['recorded', 'revoked', 'erased', 'published', 'operation'] as const)
    whole.leaves.see({ kind, id });
};

/** How many leaves may wait before the log is read again. */
const mostWaiting = 100_000;

interface ReadManner {
  readonly segments: number;
  readonly onRecords: (count: number) => void;
}

/**
 * Reads all records of the log's events and compares them with their leaves.
 *
 * @returns what the log may have received since
 */
const readRecords = async (
  { table, erasures }: { readonly table: Table; readonly erasures: Table | undefined },
  check: RecordCheck,
  { segments, onRecords }: ReadManner,
): Promise<{ readonly records: number; readonly waiting: readonly WaitingLeaf[] }> => {
  const questions = newErasureQuestions(erasures, judgeErased(check.report));
  const waiting: WaitingLeaf[] = [];
  const notices = newNoticeCheck(table, check.report);
  let records = 0;
  for await (const page of scanEvidence(table, segments)) {
    for (const item of page) {
      const told = tryToTell(item, check);
      if (told === undefined) seeDamaged(item, check);
      else {
        const late = checkRecord(told, check);
        if (waiting.length < mostWaiting) waiting.push(...late);
        await askErased(told, questions, check);
      }
      if (told?.events.length !== 0) records += 1;
    }
    await checkTexts(table, page, check.report);
    for (const item of page) {
      const entry = item.PK === keyOf.operation('').PK ? attempt(() => parseLogEntry(item)) : undefined;
      if (entry === undefined) notices.add(item);
      else notices.addEntry(entry);
    }
    onRecords(page.length);
  }
  await questions.finish();
  await notices.finish();
  return { records, waiting };
};

/**
 * Reads what came into the log since it was read, and compares it with the waiting leaves.
 *
 * @returns how many leaves the log still lacks
 */
const takeTail = async (
  log: Table,
  waiting: readonly WaitingLeaf[],
  check: RecordCheck,
  now: Date,
): Promise<number> => {
  const { whole, report, began, lag } = check;
  let at = whole.size;
  for await (const piece of readPieces(log, whole.size, report)) {
    if ('missing' in piece) break;
    for (const leaf of piece.leaves) {
      whole.leaves.add(leaf, at);
      at += 1;
    }
  }
  let left = 0;
  for (const { event, entry } of waiting) {
    const known = whole.leaves.find(event);
    const patience = event.kind === 'erased' ? longestErasure : lag;
    const isFuture = event.time > now.getTime() + lag;
    if (known !== undefined) compareLeaf(event, entry, known, check);
    else if (isFuture || event.time < began.getTime() - patience)
      report({ kind: 'unlogged', account: event.account, id: event.id, says: event.kind });
    else left += 1;
  }
  return left;
};

/** Finds what an erased consent has again. Its leaf says nothing of that, and no erasure leaves it. */
const checkTaken = ({ account, id }: RecordLeaves, item: KeyedItem, report: Report): void => {
  const again = takenByErasure.filter((name) => item[name] !== undefined);
  if (again.length > 0) report({ kind: 'edited', account, id, says: `it was erased, but has ${again.join(', ')}` });
};

const isSame = (stored: unknown, made: Buffer | undefined): boolean => {
  if (made === undefined || made.length === 0) return stored === undefined;
  return stored instanceof Uint8Array && made.equals(stored);
};

const attributesOf = (account: string, consent: StoredConsent): Item => {
  const { indexKeys, valueDigests } = listConsent(
    account,
    consent.projectUid,
    findableValues(openUserData(consent).userData),
  );
  return { ...indexKeys, valueDigests };
};

const names = ['valueDigests', ...consentIndexes.map(({ partitionKey }) => partitionKey)];

/** Checks that a consent is in the lists of its userData. The lists of an erased consent are keyed and not checked. */
const checkLists = (account: string, item: KeyedItem, report: Report): void => {
  const consent = parseConsent(item);
  if (consent.eraseTime !== undefined) return;
  const made = attributesOf(account, consent);
  const wrong = names.filter((name) => !isSame(item[name], made[name] as Buffer | undefined));
  if (wrong.length > 0) report({ kind: 'hidden', account, id: consent.id, says: wrong.join(', ') });
};
