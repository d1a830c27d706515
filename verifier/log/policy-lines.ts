import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { PolicyFault } from './policy-fault.ts';
import type { PolicyKey } from './policy-key.ts';
import { readPolicyKey } from './policy-key.ts';

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
export interface Draft {
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

const kinds: Readonly<Record<string, (draft: Draft, rest: readonly string[]) => void>> = {
  log: addLog,
  witness: addWitness,
  group: addGroup,
  quorum: setQuorum,
};

/** Reads a line of a policy. @throws PolicyFault */
export const addLine = (draft: Draft, line: string): void => {
  const [kind = '', ...rest] = line.split(/[ \t]+/).filter((word) => word !== '');
  if (kind === '' || kind.startsWith('#')) return;
  const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (add === undefined) throw new PolicyFault('a line begins with log, witness, group or quorum');
  add(draft, rest);
};

export const newDraft = (): Draft => ({
  ...{ logs: [], witnesses: [], members: new Set(), groups: [], quorum: undefined },
  keys: { logs: new Set(), witnesses: new Set() },
  named: new Map([[none, { least: 0, of: [] }]]),
});
