import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import { partNames } from '../../../shared/evidence/statement-format.ts';
import type { Random } from '../../../test/support/random.ts';

export type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object or a list with one of its members. */
interface Spot {
  readonly holder: Tree;
  readonly name: string;
}

const listSpots = (value: unknown): Spot[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [{ holder: value as Tree, name }, ...listSpots(member)])
    : [];

const listHolders = (value: unknown): Tree[] => [
  ...(isTree(value) ? [value] : []),
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHolders) : []),
];

/** Names of members. JavaScript gives every object many of them; the format has others elsewhere. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '',
  'x',
  '0',
  'id',
  'record',
  'claimed',
  'hashes',
  'time',
  'revoked',
  'state',
  'notice',
  'payload',
  'signature',
  'askAgain',
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2 ** 53,
  1.5,
  1e21,
  '',
  'x',
  [],
  {},
  '2026-03-10T10:00:00.250Z',
  'a'.repeat(32),
  'a'.repeat(64),
  'ita',
  'web',
  ['ita'],
  { time: '2026-05-01T00:00:00.000Z' },
];

const put = (holder: Tree, name: string, value: unknown): void => {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
};

const changeText = (random: Random, text: string): string => {
  const at = random.below(text.length + 1);
  const piece = random.pick(['0', '1', 'a', ' ', '\u0000', '\u202e', '"', '\\', 'Z', '\u00e9', 'e\u0301']);
  return random.chance(0.5)
    ? text.slice(0, at) + piece + text.slice(at)
    : text.slice(0, at) + piece + text.slice(at + 1);
};

/** A value of its own: one in two places of a tree would be changed in both, or hold itself. */
const pickValue = (random: Random): unknown => structuredClone(random.pick(values));

const changeValue = (random: Random, value: unknown): unknown => {
  if (random.chance(0.2)) return pickValue(random);
  if (typeof value === 'string') return changeText(random, value);
  if (typeof value === 'number') return value + random.pick([-1, 1, 1_000]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random.chance(0.5) ? value.slice(1) : [...value, ...value.slice(-1)];
  return pickValue(random);
};

type TreeDamage = (random: Random, tree: Tree) => void;

/** What may become of members: each changes the tree that it gets. */
const treeDamages: readonly TreeDamage[] = [
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree));
    put(holder, name, changeValue(random, holder[name]));
  },
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree));
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  },
  (random, tree) => put(random.pick(listHolders(tree)), random.pick(names), pickValue(random)),
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree).filter((spot) => !Array.isArray(spot.holder)));
    const value = holder[name];
    delete holder[name];
    put(random.pick(listHolders(tree)), random.chance(0.5) ? name : random.pick(names), value);
  },
  (random, tree) => {
    const [one, other] = [random.pick(listSpots(tree)), random.pick(listSpots(tree))];
    const value = one.holder[one.name];
    put(one.holder, one.name, structuredClone(other.holder[other.name]));
    put(other.holder, other.name, structuredClone(value));
  },
];

const hash = (value: unknown): string => createHash('sha256').update(toCanonicalJson(value)).digest('hex');

/** Makes the hashes of a statement anew, as somebody does who knows the format. */
const hashAnew = (statement: Tree): Tree => ({
  ...statement,
  hashes: Object.fromEntries(partNames.map((name) => [name, hash(statement[name] ?? null)])),
});

/** A statement that differs in a member or a few. */
export const damageTree = (random: Random, statement: Tree): Tree => {
  const copy = structuredClone(statement);
  for (let left = 1 + random.below(2); left > 0; left -= 1) random.pick(treeDamages)(random, copy);
  return random.chance(0.5) ? hashAnew(copy) : copy;
};
