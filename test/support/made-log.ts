import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { toCanonicalJson } from '../../shared/canonical.ts';
import type { DocumentLog, LogLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { signCheckpoint } from '../../shared/transparency/checkpoint.ts';
import { hashLeaf, hashNode } from '../../shared/transparency/merkle.ts';
import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { writeNoteKey } from '../../shared/transparency/signed-note.ts';
import type { Node, Plan } from '../../shared/transparency/tree.ts';
import { planInclusion, planRoot } from '../../shared/transparency/tree.ts';
import type { NamedLeaf } from '../../verifier/log/leaf-statements.ts';
import { nameOfLeaf, provableOf, tellLeaf } from '../../verifier/log/leaf-statements.ts';

const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What stands before 32 bytes of a private key of Ed25519 (RFC 8410, section 7). */
const privateBeginning = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A log that is made of a text, the same of the same one: its key, and what it signs. */
const openMadeKey = (name: string, text: string) => {
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

/** What a statement has in a log. */
export interface LoggedStatement {
  readonly log: MadeLog;
  readonly document: DocumentLog;
  readonly entries: readonly Uint8Array[];
}

/** How many leaves of others stand before each leaf of a statement. */
const othersBetween = 3;

const saltOf = (leaf: NamedLeaf): Buffer => bytesOf(`salt of ${nameOfLeaf(leaf)}`).subarray(0, 16);

/** A log that has what a statement tells among leaves of others, and what a document says of it. */
export const logStatement = async (
  statement: Statement,
  made: { readonly name?: string; readonly text?: string; readonly time?: string } = {},
): Promise<LoggedStatement> => {
  const events: readonly NamedLeaf[] = [
    ...statement.notice.history.map(({ versionId }) => ({ event: 'notice.published', versionId }) as const),
    ...provableOf(statement).map((event) => ({ event })),
  ];
  const entries: Uint8Array[] = [];
  for (const event of events) {
    const told = await tellLeaf(event, statement);
    if (told === undefined) throw new Error(`The statement does not tell ${event.event}.`);
    for (let i = 0; i < othersBetween; i += 1) entries.push(otherEntry(entries.length));
    entries.push(createHash('sha256').update(saltOf(event)).update(toCanonicalJson(told)).digest());
  }
  const log = makeLog(entries, made);
  const size = entries.length;
  const leaves = events.map((event, i): LogLeaf => {
    const index = i * (othersBetween + 1) + othersBetween;
    return { ...event, index, path: log.path(index, size), salt: saltOf(event).toString('base64'), size };
  });
  return {
    log,
    entries,
    document: { checkpoints: [{ note: log.note(size, made.time), stamps: [] }], key: writeNoteKey(log.key), leaves },
  };
};
