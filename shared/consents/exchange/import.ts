import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { journalEnds } from '../../log/journal.ts';
import { canonicalDigest, keyedDigest, newSalt } from '../../runtime/digest.ts';
import { toIdentifier } from '../../runtime/identifier.ts';
import { compress, itemSize, unpack } from '../../store/item.ts';
import { erasuresKeyOf, keyOf } from '../../store/keys.ts';
import { batchGet, getItem } from '../../store/read.ts';
import type { Item, Key, Table } from '../../store/table.ts';
import type { Put } from '../../store/write.ts';
import { commit, isNew, write } from '../../store/write.ts';
import { findReceivedBy } from '../arrival.ts';
import type { Imported, StoredConsent } from '../consent.ts';
import { parseConsent, storeImported, storeProject, storeVersion } from '../consent.ts';
import type { StoredObserved } from '../observed.ts';
import { storeObserved } from '../observed.ts';
import { meansOf } from '../observed-means.ts';
import { findableValues } from '../person-data.ts';
import {
  isSameWrite,
  listConsent,
  listItem,
  oversizedProof,
  oversizedRecord,
  sizeNewAnswer,
  storeArrival,
} from '../recording.ts';
import type { ConsentLine } from './lines.ts';

/** A consent to import: its own write and the others. */
export interface ImportedConsent {
  readonly put: Put;
  /** Its lookups, and the entries of its ends in the journal. */
  readonly more: readonly Put[];
}

const storeSeen = (seen: ConsentLine['observed']): StoredObserved | undefined => {
  if (seen === null) return undefined;
  const { sourceIp, userAgent, requestId } = seen;
  return {
    ...meansOf(seen),
    requestId,
    ...(sourceIp !== null && { sourceIp }),
    ...(userAgent !== null && { userAgent }),
  };
};

/** What an erasure removes (docs/api.md, Erased consents). */
const toPersonal = (line: ConsentLine) =>
  line.eraseTime === null
    ? { proof: compress(line.proof), userData: compress(line.userData), salt: newSalt() }
    : { eraseTime: line.eraseTime, salt: newSalt() };

const toRevocation = ({ revokeTime, revokeChannel, revokeProof, revokeObserved, eraseTime }: ConsentLine) => {
  const observed = storeSeen(revokeObserved);
  const proof = eraseTime === null && revokeProof !== null ? revokeProof : undefined;
  const receivedBy = proof && findReceivedBy(revokeChannel, proof);
  return {
    ...(revokeTime !== null && { revokeTime }),
    ...(revokeChannel !== null && { revokeChannel }),
    ...(receivedBy !== undefined && { revokeReceivedBy: receivedBy }),
    ...(proof && { revokeProof: compress(proof) }),
    ...(observed && { revokeObserved: storeObserved(observed) }),
  };
};

/** Refuses what `add` and `revoke` would refuse. @param item with the revocation @throws Problem consent.too-large */
const checkSize = (item: Item, revocation: Item): void => {
  const revocationBytes = itemSize(revocation);
  if (itemSize(item) - revocationBytes > limits.itemBytes - limits.revocationReserveBytes) throw oversizedRecord();
  if (revocationBytes > limits.revocationReserveBytes) throw oversizedProof();
};

/**
 * The writes of an imported consent: those of a new one, with the id and the times of the line, and a proof of its own.
 *
 * @param line of a project and a version that the account has
 * @throws Problem consent.too-large
 */
export const importConsent = (
  log: Table | undefined,
  accountId: string,
  line: ConsentLine,
  imported: Imported,
): ImportedConsent => {
  const { id, projectUid, projectId, lang, channel, time, proof, userData } = line;
  const version = {
    pid: line.consentInformationPid,
    versionId: line.consentInformationVersionId,
    contentHash: line.contentHash,
  };
  const listing = listConsent(accountId, projectUid, findableValues(userData));
  const observed = storeSeen(line.observed);
  const recorded = {
    ...keyOf.consent(accountId, id),
    ...listing.indexKeys,
    ...storeProject({ uid: projectUid, id: projectId }),
    lang,
    ...storeArrival({ channel, proof: line.eraseTime === null ? proof : {} }),
    time,
    ...(line.noticeNamedBy !== null && { byPid: line.noticeNamedBy === 'pid' }),
    ...storeVersion(version),
    ...toPersonal(line),
    ...(observed && { observed: storeObserved(observed) }),
    ...(listing.valueDigests.length > 0 && { valueDigests: listing.valueDigests }),
    answerBytes: sizeNewAnswer({ projectUid, lang, channel, proof, userData }, projectId, version, new Date(time)),
  };
  const revocation = toRevocation(line);
  const content = { ...recorded, ...revocation, imported: storeImported(imported) };
  const { item, lookups } = listItem(content, listing);
  checkSize(item, revocation);
  return { put: { put: item, ...isNew }, more: [...lookups, ...journalEnds(log, accountId, item)] };
};

/**
 * The key from which ids of imported consents derive, 32 bytes. It is created if there is none. Like the ids, it
 * outlives a restore.
 */
