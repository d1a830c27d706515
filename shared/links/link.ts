import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { LinkKey } from '../consents/person-data.ts';
import { linkKeys } from '../consents/person-data.ts';
import type { Account } from '../identity/account.ts';
import { dayMilliseconds, dayOf } from '../runtime/time.ts';

/** What a link is for: the page of a person, or an unsubscription in one click (RFC 8058). */
export type LinkUse = 'page' | 'one-click';

/** What a link says. It has no value of a person, and nothing of it is stored. */
export interface LinkFacts {
  readonly use: LinkUse;
  readonly accountId: string;
  readonly key: LinkKey;
  /** The partition of the value in the index of its key: 16 bytes (`valueList`). */
  readonly digest: Buffer;
  /** The only notice that the link is for. Undefined: all of the account. */
  readonly pid: number | undefined;
  /** Who asked for the link, and with which key for machines, if with one. */
  readonly issuer: { readonly userId: number; readonly keyId: string | undefined };
  /** The day in UTC on which it was made, such as `2026-11-20`. */
  readonly day: string;
  /** Days after that day until it expires. */
  readonly days: number;
}

/** A generation of the secret, with the AES key that is derived from it. */
export interface LinkSecret {
  /** 1 to 255: the first byte of a link. */
  readonly generation: number;
  readonly key: KeyObject;
}

/** The generations of the secret, by number. */
export type LinkSecrets = ReadonlyMap<number, LinkSecret>;

export const toLinkSecret = (generation: number, text: string): LinkSecret => {
  const key = hkdfSync('sha256', text, '', 'consent register: links for people', 32);
  return { generation, key: createSecretKey(Buffer.from(key)) };
};

const cipher = 'aes-256-gcm';
const lengths = { nonce: 12, content: 56, tag: 16 } as const;
const start = { nonce: 1, content: 13, tag: 69 } as const;

/** 85 bytes in base64url have one spelling: the last character has two bits of them, and four that are zero. */
const pattern = /^[\w-]{113}[AQgw]$/;

/** Encrypts what a link says: 114 characters, other ones at each call. */
export const sealLink = ({ generation, key }: LinkSecret, facts: LinkFacts): string => {
  const nonce = randomBytes(lengths.nonce);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(facts.use));
  const content = Buffer.concat([sealing.update(pack(facts)), sealing.final()]);
  return Buffer.concat([Buffer.of(generation), nonce, content, sealing.getAuthTag()]).toString('base64url');
};

/** The generation of the secret that made a link; undefined for a text that is none by its form alone. */
export const generationOf = (text: string): number | undefined =>
  pattern.test(text) ? Buffer.from(text.slice(0, 4), 'base64url').readUInt8() : undefined;

/** What a link says, however old it is. Undefined for everything that `sealLink` has not made for this use with one of the secrets. */
export const openLink = (secrets: LinkSecrets, use: LinkUse, text: string): LinkFacts | undefined => {
  const secret = secrets.get(generationOf(text) ?? 0);
  if (secret === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const opening = createDecipheriv(cipher, secret.key, bytes.subarray(start.nonce, start.content), {
    authTagLength: lengths.tag,
  });
  opening.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(start.tag));
  const content = opening.update(bytes.subarray(start.content, start.tag));
  try {
    opening.final();
  } catch {
    return undefined;
  }
  return unpack(use, content);
};

/** A link expires at the end of a day in UTC. */
export const stateOfLink = ({ day, days }: Pick<LinkFacts, 'day' | 'days'>, now: Date): 'good' | 'expired' =>
  now.getTime() < (toDayNumber(day) + days + 1) * dayMilliseconds ? 'good' : 'expired';

/** Whether an operator has ended the links that the account's users made on that day (`links end`). Nothing answers such a link. */
export const isEnded = ({ day }: Pick<LinkFacts, 'day'>, { linksEndBefore = '' }: Pick<Account, 'linksEndBefore'>) =>
  day < linksEndBefore;

const toDayNumber = (day: string): number => Date.parse(day) / dayMilliseconds;

/** The number of this form of the content. */
const form = 1n;

/** What is not whole bytes, in its order, with its bits: 16 bytes together. A PID has at most 15 digits, a user's number fits a key for machines. */
const bits = { form: 2n, key: 2n, isByMachine: 1n, days: 10n, day: 16n, pid: 50n, userId: 47n } as const;
type Packed = Readonly<Record<keyof typeof bits, bigint>>;
const names = Object.keys(bits) as readonly (keyof typeof bits)[];

/** Account, digest, id of the key for machines, and the numbers: 16, 16, 8 and 16 bytes. */
const pack = ({ accountId, key, digest, pid = 0, issuer: { userId, keyId }, day, days }: LinkFacts): Buffer => {
  const packed: Packed = {
    form,
    key: BigInt(linkKeys.indexOf(key)),
    isByMachine: keyId === undefined ? 0n : 1n,
    days: BigInt(days),
    day: BigInt(toDayNumber(day)),
    pid: BigInt(pid),
    userId: BigInt(userId),
  };
  const numbers = names.reduce((all, name) => {
    if (packed[name] < 0n || packed[name] >> bits[name] !== 0n) throw new Error(`The ${name} of a link is too large.`);
    return (all << bits[name]) | packed[name];
  }, 0n);
  const content = Buffer.concat([
    Buffer.from(accountId, 'hex'),
    digest,
    Buffer.from(keyId ?? '0'.repeat(16), 'hex'),
    Buffer.from(numbers.toString(16).padStart(32, '0'), 'hex'),
  ]);
  if (content.length !== lengths.content) throw new Error('A link has an id or a digest of another length.');
  return content;
};

const unpack = (use: LinkUse, content: Buffer): LinkFacts | undefined => {
  let numbers = BigInt(`0x${content.toString('hex', 40)}`);
  const packed = Object.fromEntries(
    names.toReversed().map((name) => {
      const value = BigInt.asUintN(Number(bits[name]), numbers);
      numbers >>= bits[name];
      return [name, value];
    }),
  ) as Packed;
  const key = linkKeys[Number(packed.key)];
  if (packed.form !== form || key === undefined) return undefined;
  return {
    use,
    accountId: content.toString('hex', 0, 16),
    key,
    digest: Buffer.from(content.subarray(16, 32)),
    pid: packed.pid === 0n ? undefined : Number(packed.pid),
    issuer: {
      userId: Number(packed.userId),
      keyId: packed.isByMachine === 1n ? content.toString('hex', 32, 40) : undefined,
    },
    day: dayOf(Number(packed.day) * dayMilliseconds),
    days: Number(packed.days),
  };
};
