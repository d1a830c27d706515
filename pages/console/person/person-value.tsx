import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { UserData } from '../../../client/typescript/index.ts';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { identifyingKeys, knownKeys, nameKeys } from '../../../shared/consents/person-data.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Translate } from '../../i18n/format.ts';
import { useText, useWriting } from '../language.tsx';

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
  const names = values.filter(isName);
  const called = names.length > 0 ? names : chooseTelling(values).slice(0, 1);
  return {
    name: called.map(({ value }) => value).join(' '),
    others: values.filter((value) => !called.includes(value)),
  };
};

const isName = ({ key }: PersonValue): boolean => nameKeys.includes(key);

/** Whom a page is about, below its heading. */
export const PersonSubject = ({ values }: { readonly values: readonly PersonValue[] }): VNode => (
  <p class="subject">
    <bdi>{escapeInvisible(takeName(values).name)}</bdi>
  </p>
);

/** First name and last name count as one value. */
export const joinNames = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const names = values.filter(isName);
  const at = values.findIndex(isName);
  const joined = { key: 'name', value: names.map(({ value }) => value).join(' ') };
  return at < 0 ? values : [...values.slice(0, at), joined, ...values.slice(at).filter((value) => !isName(value))];
};

/** Whose a consent is, by all of its values, such as `ada@example.com` and `Ada Rossi`. */
export const tellWhose = (userData: UserData): readonly string[] =>
  joinNames(toValues(userData)).map(({ value }) => value);

/** The name of a value: the contract's names in the reader's language, the caller's own unchanged. */
export const nameValue = (t: Translate, key: string): string => (isKnownKey(key) ? t(`find.kinds.${key}`) : key);

/** The name of a value of a person: a known one in the reader's language, an own one as the form labels it, or by its key. */
export const nameOfValue = (t: Translate, userData: UserData, key: string): string =>
  isKnownKey(key) ? nameValue(t, key) : (labelOf(userData, key) ?? t('consent.ownKey', { key }));

/** A warning if the consents found may be of several people. The commands about a person decide by the same rule. */
export const Careful = ({ rows }: { readonly rows: Parameters<typeof collectValues>[0] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const differing = useMemo(() => findDiffering(collectValues(rows)), [rows]);
  if (differing.length === 0) return null;
  const names = differing.map((key) => nameValue(t, key));
  return (
    <p class="warning" role="status">
      {t('person.several', { keys: writing.all(names) })}
    </p>
  );
};
