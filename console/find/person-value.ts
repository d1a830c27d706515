import type { UserData } from '../../client/index.ts';

/** A value of a person under its name: one of the contract's six, or the caller's own. */
export interface PersonValue {
  readonly key: string;
  readonly value: string;
}

/** The keys that the contract names (docs/contract.md, Recording). A list shows the values of a person in this order. */
const knownKeys = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone', 'tax_code'] as const;
export type KnownKey = (typeof knownKeys)[number];

export const isKnownKey = (key: string): key is KnownKey => knownKeys.some((known) => known === key);

/** How a form named a value of its own; undefined where it did not. */
export const labelOf = (userData: UserData, key: string): string | undefined => {
  const member = userData[key];
  return typeof member === 'object' ? member.label : undefined;
};

const orderOf = (key: string): number => (isKnownKey(key) ? knownKeys.indexOf(key) : knownKeys.length);

/** The values of a person that are not blank, the telling ones first. */
export const toValues = (userData: UserData): readonly PersonValue[] =>
  Object.entries(userData)
    .map(([key, member]) => ({ key, value: typeof member === 'object' ? member.value : member }))
    .filter(({ value }) => value.trim() !== '')
    .sort((one, other) => orderOf(one.key) - orderOf(other.key));

/** Names that say who it is by themselves, the surest first. */
const telling: readonly string[] = ['email', 'tax_code', 'mobile_phone', 'phone'];

/** By which values the consents of one person are found: the one that tells most, or all names where there is nothing else. */
export const chooseTelling = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const surest = telling.flatMap((key) => values.filter((value) => value.key === key))[0];
  const own = values.find(({ key }) => !isKnownKey(key));
  const one = surest ?? own;
  return one === undefined ? values : [one];
};
