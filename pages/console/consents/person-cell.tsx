import type { VNode } from 'preact';
import type { ListedConsent } from '../../../client/index.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import type { PersonValue } from '../find/person-value.ts';
import { labelOf, toValues } from '../find/person-value.ts';
import { nameValue } from '../find/value-name.ts';
import { useWords } from '../language.ts';

/** How many more values of a person a row shows. */
const mostShown = 3;

const isName = ({ key }: PersonValue): boolean => key === 'first_name' || key === 'last_name';

/** First name and last name count as one value. */
const joinNames = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const names = values.filter(isName);
  const at = values.findIndex(isName);
  const joined = { key: 'name', value: names.map(({ value }) => value).join(' ') };
  return at < 0 ? values : [...values.slice(0, at), joined, ...values.slice(at).filter((value) => !isName(value))];
};

/** The person of a consent. The most telling value links to all consents of the person. */
export const PersonCell = ({ consent: { id, userData } }: { readonly consent: ListedConsent }): VNode => {
  const [words, find] = [useWords('consents'), useWords('find')];
  const [first, ...others] = joinNames(toValues(userData));
  if (first === undefined) return <span class="quiet">{words.nobody}</span>;
  const shown = others.slice(0, mostShown);
  const hidden = others.length - shown.length;
  return (
    <div class="person">
      <a href={toFragment({ view: 'person', id })}>
        <bdi>{tame(first.value)}</bdi>
      </a>
      {shown.map(({ key, value }) => (
        <div>
          {key === 'name' ? null : <span class="quiet">{tame(labelOf(userData, key) ?? nameValue(find, key))}</span>}{' '}
          <bdi>{tame(value)}</bdi>
        </div>
      ))}
      {hidden > 0 ? <div class="quiet">{words.more(hidden)}</div> : null}
    </div>
  );
};
