import type { Fact } from '../../verifier/wording/consent-facts.ts';
import { labelOf, toValues } from '../find/person-value.ts';
import { nameValue } from '../find/value-name.ts';
import { useWords } from '../language.ts';
import type { Statement } from './statement.ts';

/** What the person entered, by the label of the field where the site said it, else in the reader's words. What the site said as it came stands further below. */
export const usePersonFacts = ({ claimed: { userData } }: Statement): readonly Fact[] => {
  const words = useWords('find');
  return toValues(userData).map(({ key, value }) => [labelOf(userData, key) ?? nameValue(words, key), value]);
};
