import type { UserData } from '../../../client/index.ts';

/** A named value of a person: one of the contract's six, or one that the caller defined. */
export interface PersonValue {
  readonly key: string;
  readonly value: string;
}

/** The names that the contract defines (docs/contract.md, Recording). Lists show the values of a person in this order. */
const knownKeys = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone', 'tax_code'] as const;
export type KnownKey = (typeof knownKeys)[number];

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

/** Names of values that identify a person, the most reliable first. */
const telling: readonly string[] = ['email', 'tax_code', 'mobile_phone', 'phone'];

/** The values that find all consents of one person: the most telling one, or all of them if only names are known. */
export const chooseTelling = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const surest = telling.flatMap((key) => values.filter((value) => value.key === key))[0];
  const own = values.find(({ key }) => !isKnownKey(key));
  const one = surest ?? own;
  return one === undefined ? values : [one];
};
