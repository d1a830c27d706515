import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { identifierPattern } from '../runtime/identifier.ts';
import { keyPrefix } from '../schema/key-mask.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(alphabet.length);

/** The parts of a key in their order: digits in base 62, and the bits that their number may have. */
const parts = {
  account: { digits: 22, bits: 128n },
  user: { digits: 8, bits: 47n },
  id: { digits: 11, bits: 64n },
  secret: { digits: 33, bits: 192n },
  checksum: { digits: 6, bits: 32n },
} as const;
type Part = keyof typeof parts;

const names = Object.keys(parts) as readonly Part[];

/**
 * A key for machines, opaque to its holder: the account, the user, an id of 64 random bits, a secret of 192 random bits
 * and a CRC32 of all before it, each as a number of fixed width in base 62. It has one spelling.
 */
export interface MachineKey {
  readonly accountId: string;
  readonly userId: number;
  /** 16 lower-case hexadecimal characters. */
  readonly keyId: string;
  /** SHA-256 of the text in base64url. The register stores this and never the text. */
  readonly hash: string;
}

/** A new key of a user, with its text, which exists nowhere else. */
export const newMachineKey = ({
  accountId,
  userId,
}: Pick<MachineKey, 'accountId' | 'userId'>): MachineKey & { readonly text: string } => {
  if (!identifierPattern.test(accountId)) throw new Error('An account has another id than any account can have.');
  const [keyId, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('hex')];
  const unchecked = `${keyPrefix}${spell('account', accountId)}${spell('user', userId.toString(16))}${spell('id', keyId)}${spell('secret', secret)}`;
  const text = unchecked + spell('checksum', crc32(unchecked).toString(16));
  return { accountId, userId, keyId, hash: hashOf(text), text };
};

/** The key that a text spells, or undefined if it is none by its form alone. Anyone can make up a key of the right form. */
export const readMachineKey = (text: string): MachineKey | undefined => {
  const spelled = pattern.exec(text)?.groups as Readonly<Record<Part, string>> | undefined;
  if (spelled === undefined || names.some((name) => readNumber(spelled[name]) >> parts[name].bits !== 0n))
    return undefined;
  const userId = Number(readNumber(spelled.user));
  const checksum = crc32(text.slice(0, -parts.checksum.digits));
  if (userId === 0 || readNumber(spelled.checksum) !== BigInt(checksum)) return undefined;
  return {
    accountId: readNumber(spelled.account).toString(16).padStart(32, '0'),
    userId,
    keyId: readNumber(spelled.id).toString(16).padStart(16, '0'),
    hash: hashOf(text),
  };
};

const groups = names.map((name) => `(?<${name}>[0-9A-Za-z]{${parts[name].digits}})`);
const pattern = new RegExp(`^${keyPrefix}${groups.join('')}$`);

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

const spell = (part: Part, hexadecimal: string): string => {
  let [rest, text] = [BigInt(`0x${hexadecimal}`), ''];
  if (rest >> parts[part].bits !== 0n) throw new Error(`The ${part} of a key is too large.`);
  for (let i = 0; i < parts[part].digits; i += 1) {
    text = `${alphabet[Number(rest % base)]}${text}`;
    rest /= base;
  }
  return text;
};

const readNumber = (text: string): bigint =>
  [...text].reduce((number, digit) => number * base + BigInt(alphabet.indexOf(digit)), 0n);
