import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { toLambdaRecord } from '../../../cli/local/stream.ts';
import { findableValues } from '../../../shared/consents/person-data.ts';
import type { NewConsent } from '../../../shared/consents/recording.ts';
import { newConsents } from '../../../shared/consents/recording.ts';
import { consentLeavesOf, findLeaf, nameOfLeaf, versionLeavesOf } from '../../../shared/evidence/document-leaves.ts';
import type { DocumentLog, Facts, LogLeaf, NamedLeaf } from '../../../shared/evidence/schema.ts';
import type { NoteKey } from '../../../shared/log/note.ts';
import { signCheckpoint, writeNoteKey } from '../../../shared/log/note.ts';
import type { Node, Plan } from '../../../shared/log/tree.ts';
import { hashLeaf, hashNode, planInclusion, planRoot } from '../../../shared/log/tree.ts';
import type { NamedVersion } from '../../../shared/notices/notice.ts';
import { toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { shortDigest } from '../../../shared/runtime/digest.ts';
import { toIdentifier } from '../../../shared/runtime/identifier.ts';
import type { Item, Key } from '../../../shared/store/table.ts';
import { timeOfEvent } from '../../../verifier/log/event-times.ts';
import type { Random } from './chance.ts';

/** Items that are made without a table, for runs that need many. */
export type MadeItem = Item & Key;

export const madeAccount = 'a'.repeat(32);

/** The salt that an erasure lists for a consent. */
export const madeSalt = (id: string): Buffer => shortDigest('salt', id);

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'Firefox',
  requestId: 'r',
};
const project = {
  accountId: madeAccount,
  uid: 'shop',
  id: 'b'.repeat(32),
  name: 'Shop',
  createdAt: '2026-11-01T00:00:00.000Z',
};

interface Wanted {
  readonly now: Date;
  readonly email: string;
  readonly versions: readonly NamedVersion[];
  readonly proof?: Readonly<Record<string, string>>;
  /** userData besides the email. */
  readonly more?: Readonly<Record<string, string>>;
}

/** An id that a seed repeats. */
export const madeId = (random: Random, now: Date): string =>
  toIdentifier(now, Buffer.from(Array.from({ length: 16 }, () => random.below(256))));

/** Bytes in memory of their own: what was compressed, or was cut from what Node.js shares, keeps many KB with it. */
const copyValue = (value: unknown): unknown => {
  if (value instanceof Uint8Array) {
    const own = Buffer.alloc(value.length);
    own.set(value);
    return own;
  }
  const isMap = Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isMap
    ? Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, copyValue(each)]))
    : value;
};

/** An item that keeps no other memory than its own, so that a million of them fit. */
export const copyItem = (item: MadeItem): MadeItem => copyValue(item) as MadeItem;

/** A request's consents, as the service writes them. */
const makeRecorded = (
  random: Random,
  { now, email, versions, proof = { html: email }, more }: Wanted,
): NewConsent[] => {
  const userData = { email, ...more };
  const request = {
    projectUid: project.uid,
    notices: [],
    isList: true,
    lang: 'eng' as const,
    channel: 'web' as const,
    proof,
    userData,
    values: findableValues(userData),
  };
  const circumstances = { observed, now, newId: () => madeId(random, now) };
  return newConsents(madeAccount, request, { project, versions }, circumstances);
};

/** The items of a request's consents. */
export const makeConsents = (random: Random, wanted: Wanted): MadeItem[] =>
  makeRecorded(random, wanted).map(({ item }) => copyItem(item));

/** The same with their lookups. */
export const makeLookedUp = (random: Random, wanted: Wanted) =>
  makeRecorded(random, wanted).map(({ item, lookups }) => ({
    item: copyItem(item),
    lookups: lookups.map(({ put }) => copyItem(put)),
  }));

const toImage = (item: Item) => marshall(item, { removeUndefinedValues: true });

/** A change of an item as the stream of its table tells Lambda. */
export const toStreamRecord = (
  { old, now }: { readonly old?: MadeItem | undefined; readonly now?: MadeItem | undefined },
  at: Date,
  serial: number,
): object => {
  const { PK, SK } = now ?? old ?? { PK: '', SK: '' };
  const record = {
    eventName: old === undefined ? 'INSERT' : now === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(serial).padStart(21, '0'),
      ApproximateCreationDateTime: at,
      Keys: { PK: { S: PK }, SK: { S: SK } },
      ...(old && { OldImage: toImage(old) }),
      ...(now && { NewImage: toImage(now) }),
    },
  } as const;
  return toLambdaRecord(record, 'stream');
};

