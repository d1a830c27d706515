import type { Kind, Typed } from './guess.ts';
import { dropTitles, kindsLike, splitAtCommas } from './guess.ts';
import type { PersonValue } from './person-value.ts';

/** What typed texts may mean: a value for each, or two for a full name. */
export type Reading = readonly PersonValue[];

/** Where a first name may end. Most people type the last name last, and it is one word; before a comma it stands first. */
const splitName = (text: string): readonly (readonly [first: string, last: string])[] => {
  const [last, first, ...more] = splitAtCommas(text).map(dropTitles);
  if (last !== undefined && first !== undefined && more.length === 0) return [[first, last]];
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words
    .slice(1)
    .map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as const)
    .reverse();
};

/** A full name in both orders. */
const readSplits = (text: string): readonly Reading[] => {
  const splits = splitName(text);
  const orders = [...splits, ...splits.map(([before, after]) => [after, before] as const)];
  return orders.map(([first, last]) => [
    { key: 'first_name', value: first },
    { key: 'last_name', value: last },
  ]);
};

/** A name without its titles, and as it was typed: a form may have stored them. */
const withoutTitles = (name: string): readonly string[] => [...new Set([dropTitles(name), name])];

const readName = (text: string): readonly Reading[] => withoutTitles(text).flatMap(readSplits);

/**
 * A telephone number as it was typed, and as the world writes it: with `+` for the 00 of a call abroad, and without the
 * `(0)` that only callers at home dial.
 */
const spellTelephone = (typed: string): readonly string[] => {
  const abroad = typed.replace(/^00(?=[\s./()\p{Dash}]*[1-9])/u, '+').replace(/^(\+[^(]+)\(0\)\s*/, '$1');
  return [...new Set([typed, abroad])];
};

const readAs = (value: string, kind: Kind, ownKeys: readonly string[]): readonly Reading[] => {
  if (kind === 'name') return readName(value);
  if (kind === 'last_name' || kind === 'first_name')
    return withoutTitles(value).map((name) => [{ key: kind, value: name }]);
  if (kind === 'phone' || kind === 'mobile_phone')
    return spellTelephone(value).map((number) => [{ key: kind, value: number }]);
  return (kind === 'own' ? ownKeys : [kind]).map((key) => [{ key, value }]);
};

const readText = ({ text, chosen, ownKey }: Typed, ownKeys: readonly string[]): readonly Reading[] => {
  const value = text.trim();
  if (chosen === undefined) return kindsLike(value).flatMap((kind) => readAs(value, kind, ownKeys));
  const whole = chosen === 'name' ? [...readName(value), ...readAs(value, 'last_name', [])] : undefined;
  return whole ?? readAs(value, chosen, [ownKey.trim()]);
};

/** A consent has one value under each key. */
const isPossible = (reading: Reading): boolean => new Set(reading.map(({ key }) => key)).size === reading.length;

/** The most readings that one search asks for. */
export const mostReadings = 16;

/** What typed texts may mean together. */
export interface Readings {
  /** The likeliest first, at most `mostReadings`. */
  readonly readings: readonly Reading[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** More than are asked for, but few enough to count. */
const enough = 16 * mostReadings;

const readAll = (typed: readonly Typed[], ownKeys: readonly string[]): readonly Reading[] =>
  typed.reduce<readonly Reading[]>(
    (before, one) =>
      before
        .flatMap((reading) => readText(one, ownKeys).map((more) => [...reading, ...more]))
        .filter(isPossible)
        .slice(0, enough),
    [[]],
  );

const cut = (all: readonly Reading[]): Readings => ({
  readings: all.slice(0, mostReadings),
  isCut: all.length > mostReadings,
});

/** Everything that typed texts may mean together under the keys that the contract names, or that the reader chose. */
export const toReadings = (typed: readonly Typed[]): Readings => cut(readAll(typed, []));

/** What else they may mean: texts whose kind the reader did not choose may stand under keys of the account's own. */
export const toFurtherReadings = (typed: readonly Typed[], ownKeys: readonly string[]): Readings => {
  const known = new Set(readAll(typed, []).map((reading) => JSON.stringify(reading)));
  return cut(readAll(typed, ownKeys).filter((reading) => !known.has(JSON.stringify(reading))));
};
