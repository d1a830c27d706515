import { createHash } from 'node:crypto';
import { canonicalDigest } from '../../../shared/canonical-digest.ts';
import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { beginChange } from '../../../shared/identity/operations-log.ts';
import { newVersion, putVersion } from '../../../shared/notices/new-version.ts';
import type { NamedVersion } from '../../../shared/notices/reference.ts';
import { compress } from '../../../shared/store/compression.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, madeDigester, madeId, makeConsents } from '../../../test/support/made-consents.ts';
import type { Random } from '../../../test/support/random.ts';
import { contentOf } from '../../bench/account.ts';

interface Wanted {
  readonly pid: number;
  readonly id: string;
  readonly title: string;
  readonly at: Date;
  /** Default: the first. */
  readonly version?: number;
}

/** The items of a version of a notice that is its current one, and how consents name it. */
export const noticeVersionItems = ({ pid, id, title, at, version: number = 1 }: Wanted) => {
  const content = contentOf(`<p>${title}</p>`, title);
  const head = { ...newVersion(content, at), versionId: id, pid, version: number, name: title };
  const [version, text] = putVersion(madeAccount, { head, content, publishedAt: at, publishedBy: 'local:ada' });
  const named: NamedVersion = { pid, versionId: id, contentHash: head.contentHash };
  return {
    head: { ...keyOf.notice(madeAccount, pid), ...head } as MadeItem,
    version: { ...version.put } as MadeItem,
    text: { ...text.put } as MadeItem,
    named,
  };
};

/** What happened to an item of the register's table, and when. */
export interface Change {
  readonly at: Date;
  readonly old?: MadeItem | undefined;
  readonly now?: MadeItem | undefined;
}

/** What happened in a register: each change goes through the stream, in its order. */
export interface History {
  readonly changes: readonly Change[];
  /** Items that the log does not tell of. */
  readonly others: readonly MadeItem[];
  readonly erasures: readonly MadeItem[];
  readonly end: Date;
}

const hour = 3_600_000;
const start = Date.parse('2026-11-01T08:00:00Z');
const days = 10;
const requestsOfDay = 26;

/** A text that stays long when it is compressed. */
const noise = (seed: number): string =>
  Array.from({ length: 60 }, (_, i) => createHash('sha256').update(`${seed} ${i}`).digest('hex')).join('');

const evidenceKeys = (at: Date): MadeItem => ({
  ...keyOf.evidenceKeys(),
  keys: [
    {
      kid: 'k1',
      arn: 'arn:aws:kms:eu-west-1:111122223333:key/1',
      stage: 'prod',
      usedFrom: at.toISOString(),
      jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
    },
  ],
});

const listErasure = (id: string, time: Date, extent: Extent): MadeItem => ({
  ...erasuresKeyOf.latest(madeAccount, id),
  consentId: id,
  time: time.toISOString(),
  extent,
});

/** A short revocation, or one whose proof is an item of its own. */
const revocationOf = (
  old: MadeItem,
  at: Date,
  isLong: boolean,
): { readonly now: MadeItem; readonly other?: MadeItem } => {
  const proof = { html: isLong ? noise(1_000_000) : 'revoked' };
  const bare = { ...old, revokeTime: at.toISOString(), revokeChannel: 'web', revokeObserved: old.observed };
  if (!isLong) return { now: { ...bare, revokeProof: compress(proof) } };
  return {
    now: { ...bare, revokeProofBytes: JSON.stringify(proof).length, revokeProofHash: canonicalDigest(proof) },
    other: { ...keyOf.revokeProof(madeAccount, old.SK), revokeProof: compress(proof) },
  };
};

/** A notice with two versions, which no consent names. */
const addTwoVersions = (random: Random, { changes, others }: { changes: Change[]; others: MadeItem[] }): void => {
  const [one, two] = [new Date(start + 2_000), new Date(start + 3_000)];
  const first = noticeVersionItems({ pid: 3, id: madeId(random, one), title: 'third', at: one });
  const next = noticeVersionItems({ pid: 3, id: madeId(random, two), title: 'third, later', at: two, version: 2 });
  changes.push({ at: one, now: first.version });
  changes.push({ at: two, old: first.version, now: { ...first.version, currentUntil: two.toISOString() } });
  changes.push({ at: two, now: next.version });
  others.push(first.text, next.text, next.head);
};

/** What commands wrote of what they did. */
const addOperations = ({ changes }: { changes: Change[] }): void => {
  for (const [i, command] of ['account create', 'user add', 'user disable'].entries()) {
    const at = new Date(start + 4_000 + i);
    const { put } = beginChange({ by: 'local:ada', command, reason: 'asked' }, at).record({ userId: i });
    changes.push({ at, now: { ...put } as MadeItem });
  }
};

/** Ten days of a small register, with everything that may happen to a record. */
export const makeHistory = (random: Random): History => {
  const changes: Change[] = [];
  const others: MadeItem[] = [];
  const erasures: MadeItem[] = [];
  const alive: MadeItem[] = [];
  const versions = ['first', 'second'].map((title, i) => {
    const at = new Date(start + i * 1_000);
    const made = noticeVersionItems({ pid: i + 1, id: madeId(random, at), title, at });
    changes.push({ at, now: made.version });
    others.push(made.text, made.head);
    return made.named;
  });
  addTwoVersions(random, { changes, others });
  addOperations({ changes });
  changes.push({ at: new Date(start + 5_000), now: evidenceKeys(new Date(start + 5_000)) });
  const record = (at: Date, serial: number): void => {
    const isShared = random.chance(0.2);
    const wanted = { now: at, email: `p${serial}@example.com`, versions: isShared ? versions : versions.slice(0, 1) };
    const items = makeConsents(random, { ...wanted, ...(isShared && { proof: { html: noise(serial) } }) });
    for (const now of items) changes.push({ at, now });
    alive.push(...items);
  };
  const takeLone = (): MadeItem | undefined => {
    const lone = alive.filter(({ proofId, proof }) => proofId === undefined && (proof as Uint8Array).length < 1_000);
    const old = lone.length === 0 ? undefined : random.pick(lone);
    if (old !== undefined) alive.splice(alive.indexOf(old), 1);
    return old;
  };
  const revoke = (at: Date): void => {
    const open = alive.filter(({ revokeTime }) => revokeTime === undefined);
    if (open.length === 0) return;
    const old = random.pick(open);
    const { now, other } = revocationOf(old, at, random.chance(0.3));
    alive[alive.indexOf(old)] = now;
    if (other) others.push(other);
    changes.push({ at, old, now });
  };
  const erase = (at: Date): void => {
    const old = takeLone();
    if (old === undefined) return;
    const extent = random.chance(0.5) ? 'evidence' : 'everything';
    erasures.push(listErasure(old.SK, at, extent));
    const now =
      extent === 'everything'
        ? undefined
        : toErasedItem({ accountId: madeAccount, item: old, digester: madeDigester }, at);
    changes.push({ at, old, now });
  };
  for (let i = 0; i < days * requestsOfDay; i += 1) {
    const at = new Date(start + hour + Math.floor((i * 24 * hour) / requestsOfDay));
    record(at, i);
    if (random.chance(0.2)) revoke(new Date(at.getTime() + 60_000));
    if (random.chance(0.08)) erase(new Date(at.getTime() + 120_000));
  }
  return { changes, others, erasures, end: new Date(start + (days * 24 + 2) * hour) };
};
