import { createHash } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import canonicalize from 'canonicalize';
import type { ObservedLink } from '../../../shared/consents/observed-link.ts';
import type { ObservedMailbox } from '../../../shared/consents/observed-mailbox.ts';
import type { ConsentTimes } from '../../../shared/consents/state.ts';
import { toFacts } from '../../../shared/evidence/facts.ts';
import type { Holdings } from '../../../shared/evidence/holdings.ts';
import type { DocumentHeader, DocumentJwk, Facts } from '../../../shared/evidence/schema.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { newRoster } from '../../../shared/identity/account.ts';
import type { VerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import type { StoredKey } from '../../../shared/identity/machine-keys.ts';
import type { User } from '../../../shared/identity/user.ts';
import type { LineageVersion } from '../../../shared/notices/lineage.ts';
import { contentHash } from '../../../shared/notices/notice.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { PublishedKey, PublishedKeys } from '../../../verifier/keys.ts';
import { noticeContent } from './builders.ts';

const { BASE, Fn, Fp, ZERO } = p256.Point;

/** The curve P-256 (FIPS 186-5, SEC 2): the prime of its field, the order of its group, and its base point. */
export const p = Fp.ORDER;
export const n = Fn.ORDER;
export const g = BASE.toAffine();

/** A point of the curve; the point at infinity is undefined. */
export type Point = { readonly x: bigint; readonly y: bigint } | undefined;

const open = (point: Point) => (point === undefined ? ZERO : p256.Point.fromAffine(point));
const close = (point: typeof ZERO): Point => (point.is0() ? undefined : point.toAffine());

export const add = (one: Point, other: Point): Point => close(open(one).add(open(other)));

export const multiply = (point: Point, factor: bigint): Point => close(open(point).multiplyUnsafe(Fn.create(factor)));

/** The first point whose x is at least this. */
export const pointFrom = (x: bigint): NonNullable<Point> => {
  try {
    return p256.Point.fromHex(`02${x.toString(16).padStart(64, '0')}`).toAffine();
  } catch {
    return pointFrom(x + 1n);
  }
};

/** SHA-256 of a text as the number that ECDSA signs. */
export const digestNumber = (text: string): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** A signature's two numbers, and back. */
export const split = (signature: Uint8Array) => ({
  r: toNumber(signature.subarray(0, 32)),
  s: toNumber(signature.subarray(32)),
});
export const join = (r: bigint, s: bigint): Buffer => Buffer.concat([toBytes(r), toBytes(s)]);

export const toJwk = (point: Point): VerificationKey['jwk'] => {
  if (point === undefined) throw new Error('The point at infinity is no key.');
  const [x, y] = [point.x, point.y].map((value) => toBytes(value).toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
};

/** What may be said of a consent in a test; the rest is as usual. */
export interface Said {
  readonly id?: string;
  readonly times?: Partial<Omit<ConsentTimes, 'superseded' | 'expires'>>;
  readonly validityDays?: number;
  /** When a version that asks again was published. */
  readonly askedAgain?: Date;
  readonly proof?: Readonly<Record<string, string>>;
  readonly channel?: Channel;
  /** Of a revocation; by default by email, without anything. */
  readonly revocation?: { readonly channel: Channel; readonly proof: Readonly<Record<string, string>> };
  /** The keys for machines by which the consent was given and revoked, with the notes that they still have. Default: a session. */
  readonly keys?: readonly [given: NamedKey, revoked?: NamedKey];
  /** The link for a person through which it was revoked. Default: none. */
  readonly link?: ObservedLink;
  /** The mailbox that confirmed it. Default: none. */
  readonly mailbox?: ObservedMailbox;
  /** The name of the user who made the calls; without it, the user no longer exists. */
  readonly user?: string;
  readonly descriptionHtml?: string;
  readonly now?: Date;
  readonly span?: Span;
  /** Where it was imported; with what another register observed. */
  readonly imported?: Holdings['consent']['imported'];
}

interface NamedKey {
  readonly id: string;
  readonly note?: string;
}

const givenAt = new Date('2026-03-10T10:00:00Z');

/** A version of a notice that no table has; `rest` takes the place of what is usual. */
export const versionOf = (
  version: number,
  publishedAt: string,
  hash: string,
  rest: Partial<LineageVersion> = {},
): LineageVersion => ({
  id: String(version).repeat(32),
  pid: 1,
  version,
  contentHash: hash,
  textBytes: 1,
  languages: ['eng', 'ita'],
  publishedAt,
  publishedBy: 'local:ada',
  name: 'privacy',
  validityDays: 0,
  askedAgainBy: undefined,
  ...rest,
});

const userNamed = (name: string): User => ({
  id: 1,
  accountId: 'a'.repeat(32),
  name,
  email: 'user@shop.example',
  emailVerifiedAt: '',
  createdAt: '',
  updatedAt: '',
  enabled: true,
  role: 'editor',
  sessionEpoch: 0,
});

const storedKey = ({ id, note }: NamedKey): StoredKey => ({
  id,
  userId: 1,
  accountId: 'a'.repeat(32),
  keyHash: '',
  createdAt: '',
  createdBy: '',
  ...(note !== undefined && { note }),
});

/** What a register would hold of a consent that no table has. */
export const holdingsOf = ({ times = {}, validityDays = 0, proof = {}, ...said }: Said = {}): Holdings => {
  const { id = 'c'.repeat(32), descriptionHtml = '<p>We process your data.</p>', askedAgain, imported } = said;
  const content = noticeContent({ validityDays, descriptionHtml: { eng: descriptionHtml, ita: '<p>Testo</p>' } });
  const hash = contentHash(content);
  const next = askedAgain && versionOf(2, askedAgain.toISOString(), 'b'.repeat(64), { askAgain: true });
  const version = versionOf(1, '2026-03-01T00:00:00.000Z', hash, {
    validityDays,
    askedAgainBy: next,
    currentUntil: askedAgain?.toISOString(),
  });
  const { given = givenAt, revoked, erased } = times;
  const isErased = erased !== undefined;
  const seen = isErased ? {} : { sourceIp: '203.0.113.7', userAgent: 'a/1' };
  const observedBy = (key: NamedKey | undefined) => ({
    userId: 1,
    ...(key === undefined ? { sessionId: 's' } : { keyId: key.id }),
    ...seen,
    requestId: 'r',
  });
  const [givenBy, revokedBy = givenBy] = said.keys ?? [];
  const givenObserved = said.mailbox ? { mailbox: said.mailbox, ...seen, requestId: 'r' } : observedBy(givenBy);
  const revokeObserved = said.link ? { link: said.link, ...seen, requestId: 'r' } : observedBy(revokedBy);
  return {
    account: {
      id: 'a'.repeat(32),
      name: 'Shop',
      consentRegisterEnabled: true,
      historyEpoch: '',
      roster: newRoster(),
      createdAt: '',
    },
    consent: {
      id,
      projectUid: 'shop',
      projectId: 'd'.repeat(32),
      pid: 1,
      versionId: version.id,
      contentHash: hash,
      lang: 'eng',
      time: given,
      channel: said.channel ?? 'web.form',
      observed: givenObserved,
      bytes: 1,
      proof: isErased ? {} : proof,
      userData: isErased ? {} : { email: 'ada@example.com' },
      answerBytes: 1,
      imported,
      revoked: revoked !== undefined,
      revokeTime: revoked,
      revokeChannel: revoked && (said.revocation?.channel ?? 'email'),
      revokeProof: revoked && (isErased ? {} : (said.revocation?.proof ?? {})),
      revokeObserved: revoked && revokeObserved,
      eraseTime: erased,
    },
    project: undefined,
    version,
    history: next ? [version, next] : [version],
    content,
    users: new Map(said.user === undefined ? [] : [[1, userNamed(said.user)]]),
    keys: new Map((said.keys ?? []).flatMap((key) => (key === undefined ? [] : [[key.id, storedKey(key)]]))),
  };
};

/** The facts of a document of a consent that no table has. */
export const factsOf = ({ now, span, ...said }: Said = {}): Facts =>
  toFacts(holdingsOf(said), now ?? new Date('2026-06-01T00:00:00Z'), span);

/** What such a document says. */
export const statementOf = (said: Said = {}): Statement => toStatement(factsOf(said));

/** A key pair that signs documents in tests. */
export interface DocumentKey {
  /** 32 bytes. */
  readonly secret: Uint8Array;
  readonly jwk: DocumentJwk;
  /** RFC 7638. */
  readonly kid: string;
}

/** Canonical JSON by the reference, which also writes what no document may have, such as fractions. */
export const writeCanonical = (value: unknown): string => canonicalize(value) ?? '';

export const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

/** A key pair that is made of a text, the same of the same one. It is for all to see, so it proves nothing. */
export const documentKeyOf = (text: string): DocumentKey => {
  const secret = createHash('sha256').update(text).digest();
  const point = p256.getPublicKey(secret, false);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const jwk = { crv: 'P-256', kty: 'EC', x: encode(x), y: encode(y) } as const;
  const kid = createHash('sha256').update(writeCanonical(jwk)).digest('base64url');
  return { secret, jwk, kid };
};

export const headerOf = ({ jwk, kid }: DocumentKey): DocumentHeader => ({
  alg: 'ES256',
  jwk,
  kid,
  typ: 'consent-evidence+jws',
});

/** The low one of both signatures, in base64url: the same for the same input (RFC 6979). */
export const signInput = (input: string, { secret }: Pick<DocumentKey, 'secret'>): string =>
  encode(p256.sign(Buffer.from(input), secret));

/** A document of any value and header, signed as the register signs, by code of its own. */
export const sealDocument = (
  statement: unknown,
  key: DocumentKey,
  header: Readonly<Record<string, unknown>> = headerOf(key),
): string => {
  const encoded = encode(writeCanonical(header));
  const signature = signInput(`${encoded}.${encode(writeCanonical(statement))}`, key);
  return writeCanonical({ protected: encoded, signature, statement });
};

/** The keys as a reader may know them. */
export const publish = (keys: readonly DocumentKey[], times: Partial<PublishedKey> = {}): PublishedKeys => ({
  keys: keys.map(({ kid, jwk }) => ({
    kid,
    jwk,
    usedFrom: '2026-01-01T00:00:00.000Z',
    ...times,
  })),
  source: 'keys.json',
});