const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What stands before 32 bytes of a private key of Ed25519 (RFC 8410, section 7). */
const privateBeginning = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A log that is made of a text, the same of the same one: its key, and what it signs. */
export const openMadeKey = (name: string, text: string) => {
  const der = Buffer.concat([privateBeginning, bytesOf(text)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  const key: NoteKey = { name, publicKey };
  return { key, sign: (bytes: Uint8Array): Uint8Array => sign(null, bytes, privateKey) };
};

/** A log in memory. */
export interface MadeLog {
  readonly key: NoteKey;
  /** The checkpoint of the first so many leaves, signed. */
  readonly note: (size: number, time?: string) => string;
  readonly path: (index: number, size: number) => string[];
}

export const makeLog = (
  entries: readonly Uint8Array[],
  { name = 'consent-register/test', text = 'a log' }: { readonly name?: string; readonly text?: string } = {},
): MadeLog => {
  const signer = openMadeKey(name, text);
  const leaves = entries.map(hashLeaf);
  const read = ({ level, index }: Node): Uint8Array =>
    level === 0
      ? (leaves[index] ?? new Uint8Array())
      : hashNode(read({ level: level - 1, index: 2 * index }), read({ level: level - 1, index: 2 * index + 1 }));
  const compute = <Result>(plan: Plan<Result>): Result => plan.compute(read);
  return {
    key: signer.key,
    note: (size, time = '2026-03-10T10:15:00.000Z') =>
      signCheckpoint({ size, root: compute(planRoot(size)), time: new Date(time) }, signer),
    path: (index, size) => compute(planInclusion(index, size)).map((hash) => Buffer.from(hash).toString('base64')),
  };
};

/** A leaf of other records. */
export const otherEntry = (i: number): Buffer => bytesOf(`other ${i}`);

/** What the facts of a document have in a log. */
export interface LoggedFacts {
  readonly log: MadeLog;
  readonly document: DocumentLog;
  readonly entries: readonly Uint8Array[];
  /** The document's log with paths to a tree of this size too, as for a reader who kept its checkpoint. */
  readonly leadTo: (size: number) => DocumentLog;
}

/** How a log has the facts of a document. */
interface Made {
  readonly name?: string;
  readonly text?: string;
  /** The time of one checkpoint that has all of it. Without it each event has a checkpoint of its own, soon after it. */
  readonly time?: string;
  /** The time of the checkpoint of a leaf, in milliseconds. */
  readonly logged?: (leaf: NamedLeaf, happened: number) => number;
}

/** How many leaves of others stand before each leaf of a document, and how soon a checkpoint has it, in milliseconds. */
const othersBetween = 3;
const soon = 900_000;

const saltOf = (leaf: NamedLeaf): Buffer => bytesOf(`salt of ${nameOfLeaf(leaf)}`).subarray(0, 16);

const digest = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Everything that a document tells, in the order in which a log gets it. */
const listTold = (facts: Facts, logged: NonNullable<Made['logged']>) =>
  [...versionLeavesOf(facts), ...consentLeavesOf(facts)]
    .map((leaf) => ({ leaf, time: logged(leaf, timeOfEvent(leaf, facts) ?? 0) }))
    .sort((one, other) => one.time - other.time);

/** A log that has what a document tells among leaves of others, and what a document says of it. */
export const logFacts = (
  facts: Facts,
  { logged = (_leaf, happened) => happened + soon, ...made }: Made = {},
): LoggedFacts => {
  const told = listTold(facts, logged);
  const entries: Uint8Array[] = [];
  for (const { leaf } of told) {
    const says = findLeaf(leaf, facts);
    if (says === undefined) throw new Error(`The document does not tell ${leaf.event}.`);
    for (let i = 0; i < othersBetween; i += 1) entries.push(otherEntry(entries.length));
    entries.push(digest(saltOf(leaf), toCanonicalJson(says)));
  }
  const log = makeLog(entries, made);
  const leafFor = ({ leaf }: (typeof told)[number], i: number, size: number): LogLeaf => {
    const index = i * (othersBetween + 1) + othersBetween;
    return { ...leaf, index, path: log.path(index, size), salt: saltOf(leaf).toString('base64'), size };
  };
  const all = entries.length;
  const sizeOf = (i: number): number => (made.time === undefined ? (i + 1) * (othersBetween + 1) : all);
  const notes =
    made.time === undefined
      ? told.map(({ time }, i) => log.note(sizeOf(i), new Date(time).toISOString()))
      : [log.note(all, made.time)];
  const document = {
    checkpoints: notes.map((note) => ({ note, stamps: [] })),
    key: writeNoteKey(log.key),
    leaves: told.map((one, i) => leafFor(one, i, sizeOf(i))),
  };
  const leadTo = (size: number): DocumentLog => {
    const more = told.map((one, i) => leafFor(one, i, size)).filter(({ index }) => index < size);
    return { ...document, leaves: [...document.leaves, ...more.filter((_, i) => sizeOf(i) !== size)] };
  };
  return { log, entries, document, leadTo };
};
