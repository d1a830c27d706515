import { nameKeys } from '../../../shared/consents/known-keys.ts';
import type { PersonValue } from './person-value.ts';

type Values = readonly PersonValue[];

const renamed = (values: Values, from: string, to: string): readonly Values[] =>
  values.some(({ key }) => key === from) && !values.some(({ key }) => key === to)
    ? [values.map((one) => (one.key === from ? { ...one, key: to } : one))]
    : [];

const readValue = (values: Values, key: string): string => values.find((one) => one.key === key)?.value ?? '';

const withName = (values: Values, first: string, last: string): Values => [
  { key: 'first_name', value: first },
  { key: 'last_name', value: last },
  ...values.filter(({ key }) => !nameKeys.includes(key)),
];

/** The same words split elsewhere, and in reverse order. */
const otherNames = (values: Values): readonly Values[] => {
  const [first, last] = [readValue(values, 'first_name'), readValue(values, 'last_name')];
  if (first === '' || last === '') return [];
  const words = `${first} ${last}`.split(/\s+/);
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as const);
  return [...splits.filter(([one]) => one !== first), [last, first] as const].map(([one, other]) =>
    withName(values, one, other),
  );
};

const most = 4;

/** Alternatives if nothing was found: a mobile telephone, a first name, a name in reverse order. */
export const toAlternatives = (values: Values): readonly Values[] =>
  [
    ...renamed(values, 'phone', 'mobile_phone'),
    ...renamed(values, 'mobile_phone', 'phone'),
    ...renamed(values, 'last_name', 'first_name'),
    ...renamed(values, 'first_name', 'last_name'),
    ...otherNames(values),
  ].slice(0, most);
