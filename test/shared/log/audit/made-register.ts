import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { toErasedItem } from '../../../../shared/consents/erased-form.ts';
import type { Extent } from '../../../../shared/consents/erasure/erasures.ts';
import { beginChange } from '../../../../shared/identity/operations-log.ts';
import type { KeptCheckpoint } from '../../../../shared/log/audit/check-checkpoints.ts';
import type { Finding } from '../../../../shared/log/audit/findings.ts';
import { meanings, newFindings } from '../../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../../shared/log/audit/verify-log.ts';
import { feed } from '../../../../shared/log/feed.ts';
import type { Publisher } from '../../../../shared/log/publish.ts';
import { publishNext } from '../../../../shared/log/publish.ts';
import type { NamedVersion } from '../../../../shared/notices/notice.ts';
import { newVersion, putVersion } from '../../../../shared/notices/publishing.ts';
import { compress } from '../../../../shared/store/item.ts';
import { erasuresKeyOf, keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import type { Table } from '../../../../shared/store/table.ts';
import { newRandom, seed } from '../../../support/make/chance.ts';
import type { MadeItem } from '../../../support/make/made-log.ts';
import {
  madeAccount,
  madeId,
  madeSalt,
  makeConsents,
  makeLookedUp,
  toStreamRecord,
} from '../../../support/make/made-log.ts';
import type { MemoryTable } from '../memory-table.ts';
import { newMemoryTable } from '../memory-table.ts';

/** What happened to an item of the register's table, and when. */
export interface Change {
  readonly at: Date;
  readonly old?: MadeItem | undefined;
  readonly now?: MadeItem | undefined;
}

/** What happened in a register: each change goes through the stream, in its order. */
interface History {
  readonly changes: readonly Change[];
  /** Items that the log does not tell of. */
  readonly others: readonly MadeItem[];
  readonly erasures: readonly MadeItem[];
}

/** A register as it lies in tables of this process, and what is kept outside of them. */
export interface Register {
  readonly table: MemoryTable;
  readonly log: MemoryTable;
  readonly erasures: MemoryTable;
  readonly anchors: readonly KeptCheckpoint[];
}

const hour = 3_600_000;
const start = Date.parse('2026-11-01T08:00:00Z');
const consents = 24;
/** An hour after the last consent was given, one every two hours. */
export const end = new Date(start + (consents * 2 + 1) * hour);
const random = newRandom(seed);
const origin = 'a/log';

export const newSigner = (): Publisher['key'] => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { privateKey, publicKey: raw, sign: (bytes) => sign(null, bytes, privateKey) };
};

/** The key of the job that publishes. */
export const key = newSigner();

/** A text that stays long when it is compressed. */
const longText = (name: number): string =>
  Array.from({ length: 60 }, (_, i) => createHash('sha256').update(`${name} ${i}`).digest('hex')).join('');

/** The items of a version of a notice that is its current one, and how consents name it. */
const noticeItems = (pid: number, version: number, at: Date) => {
  const id = madeId(random, at);
  const text = { eng: `<p>Notice ${pid}, version ${version}</p>` };
  const content = { validityDays: 0, notification: false, title: { eng: `Notice ${pid}` }, descriptionHtml: text };
  const head = { ...newVersion(content, at), versionId: id, pid, version, name: `notice ${pid}` };
  const [stored, storedText] = putVersion(undefined, madeAccount, {
    ...{ head, content, publishedAt: at, publishedBy: 'local:ada' },
  });
  const named: NamedVersion = { pid, versionId: id, contentHash: head.contentHash };
  return {
    head: { ...keyOf.notice(madeAccount, pid), ...head } as MadeItem,
    version: { ...stored.put } as MadeItem,
    text: { ...storedText.put } as MadeItem,
    named,
  };
};

const evidenceKeys = (at: Date): MadeItem => {
  const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  const arn = 'arn:aws:kms:eu-west-1:111122223333:key/1';
  return { ...keyOf.evidenceKeys(), keys: [{ kid: 'k1', arn, stage: 'prod', usedFrom: at.toISOString(), jwk }] };
};

const listErasure = (id: string, time: Date, extent: Extent): MadeItem => ({
  ...erasuresKeyOf.consent(madeAccount, id),
  consentId: id,
  time: time.toISOString(),
  extent,
  salt: madeSalt(id),
});

export const eraseItem = (item: MadeItem, at: Date): MadeItem =>
  toErasedItem(madeAccount, item, { time: at, salt: madeSalt(item.SK) });

/** An item of the operations log. */
export const operationItem = (command: string, at: Date): MadeItem => {
  const { put } = beginChange({ by: 'local:ada', command, reason: 'asked' }, at).record({ userId: 1 });
  return { ...put } as MadeItem;
};

const versions: NamedVersion[] = [];

/** A consent to the first notice, or consents to two with one proof. */
export const consentItems = (at: Date, name: string, isToBoth = false): readonly MadeItem[] =>
  makeConsents(random, {
    now: at,
    email: `${name}@example.com`,
    versions: versions.slice(0, isToBoth ? 2 : 1),
    ...(isToBoth && { proof: { html: longText(at.getTime()) } }),
  });

