import { foldSpelling, normaliseValue } from '../schema/matching.ts';
import { valueIndexes } from './indexes.ts';
import type { PersonConsent } from './list-consents.ts';
import { textOf } from './person-data.ts';

/** A value of userData as consents have it. */
export interface HeldValue {
  readonly key: string;
  readonly label: string | undefined;
  readonly value: string;
  /** How many consents have it in this form. */
  readonly consents: number;
}

/** Counts the different values of consents, page by page. */
export const countValues = () => {
  const held = new Map<string, HeldValue>();
  return {
    add: (consents: readonly Pick<PersonConsent, 'userData'>[]): void => {
      for (const [key, member] of consents.flatMap(({ userData }) => Object.entries(userData))) {
        const label = typeof member === 'string' ? undefined : member.label;
        const name = JSON.stringify([key, label, textOf(member)]);
        held.set(name, { key, label, value: textOf(member), consents: (held.get(name)?.consents ?? 0) + 1 });
      }
    },
    /** By key, in the order of their first occurrence. */
    values: (): HeldValue[] => {
      const keys = [...new Set([...held.values()].map(({ key }) => key))];
      return [...held.values()].sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
    },
  };
};

/** The different values of consents, by key, in the order of their first occurrence. */
export const collectValues = (consents: readonly Pick<PersonConsent, 'userData'>[]): HeldValue[] => {
  const { add, values } = countValues();
  add(consents);
  return values();
};

/** The contract's keys that have several values; values of one form count once. */
const findSeveral = (values: readonly HeldValue[], formOf: (key: string, value: string) => string): string[] =>
  Object.keys(valueIndexes).filter((key) => {
    const different = values
      .filter((held) => held.key === key && normaliseValue(key, held.value) !== '')
      .map(({ value }) => formOf(key, value));
    return new Set(different).size > 1;
  });

/**
 * The keys with several different values: the consents may belong to several people. Values that compare as equal count
 * as one. The callers' own keys are left out, since they may mean anything.
 */
export const findDiffering = (values: readonly HeldValue[]): string[] => findSeveral(values, normaliseValue);

/**
 * The same before a person gets a copy, which cannot be recalled: values count as one only if nothing but upper and
 * lower case distinguishes them, so that somebody looks at all others.
 */
export const findSpelledApart = (values: readonly HeldValue[]): string[] =>
  findSeveral(values, (key, value) => JSON.stringify([normaliseValue(key, value), foldSpelling(value)]));