export const ensureImportKey = (erasures: Table, now: Date): Promise<Buffer> =>
  ensureLastingKey(erasures, erasuresKeyOf.importKey(), now);

/** The same key without creating it. If there is none, no id has been derived yet, and any key works. */
export const readImportKey = async (erasures: Table): Promise<Buffer> =>
  (await findLastingKey(erasures, erasuresKeyOf.importKey())) ?? randomBytes(32);

/** What identifies a record of other software. */
export interface ForeignRecord {
  readonly accountId: string;
  /** The operator's name for the source. */
  readonly source: string;
  /** The record's key in the other software. */
  readonly key: string;
  readonly projectUid: string;
  readonly pid: number;
  readonly time: Date;
}

/**
 * The id of a consent that other software recorded. The same record always gets the same id, so that it is imported
 * once. The project and the notice are part of it, since one row of a table may hold several consents of the same
 * moment. The id stays after an erasure, and the key of a record may be an email address: without the import key,
 * nobody can derive one from the other.
 */
export const deriveIdentifier = (
  importKey: Uint8Array,
  { accountId, source, key, projectUid, pid, time }: ForeignRecord,
): string =>
  toIdentifier(
    time,
    keyedDigest(importKey)('import', accountId, source, key, projectUid, String(pid), time.toISOString()),
  );

/**
 * The result of importing a consent. An existing one stays as it is: `differing` if it differs, `in-force` if it was
 * revoked at the source but not here, and `not-erased` if it was erased at the source but is whole here.
 */
export type ImportOutcome = 'written' | 'there' | 'differing' | 'in-force' | 'not-erased';

/** What decides whether a consent is there already. */
export interface ConsentSummary {
  /** A digest of project, version, language, channel and userData. */
  readonly digest: string;
  readonly isRevoked: boolean;
  readonly isErased: boolean;
}

const digestMembers = (members: object): string => canonicalDigest(members).toString('base64url', 0, 15);

export const toSummary = ({ consentInformationVersionId: versionId, ...line }: ConsentLine): ConsentSummary => {
  const { projectUid, lang, channel, userData, revokeTime, eraseTime } = line;
  return {
    digest: digestMembers({ projectUid, versionId, lang, channel, userData }),
    isRevoked: revokeTime !== null,
    isErased: eraseTime !== null,
  };
};

const toStoredSummary = ({ projectUid, versionId, lang, channel, ...stored }: StoredConsent): ConsentSummary => {
  const userData = stored.userData && unpack(stored.userData).value;
  return {
    digest: digestMembers({ projectUid, versionId, lang, channel, ...(userData !== undefined && { userData }) }),
    isRevoked: stored.revoked,
    isErased: stored.eraseTime !== undefined,
  };
};

/** The consents of some ids that exist. */
export const findSummaries = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConsentSummary>> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(
    items.flatMap((item) => (item === undefined ? [] : [[String(item.SK), toStoredSummary(parseConsent(item))]])),
  );
};

/** What becomes of a consent whose id exists. */
export const compareSummaries = (existing: ConsentSummary, line: ConsentSummary): Exclude<ImportOutcome, 'written'> => {
  if (existing.isErased) return 'there';
  if (line.isErased) return 'not-erased';
  if (existing.digest !== line.digest) return 'differing';
  return line.isRevoked && !existing.isRevoked ? 'in-force' : 'there';
};

/**
 * Writes a consent that does not exist yet, in a single write if it is one item. An existing consent is never changed.
 *
 * @throws Problem store.unavailable
 */
export const writeImported = async (
  table: Table,
  line: ConsentLine,
  consent: ImportedConsent,
): Promise<ImportOutcome> => {
  const refusals = await commit(table, [consent.put, ...consent.more]);
  if (refusals === undefined) return 'written';
  const existing = refusals[0]?.existing;
  if (existing === undefined) throw new Error('The lookups of a consent are there, and the consent is not.');
  if (isSameWrite(consent.put.put, existing)) return 'written';
  return compareSummaries(toStoredSummary(parseConsent(existing)), toSummary(line));
};

const keyBytes = 32;

const Stored = v.object({ key: v.pipe(v.instance(Uint8Array), v.length(keyBytes)), createdAt: v.string() });

const parseKey = (item: Item | undefined): Buffer => Buffer.from(v.parse(Stored, item).key);

/** A key of the register in its erasures table, 32 bytes, which never changes. Undefined until it is made. */
const findLastingKey = async (erasures: Table, at: Key): Promise<Buffer | undefined> => {
  const item = await getItem(erasures, at);
  return item && parseKey(item);
};

/** The same key. Creates it if there is none. If several callers create it at once, one wins and all get that one. */
const ensureLastingKey = async (erasures: Table, at: Key, now: Date): Promise<Buffer> => {
  const found = await findLastingKey(erasures, at);
  if (found !== undefined) return found;
  const stored: v.InferOutput<typeof Stored> = { key: randomBytes(keyBytes), createdAt: now.toISOString() };
  const written = await write(erasures, { put: { ...at, ...stored }, ...isNew });
  return parseKey(written.done ? stored : written.existing);
};
