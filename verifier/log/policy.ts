import { bytesToHex } from '@noble/hashes/utils.js';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { fromBase64, hashTyped, parseNoteKey } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';

/** A key of a policy, in the form `<name>+<hash>+<key>` (C2SP signed-note, verifier keys). */
interface PolicyKey {
  /** The type of its signatures, such as 4 for cosignatures of Ed25519. */
  readonly type: number;
  /** The public key itself, in hexadecimal digits: the same key may have several names and types. */
  readonly material: string;
  /** The key, if it is one of Ed25519. No other is verified. */
  readonly ed25519: NoteKey | undefined;
}

const ecdsa = 2;

/** Lengths of public keys, by types of signatures. */
const lengths: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [4, 32],
  [6, 1_312],
]);

/** The key hash of a key of ECDSA is made of another form of the key, and is not compared. */
const isHashOf = (hash: string, name: string, bytes: Uint8Array): boolean =>
  bytes[0] === ecdsa || bytesToHex(hashTyped(name, bytes)) === hash;

/** Undefined for any other text, and for a key whose hash is not its own. */
const readPolicyKey = (text: string): PolicyKey | undefined => {
  const ed25519 = parseNoteKey(text) ?? parseNoteKey(text, 'cosignature');
  const [name = '', hash = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  const [type] = bytes ?? [];
  if (bytes === undefined || type === undefined || bytes.length < 2 || !/^[0-9a-f]{8}$/.test(hash)) return undefined;
  if ((lengths.get(type) ?? bytes.length - 1) !== bytes.length - 1 || name === '') return undefined;
  if (!isHashOf(hash, name, bytes) || (lengths.get(type) === 32 && ed25519 === undefined)) return undefined;
  return { type, material: bytesToHex(bytes.subarray(1)), ed25519 };
};

/** A witness by its name in the policy. It is verified only with a key of Ed25519. */
export interface Witness {
  readonly name: string;
  readonly key: NoteKey | undefined;
}

/** At least so many of these must have cosigned a checkpoint. */
export interface Rule {
  readonly least: number;
  readonly of: readonly (Witness | Rule)[];
}

/** A quorum that asks for no witness. */
const none = 'none';

/** What the lines of a policy said so far. */
interface Draft {
  readonly logs: PolicyKey[];
  readonly witnesses: { readonly name: string; readonly key: PolicyKey }[];
  /** What a quorum or a group may name: witnesses, groups, and `none`. */
  readonly named: Map<string, Witness | Rule>;
  readonly members: Set<string>;
  /** Public keys of logs and of witnesses, each once. */
  readonly keys: { readonly logs: Set<string>; readonly witnesses: Set<string> };
  /** Groups in the order of their definitions: one has only members from before it. */
  readonly groups: Rule[];
  quorum: Rule | undefined;
}

const addLog = (draft: Draft, [vkey = '', , ...more]: readonly string[]): void => {
  const key = readPolicyKey(vkey);
  if (key === undefined || more.length > 0) throw new PolicyFault('the form is: log <vkey> [<url>]');
  if (draft.keys.logs.has(key.material)) throw new PolicyFault('the key of this log is there twice');
  draft.keys.logs.add(key.material);
  draft.logs.push(key);
};

const define = ({ named }: Draft, name: string, value: Witness | Rule): void => {
  if (named.has(name)) throw new PolicyFault(`the name ${name} is there twice`);
  named.set(name, value);
};

const addWitness = (draft: Draft, [name, vkey = '', , ...more]: readonly string[]): void => {
  const key = readPolicyKey(vkey);
  if (name === undefined || key === undefined || more.length > 0)
    throw new PolicyFault('the form is: witness <name> <vkey> [<url>]');
  if (key.type !== 4 && key.type !== 6) throw new PolicyFault('the key of a witness must be one for cosignatures');
  if (draft.keys.witnesses.has(key.material)) throw new PolicyFault('the key of this witness is there twice');
  draft.keys.witnesses.add(key.material);
  draft.witnesses.push({ name, key });
  define(draft, name, { name, key: key.ed25519 });
};

const readLeast = (text: string, all: number): number => {
  if (text === 'any') return 1;
  if (text === 'all') return all;
  const least = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (least < 1 || least > all)
    throw new PolicyFault('a group needs any, all, or a number from 1 to that of its members');
  return least;
};

const addGroup = (draft: Draft, [name, count = '', ...members]: readonly string[]): void => {
  if (name === undefined || members.length === 0)
    throw new PolicyFault('the form is: group <name> <any, all or a number> <name>...');
  const of = members.map((member) => {
    const found = member === none ? undefined : draft.named.get(member);
    if (found === undefined) throw new PolicyFault(`${member} is not defined before`);
    if (draft.members.has(member)) throw new PolicyFault(`${member} is a member twice`);
    draft.members.add(member);
    return found;
  });
  const group = { least: readLeast(count, of.length), of };
  define(draft, name, group);
  draft.groups.push(group);
};

const setQuorum = (draft: Draft, [name, ...more]: readonly string[]): void => {
  if (name === undefined || more.length > 0) throw new PolicyFault('the form is: quorum <name>');
  if (draft.quorum !== undefined) throw new PolicyFault('there is a quorum before');
  const found = draft.named.get(name);
  if (found === undefined) throw new PolicyFault(`${name} is not defined before`);
  draft.quorum = { least: name === none ? 0 : 1, of: name === none ? [] : [found] };
};

/** What is wrong with a policy file, as the end of a sentence. */
class PolicyFault extends Error {
  override readonly name = 'PolicyFault';
}

const kinds: Readonly<Record<string, (draft: Draft, rest: readonly string[]) => void>> = {
  log: addLog,
  witness: addWitness,
  group: addGroup,
  quorum: setQuorum,
};

/** Reads a line of a policy. @throws PolicyFault */
const addLine = (draft: Draft, line: string): void => {
  const [kind = '', ...rest] = line.split(/[ \t]+/).filter((word) => word !== '');
  if (kind === '' || kind.startsWith('#')) return;
  const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (add === undefined) throw new PolicyFault('a line begins with log, witness, group or quorum');
  add(draft, rest);
};

const newDraft = (): Draft => ({
  logs: [],
  witnesses: [],
  members: new Set(),
  groups: [],
  quorum: undefined,
  keys: { logs: new Set(), witnesses: new Set() },
  named: new Map([[none, { least: 0, of: [] }]]),
});

/** Which logs and witnesses a reader trusts (C2SP tlog-policy). */
export interface Policy {
  /** The reader's name for it, such as the name of the file. */
  readonly whence: string;
  /** The keys of Ed25519 among those of the logs. */
  readonly logs: readonly NoteKey[];
  /** Whether it names a log, with whatever key. */
  readonly namesLogs: boolean;
  readonly witnesses: readonly Witness[];
  readonly quorum: Rule;
  /** Each after those that it has. */
  readonly groups: readonly Rule[];
}

/** Longer than any policy. */
const longestPolicy = 1024 * 1024;

const decode = (bytes: Uint8Array): string => {
  if (bytes.length > longestPolicy) throw new PolicyFault('it is too long');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PolicyFault('it is not UTF-8');
  }
};