/** Two days with everything that may happen to a record: some consents are revoked, some erased, some erased with everything. */
const makeHistory = (): History => {
  const changes: Change[] = [];
  const others: MadeItem[] = [];
  const erasures: MadeItem[] = [];
  const at = (milliseconds: number): Date => new Date(start + milliseconds);
  for (const pid of [1, 2]) {
    const { version, head, text, named } = noticeItems(pid, 1, at(pid));
    versions.push(named);
    changes.push({ at: at(pid), now: version });
    others.push(head, text);
  }
  const [first, second] = [noticeItems(3, 1, at(10)), noticeItems(3, 2, at(20))];
  const ended = { ...first.version, currentUntil: at(20).toISOString() };
  changes.push({ at: at(10), now: first.version });
  changes.push({ at: at(20), old: first.version, now: ended }, { at: at(20), now: second.version });
  others.push(first.text, second.text, second.head);
  for (const [i, command] of ['account create', 'user add'].entries())
    changes.push({ at: at(30 + i), now: operationItem(command, at(30 + i)) });
  changes.push({ at: at(40), now: evidenceKeys(at(40)) });
  for (let i = 0; i < consents; i += 1) {
    const given = at(hour + i * 2 * hour);
    const [item, ...more] = consentItems(given, `p${i}`, i % 5 === 0);
    if (item === undefined) throw new Error('There is no consent.');
    for (const now of [item, ...more]) changes.push({ at: given, now });
    const later = new Date(given.getTime() + 60_000);
    if (i % 4 === 1)
      changes.push({
        at: later,
        old: item,
        now: {
          ...item,
          revokeTime: later.toISOString(),
          revokeChannel: 'web',
          revokeObserved: item.observed,
          revokeProof: compress({ html: 'revoked' }),
        },
      });
    if (i % 8 === 3 || i % 8 === 6) {
      const extent = i % 8 === 3 ? 'evidence' : 'everything';
      erasures.push(listErasure(item.SK, later, extent));
      changes.push({ at: later, old: item, now: extent === 'evidence' ? eraseItem(item, later) : undefined });
    }
  }
  const given = new Date(end.getTime() - 1_000);
  const own = {
    now: given,
    email: 'own@example.com',
    versions: versions.slice(0, 1),
    more: { customer: 'K-7', shop: 'Rome' },
  };
  for (const { item, lookups } of makeLookedUp(random, own)) {
    changes.push({ at: given, now: item });
    others.push(...lookups);
  }
  return { changes, others, erasures };
};

export const history = makeHistory();

/** Publishes all that was appended. */
const publishAll = async (log: Table, signer: Publisher['key'], now: Date): Promise<string[]> => {
  const notes: string[] = [];
  for (;;) {
    const checkpoint = await publishNext({ log, origin, key: signer }, now);
    if (checkpoint === undefined) return notes;
    notes.push(checkpoint.note);
  }
};

let serial = 0;

/** Has the job take a change, as it takes what anybody with rights on the table does. */
const takeChange = async (log: Table, { old, now, at }: Change): Promise<void> => {
  serial += 1;
  await feed(log, [toStreamRecord({ old, now }, at, serial)], at);
};

/** Makes a log of changes, with two checkpoints a day. @returns it with its checkpoints */
export const playLog = async (
  changes: readonly Change[],
  signer = key,
): Promise<{ readonly log: MemoryTable; readonly notes: readonly string[] }> => {
  const log = newMemoryTable();
  log.put({ ...logKeyOf.signingKey('checkpoints'), publicKey: signer.publicKey, wrapped: new Uint8Array(1) });
  const notes: string[] = [];
  let next = start + 12 * hour;
  for (const change of changes) {
    for (; change.at.getTime() > next; next += 12 * hour)
      notes.push(...(await publishAll(log, signer, new Date(next))));
    await takeChange(log, change);
  }
  notes.push(...(await publishAll(log, signer, end)));
  return { log, notes };
};

/** The table after changes. */
export const toTable = (changes: readonly Change[]): MemoryTable => {
  const table = newMemoryTable(history.others);
  for (const { old, now } of changes) {
    if (now !== undefined) table.put(now);
    else if (old !== undefined) table.remove(old);
  }
  return table;
};

export const makeRegister = async (): Promise<Register> => {
  const { log, notes } = await playLog(history.changes);
  const anchors = notes.map((note, i) => ({ from: `anchor ${i + 1}`, isAnchor: true, note }));
  return { log, anchors, table: toTable(history.changes), erasures: newMemoryTable(history.erasures) };
};

export const copyRegister = ({ table, log, erasures, anchors }: Register): Register => ({
  table: table.copy(),
  log: log.copy(),
  erasures: erasures.copy(),
  anchors,
});

/** Changes an item while the job is off. */
export const changeUnseen = ({ table }: Register, old: MadeItem | undefined, changed: MadeItem | undefined): void => {
  if (changed !== undefined) table.put(changed);
  else if (old !== undefined) table.remove(old);
};

/** The same as anybody with rights on the table can: the stream has it, and the job takes it and publishes. */
export const change = async (
  register: Register,
  old: MadeItem | undefined,
  changed: MadeItem | undefined,
): Promise<void> => {
  changeUnseen(register, old, changed);
  await takeChange(register.log, { at: end, old, now: changed });
  await publishAll(register.log, key, end);
};

/** What an audit two hours later finds in the tables, and what only the anchors tell. A checkpoint that a manipulation made is not anchored yet. */
export const audit = async ({
  table,
  log,
  erasures,
  anchors,
}: Register): Promise<{ readonly inTables: readonly Finding[]; readonly byAnchors: readonly Finding[] }> => {
  const findings = newFindings(1_000);
  const noteKey = { name: origin, publicKey: key.publicKey };
  const nothing = (): void => {};
  const clock = () => new Date(end.getTime() + 2 * hour);
  await verifyLog(
    { table, log, erasures, kept: anchors, isAnchored: true, key: noteKey },
    { segments: 1, lag: hour, report: findings.report, onLeaves: nothing, onRecords: nothing, clock },
  );
  const all = findings.kept().filter(({ kind }) => kind !== 'unanchored');
  const isOfAnchors = ({ kind }: Finding): boolean => meanings[kind].of === 'anchor';
  return { inTables: all.filter((finding) => !isOfAnchors(finding)), byAnchors: all.filter(isOfAnchors) };
};
