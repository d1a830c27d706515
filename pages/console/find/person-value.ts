import type { UserData } from '../../../client/typescript/index.ts';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { identifyingKeys, knownKeys, nameKeys } from '../../../shared/consents/person-data.ts';

/** A named value of a person: one of the contract's six, or one that the caller defined. */
export interface PersonValue {
  readonly key: string;
  readonly value: string;
}

export const isKnownKey = (key: string): key is KnownKey => knownKeys.some((known) => known === key);

/** The label of a value that the caller defined; undefined without one. */
export const labelOf = (userData: UserData, key: string): string | undefined => {
  const member = userData[key];
  return typeof member === 'object' ? member.label : undefined;
};

const orderOf = (key: string): number => (isKnownKey(key) ? knownKeys.indexOf(key) : knownKeys.length);

/** The values of a person that are not blank, the most telling first. */
export const toValues = (userData: UserData): readonly PersonValue[] =>
  Object.entries(userData)
    .map(([key, member]) => ({ key, value: typeof member === 'object' ? member.value : member }))
    .filter(({ value }) => value.trim() !== '')
    .sort((one, other) => orderOf(one.key) - orderOf(other.key));

/** The values that find all consents of one person: the most telling one, or all of them if only names are known. */
export const chooseTelling = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const surest = identifyingKeys.flatMap((key) => values.filter((value) => value.key === key))[0];
  const own = values.find(({ key }) => !isKnownKey(key));
  const one = surest ?? own;
  return one === undefined ? values : [one];
};

/** What a person is called, by their first and last name or else by the most telling value, and their other values. */
export const takeName = (
  values: readonly PersonValue[],
): { readonly name: string; readonly others: readonly PersonValue[] } => {
  const names = values.filter(({ key }) => nameKeys.includes(key));
  const called = names.length > 0 ? names : chooseTelling(values).slice(0, 1);
  return {
    name: called.map(({ value }) => value).join(' '),
    others: values.filter((value) => !called.includes(value)),
  };
};