const hasControl = (text: string): boolean =>
  [...text].some((character) => character === '\x7f' || (character < ' ' && character !== '\t' && character !== '\n'));

const read = (bytes: Uint8Array): Omit<Policy, 'whence'> => {
  const text = decode(bytes);
  if (hasControl(text)) throw new PolicyFault('it has a control character. Lines end with a line feed alone');
  const draft = newDraft();
  for (const [i, line] of text.split('\n').entries())
    try {
      addLine(draft, line);
    } catch (error) {
      throw error instanceof PolicyFault ? new PolicyFault(`in line ${i + 1}, ${error.message}`) : error;
    }
  if (draft.quorum === undefined) throw new PolicyFault('it has no quorum. Without witnesses it is: quorum none');
  return {
    logs: draft.logs.flatMap(({ ed25519 }) => ed25519 ?? []),
    namesLogs: draft.logs.length > 0,
    witnesses: draft.witnesses.map(({ name, key }) => ({ name, key: key.ed25519 })),
    quorum: draft.quorum,
    groups: draft.groups,
  };
};

/**
 * Reads a policy file (C2SP tlog-policy).
 *
 * @param whence the reader's name for it; it is returned with the policy
 */
export const readPolicy = (
  bytes: Uint8Array,
  whence: string,
): { readonly policy: Policy } | { readonly fault: string } => {
  try {
    return { policy: { whence, ...read(bytes) } };
  } catch (error) {
    if (error instanceof PolicyFault) return { fault: `${whence} is not a policy for logs: ${tame(error.message)}.` };
    throw error;
  }
};
