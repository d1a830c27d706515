import type { Fact } from '../../wording/consent-facts.ts';
import { labelOf, toValues } from '../find/person-value.ts';
import { nameValue } from '../find/value-name.ts';
import { useWords } from '../language.ts';
import type { Statement } from './statement.ts';

/**
 * The person's values, by the field's label if the site sent one, otherwise by a name in the reader's language. The page shows the original
 * below.
 */
export const usePersonFacts = ({ claimed: { userData } }: Statement): readonly Fact[] => {
  const words = useWords('find');
  return toValues(userData).map(({ key, value }) => [labelOf(userData, key) ?? nameValue(words, key), value]);
};
